//! Odd and tiny numbers of games: symmetry holds, and what was not played is absent.

use crate::support::{json, muster, muster_in};
use serde_json::Value;

#[test]
fn a_box_against_itself_is_even_after_an_odd_number_of_games() {
    for games in ["1", "3", "7"] {
        let battle = json(&["battle", "celts", "celts", "--games", games]);
        assert_eq!((&battle["score"], &battle["games"].to_string()), (&0.5.into(), &games.to_owned()));
        let (low, high) = (battle["low"].as_f64().expect("low"), battle["high"].as_f64().expect("high"));
        assert!((low + high - 1.0).abs() < 1e-12 && low < 0.5, "{low} to {high}");
        let text = muster(&["battle", "celts", "celts", "--games", games]).out;
        assert!(text.contains("An even fight: Celts (1) and Celts (2) score the same."), "{text}");
    }
    let mixed = json(&["battle", "mongols", "mongols", "--games", "5", "--plans", "equilibrium"]);
    assert_eq!(mixed["score"], 0.5);
    // Different plans are no mirror.
    let plans =
        ["battle", "celts", "celts", "--games", "200", "--plan-a", "assault", "--plan-b", "fire-line"];
    assert_ne!(json(&plans)["score"], 0.5);
}

#[test]
fn the_diagonal_of_a_matrix_is_even_and_adds_up_after_an_odd_number_of_games() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = ["matrix", "celts", "zulus", "--games", "3", "--out", "out"];
    assert_eq!(muster_in(dir.path(), &run).code, 0);
    let csv = std::fs::read_to_string(dir.path().join("out/matrix.csv")).expect("a file");
    for row in csv.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        let [games, wins, draws, losses, score] = [3, 4, 5, 6, 7].map(number);
        assert!((wins + draws + losses - games).abs() < 1e-12, "{row:?}");
        assert!(((wins + draws / 2.0) / games - score).abs() < 1e-12, "{row:?}");
        if row[0] == row[1] {
            assert_eq!(row[7], "0.5");
        }
    }
}

#[test]
fn a_seating_without_a_game_is_absent_everywhere() {
    let run = ["battle", "celts", "zulus", "--games", "1"];
    let battle = json(&run);
    assert_eq!((&battle["first"]["games"], &battle["second"]["games"]), (&1.into(), &0.into()));
    for key in ["win", "draw", "loss"] {
        assert_eq!(battle["second"][key], Value::Null, "{key}");
        assert!(battle["first"][key].is_number(), "{key}");
    }
    let csv = muster(&[&run[..], &["--format", "csv"]].concat()).out;
    let second = csv.lines().find(|line| line.contains(",second,")).expect("a row");
    assert!(second.starts_with("celts,zulus,second,sample,0,0,0,0,,,,"), "{second}");
    let text = muster(&run).out;
    let row = text.lines().find(|line| line.starts_with("side B")).expect("a row");
    assert_eq!(row.split_whitespace().skip(2).collect::<Vec<_>>(), ["-"; 4], "{text}");
}

/// What people read is the interval that the files have: two-sided, 95 %, of Clopper and Pearson where all was won.
#[test]
fn a_bound_in_words_is_the_low_end_of_the_file() {
    let run = ["battle", "us-infantry", "persian-elephants", "--games", "400"];
    let battle = json(&run);
    assert_eq!(battle["score"], 1.0, "the pair was chosen for this");
    let low = battle["low"].as_f64().expect("low");
    assert!((low - 0.025_f64.powf(1.0 / 400.0)).abs() < 1e-9);
    let text = muster(&run).out;
    assert!(
        text.contains(&format!("they score over {:.2} %", (low * 1e4).floor() / 100.0))
            || text.contains(&format!("it scores over {:.2} %", (low * 1e4).floor() / 100.0)),
        "{low}: {text}"
    );
}
