//! One step of a duel, held against the outside oracle and against the text's own words.

use std::collections::BTreeMap;

use muster_dice::{ForkingDice, ScriptedDice};
use muster_results::Side;
use serde_json::Value;

use super::state::{DuelState, Phase};
use super::step::DuelProcess;
use crate::chimera::game::ChimeraGame;
use crate::chimera::plan::UnitPlan;
use crate::log::{MoraleResult, NoLog};
use crate::orders::Policy;
use crate::pack::{Sources, load};
use crate::process::{Flow, Process as _};

fn game(units: &str) -> ChimeraGame {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("units.toml");
    std::fs::write(&file, units).unwrap();
    let sources = Sources { unit_files: vec![file], ..Sources::of_set("chimera") };
    let (pack, _) = load(&sources).unwrap_or_else(|found| panic!("{found}"));
    ChimeraGame::read(&pack).unwrap_or_else(|found| panic!("{found}")).0
}

const UNITS: &str = r#"
[[unit]]
id = "heavy_foot_10"
move = 6
save = 4
figures = [{ count = 10, mp = 1 }]
[[unit]]
id = "light_foot_12"
move = 9
save = 6
figures = [{ count = 12, mp = 1 }]
[[unit]]
id = "shield_foot_20"
move = 9
save = 5
figures = [{ count = 20, mp = 1 }]
[[unit]]
id = "knights_6"
move = 12
save = 4
mounted = true
figures = [{ count = 6, mp = 2 }]
[[unit]]
id = "elephant_1"
move = 12
save = 2
figures = [{ count = 1, mp = 10 }]
"#;

fn plan(game: &ChimeraGame, id: &str) -> UnitPlan {
    UnitPlan::new(game.unit_spec(id), &game.rules.numbers, &game.rules.rulings, 0)
}

fn process<'g>(game: &'g ChimeraGame, a: &str, b: &str) -> DuelProcess<'g> {
    DuelProcess {
        rules: &game.rules,
        units: [plan(game, a), plan(game, b)],
        policies: [Policy::Charge; 2],
        start: 0,
        room: 96,
        max_turns: 30,
        pool: [0; 2],
        respawn_figures: [None; 2],
    }
}

fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some(text) => {
            let (over, under) = text.split_once('/').unwrap();
            over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
        }
        None => value.as_f64().unwrap(),
    }
}

fn oracle() -> Value {
    serde_json::from_str(include_str!("../../../../../datasets/oracles/chimera.json")).unwrap()
}

/// Strength and rally of both sides after one round, with its probability.
fn one_round(process: &DuelProcess<'_>, state: DuelState) -> BTreeMap<String, f64> {
    let mut law = BTreeMap::new();
    ForkingDice::explore(|dice| {
        let mut after = state;
        process.move_step(&mut after, state.acting(), dice, &mut NoLog);
        while after.testing != [false; 2] {
            process.test_morale(&mut after, dice, &mut NoLog);
        }
        let left = process.left(&after);
        let key =
            format!("{},{},{},{}", left[0], left[1], u8::from(after.rallied[0]), u8::from(after.rallied[1]));
        *law.entry(key).or_insert(0.0) += dice.weight();
    });
    law
}

#[test]
fn melee_rounds_agree_with_the_oracle() {
    let game = game(UNITS);
    let all = oracle();
    let rows = all["melee_rounds"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let process = process(&game, row["a"].as_str().unwrap(), row["b"].as_str().unwrap());
        let figures =
            ["figures_a", "figures_b"].map(|key| u16::try_from(row[key].as_u64().unwrap()).unwrap());
        let mut state = DuelState { strength: figures, ..process.opening() };
        match row["charger"].as_str() {
            Some("A") => {}
            Some("B") => state.phase = Phase::SecondMoves,
            _ => state.locked = Some(Side::A),
        }
        let found = one_round(&process, state);
        let expected = row["pmf"].as_object().unwrap();
        for (key, p) in expected {
            let ours = found.get(key).copied().unwrap_or(0.0);
            assert!(
                (ours - number(p)).abs() <= 1e-12,
                "{} v {}: {key} is {ours}, not {p}",
                row["a"],
                row["b"]
            );
        }
        assert_eq!(found.len(), expected.len());
    }
}

#[test]
fn morale_agrees_with_the_oracle() {
    let game = game(UNITS);
    let unit = plan(&game, "heavy_foot_10");
    let all = oracle();
    let rows = all["morale"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let figures = u32::try_from(row["figures"].as_u64().unwrap()).unwrap();
        let mut law: BTreeMap<String, f64> = BTreeMap::new();
        ForkingDice::explore(|dice| {
            let (mut left, mut held) = (figures, 0);
            match game.rules.morale.roll(dice) {
                MoraleResult::Passed => {}
                MoraleResult::Rallied => held = 1,
                MoraleResult::Leaves(percent) => {
                    left -=
                        crate::chimera::morale::wounds_leaving(&game.rules.rulings, &unit, figures, percent);
                }
            }
            *law.entry(format!("{left} left, cannot_move={held}")).or_insert(0.0) += dice.weight();
        });
        for (key, p) in row["pmf"].as_object().unwrap() {
            assert!((law[key] - number(p)).abs() <= 1e-12, "{figures} figures: {key}");
        }
        assert_eq!(law.len(), row["pmf"].as_object().unwrap().len());
    }
}

/// 2 MP charge 1: one remainder die that adds its face and 1 when it is 2 or less; the other side's die is thrown too.
#[test]
fn a_charge_is_played_die_by_die_as_the_text_says() {
    let game = game(UNITS);
    let process = process(&game, "heavy_foot_10", "heavy_foot_10");
    let state = DuelState { strength: [2, 1], ..process.opening() };
    // A's die 2 (counts 2 + 1 = 3 hits), three saves against 4+: 3 fails. B's die 2: more than its 1 point, no hit.
    let mut dice = ScriptedDice::new(&[2, 3, 4, 5, 2]);
    let after = process.step(&state, &mut dice, &mut NoLog);
    dice.finish().unwrap();
    assert!(matches!(after, Flow::Over(ended) if ended.strength == [2, 0]));
}

#[test]
fn a_loser_that_rallies_misses_its_next_move_only() {
    let game = game(UNITS);
    let process = process(&game, "heavy_foot_10", "heavy_foot_10");
    let state = DuelState { rallied: [true, false], gap: 40, ..process.opening() };
    let mut dice = ScriptedDice::new(&[]);
    let Flow::Next(after) = process.step(&state, &mut dice, &mut NoLog) else { panic!("the turn goes on") };
    dice.finish().unwrap();
    assert_eq!((after.gap, after.rallied), (40, [false; 2]));
    let state = DuelState { phase: Phase::FirstMoves, ..after };
    let Flow::Next(after) = process.step(&state, &mut ScriptedDice::new(&[]), &mut NoLog) else {
        panic!("the turn goes on")
    };
    assert_eq!(after.gap, 40 - 24);
}
