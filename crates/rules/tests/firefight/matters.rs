//! Every number of `rules.toml` and every reading of `rulings.toml` matters: changed by itself, it moves a game of the shipped data.

use std::fs;
use std::path::PathBuf;

use muster_dice::Seed;
use muster_results::Tally;
use muster_rules::firefight::FirefightGame;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Sources, load};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game as _};

use super::support::{chosen, game};

/// Two boxes, the conditions, and the plan of both.
type Fight = (&'static str, &'static str, &'static str, Plan);

/// Battles in which all kinds of troops meet on all kinds of ground, twelve games each.
const BATTLES: [Fight; 10] = [
    ("rifle-platoon", "assault-company", "hedge", Plan::Combined),
    ("armoured-column", "commanders-guard", "hedge", Plan::Assault),
    ("dug-in-guns", "brute-mob", "village", Plan::Skirmish),
    ("armoured-marines", "beast-riders", "open", Plan::FireLine),
    ("commanders-guard", "brute-mob", "open-36", Plan::Combined),
    ("armoured-column", "rifle-platoon", "woods", Plan::Assault),
    ("assault-company", "beast-riders", "open", Plan::Assault),
    ("commanders-guard", "armoured-marines", "open", Plan::Assault),
    ("commanders-guard", "dug-in-guns", "open-36", Plan::FireLine),
    ("brute-mob", "assault-company", "woods", Plan::Skirmish),
];

/// Two units, their policies, and inches between them where the data's start is not taken; fifty games each.
type Meeting = (&'static str, &'static str, [Policy; 2], Option<f64>);

const DUELS: [Meeting; 6] = [
    ("guardsmen", "swordsmen", [Policy::Hold, Policy::Charge], None),
    ("guardsmen", "conscripts", [Policy::Hold, Policy::Hold], Some(10.0)),
    ("veterans", "assault-troops", [Policy::Skirmish, Policy::Charge], Some(14.0)),
    ("stoics", "close-shooters", [Policy::Advance, Policy::Hold], None),
    ("command-squad", "guardsmen-with-marksman", [Policy::Advance, Policy::Hold], Some(30.0)),
    ("land-galley", "sharpshooters", [Policy::Hold, Policy::Skirmish], None),
];

/// Games of the probes one after another, so that nobody plays on after the first that has moved.
fn probes(game: &FirefightGame) -> impl Iterator<Item = Tally> {
    let duels = DUELS.iter().map(|(one, other, policies, start)| {
        let spec = DuelSpec { policies: policies.map(Some), start: *start, ..DuelSpec::default() };
        game.duel(one, other, &spec).unwrap().play(Seed(3), 0..50, DiceKind::Tables, false)
    });
    let battles = BATTLES.iter().map(|(one, other, conditions, plan)| {
        let spec = BattleSpec {
            conditions: (*conditions).to_owned(),
            plans: [*plan; 2],
            max_turns: None,
            limit_is_draw: false,
            respawns: [None; 2],
        };
        game.battle(one, other, &spec).unwrap().play(Seed(3), 0..12, DiceKind::Tables, false)
    });
    duels.chain(battles)
}

fn moves(usual: &[Tally], set: &str) -> bool {
    probes(&game(&[set])).zip(usual).any(|(changed, usual)| changed != *usual)
}

fn refused(set: &str) -> bool {
    let sources = Sources { sets: vec![set.to_owned()], ..Sources::of_set("firefight") };
    load(&sources).is_ok_and(|(pack, _)| FirefightGame::read(&pack).is_err())
}

fn lines_of(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../datasets/firefight").join(file);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

/// Every number and flag of the rules as `section.key` and its value.
fn numbers() -> Vec<(String, String)> {
    let (mut section, mut found) = (String::new(), Vec::new());
    for line in lines_of("rules.toml") {
        let line = line.split('#').next().unwrap_or_default().trim().to_owned();
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            name.clone_into(&mut section);
        } else if let Some((key, value)) = line.split_once('=') {
            let value = value.trim().trim_start_matches("{ value =");
            let value = value.split(',').next().unwrap_or_default().trim();
            if value.parse::<f64>().is_ok() || value == "true" || value.starts_with("\"d") {
                found.push((format!("{section}.{}", key.trim()), value.to_owned()));
            }
        }
    }
    found
}

/// Another value of a key: one more, but where that says nothing.
fn other(key: &str, value: &str) -> String {
    match (key, value) {
        ("duel.max_turns", _) => "3".to_owned(),
        ("duel.room", _) => "2".to_owned(),
        ("leadership.break_share" | "leadership.command_share", _) => "0.9".to_owned(),
        ("movement.pile_in", _) => "2".to_owned(),
        ("battle.guard_within" | "battle.follow_within", _) => "10".to_owned(),
        ("dice.die", _) => "d8".to_owned(),
        ("movement.bog_difficult", _) => "6".to_owned(),
        ("base_area.vehicle", _) => "40".to_owned(),
        (_, "true") => "false".to_owned(),
        _ => (value.parse::<f64>().unwrap() + 1.0).to_string(),
    }
}

/// Numbers and rulings that no game of these probes feels, and why.
const ELSEWHERE: [(&str, &str); 2] = [
    ("movement.bog_very_difficult", "no shipped table has walls or rough hard cover; `table.rs` sets one up"),
    (
        "suppressed_and_cowering",
        "units get up before they fire, and are hardly ever both in a firefight; `rulings.rs` sets one up",
    ),
];

#[test]
fn every_number_of_the_rules_moves_a_game_or_is_named_with_its_reason() {
    let usual: Vec<Tally> = probes(&game(&[])).collect();
    assert!(!moves(&usual, "to_hit.base=4"), "the probes must repeat themselves");
    let numbers = numbers();
    assert!(numbers.len() >= 44, "only {} numbers found", numbers.len());
    let mut idle = Vec::new();
    for (key, value) in &numbers {
        // What a unit's leadership may be is looked at when units are read.
        let felt = match key.as_str() {
            "leadership.best" => refused("leadership.best=3"),
            "leadership.worst" => refused("leadership.worst=4"),
            _ => moves(&usual, &format!("{key}={}", other(key, value))),
        };
        if !felt && !ELSEWHERE.iter().any(|(named, _)| named == key) {
            idle.push(key);
        }
    }
    assert!(idle.is_empty(), "nothing hangs on {idle:?}");
}

#[test]
fn every_reading_of_every_ruling_moves_a_game() {
    let usual: Vec<Tally> = probes(&game(&[])).collect();
    let (mut ruling, mut now, mut idle, mut read) = (String::new(), String::new(), Vec::new(), 0);
    for line in lines_of("rulings.toml") {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            name.clone_into(&mut ruling);
        } else if let Some(word) = line.strip_prefix("chosen  = ") {
            word.clone_into(&mut now);
        } else if let Some(words) = line.strip_prefix("options = [") {
            for word in words.trim_end_matches(']').split(", ").filter(|word| *word != now) {
                read += 1;
                let set = chosen(&ruling, word.trim_matches('"'));
                if !moves(&usual, &set) && !ELSEWHERE.iter().any(|(named, _)| *named == ruling) {
                    idle.push(set);
                }
            }
        }
    }
    assert!(read >= 22, "only {read} other readings found");
    assert!(idle.is_empty(), "nothing hangs on {idle:?}");
}
