//! What the page offers of a unit and of the rules is what the engine takes.

use muster_web::Engine;
use serde_json::{Value, json};

use crate::counts::ask;

const SETS: [&str; 3] = ["chimera", "blood-and-steel", "firefight"];
/// As many units as one question may name.
const AT_ONCE: usize = 8;

/// All units of a set, those of its boxes too: the ids that a duel names them by and how they are written.
fn shipped(engine: &mut Engine, set: &str) -> Vec<(String, Value)> {
    let answer = ask(engine, &json!({"ask": "catalogue", "data": {"rules": set}}));
    let list = |of: &Value| of["units"].as_array().expect("units").clone();
    let boxes = answer["ok"]["boxes"].as_array().expect("boxes").clone();
    let all = list(&answer["ok"]).into_iter().chain(boxes.iter().flat_map(list));
    all.map(|unit| (unit["id"].as_str().expect("an id").to_owned(), unit["written"].clone())).collect()
}

/// What can be set of each unit.
fn settable(engine: &mut Engine, data: &Value, ids: &[String]) -> Vec<Vec<Value>> {
    let of_some = |ids: &[String]| {
        let answer = ask(engine, &json!({"ask": "settable", "data": data, "units": ids}));
        let units = answer["ok"]["units"].as_array().unwrap_or_else(|| panic!("{ids:?}: {answer}")).clone();
        units.into_iter().map(|unit| unit["knobs"].as_array().expect("knobs").clone())
    };
    ids.chunks(AT_ONCE).flat_map(of_some).collect()
}

/// The unit with a value of a knob, or without it where the value is `null`.
fn turned(written: &Value, knob: &Value, value: Value) -> Value {
    let mut unit = written.clone();
    let key = knob["key"].as_str().expect("a key");
    let table = match knob["group"].as_u64() {
        Some(at) => &mut unit["figures"][usize::try_from(at).expect("small")],
        None => &mut unit,
    };
    let table = table.as_object_mut().expect("a table");
    if value.is_null() {
        table.remove(key);
    } else {
        table.insert(key.to_owned(), value);
    }
    unit
}

/// A page has one kind of number, and writes 12.0 as 12.
fn as_a_page_writes(number: &Value) -> Value {
    let number = number.as_f64().expect("a number");
    #[expect(clippy::cast_possible_truncation, reason = "the ends of a slider are small")]
    let whole = number as i64;
    if number.fract() == 0.0 { json!(whole) } else { json!(number) }
}

/// Every value that a knob offers: both ends, every word, the other state, and leaving it out.
fn offers(knob: &Value) -> Vec<Value> {
    let words = || knob["words"].as_array().expect("words").iter().map(|word| word["id"].clone());
    let list = || knob["value"].as_array().cloned().unwrap_or_default();
    let mut offered: Vec<Value> = match knob["kind"].as_str().expect("a kind") {
        "number" => vec![as_a_page_writes(&knob["least"]), as_a_page_writes(&knob["most"])],
        "flag" => vec![if knob["value"] == true { Value::Null } else { json!(true) }],
        "word" => words().collect(),
        "list" => {
            let fixed = |at: usize| knob["fixed"].as_array().expect("places").contains(&json!(at));
            let shorter = (0..list().len()).filter(|at| !fixed(*at)).map(|at| {
                let mut shorter = list();
                shorter.remove(at);
                if shorter.is_empty() { Value::Null } else { json!(shorter) }
            });
            let longer = words().map(|word| json!(list().into_iter().chain([word]).collect::<Vec<_>>()));
            shorter.chain(longer).collect()
        }
        other => panic!("{other}"),
    };
    if knob["optional"] == true {
        offered.push(Value::Null);
    }
    offered
}

/// All units that the knobs of one can make of it, with what was turned.
fn made(written: &Value, knobs: &[Value]) -> Vec<(Value, String)> {
    let of_knob = |knob: &Value| -> Vec<(Value, String)> {
        let unit = |value: Value| {
            let what = format!("{}{} = {value}", knob["group"], knob["key"]);
            (turned(written, knob, value), what)
        };
        offers(knob).into_iter().map(unit).collect()
    };
    knobs.iter().flat_map(of_knob).collect()
}

/// Units under ids of their own, `t0` and on.
fn named(made: &[(Value, String)]) -> Vec<Value> {
    let named = |(at, (unit, _)): (usize, &(Value, String))| {
        let mut unit = unit.clone();
        unit["id"] = json!(format!("t{at}"));
        unit
    };
    made.iter().enumerate().map(named).collect()
}

#[test]
fn every_end_and_every_word_that_is_offered_of_a_shipped_unit_is_taken() {
    for set in SETS {
        let mut engine = Engine::default();
        let shipped = shipped(&mut engine, set);
        let ids: Vec<String> = shipped.iter().map(|(id, _)| id.clone()).collect();
        let knobs = settable(&mut engine, &json!({"rules": set}), &ids);
        assert_eq!(knobs.len(), shipped.len());
        let mut offered = 0;
        let pairs: Vec<_> = shipped.iter().zip(&knobs).collect();
        for some in pairs.chunks(AT_ONCE) {
            let mut all = Vec::new();
            for ((id, written), knobs) in some {
                assert!(knobs.len() > 2, "{set}: {id}: {knobs:?}");
                let of_unit = made(written, knobs).into_iter();
                all.extend(of_unit.map(|(unit, what)| (unit, format!("{id}: {what}"))));
            }
            offered += all.len();
            let question = json!({"ask": "export", "data": {"rules": set, "units": named(&all)}});
            let answer = ask(&mut engine, &question);
            let found = answer["fault"]["complaints"].as_array().cloned().unwrap_or_default();
            if let Some(complaint) = found.iter().find(|complaint| complaint["stops"] == true) {
                let at = complaint["key"].as_str().and_then(|key| key.strip_prefix("units.t"));
                let at = at.and_then(|rest| rest.split(['.', '[']).next()?.parse::<usize>().ok());
                panic!("{set}: {:?}: {complaint}", at.map(|at| &all[at].1));
            }
            assert!(answer.get("ok").is_some(), "{set}: {answer}");
        }
        eprintln!("{set}: {} units, {offered} values on offer", shipped.len());
        assert!(offered > 20 * shipped.len(), "{set}: {offered}");
    }
}

#[test]
fn a_unit_at_the_ends_of_its_sliders_can_be_played() {
    for set in SETS {
        let mut engine = Engine::default();
        let shipped = shipped(&mut engine, set);
        let ids: Vec<String> = shipped.iter().map(|(id, _)| id.clone()).step_by(9).collect();
        let knobs = settable(&mut engine, &json!({"rules": set}), &ids);
        for ((id, written), knobs) in shipped.iter().step_by(9).zip(&knobs) {
            let numbers: Vec<Value> = knobs.iter().filter(|knob| knob["kind"] == "number").cloned().collect();
            let made = made(written, &numbers);
            let data = json!({"rules": set, "units": named(&made)});
            for (at, (_, what)) in made.iter().enumerate() {
                let question = json!({"ask": "answer", "data": data, "method": "sample", "games": 2,
                    "meet": {"duel": {"a": format!("t{at}"), "b": id}}});
                let answer = ask(&mut engine, &question);
                assert!(answer.get("ok").is_some(), "{set}: {id}: {what}: {answer}");
            }
        }
    }
}

#[test]
fn a_weapon_or_a_monster_that_the_role_of_a_unit_forbids_is_not_offered() {
    let mut engine = Engine::default();
    let data = json!({"rules": "blood-and-steel"});
    let knobs = settable(&mut engine, &data, &["example-swordsmen".to_owned()]).remove(0);
    let words = |key: &str| -> Vec<String> {
        let knob = knobs.iter().find(|knob| knob["key"] == key);
        let words = knob.map(|knob| knob["words"].as_array().expect("words").clone()).unwrap_or_default();
        words.iter().filter_map(|word| Some(word["id"].as_str()?.to_owned())).collect()
    };
    let weapons = words("weapons");
    assert!(weapons.iter().any(|word| word == "lance"), "{weapons:?}");
    assert!(weapons.iter().all(|word| word != "catapult"), "{weapons:?}");
    assert_eq!(words("monster"), Vec::<String>::new());
}

#[test]
fn a_number_that_is_left_out_says_what_it_is_then() {
    let mut engine = Engine::default();
    let data = json!({"rules": "blood-and-steel"});
    let knobs = settable(&mut engine, &data, &["example-swordsmen".to_owned()]).remove(0);
    let files = knobs.iter().find(|knob| knob["key"] == "files").unwrap_or_else(|| panic!("{knobs:?}"));
    assert_eq!((&files["value"], &files["usual"]), (&Value::Null, &json!(5.0)), "{files}");
    assert!(files["least"].as_f64() <= Some(5.0) && files["most"].as_f64() >= Some(5.0), "{files}");
}

#[test]
fn ends_that_hang_on_another_number_follow_it() {
    let mut engine = Engine::default();
    let mut range = |set: &str, sets: &[&str], key: &str| {
        let question = json!({"ask": "settable", "data": {"rules": set, "set": sets}, "units": []});
        let answer = ask(&mut engine, &question);
        let end = |at: usize| {
            answer["ok"]["numbers"][key][at].as_f64().unwrap_or_else(|| panic!("{set} {key}: {answer}"))
        };
        #[expect(clippy::cast_possible_truncation, reason = "small whole numbers")]
        let ends = [0, 1].map(|at| end(at).round() as i64);
        ends
    };
    let tied = "morale.rallies_on";
    assert_eq!(range("chimera", &[], tied), [5, 5]);
    let both = ["morale.rallies_on=3", "morale.retreat_percent=[50, 20]"];
    assert_eq!(range("chimera", &both, tied), [3, 3]);
    let usual = range("blood-and-steel", &[], "leader.worse_up_to");
    let key = "leader.better_from";
    let lower = range("blood-and-steel", &["leader.better_from=4"], "leader.worse_up_to");
    assert!(lower[1] < usual[1] && lower[1] == 3, "{key}: {usual:?} {lower:?}");
}
