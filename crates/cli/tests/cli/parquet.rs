//! Parquet files: what is said without them, and that they hold the same numbers as everything else.

use crate::support::muster_in;

#[test]
fn the_options_stand_in_every_help() {
    let dir = tempfile::tempdir().expect("a directory");
    let matrix = muster_in(dir.path(), &["matrix", "--help"]).out;
    assert!(matrix.contains("--record-battles <FILE>") && matrix.contains("parquet"), "{matrix}");
    let summarise = muster_in(dir.path(), &["summarise", "--help"]).out;
    assert!(summarise.contains("--by <KEY,...>") && summarise.contains("row_plan"), "{summarise}");
}

#[test]
fn commands_without_a_table_for_programs_refuse_parquet() {
    let dir = tempfile::tempdir().expect("a directory");
    for command in [&["list", "boxes"][..], &["duel", "warband", "rifles"], &["compare", "--rulings"]] {
        let ran = muster_in(dir.path(), &[command, &["--format", "parquet", "--out", "x.parquet"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command:?}");
        assert!(ran.err.contains("is for matrices, prices and comparisons"), "{}", ran.err);
        assert!(crate::support::files_of(dir.path()).is_empty());
    }
}

#[cfg(not(feature = "polars"))]
#[test]
fn a_program_without_parquet_files_says_how_to_get_one_that_has_them() {
    let dir = tempfile::tempdir().expect("a directory");
    for command in [
        &["matrix", "celts", "zulus", "--games", "2", "--record-battles", "b.parquet"][..],
        &["matrix", "celts", "zulus", "--games", "2", "--format", "parquet"],
        &["points", "fit", "--format", "parquet", "--out", "p.parquet"],
        &["summarise", "b.parquet"],
    ] {
        let ran = muster_in(dir.path(), command);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command:?}");
        assert!(ran.err.contains("release archive") && ran.err.contains("--features polars"), "{}", ran.err);
        assert!(crate::support::files_of(dir.path()).is_empty());
    }
}

#[cfg(feature = "polars")]
mod built_in {
    use std::collections::BTreeMap;
    use std::path::Path;

    use serde_json::Value;

    use crate::determinism::rows;
    use crate::support::{Ran, command, files_of, json_in, muster_in};

    const BOXES: [&str; 3] = ["celts", "roman-auxiliaries", "zulus"];

    fn well(dir: &Path, arguments: &[&str]) -> Ran {
        let ran = muster_in(dir, arguments);
        assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
        ran
    }

    /// A matrix with its battles in `battles.parquet`.
    fn record(dir: &Path, more: &[&str]) -> Vec<BTreeMap<String, String>> {
        let base = ["matrix", "--record-battles", "battles.parquet", "--out", "out"];
        well(dir, &[&base[..], more].concat());
        rows(&std::fs::read_to_string(dir.join("out/matrix.csv")).expect("matrix.csv"))
    }

    fn number(value: &Value) -> f64 {
        value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
    }

    /// The groups of `summarise --by row,column` are the cells of the matrix, number by number.
    fn assert_same_numbers(dir: &Path, matrix: &[BTreeMap<String, String>]) {
        let summary = json_in(dir, &["summarise", "battles.parquet", "--by", "row,column"]);
        let groups = summary["groups"].as_array().expect("groups");
        let upper = |line: &&BTreeMap<String, String>| {
            groups.iter().any(|group| {
                group["key"]["row"] == line["row"].as_str()
                    && group["key"]["column"] == line["column"].as_str()
            })
        };
        let cells: Vec<_> = matrix.iter().filter(upper).collect();
        assert_eq!(cells.len(), groups.len());
        assert!(groups.len() >= 3, "{summary}");
        for cell in cells {
            let of = |group: &&Value| {
                group["key"]["row"] == cell["row"].as_str()
                    && group["key"]["column"] == cell["column"].as_str()
            };
            let group = groups.iter().find(of).expect("the cell's group");
            let told = |name: &str| cell[name].parse::<f64>().unwrap_or_else(|_| panic!("{name}: {cell:?}"));
            assert!((number(&group["games"]) - told("games")).abs() <= 0.0, "{cell:?}");
            if cell["row"] != cell["column"] {
                for name in ["wins", "draws", "losses"] {
                    assert!((number(&group[name]) - told(name)).abs() <= 0.0, "{name}: {cell:?}");
                }
                for name in ["low", "high"] {
                    assert!((number(&group[name]) - told(name)).abs() < 1e-12, "{name}: {cell:?} {group}");
                }
            }
            for (name, column) in
                [("row_left", "mean_left_row"), ("column_left", "mean_left_column"), ("turns", "mean_turns")]
            {
                assert!((number(&group[name]["mean"]) - told(column)).abs() < 1e-12, "{name}: {cell:?}");
            }
        }
    }

    #[test]
    fn a_summary_of_recorded_battles_has_the_matrix_own_numbers() {
        let dir = tempfile::tempdir().expect("a directory");
        let run = [&BOXES[..], &["--half-width", "0.06", "--conditions", "mix"]].concat();
        let matrix = record(dir.path(), &run);
        assert_eq!(matrix.len(), 9);
        assert_same_numbers(dir.path(), &matrix);
        // The matrix itself is the one that is played without recording.
        well(dir.path(), &[&["matrix", "--out", "plain"], &run[..]].concat());
        let of = |out: &str| files_of(&dir.path().join(out));
        assert!(of("out") == of("plain"), "recording moved a byte of the matrix");
    }

    #[test]
    fn a_summary_of_recorded_duels_has_the_matrix_own_numbers() {
        let dir = tempfile::tempdir().expect("a directory");
        let run = ["--of", "units", "--method", "sample", "warband", "rifles", "elephants", "--games", "501"];
        assert_same_numbers(dir.path(), &record(dir.path(), &run));
    }

    #[test]
    fn recorded_files_are_the_same_bytes_whatever_the_threads() {
        let dir = tempfile::tempdir().expect("a directory");
        let of = |threads: &str, more: &[&str]| {
            let base = ["celts", "zulus", "--half-width", "0.1", "--threads", threads];
            record(dir.path(), &[&base[..], more].concat());
            std::fs::read(dir.path().join("battles.parquet")).expect("a file")
        };
        let one = of("1", &[]);
        assert!(one == of("3", &[]), "another number of threads moved a byte");
        assert!(one != of("3", &["--seed", "2"]), "the check can fail: another seed moves bytes");
    }

    #[test]
    fn battles_of_mixes_are_told_apart_by_conditions_and_those_of_equilibria_by_plans() {
        let dir = tempfile::tempdir().expect("a directory");
        record(dir.path(), &["celts", "zulus", "--games", "240", "--conditions", "mix"]);
        let summary = json_in(dir.path(), &["summarise", "battles.parquet", "--by", "conditions"]);
        let groups = summary["groups"].as_array().expect("groups");
        assert!(groups.len() > 2, "{summary}");
        let sum: u64 = groups.iter().map(|group| group["games"].as_u64().expect("a count")).sum();
        assert_eq!(sum, 720);
        record(dir.path(), &["celts", "zulus", "--games", "4", "--plans", "equilibrium"]);
        let by = ["summarise", "battles.parquet", "--by", "row,column,row_plan,column_plan"];
        let summary = json_in(dir.path(), &by);
        assert_eq!(summary["groups"].as_array().map(Vec::len), Some(48));
        assert_eq!(summary["games"], 192);
    }

    #[test]
    fn every_format_of_a_summary_tells_the_same_and_text_fits_the_terminal() {
        let dir = tempfile::tempdir().expect("a directory");
        record(dir.path(), &["celts", "zulus", "roman-auxiliaries", "--games", "40"]);
        let by = ["summarise", "battles.parquet", "--by", "force"];
        let json = json_in(dir.path(), &by);
        let csv = rows(&well(dir.path(), &[&by[..], &["--format", "csv"]].concat()).out);
        assert_eq!(csv.len(), 3);
        for (line, group) in csv.iter().zip(json["groups"].as_array().expect("groups")) {
            assert_eq!(group["key"]["force"], line["force"].as_str());
            assert_eq!(line["games"], "80");
            assert_eq!(group["score"].as_f64(), line["score"].parse().ok());
            assert_eq!(group["row_left"]["q50"].as_u64(), line["row_left_q50"].parse().ok());
        }
        let text = well(dir.path(), &by).out;
        assert!(text.contains("force") && text.contains("enemy left"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let refused = muster_in(dir.path(), &["summarise", "battles.parquet", "--by", "force,row"]);
        assert!(refused.code == 2 && refused.err.contains("both chairs"), "{}", refused.err);
    }

    #[test]
    fn files_that_cannot_be_used_are_told_by_name_with_advice() {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::write(dir.path().join("no.parquet"), "row,column\n").expect("a file");
        record(dir.path(), &["celts", "zulus", "--games", "2"]);
        for (files, expected) in [
            (&["no.parquet"][..], "no.parquet: cannot be read as a Parquet file"),
            (&["nowhere.parquet"], "nowhere.parquet: cannot be read: there is no such file"),
            (&["out"], "out: cannot be read: it is a directory"),
            (&["battles.parquet", "battles.parquet"], "stand in battles.parquet already"),
        ] {
            let ran = muster_in(dir.path(), &[&["summarise"], files].concat());
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{files:?}");
            assert!(ran.err.contains(expected) && ran.err.contains("\n  name "), "{}", ran.err);
        }
    }

    #[test]
    fn a_recording_that_cannot_be_kept_is_refused_before_a_game_is_played() {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::create_dir(dir.path().join("taken.parquet")).expect("a directory");
        let exact = ["matrix", "--of", "units", "warband", "rifles", "--record-battles", "b.parquet"];
        let ran = muster_in(dir.path(), &exact);
        assert!(ran.code == 2 && ran.err.contains("--method sample"), "{}", ran.err);
        let forever = ["matrix", "celts", "zulus", "--games", "1000000000", "--record-battles"];
        let ran = muster_in(dir.path(), &[&forever[..], &["taken.parquet"]].concat());
        assert!(
            ran.code == 2 && ran.err.contains("a directory stands in the way\n  name another file\n"),
            "{}",
            ran.err
        );
    }

    #[test]
    fn parquet_goes_to_the_file_that_is_named_or_to_standard_output() {
        let dir = tempfile::tempdir().expect("a directory");
        let run = ["matrix", "celts", "zulus", "--games", "8", "--format", "parquet"];
        let named = well(dir.path(), &[&run[..], &["--out", "new folder/a matrix.parquet"]].concat());
        assert_eq!(named.out, "");
        let files = files_of(&dir.path().join("new folder"));
        assert_eq!(files.len(), 1, "the file alone is written");
        assert_eq!(files[0].0, "a matrix.parquet");
        assert!(files[0].1.starts_with(b"PAR1") && files[0].1.ends_with(b"PAR1"));
        let piped = command(dir.path(), &run).output().expect("the program starts");
        assert!(piped.status.success() && piped.stdout == files[0].1, "the same bytes");
        assert!(dir.path().join("muster-out/matrix/matrix.csv").is_file());
    }

    /// A table written twice, as CSV and as Parquet, is one table: every column and every value, numbers bit for bit. Gives rows and columns.
    fn assert_one_table(dir: &Path, run: &[&str]) -> (usize, usize) {
        let csv = well(dir, &[run, &["--format", "csv"]].concat()).out;
        well(dir, &[run, &["--format", "parquet", "--out", "same.parquet"]].concat());
        let columns = muster_frames::read_table(&dir.join("same.parquet")).expect("a table");
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let heading: Vec<String> = reader.headers().expect("a heading").iter().map(str::to_owned).collect();
        assert_eq!(heading, columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        let mut height = 0;
        for (row, line) in reader.records().enumerate() {
            let line = line.expect("a line");
            for ((name, values), field) in columns.iter().zip(&line) {
                let told = values.text(row);
                let (mine, theirs) = (told.parse::<f64>(), field.parse::<f64>());
                let same = match (&mine, &theirs) {
                    // A zero has no sign in a CSV file.
                    (Ok(mine), Ok(theirs)) => (mine + 0.0).to_bits() == theirs.to_bits(),
                    _ => told == field.trim_start_matches('\''),
                };
                assert!(same, "{run:?}: {name}, row {row}: {told} in Parquet, {field} in CSV");
            }
            height += 1;
        }
        assert!(columns.iter().all(|(_, values)| values.len() == height), "{run:?}");
        (height, heading.len())
    }

    #[test]
    fn matrices_prices_and_comparisons_are_the_same_tables_as_csv_and_as_parquet() {
        let dir = tempfile::tempdir().expect("a directory");
        let runs: [(&[&str], usize, usize); 4] = [
            (&["matrix", "celts", "roman-auxiliaries", "zulus", "--games", "61"], 9, 12),
            (&["matrix", "--of", "units", "warband", "rifles", "light-foot"], 9, 12),
            (&["points", "fit", "--of", "units", "warband", "light-foot", "heavy-foot"], 3, 3),
            (&["compare", "celts", "zulus", "--set", "morale.passes_on=5", "--games", "128"], 3, 6),
        ];
        for (run, rows, columns) in runs {
            let found = assert_one_table(dir.path(), run);
            assert!(found.0 >= rows && found.1 >= columns, "{run:?}: {found:?}");
        }
    }

    #[test]
    fn prices_are_read_back_from_parquet_as_from_csv() {
        let dir = tempfile::tempdir().expect("a directory");
        let fit = ["points", "fit", "--of", "units", "warband", "light-foot", "heavy-foot"];
        well(dir.path(), &[&fit[..], &["--out", "."]].concat());
        well(dir.path(), &[&fit[..], &["--format", "parquet", "--out", "points.parquet"]].concat());
        let round = |file: &str| {
            let out = well(dir.path(), &["points", "round", "--prices", file, "--format", "json"]).out;
            out.replace("points.csv", "").replace("points.parquet", "")
        };
        let csv = round("points.csv");
        assert!(csv.contains("heavy-foot"), "{csv}");
        assert_eq!(csv, round("points.parquet"));
        std::fs::write(dir.path().join("points.parquet"), "unit,points\n").expect("a file");
        let ran = muster_in(dir.path(), &["points", "round", "--prices", "points.parquet"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains("points.parquet: cannot be read as a Parquet file"), "{}", ran.err);
    }

    #[test]
    fn a_damaged_file_is_refused_by_name_and_never_a_fault_of_ours() {
        let dir = tempfile::tempdir().expect("a directory");
        record(dir.path(), &["celts", "zulus", "--games", "64"]);
        let sound = std::fs::read(dir.path().join("battles.parquet")).expect("bytes");
        let mut refused = 0;
        for at in (4..sound.len() * 3 / 4).step_by(sound.len() / 60) {
            let mut bytes = sound.clone();
            bytes[at..at + 4].iter_mut().for_each(|byte| *byte ^= 0xff);
            std::fs::write(dir.path().join("bad one.parquet"), bytes).expect("a file");
            let ran = muster_in(dir.path(), &["summarise", "bad one.parquet", "--by", "row,column"]);
            if ran.code != 0 {
                assert_eq!((ran.code, ran.out.as_str()), (2, ""), "byte {at}: {}", ran.err);
                assert!(ran.err.starts_with("muster: bad one.parquet: "), "byte {at}: {}", ran.err);
                assert!(ran.err.contains("\n  name files that"), "byte {at}: {}", ran.err);
                refused += 1;
            }
        }
        assert!(refused > 10, "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn a_recording_that_is_stopped_leaves_no_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let run = ["matrix", "celts", "zulus", "--games", "1000000000", "--record-battles", "b.parquet"];
        let (code, out, err, _) = crate::interrupt::interrupted(&run, dir.path());
        assert_eq!((code, out.as_str()), (Some(130), ""), "{err}");
        assert!(err.contains("no file was written"), "{err}");
        assert!(files_of(dir.path()).is_empty(), "{:?}", files_of(dir.path()));
    }
}
