//! Units and boxes between JSON and TOML.

use std::sync::Arc;

use muster_rules::pack::{Node, Place, Table, Value as Toml};
use serde_json::{Map, Number, Value};

/// Keys that stand first in a unit or a box, for people to read.
const FIRST: [&str; 4] = ["id", "name", "maker", "number"];

/// A file of units.
pub(crate) fn units(units: &[Map<String, Value>]) -> String {
    units.iter().map(|unit| entry("[[unit]]", unit)).collect::<Vec<_>>().join("\n")
}

/// A file of a box: its head, then its units.
pub(crate) fn of_box(one: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (key, value) in one.iter().filter(|(key, _)| *key != "unit") {
        text.push_str(&match value {
            Value::Object(table) => entry(&format!("[{}]", key_of(key)), table),
            plain => line(key, plain),
        });
    }
    for unit in one.get("unit").and_then(Value::as_array).into_iter().flatten() {
        if let Value::Object(unit) = unit {
            text.push('\n');
            text.push_str(&entry("[[unit]]", unit));
        }
    }
    text
}

/// A value as JSON.
pub(crate) fn json(node: &Node) -> Value {
    match &node.value {
        Toml::Table(table) => Value::Object(object(table)),
        Toml::Array(items) => Value::Array(items.iter().map(json).collect()),
        Toml::Integer(number) => Value::from(*number),
        Toml::Number(number) => Value::from(*number),
        Toml::Text(text) => Value::from(text.as_str()),
        Toml::Flag(flag) => Value::from(*flag),
    }
}

/// A table as a JSON object.
pub(crate) fn object(table: &Table) -> Map<String, Value> {
    table.iter().map(|(key, node)| (key.clone(), json(node))).collect()
}

fn entry(heading: &str, table: &Map<String, Value>) -> String {
    let mut text = format!("{heading}\n");
    let first = FIRST.iter().filter_map(|key| table.get_key_value(*key));
    let rest = table.iter().filter(|(key, _)| !FIRST.contains(&key.as_str()));
    first.chain(rest).for_each(|(key, value)| text.push_str(&line(key, value)));
    text
}

/// A line of TOML; nothing for `null`, which TOML does not have.
fn line(key: &str, value: &Value) -> String {
    value_of(value).map_or_else(String::new, |value| format!("{} = {}\n", key_of(key), value.show()))
}

fn key_of(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { Toml::Text(key.to_owned()).show() }
}

fn value_of(value: &Value) -> Option<Toml> {
    let node = |value: Toml| Node { value, place: Place::new(&Arc::from(""), 0, ""), provenance: None };
    Some(match value {
        Value::Null => return None,
        Value::Bool(flag) => Toml::Flag(*flag),
        Value::Number(number) => number_of(number),
        Value::String(text) => Toml::Text(text.clone()),
        Value::Array(items) => Toml::Array(items.iter().filter_map(value_of).map(node).collect()),
        Value::Object(table) => Toml::Table(
            table.iter().filter_map(|(key, value)| Some((key.clone(), node(value_of(value)?)))).collect(),
        ),
    })
}

/// A page has one kind of number: 12.0 is 12.
fn number_of(number: &Number) -> Toml {
    let fraction = number.as_f64().unwrap_or_default();
    match number.as_i64() {
        Some(whole) => Toml::Integer(whole),
        None => Toml::Number(fraction),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).expect("JSON")
    }

    #[test]
    fn a_unit_is_written_id_first_and_without_nulls() {
        let unit =
            map(r#"{"cover": null, "figures": [{"count": 12, "type": "x"}], "name": "A \"B\"", "id": "a"}"#);
        assert_eq!(
            units(&[unit]),
            "[[unit]]\nid = \"a\"\nname = \"A \\\"B\\\"\"\nfigures = [{ count = 12, type = \"x\" }]\n"
        );
    }

    #[test]
    fn keys_that_toml_would_not_take_are_quoted() {
        assert_eq!(units(&[map(r#"{"a b\n": 1.5}"#)]), "[[unit]]\n\"a b\\n\" = 1.5\n");
    }
}
