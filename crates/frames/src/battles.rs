//! One row a battle, written while the battles are played.

use std::io::Write;

use muster_results::{Cause, Ending, GameEnd, Outcome};
use polars_core::prelude::*;
use polars_io::parquet::write::{BatchedWriter, ParquetWriter};

use crate::error::FrameError;

/// Rows of a row group: what is held in memory before it is written, and what a reader holds at once. A writer of ours never makes larger ones.
pub const ROWS: usize = 1 << 17;

/// What all battles of a file have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Equal for battles of the same data, options and seed: the same game of the same forces is then the same battle.
    pub run: String,
    /// Id of the rule set.
    pub rules: String,
    /// Seed of the run.
    pub seed: u64,
}

/// Who meets whom, for all battles until the next meeting begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meeting {
    /// Ids of the first force, `row`, and the second, `column`.
    pub ids: [String; 2],
    /// Plans or policies of both.
    pub plans: [String; 2],
    /// Figures of both at the start.
    pub figures: [u32; 2],
}

/// One battle, its meeting and conditions by their places.
struct Line {
    meeting: usize,
    conditions: usize,
    game: u64,
    seating: usize,
    end: GameEnd,
}

/// Writes battles to a Parquet file, a row group of [`ROWS`] at a time, in the order in which they come.
pub struct BattleWriter<W: Write> {
    out: BatchedWriter<W>,
    origin: Origin,
    /// Meetings of the lines that wait.
    meetings: Vec<Meeting>,
    conditions: Vec<String>,
    lines: Vec<Line>,
    written: u64,
}

impl<W: Write> BattleWriter<W> {
    /// A file without battles.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn new(out: W, origin: Origin) -> Result<BattleWriter<W>, FrameError> {
        let empty = frame(&origin, &[], &[], &[]).map_err(FrameError::writing)?;
        let out = ParquetWriter::new(out).batched(empty.schema()).map_err(FrameError::writing)?;
        let (meetings, conditions) = (Vec::new(), Vec::new());
        Ok(BattleWriter { out, origin, meetings, conditions, lines: Vec::new(), written: 0 })
    }

    /// The battles from here on are of these two.
    pub fn begin(&mut self, meeting: Meeting) {
        self.meetings.push(meeting);
    }

    /// Adds a battle of the present meeting, which must have begun. `seating` is 0 when the row sat as side A, 1 when the column did.
    ///
    /// # Errors
    /// When the file cannot be written; nothing more can then be added.
    pub fn push(
        &mut self,
        conditions: &str,
        game: u64,
        seating: usize,
        end: &GameEnd,
    ) -> Result<(), FrameError> {
        let conditions = match self.conditions.iter().position(|known| known == conditions) {
            Some(at) => at,
            None => {
                self.conditions.push(conditions.to_owned());
                self.conditions.len() - 1
            }
        };
        if self.meetings.is_empty() {
            return Err(FrameError::Fault("a battle before its meeting".to_owned()));
        }
        let meeting = self.meetings.len() - 1;
        self.lines.push(Line { meeting, conditions, game, seating, end: *end });
        if self.lines.len() >= ROWS { self.flush() } else { Ok(()) }
    }

    /// Writes what waits and closes the file; gives the number of battles in it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<u64, FrameError> {
        self.flush()?;
        self.out.finish().map_err(FrameError::writing)?;
        Ok(self.written)
    }

    fn flush(&mut self) -> Result<(), FrameError> {
        if self.lines.is_empty() {
            return Ok(());
        }
        let frame = frame(&self.origin, &self.meetings, &self.conditions, &self.lines);
        let written = frame.and_then(|frame| self.out.write_batch(&frame));
        written.map_err(FrameError::writing)?;
        self.written += self.lines.len() as u64;
        self.lines.clear();
        self.meetings.drain(..self.meetings.len().saturating_sub(1));
        Ok(())
    }
}

/// The columns of a file of battles. Every line has its meeting and its conditions in the lists.
fn frame<'a>(
    origin: &'a Origin,
    meetings: &'a [Meeting],
    conditions: &'a [String],
    lines: &'a [Line],
) -> PolarsResult<DataFrame> {
    let text = |name, value: &dyn Fn(&'a Line) -> &'a str| {
        StringChunked::from_iter_values(name, lines.iter().map(value)).into_column()
    };
    let large = |name, value: &dyn Fn(&'a Line) -> u64| {
        UInt64Chunked::from_iter_values(name, lines.iter().map(value)).into_column()
    };
    let small = |name, value: &dyn Fn(&'a Line) -> u32| {
        UInt32Chunked::from_iter_values(name, lines.iter().map(value)).into_column()
    };
    let id = |name, force: usize| text(name, &|line| &meetings[line.meeting].ids[force]);
    let plan = |name, force: usize| text(name, &|line| &meetings[line.meeting].plans[force]);
    let figures = |name, force: usize| small(name, &|line| meetings[line.meeting].figures[force]);
    let lost = |name, force: usize, cause: Cause| small(name, &|line| line.end.lost[force][cause as usize]);
    let columns = vec![
        text("run".into(), &|_| &origin.run),
        text("rules".into(), &|_| &origin.rules),
        large("seed".into(), &|_| origin.seed),
        text("conditions".into(), &|line| &conditions[line.conditions]),
        id("row".into(), 0),
        id("column".into(), 1),
        plan("row_plan".into(), 0),
        plan("column_plan".into(), 1),
        large("game".into(), &|line| line.game),
        text("side_a".into(), &|line| if line.seating == 0 { "row" } else { "column" }),
        text("winner".into(), &|line| winner(line.end.outcome)),
        text("ending".into(), &|line| ending(line.end.ending)),
        small("turns".into(), &|line| line.end.turns),
        figures("row_figures".into(), 0),
        figures("column_figures".into(), 1),
        small("row_left".into(), &|line| line.end.left[0]),
        small("column_left".into(), &|line| line.end.left[1]),
        lost("row_lost_to_shooting".into(), 0, Cause::Shooting),
        lost("row_lost_to_melee".into(), 0, Cause::Melee),
        lost("row_lost_to_morale".into(), 0, Cause::Morale),
        lost("column_lost_to_shooting".into(), 1, Cause::Shooting),
        lost("column_lost_to_melee".into(), 1, Cause::Melee),
        lost("column_lost_to_morale".into(), 1, Cause::Morale),
    ];
    DataFrame::new(lines.len(), columns)
}

/// The word for who won.
const fn winner(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "row",
        Outcome::Draw => "draw",
        Outcome::Loss => "column",
    }
}

/// The word for why a battle stopped.
const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Destroyed => "destroyed",
        Ending::Limit => "limit",
        Ending::Broken => "broken",
        Ending::Objective => "objective",
    }
}
