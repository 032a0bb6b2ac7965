//! Dice that show every outcome in turn: exact answers.

use crate::dice::{Dice, Roll};
use crate::die::Die;

/// Dice that run a piece of play once for every path of outcomes, and know the probability of each.
///
/// A whole roll is one fork over its law, not one over each of its dice.
///
/// ```
/// use muster_dice::{Dice, Die, ForkingDice};
///
/// let mut doubles = 0.0;
/// ForkingDice::explore(|dice| {
///     if dice.die(Die::D6) == dice.die(Die::D6) {
///         doubles += dice.weight();
///     }
/// });
/// assert!((doubles - 1.0 / 6.0).abs() < 1e-15);
/// ```
#[derive(Debug)]
pub struct ForkingDice {
    path: Path,
    /// Forks passed on this visit.
    depth: usize,
    weight: f64,
}

/// The forks of a path. Keep one and hand it to [`ForkingDice::explore_with`] again: it keeps its memory.
#[derive(Debug, Default)]
pub struct Path {
    forks: Vec<Fork>,
}

#[derive(Debug)]
struct Fork {
    value: u32,
    /// The outcome to try after this one.
    next: Option<u32>,
    /// Probability of the path up to and with this outcome.
    weight: f64,
}

impl ForkingDice {
    /// Runs `visit` once for every path, in increasing order of outcomes. Outcomes of probability 0 are skipped; the
    /// weights of all paths sum to 1.
    ///
    /// `visit` is replayed from its start for each path and must ask for the same dice after the same outcomes.
    pub fn explore(visit: impl FnMut(&mut ForkingDice)) {
        ForkingDice::explore_with(&mut Path::default(), visit);
    }

    /// As [`ForkingDice::explore`], with memory that is used again.
    pub fn explore_with(path: &mut Path, mut visit: impl FnMut(&mut ForkingDice)) {
        let mut dice = ForkingDice { path: std::mem::take(path), depth: 0, weight: 1.0 };
        dice.path.forks.clear();
        loop {
            dice.depth = 0;
            dice.weight = 1.0;
            visit(&mut dice);
            if !dice.path.advance() {
                break;
            }
        }
        *path = dice.path;
    }

    /// Probability of the outcomes shown so far on this path.
    #[inline]
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Shows the outcome of the next fork. `from` gives the first possible outcome at or above a value, with its
    /// probability.
    #[inline]
    fn fork(&mut self, from: impl Fn(u32) -> Option<(u32, f64)>) -> u32 {
        let forks = &mut self.path.forks;
        let fresh = self.depth == forks.len();
        if fresh {
            forks.push(Fork { value: 0, next: None, weight: 0.0 });
        }
        let last = self.depth + 1 == forks.len();
        let fork = &mut forks[self.depth];
        // Only the last fork of a path can be new or have moved on; the others are replayed.
        if last && let Some((value, probability)) = from(fork.value) {
            let next = value.checked_add(1).and_then(&from).map(|(next, _)| next);
            *fork = Fork { value, next, weight: self.weight * probability };
        }
        self.depth += 1;
        self.weight = fork.weight;
        fork.value
    }
}

impl Path {
    /// Moves on to the next path; false when all have been seen.
    fn advance(&mut self) -> bool {
        while let Some(fork) = self.forks.last_mut() {
            if let Some(next) = fork.next.take() {
                fork.value = next;
                return true;
            }
            self.forks.pop();
        }
        false
    }
}

impl Dice for ForkingDice {
    fn die(&mut self, die: Die) -> u32 {
        let sides = u32::from(die.sides());
        let probability = 1.0 / f64::from(sides);
        self.fork(|face| (face <= sides).then_some((face.max(1), probability)))
    }

    fn resolve<R: Roll>(&mut self, roll: &R) -> u32 {
        let (pmf, cap) = (roll.law().pmf(), roll.cap());
        self.fork(|value| {
            let (next, probability) = pmf.next_outcome(value)?;
            if next < cap {
                return Some((next, probability));
            }
            // All that is left is one outcome: the cap, unless it has been shown already.
            (value <= cap).then(|| (cap, roll.law().at_least(cap)))
        })
    }
}
