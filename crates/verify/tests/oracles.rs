//! Every value of `datasets/oracles/chimera.json`, made by a program that shares no code with this one.

use std::collections::BTreeMap;

use muster_dice::Seed;
use muster_resolver::EXACT_BUDGET;
use muster_results::SeatingLaw;
use muster_rules::orders::Policy;
use muster_rules::{DiceKind, DuelSpec, OddsQuery};
use muster_stats::Record;
use muster_stats::alarm::Check;
use muster_verify::{ALPHA, chimera, oracle, oracle_units};
use serde_json::Value;

/// A fraction such as "35/1296", or a plain number.
fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => match text.split_once('/') {
            Some((over, under)) => over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap(),
            None => text.parse().unwrap(),
        },
        other => other.as_f64().unwrap(),
    }
}

fn law(value: &Value) -> BTreeMap<u32, f64> {
    value.as_object().unwrap().iter().map(|(k, p)| (k.parse().unwrap(), number(p))).collect()
}

fn assert_law(found: &[(u32, f64)], expected: &BTreeMap<u32, f64>, what: &str) {
    let found: BTreeMap<u32, f64> = found.iter().copied().collect();
    for value in found.keys().chain(expected.keys()) {
        let (ours, theirs) = (found.get(value).unwrap_or(&0.0), expected.get(value).unwrap_or(&0.0));
        assert!((ours - theirs).abs() <= 1e-12, "{what}: P({value}) is {ours}, the oracle has {theirs}");
    }
    let total: f64 = found.values().sum();
    assert!((total - 1.0).abs() <= 1e-12, "{what}: sums to {total}");
}

#[test]
fn shooting_hits_agree() {
    let game = chimera(&[], &[], &[]);
    let all = oracle("chimera");
    let rows = all["shooting_hits"].as_object().unwrap();
    assert_eq!(rows.len(), 10);
    for (fp, expected) in rows {
        let query = OddsQuery { shoot: Some(fp.parse().unwrap()), ..OddsQuery::default() };
        assert_law(&game.odds(&query).unwrap().pmf, &law(expected), &format!("FP {fp}"));
    }
}

#[test]
fn melee_hits_agree() {
    let game = chimera(&[], &[], &[]);
    let all = oracle("chimera");
    let rows = all["melee_hits"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    for row in rows {
        let query = OddsQuery {
            melee: Some(u32::try_from(row["mp"].as_u64().unwrap()).unwrap()),
            charging: row["charging"].as_bool().unwrap(),
            ..OddsQuery::default()
        };
        assert_law(&game.odds(&query).unwrap().pmf, &law(&row["pmf"]), &row.to_string());
    }
}

#[test]
fn casualties_agree() {
    let game = chimera(&[], &[], &[]);
    let all = oracle("chimera");
    let rows = all["casualties"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let query = OddsQuery {
            shoot: row["fp"].as_f64(),
            save: row["save_needed"].as_i64().map(|n| i32::try_from(n).unwrap()),
            figures: row["figures"].as_u64().map(|n| u32::try_from(n).unwrap()),
            ..OddsQuery::default()
        };
        assert_law(&game.odds(&query).unwrap().pmf, &law(&row["pmf"]), &row.to_string());
    }
}

fn duel_spec(row: &Value) -> DuelSpec {
    DuelSpec {
        policies: ["policy_a", "policy_b"].map(|key| Policy::named(row[key].as_str().unwrap())),
        start: row["start"].as_f64(),
        room: row["room"].as_f64(),
        max_turns: row["max_turns"].as_u64().map(|n| u32::try_from(n).unwrap()),
        ..DuelSpec::default()
    }
}

fn assert_seating(law: &SeatingLaw, expected: &Value, what: &str) {
    let pairs = [
        ("win", law.win),
        ("draw", law.draw),
        ("loss", law.loss),
        ("mean_figures_left_a", law.mean_left(0)),
        ("mean_figures_left_b", law.mean_left(1)),
    ];
    for (key, ours) in pairs {
        let theirs = number(&expected[key]);
        assert!((ours - theirs).abs() <= 1e-9, "{what}: {key} is {ours}, the oracle has {theirs}");
    }
    assert!((law.win + law.draw + law.loss - 1.0).abs() <= 1e-12, "{what}: sums to one");
}

#[test]
fn exact_duels_agree_to_a_billionth() {
    let folder = tempfile::tempdir().unwrap();
    let units = oracle_units(folder.path());
    let game = chimera(&[], &[&units], &[]);
    let all = oracle("chimera");
    let duels = all["duels"].as_array().unwrap();
    assert_eq!(duels.len(), 10);
    for row in duels {
        let (a, b) = (row["a"].as_str().unwrap(), row["b"].as_str().unwrap());
        let solved = game.duel(a, b, &duel_spec(row)).unwrap().solve(EXACT_BUDGET).unwrap();
        let what = format!("{a} {} v {b} {}", row["policy_a"], row["policy_b"]);
        assert_seating(&solved.seatings[0], &row["a_first"], &format!("{what}, a first"));
        assert_seating(&solved.seatings[1], &row["b_first"], &format!("{what}, b first"));
    }
}

/// 40 checks (10 duels, two seatings, two kinds of dice) at 3.3e-6 each. With 200 000 games a seating a shift of the
/// score by about 0.7 points would be caught 97 times in 100.
#[test]
fn sampled_duels_agree_within_the_alarm_rate() {
    let folder = tempfile::tempdir().unwrap();
    let units = oracle_units(folder.path());
    let game = chimera(&[], &[&units], &[]);
    let all = oracle("chimera");
    for row in all["duels"].as_array().unwrap() {
        let (a, b) = (row["a"].as_str().unwrap(), row["b"].as_str().unwrap());
        let matchup = game.duel(a, b, &duel_spec(row)).unwrap();
        for (dice, games) in [(DiceKind::Tables, 200_000), (DiceKind::Plain, 100_000)] {
            let tally = matchup.play(Seed(20_261_130), 0..games, dice, false);
            for (seat, key) in tally.seatings.iter().zip(["a_first", "b_first"]) {
                let record = Record { wins: seat.wins, draws: seat.draws, losses: seat.losses };
                let expected = number(&row[key]["win"]) + number(&row[key]["draw"]) / 2.0;
                let verdict = Check::score(record, expected).alpha(ALPHA).verdict();
                assert!(verdict.passed, "{a} v {b}, {key}, {dice:?}: {verdict}");
            }
        }
    }
}

/// The check above has teeth: the same games against units whose save is one worse are caught.
#[test]
fn a_save_made_one_worse_is_caught() {
    let folder = tempfile::tempdir().unwrap();
    let units = oracle_units(folder.path());
    let mutant = folder.path().join("mutant.toml");
    let text = std::fs::read_to_string(&units).unwrap();
    let bent = text.replacen("save = 4", "save = 5", 1);
    assert_ne!(text, bent);
    std::fs::write(&mutant, bent).unwrap();
    let game = chimera(&[], &[&mutant], &[]);
    let all = oracle("chimera");
    let row = all["duels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["a"] == "heavy_foot_10" || row["b"] == "heavy_foot_10");
    let row = row.unwrap();
    let matchup = game.duel("bow_10", "heavy_foot_10", &duel_spec(&all["duels"][1])).unwrap();
    assert!(row.is_object());
    let tally = matchup.play(Seed(20_261_130), 0..200_000, DiceKind::Tables, false);
    let seat = &tally.seatings[0];
    let record = Record { wins: seat.wins, draws: seat.draws, losses: seat.losses };
    let expected =
        number(&all["duels"][1]["a_first"]["win"]) + number(&all["duels"][1]["a_first"]["draw"]) / 2.0;
    assert!(!Check::score(record, expected).alpha(ALPHA).verdict().passed);
}
