//! The Firefight rules at the command line.

use serde_json::Value;

use crate::support::{json, muster, with_file};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

/// A question of odds with these words after `--rules firefight`.
fn odds(words: &[&str]) -> Value {
    json(&[&["odds", "--rules", "firefight"], words].concat())
}

#[test]
fn odds_of_shots_tell_suppression_and_models_removed() {
    let shots = ["--shots", "20", "--to-hit", "4", "--to-wound", "2", "--save", "3", "--models", "10"];
    let found = odds(&shots);
    // The outside oracle has both.
    assert!((number(&found["suppressed"]) - 0.295_721_497_568_585_84).abs() < 1e-12);
    let points = found["pmf"].as_array().expect("a list");
    assert_eq!(points.len(), 11);
    let none = 0.046_460_887_130_783_564 + 0.003_794_643_317_870_807_3;
    assert!((number(&points[0]["p"]) - none).abs() < 1e-12);
    let sum: f64 = points.iter().map(|point| number(&point["p"])).sum();
    assert!((sum - 1.0).abs() < 1e-12);
}

#[test]
fn any_whole_number_may_be_needed() {
    let mean = |hit: &str, wound: &str, save: &str| {
        number(
            &odds(&["--shots", "1", "--to-hit", hit, "--to-wound", wound, "--save", save, "--models", "1"])["mean"],
        )
    };
    let (sure, slim) = (35.0 / 36.0, 1.0 / 36.0);
    assert!((mean("-7", "0", "7") - sure * sure * sure).abs() < 1e-12);
    assert!((mean("9", "12", "-1") - slim * slim * slim).abs() < 1e-12);
    assert!((mean("4", "2", "100") - 0.5 * 5.0 / 6.0 * sure).abs() < 1e-12);
}

#[test]
fn questions_that_have_no_answer_are_refused_with_advice() {
    for (words, advice) in [
        (&["odds", "--rules", "firefight", "--shoot", "20"][..], "--shots"),
        (&["odds", "--rules", "firefight", "--shots", "3000", "--to-hit", "4", "--models", "5"], "2000"),
        (&["odds", "--rules", "firefight", "--shots", "20", "--to-hit", "4"], "--models"),
        (&["odds", "--rules", "firefight", "--shots", "20", "--to-hit", "4", "--models", "0"], "from 1"),
        (&["odds", "--shots", "20", "--to-hit", "4", "--models", "5"], "--rules firefight"),
        (
            &["odds", "--rules", "blood-and-steel", "--shots", "20", "--to-hit", "4", "--models", "5"],
            "--contest",
        ),
        (&["duel", "--rules", "firefight", "guardsman", "brutes"], "guardsmen"),
        (&["duel", "--rules", "firefight", "guardsmen", "brutes", "--respawn-a", "2"], "none"),
    ] {
        let ran = muster(words);
        assert_eq!(ran.code, 2, "{words:?}: {}", ran.out);
        assert!(ran.err.contains(advice), "{words:?}: {}", ran.err);
        assert!(ran.out.is_empty());
    }
}

#[test]
fn small_duels_are_exact_and_every_replay_is_told_in_its_own_words() {
    let duel = json(&["duel", "--rules", "firefight", "guardsmen", "brutes"]);
    assert_eq!(duel["method"], "exact");
    let sum: f64 = ["win", "draw", "loss"].iter().map(|key| number(&duel["first"][key])).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let told = muster(&["replay", "--rules", "firefight", "command-squad", "veterans", "--game", "4"]);
    assert_eq!(told.code, 0, "{}", told.err);
    for words in ["has the first turn", "to hit 4+", "to wound 2+", "save"] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
}

#[test]
fn lists_and_entries_name_what_the_rules_have() {
    let weapons = muster(&["list", "weapons", "--rules", "firefight"]);
    for words in ["rof", "massive", "heavy-bolt-gun"] {
        assert!(weapons.out.contains(words), "{}", weapons.out);
    }
    let unit = muster(&["show", "armoured-marines", "--rules", "firefight"]);
    for words in ["toughness", "armour", "leadership", "Bolt gun", "Massive 1"] {
        assert!(unit.out.contains(words), "{words}: {}", unit.out);
    }
    assert_eq!(muster(&["check", "--rules", "firefight"]).code, 0);
    let doctrines = muster(&["list", "doctrines", "--rules", "firefight"]);
    for words in ["stoic", "suppression_factor", "reroll_hits"] {
        assert!(doctrines.out.contains(words), "{words}: {}", doctrines.out);
    }
    assert!(muster(&["show", "commanders-guard", "--rules", "firefight"]).out.contains("\n1 figure, "));
}

#[test]
fn the_remark_on_suppression_is_borne_out_for_three_and_four_models_alone() {
    let claims = json(&["claims", "--rules", "firefight"]);
    let all = claims.as_array().expect("a list of claims");
    let verdict = |id: &str| {
        let claim = all.iter().find(|claim| claim["id"] == id).unwrap_or_else(|| panic!("no {id}"));
        claim["verdict"].as_str().expect("a verdict").to_owned()
    };
    assert_eq!(verdict("equal-units-suppress-slightly-less-than-half-of-the-time"), "not borne out");
    for id in [
        "three-or-four-models-suppress-slightly-less-than-half-of-the-time",
        "larger-better-and-better-armed-units-are-harder-to-suppress",
        "weapons-that-cannot-hurt-do-not-suppress",
        "most-wounds-fail-to-remove-a-model",
        "firefights-kill-twice-as-many",
        "brutes-are-a-bit-more-than-twice-as-hard-to-suppress",
        "a-save-of-one-fails-on-double-ones",
    ] {
        assert_eq!(verdict(id), "borne out", "{id}");
    }
    // What stops swordsmen is the machine gun alone.
    assert_eq!(verdict("machine-guns-stop-swordsmen"), "borne out");
    assert_eq!(verdict("mortars-stop-swordsmen"), "not borne out");
}

#[test]
fn faults_in_a_file_of_units_are_told_with_their_place() {
    let text = "[[unit]]\nid = \"mine\"\nleadership = 4\nfigures = [{ count = 3, weapons = [\"carbin\"] }]\n";
    let (_dir, path) = with_file("mine.toml", text);
    let path = path.to_string_lossy();
    let ran = muster(&["duel", "--rules", "firefight", "--units", &path, "mine", "brutes"]);
    assert_eq!(ran.code, 2);
    for words in ["mine.toml:4", "carbin", "did you mean \"carbine\"?"] {
        assert!(ran.err.contains(words), "{}", ran.err);
    }
}

/// Exact and sampled cells alike: the bytes hang on nothing but the seed.
#[test]
fn a_matrix_of_units_is_the_same_on_one_thread_and_on_four() {
    let matrix = |threads: &str| {
        let dir = tempfile::tempdir().expect("a directory");
        let out = dir.path().join("out");
        let units = ["guardsmen", "command-squad", "tank", "machine-gun-nest"];
        let options = ["--of", "units", "--games", "400", "--method", "sample", "--seed", "7", "--quiet"];
        let words =
            [&["matrix", "--rules", "firefight"][..], &units, &options, &["--threads", threads, "--out"]];
        let ran = muster(&[&words.concat()[..], &[&out.to_string_lossy()]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        std::fs::read(out.join("matrix.csv")).expect("a matrix")
    };
    assert_eq!(matrix("1"), matrix("4"));
}

// Rifles and swords never hurt a tank, in whatever numbers the rules allow: twice the sixty figures of a duel would be more than that.
#[test]
fn a_unit_that_no_number_of_enemies_evens_is_explained_by_what_is_known() {
    let enemies = ["--against", "guardsmen", "--against", "swordsmen", "--quiet"];
    let ran = muster(&[&["points", "explain", "tank", "--rules", "firefight"][..], &enemies].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("worth at least") && ran.out.contains("300.0 points"), "{}", ran.out);
    assert!(ran.out.contains("makes an even fight") && !ran.out.contains("shares alone"), "{}", ran.out);
}
