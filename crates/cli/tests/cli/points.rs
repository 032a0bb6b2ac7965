//! Prices and even fights, as users see them.

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{files_of, json, json_in, muster, muster_in, unit_block, with_file};

/// Units that differ in one thing each.
fn units() -> String {
    [
        unit_block("plain", 6, "{ count = 8, mp = 1 }"),
        unit_block("twin", 6, "{ count = 8, mp = 1 }"),
        unit_block("saved", 5, "{ count = 8, mp = 1 }"),
        unit_block("strong", 5, "{ count = 8, mp = 2 }"),
        unit_block("mixed", 5, "{ count = 4, mp = 2 }, { count = 2, mp = 3 }"),
        unit_block("nine", 6, "{ count = 9, mp = 1 }"),
    ]
    .concat()
}

const NAMES: [&str; 5] = ["plain", "twin", "saved", "strong", "mixed"];

/// Duel prices.
fn fit(more: &[&str]) -> (tempfile::TempDir, Value) {
    fit_of("units", more)
}

fn fit_of(of: &str, more: &[&str]) -> (tempfile::TempDir, Value) {
    let (dir, _) = with_file("units.toml", units());
    let arguments: Vec<&str> = ["points", "fit", "--units", "units.toml", "--quiet", "--of", of]
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
    assert!(csv.starts_with("unit,points,standard_error,status,duel_points,army_points,"), "{csv}");
    assert!(csv.contains("\nplain,10,,anchor,10,,"), "{csv}");
    assert!(!csv.contains("NaN"), "{csv}");
}

// 60 000 battles carry errors of about two percent; a point of save and a melee point are worth fifteen and more.
#[test]
fn army_prices_stand_beside_duel_prices_and_are_sane() {
    let (dir, found) = fit_of("boxes", &["--anchor", "plain=10", "--games", "60000"]);
    let line = |unit: &str| {
        found["prices"].as_array().unwrap().iter().find(|line| line["unit"] == unit).unwrap().clone()
    };
    for unit in NAMES {
        let line = line(unit);
        assert_eq!(line["points"], line["army_points"], "{line}");
        assert!(line["duel_points"].as_f64().unwrap() > 0.0, "{line}");
        assert_eq!(line["standard_error"].is_null(), unit == "plain", "{line}");
        assert_eq!(line["by_conditions"].as_object().unwrap().len(), 5, "{line}");
    }
    // Units that are alike cost the same; what is strictly better costs more, beyond its error.
    let apart = |unit: &str, from: f64| {
        (points(&found, unit) - from) / line(unit)["standard_error"].as_f64().unwrap()
    };
    assert!(apart("twin", 10.0).abs() < 4.0, "{found}");
    assert!(apart("saved", 10.0) > 2.0, "{found}");
    assert!(apart("strong", points(&found, "saved")) > 2.0, "{found}");
    let army = &found["army"];
    assert_eq!(army["conditions"], "mix");
    let fresh = &army["fresh"];
    let (loss, floor) = (fresh["log_loss"].as_f64().unwrap(), fresh["log_loss_floor"].as_f64().unwrap());
    // Among units that differ by little costs nearly add up: predictions come close to what can be known.
    assert!(floor < loss && loss < 0.68, "{fresh}");
    let slope = &fresh["calibration_slope"];
    let off = (slope["value"].as_f64().unwrap() - 1.0) / slope["standard_error"].as_f64().unwrap();
    assert!(off.abs() < 5.0, "{fresh}");
    assert_eq!(army["equal_points"]["pairs"], 50);
    assert!(army["equal_points"]["mean_distance"].as_f64().unwrap() < 0.16, "{army}");
    let csv = std::fs::read_to_string(dir.path().join("muster-out/points/points.csv")).unwrap();
    assert!(csv.contains("\nplain,10,,anchor,10,10,") && csv.contains(",combined,mix,plain,"), "{csv}");
    let correlations =
        std::fs::read_to_string(dir.path().join("muster-out/points/correlations.csv")).unwrap();
    assert!(correlations.starts_with("unit,twin,saved,strong,mixed\ntwin,1,"), "{correlations}");
}

#[test]
fn the_seed_alone_decides_about_army_prices() {
    let battles = ["--games", "8000", "--conditions", "open"];
    let run = |more: &[&str]| fit_of("boxes", &[&battles[..], more].concat());
    let files = |dir: &tempfile::TempDir| files_of(&dir.path().join("muster-out/points"));
    let ((one, first), (seven, _), (_, other)) =
        (run(&["--threads", "1"]), run(&["--threads", "7"]), run(&["--seed", "2"]));
    assert_eq!(files(&one), files(&seven));
    assert_eq!(files(&one).len(), 12);
    assert!((points(&first, "saved") - points(&other, "saved")).abs() > 1e-9);
    assert_eq!(first["army"]["conditions"], "open");
    let line = &first["prices"][1];
    assert_eq!(line["by_conditions"].as_object().unwrap().len(), 0, "{line}");
}

#[test]
fn prices_do_not_depend_on_threads() {
    let (one, _) = fit(&["--threads", "1"]);
    let (seven, _) = fit(&["--threads", "7"]);
    let files = |dir: &tempfile::TempDir| files_of(&dir.path().join("muster-out/points"));
    assert_eq!(files(&one), files(&seven));
    assert_eq!(files(&one).len(), 9);
}

#[test]
fn a_resized_unit_fights_as_one_written_with_so_many_figures() {
    let (dir, _) = with_file("units.toml", units());
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
        ("a,b,10,10,2,0,2\na,b,10,11,2,0,2\n", "or the games are too few"),
        ("a,b,10,10,50,0,0\na,b,9,10,50,0,0\n", "every unit won or lost all"),
        ("a,a,10,10,50,0,40\n", "games.csv:2: the line cannot be"),
        ("a,b,10,10,0,9,0\na,b,12,10,0,9,0\n", "never hurt each other"),
        ("", "no games, no prices"),
        ("a,b,ten,10,50,0,40\n", "games.csv:2: \"ten\" cannot stand in the column \"unit_figures\""),
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
    let (dir, _) = with_file("units.toml", units());
    let arguments = [
        "points",
        "round",
        "--units",
        "units.toml",
        "--quiet",
        "--of",
        "units",
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
        vec!["points", "explain", "light-foot", "--against", "light-foot"],
        vec!["points", "fit", "light-foot", "heavy-foot", "--anchor", "elephants"],
        vec!["points", "fit", "--anchor", "light-foot=none"],
        vec!["points", "fit", "light-foot", "heavy-foot", "--conditions", "mocn"],
        vec!["points", "fit", "light-foot", "heavy-foot", "--games", "0"],
        vec!["points", "round", "light-foot", "shield-foot", "--force", "elephants=1"],
        vec!["even", "light-foot", "celts"],
    ] {
        let ran = muster(&arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
    }
}

/// Unarmed troops of the catalogue: they meet in melee alone.
const MELEE: [&str; 7] = [
    "light-foot",
    "shield-foot",
    "armoured-foot",
    "heavy-foot",
    "light-cavalry",
    "cuirassiers",
    "heavy-cavalry",
];

fn melee_prices(more: &[&str]) -> Vec<f64> {
    let dir = tempfile::tempdir().unwrap();
    let arguments: Vec<&str> = ["points", "fit", "--of", "units", "--quiet"]
        .into_iter()
        .chain(MELEE)
        .chain(more.iter().copied())
        .collect();
    let found = json_in(dir.path(), &arguments);
    MELEE.iter().map(|unit| points(&found, unit).ln()).collect()
}

/// Root mean square difference of ln(points), both sides centred.
fn rmse(found: &[f64], truth: &[f64]) -> f64 {
    let count = found.len() as f64;
    let apart: Vec<f64> = found.iter().zip(truth).map(|(found, truth)| found - truth).collect();
    let mean = apart.iter().sum::<f64>() / count;
    (apart.iter().map(|apart| (apart - mean).powi(2)).sum::<f64>() / count).sqrt()
}

// Acceptance T5.3: a thousand games a pair, located together and polished, against exact roots. The mean of three seeds lies
// at about 0.007 with a spread of 0.001. A fifth of the games, the mutant, must not come so near.
#[test]
fn t5_3_sampled_prices_come_within_a_percent_of_exact_ones() {
    let exact = melee_prices(&["--method", "exact"]);
    let mean = |games: &str| {
        let of = |seed: &str| {
            rmse(&melee_prices(&["--method", "sampled", "--duel-games", games, "--seed", seed]), &exact)
        };
        (of("1") + of("2") + of("3")) / 3.0
    };
    let (found, poor) = (mean("1000"), mean("60"));
    assert!(found < 0.013, "{found}");
    assert!(poor > 0.013, "{poor}");
}

fn explain(unit: &str, more: &[&str]) -> Value {
    let (dir, _) = with_file("units.toml", units());
    let against: Vec<&str> = NAMES.iter().flat_map(|name| ["--against", name]).collect();
    let arguments: Vec<&str> =
        ["points", "explain", unit, "--units", "units.toml", "--quiet", "--anchor", "plain=10"]
            .into_iter()
            .chain(against)
            .chain(more.iter().copied())
            .collect();
    json_in(dir.path(), &arguments)
}

fn change<'v>(found: &'v Value, id: &str) -> &'v Value {
    found["changes"].as_array().unwrap().iter().find(|one| one["change"] == id).unwrap()
}

#[test]
fn a_step_is_worth_what_the_unit_that_has_taken_it_costs_more() {
    let (_, prices) = fit(&["--anchor", "plain=10"]);
    let found = explain("plain", &[]);
    for one in found["changes"].as_array().unwrap() {
        assert_eq!(
            (&one["method"], one["standard_error"].as_f64()),
            (&Value::from("exact"), Some(0.0)),
            "{one}"
        );
        assert!(one["lowest"].as_f64() <= one["points"].as_f64(), "{one}");
    }
    // "saved" is "plain" with a save one better; they are met by somewhat different foes.
    let share = change(&found, "save")["share"].as_f64().unwrap();
    let listed = points(&prices, "saved") / points(&prices, "plain") - 1.0;
    assert!((share - listed).abs() < 0.08 && share > 0.05, "{share} {listed}");
    // A figure more is worth about a figure: it costs more, and not twice as much.
    let figure = change(&found, "figure")["points"].as_f64().unwrap();
    assert!((5.0..25.0).contains(&figure), "{figure}");
    assert_eq!(change(&found, "figure")["says"], "9 figures instead of 8");
    assert!(change(&found, "melee-points")["points"].as_f64().unwrap() > 5.0, "{found}");
}

// Steepness is taken to be the same everywhere, which costs some percent of a change; four standard errors for luck.
#[test]
fn played_duels_explain_a_price_as_solved_ones_do() {
    let exact = explain("plain", &[]);
    let played = explain("plain", &["--method", "sample", "--duel-games", "4096"]);
    for id in ["save", "figure", "melee-points"] {
        let (one, other) = (change(&exact, id), change(&played, id));
        assert_eq!(other["method"], "sample");
        let (share, error) = (other["share"].as_f64().unwrap(), other["standard_error"].as_f64().unwrap());
        assert!(error > 0.0, "{other}");
        let apart = share - one["share"].as_f64().unwrap();
        assert!(apart.abs() < 0.06 + 4.0 * error / 80.0, "{id}: {one} {other}");
    }
}

#[test]
fn the_closest_formulas_stand_beside_the_price() {
    let arguments = ["points", "explain", "shield-foot", "--quiet"];
    let against: Vec<&str> = MELEE.iter().flat_map(|name| ["--against", name]).collect();
    let found = json(&[&arguments[..], &against].concat());
    let product = &found["product"];
    assert_eq!(found["formula_units"], 7);
    let exponent = &product["coefficients"][1];
    assert_eq!(exponent[0], "exponent");
    // Near the square law, as the methods page found for melee alone.
    assert!((0.4..0.8).contains(&exponent[1].as_f64().unwrap()), "{found}");
    // The sum leaves out terms that these seven do not differ in, and misses by more, as the methods page found.
    let names: Vec<&Value> =
        found["sum"]["coefficients"].as_array().unwrap().iter().map(|one| &one[0]).collect();
    assert_eq!(names, ["constant", "melee points", "durability", "move"]);
    let miss = |formula: &str| found[formula]["leave_one_out"].as_f64().unwrap();
    assert!(miss("product") > 0.0 && miss("product") < miss("sum"), "{found}");
    let unit = product["of_unit"].as_f64().unwrap() / found["points"].as_f64().unwrap();
    assert!((0.7..1.4).contains(&unit), "{found}");
}

#[test]
fn units_that_have_a_limit_and_no_price_are_named_where_they_are_left_out() {
    let folder = TempDir::new().expect("a directory");
    let prices = "unit,points,status\nlight-foot,5,anchor\narchers,6.1,fitted\ntanks,300,at_least\n";
    std::fs::write(folder.path().join("prices.csv"), prices).expect("a file");
    let left_out = "Left out, because no fight or battle was near enough to even for a price";
    for command in ["round", "card"] {
        let ran = muster_in(folder.path(), &["points", command, "--prices", "prices.csv"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(left_out), "{command}: {words}");
        assert!(words.contains("Tanks (at least 300.0)"), "{command}: {words}");
    }
}

#[test]
fn units_of_one_size_are_said_to_have_no_number_that_evens_them() {
    let ran = muster(&["even", "guards", "ogre", "--rules", "blood-and-steel", "--quiet"]);
    let words = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("neither side can be played with more or fewer"), "{words}");
}

#[test]
fn a_score_of_one_half_from_a_few_games_is_no_even_fight() {
    let ran = muster(&["even", "celts", "roman-auxiliaries", "--games", "2", "--quiet"]);
    assert!(ran.out.contains("So few games cannot tell"), "{}", ran.out);
    assert!(!ran.out.contains("even as it is"), "{}", ran.out);
}

/// Wins of a in 200 games at these sizes, when figures of a, b, c are worth 1, 1.5 and 2 and one logit is a fifth of ln(points);
/// `turn` tilts each pair in the sense of the circle a, b, c.
fn won(pair: [usize; 2], figures: [u32; 2], turn: f64) -> u32 {
    let worth = [1.0_f64, 1.5, 2.0];
    let side = |at: usize| (worth[pair[at]] * f64::from(figures[at])).ln();
    let around = if pair == [0, 2] { -turn } else { turn };
    let score = 1.0 / (1.0 + (-5.0 * (side(0) - side(1)) - around).exp());
    (0..200).filter(|game| f64::from(*game) + 0.5 < 200.0 * score).count().try_into().expect("few")
}

#[test]
fn a_circle_is_named_where_luck_does_not_leave_as_much_over() {
    let told = |turn: f64| {
        let mut rows = HEAD.to_owned();
        for (pair, sizes) in
            [([0, 1], [[18, 10], [12, 10]]), ([1, 2], [[14, 9], [10, 9]]), ([0, 2], [[24, 10], [16, 10]])]
        {
            for figures in sizes {
                let wins = won(pair, figures, turn);
                let names = pair.map(|unit| ["a", "b", "c"][unit]);
                let [first, second] = figures;
                rows += &format!("{},{},{first},{second},{wins},0,{}\n", names[0], names[1], 200 - wins);
            }
        }
        let (dir, _) = with_file("games.csv", rows);
        let ran = muster_in(dir.path(), &["points", "fit", "--results", "games.csv", "--anchor", "a=5"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (straight, turned) = (told(0.0), told(1.0));
    assert!(straight.contains("no circle, no match-up and no best mix is named here"), "{straight}");
    assert!(!straight.contains("No prices can fix this circle"), "{straight}");
    assert!(turned.contains("No prices can fix this circle: "), "{turned}");
    assert!(turned.contains("is refuted"), "{turned}");
}
