//! Ratings of forces that meet as they are: the Bradley-Terry model by maximum likelihood, with errors.
//!
//! Bradley and Terry 1952: unit i beats unit j with probability σ(θ_i - θ_j). A draw counts half to each side. Ratings are
//! logits and no prices: what a unit of another size would do, games at one size cannot tell (see [`crate::price_fit`]).

mod newton;
mod reach;

use muster_stats::linear::{Triangle, dot};

use crate::components::components;
use reach::Arcs;

/// Counted games of two units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contest {
    /// Index of the first unit.
    pub first: usize,
    /// Index of the second.
    pub second: usize,
    /// What the first scored: wins plus half the draws.
    pub won: f64,
    /// What the second scored.
    pub lost: f64,
}

/// Fitted ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    theta: Vec<f64>,
    inverse_factor: Triangle,
}

impl Ratings {
    /// Rating of a unit in logits; all ratings sum to 0.
    #[must_use]
    pub fn theta(&self, unit: usize) -> f64 {
        self.theta[unit]
    }

    /// Rating of a unit against that of another, with the standard error of the difference.
    #[must_use]
    pub fn difference(&self, unit: usize, other: usize) -> (f64, f64) {
        let variance = self.variance(unit, other);
        (self.theta[unit] - self.theta[other], variance.max(0.0).sqrt())
    }

    /// Variance of the difference of two ratings: |column - column|² of the inverse Cholesky factor. The first unit is held at 0 and has no column.
    fn variance(&self, unit: usize, other: usize) -> f64 {
        let column = |at: usize| self.inverse_factor.column(at - 1);
        match (unit.min(other), unit.max(other)) {
            (0, 0) => 0.0,
            // Above its diagonal a column is no part of the triangle.
            (0, one) => dot(&column(one)[one - 1..], &column(one)[one - 1..]),
            (one, other) => column(one).iter().zip(column(other)).map(|(a, b)| (a - b) * (a - b)).sum(),
        }
    }

    /// Standard error of every unit's difference from `reference`, in the order of the units; 0 for the reference itself.
    #[must_use]
    pub fn errors(&self, reference: usize) -> Vec<f64> {
        (0..self.theta.len()).map(|unit| self.difference(unit, reference).1).collect()
    }
}

/// Why there are no ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingError {
    /// A contest names a unit that is not there, or its scores are not finite and at least 0.
    BadContest(usize),
    /// The games fall into pieces that never met: the piece of each unit.
    Disconnected(Vec<usize>),
    /// These units scored everything, or nothing, against all others (Ford 1957): their ratings are infinite.
    Separated(Vec<usize>),
    /// The search for the maximum did not arrive.
    NotFitted,
}

impl std::fmt::Display for RatingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RatingError::BadContest(at) => {
                write!(f, "contest {at} cannot be: check its units and its scores")
            }
            RatingError::Disconnected(pieces) => {
                let count = pieces.iter().max().map_or(0, |last| last + 1);
                write!(
                    f,
                    "the games fall into {count} groups that never met each other, so no rating compares them"
                )
            }
            RatingError::Separated(units) => write!(
                f,
                "{} units scored everything or nothing against all others, so that their ratings have no end",
                units.len()
            ),
            RatingError::NotFitted => f.write_str("the ratings could not be fitted to these games"),
        }
    }
}

impl std::error::Error for RatingError {}

/// Fits the ratings of `units` units.
///
/// # Errors
/// [`RatingError`] when the contests cannot be, fall into pieces, or let a rating run away.
pub fn fit(units: usize, contests: &[Contest]) -> Result<Ratings, RatingError> {
    let [mut down, mut up] = [Arcs::none(units), Arcs::none(units)];
    for (at, one) in contests.iter().enumerate() {
        let counts = [one.won, one.lost].iter().all(|count| count.is_finite() && *count >= 0.0);
        if !(one.first < units && one.second < units && one.first != one.second && counts) {
            return Err(RatingError::BadContest(at));
        }
        for (winner, loser, scored) in [(one.first, one.second, one.won), (one.second, one.first, one.lost)] {
            if scored > 0.0 {
                down.add(winner, loser);
                up.add(loser, winner);
            }
        }
    }
    let [down, up] = [down.reached(), up.reached()];
    let outside: Vec<usize> = (0..units).filter(|unit| !(down[*unit] && up[*unit])).collect();
    if !outside.is_empty() {
        let played = contests.iter().filter(|one| one.won + one.lost > 0.0);
        let pieces = components(units, played.map(|one| (one.first, one.second)));
        let apart = pieces.iter().any(|piece| *piece > 0);
        return Err(if apart { RatingError::Disconnected(pieces) } else { RatingError::Separated(outside) });
    }
    let found = newton::maximise(units, contests).ok_or(RatingError::NotFitted)?;
    let mean = found.theta.iter().sum::<f64>() / units.max(1) as f64;
    let theta = found.theta.iter().map(|theta| theta - mean).collect();
    Ok(Ratings { theta, inverse_factor: found.inverse_factor })
}
