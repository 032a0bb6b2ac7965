//! The rules of a pack made ready to play: numbers, rulings, laws.

use std::sync::Arc;

use super::needed::Attempt;
use super::numbers::Numbers;
use super::rulings::Rulings;
use super::volley::{Telling, Volley, VolleyRoll};
use crate::kept::Kept;

/// The rules in force, shared by all match-ups of a pack.
#[derive(Debug)]
pub struct Rules {
    /// Numbers of the rules file.
    pub numbers: Numbers,
    /// Rulings in force.
    pub rulings: Rulings,
    volleys: Kept<Volley, VolleyRoll>,
    attempts: Kept<(u32, i32), Attempt>,
}

impl Rules {
    /// Rules whose laws are still to be made.
    pub fn new(numbers: Numbers, rulings: Rulings) -> Rules {
        Rules { numbers, rulings, volleys: Kept::new(), attempts: Kept::new() }
    }

    /// The roll of a volley.
    pub fn roll(&self, volley: Volley) -> Arc<VolleyRoll> {
        self.volleys.get(volley, |volley| VolleyRoll::new(volley.clone()))
    }

    /// So many dice of which one must show a number or more.
    pub fn attempt(&self, dice: u32, number: i32) -> Arc<Attempt> {
        self.attempts.get((dice, number), |(dice, number)| Attempt::new(*dice, *number, self.numbers.die))
    }

    /// SUPPRESSION: what is told of the wounds of an attack on a unit that had so many models when the phase began. `factor`
    /// is that of a doctrine, 0 without one; a unit that cannot be suppressed is told nothing.
    pub fn telling(&self, models: u32, ignores: bool, factor: u32) -> Telling {
        let usual = if ignores { 0 } else { models.saturating_mul(self.numbers.wounds_per_model) };
        Telling::Suppression {
            usual,
            raised: usual.saturating_mul(factor),
            exactly: self.rulings.suppressed_exactly,
        }
    }
}
