//! The outside oracle: `datasets/oracles/firefight.json`, made by a program that shares no code with this one.

use muster_rules::firefight::attack::Fighter;
use muster_rules::firefight::needed::Needed;
use muster_rules::firefight::numbers::Attacks;
use muster_rules::firefight::volley::{Shots, Telling, Volley, VolleyRoll};
use muster_rules::table::Cover;
use muster_rules::{Game as _, OddsQuery, OddsShape};
use serde_json::Value;

use super::support::{attack, game, game_of, plan};

/// What an outside value may be off by, as a share of it: it was printed with 16 digits.
const OFF: f64 = 1e-9;

fn oracle() -> Value {
    let text = include_str!("../../../../datasets/oracles/firefight.json");
    serde_json::from_str(text).unwrap()
}

fn whole(value: &Value, key: &str) -> i32 {
    i32::try_from(value[key].as_i64().unwrap()).unwrap()
}

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= OFF * expected.max(1e-6)
}

fn query(attack: &Value) -> OddsQuery {
    OddsQuery {
        shots: Some(whole(attack, "shots").unsigned_abs()),
        to_hit: Some(whole(attack, "to_hit")),
        to_wound: Some(whole(attack, "to_wound")),
        save: Some(whole(attack, "save_needed")),
        models: Some(whole(attack, "models").unsigned_abs()),
        ..OddsQuery::default()
    }
}

#[test]
fn every_attack_of_the_oracle_has_its_joint_law() {
    let game = game(&[]);
    let die = game.rules().numbers.die;
    let oracle = oracle();
    let attacks = oracle["attacks"].as_array().unwrap();
    assert!(attacks.len() >= 6);
    for attack in attacks {
        let needed = |key: &str| Needed::of(whole(attack, key), die, true);
        let models = whole(attack, "models").unsigned_abs();
        let roll = VolleyRoll::new(Volley {
            die,
            shots: vec![Shots {
                count: whole(attack, "shots").unsigned_abs(),
                hit: needed("to_hit"),
                reroll: false,
                wound: needed("to_wound"),
                save: needed("save_needed"),
            }],
            models,
            telling: Telling::Suppression { usual: models, raised: 0, exactly: false },
            even: false,
        });
        let expected = attack["pmf"].as_object().unwrap();
        let mut found = 0;
        for (struck, p) in roll.outcomes() {
            let key = format!("suppressed={},casualties={}", struck.told, struck.removed);
            let value = expected.get(&key).map_or(0.0, |value| value.as_f64().unwrap());
            assert!(close(p, value), "{key}: {p} and not {value} in {attack}");
            found += usize::from(expected.contains_key(&key));
        }
        assert_eq!(found, expected.len(), "{attack}");
    }
}

#[test]
fn odds_give_the_laws_of_the_oracle() {
    let game = game(&[]);
    for attack in oracle()["attacks"].as_array().unwrap() {
        let answer = game.odds(&query(attack)).unwrap();
        let sum = |holds: &dyn Fn(&str) -> bool| -> f64 {
            let rows = attack["pmf"].as_object().unwrap().iter();
            rows.filter(|(key, _)| holds(key)).map(|(_, p)| p.as_f64().unwrap()).sum()
        };
        let suppressed = sum(&|key| key.starts_with("suppressed=1"));
        assert!(matches!(answer.shape, OddsShape::Suppression(p) if close(p, suppressed)), "{attack}");
        for (removed, p) in &answer.pmf {
            let expected = sum(&|key| key.ends_with(&format!("casualties={removed}")));
            assert!(close(*p, expected), "{removed}: {p} and not {expected} in {attack}");
        }
    }
}

/// Skills, modifiers, Toughness, Armour, Massive and AP lead to the numbers that the oracle was asked about.
#[test]
fn the_numbers_needed_follow_from_skills_and_traits() {
    for row in oracle()["attacks"].as_array().unwrap() {
        // A modifier of the oracle is one to the shooter: what he suffers for having moved.
        let units = format!(
            "[[unit]]\nid = \"shooter\"\nleadership = 4\nskill = {}\nfigures = [{{ count = 1, weapons = [{{ kind = \"ranged\", range = 24, rof = {}, massive = {}, ap = {}, moved = {} }}] }}]\n\
             [[unit]]\nid = \"target\"\nleadership = 4\nskill = {}\ntoughness = {}\narmour = {}\nfigures = [{{ count = {}, weapons = [] }}]\n",
            row["shooter_skill"],
            row["shots"],
            row["massive"],
            row["ap"],
            row["to_hit_modifier"],
            row["target_skill"],
            row["toughness"],
            row["armor"],
            row["models"],
        );
        let game = game_of(&[], &units);
        let die = game.rules().numbers.die;
        let (shooter, target) = (plan(&game, "shooter"), plan(&game, "target"));
        let moved = Fighter { moved: true, ..Fighter::fresh(&shooter) };
        let volley = attack(&game, Attacks::Shooting, &moved, &Fighter::fresh(&target), Cover::None);
        assert_eq!(volley.shots.len(), 1);
        let shots = volley.shots[0];
        assert_eq!(i64::from(shots.count), row["shots"].as_i64().unwrap());
        assert_eq!(shots.hit, Needed::of(whole(row, "to_hit"), die, true), "{row}");
        assert_eq!(shots.wound, Needed::of(whole(row, "to_wound"), die, true), "{row}");
    }
}

/// "Slightly less than 50%": true of 3 and 4 models alone.
#[test]
fn equal_units_suppress_each_other_as_often_as_the_oracle_says() {
    let game = game(&[]);
    let table = oracle();
    let rows = table["suppression"].as_object().unwrap();
    assert!(rows.len() >= 11);
    for (models, expected) in rows {
        let models: u32 = models.parse().unwrap();
        let query = OddsQuery {
            shots: Some(2 * models),
            to_hit: Some(4),
            to_wound: Some(2),
            save: Some(3),
            models: Some(models),
            ..OddsQuery::default()
        };
        let OddsShape::Suppression(p) = game.odds(&query).unwrap().shape else { panic!("no suppression") };
        assert!(close(p, expected.as_f64().unwrap()), "{models}: {p}");
        assert_eq!((0.44..0.5).contains(&p), models == 3 || models == 4, "{models}: {p}");
    }
}
