//! A matrix in a few numbers that a person can read.

use muster_results::{Method, RunRecord};

use crate::matrix::PayoffMatrix;

/// Score above which a row is said to beat its opponent clearly.
const CLEAR_WIN: f64 = 0.6;

/// One force's line.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxLine {
    /// Index in the roster.
    pub row: usize,
    /// Mean score against all others, both seatings.
    pub mean: f64,
    /// Its best opponent and the score against it.
    pub best: (usize, f64),
    /// Its worst opponent and the score against it.
    pub worst: (usize, f64),
    /// Opponents that it scores more than 60 % against.
    pub clear_wins: usize,
}

/// A pair that stands out.
#[derive(Clone, Debug, PartialEq)]
pub struct Standout {
    /// The winner's index in the roster.
    pub winner: usize,
    /// The loser's.
    pub loser: usize,
    /// The winner's score.
    pub score: f64,
    /// Its 95 % interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// How it was answered.
    pub method: Method,
    /// Games behind it, 0 when exact.
    pub games: u64,
}

/// The summary of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// One line a force that has an opponent, from the strongest to the weakest.
    pub lines: Vec<BoxLine>,
    /// The pair furthest from even.
    pub most_one_sided: Option<Standout>,
    /// The pair nearest to even.
    pub closest: Option<Standout>,
    /// Mean score of side A less one half, over all cells: what moving first is worth.
    pub first_side: f64,
    /// Largest difference between a force's scores as side A and as side B, with its pair.
    pub most_seat_bound: Option<(usize, usize, f64)>,
    /// Pairs that cannot hurt each other.
    pub harmless: Vec<(usize, usize)>,
    /// Pairs, of all unordered ones, whose interval crosses one half: too close to say who is stronger.
    pub undecided: usize,
    /// Unordered pairs that were answered, the diagonal left out.
    pub pairs: usize,
    /// Games played in all.
    pub games: u64,
    /// Pairs of which more than half of the games ended at the turn limit.
    pub slow: Vec<(usize, usize, f64)>,
}

/// Summarises a record.
pub fn summarise(record: &RunRecord) -> Summary {
    let matrix = PayoffMatrix::new(record);
    let lines = matrix.by_strength().into_iter().filter_map(|row| line(&matrix, row)).collect();
    let pairs: Vec<_> = record.cells.iter().filter(|cell| cell.row != cell.column).collect();
    let lead = |score: f64| (score - 0.5).abs();
    let mut by_lead: Vec<_> = pairs.iter().filter_map(|cell| matrix.cell(cell.row, cell.column)).collect();
    by_lead.sort_by(|a, b| lead(b.score).total_cmp(&lead(a.score)));
    let standout = |cell: &crate::matrix::Cell<'_>| {
        let cell = if cell.score < 0.5 { matrix.cell(cell.column, cell.row)? } else { cell.clone() };
        Some(Standout {
            winner: cell.row,
            loser: cell.column,
            score: cell.score,
            low: cell.low,
            high: cell.high,
            method: cell.method,
            games: cell.games(),
        })
    };
    // A mirror cell is even by symmetry; its two seatings are one, so only real pairs tell what the seat is worth.
    let seats: Vec<(usize, usize, f64)> = pairs
        .iter()
        .filter_map(|cell| {
            let [first, second] = [cell.seatings[0].score()?, cell.seatings[1].score()?];
            Some((cell.row, cell.column, first - second))
        })
        .collect();
    let first_side = if seats.is_empty() {
        0.0
    } else {
        seats.iter().map(|seat| seat.2).sum::<f64>() / (2.0 * seats.len() as f64)
    };
    Summary {
        lines,
        most_one_sided: by_lead.first().and_then(standout),
        closest: by_lead.last().and_then(standout),
        first_side,
        most_seat_bound: seats
            .iter()
            .copied()
            .max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()).then(b.0.cmp(&a.0))),
        harmless: pairs.iter().filter(|cell| cell.harmless).map(|cell| (cell.row, cell.column)).collect(),
        undecided: pairs
            .iter()
            .filter(|cell| cell.method == Method::Sample && cell.low <= 0.5 && cell.high >= 0.5)
            .count(),
        pairs: pairs.len(),
        games: record.cells.iter().flat_map(|cell| &cell.seatings).map(|seat| seat.games).sum(),
        slow: pairs
            .iter()
            .filter(|cell| cell.limit_share > 0.5)
            .map(|cell| (cell.row, cell.column, cell.limit_share))
            .collect(),
    }
}

fn line(matrix: &PayoffMatrix<'_>, row: usize) -> Option<BoxLine> {
    let mut cells: Vec<_> = matrix.against_others(row).map(|cell| (cell.column, cell.score)).collect();
    cells.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    Some(BoxLine {
        row,
        mean: matrix.mean(row)?,
        best: *cells.first()?,
        worst: *cells.last()?,
        clear_wins: cells.iter().filter(|cell| cell.1 > CLEAR_WIN).count(),
    })
}
