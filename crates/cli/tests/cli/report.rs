//! `report`: pages made again from stored runs, and names that would be more than names.

use std::path::Path;

use crate::support::{muster_in, with_file};

/// Plays a little of everything below a directory: a matrix, a comparison, a battle.
fn play(dir: &Path) {
    let runs: [&[&str]; 3] = [
        &["matrix", "celts", "acta-zulus", "acta-british", "--games", "64"],
        &["compare", "celts", "acta-zulus", "--set", "morale.passes_on=5", "--games", "128"],
        &["battle", "celts", "acta-zulus", "--games", "64", "--out", "muster-out/battle"],
    ];
    for run in runs {
        let ran = muster_in(dir, run);
        assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
    }
}

fn read(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_page_of_a_stored_run_is_the_page_of_the_command_byte_by_byte() {
    let dir = tempfile::tempdir().expect("a directory");
    play(dir.path());
    for (run, page) in [
        ("matrix", "matrix/matrix.html"),
        ("compare", "compare/compare.html"),
        ("battle", "battle/battle.html"),
    ] {
        let ran = muster_in(dir.path(), &["report", &format!("muster-out/{run}"), "--out", "again"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(
            read(dir.path(), "again/report.html") == read(dir.path(), &format!("muster-out/{page}")),
            "{run}"
        );
    }
    let (again, first) = ("again/survivors.svg", "muster-out/battle/survivors.svg");
    assert_eq!(read(dir.path(), again), read(dir.path(), first), "pictures come back as they were");
}

#[test]
fn several_runs_become_chapters_of_one_page_with_the_commands_that_repeat_them() {
    let dir = tempfile::tempdir().expect("a directory");
    play(dir.path());
    let ran = muster_in(dir.path(), &["report", "muster-out", "--title", "All <of> it", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let runs: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(runs.as_array().map(Vec::len), Some(3));
    let page = read(dir.path(), "muster-out/report/report.html");
    assert!(page.contains("<h1>All &lt;of&gt; it</h1>"));
    let places: Vec<usize> =
        ["Win matrix of 3 boxes", "What the edit changed", "Battle: Celts", "What stands behind"]
            .map(|heading| page.find(&format!("\">{heading}")).unwrap_or_else(|| panic!("{heading}")))
            .to_vec();
    assert!(places.is_sorted(), "{places:?}");
    for command in [
        "muster matrix celts acta-zulus acta-british",
        "muster compare celts acta-zulus --set morale.passes_on=5 --games 128 --seed 1",
        "muster battle celts acta-zulus --games 64 --seed 1",
    ] {
        assert!(page.contains(command), "{command}");
    }
    assert!(page.contains("Changed in compare: morale.passes_on = 5 (was 3)"), "{}", ran.err);
    assert!(
        dir.path().join("muster-out/report/compare.png").is_file(),
        "pictures are written beside the page"
    );
}

#[test]
fn a_record_of_before_pages_were_kept_still_makes_a_page() {
    let dir = tempfile::tempdir().expect("a directory");
    play(dir.path());
    let text = read(dir.path(), "muster-out/matrix/run.json");
    let mut record: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(record.as_object_mut().expect("a record").remove("shown").is_some());
    std::fs::write(dir.path().join("old.json"), record.to_string()).expect("a file");
    let ran = muster_in(dir.path(), &["report", "old.json", "--out", "old"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = read(dir.path(), "old/report.html");
    assert!(page.contains("moves first in a turn"), "the rule set says what the seats mean");
}

#[test]
fn numbers_that_cannot_be_are_refused_and_not_drawn() {
    let dir = tempfile::tempdir().expect("a directory");
    play(dir.path());
    let text = read(dir.path(), "muster-out/matrix/run.json");
    let whole: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let at = whole["cells"].as_array().expect("cells").iter().position(|cell| cell["row"] != cell["column"]);
    let at = at.expect("a pair");
    for (key, value, says) in [
        ("score", 7.0, "a score of 7, where 0 to 1 can be, in cell ("),
        ("low", -0.5, "an interval from -0.5, where 0 to 1 can be, in cell ("),
        ("high", 0.0, "outside its interval"),
        ("limit_share", 1.5, "a share of 1.5 of games that the turn limit ended in cell ("),
    ] {
        let mut record = whole.clone();
        record["cells"][at][key] = value.into();
        std::fs::write(dir.path().join("edited.json"), record.to_string()).expect("a file");
        let ran = muster_in(dir.path(), &["report", "edited.json", "--out", "made"]);
        assert_eq!(ran.code, 2, "{key}: {}", ran.err);
        assert!(ran.err.contains("edited.json") && ran.err.contains(says), "{key}: {}", ran.err);
        assert!(!dir.path().join("made").exists(), "nothing is left behind");
    }
    for (key, value) in
        [("zlib", serde_json::json!(["*not base64*"])), ("zlib", serde_json::json!([])), ("of", 0.into())]
    {
        let mut record = whole.clone();
        record["shown"]["packed"][key] = value;
        std::fs::write(dir.path().join("edited.json"), record.to_string()).expect("a file");
        let ran = muster_in(dir.path(), &["report", "edited.json", "--out", "made"]);
        assert!(
            ran.code == 2 && ran.err.contains("told games that cannot be unpacked"),
            "{key}: {}",
            ran.err
        );
    }
    let mut record = whole;
    record["cells"][at]["seatings"][0]["wins"] = (-1.0).into();
    std::fs::write(dir.path().join("edited.json"), record.to_string()).expect("a file");
    let ran = muster_in(dir.path(), &["report", "edited.json", "--out", "made"]);
    assert!(ran.code == 2 && ran.err.contains("a count of -1 in cell ("), "{}", ran.err);
}

#[test]
fn a_page_on_standard_output_is_the_page_among_the_files() {
    let dir = tempfile::tempdir().expect("a directory");
    for (arguments, file) in [
        (&["matrix", "celts", "acta-zulus", "--games", "64"][..], "a/matrix.html"),
        (&["duel", "light-foot", "warband"], "a/duel.html"),
        (&["battle", "celts", "acta-zulus", "--games", "64"], "a/battle.html"),
        (
            &["compare", "celts", "acta-zulus", "--set", "morale.passes_on=5", "--games", "64"],
            "a/compare.html",
        ),
        (&["report", "a"], "a/report.html"),
    ] {
        let ran = muster_in(dir.path(), &[arguments, &["--format", "html", "--out", "a"]].concat());
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
        assert!(ran.out.starts_with("<!DOCTYPE html>"), "{arguments:?}");
        assert!(ran.out == read(dir.path(), file), "{arguments:?}: {file} is another page");
    }
    let ran = muster_in(dir.path(), &["list", "boxes", "--format", "html"]);
    assert!(
        ran.code == 0 && ran.out.starts_with("<!DOCTYPE html>") && ran.out.contains("Celts"),
        "{}",
        ran.err
    );
}

#[test]
fn what_is_no_stored_run_is_refused_with_advice() {
    let (dir, _) = with_file("points.json", "{\"units\": []}");
    std::fs::create_dir(dir.path().join("empty")).expect("a directory");
    std::fs::write(dir.path().join("cut.run.json"), "{\"format\": 1, \"page").expect("a file");
    std::fs::write(dir.path().join("none.run.json"), "").expect("a file");
    for (arguments, says) in [
        (["report", "points.json"], "not a stored run"),
        (["report", "nowhere"], "nowhere: cannot be read: there is no such file\n"),
        (["report", "cut.run.json"], "cut.run.json: the stored run breaks off in line 1\n"),
        (["report", "none.run.json"], "none.run.json: the file is empty, and no stored run\n"),
        (["report", "empty"], "no stored run"),
    ] {
        let ran = muster_in(dir.path(), &arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(says) && ran.err.contains("NAME.run.json"), "{arguments:?}: {}", ran.err);
        for foreign in ["os error", "EOF", "expected"] {
            assert!(!ran.err.contains(foreign), "{arguments:?}: {}", ran.err);
        }
        assert!(!dir.path().join("muster-out").exists(), "nothing is left behind");
    }
}

/// A box whose name is a script, a formula and Markdown at once.
const HOSTILE: &str = r##"[box]
id = "evil"
name = "=cmd|'/C calc'!A0<script>alert(1)</script>&*b*"
maker = "</script><img src=x onerror=alert(2)>"
figures = 16

[[unit]]
id = "pikes"
name = "<svg onload=alert(3)>"
move = 6
save = 5
figures = [{ count = 16, mp = 1 }]
"##;

#[test]
fn a_hostile_name_is_only_a_name_in_every_file() {
    let (dir, _) = with_file("evil.toml", HOSTILE);
    let runs: [&[&str]; 4] = [
        &["matrix", "evil.toml", "celts", "acta-zulus", "--games", "64"],
        &["battle", "evil.toml", "celts", "--games", "64", "--out", "muster-out/battle"],
        &["compare", "evil.toml", "celts", "--set", "morale.passes_on=5", "--games", "128"],
        &["gauntlet", "evil.toml", "celts", "acta-zulus", "--games", "64", "--out", "muster-out/gauntlet"],
    ];
    for run in runs {
        let ran = muster_in(dir.path(), run);
        assert_eq!(ran.code, 0, "{run:?}: {}", ran.err);
    }
    assert_eq!(muster_in(dir.path(), &["report", "muster-out"]).code, 0);
    let mut looked_at = 0;
    for run in ["matrix", "battle", "compare", "gauntlet", "report"] {
        for entry in std::fs::read_dir(dir.path().join("muster-out").join(run)).expect("a directory") {
            let path = entry.expect("an entry").path();
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            looked_at += 1;
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            // JSON of its own is no page; in a page it may not hold these either.
            if ["html", "svg", "md"].contains(&ending) {
                for markup in ["<script>alert", "<img", "<svg onload", "onerror=alert(2)>"] {
                    assert!(!text.contains(markup), "{}: {markup}", path.display());
                }
            }
            if ending == "csv" {
                for field in text.lines().flat_map(|line| line.split(',')) {
                    assert!(
                        !field.trim_start_matches('"').starts_with(['=', '@']),
                        "{}: {field}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(looked_at > 20, "{looked_at}");
    let matrix = read(dir.path(), "muster-out/matrix/matrix.csv");
    assert!(matrix.contains("'=cmd|"), "the name is there, with an apostrophe before it");
}

#[test]
fn paths_with_spaces_windows_lines_and_long_names_serve_like_any_other() {
    let dir = tempfile::tempdir().expect("a directory");
    let long = "The Very Old And Most Honourable Regiment ".repeat(8);
    let text = HOSTILE.replace("=cmd|'/C calc'!A0<script>alert(1)</script>&*b*", long.trim());
    std::fs::create_dir(dir.path().join("my boxes")).expect("a directory");
    let file = "my boxes/Päckchen no 1.toml";
    std::fs::write(dir.path().join(file), format!("\u{feff}{}", text.replace('\n', "\r\n"))).expect("a file");
    let out = "out put/it's here";
    let ran = muster_in(dir.path(), &["matrix", file, "celts", "acta-zulus", "--games", "64", "--out", out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for line in ran.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let ran = muster_in(dir.path(), &["battle", file, "celts", "--games", "64", "--out", out]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let ran = muster_in(dir.path(), &["report", out, "--out", "one page"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = read(dir.path(), "one page/report.html");
    assert!(page.contains(long.trim()), "the page has the whole name");
    let quoted = "muster battle &#39;my boxes/Päckchen no 1.toml&#39; celts --games 64 --seed 1";
    assert!(page.contains(quoted), "the command is as a shell takes it");
    assert!(!page.contains('\r') && !page.contains('\u{feff}'), "what Windows adds stays in the file");
}
