//! What two forces meet on, in a sentence, and how they play.

use muster_report::number;
use muster_rules::grammar::counted;
use muster_rules::pack::{Node, Pack, Value};
use muster_rules::terms::policy_of;
use muster_rules::{BOX_UNIT, BattleSpec, DuelSpec, Game, UnitFacts};

/// A number of the data by its key.
#[must_use]
pub fn number_at(pack: &Pack, path: &[&str]) -> Option<f64> {
    match pack.root.at(path).map(|node: &Node| &node.value)? {
        Value::Integer(number) => Some(*number as f64),
        Value::Number(number) => Some(*number),
        _ => None,
    }
}

/// The line that two units meet on.
#[must_use]
pub fn of_duel(pack: &Pack, spec: &DuelSpec) -> String {
    let inches = |asked: Option<f64>, key: &str| {
        asked
            .or_else(|| number_at(pack, &["duel", key]))
            .map_or_else(|| "unknown".to_owned(), |inches| format!("{inches}\""))
    };
    let turns =
        spec.max_turns.map(f64::from).or_else(|| number_at(pack, &["duel", "max_turns"])).unwrap_or(0.0);
    format!(
        "Open ground, {} apart, {} of room behind each, at most {} {}",
        inches(spec.start, "start"),
        inches(spec.room, "room"),
        number::fixed(turns, 0),
        if turns.total_cmp(&1.0).is_eq() { "turn" } else { "turns" }
    )
}

/// The table that two boxes meet on.
#[must_use]
pub fn of_battle(game: &dyn Game, spec: &BattleSpec) -> String {
    let facts = game.conditions().iter().find(|facts| facts.id == spec.conditions);
    let mut ground =
        facts.map_or_else(|| spec.conditions.clone(), |facts| format!("{} ({})", facts.name, facts.id));
    if let Some(turns) = spec.max_turns {
        ground.push_str(&format!(", at most {}", counted(turns, "turn", "turns")));
    }
    if spec.limit_is_draw {
        ground.push_str(", a draw at the turn limit");
    }
    ground
}

/// The policies in force: as asked, else to advance with a ranged weapon and to charge without one.
#[must_use]
pub fn policies(game: &dyn Game, ids: &[String; 2], spec: &DuelSpec) -> [String; 2] {
    [0, 1].map(|at: usize| {
        let shoots = unit(game, &ids[at]).is_some_and(|unit| unit.shoots);
        policy_of(spec.policies[at], shoots).word().to_owned()
    })
}

/// A unit of the catalogue by its id, or one of a box by `box:unit`.
#[must_use]
pub fn unit<'g>(game: &'g dyn Game, id: &str) -> Option<&'g UnitFacts> {
    let of_box = || {
        let (of, unit) = id.split_once(BOX_UNIT)?;
        let found = game.boxes().iter().find(|one| one.id == of)?;
        found.units.iter().find(|one| one.id == unit)
    };
    game.units().iter().find(|unit| unit.id == id).or_else(of_box)
}

/// The plans of both sides.
#[must_use]
pub fn plans(spec: &BattleSpec) -> [String; 2] {
    spec.plans.map(|plan| plan.word().to_owned())
}
