//! Every value of the outside program, which shares no code with ours.

use std::collections::BTreeMap;

use muster_dice::Die;
use muster_dice::Roll as _;
use muster_rules::Game as _;
use muster_rules::blood_and_steel::confidence::TestRoll;
use muster_rules::blood_and_steel::melee::{ContestSide, MeleeRound, Outcome};
use muster_rules::blood_and_steel::missile::{Hits, Shot, ShotRoll};
use muster_rules::blood_and_steel::throw::Throw;
use serde_json::Value;

use super::support::game;

fn oracle() -> Value {
    serde_json::from_str(include_str!("../../../../datasets/oracles/blood_steel.json")).unwrap()
}

fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some(text) => {
            let (over, under) = text.split_once('/').unwrap_or((text, "1"));
            over.parse::<f64>().unwrap() / under.parse::<f64>().unwrap()
        }
        None => value.as_f64().unwrap(),
    }
}

fn small(row: &Value, key: &str) -> u32 {
    u32::try_from(row[key].as_u64().unwrap_or_else(|| panic!("{key} in {row}"))).unwrap()
}

fn die(row: &Value, key: &str) -> Die {
    Die::new(u8::try_from(small(row, key)).unwrap()).unwrap()
}

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-9, "{what}: {found}, not {expected}");
}

fn side(row: &Value, me: &str, foe: &str) -> ContestSide {
    let key = |name: &str| format!("{name}_{me}");
    let throw = |name: &str| Throw::of(die(row, name));
    let full = row.get(key("ranks")).is_some();
    let melee = throw(&key("melee"));
    ContestSide {
        quality: die(row, &key("quality")),
        qualities: 1,
        melee,
        extra: [None; 2],
        led: false,
        ranks: if full { small(row, &key("ranks")) } else { 1 },
        divisor: melee,
        casualty: if full { throw(&key("casualty_die")) } else { melee },
        armour: if full { throw(&key("armour")) } else { melee },
        inflicts: true,
        rolls: true,
        most: if full { small(row, &key("figures")) } else { small(row, &format!("quality_{foe}")) },
    }
}

#[test]
fn contests_have_the_oracles_outcomes() {
    let rulings = game(&[]).rules().rulings;
    let all = oracle();
    let rows = all["contest"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let outcomes = MeleeRound::new([side(row, "a", "b"), side(row, "b", "a")], &rulings).outcomes();
        for (at, key) in ["A2", "A1", "D", "B1", "B2"].into_iter().enumerate() {
            close(outcomes[at], number(&row["pmf"][key]), &format!("{row}: {key}"));
        }
    }
}

#[test]
fn rounds_of_melee_have_the_oracles_casualties() {
    let rulings = game(&[]).rules().rulings;
    let all = oracle();
    let rows = all["melee"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let round = MeleeRound::new([side(row, "a", "b"), side(row, "b", "a")], &rulings);
        let mut found: BTreeMap<String, f64> = BTreeMap::new();
        for (result, p) in round.results() {
            let word = match result.outcome {
                Outcome::FirstMajor => "A2",
                Outcome::FirstMinor => "A1",
                Outcome::Drawn => "D",
                Outcome::SecondMinor => "B1",
                Outcome::SecondMajor => "B2",
            };
            let key = format!("{word},{},{}", result.fallen[0], result.fallen[1]);
            *found.entry(key).or_insert(0.0) += p;
        }
        let expected = row["pmf"].as_object().unwrap();
        for (key, p) in expected {
            close(found.get(key).copied().unwrap_or(0.0), number(p), key);
        }
        assert_eq!(found.len(), expected.len());
    }
}

/// The oracle's rows must not pass with a die one step off: the test can fail.
#[test]
fn a_bent_casualty_die_is_not_the_oracles() {
    let rulings = game(&[]).rules().rulings;
    let all = oracle();
    let row = &all["melee"][2];
    let mut sides = [side(row, "a", "b"), side(row, "b", "a")];
    sides[0].casualty = sides[0].casualty.closed(1);
    let round = MeleeRound::new(sides, &rulings);
    let found: f64 = round
        .results()
        .filter(|(result, _)| result.outcome == Outcome::FirstMajor && result.fallen == [0, 3])
        .map(|(_, p)| p)
        .sum();
    assert!((found - number(&row["pmf"]["A2,0,3"])).abs() > 1e-3);
}

#[test]
fn confidence_tests_cost_the_oracles_levels() {
    let all = oracle();
    let rows = all["confidence"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let target = i32::try_from(small(row, "target")).unwrap();
        let test = TestRoll::new(die(row, "quality"), target);
        for levels in 0..3u32 {
            let expected = number(&row["levels_lost"][levels.to_string()]);
            close(test.law().pmf().probability(levels), expected, &row.to_string());
        }
    }
}

#[test]
fn shots_have_the_oracles_results_and_casualties() {
    let all = oracle();
    let rows = all["missile"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let shot = Shot {
            quality: die(row, "quality"),
            firepower: Throw::of(die(row, "firepower_die")),
            range: die(row, "range_die"),
            counterspell: None,
            impact: Throw::of(die(row, "impact")),
            armour: Throw::of(die(row, "armour")),
            hits: Hits::Volley,
            most: small(row, "figures"),
        };
        let found: BTreeMap<String, f64> = ShotRoll::new(shot)
            .results()
            .map(|(result, fallen, p)| (format!("{},{fallen}", result as usize), p))
            .collect();
        let expected = row["pmf"].as_object().unwrap();
        for (key, p) in expected {
            close(found.get(key).copied().unwrap_or(0.0), number(p), key);
        }
        assert_eq!(found.len(), expected.len());
    }
}

/// Units of ours that are what the oracle prices.
#[test]
fn units_cost_what_the_oracle_says() {
    let game = game(&[]);
    let all = oracle();
    let rows = all["costs"].as_array().unwrap();
    assert_eq!(rows.len(), 10);
    let ours = [
        ("knight, barded", "barded-knights", 10.0, 0.0),
        ("the same with the weapon list", "griffon-general", 1.0, 200.0),
        ("dragon", "dragon", 1.0, 0.0),
        ("ogre", "ogre", 1.0, 0.0),
        ("pegasus", "pegasus", 1.0, 0.0),
        ("griffon", "griffon", 1.0, 0.0),
        ("giant", "giant", 1.0, 0.0),
        ("hydra", "hydra", 1.0, 0.0),
        ("veteran great cannon", "great-cannon", 1.0, 0.0),
    ];
    for (what, id, figures, mount) in ours {
        let row = rows.iter().find(|row| row["what"].as_str().unwrap().starts_with(what)).unwrap();
        let price = game.pricer().price(game.unit(id).unwrap()).unwrap();
        close(price.total.to_f64(), number(&row["cost"]) * figures + mount, what);
        assert!(
            game.units()
                .iter()
                .any(|unit| { unit.id == id && unit.parts.iter().any(|part| part.contains("points of")) })
        );
    }
}
