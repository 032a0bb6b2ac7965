//! What can be chosen is all there, and can be chosen.

use muster_web::Engine;
use serde_json::{Value, json};

use crate::counts::ask;

const SETS: [&str; 3] = ["chimera", "blood-and-steel", "firefight"];

fn catalogue(set: &str) -> Value {
    let answer = ask(&mut Engine::default(), &json!({"ask": "catalogue", "data": {"rules": set}}));
    answer.get("ok").unwrap_or_else(|| panic!("{answer}")).clone()
}

#[test]
fn every_rule_set_has_a_catalogue_with_something_in_every_list() {
    let sets = ask(&mut Engine::default(), &json!({"ask": "sets"}));
    let ids: Vec<&str> =
        sets["ok"]["sets"].as_array().expect("sets").iter().filter_map(|set| set["id"].as_str()).collect();
    assert_eq!(ids, SETS);
    for set in SETS {
        let found = catalogue(set);
        for list in ["units", "boxes", "conditions", "policies", "plans", "numbers", "rulings"] {
            assert!(!found[list].as_array().expect(list).is_empty(), "{set}: {list}");
        }
        assert!(!found["lists"]["weapons"].as_array().expect("weapons").is_empty(), "{set}");
    }
}

#[test]
fn a_unit_as_it_is_written_can_be_given_back_and_is_the_same_unit() {
    for set in SETS {
        let found = catalogue(set);
        let boxes: Vec<Value> =
            found["boxes"].as_array().expect("boxes").iter().map(|one| one["written"].clone()).collect();
        let units: Vec<Value> =
            found["units"].as_array().expect("units").iter().map(|one| one["written"].clone()).collect();
        let question = json!({"ask": "catalogue", "data": {"rules": set, "units": units, "boxes": boxes}});
        let again = ask(&mut Engine::default(), &question);
        assert_eq!(again["ok"]["data_hash"], found["data_hash"], "{set}: {}", again["fault"]);
    }
}

#[test]
fn every_number_can_be_set_to_both_ends_of_its_range() {
    let mut refused = Vec::new();
    for set in SETS {
        let found = catalogue(set);
        for number in found["numbers"].as_array().expect("numbers") {
            let key = number["key"].as_str().expect("a key");
            for end in ["least", "most"] {
                let Some(value) = number[end].as_f64() else { continue };
                let usual = number["usual"].as_f64().expect("a number");
                assert!(
                    if end == "least" { value <= usual } else { value >= usual },
                    "{set}: {key}: {number}"
                );
                let data = json!({"rules": set, "set": [format!("{key}={value}")]});
                let answer = ask(&mut Engine::default(), &json!({"ask": "export", "data": data}));
                if answer.get("fault").is_some() {
                    refused.push(format!("{set}: {key}={value}: {}", answer["fault"]["says"]));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{} refused:\n{}", refused.len(), refused.join("\n"));
}

#[test]
fn every_reading_of_every_ruling_can_be_chosen_and_counts_as_a_change() {
    for set in SETS {
        let found = catalogue(set);
        for ruling in found["rulings"].as_array().expect("rulings") {
            for option in ruling["options"].as_array().expect("options") {
                let name = ruling["name"].as_str().expect("a name");
                // Where several readings may hold at once, each is tried alone.
                let option = if ruling["usual"].is_array() { &json!([option]) } else { option };
                let data = json!({"rules": set, "set": [format!("rulings.{name}={option}")]});
                let answer = ask(&mut Engine::default(), &json!({"ask": "export", "data": data}));
                // The variant holds what differs from the usual reading.
                let files = answer["ok"]["files"]
                    .as_array()
                    .unwrap_or_else(|| panic!("{set} {name} {option}: {answer}"));
                assert_eq!(files.len(), usize::from(option != &ruling["usual"]), "{set} {name} {option}");
            }
        }
    }
}

#[test]
fn a_changed_number_is_marked_and_keeps_its_printed_value() {
    let question = json!({"ask": "catalogue", "data": {"rules": "chimera", "set": ["morale.passes_on=4"]}});
    let answer = ask(&mut Engine::default(), &question);
    let numbers = answer["ok"]["numbers"].as_array().expect("numbers");
    let found = numbers.iter().find(|one| one["key"] == "morale.passes_on").expect("the number");
    assert_eq!((&found["value"], &found["usual"], &found["changed"]), (&json!(4), &json!(3), &json!(true)));
    assert_eq!((&found["status"], &found["source"]), (&json!("printed"), &json!("Chimera, MORALE ¶1-2")));
    assert_eq!(numbers.iter().filter(|one| one["changed"] == true).count(), 1);
}
