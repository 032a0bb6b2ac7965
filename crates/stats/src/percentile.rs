//! Where a value lies within a discrete law.

use std::cmp::Ordering;

/// The mass of a law below, at and above a value. The three sum to 1.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rank {
    /// Chance of a smaller value.
    pub below: f64,
    /// Chance of exactly this value.
    pub at: f64,
    /// Chance of a larger value.
    pub above: f64,
}

impl Rank {
    /// The mid-rank percentile, 0 to 1: all that is below and half of what is equal.
    ///
    /// On average 1/2 over the law itself, also for laws with few values.
    #[must_use]
    pub fn mid(&self) -> f64 {
        self.below + self.at / 2.0
    }
}

/// The rank of `value` in a law of `(value, probability)` rows, in any order; equal values add up.
///
/// Probabilities are divided by their sum, so that counts do as well. `None` when a number is NaN, a probability is
/// negative or infinite, or nothing has any mass.
#[must_use]
pub fn rank(law: &[(f64, f64)], value: f64) -> Option<Rank> {
    let mut mass = Rank { below: 0.0, at: 0.0, above: 0.0 };
    for &(outcome, p) in law {
        if !(p >= 0.0 && p.is_finite()) {
            return None;
        }
        match outcome.partial_cmp(&value)? {
            Ordering::Less => mass.below += p,
            Ordering::Equal => mass.at += p,
            Ordering::Greater => mass.above += p,
        }
    }
    let total = mass.below + mass.at + mass.above;
    (total > 0.0 && total.is_finite()).then(|| Rank {
        below: mass.below / total,
        at: mass.at / total,
        above: mass.above / total,
    })
}

/// The mid-rank percentile of `value`, 0 to 1; `None` as for [`rank`].
#[must_use]
pub fn mid_rank(law: &[(f64, f64)], value: f64) -> Option<f64> {
    rank(law, value).map(|rank| rank.mid())
}
