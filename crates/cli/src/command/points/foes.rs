//! The few enemies that one unit is measured against where pricing every unit would take minutes.

use muster_resolver::quick_cost;
use muster_rules::{DiceKind, DuelSpec, UnitFacts};
use muster_stats::Record;
use rayon::prelude::*;

use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;

/// Enemies that are chosen, the anchor not counted.
const CHOSEN: usize = 6;
/// Games of a look at one enemy: its score is known to some 8 percentage points.
const GAMES: u64 = 40;

/// Pairs of which more than this share are too large to solve at once make a slow answer.
const SLOW: f64 = 0.5;

/// Whether most duels of the unit, as the data has both sides, take longer to solve than one of so many pairs may.
///
/// # Errors
/// When the game refuses a duel.
pub(super) fn are_slow(plan: &Plan, unit: &str) -> Result<bool, Failure> {
    let units = plan.game.units();
    let quick = quick_cost(units.len() * units.len().saturating_sub(1) / 2);
    let slow = |foe: &UnitFacts| -> Result<bool, Failure> {
        let matchup = plan.game.duel(unit, &foe.id, &DuelSpec::default())?;
        Ok(matchup.exact_cost().is_none_or(|cost| cost > quick))
    };
    let slow: Vec<Result<bool, Failure>> = units.par_iter().map(slow).collect();
    let slow = slow.into_iter().collect::<Result<Vec<bool>, Failure>>()?;
    Ok(slow.iter().filter(|slow| **slow).count() as f64 > SLOW * slow.len() as f64)
}

/// Those enemies of a unit that it fights most evenly, both as the data has them; in the order of the list. Only units whose figures can
/// be more or fewer can be brought to an even fight.
///
/// # Errors
/// When the game refuses a duel, or Ctrl-C.
pub(super) fn near_even<'p>(plan: &'p Plan, unit: &str) -> Result<Vec<&'p UnitFacts>, Failure> {
    let foes: Vec<&UnitFacts> =
        plan.game.units().iter().filter(|facts| facts.alike && facts.id != unit).collect();
    let distance = |foe: &&UnitFacts| -> Result<f64, Failure> {
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        let matchup = plan.game.duel(unit, &foe.id, &DuelSpec::default())?;
        let total = matchup.play(plan.seed, 0..GAMES, DiceKind::Plain, false).total();
        let record = Record { wins: total.wins, draws: total.draws, losses: total.losses };
        Ok((record.score().unwrap_or(0.0) - 0.5).abs())
    };
    let distances: Vec<Result<f64, Failure>> = foes.par_iter().map(distance).collect();
    let distances = distances.into_iter().collect::<Result<Vec<f64>, Failure>>()?;
    let mut order: Vec<usize> = (0..foes.len()).collect();
    order.sort_by(|a, b| distances[*a].total_cmp(&distances[*b]).then(a.cmp(b)));
    order.truncate(CHOSEN);
    order.sort_unstable();
    Ok(order.into_iter().map(|at| foes[at]).collect())
}
