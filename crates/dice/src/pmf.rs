//! The law of a whole number.

use std::fmt;

use crate::die::Die;

/// Probabilities of the whole numbers from 0 up: a law as a list, whose last entry is above 0.
///
/// Every `Pmf` sums to 1 within 1e-12. Small tails are kept down to about 1e-300: sums are multiplied out term by
/// term, without Fourier transforms. Memory grows with the largest value; laws of some thousands are what it is for.
///
/// ```
/// use muster_dice::{Die, Pmf};
///
/// let two = Pmf::uniform_die(Die::D6).times(2);
/// assert!((two.probability(7) - 6.0 / 36.0).abs() < 1e-15);
/// assert!((two.mean() - 7.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Pmf {
    p: Vec<f64>,
}

/// Why a list is no law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PmfError {
    /// An entry that is negative, infinite or not a number.
    NotAProbability {
        /// Its place in the list, from 0.
        value: usize,
        /// What stood there.
        found: f64,
    },
    /// Entries that do not sum to 1 within 1e-9; an empty list sums to 0.
    SumIsNotOne {
        /// What they sum to.
        sum: f64,
    },
}

impl Pmf {
    /// The law of a known number.
    pub fn certain(value: u32) -> Pmf {
        let mut p = vec![0.0; value as usize];
        p.push(1.0);
        Pmf { p }
    }

    /// A law from the probabilities of 0, 1, 2 and so on. What rounding has left over is taken out by dividing by the
    /// sum.
    ///
    /// # Errors
    /// An entry that is no probability, or a sum that is off by more than 1e-9.
    pub fn from_probabilities(probabilities: Vec<f64>) -> Result<Pmf, PmfError> {
        for (value, &found) in probabilities.iter().enumerate() {
            if !(found.is_finite() && found >= 0.0) {
                return Err(PmfError::NotAProbability { value, found });
            }
        }
        let sum = exact_sum(probabilities.iter().copied());
        if (sum - 1.0).abs() > 1e-9 {
            return Err(PmfError::SumIsNotOne { sum });
        }
        Ok(Pmf::settled(probabilities))
    }

    /// The law of one die that shows these values, one a face, each face equally likely. No faces: 0 for certain.
    pub fn of_faces(values: &[u32]) -> Pmf {
        let Some(&highest) = values.iter().max() else { return Pmf::certain(0) };
        let mut counts = vec![0u32; highest as usize + 1];
        for &value in values {
            counts[value as usize] += 1;
        }
        let faces = values.len() as f64;
        Pmf::settled(counts.into_iter().map(|count| f64::from(count) / faces).collect())
    }

    /// The law of one die that counts its pips, 1 to its sides.
    pub fn uniform_die(die: Die) -> Pmf {
        let faces: Vec<u32> = (1..=u32::from(die.sides())).collect();
        Pmf::of_faces(&faces)
    }

    /// The law of one thing that happens with chance `p`: 1 if it does, else 0. `p` is brought into 0..=1, and a `p`
    /// that is not a number counts as 0.
    pub fn bernoulli(p: f64) -> Pmf {
        let p = if p.is_nan() { 0.0 } else { p.clamp(0.0, 1.0) };
        Pmf::settled(vec![1.0 - p, p])
    }

    /// The law of the number of successes in `n` independent attempts with chance `p` each (see [`Pmf::bernoulli`]).
    pub fn binomial(n: u32, p: f64) -> Pmf {
        Pmf::bernoulli(p).times(n)
    }

    /// Takes non-negative entries that sum to 1 up to rounding, drops the zeros at the end and divides by the sum.
    pub(crate) fn settled(mut p: Vec<f64>) -> Pmf {
        while p.last() == Some(&0.0) {
            p.pop();
        }
        let sum = exact_sum(p.iter().copied());
        if (sum - 1.0).abs() > f64::EPSILON / 4.0 && sum > 0.0 {
            p.iter_mut().for_each(|entry| *entry /= sum);
        }
        if p.is_empty() { Pmf::certain(0) } else { Pmf { p } }
    }

    /// Probability of a value, 0 beyond the list.
    #[inline]
    pub fn probability(&self, value: u32) -> f64 {
        self.p.get(value as usize).copied().unwrap_or(0.0)
    }

    /// One more than the largest value; never 0.
    #[expect(clippy::len_without_is_empty, reason = "a law is never empty")]
    pub fn len(&self) -> usize {
        self.p.len()
    }

    /// The largest value that can occur.
    pub fn max_value(&self) -> u32 {
        u32::try_from(self.p.len() - 1).unwrap_or(u32::MAX)
    }

    /// The probabilities of 0, 1, 2 and so on.
    pub fn as_slice(&self) -> &[f64] {
        &self.p
    }

    /// The values that can occur, in increasing order, with their probabilities.
    pub fn iter(&self) -> impl Iterator<Item = (u32, f64)> + '_ {
        (0u32..).zip(self.p.iter().copied()).filter(|&(_, p)| p > 0.0)
    }

    /// The first value at or above `value` that can occur, with its probability.
    #[inline]
    pub(crate) fn next_outcome(&self, value: u32) -> Option<(u32, f64)> {
        let rest = self.p.get(value as usize..)?;
        (value..).zip(rest.iter().copied()).find(|&(_, p)| p > 0.0)
    }

    /// Mean.
    pub fn mean(&self) -> f64 {
        exact_sum(self.iter().map(|(value, p)| f64::from(value) * p))
    }

    /// Variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        exact_sum(self.iter().map(|(value, p)| (f64::from(value) - mean) * (f64::from(value) - mean) * p))
    }

    /// Probability of `value` or more.
    pub fn at_least(&self, value: u32) -> f64 {
        match (value, self.p.get(value as usize..)) {
            (0, _) => 1.0,
            (_, None) => 0.0,
            (_, Some(rest)) => exact_sum(rest.iter().rev().copied()).min(1.0),
        }
    }

    /// Probability of `value` or less.
    pub fn at_most(&self, value: u32) -> f64 {
        match self.p.get(..=value as usize) {
            Some(start) if start.len() < self.p.len() => exact_sum(start.iter().copied()).min(1.0),
            _ => 1.0,
        }
    }
}

/// Neumaier's compensated sum: the error does not grow with the number of terms.
pub(crate) fn exact_sum(terms: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0f64, 0.0f64);
    for term in terms {
        let next = sum + term;
        lost += if sum.abs() >= term.abs() { (sum - next) + term } else { (term - next) + sum };
        sum = next;
    }
    sum + lost
}

impl fmt::Display for PmfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PmfError::NotAProbability { value, found } => {
                write!(f, "the probability of {value} is {found}; it must be a number from 0 to 1")
            }
            PmfError::SumIsNotOne { sum } => write!(f, "the probabilities sum to {sum}; they must sum to 1"),
        }
    }
}

impl std::error::Error for PmfError {}
