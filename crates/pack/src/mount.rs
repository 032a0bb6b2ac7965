//! Files of one layer put together to one tree.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::ids::check_id;
use super::nearest::nearest;
use super::node::{Node, Table, Value, id_of};
use super::parse::parse_text;
use super::place::{META_KEYS, Place, join};
use super::provenance::Said;

/// How a file came into a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Compiled in.
    BuiltIn,
    /// From the directory of `--data`.
    Data(PathBuf),
    /// A variant, compiled in or from disk.
    Variant,
    /// A file of units.
    Units(PathBuf),
    /// A file of one box.
    Box(PathBuf),
}

/// A file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFile {
    /// How messages name it.
    pub label: Arc<str>,
    /// Path relative to the folder of the rule set, with `/`; `None` for variants, units and boxes of the user.
    pub relative: Option<String>,
    /// How it came in.
    pub origin: Origin,
    /// What is in it.
    pub text: Arc<str>,
}

impl PackFile {
    /// Whether it is compiled in.
    pub fn is_built_in(&self) -> bool {
        self.origin == Origin::BuiltIn
    }
}

/// Where a file's tables stand in the tree.
enum Mount<'f> {
    /// At the root: `rules.toml`.
    Root,
    /// `units.toml`.
    Units,
    /// A file of `boxes/`.
    Box,
    /// Under the name of the file.
    Under(&'f str),
    /// Not in the tree: claims, examples, variants, texts.
    Nowhere,
}

fn mount_of(relative: &str) -> Mount<'_> {
    let Some(stem) = relative.strip_suffix(".toml") else { return Mount::Nowhere };
    match stem.split_once('/') {
        Some(("boxes", name)) if !name.contains('/') => Mount::Box,
        Some(_) => Mount::Nowhere,
        None => match stem {
            "rules" => Mount::Root,
            "units" => Mount::Units,
            "claims" | "examples" => Mount::Nowhere,
            name => Mount::Under(name),
        },
    }
}

/// The tree of one layer: the files of a rule set, or those of a `--data` directory. A value that two files give, or
/// an id that two units or two boxes have, is a complaint that names both places.
pub(crate) fn mount_layer(files: &[PackFile], complaints: &mut Diagnostics) -> Node {
    let mut root = Node::bare(Value::Table(Table::new()), Place::new(&Arc::from(""), 0, ""));
    for file in files {
        let Some(relative) = &file.relative else { continue };
        let mount = mount_of(relative);
        if matches!(mount, Mount::Nowhere) {
            continue;
        }
        let parsed = match parse_text(&file.label, &file.text, &Said::default()) {
            Ok(parsed) => parsed,
            Err(faults) => {
                complaints.append(faults);
                continue;
            }
        };
        let place = parsed.place.clone();
        let mounted = match mount {
            Mount::Root => Some(parsed),
            Mount::Units => {
                let units = unit_entries(parsed, complaints);
                Some(under("units", keyed(units, "unit", complaints), &place))
            }
            Mount::Box => box_entry(parsed, complaints)
                .map(|(id, node)| under("boxes", Table::from_iter([(id, node)]), &place)),
            Mount::Under(name) => Some(under(name, without_about(parsed), &place)),
            Mount::Nowhere => None,
        };
        if let Some(mounted) = mounted {
            merge_strictly(&mut root, mounted, "", complaints);
        }
    }
    root
}

fn under(name: &str, table: Table, place: &Place) -> Node {
    let inner = Node::bare(Value::Table(table), place.clone());
    Node::bare(Value::Table(Table::from_iter([(name.to_owned(), inner)])), place.clone())
}

/// The entries of a file without the table about the file, whose provenance its values have taken over.
fn without_about(file: Node) -> Table {
    let Value::Table(mut table) = file.value else { return Table::new() };
    table.shift_remove("about");
    table
}

fn merge_strictly(target: &mut Node, source: Node, path: &str, complaints: &mut Diagnostics) {
    match (&mut target.value, source.value) {
        (Value::Table(known), Value::Table(added)) => {
            for (key, node) in added {
                let inner = join(path, &key);
                match known.get_mut(&key) {
                    Some(_) if path == "boxes" => {
                        complaints.push(twice(&key, "box", &known[&key].place, &node.place));
                    }
                    Some(_) if path == "units" && !META_KEYS.contains(&key.as_str()) => {
                        complaints.push(twice(&key, "unit", &known[&key].place, &node.place));
                    }
                    Some(old) => merge_strictly(old, node, &inner, complaints),
                    None => {
                        known.insert(key, node);
                    }
                }
            }
        }
        // Each file may speak about itself.
        _ if META_KEYS.contains(&path.rsplit('.').next().unwrap_or_default()) => {}
        _ => complaints.push(Diagnostic::error(
            source.place.with_key(path),
            "a second value",
            format!("only the one at {}", target.place.spot()),
            "remove one of the two",
        )),
    }
}

/// The complaint about an id that two units or two boxes have.
pub(crate) fn twice(id: &str, what: &str, first: &Place, second: &Place) -> Diagnostic {
    Diagnostic::error(
        second.clone(),
        format!("a second {what} with the id \"{id}\""),
        format!("only the one at {}", first.spot()),
        "give one of them another id",
    )
}

/// The units of a file, each with its id; `[box]` may stand beside them.
pub(crate) fn unit_entries(file: Node, complaints: &mut Diagnostics) -> Vec<(String, Node)> {
    let place = file.place.clone();
    let Value::Table(mut table) = file.value else { return Vec::new() };
    let units = table.shift_remove("unit");
    let mut meant = false;
    for (key, node) in &table {
        if !META_KEYS.contains(&key.as_str()) && !["about", "box", "name"].contains(&key.as_str()) {
            let advice = match nearest(key, ["unit", "box", "about"]) {
                Some("unit") => {
                    meant = true;
                    "did you mean [[unit]]?".to_owned()
                }
                Some(near) => format!("did you mean [{near}]?"),
                None => "put the key below the heading [[unit]] of the unit it belongs to".to_owned(),
            };
            complaints.push(Diagnostic::error(
                node.place.clone(),
                format!("`{key}`"),
                "only [[unit]] blocks here",
                advice,
            ));
        }
    }
    let advice = "begin every unit with a line [[unit]], with double brackets, then id = \"...\"";
    let items = match units.map(|units| (units.place, units.value)) {
        Some((_, Value::Array(items))) if !items.is_empty() => items,
        // `[[units]]` was complained about.
        None if meant => return Vec::new(),
        found => {
            let (place, found) =
                found.map_or((place, "no [[unit]]".to_owned()), |(place, value)| (place, value.found()));
            complaints.push(Diagnostic::error(place, found, "at least one [[unit]]", advice));
            return Vec::new();
        }
    };
    let mut entries = Vec::new();
    for item in items {
        if let Some(id) = checked_id(&item, "unit", complaints) {
            entries.push((id, item));
        }
    }
    entries
}

/// The entries as a table; a second one with the same id is a complaint.
pub(crate) fn keyed(entries: Vec<(String, Node)>, what: &str, complaints: &mut Diagnostics) -> Table {
    let mut table = Table::new();
    for (id, node) in entries {
        if let Some(first) = table.get(&id) {
            complaints.push(twice(&id, what, &first.place, &node.place));
        } else {
            table.insert(id, node);
        }
    }
    table
}

/// The box of a file with its id: a table with the keys `box` and `unit`.
pub(crate) fn box_entry(file: Node, complaints: &mut Diagnostics) -> Option<(String, Node)> {
    let place = file.place.clone();
    let table = Node { value: Value::Table(without_about(file)), place: place.clone(), provenance: None };
    let advice = "begin the file with [box], id = \"...\" and name = \"...\", then a [[unit]] for each unit";
    let id = match table.get("box") {
        Some(head) if head.as_table().is_some() => checked_id(head, "box", complaints),
        head => {
            let (place, found) = head.map_or_else(
                || (place, "no [box]".to_owned()),
                |head| (head.place.clone(), head.value.found()),
            );
            complaints.push(Diagnostic::error(place, found, "one heading [box]", advice));
            None
        }
    };
    let has_units = table.get("unit").and_then(Node::as_array).is_some_and(|units| !units.is_empty());
    if !has_units {
        let (place, found) = table.get("unit").map_or_else(
            || (table.place.clone(), "no [[unit]]".to_owned()),
            |units| (units.place.clone(), units.value.found()),
        );
        let advice = "add a [[unit]], with double brackets, for each unit of the box";
        complaints.push(Diagnostic::error(place, found, "at least one [[unit]]", advice));
    }
    let mut seen: BTreeMap<&str, &Place> = BTreeMap::new();
    // Of two units with one id nobody could say which is meant.
    for unit in table.get("unit").and_then(Node::as_array).unwrap_or_default() {
        let Some(id) = id_of(unit) else { continue };
        check_id(id, unit.get("id").map_or(&unit.place, |id| &id.place), complaints);
        if let Some(first) = seen.insert(id, &unit.place) {
            complaints.push(twice(id, "unit", first, &unit.place));
        }
    }
    id.filter(|_| has_units).map(|id| (id, table))
}

fn checked_id(node: &Node, what: &str, complaints: &mut Diagnostics) -> Option<String> {
    let advice = "write id = \"...\", a short name without blanks, for example id = \"rifle-squad\"";
    let (place, found, expected) = match node.as_table().map(|table| table.get("id")) {
        Some(Some(id)) => match id.as_text() {
            Some(text) if !text.trim().is_empty() => {
                check_id(text, &id.place, complaints);
                return Some(text.to_owned());
            }
            _ => (&id.place, id.value.found(), format!("an `id` for this {what}")),
        },
        Some(None) => (&node.place, "no `id`".to_owned(), format!("an `id` for this {what}")),
        None => (&node.place, node.value.found(), format!("a table for this {what}")),
    };
    complaints.push(Diagnostic::error(place.clone(), found, expected, advice));
    None
}
