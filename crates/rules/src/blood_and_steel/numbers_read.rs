//! Dice of the data, and numbers that must stand in an order.

use std::collections::BTreeMap;

use muster_dice::Die;

use super::throw::{Throw, ladder_in_words};
use crate::pack::{Node, Reader, Value, note_range};

/// A die of the ladder such as `d12x3`; complains about anything else.
pub(super) fn throw(reader: &Reader<'_>, key: &str) -> Option<Throw> {
    let text = reader.text(key)?;
    Throw::named(&text).map_err(|advice| complain_of_die(reader, key, &text, &advice)).ok()
}

fn complain_of_die(reader: &Reader<'_>, key: &str, text: &str, advice: &str) {
    let expected = format!("a die of the ladder {}", ladder_in_words());
    reader.complain(key, &format!("\"{text}\""), &expected, advice);
}

/// A die that counts once.
pub(super) fn die(reader: &Reader<'_>, key: &str) -> Option<Die> {
    counts_once(reader, key, throw(reader, key)?)
}

fn counts_once(reader: &Reader<'_>, key: &str, throw: Throw) -> Option<Die> {
    if throw.times != 1 {
        let advice = format!("did you mean {}?", throw.die);
        reader.complain(key, &format!("\"{throw}\""), "a die that counts once", &advice);
        return None;
    }
    Some(throw.die)
}

/// A list of dice.
pub(super) fn dice(reader: &Reader<'_>, key: &str) -> Option<Vec<Die>> {
    let mut found = Vec::new();
    for text in reader.texts(key) {
        let throw =
            Throw::named(&text).map_err(|advice| complain_of_die(reader, key, &text, &advice)).ok()?;
        found.push(counts_once(reader, key, throw)?);
    }
    if found.is_empty() {
        reader.complain(key, "no dice", "a list of dice", "");
        return None;
    }
    Some(found)
}

/// A list of dice, each larger than the one before.
pub(super) fn increasing_dice(reader: &Reader<'_>, key: &str) -> Option<Vec<Die>> {
    let found = dice(reader, key)?;
    if let Some(pair) = found.windows(2).find(|pair| pair[0] >= pair[1]) {
        let told = format!("{} after {}", pair[1], pair[0]);
        reader.complain(key, &told, "each die larger than the one before", "put them in order");
        return None;
    }
    Some(found)
}

/// The dice of a section that are not settings of their own.
pub(super) fn named_dice(reader: &Reader<'_>, settings: &[&str]) -> BTreeMap<String, Die> {
    let names = reader.keys().into_iter().filter(|key| !settings.contains(&key.as_str()));
    // A die that is complained of leaves its name known, so that nobody who uses the name is complained of too.
    names.map(|name| (name.clone(), die(reader, &name).unwrap_or(Die::D4))).collect()
}

/// Whether the second number is the first and so many more, at least; else complains of the one that a later
/// layer has set, for that is what went wrong.
pub(super) fn in_order(
    reader: &Reader<'_>,
    (low_key, low): (&str, u32),
    (high_key, high): (&str, u32),
    apart: u32,
) -> bool {
    note_range(&reader.place(low_key).key, f64::NEG_INFINITY, f64::from(high) - f64::from(apart));
    note_range(&reader.place(high_key).key, f64::from(low) + f64::from(apart), f64::INFINITY);
    if low + apart <= high {
        return true;
    }
    if reader.is_overlaid(high_key) && !reader.is_overlaid(low_key) {
        let least = low + apart;
        let advice = format!("{low_key} is {low}: give {least} or more, or lower {low_key} too");
        reader.complain(high_key, &high.to_string(), &format!("{least} or more"), &advice);
    } else {
        let most = high.saturating_sub(apart);
        let advice = format!("{high_key} is {high}: give {most} or less, or raise {high_key} too");
        reader.complain(low_key, &low.to_string(), &format!("{most} or less"), &advice);
    }
    false
}

/// The tables of the data that hold dice.
const TABLES_OF_DICE: [&str; 8] =
    ["quality", "armour", "weapons", "monsters", "missile", "magic", "leader", "dice"];

/// The ladder must hold every die that the data throws: shifts and the search for a leader go by it.
pub(super) fn complain_of_missing_rungs(root: &Reader<'_>, ladder: &[Die]) {
    let mut missing: BTreeMap<Die, String> = BTreeMap::new();
    for node in TABLES_OF_DICE.iter().filter_map(|table| root.node(table)) {
        for_each_die(node, &mut |die, key| {
            if !ladder.contains(&die) {
                missing.entry(die).or_insert_with(|| key.to_owned());
            }
        });
    }
    let Some(dice) = root.optional_table("dice") else { return };
    for (die, key) in missing {
        let advice = format!("add \"{die}\", which `{key}` throws");
        dice.complain("ladder", &format!("no {die}"), "every die that the rules throw", &advice);
    }
}

fn for_each_die(node: &Node, found: &mut dyn FnMut(Die, &str)) {
    match &node.value {
        Value::Text(text) => {
            if let Ok(throw) = Throw::named(text) {
                found(throw.die, &node.place.key);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| for_each_die(item, found)),
        Value::Table(table) => {
            table.iter().filter(|(key, _)| *key != "name").for_each(|(_, node)| for_each_die(node, found));
        }
        _ => {}
    }
}
