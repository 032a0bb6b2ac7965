//! The record of a run as it lies on disk (`run.json`): all that analysis and reports read.
//!
//! Format changes: 1 first version. Later, without a new number because old files read as before: `left` and `turns` of a cell, `shown`,
//! `packed` in it in place of `told`.

use serde::{Deserialize, Serialize};

use crate::json::malformed;

/// Version of the record's format; a reader refuses a newer one.
pub const FORMAT_VERSION: u32 = 1;

/// How a number was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// All outcomes of all dice, with their probabilities.
    Exact,
    /// Played games.
    Sample,
}

impl Method {
    /// The word used in every output.
    pub const fn word(self) -> &'static str {
        match self {
            Method::Exact => "exact",
            Method::Sample => "sample",
        }
    }
}

/// Who made the run, from what, and how to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the program.
    pub program: String,
    /// Name and version of the way random numbers are made; counts of different tags cannot be compared.
    pub randomness: String,
    /// Id of the rule set.
    pub rules: String,
    /// blake3 of the merged rules and data, order and comments left aside.
    pub data_hash: String,
    /// Keys that a variant or `--set` changed, as `key = value (was value)`.
    pub changed: Vec<String>,
    /// What was matched: `boxes` or `units`.
    pub of: String,
    /// Condition or mix of conditions.
    pub conditions: String,
    /// Plans of the sides or policies of the units.
    pub plans: String,
    /// The user's seed.
    pub seed: u64,
    /// Half-width of the 95 % interval that a sampled cell had to reach, as a fraction of score.
    pub target_half_width: Option<f64>,
    /// True when the run was stopped before it was done.
    pub stopped_early: bool,
    /// The command line that repeats the run.
    pub command: String,
}

/// A value that we assumed, with the reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assumption {
    /// Dotted key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// Why that value.
    pub why: String,
}

/// One force of the run and what it is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RosterRow {
    /// Id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Units.
    pub units: u32,
    /// Figures.
    pub figures: u32,
    /// Melee points of all figures.
    pub melee_points: f64,
    /// Firepower of all figures and guns.
    pub firepower: f64,
}

/// Counts (sampled) or probabilities (exact) of one seating; wins are the row's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatingResult {
    /// Games, 0 when exact.
    pub games: u64,
    /// Wins of the row: a count, or a probability when exact.
    pub wins: f64,
    /// Draws.
    pub draws: f64,
    /// Losses of the row.
    pub losses: f64,
}

impl SeatingResult {
    /// Wins plus half the draws over games, or `None` without games.
    pub fn score(&self) -> Option<f64> {
        let total = self.wins + self.draws + self.losses;
        (total > 0.0).then(|| (self.wins + self.draws / 2.0) / total)
    }

    /// The same seating seen from the other force.
    #[must_use]
    pub fn mirrored(&self) -> SeatingResult {
        SeatingResult { wins: self.losses, losses: self.wins, ..*self }
    }
}

/// Each side's mix of plans in the equilibrium of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanMix {
    /// Plan names.
    pub plans: Vec<String>,
    /// The row's weight of each plan; sums to 1.
    pub row: Vec<f64>,
    /// The column's weight of each plan; sums to 1.
    pub column: Vec<f64>,
    /// Score of the row for each pair of plans, row plan by column plan.
    pub scores: Vec<Vec<f64>>,
}

/// One unordered pair of forces; the mirror cell is derived, never stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellResult {
    /// Index of the row in the roster.
    pub row: usize,
    /// Index of the column in the roster; never below `row`.
    pub column: usize,
    /// How the cell was answered.
    pub method: Method,
    /// `[row is side A, column is side A]`.
    pub seatings: [SeatingResult; 2],
    /// Score of the row, both seatings.
    pub score: f64,
    /// Lower end of the 95 % interval (equal to the score when exact).
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Mean figures left of row and column.
    pub mean_left: [f64; 2],
    /// Figures left at the end, of row and column, in increasing order, each with its games (a probability when exact).
    /// Empty in a mix of plans, and in records of programs before 0.2.
    #[serde(default, skip_serializing_if = "nothing_counted")]
    pub left: [Vec<(u32, f64)>; 2],
    /// Mean figures lost by force and cause (shooting, melee, morale).
    pub mean_lost: [[f64; 3]; 2],
    /// Mean turns.
    pub mean_turns: f64,
    /// Turns begun, in increasing order, each with its games (a probability when exact). Empty in a mix of plans, and in records of programs before 0.2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<(u32, f64)>,
    /// Share of games that the turn limit ended.
    pub limit_share: f64,
    /// Numbers of the longest, shortest, most lopsided and closest game, when sampled.
    pub games_worth_seeing: [Option<u64>; 4],
    /// Neither force can hurt the other.
    pub harmless: bool,
    /// Equilibrium of plans, when asked for.
    pub mix: Option<PlanMix>,
}

/// Whether a cell kept no counts of figures left.
fn nothing_counted(left: &[Vec<(u32, f64)>; 2]) -> bool {
    left.iter().all(Vec::is_empty)
}

impl CellResult {
    /// Wins, draws and losses of the row over both seatings. A force against itself wins as often as it loses, so a last
    /// game without its twin counts one half for each.
    pub fn totals(&self) -> [f64; 3] {
        let [a, b] = &self.seatings;
        let [wins, draws, losses] = [a.wins + b.wins, a.draws + b.draws, a.losses + b.losses];
        let even = self.row == self.column && (self.score - 0.5).abs() <= 0.0;
        if even {
            let half = f64::midpoint(wins, losses);
            return [half, draws, half];
        }
        [wins, draws, losses]
    }
}

/// How far a share may lie beyond its end by rounding.
const ROUNDING: f64 = 1e-9;

impl CellResult {
    /// What of the numbers cannot be, if any.
    fn impossible(&self) -> Option<String> {
        let share = |x: f64| (-ROUNDING..=1.0 + ROUNDING).contains(&x);
        let shares =
            [("a score of", self.score), ("an interval from", self.low), ("an interval to", self.high)];
        if let Some((what, x)) = shares.into_iter().find(|(_, x)| !share(*x)) {
            return Some(format!("{what} {x}, where 0 to 1 can be,"));
        }
        if self.low > self.score + ROUNDING || self.high < self.score - ROUNDING {
            return Some(format!(
                "a score of {} outside its interval, {} to {}",
                self.score, self.low, self.high
            ));
        }
        if !share(self.limit_share) {
            return Some(format!("a share of {} of games that the turn limit ended", self.limit_share));
        }
        let counts = self.seatings.iter().flat_map(|seat| [seat.wins, seat.draws, seat.losses]);
        counts
            .into_iter()
            .find(|count| count.is_nan() || *count < -ROUNDING)
            .map(|count| format!("a count of {count}"))
    }
}

/// A game of the run, told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldGame {
    /// Index of the row in the roster.
    pub row: usize,
    /// Index of the column in the roster; never below `row`.
    pub column: usize,
    /// Which game, and why it is worth seeing.
    pub title: String,
    /// The story, line by line.
    pub text: String,
}

/// Games told, packed: they are long and much alike, so that a tenth to a fifteenth of their text is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedGames {
    /// Pairs of which games are told.
    pub pairs: usize,
    /// Pairs of which games could be told; where not all fit, those nearest to even are.
    pub of: usize,
    /// Games told.
    pub games: usize,
    /// JSON lists of `[row, column, title, text]`, as in [`ToldGame`], each packed by zlib (RFC 1950) and written in base64.
    pub zlib: Vec<String>,
}

impl PackedGames {
    /// Whether the counts can be and every list is base64 of something; whether zlib can unpack it is seen where it is unpacked.
    fn is_sound(&self) -> bool {
        let sign = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'+' | b'/' | b'=');
        let base64 =
            |text: &String| !text.is_empty() && text.len().is_multiple_of(4) && text.bytes().all(sign);
        let counted = self.pairs <= self.of && (self.games == 0) == self.zlib.is_empty();
        counted && self.zlib.iter().all(base64)
    }
}

/// What a page says of a run beyond its numbers; with it the page can be made again without the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// What sitting as side A and as side B means.
    pub seats: [String; 2],
    /// Remarks below the answer: rules, changed values, seed.
    pub notes: Vec<String>,
    /// Games told one by one, as earlier programs kept them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<ToldGame>,
    /// Games told; `None` where there are none, as of a mix of plans.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub packed: Option<PackedGames>,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRecord {
    /// [`FORMAT_VERSION`] of the writer.
    pub format: u32,
    /// Where it came from.
    pub manifest: Manifest,
    /// The forces, in the order given.
    pub roster: Vec<RosterRow>,
    /// One entry per unordered pair, the diagonal included, rows before columns.
    pub cells: Vec<CellResult>,
    /// Values behind the run that are ours and not the rules author's.
    pub assumptions: Vec<Assumption>,
    /// What pages say beside the numbers; `None` in records of programs before 0.2 and where nobody is to be shown anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// Why a record could not be read.
#[derive(Debug)]
pub enum RecordError {
    /// Not JSON, or not of this shape.
    Malformed(serde_json::Error),
    /// Written by a newer program.
    TooNew {
        /// Its format version.
        found: u32,
    },
    /// A number that is not finite or cannot be, or an index beyond the roster.
    Broken(String),
}

impl std::fmt::Display for RecordError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RecordError::Malformed(error) => f.write_str(&malformed("run record", error)),
            RecordError::TooNew { found } => {
                write!(f, "run record of format {found}; this program reads up to {FORMAT_VERSION}")
            }
            RecordError::Broken(what) => write!(f, "run record holds {what}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl RunRecord {
    /// The record as JSON text: one line a force, a cell and an assumption, so that two runs can be told apart line by line;
    /// one trailing newline.
    ///
    /// # Errors
    /// When a number is not finite: JSON has no word for it, and none may leave the program.
    pub fn to_json(&self) -> Result<String, RecordError> {
        self.check()?;
        let manifest = serde_json::to_string_pretty(&self.manifest).map_err(RecordError::Malformed)?;
        let shown = self.shown.as_ref().map_or(Ok(String::new()), |shown| {
            let told = match shown.told.is_empty() {
                true => String::new(),
                false => format!(",\n\"told\": {}", line_by_line(&shown.told)?),
            };
            let packed = shown.packed.as_ref().map_or(Ok(String::new()), |packed| {
                let PackedGames { pairs, of, games, zlib } = packed;
                let counts = format!("\"pairs\": {pairs}, \"of\": {of}, \"games\": {games}");
                Ok(format!(",\n\"packed\": {{{counts}, \"zlib\": {}}}", line_by_line(zlib)?))
            })?;
            let seats = serde_json::to_string(&shown.seats).map_err(RecordError::Malformed)?;
            let notes = serde_json::to_string(&shown.notes).map_err(RecordError::Malformed)?;
            Ok(format!(",\n\"shown\": {{\n\"seats\": {seats},\n\"notes\": {notes}{told}{packed}\n}}"))
        })?;
        Ok(format!(
            "{{\n\"format\": {},\n\"manifest\": {manifest},\n\"roster\": {},\n\"cells\": {},\n\"assumptions\": {}{shown}\n}}\n",
            self.format,
            line_by_line(&self.roster)?,
            line_by_line(&self.cells)?,
            line_by_line(&self.assumptions)?,
        ))
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the text is not a record, is of a newer format, or holds numbers that cannot be.
    pub fn from_json(text: &str) -> Result<RunRecord, RecordError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let head: Head = serde_json::from_str(text).map_err(RecordError::Malformed)?;
        if head.format > FORMAT_VERSION {
            return Err(RecordError::TooNew { found: head.format });
        }
        let record: RunRecord = serde_json::from_str(text).map_err(RecordError::Malformed)?;
        record.check()?;
        Ok(record)
    }

    fn check(&self) -> Result<(), RecordError> {
        for cell in &self.cells {
            if cell.row >= self.roster.len() || cell.column >= self.roster.len() || cell.row > cell.column {
                return Err(RecordError::Broken(format!(
                    "a cell ({}, {}) outside its roster",
                    cell.row, cell.column
                )));
            }
            let numbers = [cell.score, cell.low, cell.high, cell.mean_turns, cell.limit_share];
            if numbers.iter().any(|x| !x.is_finite()) {
                return Err(RecordError::Broken(format!(
                    "a number that is not finite in cell ({}, {})",
                    cell.row, cell.column
                )));
            }
            if let Some(what) = cell.impossible() {
                return Err(RecordError::Broken(format!("{what} in cell ({}, {})", cell.row, cell.column)));
            }
        }
        if self.shown.iter().flat_map(|shown| &shown.packed).any(|packed| !packed.is_sound()) {
            return Err(RecordError::Broken("told games that cannot be unpacked".to_owned()));
        }
        for told in self.shown.iter().flat_map(|shown| &shown.told) {
            if told.row >= self.roster.len() || told.column >= self.roster.len() || told.row > told.column {
                let what = format!("a told game ({}, {}) outside its roster", told.row, told.column);
                return Err(RecordError::Broken(what));
            }
        }
        Ok(())
    }
}

/// A JSON list with one line an entry.
fn line_by_line<T: Serialize>(entries: &[T]) -> Result<String, RecordError> {
    let lines: Result<Vec<String>, serde_json::Error> = entries.iter().map(serde_json::to_string).collect();
    Ok(format!("[\n{}\n]", lines.map_err(RecordError::Malformed)?.join(",\n")))
}
