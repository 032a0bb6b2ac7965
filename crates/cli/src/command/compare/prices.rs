//! What forces should cost by their cells: how steeply scores answer size, and how far the edit moved each force.

use muster_analysis::bradley_terry::RatingError;
use muster_analysis::compare::{Outnumbered, RatedCell, Shift, shifts, steepness, strengths};
use muster_analysis::price_fit::Slope;
use muster_resolver::resolve::Fault;
use muster_resolver::schedule::Meeting;
use muster_resolver::{Answer, Batches, KeptCell, MethodChoice, Schedule, StopRule, resolve};
use muster_results::{BaselineFit, BaselinePrice};
use muster_rules::{BattleSpec, BoxFacts, DuelSpec, Game, Matchup, Refusal};
use muster_stats::Record;

use super::cells::Cells;
use super::runs::Side;
use crate::command::ladder::{Ladder, whole};
use crate::compose::compare::{Line, Steepness};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Games of a force against itself with fewer figures.
const GAMES: u64 = 512;
/// Share of the figures that one side goes without: scores then lie where they say most.
const LEFT_OUT: f64 = 0.15;
/// A side with a smaller share of its figures than this is another force.
const LEAST: f64 = 0.7;
/// Games that an exact answer counts as in a rating.
const EXACT: f64 = 1024.0;

/// A force whole and with some figures left out.
enum Force<'p> {
    Box(&'p BoxFacts, &'p BattleSpec, usize),
    Unit(&'p str, &'p DuelSpec, u32),
}

struct Fights<'p> {
    game: &'p dyn Game,
    forces: Vec<(Force<'p>, f64)>,
}

impl Schedule for Fights<'_> {
    fn cells(&self) -> usize {
        self.forces.len()
    }

    fn compile(&self, cell: usize) -> Result<Box<dyn Matchup + '_>, Refusal> {
        match &self.forces[cell].0 {
            Force::Box(facts, spec, left_out) => {
                let ladder = Ladder::of(self.game, facts, spec);
                self.game.battle_of(&whole(facts), &ladder.roster(*left_out), spec)
            }
            Force::Unit(id, spec, figures) => {
                let spec = DuelSpec { figures: [None, Some(*figures)], ..(*spec).clone() };
                self.game.duel(id, id, &spec)
            }
        }
    }
}

impl<'p> Fights<'p> {
    /// The forces of these cells that can go without some of their figures.
    fn of(game: &'p dyn Game, cells: &'p Cells) -> Fights<'p> {
        let resized = |id: &'p String| match &cells.meeting {
            Meeting::Battles(spec) => {
                let facts = game.boxes().iter().find(|one| one.id == *id)?;
                let figures = facts.units.iter().map(|unit| unit.figures).sum();
                let (left_out, ln_ratio) = fewer(figures)?;
                let can = Ladder::of(game, facts, spec).steps.len() >= left_out as usize;
                can.then_some((Force::Box(facts, spec, left_out as usize), ln_ratio))
            }
            Meeting::Duels(spec) => {
                let facts = game.units().iter().find(|one| one.id == *id && one.alike)?;
                let (left_out, ln_ratio) = fewer(facts.figures)?;
                Some((Force::Unit(id, spec, facts.figures - left_out), ln_ratio))
            }
        };
        Fights { game, forces: cells.ids.iter().filter_map(resized).collect() }
    }
}

/// Figures to leave out of so many, and ln of the ratio; `None` where even one is too large a part.
fn fewer(figures: u32) -> Option<(u32, f64)> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a u32")]
    let left_out = ((f64::from(figures) * LEFT_OUT).round() as u32).max(1);
    let share = f64::from(figures.saturating_sub(left_out)) / f64::from(figures.max(1));
    (share >= LEAST).then(|| (left_out, -share.ln()))
}

/// Logits of score a unit of ln(size) under the rules of a plan. `None` where forces cannot be resized, or the rule set
/// fights boxes as they are alone.
///
/// # Errors
/// Ctrl-C; a fault of the program.
pub(super) fn measured(plan: &Plan, cells: &Cells) -> Result<Option<Slope>, Failure> {
    let fights = Fights::of(plan.game.as_ref(), cells);
    let stop = StopRule::Games(GAMES);
    let progress = Progress::begin(fights.cells(), stop, true, plan.output.quiet);
    let run = resolve(&fights, MethodChoice::Auto, plan.seed, stop, Batches::default(), &progress);
    progress.finish();
    let run = match run {
        Err(Fault::Refused(_)) => return Ok(None),
        run => run?,
    };
    if run.stopped_early || WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let fights: Vec<Outnumbered> = run
        .answers
        .iter()
        .zip(&fights.forces)
        .filter_map(|(answer, (_, ln_ratio))| {
            let (games, score) = match answer.as_ref()? {
                Answer::Exact(law) => (rated_games(0), law.score()),
                Answer::Sampled(tally) => {
                    let total = tally.total();
                    let record = Record { wins: total.wins, draws: total.draws, losses: total.losses };
                    (rated_games(record.games()), record.score()?)
                }
            };
            Some(Outnumbered { ln_ratio: *ln_ratio, games, score })
        })
        .collect();
    Ok(steepness(&fights))
}

/// The fit that a baseline keeps; `None` where there is no steepness, or the cells rate no force.
///
/// # Errors
/// As [`measured`].
pub(super) fn fit(plan: &Plan, cells: &Cells, kept: &[KeptCell]) -> Result<Option<BaselineFit>, Failure> {
    let Some(slope) = measured(plan, cells)? else { return Ok(None) };
    let rated = cells.pairs.iter().zip(kept).filter(|(pair, _)| pair.0 != pair.1);
    let rated = rated.map(|(pair, kept)| {
        let side = Side::of_kept(kept);
        let (games, score) = (rated_games(side.games()), side.score().unwrap_or(0.5));
        RatedCell { first: pair.0, second: pair.1, games, scores: [score; 2], change_error: 0.0 }
    });
    let (met, rated) = only_met(cells.ids.len(), rated.collect());
    let Ok(found) = strengths(met.len(), &rated, 0) else { return Ok(None) };
    let price = |(at, force): (usize, &usize)| BaselinePrice {
        id: cells.ids[*force].clone(),
        theta: found.ratings[at] / slope.value,
        standard_error: found.errors[at] / slope.value,
    };
    Ok(Some(BaselineFit {
        gamma: slope.value,
        gamma_error: slope.error,
        phi: found.dispersion,
        forces: met.iter().enumerate().map(price).collect(),
    }))
}

/// The steepness that a comparison turns its changes into prices by, where anything changed: that of the rules before.
///
/// # Errors
/// As [`measured`].
pub(super) fn steepness_of(before: &Plan, cells: &Cells, changed: bool) -> Result<Steepness, Failure> {
    let found = if changed { measured(before, cells)? } else { None };
    Ok(found.map_or(Steepness::Typical, Steepness::Measured))
}

/// How far each force moved, over all its cells; `None` for one that met no other, and where the cells rate nobody.
pub(super) fn moved(forces: usize, lines: &[Line]) -> Vec<Option<Shift>> {
    let rated = lines.iter().filter(|line| line.pair.0 != line.pair.1).filter_map(|line| {
        Some(RatedCell {
            first: line.pair.0,
            second: line.pair.1,
            games: rated_games(line.games),
            scores: [line.before?, line.after?],
            change_error: line.change.standard_error,
        })
    });
    let (met, rated) = only_met(forces, rated.collect());
    let found: Result<Vec<Shift>, RatingError> = shifts(met.len(), &rated);
    let mut all = vec![None; forces];
    for (force, shift) in met.iter().zip(found.unwrap_or_default()) {
        all[*force] = Some(shift);
    }
    all
}

/// Games that a cell counts in a rating; of an exact one there are none.
fn rated_games(games: u64) -> f64 {
    if games > 0 { games as f64 } else { EXACT }
}

/// The forces that meet others, and the cells with those alone, numbered anew.
fn only_met(forces: usize, mut cells: Vec<RatedCell>) -> (Vec<usize>, Vec<RatedCell>) {
    let met: Vec<usize> = (0..forces)
        .filter(|force| cells.iter().any(|cell| cell.first == *force || cell.second == *force))
        .collect();
    let place = |force: usize| met.binary_search(&force).unwrap_or(0);
    for cell in &mut cells {
        (cell.first, cell.second) = (place(cell.first), place(cell.second));
    }
    (met, cells)
}
