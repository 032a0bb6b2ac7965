//! Colour: on a terminal, unless it is asked for none, and nowhere else.
#![cfg(unix)]

use std::io::Read as _;

use crate::support::{command, muster_in};

/// A comparison with headings, a table and verdicts; odds with bars.
const RUNS: [&[&str]; 3] = [
    &["odds", "--melee", "12", "--charging", "--save", "4"],
    &["duel", "light-foot", "warband"],
    &["audit", "--formula", "blood-and-steel", "heavy-foot", "elephants", "horse-archers"],
];

/// What the program writes to a terminal of its own, with these variables of the environment set, and its exit code.
fn run_on_a_terminal(arguments: &[&str], variables: &[(&str, &str)]) -> (String, Option<i32>) {
    shown_on_a_terminal(arguments, variables, Some(std::process::Stdio::null()))
}

/// The same, with standard error to go elsewhere, or inherited to be shown too.
fn shown_on_a_terminal(
    arguments: &[&str],
    variables: &[(&str, &str)],
    errors: Option<std::process::Stdio>,
) -> (String, Option<i32>) {
    let dir = tempfile::tempdir().expect("a directory");
    let (mut terminal, slave) = pty_process::blocking::open().expect("a terminal");
    terminal.resize(pty_process::Size::new(24, 80)).expect("a size");
    let plain = command(dir.path(), arguments);
    let mut run = pty_process::blocking::Command::new(plain.get_program())
        .args(arguments)
        .current_dir(dir.path())
        .env("TERM", "xterm-256color");
    if let Some(errors) = errors {
        run = run.stderr(errors);
    }
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        run = run.env_remove(name);
    }
    for (name, value) in variables {
        run = run.env(name, value);
    }
    let mut child = run.spawn(slave).expect("the program starts");
    let mut shown = Vec::new();
    let mut part = [0; 4096];
    // A terminal whose program has ended is an error to read from, and not an end.
    while let Ok(read @ 1..) = terminal.read(&mut part) {
        shown.extend_from_slice(&part[..read]);
    }
    let code = child.wait().expect("it ends").code();
    (String::from_utf8(shown).expect("UTF-8").replace("\r\n", "\n"), code)
}

fn on_a_terminal(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    run_on_a_terminal(arguments, variables).0
}

/// Without the escapes that choose colours.
fn stripped(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (escape, rest) = part.split_once('m').expect("an escape that chooses a colour");
        assert!(escape.chars().all(|c| c == '[' || c == ';' || c.is_ascii_digit()), "{escape}");
        plain.push_str(rest);
    }
    plain
}

#[test]
fn a_terminal_is_shown_colour_and_the_same_words() {
    for run in RUNS {
        let shown = on_a_terminal(run, &[]);
        assert!(shown.contains("\u{1b}[1m"), "no heading in bold: {shown:?}");
        let dir = tempfile::tempdir().expect("a directory");
        let piped = muster_in(dir.path(), run).out;
        assert!(!piped.contains('\u{1b}'), "{piped:?}");
        assert_eq!(stripped(&shown), piped, "colour moved a word");
    }
    let bars = on_a_terminal(RUNS[0], &[]);
    assert!(bars.contains("\u{1b}[34m▇"), "no bar in colour: {bars:?}");
    let verdicts = on_a_terminal(RUNS[2], &[]);
    assert!(verdicts.contains("\u{1b}[2mnot different\u{1b}[0m\n"), "no verdict in colour: {verdicts:?}");
}

#[test]
fn no_color_and_a_dumb_terminal_are_obeyed_and_colour_can_be_forced() {
    for variables in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CLICOLOR", "0")] {
        let shown = on_a_terminal(RUNS[0], &[variables]);
        assert!(!shown.is_empty() && !shown.contains('\u{1b}'), "{variables:?}: {shown:?}");
    }
    let dir = tempfile::tempdir().expect("a directory");
    let mut forced = command(dir.path(), RUNS[0]);
    let forced = forced.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").output().expect("it starts");
    assert!(String::from_utf8_lossy(&forced.stdout).contains('\u{1b}'));
}

#[test]
fn bytes_are_refused_where_a_terminal_would_show_them() {
    let run = ["matrix", "celts", "zulus", "--games", "2", "--format", "parquet"];
    assert_eq!(run_on_a_terminal(&run, &[]), (String::new(), Some(2)));
}

#[test]
fn a_refusal_fits_a_terminal_and_stays_in_one_piece_elsewhere() {
    let run = ["list", "boxes", "--format", "parquet"];
    let dir = tempfile::tempdir().expect("a directory");
    let piped = muster_in(dir.path(), &run).err;
    assert!(piped.lines().any(|line| line.chars().count() > 80), "nothing here to be wrapped: {piped}");
    let (shown, code) = shown_on_a_terminal(&run, &[], None);
    assert_eq!(code, Some(2));
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&shown), words(&piped));
}
