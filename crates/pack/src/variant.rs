//! Variants and `--set`: a few keys changed, each of them known.

use std::fmt;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::nearest::nearest;
use super::node::{Node, Table, Value, id_of};
use super::parse::{parse_argument, parse_text};
use super::place::{META_KEYS, Place, join};
use super::provenance::Said;

/// A value that differs from the data underneath.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Dotted path, such as `morale.passes_on`.
    pub key: String,
    /// The value before, as it would be written in a file; `None` for a new entry.
    pub before: Option<String>,
    /// The value now; `None` for one that is gone.
    pub after: Option<String>,
    /// Where the new value stands (the old one, for one that is gone).
    pub place: Place,
}

impl fmt::Display for Change {
    /// `morale.passes_on = 4 (was 3)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".to_owned());
        write!(f, "{} = {} (was {})", self.key, shown(&self.after), shown(&self.before))
    }
}

/// The tables in which a variant may add entries.
const OPEN_TABLES: [&str; 4] = ["weapons", "troops", "units", "conditions"];

/// Applies a variant file.
pub(crate) fn apply_variant(
    root: &mut Node,
    file: &Arc<str>,
    text: &str,
    changes: &mut Vec<Change>,
) -> Result<(), Diagnostics> {
    let patch = parse_text(file, text, &Said::assumed_by(file))?;
    if let Some(complaint) = own_file(&patch) {
        return Err(complaint.into());
    }
    apply(root, &patch, &["name", "source", "status", "why", "note"], changes)
}

/// Applies one `--set KEY=VALUE`. The right side is TOML; a bare word is a text.
pub(crate) fn apply_set(
    root: &mut Node,
    argument: &str,
    changes: &mut Vec<Change>,
) -> Result<(), Diagnostics> {
    let file: Arc<str> = Arc::from("--set");
    let complaint = |found: &str, expected: &str, advice: &str| {
        Diagnostics::from(Diagnostic::error(Place::new(&file, 0, ""), found, expected, advice))
    };
    let shown = Value::Text(argument.to_owned()).found();
    let example = "for example --set morale.passes_on=4";
    let Some((key, value)) = argument.split_once('=') else {
        return Err(complaint(&shown, "KEY=VALUE", example));
    };
    let (key, value) = (key.trim(), value.trim());
    if value.is_empty() && !key.is_empty() {
        return Err(complaint(&shown, "a value after the equals sign", example));
    }
    if key.is_empty() || argument.chars().any(char::is_control) {
        return Err(complaint(&shown, "KEY=VALUE on one line", example));
    }
    let default = Said::assumed_by("--set");
    let parsed = parse_argument(&file, &format!("{key} = {value}"), &default).or_else(|| {
        let bare = !value.starts_with(['"', '\'', '[', '{']);
        let quoted = Value::Text(value.to_owned()).show();
        bare.then(|| parse_argument(&file, &format!("{key} = {quoted}"), &default)).flatten()
    });
    match parsed {
        Some(patch) => apply(root, &patch?, &[], changes),
        None => Err(complaint(&shown, "a dotted key, an equals sign and a value", example)),
    }
}

/// One step of a patch, found good before anything is changed.
enum Step<'p> {
    /// A value, a new entry.
    Set(Vec<String>, &'p Node),
    /// A provenance key of a table; not a change.
    Remark(Vec<String>, &'p Node),
}

/// Applies a patch whole or not at all. `remarks` are keys at its top that speak about the patch itself.
fn apply(
    root: &mut Node,
    patch: &Node,
    remarks: &[&str],
    changes: &mut Vec<Change>,
) -> Result<(), Diagnostics> {
    let mut plan = Plan { root, steps: Vec::new(), complaints: Diagnostics::new() };
    if let Some(table) = patch.as_table() {
        let remark = |key: &str, node: &Node| remarks.contains(&key) && node.as_table().is_none();
        for (key, node) in table.iter().filter(|(key, node)| !remark(key, node)) {
            plan.entry(plan.root, key, node, &[]);
        }
    }
    let Plan { steps, complaints, .. } = plan;
    let (steps, _) = complaints.into_result(steps)?;
    for step in steps {
        match step {
            Step::Remark(path, node) => {
                put(root, &path, node);
            }
            Step::Set(path, node) => {
                let before = put(root, &path, node).map(|old| old.value.show());
                let key = path.iter().fold(String::new(), |key, segment| join(&key, segment));
                let after = Some(node.value.show());
                note(changes, Change { place: node.place.with_key(key.as_str()), key, before, after });
            }
        }
    }
    Ok(())
}

/// Adds a change; of two changes of one key the first `before` and the last `after` stay.
fn note(changes: &mut Vec<Change>, mut change: Change) {
    if let Some(at) = changes.iter().position(|earlier| earlier.key == change.key) {
        change.before = changes.remove(at).before;
    }
    if change.before != change.after {
        changes.push(change);
    }
}

/// Puts a node at a path whose parent exists, and returns what stood there.
fn put(root: &mut Node, path: &[String], node: &Node) -> Option<Node> {
    let (last, parents) = path.split_last()?;
    let parent = parents.iter().try_fold(root, |node, segment| node.get_mut(segment))?;
    if let Some(old) = parent.get_mut(last) {
        return Some(std::mem::replace(old, node.clone()));
    }
    parent.as_table_mut().and_then(|table| table.insert(last.clone(), node.clone()))
}

struct Plan<'r, 'p> {
    root: &'r Node,
    steps: Vec<Step<'p>>,
    complaints: Diagnostics,
}

impl<'p> Plan<'_, 'p> {
    fn entry(&mut self, target: &Node, key: &str, node: &'p Node, parents: &[String]) {
        let mut path = parents.to_vec();
        path.push(key.to_owned());
        let Some(old) = target.get(key) else {
            if META_KEYS.contains(&key) && target.as_table().is_some() && !parents.is_empty() {
                self.steps.push(Step::Remark(path, node));
            } else if is_new_entry(target, key, node, parents) || is_new_key(target, parents) {
                self.steps.push(Step::Set(path, node));
            } else {
                self.unknown(&path, node);
            }
            return;
        };
        match (&old.value, &node.value) {
            _ if META_KEYS.contains(&key) && node.as_table().is_none() => {
                self.steps.push(Step::Remark(path, node));
            }
            (Value::Table(_), Value::Table(patch)) => self.table(old, patch, &path),
            // A table of a patch reaches into a list by the ids or numbers of the entries.
            (Value::Array(_), Value::Table(patch)) => self.table(old, patch, &path),
            // `--set rulings.split_fire=true` means what is chosen.
            (Value::Table(table), _) if table.contains_key("chosen") => {
                self.entry(old, "chosen", node, &path);
            }
            (was, now) if fits(was, now) => {
                if was.show() != now.show() {
                    self.steps.push(Step::Set(path, node));
                }
            }
            (was, now) => {
                let key = path.iter().fold(String::new(), |key, segment| join(&key, segment));
                let found = now.found();
                let (expected, advice) = match was {
                    Value::Text(_) => (was.kind().to_owned(), "put the text into quotation marks"),
                    Value::Table(_) => (was.kind().to_owned(), "name the key inside the table"),
                    _ => (
                        format!("{}, as in {}", was.kind(), was.found()),
                        "keep the kind of the value it replaces",
                    ),
                };
                self.complaints.push(Diagnostic::error(node.place.with_key(key), found, expected, advice));
            }
        }
    }

    fn table(&mut self, old: &Node, patch: &'p Table, path: &[String]) {
        patch.iter().for_each(|(key, node)| self.entry(old, key, node, path));
    }

    fn unknown(&mut self, path: &[String], node: &Node) {
        // `moral.passes_on` says more than `moral`.
        let mut path = path.to_vec();
        let mut leaf = node;
        while let Some((key, inner)) = leaf.as_table().and_then(|table| table.first()) {
            path.push(key.clone());
            leaf = inner;
        }
        let key = path.iter().fold(String::new(), |key, segment| join(&key, segment));
        let advice = nearest_path(self.root, &path).map_or_else(
            || "muster init DIR writes out the files with all keys".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        let place = leaf.place.with_key("");
        self.complaints.push(Diagnostic::error(
            place,
            format!("`{key}`"),
            "a key that is in the data",
            advice,
        ));
    }
}

/// The complaint about a file whose headings are those of a box or of units, and not of a variant.
fn own_file(patch: &Node) -> Option<Diagnostic> {
    let (node, advice) = match (patch.get("box"), patch.get("unit")) {
        (Some(head), _) => (head, "this is a file of a box: name it in place of a box"),
        (None, Some(units)) => (units, "this is a file of units: give it with --units"),
        (None, None) => return None,
    };
    let found = if patch.get("box").is_some() { "a heading [box]" } else { "a heading [[unit]]" };
    Some(Diagnostic::error(node.place.with_key(""), found, "a variant, which holds changed keys", advice))
}

/// Whether a table is a new entry of a table that takes new ones: a new weapon, a new unit. One that has
/// nearly the name of another entry and less than half of its keys is a slip of the pen.
fn is_new_entry(target: &Node, key: &str, node: &Node, parents: &[String]) -> bool {
    let open = matches!(parents, [table] if OPEN_TABLES.contains(&table.as_str()));
    let Some(added) = node.as_table().filter(|_| open) else { return false };
    let known = target.as_table().into_iter().flat_map(|table| table.keys().map(String::as_str));
    let near = nearest(key, known).and_then(|near| target.get(near)).and_then(Node::as_table);
    near.is_none_or(|near| {
        let settings = near.keys().filter(|key| !META_KEYS.contains(&key.as_str()));
        let (there, missing): (Vec<_>, Vec<_>) = settings.partition(|key| added.contains_key(*key));
        there.len() >= missing.len()
    })
}

/// Whether a key may be added to a table: inside an entry of the lists that people write, whose readers know the keys that
/// may be left out and complain about all others.
fn is_new_key(target: &Node, parents: &[String]) -> bool {
    let list = parents.first().map(String::as_str).unwrap_or_default();
    parents.len() >= 2 && target.as_table().is_some() && (OPEN_TABLES.contains(&list) || list == "boxes")
}

/// Whether a value may stand in place of another: the same kind; a number for a whole number and the other way
/// round; a whole number for a word, as some keys take either (typed reading decides).
fn fits(was: &Value, now: &Value) -> bool {
    use Value::{Array, Flag, Integer, Number, Text};
    matches!(
        (was, now),
        (Integer(_) | Number(_), Integer(_) | Number(_))
            | (Text(_), Text(_) | Integer(_))
            | (Flag(_), Flag(_))
            | (Array(_), Array(_))
    )
}

/// The known path nearest to an unknown one: a slip in the first wrong segment, else a key of that name elsewhere,
/// else the nearest of all.
fn nearest_path(root: &Node, path: &[String]) -> Option<String> {
    let mut node = root;
    let mut known = String::new();
    for (at, segment) in path.iter().enumerate() {
        if let Some(inner) = node.get(segment) {
            (node, known) = (inner, join(&known, segment));
            continue;
        }
        let keys = node.as_table().into_iter().flat_map(|table| table.keys().map(String::as_str));
        let siblings = keys.chain(node.as_array().into_iter().flatten().filter_map(id_of));
        if let Some(near) = nearest(segment, siblings) {
            let rest = path[at + 1..].iter().fold(join(&known, near), |path, segment| join(&path, segment));
            let meant: Vec<&str> =
                [near].into_iter().chain(path[at + 1..].iter().map(String::as_str)).collect();
            return Some(if node.at(&meant).is_some() { rest } else { join(&known, near) });
        }
        break;
    }
    let all: Vec<String> = root.flatten().into_keys().collect();
    let last = path.last()?;
    let wanted = path.iter().fold(String::new(), |path, segment| join(&path, segment));
    let same_name =
        all.iter().find(|known| known.rsplit('.').next() == Some(last) && !known.starts_with("boxes."));
    same_name.cloned().or_else(|| nearest(&wanted, all.iter().map(String::as_str)).map(str::to_owned))
}
