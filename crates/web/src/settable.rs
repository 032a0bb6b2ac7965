//! What can be set of a unit and of the rules: only values that the engine takes. Every value on offer is tried by the very reading that a
//! unit of the user goes through, all of them at once, each as a unit of its own.

use indexmap::IndexMap;
use muster_rules::BOX_UNIT;
use muster_rules::pack::{Allowed, Node, Severity, Value as Toml};
use serde_json::{Map, Value};

use crate::catalogue::{LISTS, choice, covers, written};
use crate::data::{Kind, Loaded};
use crate::numbers::ranges;
use crate::protocol::{Choice, Data, Knob, Settable, UnitKnobs};
use crate::toml::json;
use crate::trouble::Trouble;

/// Keys of a unit that say who it is and where it comes from, not what it can do.
const NOT_SET: [&str; 13] = [
    "id", "name", "source", "status", "why", "led_by", "command", "rank", "role", "confers", "guns", "dice",
    "count",
];
/// Figures of a unit or a group that are worth trying, unless a unit has more.
const FIGURES: f64 = 40.0;
/// Units that one question may name.
const MOST_UNITS: usize = 8;

type Unit = Map<String, Value>;

/// What can be set.
///
/// # Errors
/// A unit that there is none of.
pub(crate) fn of(loaded: &Loaded, ids: &[String]) -> Result<Settable, Trouble> {
    if ids.len() > MOST_UNITS {
        return Err(Trouble::page(format!("{} units in one question, of at most {MOST_UNITS}", ids.len())));
    }
    let root = &loaded.pack.root;
    let used = [used(units(root)), used(units(root).flat_map(groups))];
    let mut tries = Tries::default();
    let mut drafts = Vec::new();
    for id in ids {
        let node = node_of(root, id).ok_or_else(|| Trouble::input(format!("there is no unit \"{id}\"")))?;
        drafts.push(drafts_of(loaded, node, &used, &mut tries));
    }
    let taken = tries.taken(loaded)?;
    let units = ids.iter().zip(drafts).map(|(id, drafts)| UnitKnobs {
        id: id.clone(),
        knobs: drafts.into_iter().filter_map(|draft| draft.knob(&taken)).collect(),
    });
    Ok(Settable { numbers: ranges(loaded)?, units: units.collect() })
}

// ---- the units of the data ------------------------------------------------------------------------------------------

fn entries<'n>(root: &'n Node, table: &str) -> impl Iterator<Item = &'n Node> {
    root.get(table).and_then(Node::as_table).into_iter().flat_map(|table| table.values())
}

/// Every unit of the catalogue and of the boxes.
fn units(root: &Node) -> impl Iterator<Item = &Node> {
    entries(root, "units").chain(entries(root, "boxes").flat_map(|one| entries(one, "unit")))
}

/// The groups of figures of a unit that has some.
fn groups(unit: &Node) -> impl Iterator<Item = &Node> {
    unit.get("figures").and_then(Node::as_array).into_iter().flatten()
}

fn node_of<'n>(root: &'n Node, id: &str) -> Option<&'n Node> {
    match id.split_once(BOX_UNIT) {
        Some((of, unit)) => root.at(&["boxes", of, "unit", unit]),
        None => root.at(&["units", id]),
    }
}

/// Every key that some of these tables have, with the values that they give it.
type Used<'n> = IndexMap<&'n str, Vec<&'n Toml>>;

fn used<'n>(tables: impl Iterator<Item = &'n Node>) -> Used<'n> {
    let mut used = Used::new();
    for (key, node) in tables.filter_map(Node::as_table).flatten() {
        let is_groups = key == "figures" && matches!(node.value, Toml::Array(_));
        if !NOT_SET.contains(&key.as_str()) && !is_groups {
            used.entry(key).or_default().push(&node.value);
        }
    }
    used
}

// ---- what is tried --------------------------------------------------------------------------------------------------

/// Units to be read, to see which of them are taken.
#[derive(Default)]
struct Tries(Vec<Unit>);

impl Tries {
    fn add(&mut self, unit: Unit) -> usize {
        self.0.push(unit);
        self.0.len() - 1
    }

    /// Which of them the reading takes, each under an id of its own.
    fn taken(self, loaded: &Loaded) -> Result<Vec<bool>, Trouble> {
        let mut taken = vec![true; self.0.len()];
        let named = |(at, mut unit): (usize, Unit)| {
            unit.insert("id".to_owned(), Value::from(format!("try-{at}")));
            unit
        };
        let rules = loaded.data.files.iter().filter(|file| Kind::of(&file.text) == Kind::Variant);
        let data = Data {
            units: self.0.into_iter().enumerate().map(named).collect(),
            boxes: Vec::new(),
            files: rules.cloned().collect(),
            ..loaded.data.clone()
        };
        for found in Loaded::complaints(&data)?.iter().filter(|found| found.severity == Severity::Error) {
            let place = found.place.as_ref().map_or("", |place| place.key.as_str());
            let id =
                place.strip_prefix("units.try-").map(|rest| rest.split(['.', '[']).next().unwrap_or(rest));
            match id.and_then(|id| id.parse::<usize>().ok()).and_then(|at| taken.get_mut(at)) {
                Some(taken) => *taken = false,
                None => return Err(Trouble::input(found.to_string())),
            }
        }
        Ok(taken)
    }
}

/// A knob of which not all values may be taken.
struct Draft {
    knob: Knob,
    /// Values of a number, words or the other state of a flag, and the try of each.
    values: Vec<(f64, usize)>,
    words: Vec<(Choice, usize)>,
    flipped: Option<usize>,
    /// The unit without the key.
    without: Option<usize>,
    /// The list without each of its words.
    shorter: Vec<usize>,
}

impl Draft {
    /// What is left when all that is refused has gone; `None` where nothing can be chosen.
    fn knob(self, taken: &[bool]) -> Option<Knob> {
        let mut knob = self.knob;
        knob.optional = self.without.is_some_and(|at| taken[at]);
        knob.words = self.words.into_iter().filter(|(_, at)| taken[*at]).map(|(word, _)| word).collect();
        knob.fixed =
            self.shorter.iter().enumerate().filter(|(_, at)| !taken[**at]).map(|(word, _)| word).collect();
        if let Some((least, most)) = run_around(&self.values, taken, knob.value.as_f64().or(knob.usual)) {
            (knob.least, knob.most) = (Some(least), Some(most));
        }
        let is_list = knob.value.as_array().is_some_and(|list| !list.is_empty());
        let choice = match knob.kind.as_str() {
            "number" => knob.least < knob.most || (knob.optional && knob.least.is_some()),
            "flag" => self.flipped.is_some_and(|at| taken[at]),
            "list" => is_list || !knob.words.is_empty(),
            _ => knob.words.len() > 1 || (knob.optional && !knob.words.is_empty()),
        };
        choice.then_some(knob)
    }
}

/// Ends of the values without a gap around the present one, or of the longest run of them where there is none.
fn run_around(values: &[(f64, usize)], taken: &[bool], now: Option<f64>) -> Option<(f64, f64)> {
    let runs = values.chunk_by(|one, other| taken[one.1] && taken[other.1]).filter(|run| taken[run[0].1]);
    let ends = |run: &[(f64, usize)]| (run[0].0, run[run.len() - 1].0);
    let holds = |(least, most): (f64, f64)| now.is_none_or(|now| (least..=most).contains(&now));
    let longest = runs.filter(|run| holds(ends(run))).max_by_key(|run| run.len())?;
    Some(ends(longest))
}

// ---- the knobs of one unit ------------------------------------------------------------------------------------------

/// A unit on the way to its knobs.
struct Drafting<'l> {
    loaded: &'l Loaded,
    unit: Unit,
    /// The group of figures that is at hand, and the table that its keys stand in.
    group: Option<usize>,
    node: &'l Node,
}

fn drafts_of(loaded: &Loaded, node: &Node, used: &[Used<'_>; 2], tries: &mut Tries) -> Vec<Draft> {
    let mut unit = written(node);
    for key in ["source", "status", "why"] {
        unit.remove(key);
    }
    let whole = Drafting { loaded, unit: unit.clone(), group: None, node };
    let mut drafts: Vec<Draft> =
        used[0].iter().filter_map(|(key, found)| whole.draft(key, found, tries)).collect();
    if !used[0].contains_key("cover") {
        drafts.extend(whole.draft("cover", &[&Toml::Text(String::new())], tries));
    }
    let has = |key: &str| groups(node).any(|group| group.get(key).is_some());
    for (at, group) in groups(node).enumerate() {
        let drafting = Drafting { loaded, unit: unit.clone(), group: Some(at), node: group };
        drafts.extend(drafting.draft("count", &[&Toml::Integer(1)], tries));
        // Numbers of groups stand where the unit has them: a unit of troop types has none of its own.
        let worth = used[1].iter().filter(|(key, found)| has(key) || !found.iter().all(|one| is_number(one)));
        drafts.extend(worth.filter_map(|(key, found)| drafting.draft(key, found, tries)));
    }
    drafts
}

fn is_number(value: &Toml) -> bool {
    matches!(value, Toml::Integer(_) | Toml::Number(_))
}

fn number_of(value: &Toml) -> Option<f64> {
    match value {
        Toml::Integer(whole) => Some(*whole as f64),
        Toml::Number(number) => Some(*number),
        _ => None,
    }
}

impl Drafting<'_> {
    /// The unit with another value of a key, or without it.
    fn with(&self, key: &str, value: Option<Value>) -> Unit {
        let mut unit = self.unit.clone();
        let table = match self.group {
            None => Some(&mut unit),
            Some(at) => unit
                .get_mut("figures")
                .and_then(Value::as_array_mut)
                .and_then(|groups| groups.get_mut(at))
                .and_then(Value::as_object_mut),
        };
        if let Some(table) = table {
            match value {
                Some(value) => table.insert(key.to_owned(), value),
                None => table.remove(key),
            };
        }
        unit
    }

    /// What the reading asks of a number.
    fn allowed(&self, key: &str) -> Option<Allowed> {
        self.loaded.ranges.get(&format!("{}.{key}", self.node.place.key)).copied()
    }

    fn draft(&self, key: &str, found: &[&Toml], tries: &mut Tries) -> Option<Draft> {
        let value = self.node.get(key).map_or(Value::Null, json);
        let is_text = |value: &Toml| matches!(value, Toml::Text(_));
        let kind = if found.iter().all(|one| is_number(one)) {
            "number"
        } else if found.iter().all(|one| matches!(one, Toml::Flag(_))) {
            "flag"
        } else if found.iter().all(|one| is_text(one)) {
            "word"
        } else if found.iter().all(|one| matches!(one, Toml::Array(_))) {
            "list"
        } else {
            return None;
        };
        let knob =
            Knob { group: self.group, key: key.to_owned(), kind: kind.to_owned(), value, ..Knob::default() };
        let without = (!knob.value.is_null()).then(|| tries.add(self.with(key, None)));
        let mut draft = Draft {
            knob,
            values: Vec::new(),
            words: Vec::new(),
            flipped: None,
            without,
            shorter: Vec::new(),
        };
        match kind {
            "number" => self.number(&mut draft, found, tries),
            "flag" => {
                let now = draft.knob.value.as_bool() == Some(true);
                let other = (!now).then_some(Value::Bool(true));
                draft.flipped = Some(tries.add(self.with(key, other)));
            }
            "word" => {
                let words = words(self.loaded, key, found.iter().filter_map(|one| text_of(one)));
                let try_word = |word: Choice| {
                    let value = Value::from(word.id.as_str());
                    let at = tries.add(self.with(key, Some(value)));
                    (word, at)
                };
                draft.words = words.into_iter().map(try_word).collect();
            }
            _ => self.list(&mut draft, found, tries),
        }
        Some(draft)
    }

    /// Values from just below the least that units have to just above the most, in whole steps.
    fn number(&self, draft: &mut Draft, found: &[&Toml], tries: &mut Tries) {
        let key = draft.knob.key.clone();
        let allowed = self.allowed(&key);
        let usual = allowed.and_then(|allowed| allowed.left_out);
        let now = draft.knob.value.as_f64().or(usual);
        let is_figures = key == "figures" || key == "count";
        let all = || found.iter().filter_map(|one| number_of(one)).chain(now);
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        let (mut least, mut most) = match (is_figures, low > 0.0) {
            (true, _) => (1.0, FIGURES.max(now.unwrap_or(0.0))),
            (false, true) => ((low - 1.0).max(1.0), high + 1.0),
            (false, false) => (low - 1.0, high + 1.0),
        };
        if let Some(allowed) = allowed {
            (least, most) = (least.max(allowed.least), most.min(allowed.most));
        }
        // From the present value outwards, so that one with a fraction keeps it.
        let start = now.unwrap_or(least);
        let below = (0..).map(|step| start - f64::from(step)).take_while(|value| *value >= least).skip(1);
        let above = (0..).map(|step| start + f64::from(step)).take_while(|value| *value <= most);
        let mut values: Vec<f64> = below.chain(above).collect();
        values.sort_by(f64::total_cmp);
        let whole = |value: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "whole, and within what the reading allows")]
            let whole = value as i64;
            if value.fract() == 0.0 { Value::from(whole) } else { Value::from(value) }
        };
        draft.values =
            values.into_iter().map(|value| (value, tries.add(self.with(&key, Some(whole(value)))))).collect();
        draft.knob.usual = usual;
    }

    fn list(&self, draft: &mut Draft, found: &[&Toml], tries: &mut Tries) {
        let key = draft.knob.key.clone();
        let now = draft.knob.value.as_array().cloned().unwrap_or_default();
        let items =
            found.iter().filter_map(|one| if let Toml::Array(items) = one { Some(items) } else { None });
        let used = items.flatten().filter_map(Node::as_text);
        let words = words(self.loaded, &key, used);
        let new = words.into_iter().filter(|word| now.iter().all(|one| one.as_str() != Some(&word.id)));
        let try_word = |word: Choice| {
            let longer = now.iter().cloned().chain([Value::from(word.id.as_str())]).collect();
            let at = tries.add(self.with(&key, Some(Value::Array(longer))));
            (word, at)
        };
        draft.words = new.map(try_word).collect();
        let without = |word: usize| {
            let shorter: Vec<Value> =
                now.iter().enumerate().filter(|(at, _)| *at != word).map(|(_, one)| one.clone()).collect();
            self.with(&key, (!shorter.is_empty()).then_some(Value::Array(shorter)))
        };
        draft.shorter = (0..now.len()).map(|word| tries.add(without(word))).collect();
    }
}

fn text_of(value: &Toml) -> Option<&str> {
    if let Toml::Text(text) = value { Some(text) } else { None }
}

/// The words of a key: the entries of the list of the data that holds all that are in use, else those in use.
fn words<'n>(loaded: &Loaded, key: &str, used: impl Iterator<Item = &'n str>) -> Vec<Choice> {
    if key == "cover" {
        return covers();
    }
    let mut in_use: Vec<&str> = Vec::new();
    for word in used {
        if !in_use.contains(&word) {
            in_use.push(word);
        }
    }
    let tables = LISTS.iter().filter_map(|list| loaded.pack.root.get(list)?.as_table());
    let holds = |table: &&muster_rules::pack::Table| {
        !in_use.is_empty() && in_use.iter().all(|word| table.contains_key(*word))
    };
    let named = |id: &str, name: Option<&str>| {
        let plain = choice(id, "");
        Choice { name: name.map_or(plain.name, str::to_owned), ..plain }
    };
    match tables.into_iter().find(holds) {
        Some(table) => {
            table.iter().map(|(id, entry)| named(id, entry.get("name").and_then(Node::as_text))).collect()
        }
        None => in_use.iter().map(|word| named(word, None)).collect(),
    }
}
