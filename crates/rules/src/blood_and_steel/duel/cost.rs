//! How much work an exact answer will be, guessed before it is begun.

use super::step::DuelProcess;
use crate::process::Process as _;

/// One outcome of a melee takes as long as so many of those that the budget of exact answers is counted in: its state is one of
/// hundreds of thousands, and is visited in every turn.
const WORK: f64 = 25.0;

impl DuelProcess<'_> {
    /// Every number of figures may meet every other, under every leader and at every level, and a few dozen outcomes of a round
    /// and its tests follow from each. A character keeps routed units in play.
    pub(super) fn guess_of_exact(&self) -> f64 {
        let figures: f64 = self.units.iter().map(|unit| f64::from(unit.figures + 1)).product();
        let leaders: f64 = self.units.iter().map(|unit| if unit.individual { 1.0 } else { 3.0 }).product();
        let rallies: f64 = self.units.iter().map(|unit| if unit.led { 30.0 } else { 1.0 }).product();
        WORK * (400.0 * leaders * rallies * figures.powf(1.25) + self.guess_of_approach())
    }

    /// The way to the enemy: confidence falls on it, and figures where there are bows.
    fn guess_of_approach(&self) -> f64 {
        let [one, other] = &self.units;
        let shot_at = |unit: usize| {
            if self.units[1 - unit].fire.is_empty() { 1.0 } else { f64::from(self.units[unit].figures + 1) }
        };
        let gaps = f64::from(self.start) / f64::from(one.speed.max(other.speed).max(1));
        shot_at(0) * shot_at(1) * (2.0 + gaps) * 500.0
    }

    /// Where characters or ruling B32 let nobody rush, a walk has to follow the melee too.
    pub(super) fn guess_of_walk(&self) -> f64 {
        let rushes = !self.rules.rulings.melee_each_activation && !self.units.iter().any(|unit| unit.led);
        if rushes { self.guess_of_approach() } else { self.exact_cost() }
    }
}
