//! Many files of battles, counted by groups in bounded memory: a batch of rows is read, grouped and forgotten.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use polars_core::prelude::*;
use polars_lazy::dsl::{col, len, lit};
use polars_lazy::frame::IntoLazy as _;

use crate::counts::Group;
use crate::error::FrameError;
use crate::key::{Key, Value};
use crate::read::BattleFile;

/// Columns that together say which battles are the same game.
const SAME: [&str; 5] = ["run", "row", "column", "row_plan", "column_plan"];
/// Columns that are counted by their values.
const COUNTED: [&str; 3] = ["row_left", "column_left", "turns"];
/// Who won, as the column `winner` has it, in the order wins, draws, losses.
const WINNERS: [&str; 3] = ["row", "draw", "column"];

/// What many files hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The groups, sorted by their keys.
    pub groups: Vec<Group>,
    /// Battles read.
    pub battles: u64,
    /// The most rows that were in memory at once; never above [`crate::ROWS`].
    pub largest_batch: usize,
}

/// Counts the battles of all files by the keys; without a key, of all of them together. `goes_on` hears after each batch how many battles
/// were read, and says whether to go on.
///
/// # Errors
/// A file that cannot be read or does not hold battles; battles that stand in two files; [`FrameError::Stopped`] when asked to stop.
pub fn summarise(
    files: &[PathBuf],
    by: &[Key],
    goes_on: &dyn Fn(u64) -> bool,
) -> Result<Summary, FrameError> {
    let keys = Keys::new(by);
    let mut groups: BTreeMap<Vec<Value>, Group> = BTreeMap::new();
    let mut stands_in: HashMap<[String; 5], usize> = HashMap::new();
    let (mut battles, mut largest_batch) = (0, 0);
    for (at, path) in files.iter().enumerate() {
        let file = BattleFile::open(path)?;
        for batch in file.batches() {
            let frame = file.read(batch, &keys.text(), &COUNTED, &keys.large())?;
            let broken = |error: PolarsError| FrameError::Fault(error.to_string());
            for cell in cells(&frame).map_err(broken)? {
                let what = || format!("games of {} against {}", cell[1], cell[2]);
                let first = *stands_in.entry(cell.clone()).or_insert(at);
                if first != at {
                    return Err(FrameError::Twice {
                        files: [files[first].clone(), path.clone()],
                        what: what(),
                    });
                }
            }
            for group in counted(&frame, &keys).map_err(broken)? {
                let group = group.ok_or_else(|| {
                    file.not_battles(
                        "the column \"winner\" holds other words than row, draw, column".to_owned(),
                    )
                })?;
                keys.count(&mut groups, &group);
            }
            battles += batch.1 as u64;
            largest_batch = largest_batch.max(frame.height());
            if !goes_on(battles) {
                return Err(FrameError::Stopped);
            }
        }
    }
    let groups = groups.into_iter().map(|(key, group)| Group { key, ..group }).collect();
    Ok(Summary { groups, battles, largest_batch })
}

/// The keys asked for, and the columns that they are made of.
struct Keys<'k> {
    by: &'k [Key],
    columns: Vec<&'static str>,
}

impl<'k> Keys<'k> {
    fn new(by: &'k [Key]) -> Keys<'k> {
        let mut columns = Vec::new();
        for key in by {
            let made_of = if *key == Key::Force { vec!["row", "column"] } else { vec![key.word()] };
            columns
                .extend(made_of.into_iter().filter(|column| !columns.contains(column)).collect::<Vec<_>>());
        }
        Keys { by, columns }
    }

    /// Columns of text to be read.
    fn text(&self) -> Vec<&'static str> {
        let mut text: Vec<&str> = SAME.to_vec();
        text.push("winner");
        text.extend(self.columns.iter().filter(|column| **column != Key::Seed.word()));
        text.sort_unstable();
        text.dedup();
        text
    }

    /// Columns of large numbers to be read.
    fn large(&self) -> Vec<&'static str> {
        self.columns.iter().copied().filter(|column| *column == Key::Seed.word()).collect()
    }

    /// Counts a group, whose key holds the values of the columns, under the keys asked for.
    fn count(&self, groups: &mut BTreeMap<Vec<Value>, Group>, group: &Group) {
        let value = |column: &str| {
            let at = self.columns.iter().position(|known| *known == column);
            at.and_then(|at| group.key.get(at)).cloned().unwrap_or_else(|| Value::Text(String::new()))
        };
        let key = |force: &str| -> Vec<Value> {
            self.by.iter().map(|key| value(if *key == Key::Force { force } else { key.word() })).collect()
        };
        if !self.by.contains(&Key::Force) {
            groups.entry(key("")).or_default().merge(group);
        } else if value("row") != value("column") {
            groups.entry(key("row")).or_default().merge(group);
            groups.entry(key("column")).or_default().merge(&group.mirrored());
        }
    }
}

/// The cells that the battles of a batch belong to.
fn cells(frame: &DataFrame) -> PolarsResult<Vec<[String; 5]>> {
    let found = frame.select(SAME)?.lazy().group_by(SAME.map(col)).agg([len()]).collect()?;
    let columns = SAME.iter().map(|name| found.column(name)?.str()).collect::<PolarsResult<Vec<_>>>()?;
    let name = |row: usize, at: usize| columns[at].get(row).unwrap_or_default().to_owned();
    Ok((0..found.height()).map(|row| [0, 1, 2, 3, 4].map(|at: usize| name(row, at))).collect())
}

/// The groups of a batch; `None` in place of one with a winner that cannot be.
fn counted(frame: &DataFrame, keys: &Keys<'_>) -> PolarsResult<Vec<Option<Group>>> {
    let won = WINNERS.map(|winner| col("winner").eq(lit(winner)).sum().alias(format!("won by {winner}")));
    let lists = COUNTED.map(|column| col(column).alias(format!("all {column}")));
    // Without a key any column will do: what it says is not asked for.
    let columns = if keys.columns.is_empty() { &SAME[..1] } else { &keys.columns };
    let by: Vec<_> = columns.iter().map(|column| col(*column)).collect();
    let aggregates: Vec<_> = won.into_iter().chain(lists).collect();
    let found = frame.clone().lazy().group_by(by).agg(aggregates).collect()?;
    let sums = WINNERS
        .iter()
        .map(|winner| found.column(&format!("won by {winner}"))?.cast(&DataType::UInt64))
        .collect::<PolarsResult<Vec<_>>>()?;
    let mut groups = Vec::with_capacity(found.height());
    for row in 0..found.height() {
        let sum = |at: usize| sums[at].u64().map(|sums| sums.get(row).unwrap_or(0));
        let mut group = Group { wins: sum(0)?, draws: sum(1)?, losses: sum(2)?, ..Group::default() };
        for column in &keys.columns {
            let column = found.column(column)?;
            group.key.push(match column.dtype() {
                DataType::String => Value::Text(column.str()?.get(row).unwrap_or_default().to_owned()),
                _ => Value::Number(column.u64()?.get(row).unwrap_or(0)),
            });
        }
        let [first, second] = &mut group.left;
        for (column, histogram) in COUNTED.iter().zip([first, second, &mut group.turns]) {
            let list = found.column(&format!("all {column}"))?.list()?.get_as_series(row);
            if let Some(list) = list {
                list.u32()?.into_no_null_iter().for_each(|number| histogram.add(number, 1));
            }
        }
        let sound = group.battles() == group.turns.count();
        groups.push(sound.then_some(group));
    }
    Ok(groups)
}
