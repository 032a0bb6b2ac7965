//! A matrix in a few numbers that a person can read.

use std::cmp::Ordering;

use muster_results::{Method, RunRecord};

use crate::matrix::{Cell, PayoffMatrix};

/// Score above which a row is said to beat its opponent clearly.
const CLEAR_WIN: f64 = 0.6;

/// One force's line.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxLine {
    /// Index in the roster.
    pub row: usize,
    /// Mean score against all others, both seatings.
    pub mean: f64,
    /// Its best opponent and the score against it; of equal scores the one with the larger lead in figures left.
    pub best: (usize, f64),
    /// Its worst opponent and the score against it, chosen likewise.
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
    /// Mean share of figures that winner and loser have left, of those at the start.
    pub left: [f64; 2],
}

/// The summary of a matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// One line a force that has an opponent, from the strongest to the weakest.
    pub lines: Vec<BoxLine>,
    /// The pair furthest from even; of equal scores the one with the largest lead in figures left.
    pub most_one_sided: Option<Standout>,
    /// Pairs that one side won in every game, of all unordered ones.
    pub always_won: usize,
    /// The pair nearest to even; of equal scores the one with the smallest lead in figures left.
    pub closest: Option<Standout>,
    /// Mean score of side A less one half, over all pairs: what moving first is worth.
    pub first_side: f64,
    /// The pair in which the mean score of side A is furthest from one half, with that score less one half.
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
    let mut by_lead: Vec<_> =
        pairs.iter().filter_map(|cell| from_winners_chair(&matrix, cell.row, cell.column)).collect();
    by_lead.sort_by(|a, b| by_score_and_figures(&matrix, b, a));
    let standout = |cell: &Cell<'_>| Standout {
        winner: cell.row,
        loser: cell.column,
        score: cell.score,
        low: cell.low,
        high: cell.high,
        method: cell.method,
        games: cell.games(),
        left: shares_left(&matrix, cell),
    };
    // A mirror cell is even by symmetry; its two seatings are one, so only real pairs tell what the seat is worth.
    let seats: Vec<(usize, usize, f64)> = pairs
        .iter()
        .filter_map(|cell| {
            let [first, second] = [cell.seatings[0].score()?, cell.seatings[1].score()?];
            // The column is side A in the second seating, and scores what the row does not.
            Some((cell.row, cell.column, (first - second) / 2.0))
        })
        .collect();
    let first_side = if seats.is_empty() {
        0.0
    } else {
        seats.iter().map(|seat| seat.2).sum::<f64>() / seats.len() as f64
    };
    Summary {
        lines,
        most_one_sided: by_lead.first().map(standout),
        always_won: by_lead.iter().filter(|cell| cell.score >= 1.0 - ROUNDING).count(),
        closest: by_lead.last().map(standout),
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

fn from_winners_chair<'r>(matrix: &PayoffMatrix<'r>, row: usize, column: usize) -> Option<Cell<'r>> {
    let cell = matrix.cell(row, column)?;
    if cell.score < 0.5 { matrix.cell(column, row) } else { Some(cell) }
}

/// Exact scores closer than this are equal: the last binary digits of sums of chances.
const ROUNDING: f64 = 1e-12;

/// Mean shares of the figures at the start that row and column have left.
fn shares_left(matrix: &PayoffMatrix<'_>, cell: &Cell<'_>) -> [f64; 2] {
    let share = |left: f64, force: usize| left / f64::from(matrix.roster()[force].figures.max(1));
    [share(cell.mean_left[0], cell.row), share(cell.mean_left[1], cell.column)]
}

/// Order by score, and between equal scores by the lead of the row in shares of figures left. A score of 1 says that
/// all was won; the figures say how hard it was.
fn by_score_and_figures(matrix: &PayoffMatrix<'_>, a: &Cell<'_>, b: &Cell<'_>) -> Ordering {
    let ahead = |cell: &Cell<'_>| {
        let [row, column] = shares_left(matrix, cell);
        row - column
    };
    let rounded = |score: f64| (score / ROUNDING).round();
    let by_score = rounded(a.score).total_cmp(&rounded(b.score));
    by_score.then_with(|| ahead(a).total_cmp(&ahead(b)))
}

fn line(matrix: &PayoffMatrix<'_>, row: usize) -> Option<BoxLine> {
    let mut cells: Vec<_> = matrix.against_others(row).collect();
    cells.sort_by(|a, b| by_score_and_figures(matrix, b, a));
    let told = |cell: &Cell<'_>| (cell.column, cell.score);
    Some(BoxLine {
        row,
        mean: matrix.mean(row)?,
        best: told(cells.first()?),
        worst: told(cells.last()?),
        clear_wins: cells.iter().filter(|cell| cell.score > CLEAR_WIN).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use muster_results::{CellResult, FORMAT_VERSION, Manifest, RosterRow, SeatingResult};

    fn cell(row: usize, column: usize, wins: [f64; 2], left: [f64; 2]) -> CellResult {
        let seat = |wins: f64| SeatingResult { games: 10, wins, draws: 0.0, losses: 10.0 - wins };
        let score = (wins[0] + wins[1]) / 20.0;
        CellResult {
            row,
            column,
            method: Method::Sample,
            seatings: wins.map(seat),
            score,
            low: score,
            high: score,
            mean_left: left,
            left: [Vec::new(), Vec::new()],
            turns: Vec::new(),
            mean_lost: [[0.0; 3]; 2],
            mean_turns: 1.0,
            limit_share: 0.0,
            games_worth_seeing: [None; 4],
            harmless: false,
            mix: None,
        }
    }

    /// Three forces of 10, 20 and 40 figures.
    fn record(cells: Vec<CellResult>) -> RunRecord {
        let row = |(id, figures): (&str, u32)| RosterRow {
            id: id.to_owned(),
            name: id.to_owned(),
            units: 1,
            figures,
            melee_points: 0.0,
            firepower: 0.0,
        };
        RunRecord {
            format: FORMAT_VERSION,
            manifest: Manifest {
                program: String::new(),
                randomness: String::new(),
                rules: String::new(),
                data_hash: String::new(),
                changed: Vec::new(),
                of: "boxes".to_owned(),
                conditions: String::new(),
                plans: String::new(),
                seed: 1,
                target_half_width: None,
                stopped_early: false,
                command: String::new(),
            },
            roster: [("a", 10), ("b", 20), ("c", 40)].map(row).into(),
            cells,
            assumptions: Vec::new(),
            shown: None,
        }
    }

    #[test]
    fn equal_scores_are_told_apart_by_shares_of_figures_left() {
        let record = record(vec![
            cell(0, 1, [10.0, 10.0], [5.0, 0.0]),
            cell(0, 2, [10.0, 10.0], [9.0, 4.0]),
            cell(1, 2, [0.0, 0.0], [1.0, 12.0]),
        ]);
        let summary = summarise(&record);
        // a has 0.9 left against 0.1 of c, and 0.5 against none of b; c has 0.3 against 0.05 of b.
        let best = summary.most_one_sided.expect("a pair");
        assert_eq!((best.winner, best.loser, best.left), (0, 2, [0.9, 0.1]));
        let closest = summary.closest.expect("a pair");
        assert_eq!((closest.winner, closest.loser), (2, 1));
        assert_eq!(summary.always_won, 3);
        let of = |row: usize| summary.lines.iter().find(|line| line.row == row).expect("a line");
        assert_eq!((of(0).best.0, of(0).worst.0), (2, 1));
        assert_eq!((of(1).best.0, of(1).worst.0), (2, 0));
    }

    #[test]
    fn the_worth_of_the_seat_and_its_extreme_are_on_one_scale() {
        let record = record(vec![
            cell(0, 1, [8.0, 2.0], [1.0, 1.0]),
            cell(0, 2, [5.0, 5.0], [1.0, 1.0]),
            cell(1, 2, [4.0, 6.0], [1.0, 1.0]),
        ]);
        let summary = summarise(&record);
        // Side A scores 80 %, 50 % and 40 %.
        assert_eq!(summary.most_seat_bound.map(|(row, column, _)| (row, column)), Some((0, 1)));
        assert!((summary.most_seat_bound.expect("a pair").2 - 0.3).abs() < 1e-12);
        assert!((summary.first_side - (0.3 + 0.0 - 0.1) / 3.0).abs() < 1e-12);
    }
}
