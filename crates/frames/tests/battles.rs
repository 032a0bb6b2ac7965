//! Battles written and counted again: nothing is lost, nothing is counted twice, and no more is held than a batch.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use muster_frames::{
    BattleWriter, FrameError, Group, Histogram, Key, Meeting, Origin, ROWS, Summary, Value, Values,
    read_table, summarise, write_table,
};
use muster_results::{Ending, GameEnd, Outcome};

const FORCES: [&str; 3] = ["celts", "zulus", "a box, with \"quotes\""];

/// One battle of our own making, and where it was fought.
struct Made {
    pair: [usize; 2],
    conditions: &'static str,
    number: u64,
    end: GameEnd,
}

/// Battles of every pair, in the order of cells and games; how each ended is a hash of its place.
fn made(games: u64) -> Vec<Made> {
    let pairs = [[0, 0], [0, 1], [0, 2], [1, 2]];
    let mut all = Vec::new();
    for (at, pair) in (0u32..).zip(pairs) {
        for number in 0..games {
            let hash = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(13 + 7 * at);
            let part = |shift: u32, of: u64| u32::try_from((hash >> shift) % of).unwrap_or(0);
            let outcome = [Outcome::Win, Outcome::Draw, Outcome::Loss][part(3, 3) as usize];
            let end = GameEnd {
                outcome,
                ending: Ending::ALL[part(9, 4) as usize],
                turns: 1 + part(17, 9),
                left: [part(25, 13), part(33, 31)],
                lost: [[part(40, 5), 0, 1], [2, part(45, 3), 0]],
            };
            let conditions = if number / 2 % 3 == 0 { "village" } else { "open" };
            all.push(Made { pair, conditions, number, end });
        }
    }
    all
}

fn write(path: &Path, run: &str, battles: &[Made]) -> u64 {
    let origin = Origin { run: run.to_owned(), rules: "chimera".to_owned(), seed: 7 };
    let mut writer = BattleWriter::new(File::create(path).expect("a file"), origin).expect("a writer");
    let mut last = None;
    for battle in battles {
        if last != Some(battle.pair) {
            let ids = battle.pair.map(|at| FORCES[at].to_owned());
            let plans = ["combined".to_owned(), "assault".to_owned()];
            writer.begin(Meeting { ids, plans, figures: [12, 30] });
            last = Some(battle.pair);
        }
        let seating = usize::from(!battle.number.is_multiple_of(2));
        writer.push(battle.conditions, battle.number, seating, &battle.end).expect("a row");
    }
    writer.finish().expect("a whole file")
}

/// The same counts without Parquet, batches or polars.
fn plainly(battles: &[Made], key: impl Fn(&Made) -> Vec<Value>) -> Vec<Group> {
    let mut groups: BTreeMap<Vec<Value>, Group> = BTreeMap::new();
    for battle in battles {
        let group = groups.entry(key(battle)).or_default();
        match battle.end.outcome {
            Outcome::Win => group.wins += 1,
            Outcome::Draw => group.draws += 1,
            Outcome::Loss => group.losses += 1,
        }
        for (histogram, left) in group.left.iter_mut().zip(battle.end.left) {
            histogram.add(left, 1);
        }
        group.turns.add(battle.end.turns, 1);
    }
    groups.into_iter().map(|(key, group)| Group { key, ..group }).collect()
}

fn text(word: &str) -> Value {
    Value::Text(word.to_owned())
}

fn on(_: u64) -> bool {
    true
}

fn dir() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

#[test]
fn battles_are_counted_as_they_were_written() {
    let dir = dir();
    let file = dir.path().join("some battles.parquet");
    let battles = made(500);
    assert_eq!(write(&file, "one", &battles), 2000);
    let counted = |by: &[Key]| summarise(std::slice::from_ref(&file), by, &on).expect("a summary");
    let pair = |battle: &Made| battle.pair.map(|at| text(FORCES[at]));
    assert_eq!(counted(&[Key::Row, Key::Column]).groups, plainly(&battles, |one| pair(one).to_vec()));
    let ground = |one: &Made| vec![text(one.conditions), pair(one)[0].clone()];
    assert_eq!(counted(&[Key::Conditions, Key::Row]).groups, plainly(&battles, ground));
    let seat = |one: &Made| vec![text(if one.number.is_multiple_of(2) { "row" } else { "column" })];
    assert_eq!(counted(&[Key::SideA]).groups, plainly(&battles, seat));
    assert_eq!(counted(&[Key::Seed]).groups, plainly(&battles, |_| vec![Value::Number(7)]));
    assert_eq!(counted(&[]).groups, plainly(&battles, |_| Vec::new()));
    let words = ["destroyed", "limit", "broken", "objective"];
    let ending = |one: &Made| vec![text(words[one.end.ending as usize])];
    assert_eq!(counted(&[Key::Ending]).groups, plainly(&battles, ending));
}

#[test]
fn a_force_is_counted_from_both_chairs_and_never_against_itself() {
    let dir = dir();
    let file = dir.path().join("battles.parquet");
    let battles = made(300);
    write(&file, "one", &battles);
    let Summary { groups, battles: read, .. } = summarise(&[file], &[Key::Force], &on).expect("a summary");
    assert_eq!((read, groups.len()), (1200, 3));
    for group in &groups {
        let mut mine = Group { key: group.key.clone(), ..Group::default() };
        for battle in battles.iter().filter(|battle| battle.pair[0] != battle.pair[1]) {
            for chair in 0..2 {
                if text(FORCES[battle.pair[chair]]) != group.key[0] {
                    continue;
                }
                let end = if chair == 0 { battle.end } else { battle.end.mirrored() };
                match end.outcome {
                    Outcome::Win => mine.wins += 1,
                    Outcome::Draw => mine.draws += 1,
                    Outcome::Loss => mine.losses += 1,
                }
                mine.left[0].add(end.left[0], 1);
                mine.left[1].add(end.left[1], 1);
                mine.turns.add(end.turns, 1);
            }
        }
        assert_eq!(*group, mine);
    }
}

#[test]
fn neither_the_order_of_files_nor_how_they_are_cut_changes_a_count() {
    let dir = dir();
    let battles = made(400);
    let whole = dir.path().join("whole.parquet");
    write(&whole, "one", &battles);
    let parts: Vec<PathBuf> = battles
        .chunk_by(|a, b| a.pair == b.pair)
        .enumerate()
        .map(|(at, part)| {
            let file = dir.path().join(format!("part {at}.parquet"));
            write(&file, "one", part);
            file
        })
        .collect();
    let backwards: Vec<PathBuf> = parts.iter().rev().cloned().collect();
    let by = [Key::Row, Key::Conditions];
    let once = summarise(&[whole], &by, &on).expect("a summary");
    assert_eq!(summarise(&parts, &by, &on).expect("a summary").groups, once.groups);
    assert_eq!(summarise(&backwards, &by, &on).expect("a summary").groups, once.groups);
}

#[test]
fn no_more_than_a_batch_is_held_however_long_the_files_are() {
    let dir = dir();
    // Ours are cut when they are written; a foreign file of one long row group is cut when it is read.
    let games = ROWS as u64 / 2 + 3;
    let ours = dir.path().join("ours.parquet");
    write(&ours, "ours", &made(games));
    let foreign = dir.path().join("foreign.parquet");
    let rows = ROWS + 5;
    let same = |word: &str| Values::Text(vec![Some(word.to_owned()); rows]);
    let numbers = |number: u64| Values::Counts(vec![Some(number); rows]);
    let columns: Vec<(String, Values)> = [
        ("run", same("foreign")),
        ("row", same("celts")),
        ("column", same("zulus")),
        ("row_plan", same("combined")),
        ("column_plan", same("combined")),
        ("winner", same("row")),
        ("turns", numbers(4)),
        ("row_left", numbers(9)),
        ("column_left", numbers(0)),
    ]
    .map(|(name, values)| (name.to_owned(), values))
    .to_vec();
    write_table(&columns, File::create(&foreign).expect("a file")).expect("a table");
    let heard = std::cell::RefCell::new(Vec::new());
    let hear = |battles: u64| {
        heard.borrow_mut().push(battles);
        true
    };
    let summary = summarise(&[ours, foreign], &[Key::Row, Key::Column], &hear).expect("a summary");
    assert_eq!(summary.battles, 4 * games + rows as u64);
    assert_eq!(summary.largest_batch, ROWS);
    let steps: Vec<u64> = std::iter::once(0).chain(heard.into_inner()).collect();
    assert!(steps.windows(2).all(|two| two[1] > two[0] && two[1] - two[0] <= ROWS as u64), "{steps:?}");
    assert!(steps.len() > 5, "a test with one batch proves nothing: {steps:?}");
    let pair = [text("celts"), text("zulus")];
    let both = summary.groups.iter().find(|group| group.key == pair).expect("the pair of both files");
    assert_eq!(both.battles(), games + rows as u64);
}

#[test]
fn the_same_battles_in_two_files_are_refused() {
    let dir = dir();
    let [first, again, other] =
        ["first.parquet", "again.parquet", "other.parquet"].map(|name| dir.path().join(name));
    write(&first, "one", &made(10));
    // A longer run of the same seed begins with the same battles.
    write(&again, "one", &made(20));
    write(&other, "two", &made(10));
    let refused = summarise(&[first.clone(), again], &[Key::Row], &on).expect_err("the same battles");
    let said = refused.to_string();
    assert!(matches!(refused, FrameError::Twice { .. }), "{said}");
    assert!(said.contains("again.parquet") && said.contains("first.parquet"), "{said}");
    assert!(matches!(summarise(&[first.clone(), first.clone()], &[], &on), Err(FrameError::Twice { .. })));
    assert_eq!(summarise(&[first, other], &[], &on).expect("a summary").battles, 80);
}

#[test]
fn whoever_wants_to_stop_is_heard_after_a_batch() {
    let dir = dir();
    let file = dir.path().join("battles.parquet");
    write(&file, "one", &made(10));
    assert!(matches!(summarise(&[file], &[], &|_| false), Err(FrameError::Stopped)));
}

#[test]
fn a_file_without_battles_has_no_groups() {
    let dir = dir();
    let file = dir.path().join("none.parquet");
    assert_eq!(write(&file, "one", &[]), 0);
    let summary = summarise(&[file], &[Key::Row], &on).expect("a summary");
    assert_eq!(summary, Summary { groups: Vec::new(), battles: 0, largest_batch: 0 });
}

/// The columns of a sound file of two battles, one of them put in another's place.
fn bent(name: &str, values: Option<&Values>) -> Vec<(String, Values)> {
    let words = |word: &str| Values::Text(vec![Some(word.to_owned()); 2]);
    let sound = [
        ("run", words("one")),
        ("row", words("celts")),
        ("column", words("zulus")),
        ("row_plan", words("combined")),
        ("column_plan", words("combined")),
        ("winner", words("row")),
        ("turns", Values::Counts(vec![Some(3), Some(4)])),
        ("row_left", Values::Counts(vec![Some(1), Some(2)])),
        ("column_left", Values::Counts(vec![Some(0), Some(0)])),
    ];
    let mut columns = Vec::new();
    for (known, held) in sound {
        match (values, known == name) {
            (None, true) => {}
            (Some(values), true) => columns.push((known.to_owned(), values.clone())),
            (_, false) => columns.push((known.to_owned(), held)),
        }
    }
    columns
}

#[test]
fn a_file_that_cannot_be_used_is_told_by_name_and_reason() {
    let dir = dir();
    let file = dir.path().join("bent.parquet");
    let said = |columns: &[(String, Values)]| {
        write_table(columns, File::create(&file).expect("a file")).expect("a table");
        match summarise(std::slice::from_ref(&file), &[Key::Row], &on) {
            Ok(summary) => format!("{} battles", summary.battles),
            Err(error) => error.to_string(),
        }
    };
    assert_eq!(said(&bent("", None)), "2 battles");
    for (columns, expected) in [
        (bent("winner", None), "there is no column \"winner\""),
        (bent("turns", Some(&Values::Text(vec![Some("3".to_owned()); 2]))), "\"turns\" does not hold whole"),
        (bent("turns", Some(&Values::Numbers(vec![Some(3.5); 2]))), "\"turns\" does not hold whole"),
        (bent("turns", Some(&Values::Counts(vec![Some(3), None]))), "\"turns\" has rows without"),
        (bent("turns", Some(&Values::Counts(vec![Some(3), Some(1 << 40)]))), "\"turns\" has rows without"),
        (bent("row", Some(&Values::Counts(vec![Some(3); 2]))), "\"row\" does not hold text"),
        (bent("winner", Some(&Values::Text(vec![Some("me".to_owned()); 2]))), "other words than row"),
    ] {
        let said = said(&columns);
        assert!(said.contains("bent.parquet") && said.contains(expected), "{said}");
    }
}

#[test]
fn what_is_no_parquet_file_is_told_so_and_nothing_panics() {
    let dir = dir();
    let whole = dir.path().join("whole.parquet");
    write(&whole, "one", &made(50));
    let bytes = std::fs::read(&whole).expect("bytes");
    let broken = dir.path().join("broken.parquet");
    let tried = |bytes: &[u8]| {
        std::fs::write(&broken, bytes).expect("a file");
        summarise(std::slice::from_ref(&broken), &[Key::Row], &on)
    };
    assert!(tried(&bytes).is_ok());
    for bytes in
        [&b""[..], b"row,column\n", b"PAR1PAR1", &bytes[..bytes.len() / 2], &bytes[..bytes.len() - 1]]
    {
        let said = tried(bytes).expect_err("no Parquet file").to_string();
        assert!(said.contains("broken.parquet: cannot be read as a Parquet file"), "{said}");
    }
    assert!(summarise(&[dir.path().to_owned()], &[], &on).is_err());
    assert!(summarise(&[dir.path().join("nowhere.parquet")], &[], &on).is_err());
}

#[test]
fn a_table_comes_back_as_it_was_written() {
    let dir = dir();
    let path = dir.path().join("table.parquet");
    let columns = [
        ("name", Values::Text(vec![Some("=1+1".to_owned()), None, Some("Ünit, \"q\"".to_owned())])),
        ("count", Values::Counts(vec![Some(0), Some(u64::MAX), None])),
        ("number", Values::Numbers(vec![Some(0.1 + 0.2), Some(f64::NAN), None])),
    ]
    .map(|(name, values)| (name.to_owned(), values));
    write_table(&columns, File::create(&path).expect("a file")).expect("a table");
    let read = read_table(&path).expect("a table");
    assert_eq!(read[..2], columns[..2]);
    let (name, Values::Numbers(numbers)) = &read[2] else { panic!("{:?}", read[2]) };
    assert_eq!(name, "number");
    // Bit for bit; what is no number is nothing.
    assert_eq!(
        numbers.iter().map(|x| x.map(f64::to_bits)).collect::<Vec<_>>(),
        [Some((0.1_f64 + 0.2).to_bits()), None, None]
    );
}

#[test]
fn means_errors_and_quantiles_are_those_of_the_numbers_themselves() {
    let numbers: [u32; 10] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
    let mut histogram = Histogram::default();
    numbers.iter().for_each(|number| histogram.add(*number, 1));
    let mean = numbers.iter().map(|x| f64::from(*x)).sum::<f64>() / 10.0;
    let variance = numbers.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / 9.0;
    assert!((histogram.mean().expect("a mean") - mean).abs() < 1e-12);
    assert!((histogram.standard_error().expect("an error") - (variance / 10.0).sqrt()).abs() < 1e-12);
    // Sorted: 1 1 2 3 3 4 5 5 6 9.
    let quantile = |share: f64| histogram.quantile(share).expect("a quantile");
    assert_eq!([0.1, 0.2, 0.21, 0.5, 0.51, 0.9, 1.0].map(quantile), [1, 1, 2, 3, 4, 6, 9]);
    assert_eq!((Histogram::default().mean(), Histogram::default().quantile(0.5)), (None, None));
    // Far from 0 with little spread a sum of squares in floating point would lose the spread.
    let mut far = Histogram::default();
    far.add(4_000_000_000, 500_000_000);
    far.add(4_000_000_001, 500_000_000);
    let error = far.standard_error().expect("an error");
    assert!((error * 1e9_f64.sqrt() - 0.5).abs() < 1e-6, "{error}");
}

/// Bytes of the pages and of the footer are spoiled in turn. The library itself panics at some of them.
#[test]
fn a_damaged_file_is_told_by_its_name_and_no_panic_gets_out() {
    let dir = dir();
    let file = dir.path().join("damaged.parquet");
    write(&file, "one", &made(40));
    let sound = std::fs::read(&file).expect("bytes");
    let (mut told, mut gave_up) = (0, 0);
    for at in (0..sound.len()).step_by(7) {
        let mut bytes = sound.clone();
        bytes[at] ^= 0xff;
        std::fs::write(&file, bytes).expect("a file");
        // A spoiled name of a box or a number of figures may be as good as the one before.
        if let Err(error) = summarise(std::slice::from_ref(&file), &[Key::Row, Key::Ending], &on) {
            let said = error.to_string();
            assert!(said.contains("damaged.parquet: ") && !said.contains("panic"), "byte {at}: {said}");
            assert!(!matches!(error, FrameError::Fault(_)), "byte {at}: {said}");
            told += 1;
            gave_up += usize::from(said.ends_with("it is damaged"));
        }
    }
    assert!(told > 200 && gave_up > 0, "{told} told, {gave_up} given up");
    assert_eq!(muster_frames::being_read(), None);
}
