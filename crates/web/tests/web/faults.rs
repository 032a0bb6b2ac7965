//! What is wrong is said in sentences, and nothing else happens.

use muster_web::Engine;
use serde_json::{Value, json};

use crate::counts::ask;

fn fault(question: &Value) -> Value {
    let answer = ask(&mut Engine::default(), question);
    answer.get("fault").unwrap_or_else(|| panic!("{question}: {answer}")).clone()
}

#[test]
fn a_broken_file_is_told_with_file_line_and_key() {
    let text = "[[unit]]\nid = \"guards\"\nname = \"Guards\"\nmove = 9\nsave = \"five\"\nfigures = [{ count = 5, mp = 1 }]\n";
    let found = fault(
        &json!({"ask": "import", "data": {"rules": "chimera"}, "file": {"name": "mine.toml", "text": text}}),
    );
    let complaint = &found["complaints"][0];
    assert_eq!(
        (&complaint["file"], &complaint["line"], &complaint["key"]),
        (&json!("mine.toml"), &json!(5), &json!("units.guards.save"))
    );
    assert!(
        found["says"]
            .as_str()
            .expect("words")
            .starts_with("mine.toml:5: unit \"guards\", key `save`\n  found \"five\""),
        "{found}"
    );
    assert_eq!(found["blame"], "input");
}

#[test]
fn files_that_are_no_data_are_told_as_what_they_are() {
    for (text, words) in [
        ("", "empty"),
        ("   \n", "empty"),
        ("%PDF-1.4", "PDF"),
        ("<!DOCTYPE html>", "mine.toml:1"),
        ("[box]\nid = ", "mine.toml:2"),
    ] {
        let found = fault(
            &json!({"ask": "import", "data": {"rules": "chimera"}, "file": {"name": "mine.toml", "text": text}}),
        );
        assert!(found["says"].as_str().expect("words").contains(words), "{text:?}: {found}");
    }
}

#[test]
fn names_numbers_and_words_that_cannot_be_are_told() {
    let meet = json!({"duel": {"a": "light-foot", "b": "archers"}});
    let ask = |change: &dyn Fn(&mut Value)| {
        let mut question = json!({"ask": "answer", "data": {"rules": "chimera"}, "meet": meet});
        change(&mut question);
        fault(&question)["says"].as_str().expect("words").to_owned()
    };
    assert!(ask(&|q| q["data"]["rules"] = json!("chimra")).contains("chimera"));
    assert!(ask(&|q| q["meet"]["duel"]["a"] = json!("light-fot")).contains("did you mean \"light-foot\""));
    assert!(ask(&|q| q["meet"]["duel"]["start"] = json!(-1)).contains("inches"));
    assert!(ask(&|q| q["meet"]["duel"]["policies"] = json!(["run", null])).contains("run"));
    assert!(ask(&|q| q["meet"]["duel"]["figures"] = json!([0, null])).contains('0'));
    assert!(ask(&|q| q["games"] = json!(0)).contains("games"));
    assert!(ask(&|q| q["seed"] = json!(u64::MAX)).contains("seed"));
    assert!(ask(&|q| q["data"]["set"] = json!(["morale.passes_on=400"])).contains("passes_on"));
    assert!(ask(&|q| q["data"]["units"] = json!([{"name": "no id"}])).contains("id"));
    assert!(ask(&|q| q["data"]["files"] = json!([{"name": "x", "text": "a = 1"}, {"name": "x", "text": "a = 1"}])).contains("two files"));
}

#[test]
fn a_question_that_is_none_is_the_pages_fault() {
    for question in [
        json!({}),
        json!({"ask": "weather"}),
        json!({"ask": "answer"}),
        json!(null),
        json!({"ask": "catalogue", "data": {"rules": "chimera", "sett": []}}),
    ] {
        assert_eq!(fault(&question)["blame"], "page", "{question}");
    }
    let answer: Value = serde_json::from_str(&Engine::default().ask("{")).expect("JSON");
    assert_eq!(answer["fault"]["blame"], "page");
}

#[test]
fn an_engine_goes_on_after_a_fault() {
    let mut engine = Engine::default();
    let good = json!({"ask": "answer", "data": {"rules": "chimera"}, "meet": {"duel": {"a": "light-foot", "b": "archers"}}});
    let before = ask(&mut engine, &good);
    ask(
        &mut engine,
        &json!({"ask": "answer", "data": {"rules": "chimera", "set": ["x=1"]}, "meet": {"duel": {"a": "light-foot", "b": "archers"}}}),
    );
    assert_eq!(ask(&mut engine, &good), before);
}

#[test]
fn a_name_in_angle_brackets_stays_a_name() {
    let name = "<img src=x onerror=alert(1)> & \"others\" '";
    let unit = json!({"id": "odd", "name": name, "figures": [{"count": 12, "type": "light-infantry"}]});
    let question = json!({"ask": "answer", "data": {"rules": "chimera", "units": [unit]}, "meet": {"duel": {"a": "odd", "b": "archers"}}});
    let answer = ask(&mut Engine::default(), &question);
    assert_eq!(answer["ok"]["sides"][0]["name"], name);
}
