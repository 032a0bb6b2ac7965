//! Ratings of forces that meet as they are: the Bradley-Terry model by maximum likelihood, with errors.
//!
//! Bradley and Terry 1952: unit i beats unit j with probability σ(θ_i - θ_j). A draw counts half to each side. Ratings are
//! logits and no prices: what a unit of another size would do, games at one size cannot tell (see [`crate::price_fit`]).

use nalgebra::DMatrix;

use crate::components::components;
use crate::logistic::{Model, Row};

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
    covariance: DMatrix<f64>,
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
        let c = &self.covariance;
        let variance = c[(unit, unit)] + c[(other, other)] - 2.0 * c[(unit, other)];
        (self.theta[unit] - self.theta[other], variance.max(0.0).sqrt())
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
    let sound = |one: &Contest| {
        let counts = [one.won, one.lost].iter().all(|count| count.is_finite() && *count >= 0.0);
        one.first < units && one.second < units && one.first != one.second && counts
    };
    if let Some(at) = contests.iter().position(|one| !sound(one)) {
        return Err(RatingError::BadContest(at));
    }
    let played: Vec<&Contest> = contests.iter().filter(|one| one.won + one.lost > 0.0).collect();
    let pieces = components(units, played.iter().map(|one| (one.first, one.second)));
    if pieces.iter().any(|piece| *piece > 0) {
        return Err(RatingError::Disconnected(pieces));
    }
    let outside = not_strongly_connected(units, &played);
    if !outside.is_empty() {
        return Err(RatingError::Separated(outside));
    }
    let rows: Vec<Row> = played
        .iter()
        .map(|one| {
            let games = one.won + one.lost;
            Row { first: one.first, second: one.second, covariates: [0.0; 2], games, score: one.won / games }
        })
        .collect();
    let model = Model { components: &pieces, ridge: 0.0, covariates: 0 };
    let fitted = model.fit(&rows, None).ok_or(RatingError::NotFitted)?;
    Ok(Ratings { theta: fitted.parameters.iter().copied().collect(), covariance: fitted.covariance })
}

/// Units that cannot be reached from unit 0, or cannot reach it, along "scored something against".
fn not_strongly_connected(units: usize, played: &[&Contest]) -> Vec<usize> {
    let (mut beat, mut beaten_by) = (vec![Vec::new(); units], vec![Vec::new(); units]);
    for one in played {
        for (winner, loser, scored) in [(one.first, one.second, one.won), (one.second, one.first, one.lost)] {
            if scored > 0.0 {
                beat[winner].push(loser);
                beaten_by[loser].push(winner);
            }
        }
    }
    let [down, up] = [reached(&beat), reached(&beaten_by)];
    (0..units).filter(|unit| !(down[*unit] && up[*unit])).collect()
}

fn reached(arcs: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; arcs.len()];
    let mut waiting: Vec<usize> = (0..arcs.len().min(1)).collect();
    while let Some(unit) = waiting.pop() {
        if !std::mem::replace(&mut seen[unit], true) {
            waiting.extend(&arcs[unit]);
        }
    }
    seen
}
