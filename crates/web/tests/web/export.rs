//! What is exported gives the same numbers in the program, and comes back as it was.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use muster_web::Engine;
use serde_json::{Value, json};

use crate::counts::ask;

/// The program, built if it is not.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<std::path::PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let built = Command::new(cargo)
            .args(["build", "--quiet", "--package", "muster", "--bin", "muster", "--message-format", "json"])
            .output()
            .expect("cargo starts");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let messages = String::from_utf8_lossy(&built.stdout).into_owned();
        let found = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .find_map(|message| message["executable"].as_str().map(Into::into));
        found.expect("cargo tells where the program is")
    })
}

/// Writes the exported files into a folder and runs the exported command there.
fn by_program(exported: &Value) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    for file in exported["files"].as_array().expect("files") {
        let name = file["name"].as_str().expect("a name");
        std::fs::write(folder.path().join(name), file["text"].as_str().expect("a text")).expect("written");
    }
    let command = exported["command"].as_str().expect("a command");
    let words = command.strip_prefix("muster ").expect("muster");
    // The command is one for a shell.
    let line = format!("'{}' {words} --format json --quiet", program().display());
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().expect("a shell");
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn close(found: &Value, expected: &Value, what: &str) {
    let (found, expected) = (found.as_f64().expect(what), expected.as_f64().expect(what));
    assert!((found - expected).abs() < 1e-12, "{what}: {found}, not {expected}");
}

/// Asks, exports, runs the export, and holds one against the other.
fn hold_export(question: &Value) -> Value {
    let mut engine = Engine::default();
    let answer = ask(&mut engine, question);
    assert!(answer.get("ok").is_some(), "{answer}");
    let mut export = question.clone();
    export["ask"] = json!("export");
    export.as_object_mut().expect("an object").remove("method");
    let exported = ask(&mut engine, &export);
    let found = by_program(&exported["ok"]);
    let asked = &answer["ok"];
    assert_eq!(found["method"], asked["method"]);
    assert_eq!(found["games"], asked["games"]);
    close(&found["score"], &asked["score"], "score");
    for seat in ["first", "second"] {
        let total: f64 =
            ["wins", "draws", "losses"].iter().filter_map(|key| asked[seat][*key].as_f64()).sum();
        for (theirs, ours) in [("win", "wins"), ("draw", "draws"), ("loss", "losses")] {
            close(&found[seat][theirs], &json!(asked[seat][ours].as_f64().expect(ours) / total), seat);
        }
    }
    exported["ok"].clone()
}

fn own_units() -> Value {
    json!([{"id": "my-foot", "name": "My \"foot\"", "cover": "soft", "figures": [{"count": 9, "type": "light-infantry", "weapons": ["longbow"]}]},
        {"id": "my-horse", "name": "It's horse", "figures": [{"count": 5, "type": "light-cavalry"}]}])
}

fn own_box(id: &str) -> Value {
    json!({"box": {"id": id, "name": "<img onerror=alert(1)>", "maker": "me"}, "unit": [
        {"id": "bows", "name": "Bows", "figures": [{"count": 10, "type": "light-infantry", "weapons": ["short-bow"]}]},
        {"id": "spears", "name": "Spears", "figures": [{"count": 14, "type": "light-infantry-shield"}]}]})
}

#[test]
fn a_duel_of_built_units_under_changed_rules_gives_the_same_odds_in_the_program() {
    let files = json!([{"name": "it's mine.toml", "text": "why = \"a try\"\n[melee]\ncharge_bonus = 2\n"}]);
    let data = json!({"rules": "chimera", "units": own_units(), "files": files, "variants": ["morale-under-fire"],
        "set": ["morale.passes_on=4", "rulings.loser_is=fewer_hits"]});
    let duel = json!({"a": "my-foot", "b": "my-horse", "policies": ["hold", "charge"], "start": 20.5, "room": 12, "max_turns": 9});
    hold_export(&json!({"ask": "answer", "data": data, "meet": {"duel": duel}}));
}

#[test]
fn other_numbers_of_figures_and_units_of_boxes_give_the_same_odds_in_the_program() {
    let data = json!({"rules": "chimera", "boxes": [own_box("own")]});
    let duel = json!({"a": "own:bows", "b": "acta-zulus:warriors-1", "figures": [7, null]});
    let catalogue = ask(&mut Engine::default(), &json!({"ask": "catalogue", "data": {"rules": "chimera"}}));
    let zulus = catalogue["ok"]["boxes"]
        .as_array()
        .expect("boxes")
        .iter()
        .find(|one| one["id"] == "acta-zulus")
        .expect("Zulus");
    let mut duel = duel;
    duel["b"] = zulus["units"][0]["id"].clone();
    hold_export(&json!({"ask": "answer", "data": data, "meet": {"duel": duel}}));
    let duel = json!({"a": "light-foot", "b": "archers", "figures": [7, 11]});
    hold_export(&json!({"ask": "answer", "data": {"rules": "chimera"}, "meet": {"duel": duel}}));
}

#[test]
fn a_battle_of_built_boxes_gives_the_same_counts_in_the_program() {
    let data = json!({"rules": "chimera", "boxes": [own_box("own"), own_box("units")], "set": ["shooting.points_per_die=4"]});
    let battle = json!({"a": "own", "b": "acta-zulus", "conditions": "village", "plans": ["skirmish", null], "limit_is_draw": true});
    hold_export(
        &json!({"ask": "answer", "data": data, "meet": {"battle": battle}, "seed": 11, "games": 600}),
    );
    let battle = json!({"a": "units", "b": "own"});
    hold_export(&json!({"ask": "answer", "data": data, "meet": {"battle": battle}, "games": 300}));
}

#[test]
fn a_played_duel_gives_the_same_counts_in_the_program() {
    let duel = json!({"a": "example-veterans", "b": "example-swordsmen", "start": 18});
    let question = json!({"ask": "answer", "data": {"rules": "blood-and-steel"}, "meet": {"duel": duel}, "games": 700, "seed": 3});
    let exported = hold_export(&question);
    let command = exported["command"].as_str().expect("a command");
    assert!(
        command.contains("--method sample --rules") && command.ends_with("--games 700 --seed 3"),
        "{command}"
    );
    // A duel that the page plays because the question says so, and that the program could solve.
    let duel = json!({"a": "light-foot", "b": "archers"});
    hold_export(
        &json!({"ask": "answer", "data": {"rules": "chimera"}, "method": "sample", "meet": {"duel": duel}, "games": 512}),
    );
}

#[test]
fn what_is_exported_can_be_imported_and_is_the_same_data() {
    let mut engine = Engine::default();
    let data = json!({"rules": "chimera", "units": own_units(), "boxes": [own_box("own")], "set": ["morale.passes_on=4"]});
    let before = ask(&mut engine, &json!({"ask": "catalogue", "data": data}))["ok"]["data_hash"].clone();
    let exported = ask(&mut engine, &json!({"ask": "export", "data": data}));
    let files = exported["ok"]["files"].as_array().expect("files");
    assert_eq!(files.len(), 3, "{exported}");
    let kept = json!({"rules": "chimera", "files": files});
    assert_eq!(ask(&mut engine, &json!({"ask": "catalogue", "data": kept}))["ok"]["data_hash"], before);
    // Or taken apart.
    let mut apart = json!({"rules": "chimera", "units": [], "boxes": [], "set": []});
    let mut kinds = Vec::new();
    for file in files {
        let imported = ask(&mut engine, &json!({"ask": "import", "data": apart, "file": file}));
        let found = imported.get("ok").unwrap_or_else(|| panic!("{imported}"));
        kinds.push(found["kind"].as_str().expect("a kind").to_owned());
        for list in ["units", "boxes", "set"] {
            let new = found[list].as_array().expect(list).clone();
            apart[list].as_array_mut().expect(list).extend(new);
        }
    }
    kinds.sort_unstable();
    assert_eq!(kinds, ["box", "units", "variant"]);
    assert_eq!(ask(&mut engine, &json!({"ask": "catalogue", "data": apart}))["ok"]["data_hash"], before);
}
