//! Fair forces, cards, and even fights of boxes, as users see them.

use serde_json::Value;

use crate::support::{files_of, json_in, muster, muster_in, with_file};

const PRICES: &str = "unit,points,standard_error,status\nlight-foot,5,,anchor\nheavy-foot,6.2,0.3,fitted\nlight-cavalry,7.8,0.4,fitted\ntanks,400,,at_least\n";

/// Two boxes of plain figures, the first with a mixed unit.
const BOX: &str = r#"
[box]
id = "mine"
name = "Mine"
figures = 60
[[unit]]
id = "foot"
name = "Foot"
figures = [{ count = 30, type = "light-infantry" }]
[[unit]]
id = "guards"
name = "Guards"
figures = [{ count = 18, type = "heavy-infantry" }]
[[unit]]
id = "riders"
name = "Riders"
figures = [{ count = 12, type = "light-cavalry" }]
"#;

fn folder() -> tempfile::TempDir {
    let (dir, _) = with_file("points.csv", PRICES);
    std::fs::write(dir.path().join("mine.toml"), BOX).expect("a file");
    dir
}

#[test]
fn forces_cost_what_their_figures_cost_and_no_more_than_asked_for() {
    let dir = folder();
    let arguments =
        ["muster", "--points", "150", "--box", "mine.toml", "--points-file", "points.csv", "--quiet"];
    let found = json_in(dir.path(), &arguments);
    let forces = found["boxes"][0]["forces"].as_array().expect("forces");
    assert!(forces.len() >= 3, "{found}");
    for force in forces {
        let points = force["points"].as_f64().unwrap();
        assert!((142.5..=150.0).contains(&points), "{force}");
        let parts: Vec<&Value> = force["units"].as_array().unwrap().iter().collect();
        let sum: f64 =
            parts.iter().map(|part| part["figures"].as_f64().unwrap() * part["each"].as_f64().unwrap()).sum();
        assert!((sum - points).abs() < 1e-9 && parts.iter().all(|part| part["figures"].as_u64() >= Some(5)));
    }
    assert_eq!(forces[0]["units"].as_array().unwrap().len(), 3, "the broadest first");
    // The same figures as the catalogue's light foot: the price is that of the file.
    let text = muster_in(dir.path(), &arguments).out;
    assert!(text.contains("light-foot") && text.contains("heavy-foot"), "{text}");
    assert_eq!(text, muster_in(dir.path(), &arguments).out);
    // Every force is there in full, however narrow the text.
    assert!(!text.contains('\u{2026}') && text.contains("Force 1 ("), "{text}");
}

#[test]
fn boxes_and_price_lists_that_are_not_there_are_bad_input() {
    let dir = folder();
    std::fs::write(dir.path().join("odd.csv"), "unit,points\nnobody,3\n").expect("a file");
    for (arguments, sentence) in [
        (
            &["muster", "--points", "100", "--box", "zulu", "--points-file", "points.csv"][..],
            "did you mean \"zulus\"?",
        ),
        (&["muster", "--points", "100", "--points-file", "odd.csv"][..], "there is no unit \"nobody\""),
        (&["muster", "--points", "100", "--points-file", "none.csv"][..], "none.csv"),
        (&["muster", "--points", "0"][..], "give a whole number from 1 to 10000"),
    ] {
        let ran = muster_in(dir.path(), arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(ran.err.contains(sentence), "{arguments:?}: {}", ran.err);
        assert!(!ran.err.contains("leave it out"), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_card_has_prices_the_version_and_a_date_only_when_asked() {
    let dir = folder();
    let card = ["points", "card", "--points-file", "points.csv", "--quiet"];
    let plain = muster_in(dir.path(), &card).out;
    assert!(plain.contains("Rules version") && plain.contains("Unit cards"), "{plain}");
    assert!(plain.contains("date: not given (--date)"), "{plain}");
    let blank = muster_in(dir.path(), &[&card[..], &["--date", " "]].concat());
    assert_eq!((blank.code, blank.err.contains("--date is blank")), (2, true), "{}", blank.err);
    assert!(!plain.contains("20"), "no clock unless asked: {plain}");
    // A bound is no price: its unit is named below the list.
    assert!(plain.contains("Tanks (at least 400.0)"), "{plain}");
    assert!(!plain.lines().any(|line| line.starts_with("Tanks ")), "{plain}");
    let dated = muster_in(dir.path(), &[&card[..], &["--date", "30 November", "--out", "made"]].concat());
    assert!(dated.out.contains(", 30 November"), "{}", dated.out);
    let names: Vec<String> = files_of(&dir.path().join("made")).into_iter().map(|file| file.0).collect();
    assert_eq!(names, ["card.csv", "card.html", "card.json", "card.md", "card.run.json"]);
    let found = json_in(dir.path(), &card);
    assert_eq!(found["units"].as_array().unwrap().len(), 3);
    assert_eq!(found["data_hash"].as_str().map(str::len), Some(64));
}

#[test]
fn figures_left_out_bring_two_boxes_nearer_to_even() {
    let dir = folder();
    let small = BOX
        .replace("\"mine\"", "\"small\"")
        .replace("\"Mine\"", "\"Small\"")
        .replace("count = 30", "count = 14");
    std::fs::write(dir.path().join("small.toml"), small).expect("a file");
    let even = json_in(
        dir.path(),
        &["even", "mine.toml", "small.toml", "--games", "512", "--quiet", "--out", "made"],
    );
    let boxes = &even["boxes"];
    assert_eq!(boxes["stronger"], "mine");
    let before = (even["score"].as_f64().unwrap() - 0.5).abs();
    let after = boxes["left_over"].as_f64().unwrap().abs();
    assert!(after < before && after < 0.1, "{even}");
    let left_out = boxes["figures_left_out"].as_f64().unwrap();
    assert!((1.0..40.0).contains(&left_out), "{even}");
    // The larger box is worth more by the prices of its units, and the handicap is what is left out.
    let points = boxes["points"].as_array().unwrap();
    assert!(points[0].as_f64() > points[1].as_f64());
    assert!(boxes["handicap"].as_f64().unwrap() > 0.0 && boxes["handicap_share"].as_f64().unwrap() < 1.0);
    let names: Vec<String> = files_of(&dir.path().join("made")).into_iter().map(|file| file.0).collect();
    assert_eq!(
        names,
        ["even.csv", "even.html", "even.json", "even.md", "even.png", "even.run.json", "even.svg"]
    );
}

#[test]
fn a_box_is_added_up_both_ways() {
    let dir = folder();
    let found = json_in(
        dir.path(),
        &[
            "points",
            "round",
            "--of",
            "units",
            "light-foot",
            "heavy-foot",
            "light-cavalry",
            "--box",
            "mine.toml",
            "--quiet",
        ],
    );
    let price = |unit: &str, key: &str| {
        let lines = found["prices"].as_array().unwrap();
        lines.iter().find(|line| line["unit"] == unit).unwrap()[key].as_f64().unwrap()
    };
    let sum = |key: &str| {
        30.0 * price("light-foot", key) + 18.0 * price("heavy-foot", key) + 12.0 * price("light-cavalry", key)
    };
    assert!((found["box"]["sum_of_rounded"].as_f64().unwrap() - sum("rounded")).abs() < 1e-9, "{found}");
    assert!((found["box"]["rounded_sum"].as_f64().unwrap() - sum("scaled")).abs() <= 0.5 + 1e-9, "{found}");
}

#[test]
fn what_prices_cannot_fix_is_said_in_words_and_numbers() {
    let dir = tempfile::tempdir().expect("a directory");
    let arguments = [
        "points",
        "fit",
        "--of",
        "units",
        "light-foot",
        "longbowmen",
        "heavy-cavalry",
        "elephants",
        "--quiet",
    ];
    let ran = muster_in(dir.path(), &arguments);
    for words in
        ["What no prices can fix", "One price a unit explains everything", "The best mix at equal points"]
    {
        assert!(ran.out.contains(words), "{words}: {}{}", ran.out, ran.err);
    }
    let found = json_in(dir.path(), &arguments);
    let limits = &found["limits"];
    let mix = limits["mix"].as_array().expect("a mix, always");
    let shares: f64 = mix.iter().map(|one| one["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{limits}");
    // Nobody beats the best mix.
    assert!(mix.iter().all(|one| one["score_against_the_mix"].as_f64().unwrap() <= 0.5 + 1e-6), "{limits}");
    let share = limits["cyclic_share"].as_f64().expect("a share");
    assert!((0.0..=1.0).contains(&share) && limits["games_a_pair_to_tell"].as_f64() >= Some(1.0));
    // The linear program's value is the cycle's, where there is one.
    if let Some(cycle) = found["cycle_score"].as_f64() {
        assert!((cycle - found["linear_program_score"].as_f64().unwrap()).abs() < 1e-6, "{found}");
    }
    let names: Vec<String> =
        files_of(&dir.path().join("muster-out/points")).into_iter().map(|file| file.0).collect();
    assert!(names.contains(&"costs.svg".to_owned()) && names.contains(&"costs.png".to_owned()), "{names:?}");
    assert_eq!(muster(&["points", "card", "--date"]).code, 2);
}

#[test]
fn a_box_without_a_force_near_the_points_says_the_nearest() {
    let dir = folder();
    let few = BOX
        .replace("count = 30", "count = 9")
        .replace("count = 18", "count = 9")
        .replace("count = 12", "count = 9");
    std::fs::write(dir.path().join("mine.toml"), few).expect("a file");
    let least = [
        "--keep-scale",
        "--least",
        "9",
        "--points",
        "160",
        "--box",
        "mine.toml",
        "--points-file",
        "points.csv",
        "--quiet",
    ];
    let text = muster_in(dir.path(), &[&["muster"][..], &least].concat()).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("has no force of 152 to 160 points; the nearest costs"), "{text}");
}

#[test]
fn units_that_are_in_no_price_list_say_why_they_are_priced_by_duels() {
    let dir = folder();
    std::fs::write(dir.path().join("one.csv"), "unit,points\nlight-foot,5\n").expect("a file");
    let arguments =
        ["muster", "--points", "150", "--box", "mine.toml", "--points-file", "one.csv", "--quiet"];
    let text = muster_in(dir.path(), &arguments).out;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("no unit of the price list has these figures"), "{text}");
}

#[test]
fn a_price_list_that_cannot_be_read_is_told_in_words() {
    let dir = folder();
    std::fs::create_dir(dir.path().join("a folder.csv")).expect("a directory");
    for (file, says) in [
        ("nowhere.csv", "nowhere.csv: cannot be read: there is no such file\n"),
        ("a folder.csv", "a folder.csv: cannot be read: it is a directory\n"),
    ] {
        let ran = muster_in(dir.path(), &["points", "round", "--prices", file]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{file}");
        assert!(ran.err.contains(says) && ran.err.contains("\n  give a points.csv"), "{}", ran.err);
        assert!(!ran.err.contains("os error"), "{}", ran.err);
    }
}

#[test]
fn the_csv_of_even_holds_sizes_and_respawns() {
    let dir = folder();
    let csv = muster_in(
        dir.path(),
        &["even", "light-foot", "heavy-foot", "--games", "64", "--format", "csv", "--quiet"],
    )
    .out;
    let even = json_in(dir.path(), &["even", "light-foot", "heavy-foot", "--games", "64", "--quiet"]);
    let size = &even["sizes"][0];
    let row = csv.lines().find(|line| line.starts_with("even_size,light-foot,")).expect("a row");
    let cells: Vec<&str> = row.split(',').collect();
    assert_eq!(cells[2].parse::<u64>().ok(), size["nearest_figures"].as_u64(), "{csv}");
    assert_eq!(cells[3].parse::<f64>().ok(), size["even_figures"].as_f64(), "{csv}");
    let kinds = |kind: &str| csv.lines().filter(|line| line.starts_with(kind)).count();
    assert_eq!(kinds("as_they_are,"), 1, "{csv}");
    assert_eq!(kinds("respawns,"), even["respawns"].as_array().map_or(0, Vec::len), "{csv}");
}
