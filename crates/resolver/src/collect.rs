//! From answers to the record's cells.

use std::collections::BTreeMap;

use muster_results::{CellResult, Method, OutcomeDistribution, PlanMix, SeatingResult, Tally};
use muster_rules::orders::Plan;
use muster_stats::zero_sum::{ZeroSumError, solve};
use muster_stats::{Record, Z95, wilson};

use crate::resolve::Answer;
use crate::stop::record;

/// The record of one answered cell; `None` for a cell without a game.
pub fn cell_result(row: usize, column: usize, answer: &Answer, harmless: bool) -> Option<CellResult> {
    match answer {
        Answer::Exact(law) => Some(exact(row, column, law, harmless)),
        Answer::Sampled(tally) if tally.games() > 0 => Some(sampled(row, column, tally, harmless)),
        Answer::Sampled(_) => None,
    }
}

fn exact(row: usize, column: usize, law: &OutcomeDistribution, harmless: bool) -> CellResult {
    let seating = |at: usize| {
        let seat = &law.seatings[at];
        SeatingResult { games: 0, wins: seat.win, draws: seat.draw, losses: seat.loss }
    };
    let score = law.score();
    CellResult {
        row,
        column,
        method: Method::Exact,
        seatings: [seating(0), seating(1)],
        score,
        low: score,
        high: score,
        mean_left: [0, 1].map(|force: usize| law.mean(|seat| seat.mean_left(force))),
        left: [0, 1].map(|force| law_of_left(law, force)),
        mean_lost: [0, 1]
            .map(|force: usize| [0, 1, 2].map(|cause: usize| law.mean(|seat| seat.lost[force][cause]))),
        mean_turns: law.mean(|seat| seat.turns),
        turns: law.by_turns().into_iter().collect(),
        limit_share: law.mean(|seat| seat.limit),
        games_worth_seeing: [None; 4],
        harmless,
        mix: None,
    }
}

fn sampled(row: usize, column: usize, tally: &Tally, harmless: bool) -> CellResult {
    let games = tally.games() as f64;
    let seating = |at: usize| {
        let seat = &tally.seatings[at];
        SeatingResult {
            games: seat.games(),
            wins: seat.wins as f64,
            draws: seat.draws as f64,
            losses: seat.losses as f64,
        }
    };
    let all = record(tally);
    let (score, interval) = match tally.mirror {
        // A force against itself is even by symmetry: a last game without its twin says nothing else.
        true => (0.5, wilson(evened(all), Z95)),
        false => (mean_of_seatings(tally).unwrap_or(0.5), wilson(all, Z95)),
    };
    CellResult {
        row,
        column,
        method: Method::Sample,
        seatings: [seating(0), seating(1)],
        score,
        low: interval.low,
        high: interval.high,
        mean_left: [0, 1].map(|force: usize| tally.mean_left(force).unwrap_or(0.0)),
        left: [0, 1].map(|force: usize| counts(&tally.left[force])),
        mean_lost: tally.lost.map(|lost| lost.map(|sum| sum as f64 / games)),
        mean_turns: tally.turns as f64 / games,
        turns: counts(&tally.by_turns),
        limit_share: tally.endings[muster_results::Ending::Limit as usize] as f64 / games,
        games_worth_seeing: tally.extremes.games(),
        harmless,
        mix: None,
    }
}

/// Probability of each number of figures that a force has left, over both seatings.
fn law_of_left(law: &OutcomeDistribution, force: usize) -> Vec<(u32, f64)> {
    let mut left = BTreeMap::new();
    for seat in &law.seatings {
        for (both, p) in &seat.left {
            *left.entry(both[force]).or_insert(0.0) += p / 2.0;
        }
    }
    left.into_iter().collect()
}

/// Numbers that occurred, each with its games.
fn counts(games: &[u64]) -> Vec<(u32, f64)> {
    let seen = (0u32..).zip(games).filter(|(_, games)| **games > 0);
    seen.map(|(number, games)| (number, *games as f64)).collect()
}

/// Mean of the scores of both seatings, however many games each had; of the one that was played, if only one was.
fn mean_of_seatings(tally: &Tally) -> Option<f64> {
    let played: Vec<f64> = tally
        .seatings
        .iter()
        .filter_map(|seat| Record { wins: seat.wins, draws: seat.draws, losses: seat.losses }.score())
        .collect();
    (!played.is_empty()).then(|| played.iter().sum::<f64>() / played.len() as f64)
}

/// The record of a force against itself with as many wins as losses; it is the record itself when both seatings were
/// played equally often.
fn evened(record: Record) -> Record {
    let decided = (record.wins + record.losses).div_ceil(2);
    Record { wins: decided, losses: decided, ..record }
}

/// Solves the game of plans of one pair: `cells` are its [`crate::PlanPairs::PER_CELL`] results, the row's plan varying
/// slowest. The value's interval is the value plus or minus the widest error of any of them: a game's value never moves
/// by more than its payoffs do.
///
/// # Errors
/// When the linear program fails.
pub fn equilibrium(cells: &[CellResult]) -> Result<Option<CellResult>, ZeroSumError> {
    let plans = Plan::ALL.len();
    let Some(combined) =
        cells.get(Plan::ALL.iter().position(|plan| *plan == Plan::Combined).unwrap_or(0) * (plans + 1))
    else {
        return Ok(None);
    };
    if cells.len() != plans * plans {
        return Ok(None);
    }
    let mut scores: Vec<Vec<f64>> =
        cells.chunks(plans).map(|row| row.iter().map(|cell| cell.score).collect()).collect();
    let mirror = is_mirror(&scores, combined);
    if mirror {
        scores = evened_out(&scores);
    }
    let mut solution = solve(&scores)?;
    if mirror {
        // Whatever mix is best for one chair is best for the other.
        solution.value = 0.5;
        solution.column_mix.clone_from(&solution.row_mix);
    }
    let error =
        cells.iter().map(|cell| (cell.high - cell.score).max(cell.score - cell.low)).fold(0.0, f64::max);
    let mix = PlanMix {
        plans: Plan::ALL.iter().map(|plan| plan.word().to_owned()).collect(),
        row: solution.row_mix.clone(),
        column: solution.column_mix.clone(),
        scores,
    };
    let weight = |at: usize| solution.row_mix[at / plans] * solution.column_mix[at % plans];
    let mean = |value: &dyn Fn(&CellResult) -> f64| {
        cells.iter().enumerate().map(|(at, cell)| weight(at) * value(cell)).sum()
    };
    // Each seating's shares, mixed by the weights of the plans; kept as shares of the mixed games.
    let seating = |at: usize| {
        let share = |count: &dyn Fn(&SeatingResult) -> f64| -> f64 {
            mean(&|cell: &CellResult| {
                let seat = &cell.seatings[at];
                count(seat) / (seat.wins + seat.draws + seat.losses).max(1.0)
            })
        };
        // Each pair of plans has its own games; the mix is as sure as the one with the fewest.
        let games = cells.iter().map(|cell| cell.seatings[at].games).min().unwrap_or(0);
        let scale = games as f64;
        SeatingResult {
            games,
            wins: share(&|seat| seat.wins) * scale,
            draws: share(&|seat| seat.draws) * scale,
            losses: share(&|seat| seat.losses) * scale,
        }
    };
    Ok(Some(CellResult {
        seatings: [seating(0), seating(1)],
        score: solution.value,
        low: (solution.value - error).max(0.0),
        high: (solution.value + error).min(1.0),
        mean_left: [0, 1].map(|force: usize| mean(&|cell| cell.mean_left[force])),
        mean_lost: [0, 1]
            .map(|force: usize| [0, 1, 2].map(|cause: usize| mean(&|cell| cell.mean_lost[force][cause]))),
        mean_turns: mean(&|cell| cell.mean_turns),
        limit_share: mean(&|cell| cell.limit_share),
        left: [Vec::new(), Vec::new()],
        turns: Vec::new(),
        mix: Some(mix),
        ..combined.clone()
    }))
}

/// Whether the plans are those of a force against itself, where equal plans score exactly one half.
fn is_mirror(scores: &[Vec<f64>], cell: &CellResult) -> bool {
    let even = |score: f64| (score - 0.5).abs() <= 0.0;
    cell.row == cell.column && scores.iter().enumerate().all(|(plan, row)| even(row[plan]))
}

/// Plan i against plan j and plan j against plan i are then two samples of one thing: their mean counts for both.
fn evened_out(scores: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mean = |row: usize, column: usize, score: f64| f64::midpoint(score, 1.0 - scores[column][row]);
    let line = |(row, own): (usize, &Vec<f64>)| {
        own.iter().enumerate().map(|(column, score)| mean(row, column, *score)).collect()
    };
    scores.iter().enumerate().map(line).collect()
}
