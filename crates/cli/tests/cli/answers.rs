//! Shapes that others script against, and numbers that are known.

use crate::support::{MY_BOX, MY_UNITS, command, json, json_in, muster, muster_in, with_file};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("not a number: {value}"))
}

#[test]
fn twenty_three_firepower_has_a_mean_of_eleven_hits() {
    // CHIMERA SHOOTING: 4 dice of mean 2.5 and one that counts on 1-3, whose mean is 1.
    let odds = json(&["odds", "--shoot", "23"]);
    assert!((number(&odds["mean"]) - 11.0).abs() < 1e-12);
    let points = odds["pmf"].as_array().expect("a list");
    let total: f64 = points.iter().map(|point| number(&point["p"])).sum();
    let mean: f64 = points.iter().map(|point| number(&point["p"]) * number(&point["value"])).sum();
    assert!((total - 1.0).abs() < 1e-12);
    assert!((mean - number(&odds["mean"])).abs() < 1e-12, "the mean is that of the law");
    // The highest result: four fives and a three, 3/6^5 of ... one way a die.
    let last = points.last().expect("a value");
    assert_eq!(last["value"], 23);
    assert!((number(&last["p"]) - 6f64.powi(-5)).abs() < 1e-15);
}

#[test]
fn a_save_of_minus_one_and_a_negative_ap_are_numbers() {
    let sure = json(&["odds", "--shoot", "5", "--save", "-1"]);
    assert_eq!(sure["mean"], 0.0, "nothing gets through a save of -1");
    let worse = json(&["odds", "--shoot", "5", "--save", "5", "--ap", "1"]);
    let better = json(&["odds", "--shoot", "5", "--save", "5", "--ap", "-1"]);
    assert!(number(&worse["mean"]) > number(&better["mean"]));
    // d6 with a 6 counting 0 is 2.5 hits; 4+ fails on three faces, 6+ on five.
    assert!((number(&better["mean"]) - 2.5 * 3.0 / 6.0).abs() < 1e-12);
    assert!((number(&worse["mean"]) - 2.5 * 5.0 / 6.0).abs() < 1e-12);
}

#[test]
fn an_exact_duel_has_the_fixed_shape_and_adds_up() {
    let duel = json(&[
        "duel",
        "light-foot",
        "warband",
        "--policy-a",
        "charge",
        "--start",
        "24",
        "--room",
        "24",
        "--max-turns",
        "30",
        "--method",
        "exact",
    ]);
    assert_eq!(duel["method"], "exact");
    for seating in ["first", "second"] {
        let sum: f64 = ["win", "draw", "loss"].iter().map(|key| number(&duel[seating][key])).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{seating}");
    }
    let score = |seating: &str| number(&duel[seating]["win"]) + number(&duel[seating]["draw"]) / 2.0;
    assert!((number(&duel["score"]) - (score("first") + score("second")) / 2.0).abs() < 1e-12);
    assert_eq!((&duel["low"], &duel["high"]), (&duel["score"], &duel["score"]));
    for side in ["a", "b"] {
        let side = &duel[side];
        let lost: f64 =
            ["shooting", "melee", "morale"].iter().map(|cause| number(&side["mean_lost"][cause])).sum();
        assert!(
            (lost + number(&side["mean_left"]) - number(&side["figures"])).abs() < 1e-9,
            "lost and left are all"
        );
        let mean: f64 = side["left"]
            .as_array()
            .expect("a law")
            .iter()
            .map(|v| number(&v["p"]) * number(&v["value"]))
            .sum();
        assert!((mean - number(&side["mean_left"])).abs() < 1e-9, "the mean is that of the law");
    }
}

#[test]
fn a_duel_seen_from_the_other_chair_is_its_mirror() {
    let one = json(&["duel", "light-foot", "warband", "--method", "exact"]);
    let other = json(&["duel", "warband", "light-foot", "--method", "exact"]);
    assert!((number(&one["score"]) + number(&other["score"]) - 1.0).abs() < 1e-12);
    assert_eq!(one["first"]["win"], other["second"]["loss"]);
}

/// Fixed seed; with another one the check would fail wrongly once in 15 000 (|z| > 4). At 20 000 games it sees a shift of the score of 1.4 % and
/// more; the mutant below shifts it by more.
#[test]
fn a_sampled_duel_agrees_with_the_exact_one_and_a_bent_one_does_not() {
    let duel = ["duel", "light-foot", "shield-foot"];
    let exact = json(&[&duel[..], &["--method", "exact"]].concat());
    let sample = json(&[&duel[..], &["--method", "sample", "--games", "20000"]].concat());
    assert_eq!(sample["method"], "sample");
    assert_eq!(sample["games"], 20_000);
    let width = number(&sample["high"]) - number(&sample["low"]);
    assert!(width > 0.0);
    let z = |other: &Value| (number(&other["score"]) - number(&exact["score"])) / (width / 2.0 / 1.96);
    assert!(z(&sample).abs() < 4.0, "z = {}", z(&sample));
    let bent = json(
        &[&duel[..], &["--method", "sample", "--games", "20000", "--set", "saves.armour-or-shield=6"]]
            .concat(),
    );
    assert!(z(&bent).abs() > 4.0, "z = {}", z(&bent));
}

#[test]
fn a_battle_says_games_and_interval_and_seatings_share_them() {
    let battle = json(&["battle", "celts", "roman-auxiliaries", "--games", "400"]);
    assert_eq!(battle["method"], "sample");
    assert_eq!(battle["games"], 400);
    assert_eq!(
        (&battle["first"]["games"], &battle["second"]["games"]),
        (&Value::from(200), &Value::from(200))
    );
    assert!(
        number(&battle["low"]) < number(&battle["score"])
            && number(&battle["score"]) < number(&battle["high"])
    );
    assert!(!battle["games_worth_replaying"].as_array().expect("a list").is_empty());
}

#[test]
fn a_longest_game_has_as_many_turns_when_it_is_replayed() {
    let battle = json(&["battle", "celts", "roman-auxiliaries", "--games", "300", "--seed", "7"]);
    let seen = battle["games_worth_replaying"].as_array().expect("a list");
    let longest = seen.iter().find(|seen| seen["what"] == "longest").expect("a longest game");
    let game = longest["game"].to_string();
    let told = json(&["replay", "celts", "roman-auxiliaries", "--game", &game, "--seed", "7"]);
    assert_eq!(format!("{} turns", told["turns"]), longest["why"].as_str().expect("a reason"));
    assert!(!told["lines"].as_array().expect("lines").is_empty());
}

#[test]
fn luck_ranks_exactly_and_its_parts_are_all() {
    let lucky = json(&["luck", "light-foot", "warband", "--left", "3,0"]);
    assert_eq!(lucky["method"], "exact");
    let parts: f64 = ["worse", "equal", "better"].iter().map(|key| number(&lucky[key])).sum();
    assert!((parts - 1.0).abs() < 1e-12);
    assert!(
        (number(&lucky["percentile"]) - number(&lucky["worse"]) - number(&lucky["equal"]) / 2.0).abs()
            < 1e-12
    );
    let unlucky = json(&["luck", "light-foot", "warband", "--left", "0,20"]);
    assert!(number(&unlucky["percentile"]) < number(&lucky["percentile"]));
    assert_eq!(unlucky["worse"], 0.0, "nothing is worse than the loss of all for nothing");
}

#[test]
fn luck_of_boxes_counts_both_forces_together() {
    let luck = json(&["luck", "celts", "roman-auxiliaries", "--left", "50,0", "--games", "500"]);
    assert_eq!(luck["method"], "sample");
    assert_eq!(luck["better"], 0.0, "nothing is better than to lose nobody and take all");
    assert!(number(&luck["worse"]) > 0.5);
    assert!(
        number(&luck["low"]) <= number(&luck["percentile"])
            && number(&luck["percentile"]) <= number(&luck["high"])
    );
}

#[test]
fn a_box_of_ones_own_meets_a_shipped_one() {
    let (dir, _) = with_file("mine.toml", MY_BOX);
    let battle = json_in(dir.path(), &["battle", "mine.toml", "celts", "--games", "50"]);
    assert_eq!(battle["a"]["id"], "my-guards");
    assert_eq!(battle["a"]["figures"], 16);
    let itself = json_in(dir.path(), &["battle", "mine.toml", "mine.toml", "--games", "50"]);
    assert_eq!(itself["score"], 0.5, "a box against itself");
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let windows = format!("\u{feff}{}", MY_BOX.replace('\n', "\r\n"));
    let (plain_dir, _) = with_file("mine.toml", MY_BOX);
    let (windows_dir, _) = with_file("mine.toml", windows);
    let run = ["battle", "mine.toml", "celts", "--games", "50", "--format", "json", "--quiet"];
    let (plain, windows) = (muster_in(plain_dir.path(), &run), muster_in(windows_dir.path(), &run));
    assert_eq!((plain.code, plain.err.as_str(), windows.err.as_str()), (0, "", ""));
    assert_eq!(plain.out, windows.out);
}

#[test]
fn units_of_a_file_fight_in_duels_and_in_replays() {
    let (dir, _) = with_file("units.toml", MY_UNITS);
    let duel = json_in(dir.path(), &["duel", "guards", "mob", "--units", "units.toml"]);
    assert_eq!((&duel["a"]["plays"], &duel["b"]["plays"]), (&Value::from("advance"), &Value::from("charge")));
    let told = json_in(dir.path(), &["replay", "guards", "mob", "--units", "units.toml"]);
    assert_eq!(told["a"], "guards");
}

#[test]
fn a_changed_value_is_said_in_the_answer_and_beside_json() {
    let text = muster(&["odds", "--melee", "5", "--set", "melee.points_per_die=4"]);
    assert!(text.out.contains("melee.points_per_die = 4 (was 5)"), "{}", text.out);
    let beside = muster(&["odds", "--melee", "5", "--set", "melee.points_per_die=4", "--format", "json"]);
    assert!(beside.err.contains("melee.points_per_die = 4 (was 5)"), "{}", beside.err);
    assert!(serde_json::from_str::<Value>(&beside.out).is_ok(), "JSON stands alone on standard output");
}

#[test]
fn every_answer_with_dice_says_its_seed() {
    for run in [&["battle", "celts", "zulus", "--games", "10"][..], &["replay", "celts", "zulus"][..]] {
        assert!(muster(run).out.contains("seed 1"), "{run:?}");
        let other = [run, &["--seed", "99"][..]].concat();
        assert!(muster(&other).out.contains("seed 99"), "{run:?}");
    }
}

#[test]
fn sampled_certainty_is_printed_as_a_bound() {
    let ran = muster(&["battle", "afrika-korps", "celtic-chariots", "--games", "100"]);
    assert!(ran.out.contains("over ") && ran.out.contains("under "), "{}", ran.out);
    assert!(!ran.out.contains(" 100.0 %"), "{}", ran.out);
}

#[test]
fn all_formats_are_given_to_a_directory() {
    let dir = tempfile::tempdir().expect("a directory");
    let ran = muster_in(dir.path(), &["battle", "celts", "zulus", "--games", "20", "--out", "deep/answer"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let names: Vec<String> =
        crate::support::files_of(&dir.path().join("deep/answer")).into_iter().map(|file| file.0).collect();
    let expected = ["battle.csv", "battle.html", "battle.json", "battle.md", "battle.run.json"];
    assert_eq!(names[..5], expected);
    assert_eq!(names[5..], ["survivors.png", "survivors.svg"]);
}

#[test]
fn an_equilibrium_of_plans_mixes_both_sides() {
    let battle = json(&["battle", "celts", "zulus", "--games", "32", "--plans", "equilibrium"]);
    for side in ["row", "column"] {
        let weights: f64 = battle["plan_mix"][side].as_array().expect("weights").iter().map(number).sum();
        assert!((weights - 1.0).abs() < 1e-9);
    }
    let score = number(&battle["score"]);
    assert!(number(&battle["low"]) <= score && score <= number(&battle["high"]));
}

#[test]
fn a_reader_who_has_read_enough_is_no_error() {
    use std::io::Read as _;
    let dir = tempfile::tempdir().expect("a directory");
    let mut child = command(dir.path(), &["list", "rulings", "--format", "json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let status = child.wait().expect("it ends");
    let mut err = String::new();
    child.stderr.take().expect("standard error").read_to_string(&mut err).expect("text");
    assert_eq!((status.code(), err.as_str()), (Some(0), ""));
}

#[test]
fn a_variant_tells_what_it_changes() {
    let found = json(&["show", "hot-melee"]);
    let value = &found["values"][0];
    let told = [&value["key"], &value["value"], &value["was"]].map(|text| text.as_str().unwrap_or(""));
    assert_eq!(told, ["melee.points_per_die", "4", "5"], "{found}");
    let found = json(&["list", "variants"]);
    let variants = found.as_array().unwrap();
    assert!(
        variants.len() >= 5 && variants.iter().all(|one| one["changes"].as_str().unwrap().contains("(was ")),
        "{found}"
    );
}

#[test]
fn too_many_points_of_a_roll_have_one_limit() {
    for (option, many) in
        [("--shoot", "2001"), ("--melee", "2001"), ("--melee", "99999999999"), ("--shoot", "1e12")]
    {
        let ran = muster(&["odds", option, many]);
        assert_eq!(ran.code, 2, "{option} {many}: {}", ran.out);
        assert!(ran.err.contains("give at most 2000"), "{option} {many}: {}", ran.err);
    }
    assert_eq!(muster(&["odds", "--melee", "2000"]).code, 0);
}

#[test]
fn a_rule_set_is_told_of_in_its_own_words() {
    let rules = ["--rules", "blood-and-steel"];
    let told = |run: &[&str]| {
        let ran = muster(&[run, &rules[..]].concat());
        assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let unit = told(&["show", "heavy-swords"]);
    assert!(unit.contains("20 figures, quality regular (d8)") && !unit.contains(" MP"), "{unit}");
    let all = told(&["list"]);
    assert!(all.contains("weapons 14") && !all.contains("troop types"), "{all}");
    let units = told(&["list", "units"]);
    assert!(units.contains("id name figures quality points"), "{units}");
    let replay = told(&["replay", "heavy-swords", "halberdiers"]);
    assert!(replay.contains("which begins the first turn") && !replay.contains("shoots first"), "{replay}");
    let matrix =
        told(&["matrix", "--of", "units", "levy", "heavy-swords", "--games", "16", "--method", "sample"]);
    assert!(matrix.contains("Side A (begins the first turn)") && !matrix.contains("moves first"), "{matrix}");
}
