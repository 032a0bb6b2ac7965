//! The run itself: exact cells are solved, sampled cells are played round by round, all cells side by side.

use muster_dice::Seed;
use muster_results::{Method, OutcomeDistribution, Tally};
use muster_rules::{DiceKind, Matchup, Refusal, Unsolvable};
use rayon::prelude::*;

use crate::method::{EXACT_BUDGET, MethodChoice, choose};
use crate::observe::Observer;
use crate::schedule::Schedule;
use crate::stop::StopRule;

/// What a cell came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Counts of played games.
    Sampled(Tally),
    /// The exact law.
    Exact(OutcomeDistribution),
}

/// How the games of a run are cut into work for threads; the answer does not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Batches {
    /// Games a piece of work.
    pub size: u64,
    /// Which dice.
    pub dice: DiceKind,
    /// Count figures left together too.
    pub joint: bool,
}

impl Default for Batches {
    fn default() -> Batches {
        Batches { size: 256, dice: DiceKind::Tables, joint: false }
    }
}

/// A whole run.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// One answer a cell; `None` where the run was stopped before the cell had any.
    pub answers: Vec<Option<Answer>>,
    /// Cells whose two forces cannot hurt each other.
    pub harmless: Vec<bool>,
    /// The observer asked to stop before all cells were done.
    pub stopped_early: bool,
}

/// Why a run could not be made.
#[derive(Clone, Debug)]
pub enum Fault {
    /// The game refused a cell.
    Refused(Refusal),
    /// An exact answer was asked for and there is none.
    Unsolvable(Unsolvable),
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Refused(refusal) => refusal.fmt(f),
            Fault::Unsolvable(why) => write!(f, "{why}\n  use --method auto or --method sample"),
        }
    }
}

impl std::error::Error for Fault {}

/// Answers every cell of a schedule.
///
/// # Errors
/// When a cell cannot be compiled, or an exact answer was demanded where there is none.
pub fn resolve(
    schedule: &dyn Schedule,
    method: MethodChoice,
    seed: Seed,
    stop: StopRule,
    batches: Batches,
    observer: &dyn Observer,
) -> Result<Resolved, Fault> {
    let mut run = Resolved { answers: Vec::new(), harmless: Vec::new(), stopped_early: false };
    let cells: Vec<usize> = (0..schedule.cells()).collect();
    for some in cells.chunks(AT_ONCE) {
        let opened: Vec<Result<Open<'_>, Fault>> =
            some.par_iter().map(|cell| open(schedule, *cell, method, batches, observer)).collect();
        let mut opened = opened.into_iter().collect::<Result<Vec<_>, _>>()?;
        while play_round(&mut opened, seed, stop, batches, observer) {}
        for cell in opened {
            run.harmless.push(cell.harmless);
            run.answers.push(cell.answer);
        }
    }
    run.stopped_early = observer.stopped()
        && run.answers.iter().any(|answer| match answer {
            None => true,
            Some(Answer::Sampled(tally)) => stop.next_round(tally) > 0,
            Some(Answer::Exact(_)) => false,
        });
    Ok(run)
}

/// Cells that are compiled and played side by side: enough to keep many threads busy, few enough that memory does not
/// grow with the size of a matrix.
const AT_ONCE: usize = 512;

/// A cell at work.
struct Open<'s> {
    cell: usize,
    /// Kept while the cell is played.
    matchup: Option<Box<dyn Matchup + 's>>,
    answer: Option<Answer>,
    harmless: bool,
}

/// The exact answer of a cell, or an empty tally to be filled.
fn open<'s>(
    schedule: &'s dyn Schedule,
    cell: usize,
    method: MethodChoice,
    batches: Batches,
    observer: &dyn Observer,
) -> Result<Open<'s>, Fault> {
    if observer.stopped() {
        return Ok(Open { cell, matchup: None, answer: None, harmless: false });
    }
    let matchup = schedule.compile(cell).map_err(Fault::Refused)?;
    let harmless = matchup.harmless();
    if choose(method, matchup.as_ref()) == Method::Exact {
        // Where only a guess said that exact is cheap enough, a wrong guess falls back to playing.
        match matchup.solve(EXACT_BUDGET.saturating_mul(4)) {
            Ok(law) => {
                observer.settled(cell);
                return Ok(Open { cell, matchup: None, answer: Some(Answer::Exact(law)), harmless });
            }
            Err(why) if method == MethodChoice::Exact => return Err(Fault::Unsolvable(why)),
            Err(_) => {}
        }
    }
    let tally = Tally::new(matchup.start()).of_mirror(matchup.is_mirror());
    let tally = if batches.joint { tally.with_joint() } else { tally };
    Ok(Open { cell, matchup: Some(matchup), answer: Some(Answer::Sampled(tally)), harmless })
}

/// Some games of one cell: `at` is its place among the cells at work.
struct Piece {
    at: usize,
    games: std::ops::Range<u64>,
}

/// Plays one round of every cell that wants more games; false when there was nothing to play or the observer stopped it.
fn play_round(
    cells: &mut [Open<'_>],
    seed: Seed,
    stop: StopRule,
    batches: Batches,
    observer: &dyn Observer,
) -> bool {
    let work = plan_round(cells, stop, batches.size);
    if work.is_empty() || observer.stopped() {
        return false;
    }
    let played: Vec<Option<Tally>> = work
        .par_iter()
        .map(|piece| {
            let matchup = cells[piece.at].matchup.as_deref().filter(|_| !observer.stopped())?;
            let tally = matchup.play(seed, piece.games.clone(), batches.dice, batches.joint);
            observer.played(piece.games.end - piece.games.start);
            Some(tally)
        })
        .collect();
    if observer.stopped() {
        // A round that was cut short is left out whole: what is kept is what a shorter run would have given.
        return false;
    }
    for (piece, tally) in work.iter().zip(played) {
        if let (Some(Answer::Sampled(sum)), Some(tally)) = (&mut cells[piece.at].answer, tally) {
            sum.merge(&tally);
        }
    }
    for cell in cells {
        let done = matches!(&cell.answer, Some(Answer::Sampled(tally)) if stop.next_round(tally) == 0);
        if done && cell.matchup.take().is_some() {
            observer.settled(cell.cell);
        }
    }
    true
}

fn plan_round(cells: &[Open<'_>], stop: StopRule, batch: u64) -> Vec<Piece> {
    let mut work = Vec::new();
    for (at, cell) in cells.iter().enumerate() {
        let Some(Answer::Sampled(tally)) = &cell.answer else { continue };
        let (mut from, end) = (tally.games(), tally.games() + stop.next_round(tally));
        while from < end {
            let to = (from + batch.max(1)).min(end);
            work.push(Piece { at, games: from..to });
            from = to;
        }
    }
    work
}
