//! Conditions from `conditions.toml`: inches to whole quarters, and everything checked against the table.

use std::collections::BTreeMap;

use super::conditions::{Conditions, Ending, LimitRule, Objective};
use super::lengths::{in_inches, inches, length};
use super::terrain::Table;
use super::terrain_read::read_terrain;
use crate::pack::{Reader, nearest};

/// The most turns of a battle.
const MOST_TURNS: i64 = 1000;
/// The largest weight in a mix.
const MOST_WEIGHT: i64 = 1000;

/// Named conditions by their ids.
pub type ConditionsById = BTreeMap<String, Conditions>;
/// Named mixes of conditions: the ids of their parts in the order of the file, with whole weights.
pub type Mixes = BTreeMap<String, Vec<(String, u32)>>;

/// Reads the table `conditions` of a rule set's data: conditions, and mixes of them, which have `parts`. Complaints go to
/// the reader's sink; what was complained of is left out.
pub fn read_all(root: &Reader<'_>) -> (ConditionsById, Mixes) {
    let (mut conditions, mut mixes) = (ConditionsById::new(), Mixes::new());
    let Some(file) = root.table("conditions") else { return (conditions, mixes) };
    let entries = file.entries();
    let is_mix = |entry: &Reader<'_>| entry.has("parts");
    let ids: Vec<&str> =
        entries.iter().filter(|(_, entry)| !is_mix(entry)).map(|(id, _)| id.as_str()).collect();
    for (id, entry) in &entries {
        if is_mix(entry) {
            mixes.extend(read_mix(entry, &ids).map(|parts| (id.clone(), parts)));
        } else {
            conditions.extend(Conditions::read(entry).map(|read| (id.clone(), read)));
        }
    }
    entries.into_iter().for_each(|(_, entry)| entry.finish());
    file.finish();
    (conditions, mixes)
}

impl Conditions {
    /// Reads one table of `conditions.toml`. Lengths are inches there, whole or in quarters, and at most a thousand;
    /// terrain lies on the table. Nothing after a complaint. The caller finishes the reader.
    pub fn read(reader: &Reader<'_>) -> Option<Conditions> {
        let id =
            reader.name().strip_prefix("conditions.").unwrap_or(reader.name()).trim_matches('"').to_owned();
        let (name, says) = (reader.needed_name(), reader.text("says"));
        let (width, depth) = (length(reader, "table_width"), length(reader, "table_depth"));
        let terrain = read_terrain(reader, width, depth);
        let gap = read_gap(reader, depth);
        let spacing = inches(reader, "spacing", 0.0);
        let turns = whole(reader, "turns", MOST_TURNS);
        let ending = read_ending(reader, turns);
        let (areas, lines) = terrain?;
        Some(Conditions {
            id,
            name: name?,
            says: says?,
            table: Table { width: width?, depth: depth?, areas, lines },
            gap: gap?,
            spacing: spacing?,
            turns: turns?,
            ending: ending?,
        })
    }
}

fn whole(reader: &Reader<'_>, key: &str, most: i64) -> Option<u32> {
    reader.whole(key, 1..=most).and_then(|number| u32::try_from(number).ok())
}

/// The gap, in front of which both sides have as many whole quarter inches of table.
fn read_gap(reader: &Reader<'_>, depth: Option<i32>) -> Option<i32> {
    let gap = inches(reader, "gap", 0.0)?;
    let depth = depth?;
    let found = format!("{} inches", in_inches(gap));
    if gap >= depth {
        let expected = format!("less than the depth of the table, {} inches", in_inches(depth));
        reader.complain("gap", &found, &expected, "make the gap smaller or the table deeper");
        return None;
    }
    if (depth - gap) % 2 != 0 {
        let expected = "a gap that leaves both sides the same whole quarter inches";
        reader.complain("gap", &found, expected, "make the gap a quarter inch larger or smaller");
        return None;
    }
    Some(gap)
}

fn read_ending(reader: &Reader<'_>, turns: Option<u32>) -> Option<Ending> {
    let limit = match reader.one_of("limit_rule", &["share_of_worth", "draw"]) {
        Some(0) => reader.number("margin", 0.0..=1.0).map(|margin| LimitRule::ShareOfWorth { margin }),
        Some(_) => Some(LimitRule::Draw),
        None => None,
    };
    // A variant that sets only the rule leaves the margin standing.
    reader.know("margin");
    let break_point = reader.optional_number("break_point", 0.01..=1.0);
    let broken = reader.has("break_point") && break_point.is_none();
    let objective = reader.optional_table("objective").map(|table| {
        let last = turns.map_or(MOST_TURNS, i64::from);
        let (turn, radius) = (whole(&table, "turn", last), length(&table, "radius"));
        table.finish();
        Some(Objective { turn: turn?, radius: radius? })
    });
    if broken || (reader.has("objective") && objective.is_none()) {
        return None;
    }
    let objective = objective.map_or(Some(None), |read| read.map(Some))?;
    Some(Ending { limit: limit?, break_point, objective })
}

/// The parts of a mix; `ids` are the conditions that there are, sound or not.
fn read_mix(reader: &Reader<'_>, ids: &[&str]) -> Option<Vec<(String, u32)>> {
    let parts = reader.optional_table("parts")?;
    let keys = parts.keys();
    if keys.is_empty() {
        reader.complain("parts", "no parts", "conditions with weights", "for example: parts = { open = 1 }");
        return None;
    }
    let mut read = Vec::new();
    for id in &keys {
        let weight = whole(&parts, id, MOST_WEIGHT);
        if ids.contains(&id.as_str()) {
            read.extend(weight.map(|weight| (id.clone(), weight)));
            continue;
        }
        let advice = match nearest(id, ids.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are: {}", ids.join(", ")),
        };
        parts.complain(id, &format!("no conditions named \"{id}\""), "conditions of this file", &advice);
    }
    parts.finish();
    (read.len() == keys.len()).then_some(read)
}
