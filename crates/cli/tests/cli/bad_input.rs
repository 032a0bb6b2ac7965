//! Everything that a user can get wrong: exit code 2, what was found and what to do, and nothing half-written.

use std::path::Path;

use crate::support::{MY_BOX, MY_UNITS, Ran, muster, muster_in, with_file};

/// Runs a bad input and checks that it is refused with all of these words.
fn refused(dir: &Path, arguments: &[&str], words: &[&str]) {
    let ran = muster_in(dir, arguments);
    check(&ran, arguments, words);
}

fn check(ran: &Ran, arguments: &[&str], words: &[&str]) {
    assert_eq!(ran.code, 2, "{arguments:?}: {}{}", ran.out, ran.err);
    assert_eq!(ran.out, "", "{arguments:?}");
    for word in words {
        assert!(ran.err.contains(word), "{arguments:?}: no \"{word}\" in: {}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
}

/// A box file with one change, checked and played: both must refuse it.
fn bad_box(from: &str, to: &str, words: &[&str]) {
    assert!(MY_BOX.contains(from), "{from}");
    let (dir, _) = with_file("mine.toml", MY_BOX.replacen(from, to, 1));
    for arguments in [&["check", "mine.toml"][..], &["battle", "mine.toml", "celts", "--out", "out"][..]] {
        refused(dir.path(), arguments, words);
    }
    let left: Vec<_> = crate::support::files_of(dir.path()).into_iter().map(|file| file.0).collect();
    assert_eq!(left, ["mine.toml"], "nothing was written");
}

#[test]
fn an_unknown_key_is_named_with_file_line_and_the_nearest_key() {
    bad_box("save = 5", "sav = 5", &["mine.toml:11", "sav", "save"]);
}

#[test]
fn a_misspelt_weapon_is_named_with_the_nearest_one() {
    bad_box(
        "{ count = 10, mp = 1 }",
        "{ count = 10, type = \"heavy-infantry\", weapons = [\"longbw\"] }",
        &["mine.toml:12", "longbw", "longbow"],
    );
}

#[test]
fn negative_and_zero_figures_are_refused() {
    bad_box("count = 10", "count = -10", &["mine.toml:12", "-10"]);
    bad_box("count = 10", "count = 0", &["mine.toml:12", "0"]);
}

#[test]
fn text_in_place_of_a_number_is_refused_with_advice() {
    bad_box("save = 5", "save = \"five\"", &["mine.toml:11", "\"five\"", "save"]);
}

#[test]
fn a_missing_file_a_directory_and_an_empty_file_are_told_apart() {
    let (dir, _) = with_file("empty.toml", "");
    refused(dir.path(), &["check", "none.toml"], &["none.toml", "no such file"]);
    refused(dir.path(), &["battle", "none.toml", "celts"], &["none.toml", "no such file"]);
    refused(dir.path(), &["matrix", "./"], &["a directory"]);
    refused(dir.path(), &["check", "empty.toml"], &["empty.toml", "an empty file"]);
}

#[test]
fn a_table_of_a_spreadsheet_is_refused_with_a_line() {
    let (dir, _) = with_file("units.toml", "id,name,move,save\nguards,Guards,9,5\n");
    refused(dir.path(), &["duel", "guards", "warband", "--units", "units.toml"], &["units.toml:1"]);
    refused(dir.path(), &["check", "units.toml"], &["units.toml:1"]);
}

#[test]
fn broken_toml_is_refused_with_its_line() {
    let (dir, _) = with_file("mine.toml", MY_BOX.replace("name = \"Pikes\"", "name = \"Pikes"));
    refused(dir.path(), &["battle", "mine.toml", "celts"], &["mine.toml:9"]);
}

#[test]
fn two_units_of_one_id_name_both_places() {
    let (dir, _) = with_file("units.toml", MY_UNITS.replace("\"mob\"", "\"guards\""));
    refused(dir.path(), &["check", "units.toml"], &["units.toml", "guards", "second unit"]);
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = dir.path();
    refused(at, &["battle", "celt", "zulus"], &["\"celt\"", "celts"]);
    refused(at, &["matrix", "zulus", "roman-auxilaries"], &["roman-auxilaries", "roman-auxiliaries"]);
    refused(at, &["duel", "lightfoot", "warband"], &["lightfoot", "light-foot"]);
    refused(at, &["battle", "celts", "zulus", "--conditions", "wood"], &["wood", "woods"]);
    refused(at, &["show", "longbw"], &["longbw", "longbow"]);
    refused(at, &["list", "--rules", "chimer"], &["chimer", "chimera"]);
    refused(at, &["odds", "--melee", "5", "--variant", "hot-mele"], &["hot-mele", "hot-melee"]);
    refused(
        at,
        &["odds", "--melee", "5", "--set", "morale.pases_on=4"],
        &["morale.pases_on", "morale.passes_on"],
    );
    refused(at, &["replay", "celts", "warband"], &["a box", "a unit"]);
    refused(at, &["luck", "celtz", "warbnd", "--left", "1,0"], &["celtz"]);
    assert!(crate::support::files_of(at).is_empty(), "nothing was written");
}

#[test]
fn numbers_that_cannot_be_are_refused_with_a_sentence() {
    let bad: [(&[&str], &str); 14] = [
        (&["odds", "--shoot", "-5"], "from 0"),
        (&["odds", "--shoot", "5", "--figures", "-3"], "from 1"),
        (&["odds", "--shoot", "5", "--figures", "0"], "from 1"),
        (&["odds", "--shoot", "nan"], "from 0"),
        (&["odds", "--melee", "5", "--save", "five"], "whole number"),
        (&["duel", "light-foot", "warband", "--max-turns", "0"], "from 1"),
        (&["duel", "light-foot", "warband", "--start", "-1"], "from 0"),
        (&["duel", "light-foot", "warband", "--start", "0.1"], "quarter"),
        (&["battle", "celts", "zulus", "--games", "-1"], "leave it out"),
        (&["battle", "celts", "zulus", "--half-width", "1"], "fraction of score"),
        (&["battle", "celts", "zulus", "--respawn-a", "-1"], "such as 2"),
        (&["battle", "celts", "zulus", "--seed", "-1"], "from 0"),
        (&["battle", "celts", "zulus", "--threads", "0"], "from 1"),
        (&["luck", "celts", "zulus", "--left", "-3,0"], "such as 3,0"),
    ];
    for (arguments, word) in bad {
        check(&muster(arguments), arguments, &[word]);
    }
}

#[test]
fn more_figures_left_than_there_were_are_refused() {
    let arguments = ["luck", "light-foot", "warband", "--left", "13,0"];
    check(&muster(&arguments), &arguments, &["13 figures", "left of 12"]);
    let arguments = ["luck", "celts", "zulus", "--left", "0,900"];
    check(&muster(&arguments), &arguments, &["900 figures"]);
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let both = ["battle", "celts", "zulus", "--plans", "equilibrium", "--plan-a", "assault"];
    check(&muster(&both), &both, &["--plan-a"]);
    let both = ["odds", "--shoot", "5", "--melee", "5"];
    check(&muster(&both), &both, &["--melee"]);
    let both = ["battle", "celts", "zulus", "--games", "5", "--half-width", "0.1"];
    check(&muster(&both), &both, &["--half-width"]);
}

/// Tests may run as root, to whom no directory is closed: a file in place of a directory refuses everybody.
#[test]
fn a_directory_that_cannot_be_written_is_refused_before_the_first_game() {
    let (dir, _) = with_file("blocked", "not a directory");
    for out in ["blocked", "blocked/deeper"] {
        let run = ["matrix", "celts", "zulus", "--games", "1000000000", "--out", out];
        refused(dir.path(), &run, &[out, "--out"]);
    }
    let battle = ["battle", "celts", "zulus", "--games", "10", "--out", "blocked"];
    refused(dir.path(), &battle, &["blocked", "--out"]);
    refused(dir.path(), &["init", "blocked"], &["blocked"]);
    assert_eq!(crate::support::files_of(dir.path()).len(), 1, "nothing was written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_fault_of_the_input() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let dir = tempfile::tempdir().expect("a directory");
    let output =
        crate::support::command(dir.path(), &["list"]).stdout(full).output().expect("the program starts");
    let ran = crate::support::ran(&output);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("standard output"), "{}", ran.err);
}

#[test]
fn a_unit_that_nothing_can_hurt_is_a_warning_and_no_error() {
    let ironclad = "[[unit]]\nid = \"ironclad\"\nname = \"Ironclad\"\nmove = 6\nsave = -9\nfigures = [{ count = 1, mp = 1 }]\n";
    let (dir, _) = with_file("units.toml", ironclad);
    let ran = muster_in(dir.path(), &["check", "units.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Ironclad") && ran.out.contains("units.toml:1"), "{}", ran.out);
}

#[test]
fn no_weapons_and_no_firepower_are_legal() {
    let harmless = MY_BOX.replace("mp = 1", "mp = 0").replace("fp = 1", "fp = 0");
    let (dir, _) = with_file("mine.toml", harmless);
    let battle = crate::support::json_in(dir.path(), &["battle", "mine.toml", "mine.toml", "--games", "20"]);
    assert_eq!((&battle["harmless"], &battle["score"]), (&true.into(), &0.5.into()));
}

#[test]
fn init_writes_a_copy_that_changes_nothing_and_then_says_what_an_edit_changes() {
    let dir = tempfile::tempdir().expect("a directory");
    let at = dir.path();
    assert_eq!(muster_in(at, &["init", "copy"]).code, 0);
    let same = crate::support::json_in(at, &["init", "copy", "--diff"]);
    assert_eq!(same["changes"].as_array().map(Vec::len), Some(0));
    let run = ["battle", "celts", "zulus", "--games", "20", "--format", "json"];
    let (before, after) = (muster_in(at, &run), muster_in(at, &[&run[..], &["--data", "copy"]].concat()));
    assert_eq!(before.out, after.out, "{}", after.err);
    let rules = at.join("copy/chimera/rules.toml");
    let text = std::fs::read_to_string(&rules).expect("rules");
    let edited = text.lines().map(|line| if line.starts_with("passes_on") { "passes_on = 4" } else { line });
    std::fs::write(&rules, edited.collect::<Vec<_>>().join("\n")).expect("written");
    let changed = crate::support::json_in(at, &["init", "copy", "--diff"]);
    assert_eq!(changed["changes"][0]["key"], "morale.passes_on", "{changed}");
    refused(at, &["init", "copy"], &["rules.toml", "nothing was written"]);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    let dir = tempfile::tempdir().expect("a directory");
    for arguments in [&["-h"][..], &["matrix", "--help"], &["--version"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let output =
            crate::support::command(dir.path(), arguments).stdout(full).output().expect("the program starts");
        let ran = crate::support::ran(&output);
        assert_eq!(ran.code, 3, "{arguments:?}");
        assert!(ran.err.contains("standard output"), "{}", ran.err);
    }
}

/// A limit on the size of files stands in for a full disk: it refuses every byte, and needs no disk of one's own.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_takes_no_byte_keeps_no_empty_directory() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(dir.path().join("there")).expect("a directory");
    let program = crate::support::command(dir.path(), &[]).get_program().to_string_lossy().into_owned();
    for run in [
        "init new/deep",
        "init there/new",
        "matrix celts zulus --games 4 --out new/deep",
        "battle celts zulus --games 4 --out there/a/b",
    ] {
        let script = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' {run}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(dir.path())
            .output()
            .expect("a shell");
        let ran = crate::support::ran(&output);
        assert_eq!(ran.code, 3, "{run}: {}", ran.err);
        assert!(ran.err.contains("nothing was written"), "{run}: {}", ran.err);
        let left: Vec<_> = std::fs::read_dir(dir.path()).expect("a directory").flatten().collect();
        assert_eq!(left.len(), 1, "{run}: {left:?}");
        assert_eq!(std::fs::read_dir(left[0].path()).expect("a directory").count(), 0, "{run}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_plain_file_is_refused_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("binary.toml"), [b'a', 0, 1, 2]).expect("a file");
    for (arguments, word) in [
        (&["check", "/dev/zero"][..], "a device or a pipe"),
        (&["check", "/dev/null"], "a device or a pipe"),
        (&["battle", "/dev/zero", "celts"], "a device or a pipe"),
        (&["list", "--variant", "/dev/zero"], "a device or a pipe"),
        (&["list", "--units", "/dev/zero"], "a device or a pipe"),
        (&["check", "binary.toml"], "not text"),
    ] {
        let begun = std::time::Instant::now();
        refused(dir.path(), arguments, &[word]);
        assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{arguments:?}");
    }
}

/// Names that a spreadsheet would run, in every table that holds names of the user's.
#[test]
fn no_cell_of_a_file_begins_like_a_formula() {
    for start in ["=1+1", "+1", "-1", "@A1", " =1"] {
        let text = MY_BOX
            .replace("My Guards", start)
            .replace("\"Pikes\"", &format!("\"{start}\""))
            .replace("\"Me\"", &format!("\"{start}\""));
        let (dir, _) = with_file("mine.toml", text);
        let units = MY_UNITS.replace("\"Guards\"", &format!("\"{start}\""));
        std::fs::write(dir.path().join("units.toml"), units).expect("a file");
        let edit = format!("why = \"{start}\"\n[weapons.longbow]\nname = \"{start}\"\n");
        std::fs::write(dir.path().join("edit.toml"), edit).expect("a file");
        for run in [
            &["battle", "mine.toml", "celts", "--games", "4"][..],
            &["matrix", "mine.toml", "celts", "--games", "4"],
            &["replay", "mine.toml", "celts"],
            &["luck", "mine.toml", "celts", "--left", "1,1", "--games", "4"],
            &["check", "mine.toml"],
            &["list", "units", "--units", "units.toml"],
            &["list", "weapons", "--variant", "edit.toml"],
            &["duel", "guards", "mob", "--units", "units.toml"],
            &["show", "guards", "--units", "units.toml"],
            &["show", "weapons.longbow", "--variant", "edit.toml"],
            &["odds", "--melee", "5", "--variant", "edit.toml"],
        ] {
            let ran = muster_in(dir.path(), &[run, &["--format", "csv"]].concat());
            assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
            for cell in ran.out.lines().flat_map(|line| line.split(',')) {
                // A quoted field begins behind its quotation mark; a text in quotation marks has doubled ones there.
                let cell = cell.strip_prefix('"').unwrap_or(cell).trim_start();
                let number = cell.parse::<f64>().is_ok() && cell != start;
                assert!(number || !cell.starts_with(['=', '+', '-', '@']), "{run:?}: {cell}");
            }
        }
        let file = std::fs::read_to_string(dir.path().join("muster-out/matrix/matrix.csv")).expect("a file");
        let own = file.lines().nth(1).expect("a row");
        assert!(!own.contains(&format!(",{start},")), "{own}");
    }
}

#[test]
fn one_bad_number_of_the_rules_is_one_complaint() {
    for bad in [
        "movement.heavy-infantry=5.1",
        "saves.unarmoured=99",
        "melee.infantryman=-1",
        "base_area.infantry=-1",
    ] {
        let ran = muster(&["duel", "heavy-foot", "longbowmen", "--set", bad]);
        assert_eq!(ran.code, 2, "{bad}");
        assert!(ran.err.lines().count() <= 3, "{bad}: {}", ran.err);
        assert!(ran.err.contains(bad.split('=').next().unwrap()), "{bad}: {}", ran.err);
    }
}
