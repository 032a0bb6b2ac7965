//! The same games under two sets of rules, with the same luck: round by round, until every cell is judged.
//!
//! A cell that the edit cannot touch (its match-ups compile to equal fingerprints) is known to be the same; cells with exact
//! answers are solved twice; all others are played game by game with keyed dice. How many games each round brings a cell to
//! is planned in advance, so that whoever judges can keep the error rate over all rounds.

use muster_dice::Seed;
use muster_results::{GameEnd, Method, Outcome, OutcomeDistribution};
use muster_rules::{Luck, Matchup};
use muster_stats::paired::PairedCounts;
use rayon::prelude::*;

use crate::method::{EXACT_BUDGET, MethodChoice, choose};
use crate::observe::Observer;
use crate::resolve::Fault;
use crate::schedule::Schedule;

/// Wins, draws and losses of the row in both seatings (row as side A first): probabilities.
pub type ExactSeats = [[f64; 3]; 2];

/// What the old rules gave.
#[derive(Clone, Copy)]
pub enum Before<'s> {
    /// The rules themselves: the games are played again.
    Rules(&'s dyn Schedule),
    /// Answers kept from an earlier run, one a cell.
    Kept(&'s [KeptCell]),
}

/// The answer of one cell of an earlier run.
#[derive(Clone, Debug, PartialEq)]
pub enum KeptCell {
    /// The exact law.
    Exact(ExactSeats),
    /// The result of each game for the row, from game 0.
    Games(Vec<Outcome>),
}

/// How a comparison is run.
#[derive(Clone, Debug)]
pub struct PairedOptions {
    /// Exact or sampled.
    pub method: MethodChoice,
    /// Seed of all dice.
    pub seed: Seed,
    /// Games of a cell at each look, in increasing order.
    pub looks: Vec<u64>,
    /// Games a piece of work; no answer depends on it.
    pub batch: u64,
    /// Play cells that the edit cannot touch too, under one of the rules: their score may have limits to keep.
    pub score_untouched: bool,
    /// Where nothing at all is touched, tell the scores from a few games and solve nothing.
    pub hurry: bool,
}

/// What is known of one cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairedCell {
    /// The games, by seating (row as side A first), counted by half points of the row before and after.
    pub counts: [PairedCounts; 2],
    /// Games that were alike in every roll and in how they ended.
    pub alike: u64,
    /// Exact answers before and after, where there are any.
    pub exact: [Option<ExactSeats>; 2],
    /// The compiled match-ups are equal: the edit cannot touch the cell.
    pub untouched: bool,
    /// A force against itself: the score is 1/2 under any rules.
    pub mirror: bool,
}

impl PairedCell {
    /// Both seatings together.
    pub fn total(&self) -> PairedCounts {
        let mut total = self.counts[0];
        total.merge(&self.counts[1]);
        total
    }

    /// Games played under both rules.
    pub fn games(&self) -> u64 {
        self.total().games()
    }
}

/// A whole comparison.
#[derive(Clone, Debug)]
pub struct PairedRun {
    /// One a cell, in the order of the schedule.
    pub cells: Vec<PairedCell>,
    /// Games played in all, under either rules.
    pub played: u64,
    /// The observer asked to stop before all cells were judged.
    pub stopped_early: bool,
}

struct Open<'s> {
    cell: PairedCell,
    before: Option<Box<dyn Matchup + 's>>,
    after: Option<Box<dyn Matchup + 's>>,
    kept: Option<&'s [Outcome]>,
    going: bool,
}

impl Open<'_> {
    /// Whether the cell is answered by games. A force against itself needs none, but where games were kept they show whether
    /// anything moved.
    fn is_played(&self) -> bool {
        self.cell.exact[1].is_none() && (!self.cell.mirror || self.kept.is_some())
    }
}

/// Compares all cells of `after` with `before`. After each look `judge` is shown all cells and says which go on.
///
/// # Errors
/// When a cell cannot be compiled, or an exact answer was demanded where there is none.
pub fn play_paired<'s>(
    before: Before<'s>,
    after: &'s dyn Schedule,
    options: &PairedOptions,
    observer: &dyn Observer,
    mut judge: impl FnMut(&[PairedCell]) -> Vec<bool>,
) -> Result<PairedRun, Fault> {
    let cells: Vec<usize> = (0..after.cells()).collect();
    let opened: Vec<Result<Open<'_>, Fault>> =
        cells.par_iter().map(|cell| open(before, after, *cell, observer)).collect();
    let mut open = opened.into_iter().collect::<Result<Vec<_>, _>>()?;
    // Where nothing is touched at all, a few games tell each score well enough.
    let idle = options.hurry && open.iter().all(|one| one.cell.untouched);
    if !idle {
        let solved: Vec<Result<(), Fault>> =
            open.par_iter_mut().map(|one| solve_both(one, before, options, observer)).collect();
        solved.into_iter().collect::<Result<(), _>>()?;
    }
    let (mut from, mut played, mut judged) = (0, 0, false);
    for &to in &options.looks {
        if observer.stopped() {
            break;
        }
        let to = if idle { to.min(IDLE) } else { to };
        let Some(games) = play_round(&mut open, from..to, options, observer) else { break };
        played += games;
        from = to;
        let shown: Vec<PairedCell> = open.iter().map(|one| one.cell.clone()).collect();
        let go_on = judge(&shown);
        judged = true;
        for (at, (one, more)) in open.iter_mut().zip(go_on).enumerate() {
            let going = one.going && more && one.is_played();
            if one.going && !going {
                // What is settled needs its match-ups no longer.
                (one.before, one.after) = (None, None);
                observer.settled(at);
            }
            one.going = going;
        }
        if open.iter().all(|one| !one.going) {
            break;
        }
    }
    let stopped_early = observer.stopped() && (!judged || open.iter().any(|one| one.going));
    Ok(PairedRun { cells: open.into_iter().map(|one| one.cell).collect(), played, stopped_early })
}

fn open<'s>(
    before: Before<'s>,
    after: &'s dyn Schedule,
    at: usize,
    observer: &dyn Observer,
) -> Result<Open<'s>, Fault> {
    let mut one = Open { cell: PairedCell::default(), before: None, after: None, kept: None, going: true };
    if observer.stopped() {
        return Ok(one);
    }
    let new = after.compile(at).map_err(Fault::Refused)?;
    one.cell.mirror = new.is_mirror();
    match before {
        Before::Rules(schedule) => {
            let old = schedule.compile(at).map_err(Fault::Refused)?;
            one.cell.untouched = old.fingerprint().is_some_and(|print| new.fingerprint() == Some(print));
            one.before = Some(old);
        }
        Before::Kept(cells) => match &cells[at] {
            KeptCell::Exact(seats) => one.cell.exact[0] = Some(*seats),
            KeptCell::Games(outcomes) => one.kept = Some(outcomes),
        },
    }
    one.after = Some(new);
    Ok(one)
}

/// Games that tell the score of a cell in a comparison that touches none.
const IDLE: u64 = 128;

/// Solves a cell under both rules where the method asks for it; a cell that only one of them can be solved under is played.
fn solve_both(
    one: &mut Open<'_>,
    before: Before<'_>,
    options: &PairedOptions,
    observer: &dyn Observer,
) -> Result<(), Fault> {
    let (Some(new), false) = (one.after.as_deref(), observer.stopped()) else { return Ok(()) };
    if matches!(before, Before::Kept(_)) {
        if one.cell.exact[0].is_some() {
            one.cell.exact[1] = exact(MethodChoice::Auto, new)?;
        }
        return Ok(());
    }
    if one.cell.mirror || one.cell.untouched && !options.score_untouched {
        return Ok(());
    }
    let solved = exact(options.method, new)?;
    let old = match &one.before {
        _ if one.cell.untouched || solved.is_none() => solved,
        Some(old) => exact(options.method, old.as_ref())?,
        None => None,
    };
    if let (Some(old), Some(new)) = (old, solved) {
        one.cell.exact = [Some(old), Some(new)];
    }
    Ok(())
}

/// The exact answer, where the method asks for one and it can be had.
fn exact(method: MethodChoice, matchup: &dyn Matchup) -> Result<Option<ExactSeats>, Fault> {
    if choose(method, matchup) != Method::Exact {
        return Ok(None);
    }
    match matchup.solve(EXACT_BUDGET.saturating_mul(4)) {
        Ok(law) => Ok(Some(seats(&law))),
        Err(why) if method == MethodChoice::Exact => Err(Fault::Unsolvable(why)),
        Err(_) => Ok(None),
    }
}

/// Wins, draws and losses of an exact law.
pub fn seats(law: &OutcomeDistribution) -> ExactSeats {
    [0, 1].map(|at: usize| {
        let seat = &law.seatings[at];
        [seat.win, seat.draw, seat.loss]
    })
}

struct Piece {
    at: usize,
    games: std::ops::Range<u64>,
}

/// What some games of a cell came to.
#[derive(Default)]
struct Played {
    counts: [PairedCounts; 2],
    alike: u64,
    games: u64,
}

/// Plays every cell that goes on from one number of games to another; the games played, or `None` when it was cut short.
fn play_round(
    open: &mut [Open<'_>],
    games: std::ops::Range<u64>,
    options: &PairedOptions,
    observer: &dyn Observer,
) -> Option<u64> {
    let mut work = Vec::new();
    for (at, one) in open.iter().enumerate() {
        let wanted = one.going && one.is_played() && (!one.cell.untouched || options.score_untouched);
        let most = one.kept.map_or(u64::MAX, |outcomes| outcomes.len() as u64);
        let (mut from, end) = (games.start, games.end.min(most));
        while wanted && from < end {
            let to = (from + options.batch.max(1)).min(end);
            work.push(Piece { at, games: from..to });
            from = to;
        }
    }
    let played: Vec<Option<Played>> = work
        .par_iter()
        .map(|piece| {
            let found = play_piece(&open[piece.at], piece.games.clone(), options.seed)
                .filter(|_| !observer.stopped())?;
            observer.played(found.games);
            Some(found)
        })
        .collect();
    if observer.stopped() {
        return None;
    }
    let mut all = 0;
    for (piece, played) in work.iter().zip(played) {
        if let Some(played) = played {
            let cell = &mut open[piece.at].cell;
            cell.counts.iter_mut().zip(&played.counts).for_each(|(sum, more)| sum.merge(more));
            cell.alike += played.alike;
            all += played.games;
        }
    }
    Some(all)
}

fn play_piece(one: &Open<'_>, games: std::ops::Range<u64>, seed: Seed) -> Option<Played> {
    let new = one.after.as_deref()?.play_keyed(seed, games.clone(), Luck::Fresh);
    let mut played = Played { games: new.len() as u64, ..Played::default() };
    let mut count = |game: u64, before: Outcome, after: Outcome| {
        played.counts[usize::from(game % 2 == 1)].count(half_points(before), half_points(after));
    };
    if let Some(kept) = one.kept {
        let from = usize::try_from(games.start).ok()?;
        for ((game, new), old) in games.zip(&new).zip(kept.get(from..)?) {
            count(game, *old, new.end.outcome);
            played.alike += u64::from(*old == new.end.outcome);
        }
        return Some(played);
    }
    if one.cell.untouched || one.cell.exact[0].is_some() {
        games.zip(&new).for_each(|(game, new)| count(game, new.end.outcome, new.end.outcome));
        played.alike = played.games;
        return Some(played);
    }
    let old = one.before.as_deref()?.play_keyed(seed, games.clone(), Luck::Fresh);
    for ((game, old), new) in games.zip(&old).zip(&new) {
        count(game, old.end.outcome, new.end.outcome);
        played.alike += u64::from(old == new);
    }
    played.games += old.len() as u64;
    Some(played)
}

/// 0 for a loss, 1 for a draw, 2 for a win.
pub fn half_points(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Loss => 0,
        Outcome::Draw => 1,
        Outcome::Win => 2,
    }
}

/// The answers of all cells as a later comparison wants them kept: exact, or game by game with keyed dice.
///
/// # Errors
/// As [`play_paired`].
pub fn keep_cells(
    schedule: &dyn Schedule,
    method: MethodChoice,
    seed: Seed,
    games: u64,
    observer: &dyn Observer,
) -> Result<Vec<Option<KeptCell>>, Fault> {
    let cells: Vec<usize> = (0..schedule.cells()).collect();
    let kept: Vec<Result<Option<KeptCell>, Fault>> = cells
        .par_iter()
        .map(|cell| {
            if observer.stopped() {
                return Ok(None);
            }
            let matchup = schedule.compile(*cell).map_err(Fault::Refused)?;
            let kept = match exact(method, matchup.as_ref())? {
                Some(seats) => KeptCell::Exact(seats),
                None => {
                    let games = matchup.play_keyed(seed, 0..games, Luck::Fresh);
                    observer.played(games.len() as u64);
                    KeptCell::Games(games.iter().map(|game| game.end.outcome).collect())
                }
            };
            observer.settled(*cell);
            Ok(Some(kept))
        })
        .collect();
    kept.into_iter().collect()
}

/// The ends of some games with keyed dice, in order: for whoever looks at pairs of them.
pub fn keyed_ends(
    matchup: &dyn Matchup,
    seed: Seed,
    games: std::ops::Range<u64>,
    luck: Luck,
) -> Vec<GameEnd> {
    matchup.play_keyed(seed, games, luck).into_iter().map(|game| game.end).collect()
}
