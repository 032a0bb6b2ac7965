//! Help of every command: it fits 80 columns, has an example, and its examples run.

use crate::support::{muster, muster_in};

const COMMANDS: [&str; 24] = [
    "odds",
    "duel",
    "battle",
    "replay",
    "luck",
    "matrix",
    "even",
    "muster",
    "audit",
    "compare",
    "sweep",
    "gauntlet",
    "sprt",
    "power",
    "claims",
    "report",
    "playground",
    "bench",
    "init",
    "check",
    "list",
    "show",
    "summarise",
    "man",
];
/// Those whose examples run in a moment and need nothing that was there before.
const QUICK: [&str; 10] =
    ["odds", "duel", "battle", "replay", "luck", "audit", "init", "check", "list", "show"];

#[test]
fn help_of_every_command_fits_eighty_columns_and_has_an_example() {
    let parts = ["points", "points fit", "points round", "points explain", "points card", "completions"];
    for command in COMMANDS.into_iter().chain(parts).map(Some).chain([None]) {
        for flag in ["-h", "--help"] {
            let words = command.into_iter().flat_map(str::split_whitespace);
            let arguments: Vec<&str> = words.chain([flag]).collect();
            let ran = muster(&arguments);
            assert_eq!(ran.code, 0, "{arguments:?}");
            assert!(
                ran.out.contains("Example") && ran.out.contains("  muster "),
                "{arguments:?}: {}",
                ran.out
            );
            for line in ran.out.lines() {
                assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
            }
        }
    }
}

#[test]
fn the_list_of_commands_names_them_all() {
    let out = muster(&["-h"]).out;
    for command in COMMANDS {
        assert!(out.contains(&format!("\n  {command} ")), "{command}");
    }
}

/// The examples that need no file of the user's, as they stand in the help.
#[test]
fn examples_of_the_help_run() {
    let dir = tempfile::tempdir().expect("a directory");
    for command in QUICK {
        let help = muster(&[command, "-h"]).out;
        for line in help.lines().filter(|line| line.starts_with("  muster ")) {
            // Remarks stand behind two spaces or more; the long matrix is another test's business.
            let example = line.trim().split("   ").next().unwrap_or_default();
            let words: Vec<&str> = example.split_whitespace().skip(1).collect();
            let own = words.iter().any(|word| word.contains("my-") && !word.contains("my-rules"));
            if own || words.contains(&"matrix") || words.contains(&"--data") || words.contains(&"equilibrium")
            {
                continue;
            }
            let ran = muster_in(dir.path(), &words);
            // The shipped formula contradicts its own text, and says so with its code.
            let expected = i32::from(words.contains(&"audit"));
            assert_eq!(ran.code, expected, "{example}: {}", ran.err);
            assert!(!ran.out.is_empty(), "{example}");
        }
    }
}

#[test]
fn nothing_typed_shows_the_help_and_counts_as_bad_input() {
    let ran = muster(&[]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("Usage: muster"), "{}", ran.err);
}

/// Everything printed for people fits a terminal of 80 columns.
#[test]
fn answers_fit_eighty_columns() {
    let dir = tempfile::tempdir().expect("a directory");
    let runs: [&[&str]; 12] = [
        &["odds", "--melee", "12", "--charging", "--save", "4"],
        &["duel", "light-foot", "warband"],
        &["battle", "english-knights-and-archers", "late-roman-missile-troops", "--games", "64"],
        &["luck", "celts", "roman-auxiliaries", "--left", "1,0", "--games", "200"],
        &["replay", "english-knights-and-archers", "late-roman-missile-troops"],
        &["matrix", "english-knights-and-archers", "celts", "acta-british", "acta-zulus", "--games", "16"],
        &["list"],
        &["list", "boxes"],
        &["list", "rulings"],
        &["list", "troops"],
        &["show", "celts"],
        &["check"],
    ];
    for run in runs {
        let ran = muster_in(dir.path(), run);
        assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
        for line in ran.out.lines() {
            assert!(line.chars().count() <= 80, "{run:?}: {line}");
        }
    }
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = muster(&["completions", shell]);
        assert_eq!(ran.code, 0, "{shell}: {}", ran.err);
        for command in COMMANDS {
            assert!(ran.out.contains(command), "{shell}: {command}");
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    assert_eq!(muster_in(dir.path(), &["man", "--out", "man"]).code, 0);
    for command in COMMANDS {
        let page = std::fs::read_to_string(dir.path().join(format!("man/muster-{command}.1")));
        let page = page.unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(page.contains(".SH OPTIONS") && page.contains("Example"), "{command}");
    }
    let whole = muster(&["man"]);
    assert!(whole.code == 0 && whole.out.contains("muster\\-matrix"), "{}", whole.out);
}

/// With it `.ci/run` holds the page that it writes against the one that was built.
#[cfg(not(feature = "playground"))]
#[test]
fn a_program_without_the_playground_says_how_to_get_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let ran = muster_in(dir.path(), &["playground", "--out", "page.html"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("without the playground") && ran.err.contains("CONTRIBUTING.md"), "{}", ran.err);
    assert!(!dir.path().join("page.html").exists());
}
