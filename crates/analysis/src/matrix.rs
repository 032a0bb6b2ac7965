//! The matrix of a record: every ordered pair, the mirror cells derived.

use muster_results::{CellResult, Method, RosterRow, RunRecord, SeatingResult};
use muster_stats::{Record, Z95, wilson};

/// One ordered pair, seen from its row.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell<'r> {
    /// Index of the row in the roster.
    pub row: usize,
    /// Index of the column.
    pub column: usize,
    /// How it was answered.
    pub method: Method,
    /// `[row is side A, column is side A]`; wins are the row's.
    pub seatings: [SeatingResult; 2],
    /// Score of the row, 0 to 1.
    pub score: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Mean figures left of row and column.
    pub mean_left: [f64; 2],
    /// The stored cell, from the other chair when `row > column`.
    pub stored: &'r CellResult,
}

impl Cell<'_> {
    /// Games behind the cell, 0 when exact.
    pub fn games(&self) -> u64 {
        self.seatings[0].games + self.seatings[1].games
    }

    /// Wins, draws and losses of both seatings: counts, or mean probabilities when exact; see [`CellResult::totals`].
    pub fn totals(&self) -> [f64; 3] {
        let sum = self.stored.totals();
        let sum = if self.row > self.column { [sum[2], sum[1], sum[0]] } else { sum };
        match self.method {
            Method::Sample => sum,
            Method::Exact => sum.map(|both| both / 2.0),
        }
    }

    /// The row's score as side A, `None` without games.
    pub fn first_score(&self) -> Option<f64> {
        self.seatings[0].score()
    }

    /// The row's score as side B.
    pub fn second_score(&self) -> Option<f64> {
        self.seatings[1].score()
    }
}

/// The scores of all ordered pairs.
#[derive(Clone, Debug)]
pub struct PayoffMatrix<'r> {
    record: &'r RunRecord,
    /// Index into the record's cells by row and column, the smaller first.
    at: Vec<Option<usize>>,
}

impl<'r> PayoffMatrix<'r> {
    /// The matrix of a record; cells that are missing (a stopped run) stay empty.
    pub fn new(record: &'r RunRecord) -> PayoffMatrix<'r> {
        let n = record.roster.len();
        let mut at = vec![None; n * n];
        for (index, cell) in record.cells.iter().enumerate() {
            at[cell.row * n + cell.column] = Some(index);
        }
        PayoffMatrix { record, at }
    }

    /// Forces in the roster.
    pub fn len(&self) -> usize {
        self.record.roster.len()
    }

    /// True without forces.
    pub fn is_empty(&self) -> bool {
        self.record.roster.is_empty()
    }

    /// The record behind it.
    pub fn record(&self) -> &'r RunRecord {
        self.record
    }

    /// The roster.
    pub fn roster(&self) -> &'r [RosterRow] {
        &self.record.roster
    }

    /// One ordered pair; (j, i) is the mirror of (i, j), not a new sample.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell<'r>> {
        let mirrored = row > column;
        let (low, high) = if mirrored { (column, row) } else { (row, column) };
        let stored = &self.record.cells[self.at[low * self.len() + high]?];
        if !mirrored {
            return Some(Cell {
                row,
                column,
                method: stored.method,
                seatings: stored.seatings,
                score: stored.score,
                low: stored.low,
                high: stored.high,
                mean_left: stored.mean_left,
                stored,
            });
        }
        let (score, low, high) = mirrored_score(stored);
        Some(Cell {
            row,
            column,
            method: stored.method,
            seatings: [stored.seatings[1].mirrored(), stored.seatings[0].mirrored()],
            score,
            low,
            high,
            mean_left: [stored.mean_left[1], stored.mean_left[0]],
            stored,
        })
    }

    /// The cells of a row against all others, in roster order, the diagonal left out.
    pub fn against_others(&self, row: usize) -> impl Iterator<Item = Cell<'r>> + '_ {
        (0..self.len()).filter(move |column| *column != row).filter_map(move |column| self.cell(row, column))
    }

    /// Mean score of a row against all others, `None` when it has no cell.
    pub fn mean(&self, row: usize) -> Option<f64> {
        let scores: Vec<f64> = self.against_others(row).map(|cell| cell.score).collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }

    /// Rows from the strongest to the weakest by mean score; ties in roster order.
    pub fn by_strength(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|a, b| {
            let mean = |row: &usize| self.mean(*row).unwrap_or(0.5);
            mean(b).total_cmp(&mean(a)).then(a.cmp(b))
        });
        order
    }
}

/// Score and interval of a stored cell seen from its column. From counts where there are counts, so that a cell has the
/// same digits whichever way round the forces were listed.
fn mirrored_score(stored: &CellResult) -> (f64, f64, f64) {
    let count = |of: &dyn Fn(&SeatingResult) -> f64| {
        let sum: f64 = stored.seatings.iter().map(of).sum();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole counts of games")]
        let whole = sum as u64;
        whole
    };
    let record = Record {
        wins: count(&|seat| seat.losses),
        draws: count(&|seat| seat.draws),
        losses: count(&|seat| seat.wins),
    };
    match record.score() {
        Some(score) if stored.method == Method::Sample && stored.mix.is_none() => {
            let interval = wilson(record, Z95);
            (score, interval.low, interval.high)
        }
        _ => (1.0 - stored.score, 1.0 - stored.high, 1.0 - stored.low),
    }
}
