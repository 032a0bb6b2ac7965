//! The run itself: exact cells are solved, sampled cells are played round by round, all cells side by side.

use muster_dice::Seed;
use muster_results::{Method, OutcomeDistribution, Tally};
use muster_rules::{DiceKind, Refusal, Unsolvable};
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
    let opened: Vec<Result<(Option<Answer>, bool), Fault>> = (0..schedule.cells())
        .into_par_iter()
        .map(|cell| open(schedule, cell, method, batches, observer))
        .collect();
    let mut run = Resolved { answers: Vec::new(), harmless: Vec::new(), stopped_early: false };
    for opened in opened {
        let (answer, harmless) = opened?;
        run.answers.push(answer);
        run.harmless.push(harmless);
    }
    loop {
        let work = plan_round(&run, stop, batches.size);
        if work.is_empty() || observer.stopped() {
            break;
        }
        let played: Vec<Result<Option<Tally>, Fault>> =
            work.par_iter().map(|piece| play(schedule, piece, seed, batches, observer)).collect();
        if observer.stopped() {
            // A round that was cut short is left out whole: what is kept is what a shorter run would have given.
            break;
        }
        for (piece, tally) in work.iter().zip(played) {
            if let (Some(Answer::Sampled(sum)), Some(tally)) = (&mut run.answers[piece.cell], tally?) {
                sum.merge(&tally);
            }
        }
        for (cell, answer) in run.answers.iter().enumerate() {
            let worked = work.iter().any(|piece| piece.cell == cell);
            if worked && matches!(answer, Some(Answer::Sampled(tally)) if stop.next_round(tally) == 0) {
                observer.settled(cell);
            }
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

/// The exact answer of a cell, or an empty tally to be filled.
fn open(
    schedule: &dyn Schedule,
    cell: usize,
    method: MethodChoice,
    batches: Batches,
    observer: &dyn Observer,
) -> Result<(Option<Answer>, bool), Fault> {
    if observer.stopped() {
        return Ok((None, false));
    }
    let matchup = schedule.compile(cell).map_err(Fault::Refused)?;
    let harmless = matchup.harmless();
    if choose(method, matchup.as_ref()) == Method::Exact {
        // Where only a guess said that exact is cheap enough, a wrong guess falls back to playing.
        match matchup.solve(EXACT_BUDGET.saturating_mul(4)) {
            Ok(law) => {
                observer.settled(cell);
                return Ok((Some(Answer::Exact(law)), harmless));
            }
            Err(why) if method == MethodChoice::Exact => return Err(Fault::Unsolvable(why)),
            Err(_) => {}
        }
    }
    let tally = Tally::new(matchup.start());
    Ok((Some(Answer::Sampled(if batches.joint { tally.with_joint() } else { tally })), harmless))
}

/// Some games of one cell.
struct Piece {
    cell: usize,
    from: u64,
    to: u64,
}

fn plan_round(run: &Resolved, stop: StopRule, batch: u64) -> Vec<Piece> {
    let mut work = Vec::new();
    for (cell, answer) in run.answers.iter().enumerate() {
        let Some(Answer::Sampled(tally)) = answer else { continue };
        let (mut from, end) = (tally.games(), tally.games() + stop.next_round(tally));
        while from < end {
            let to = (from + batch.max(1)).min(end);
            work.push(Piece { cell, from, to });
            from = to;
        }
    }
    work
}

fn play(
    schedule: &dyn Schedule,
    piece: &Piece,
    seed: Seed,
    batches: Batches,
    observer: &dyn Observer,
) -> Result<Option<Tally>, Fault> {
    if observer.stopped() {
        return Ok(None);
    }
    let matchup = schedule.compile(piece.cell).map_err(Fault::Refused)?;
    let tally = matchup.play(seed, piece.from..piece.to, batches.dice, batches.joint);
    observer.played(piece.to - piece.from);
    Ok(Some(tally))
}
