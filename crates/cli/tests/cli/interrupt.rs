//! Ctrl-C: stops within a second, says what was done, leaves no file.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Starts a long run, presses Ctrl-C a little later, and gives exit code, both outputs and how long it took to end.
pub(crate) fn interrupted(
    arguments: &[&str],
    dir: &std::path::Path,
) -> (Option<i32>, String, String, Duration) {
    let mut child = crate::support::command(dir, arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    assert!(child.try_wait().expect("a state").is_none(), "the run was too short to be stopped");
    let pressed = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let status = child.wait().expect("it ends");
    let took = pressed.elapsed();
    let mut out = String::new();
    child.stdout.take().expect("standard output").read_to_string(&mut out).expect("text");
    let err = BufReader::new(child.stderr.take().expect("standard error")).lines().map_while(Result::ok);
    (status.code(), out, err.collect::<Vec<_>>().join("\n"), took)
}

#[test]
fn a_matrix_stops_says_what_was_done_and_leaves_no_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = ["matrix", "celts", "zulus", "roman-auxiliaries", "--games", "1000000000"];
    let (code, out, err, took) = interrupted(&run, dir.path());
    assert_eq!(code, Some(130), "{err}");
    assert!(err.contains("of 6 cells were settled") && err.contains("games were played"), "{err}");
    assert_eq!(out, "");
    // A second as promised, and some slack for a machine that is busy with other tests.
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(crate::support::files_of(dir.path()).is_empty());
}

#[test]
fn a_battle_shows_the_games_played_until_then() {
    let dir = tempfile::tempdir().expect("a directory");
    let run = ["battle", "celts", "zulus", "--games", "1000000000", "--out", "out", "--format", "json"];
    let (code, out, err, _) = interrupted(&run, dir.path());
    assert_eq!(code, Some(130), "{err}");
    let battle: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(battle["stopped_early"], true);
    assert!(battle["games"].as_u64().expect("games") > 0);
    // The games of a round that was cut short are told apart from those that the answer rests on.
    let (_, told) = err.split_once("Stopped: ").expect("what was done");
    let told: String = told.chars().take_while(|c| *c != 'g').filter(char::is_ascii_digit).collect();
    assert_eq!(told, battle["games"].to_string(), "{err}");
    assert!(crate::support::files_of(dir.path()).is_empty());
}
