//! Questions and what they are held against. The tests in a browser use this file too.

use std::path::Path;

use serde_json::{Map, Value, json};

/// An outside answer of both seatings of a duel.
pub(crate) struct Outside {
    /// What is asked.
    pub(crate) question: Value,
    /// Win, draw, loss and mean figures left of both, `a` as side A and `b` as side A.
    pub(crate) expected: [[f64; 5]; 2],
}

/// The oracle of Chimera: answers of a program that shares no code with this one.
fn oracle() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets/oracles/chimera.json");
    let text = std::fs::read_to_string(path).expect("the oracle");
    serde_json::from_str(&text).expect("JSON")
}

/// The units of the oracle, as a page puts units together.
fn units(oracle: &Value) -> Vec<Map<String, Value>> {
    let unit = |(id, unit): (&String, &Value)| {
        let mut own = unit.as_object().expect("a unit").clone();
        own.insert("id".to_owned(), json!(id));
        let cover = unit.get("cover").and_then(Value::as_u64).unwrap_or(0);
        own.insert(
            "cover".to_owned(),
            json!(["none", "soft", "hard"][usize::try_from(cover).expect("small")]),
        );
        for figure in own["figures"].as_array_mut().expect("figures") {
            let weapon = |weapon: &Value| json!({"fp": weapon[0], "ap": weapon[1], "range": weapon[2]});
            let weapons: Vec<Value> =
                figure["weapons"].as_array().expect("weapons").iter().map(weapon).collect();
            figure["weapons"] = json!(weapons);
        }
        own
    };
    oracle["units"].as_object().expect("units").iter().map(unit).collect()
}

/// The duels of the oracle; each is asked with `a` and `b` in both places, so that there are twice as many as in the file.
pub(crate) fn outside_duels() -> Vec<Outside> {
    let oracle = oracle();
    let units = units(&oracle);
    let mut asked = Vec::new();
    for duel in oracle["duels"].as_array().expect("duels") {
        let seat = |of: &str, order: [&str; 5]| order.map(|key| duel[of][key].as_f64().expect(key));
        const OF_A: [&str; 5] = ["win", "draw", "loss", "mean_figures_left_a", "mean_figures_left_b"];
        const OF_B: [&str; 5] = ["loss", "draw", "win", "mean_figures_left_b", "mean_figures_left_a"];
        let question = |a: &str, b: &str, policies: [&str; 2]| {
            json!({"ask": "answer", "method": "exact", "data": {"rules": "chimera", "units": units.clone()},
                "meet": {"duel": {"a": duel[a], "b": duel[b], "policies": [duel[policies[0]], duel[policies[1]]],
                    "start": duel["start"], "room": duel["room"], "max_turns": duel["max_turns"]}}})
        };
        asked.push(Outside {
            question: question("a", "b", ["policy_a", "policy_b"]),
            expected: [seat("a_first", OF_A), seat("b_first", OF_A)],
        });
        asked.push(Outside {
            question: question("b", "a", ["policy_b", "policy_a"]),
            expected: [seat("b_first", OF_B), seat("a_first", OF_B)],
        });
    }
    asked
}

/// Holds an answer against the outside one: chances of both seatings and the mean figures left over both, to 1e-9.
///
/// # Panics
/// When they differ, or there is no answer.
pub(crate) fn hold(outside: &Outside, answer: &Value) {
    let found = &answer["ok"];
    assert_eq!(found["method"], "exact", "{answer}");
    let mut left = [0.0; 2];
    for (seat, expected) in ["first", "second"].into_iter().zip(outside.expected) {
        for (key, expected) in ["wins", "draws", "losses"].into_iter().zip(expected) {
            let found = found[seat][key].as_f64().expect(key);
            assert!(
                (found - expected).abs() < 1e-9,
                "{seat} {key}: {found}, outside {expected}: {}",
                outside.question["meet"]
            );
        }
        left = [left[0] + expected[3] / 2.0, left[1] + expected[4] / 2.0];
    }
    for (at, expected) in left.into_iter().enumerate() {
        let found = found["sides"][at]["mean_left"].as_f64().expect("a mean");
        assert!(
            (found - expected).abs() < 1e-9,
            "left {at}: {found}, outside {expected}: {}",
            outside.question["meet"]
        );
    }
}

/// Sampled questions of all rule sets: battles on several conditions, duels, changed rules, boxes of the page's own.
pub(crate) fn sampled() -> Vec<Value> {
    let own_box = json!({"box": {"id": "own", "name": "<img onerror=alert(1)>"}, "unit": [
        {"id": "spears", "name": "Spears", "figures": [{"count": 14, "type": "light-infantry-shield", "weapons": ["javelin"]}]},
        {"id": "horse", "name": "Horse", "figures": [{"count": 6, "type": "light-cavalry"}]}]});
    vec![
        json!({"ask": "answer", "data": {"rules": "chimera"}, "seed": 7, "games": 3000,
            "meet": {"battle": {"a": "acta-british", "b": "acta-zulus", "conditions": "mix", "plans": ["fire-line", null]}}}),
        json!({"ask": "answer", "data": {"rules": "chimera", "set": ["morale.passes_on=4"], "boxes": [own_box]}, "seed": 1, "games": 1500,
            "meet": {"battle": {"a": "own", "b": "acta-zulus"}}}),
        json!({"ask": "answer", "data": {"rules": "chimera"}, "method": "sample", "seed": 9_007_199_254_740_991_u64, "games": 20_000,
            "meet": {"duel": {"a": "light-foot", "b": "archers"}}}),
        json!({"ask": "answer", "data": {"rules": "firefight"}, "method": "sample", "games": 1000,
            "meet": {"duel": {"a": "guardsmen", "b": "guardsmen-with-gun"}}}),
        json!({"ask": "answer", "data": {"rules": "blood-and-steel"}, "method": "sample", "games": 1000,
            "meet": {"duel": {"a": "example-veterans", "b": "example-swordsmen"}}}),
    ]
}
