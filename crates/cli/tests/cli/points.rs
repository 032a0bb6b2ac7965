//! Prices and even fights, as users see them.

use serde_json::Value;

use crate::support::{files_of, json, json_in, muster, muster_in, with_file};

const UNITS: &str = r#"
[[unit]]
id = "plain"
move = 9
save = 6
figures = [{ count = 8, mp = 1 }]
[[unit]]
id = "twin"
move = 9
save = 6
figures = [{ count = 8, mp = 1 }]
[[unit]]
id = "saved"
move = 9
save = 5
figures = [{ count = 8, mp = 1 }]
[[unit]]
id = "strong"
move = 9
save = 5
figures = [{ count = 8, mp = 2 }]
[[unit]]
id = "mixed"
move = 9
save = 5
figures = [{ count = 4, mp = 2 }, { count = 2, mp = 3 }]
[[unit]]
id = "nine"
move = 9
save = 6
figures = [{ count = 9, mp = 1 }]
"#;

const NAMES: [&str; 5] = ["plain", "twin", "saved", "strong", "mixed"];

fn fit(more: &[&str]) -> (tempfile::TempDir, Value) {
    let (dir, _) = with_file("units.toml", UNITS);
    let arguments: Vec<&str> = ["points", "fit", "--units", "units.toml", "--quiet"]
        .into_iter()
        .chain(NAMES)
        .chain(more.iter().copied())
        .collect();
    let found = json_in(dir.path(), &arguments);
    (dir, found)
}

fn points(found: &Value, unit: &str) -> f64 {
    let line = found["prices"].as_array().unwrap().iter().find(|line| line["unit"] == unit).unwrap();
    line["points"].as_f64().unwrap()
}

#[test]
fn equal_units_cost_the_same_and_better_ones_more() {
    let (dir, found) = fit(&["--anchor", "plain=10"]);
    assert!((points(&found, "plain") - 10.0).abs() < 1e-9);
    // Two units alike are even at equal figures: the mirror is 50 %.
    assert!((points(&found, "twin") - 10.0).abs() < 0.05, "{found}");
    assert!(
        points(&found, "saved") > 10.5 && points(&found, "strong") > points(&found, "saved") + 1.0,
        "{found}"
    );
    let mixed = found["prices"].as_array().unwrap().iter().find(|line| line["unit"] == "mixed").unwrap();
    assert_eq!(mixed["per"], "unit");
    let csv = std::fs::read_to_string(dir.path().join("muster-out/points/points.csv")).unwrap();
    assert!(csv.starts_with("unit,points,standard_error,status,duel_points,"), "{csv}");
    assert!(csv.contains("\nplain,10,,anchor,10,"), "{csv}");
    assert!(!csv.contains("NaN") && !csv.contains("army_points"), "{csv}");
}

#[test]
fn prices_do_not_depend_on_threads() {
    let (one, _) = fit(&["--threads", "1"]);
    let (seven, _) = fit(&["--threads", "7"]);
    let files = |dir: &tempfile::TempDir| files_of(&dir.path().join("muster-out/points"));
    assert_eq!(files(&one), files(&seven));
    assert_eq!(files(&one).len(), 4);
}

#[test]
fn a_resized_unit_fights_as_one_written_with_so_many_figures() {
    let (dir, _) = with_file("units.toml", UNITS);
    let even = json_in(
        dir.path(),
        &["even", "plain", "saved", "--units", "units.toml", "--games", "256", "--quiet"],
    );
    let size = &even["sizes"][0];
    assert_eq!(size["unit"], "plain");
    assert_eq!(size["nearest_figures"], 9, "{even}");
    let nine = json_in(
        dir.path(),
        &["duel", "nine", "saved", "--units", "units.toml", "--method", "exact", "--quiet"],
    );
    let apart = size["nearest_score"].as_f64().unwrap() - nine["score"].as_f64().unwrap();
    assert!(apart.abs() < 1e-12, "{even} {nine}");
}

#[test]
fn respawns_bring_the_weaker_box_nearer_to_even() {
    let even = json(&["even", "zulus", "british-zulu-war", "--games", "512", "--quiet"]);
    let before = (even["score"].as_f64().unwrap() - 0.5).abs();
    let respawns = even["respawns"].as_array().unwrap();
    assert!(!respawns.is_empty(), "{even}");
    for one in respawns {
        assert!((one["score"].as_f64().unwrap() - 0.5).abs() < before, "{even}");
    }
    assert_eq!(even["sizes"].as_array().unwrap().len(), 0);
}

const HEAD: &str = "unit,foe,unit_figures,foe_figures,wins,draws,losses\n";

#[test]
fn counted_games_give_prices() {
    // Nine of a are worth twelve of b: at 9 to 12 the score is one half.
    let rows = "a,b,9,12,500,0,500\na,b,10,12,660,0,340\na,b,8,12,320,0,680\na,b,9,11,640,0,360\n";
    let (dir, _) = with_file("games.csv", format!("{HEAD}{rows}"));
    let found =
        json_in(dir.path(), &["points", "fit", "--results", "games.csv", "--anchor", "b=9", "--quiet"]);
    assert!((points(&found, "a") - 12.0).abs() < 0.15, "{found}");
    assert_eq!(found["games"], 4000.0);
}

#[test]
fn games_that_hold_no_prices_are_refused_with_a_sentence() {
    let cases = [
        ("a,b,10,10,50,0,40\nb,c,10,10,50,0,30\n", "steepness not identified"),
        ("a,b,10,10,50,0,0\na,b,9,10,50,0,0\n", "every unit won or lost all"),
        ("a,a,10,10,50,0,40\n", "row 0 cannot be"),
        ("", "no games, no prices"),
        ("a,b,ten,10,50,0,40\n", "the columns are unit, foe"),
    ];
    for (rows, sentence) in cases {
        let (dir, _) = with_file("games.csv", format!("{HEAD}{rows}"));
        let ran = muster_in(dir.path(), &["points", "fit", "--results", "games.csv"]);
        assert_eq!(ran.code, 2, "{rows}: {}", ran.err);
        assert!(ran.err.contains(sentence), "{rows}: {}", ran.err);
        assert!(!dir.path().join("muster-out").exists());
    }
}

#[test]
fn a_force_is_added_up_both_ways() {
    let (dir, _) = with_file("units.toml", UNITS);
    let arguments = [
        "points",
        "round",
        "--units",
        "units.toml",
        "--quiet",
        "--step",
        "5",
        "--force",
        "plain=8",
        "--force",
        "strong=3",
    ];
    let arguments: Vec<&str> = arguments.into_iter().chain(NAMES).collect();
    let found = json_in(dir.path(), &arguments);
    let line = |unit: &str| {
        found["prices"].as_array().unwrap().iter().find(|line| line["unit"] == unit).unwrap().clone()
    };
    let sum =
        |key: &str| 8.0 * line("plain")[key].as_f64().unwrap() + 3.0 * line("strong")[key].as_f64().unwrap();
    assert!((found["sum_of_rounded"].as_f64().unwrap() - sum("rounded")).abs() < 1e-9);
    assert!((found["rounded_sum"].as_f64().unwrap() - sum("scaled")).abs() <= 2.5 + 1e-9);
    assert!((line("plain")["rounded"].as_f64().unwrap() % 5.0).abs() < 1e-9);
}

#[test]
fn names_that_are_not_there_are_bad_input() {
    for arguments in [
        vec!["points", "fit", "light-foot", "havy-foot"],
        vec!["points", "fit", "light-foot"],
        vec!["points", "fit", "light-foot", "heavy-foot", "--anchor", "elephants"],
        vec!["points", "fit", "--anchor", "light-foot=none"],
        vec!["points", "round", "light-foot", "shield-foot", "--force", "elephants=1"],
        vec!["even", "light-foot", "celts"],
    ] {
        let ran = muster(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    }
}
