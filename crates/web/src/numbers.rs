//! Numbers and rulings of a rule set, with ranges worth trying.

use std::collections::BTreeMap;

use muster_rules::pack::{Allowed, Node, Ranges, Sources, Value as Toml, load, visit_values};
use serde_json::Value;

use crate::data::Loaded;
use crate::protocol::{Number, Ruling};
use crate::toml::json;
use crate::trouble::Trouble;

/// Tables of the data that are no numbers of the rules.
const ELSEWHERE: [&str; 10] = [
    "about",
    "boxes",
    "claims",
    "conditions",
    "doctrines",
    "monsters",
    "points",
    "rulings",
    "troops",
    "units",
];

/// The numbers of the rules as they are, beside those of the built-in data, and what they may be.
pub(crate) fn numbers(root: &Node, usual: &Node, ranges: &Ranges) -> Vec<Number> {
    let mut found = Vec::new();
    let tables = root.as_table().into_iter().flatten();
    for (table, node) in
        tables.filter(|(table, _)| !ELSEWHERE.contains(&table.as_str()) && *table != "weapons")
    {
        visit_values(table, node, &mut |key, leaf| {
            let path: Vec<&str> = key.split('.').collect();
            found.push(number(key, leaf, usual.at(&path), ranges.get(key).copied()));
        });
    }
    found
}

/// Least and most of the numbers as the data are now.
///
/// # Errors
/// Built-in data that cannot be read.
pub(crate) fn ranges(loaded: &Loaded) -> Result<BTreeMap<String, [f64; 2]>, Trouble> {
    let (usual, _) = load(&Sources::of_set(loaded.pack.set.as_str()))?;
    let found = numbers(&loaded.pack.root, &usual.root, &loaded.ranges).into_iter();
    Ok(found.filter_map(|number| Some((number.key, [number.least?, number.most?]))).collect())
}

fn number(key: &str, leaf: &Node, usual: Option<&Node>, allowed: Option<Allowed>) -> Number {
    let usual = usual.unwrap_or(leaf);
    let kind = match &leaf.value {
        Toml::Integer(_) => "whole",
        Toml::Number(_) => "number",
        Toml::Flag(_) => "flag",
        Toml::Text(_) => "text",
        Toml::Array(_) | Toml::Table(_) => "list",
    };
    let range = worth_trying(key, usual).map(|tried| within(tried, allowed));
    let said = Said::of(usual);
    Number {
        key: key.to_owned(),
        kind: kind.to_owned(),
        value: json(leaf),
        usual: json(usual),
        changed: leaf.value.show() != usual.value.show(),
        least: range.map(|range| range.0),
        most: range.map(|range| range.1),
        step: range.map(|range| range.2),
        status: said.status,
        source: said.source,
        why: said.why,
    }
}

/// Least, most and step that are worth trying: about as far again as the usual value lies from nought. A die has faces.
fn worth_trying(key: &str, usual: &Node) -> Option<(f64, f64, f64)> {
    let is_die = key.rsplit('.').next() == Some("die");
    match usual.value {
        Toml::Integer(_) if is_die => Some((4.0, 12.0, 1.0)),
        Toml::Integer(whole) => {
            let usual = whole as f64;
            let reach = usual.abs().max(3.0);
            Some((usual - reach, usual + reach, 1.0))
        }
        Toml::Number(share) if (0.0..=1.0).contains(&share) => Some((0.0, 1.0, 0.05)),
        Toml::Number(number) => Some((0.0, 2.0 * number.abs(), 0.25)),
        _ => None,
    }
}

/// What is worth trying of what is allowed.
fn within((least, most, step): (f64, f64, f64), allowed: Option<Allowed>) -> (f64, f64, f64) {
    let (lowest, highest) = allowed.map_or((least, most), |allowed| (allowed.least, allowed.most));
    (least.max(lowest).min(highest), most.min(highest).max(lowest), step)
}

/// The open questions, with their readings.
pub(crate) fn rulings(root: &Node, usual: &Node) -> Vec<Ruling> {
    let table = root.get("rulings").and_then(Node::as_table);
    table.into_iter().flatten().filter_map(|(name, node)| ruling(name, node, usual)).collect()
}

fn ruling(name: &str, node: &Node, usual: &Node) -> Option<Ruling> {
    let text = |key: &str| node.get(key).and_then(Node::as_text).unwrap_or_default().to_owned();
    let chosen = json(node.get("chosen")?);
    let options: Vec<Value> = node.get("options").and_then(Node::as_array)?.iter().map(json).collect();
    let before = usual.at(&["rulings", name, "chosen"]);
    let said = Said::of(before.unwrap_or(node));
    Some(Ruling {
        name: name.to_owned(),
        id: text("id"),
        weight: text("weight"),
        asks: text("asks"),
        usual: before.map_or_else(|| chosen.clone(), json),
        chosen,
        options,
        status: said.status,
        source: said.source,
        why: said.why,
    })
}

/// What the data say of a value; empty where they say nothing.
struct Said {
    status: String,
    source: String,
    why: String,
}

impl Said {
    fn of(node: &Node) -> Said {
        let said = node.provenance.as_ref();
        Said {
            status: said.map(|said| said.status.word().to_owned()).unwrap_or_default(),
            source: said.map(|said| said.source.clone()).unwrap_or_default(),
            why: said.and_then(|said| said.why.clone()).unwrap_or_default(),
        }
    }
}
