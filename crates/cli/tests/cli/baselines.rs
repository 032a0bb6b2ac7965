//! Baselines: written, met again, refused.

use std::path::Path;

use crate::compare::BOXES;
use crate::support::{json_in, muster_in};

fn baseline(dir: &Path) {
    let arguments = ["compare", "--write-baseline", "base/chimera.json", "--games", "256", "--quiet"];
    let arguments: Vec<&str> = arguments.iter().chain(&BOXES).copied().collect();
    let ran = muster_in(dir, &arguments);
    assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
}

#[test]
fn a_baseline_replaces_nothing_but_a_baseline() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("notes.txt"), "mine").unwrap();
    std::fs::create_dir(dir.path().join("base")).unwrap();
    for (target, words) in [
        ("notes.txt", &["notes.txt", "no baseline", "--write-baseline"][..]),
        ("base", &["base: ", "a directory", "--write-baseline"]),
        #[cfg(unix)]
        ("/dev/null", &["/dev/null", "a device", "--write-baseline"]),
    ] {
        let ran = muster_in(dir.path(), &["compare", "--write-baseline", target, "celts", "--games", "16"]);
        assert_eq!(ran.code, 2, "{target}: {}", ran.err);
        assert!(words.iter().all(|word| ran.err.contains(word)), "{target}: {}", ran.err);
        assert!(!ran.err.contains("--out"), "{}", ran.err);
    }
    assert_eq!(std::fs::read_to_string(dir.path().join("notes.txt")).unwrap(), "mine");
    baseline(dir.path());
    baseline(dir.path());
}

#[test]
fn a_baseline_is_met_again_and_an_edit_held_against_it() {
    let dir = tempfile::tempdir().unwrap();
    baseline(dir.path());
    let against = |edit: &[&str]| {
        let arguments = ["compare", "--against", "base/chimera.json"];
        let arguments: Vec<&str> = arguments.iter().chain(edit).chain(&BOXES).copied().collect();
        json_in(dir.path(), &arguments)
    };
    let same = against(&[]);
    assert_eq!(same["verdicts"]["identical"], 6, "{same}");
    assert_eq!(same["edits"].as_array().map(Vec::len), Some(0));
    let arguments = ["compare", "--against", "base/chimera.json", "--seed", "9", "--games", "512"];
    let arguments: Vec<&str> =
        arguments.iter().chain(&["--method", "sample"]).chain(&BOXES).copied().collect();
    let told = muster_in(dir.path(), &arguments).out;
    for words in ["--seed 9 was left aside", "--games 512 was cut", "--method was left aside"] {
        assert!(told.contains(words), "{told}");
    }
    let edited = against(&["--set", "melee.points_per_die=2"]);
    assert_eq!(edited["edits"][0]["before"], "5");
    assert!(edited["verdicts"]["changed"].as_u64().unwrap() > 0, "{edited}");
}

#[test]
fn a_baseline_keeps_what_forces_should_cost_and_its_steepness_makes_prices() {
    let dir = tempfile::tempdir().unwrap();
    baseline(dir.path());
    let text = std::fs::read_to_string(dir.path().join("base/chimera.json")).unwrap();
    let kept: serde_json::Value = serde_json::from_str(&text).unwrap();
    let fit = &kept["fit"];
    let (gamma, error) = (fit["gamma"].as_f64().unwrap(), fit["gamma_error"].as_f64().unwrap());
    assert!((3.0..15.0).contains(&gamma) && error > 0.0 && gamma > 3.0 * error, "{fit}");
    assert!(fit["phi"].as_f64().unwrap() >= 1.0);
    let theta: Vec<f64> =
        fit["forces"].as_array().unwrap().iter().map(|force| force["theta"].as_f64().unwrap()).collect();
    assert_eq!(theta.len(), 3);
    assert!(
        theta.iter().sum::<f64>().abs() < 1e-9 && theta[1] > theta[0],
        "who shoots beats the knights: {fit}"
    );
    let against = |name: &str, edit: &[&str]| {
        let arguments = ["compare", "--against", name, "--set", "melee.points_per_die=2"];
        let arguments: Vec<&str> = arguments.iter().chain(edit).chain(&BOXES).copied().collect();
        json_in(dir.path(), &arguments)
    };
    let found = against("base/chimera.json", &[]);
    assert_eq!(
        (&found["steepness"]["value"], found["steepness"]["from"].as_str()),
        (&fit["gamma"], Some("baseline"))
    );
    let cell = found["cells"].as_array().unwrap().iter().find(|cell| cell["verdict"] == "changed").unwrap();
    let (logits, price) = (cell["logits"].as_f64().unwrap(), cell["price"].as_f64().unwrap());
    assert!((price - ((-logits / gamma).exp() - 1.0)).abs() < 1e-12, "{cell}");
    let forces = found["forces"].as_array().unwrap();
    assert!(forces.iter().any(|force| force["moved"] == true), "{found}");
    // A baseline of the first format had no fit and no forces.
    let mut old = kept.clone();
    old["format"] = 1.into();
    for key in ["fit", "forces"] {
        old.as_object_mut().unwrap().remove(key);
    }
    std::fs::write(dir.path().join("old.json"), old.to_string()).unwrap();
    let without = against("old.json", &[]);
    assert_eq!(
        (&without["steepness"]["value"], without["steepness"]["from"].as_str()),
        (&7.0.into(), Some("typical"))
    );
    assert_eq!(without["cells"][0]["change"], found["cells"][0]["change"]);
}

#[test]
fn a_changed_box_is_quoted_against_a_baseline() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(muster_in(dir.path(), &["init", "mine"]).code, 0);
    baseline(dir.path());
    let path = dir.path().join("mine/chimera/boxes/celts.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("count = ", "count = 2", 1)).unwrap();
    let arguments = ["compare", "--data", "mine", "--against", "base/chimera.json"];
    let arguments: Vec<&str> = arguments.iter().chain(&BOXES).copied().collect();
    let found = json_in(dir.path(), &arguments);
    let edits = found["edits"].as_array().unwrap();
    assert!(!edits.is_empty(), "{found}");
    for edit in edits {
        assert!(edit["key"].as_str().unwrap().starts_with("boxes.celts."), "{edit}");
        assert!(edit["place"].as_str().unwrap().contains("celts.toml:"), "{edit}");
    }
}

#[test]
fn a_seed_that_is_asked_for_and_cannot_be_had_is_told_whatever_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let arguments = ["compare", "--write-baseline", "base.json", "--games", "64", "--seed", "5", "--quiet"];
    let arguments: Vec<&str> = arguments.iter().chain(&BOXES).copied().collect();
    assert_eq!(muster_in(dir.path(), &arguments).code, 0);
    let told = |seed: &[&str]| {
        let arguments = ["compare", "--against", "base.json"];
        let arguments: Vec<&str> = arguments.iter().chain(seed).chain(&BOXES).copied().collect();
        let ran = muster_in(dir.path(), &arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(
        told(&["--seed", "1"]).contains("--seed 1 was left aside: the games of the baseline have the seed 5")
    );
    assert!(!told(&[]).contains("left aside") && !told(&["--seed", "5"]).contains("left aside"));
}

#[test]
fn a_baseline_that_cannot_be_used_is_refused_with_a_sentence() {
    let dir = tempfile::tempdir().unwrap();
    baseline(dir.path());
    let path = dir.path().join("base/chimera.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let refused = |name: &str, text: &str, more: &[&str], words: &[&str]| {
        std::fs::write(dir.path().join(name), text).unwrap();
        let arguments = ["compare", "--against", name];
        let arguments: Vec<&str> = arguments.iter().chain(more).chain(&BOXES).copied().collect();
        let ran = muster_in(dir.path(), &arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{name}: {}", ran.err);
        for word in words.iter().chain(&[name]) {
            assert!(ran.err.contains(word), "{name}: no \"{word}\" in {}", ran.err);
        }
    };
    refused("cut.json", &text[..text.len() / 2], &[], &["breaks off"]);
    refused(
        "nan.json",
        &text.replacen("\"seed\": 1", "\"seed\": NaN", 1),
        &[],
        &["holds NaN where a number belongs"],
    );
    refused(
        "other.json",
        &text.replacen("\"rules\": \"chimera\"", "\"rules\": \"firefight\"", 1),
        &[],
        &["firefight"],
    );
    refused("old.json", &text.replacen("version 1", "version 0", 1), &[], &["another way"]);
    refused("bent.json", &text.replacen("\"games\":\"", "\"games\":\"AA", 1), &[], &["damaged"]);
    refused("else.json", "{\"kind\": \"run\", \"format\": 1}", &[], &["does not call itself"]);
    refused("terms.json", &text, &["--conditions", "woods"], &["met in another way", "woods"]);
    refused("empty.json", "", &[], &["empty"]);
}
