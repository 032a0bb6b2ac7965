//! The same bytes whatever the threads, and cells that equal single battles.

use std::collections::BTreeMap;

use crate::support::{MY_BOX, files_of, json_in, muster_in};

const BOXES: [&str; 3] = ["celts", "roman-auxiliaries", "zulus"];

/// The rows of a CSV file without quoted fields that hold commas in the columns asked for.
pub(crate) fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let split = |line: &str| -> Vec<String> {
        let (mut fields, mut quoted) = (vec![String::new()], false);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                c => fields.last_mut().expect("a field").push(c),
            }
        }
        fields
    };
    let mut lines = text.lines();
    let heads = split(lines.next().expect("a heading"));
    lines.map(|line| heads.iter().cloned().zip(split(line)).collect()).collect()
}

fn matrix_csv(dir: &std::path::Path) -> Vec<BTreeMap<String, String>> {
    rows(&std::fs::read_to_string(dir.join("matrix.csv")).expect("matrix.csv"))
}

/// A matrix with one, two and seven threads, and with another seed, which the check must tell from them.
fn assert_threads_move_no_byte(what: &[&str]) {
    let dir = tempfile::tempdir().expect("a directory");
    let run = |more: &[&str], out: &str| {
        let mut arguments = vec!["matrix"];
        arguments.extend(what);
        arguments.extend(more);
        arguments.extend(["--out", out]);
        let ran = muster_in(dir.path(), &arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
        (ran.out, files_of(&dir.path().join(out)))
    };
    let runs = ["1", "2", "7"].map(|threads| run(&["--threads", threads], &format!("out-{threads}")));
    let names: Vec<&str> = runs[0].1.iter().map(|file| file.0.as_str()).collect();
    assert_eq!(names, ["matrix.csv", "matrix.html", "matrix.md", "matrix.png", "matrix.svg", "run.json"]);
    for run in &runs[1..] {
        assert!(*run == runs[0], "another number of threads moved a byte");
    }
    assert!(run(&["--seed", "2"], "other").1 != runs[0].1, "the check can fail: another seed moves bytes");
}

#[test]
fn one_two_and_seven_threads_write_the_same_bytes() {
    assert_threads_move_no_byte(&[BOXES[0], BOXES[1], BOXES[2], "--half-width", "0.03"]);
}

#[test]
fn threads_move_no_byte_of_battles_and_duels_of_blood_and_steel() {
    let set = ["--rules", "blood-and-steel", "--games", "300"];
    for what in [["kings-host", "siege-train", "wizards-tower"], ["guards", "wizard-guard", "dragon-lord"]] {
        let of: &[&str] = if what[0] == "guards" { &["--of", "units"] } else { &[] };
        assert_threads_move_no_byte(&[&what[..], &set[..], of].concat());
    }
}

#[test]
fn a_cell_of_the_matrix_equals_the_battle_of_its_seed_and_games() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut arguments = vec!["matrix"];
    arguments.extend(BOXES);
    arguments.extend(["--seed", "11", "--half-width", "0.03", "--out", "out"]);
    assert_eq!(muster_in(dir.path(), &arguments).code, 0);
    for row in matrix_csv(&dir.path().join("out")) {
        let battle = json_in(
            dir.path(),
            &["battle", &row["row"], &row["column"], "--seed", "11", "--games", &row["games"]],
        );
        for (key, shown) in [("score", "score"), ("low", "low"), ("high", "high")] {
            let cell: f64 = row[key].parse().expect("a number");
            let single = battle[shown].as_f64().expect("a number");
            assert!((cell - single).abs() < 1e-12, "{} {} {key}: {cell} {single}", row["row"], row["column"]);
        }
        let games: f64 = row["games"].parse().expect("a number");
        let wins: f64 = row["wins"].parse().expect("a number");
        let single = (battle["first"]["win"].as_f64().expect("wins")
            + battle["second"]["win"].as_f64().expect("wins"))
            * games
            / 2.0;
        assert!((wins - single).abs() < 1e-6, "{} {}", row["row"], row["column"]);
    }
}

#[test]
fn a_pair_and_its_mirror_add_up_to_one_and_the_diagonal_is_even() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut arguments = vec!["matrix"];
    arguments.extend(BOXES);
    arguments.extend(["--games", "600", "--out", "out"]);
    assert_eq!(muster_in(dir.path(), &arguments).code, 0);
    let rows = matrix_csv(&dir.path().join("out"));
    assert_eq!(rows.len(), 9, "every ordered pair and the diagonal");
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().expect("a number");
    for row in &rows {
        let mirror = rows.iter().find(|other| other["row"] == row["column"] && other["column"] == row["row"]);
        let mirror = mirror.expect("the mirror cell");
        assert!((number(row, "score") + number(mirror, "score") - 1.0).abs() < 1e-12);
        assert!((number(row, "first_score") + number(mirror, "second_score") - 1.0).abs() < 1e-12);
        assert_eq!(row["wins"], mirror["losses"]);
        assert_eq!(row["mean_left_row"], mirror["mean_left_column"]);
        assert_eq!(row["row_lost_to_melee"], mirror["column_lost_to_melee"]);
        if row["row"] == row["column"] {
            assert!((number(row, "score") - 0.5).abs() < 1e-12, "a box against itself");
        }
    }
}

#[test]
fn adding_a_box_moves_no_other_cell() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = |boxes: &[&str], out: &str| {
        let mut arguments = vec!["matrix"];
        arguments.extend(boxes);
        arguments.extend(["--games", "300", "--out", out]);
        assert_eq!(muster_in(dir.path(), &arguments).code, 0);
        matrix_csv(&dir.path().join(out))
    };
    let few = run(&BOXES[..2], "few");
    let many = run(&["samurai-infantry", BOXES[1], BOXES[0]], "many");
    for row in &few {
        let again = many
            .iter()
            .find(|other| other["row"] == row["row"] && other["column"] == row["column"])
            .expect("a cell");
        assert_eq!((&again["wins"], &again["draws"]), (&row["wins"], &row["draws"]), "{}", row["row"]);
    }
}

#[test]
fn ones_own_box_meets_all_shipped_ones_and_a_matrix_of_units_is_exact() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("my.toml"), MY_BOX).expect("a file");
    assert_eq!(muster_in(dir.path(), &["matrix", "my.toml", "--games", "8", "--out", "mine"]).code, 0);
    let mine = matrix_csv(&dir.path().join("mine"));
    assert!(
        mine.len() > 40 && mine.iter().all(|row| row["row"] == "my-guards" || row["column"] == "my-guards")
    );
    let run = ["matrix", "--of", "units", "light-foot", "shield-foot", "light-cavalry", "--out", "units"];
    let ran = muster_in(dir.path(), &run);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for row in matrix_csv(&dir.path().join("units")) {
        assert_eq!((row["method"].as_str(), row["games"].as_str()), ("exact", "0"));
        assert_eq!((&row["low"], &row["high"]), (&row["score"], &row["score"]));
        let sum: f64 =
            ["wins", "draws", "losses"].iter().map(|key| row[*key].parse::<f64>().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}

#[test]
fn files_hold_no_time_no_thread_and_only_plain_line_ends() {
    let dir = tempfile::tempdir().expect("a directory");
    let ran = muster_in(
        dir.path(),
        &["matrix", "celts", "zulus", "--games", "50", "--threads", "2", "--out", "out"],
    );
    assert_eq!(ran.code, 0);
    for (name, bytes) in files_of(&dir.path().join("out")).into_iter().filter(|file| !file.0.ends_with("png"))
    {
        let text = String::from_utf8(bytes).expect("UTF-8");
        assert!(!text.contains('\r') && !text.contains("threads") && !text.contains("NaN"), "{name}");
    }
}
