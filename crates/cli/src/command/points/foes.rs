//! The few enemies that one unit is measured against where pricing every unit would take minutes.

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

/// Guesses at the cost of one duel of each pair, added up, beyond which pricing all units keeps somebody waiting for more than half a
/// minute: even sizes are sought, and every step of the unit is solved anew.
const SLOW: f64 = 1e8;

/// Whether the duels of all pairs of units, or of those named, as the data has both sides, take long to solve.
///
/// # Errors
/// When the game refuses a duel.
pub(super) fn are_slow(plan: &Plan, unit: &str, named: &[String]) -> Result<bool, Failure> {
    let all = plan.game.units().iter().map(|facts| facts.id.as_str());
    let units: Vec<&str> = match named {
        [] => all.collect(),
        named => named.iter().map(String::as_str).chain([unit]).collect(),
    };
    let mut total = 0.0;
    for (at, one) in units.iter().enumerate() {
        for other in &units[..at] {
            total += plan.game.duel(one, other, &DuelSpec::default())?.exact_cost().unwrap_or(SLOW);
            if total > SLOW {
                return Ok(true);
            }
        }
    }
    Ok(false)
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
