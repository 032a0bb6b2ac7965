//! How strong forces are as they stand, by all their cells together: Bradley-Terry ratings ([`crate::bradley_terry`]), and how
//! far an edit moved them.

use muster_stats::quantile;

use crate::bradley_terry::{Contest, RatingError, Ratings, fit};

/// One cell under both rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedCell {
    /// Index of the row.
    pub first: usize,
    /// Index of the column, another force.
    pub second: usize,
    /// Games that count, above 0. An exact answer counts as so many.
    pub games: f64,
    /// Score of the row before and after, 0 to 1.
    pub scores: [f64; 2],
    /// Standard error of the change of the score; 0 when it is exact.
    pub change_error: f64,
}

/// Ratings of forces under one set of rules, in logits of score.
#[derive(Clone, Debug, PartialEq)]
pub struct Strengths {
    /// Ratings; they sum to 0.
    pub ratings: Vec<f64>,
    /// Standard errors against the mean of all forces, widened by the square root of the dispersion.
    pub errors: Vec<f64>,
    /// Pearson's chi-square over its degrees of freedom, 1 when smaller: how badly one number a force fits its cells.
    pub dispersion: f64,
}

/// How far an edit moved a force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// The rating after less the rating before, logits.
    pub change: f64,
    /// Its standard error by the games alone: what one number cannot say is much the same before and after.
    pub error: f64,
}

impl Shift {
    /// Whether it lies beyond chance at `error_rate` over `forces` forces.
    #[must_use]
    pub fn is_beyond_error(&self, error_rate: f64, forces: usize) -> bool {
        self.change.abs() > quantile(1.0 - error_rate / 2.0 / forces.max(1) as f64) * self.error
    }

    /// Whether it would move the score of an even fight by `least` or more.
    #[must_use]
    pub fn matters(&self, least: f64) -> bool {
        self.change.abs() >= 4.0 * least
    }
}

/// Ratings of `forces` forces before (0) or after (1).
///
/// # Errors
/// When a cell cannot be, or some forces never met others.
pub fn strengths(forces: usize, cells: &[RatedCell], at: usize) -> Result<Strengths, RatingError> {
    let fitted = rated(forces, cells, at)?;
    let lead = |cell: &RatedCell| fitted.theta(cell.first) - fitted.theta(cell.second);
    let square = |cell: &RatedCell| {
        // Where next to nothing is expected half a game is: a chance win is no proof against the model.
        let p = (1.0 / (1.0 + (-lead(cell)).exp())).clamp(0.5 / cell.games, 1.0 - 0.5 / cell.games);
        let off = cell.scores[at.min(1)] - p;
        cell.games * off * off / (p * (1.0 - p))
    };
    let freedom = (cells.len() + 1).saturating_sub(forces);
    let sum: f64 = cells.iter().map(square).sum();
    let dispersion = if freedom == 0 { 1.0 } else { (sum / freedom as f64).max(1.0) };
    let spread = Spread::of(forces, &fitted);
    let errors = (0..forces).map(|force| (spread.variance(force) * dispersion).sqrt()).collect();
    let ratings = (0..forces).map(|force| fitted.theta(force)).collect();
    Ok(Strengths { ratings, errors, dispersion })
}

/// How far every force moved.
///
/// # Errors
/// As [`strengths`].
pub fn shifts(forces: usize, cells: &[RatedCell]) -> Result<Vec<Shift>, RatingError> {
    let (before, after) = (rated(forces, cells, 0)?, rated(forces, cells, 1)?);
    let spread = Spread::of(forces, &after);
    let shift = |force: usize| {
        // A change of one cell's score moves the rating by so much, to the first order.
        let pull = |cell: &RatedCell| cell.games * spread.covariance(force, cell.first, cell.second);
        let variance: f64 = cells.iter().map(|cell| (pull(cell) * cell.change_error).powi(2)).sum();
        Shift { change: after.theta(force) - before.theta(force), error: variance.sqrt() }
    };
    Ok((0..forces).map(shift).collect())
}

/// The fit of one side, half a game added to either side of every cell: no force runs away, however one-sided its cells.
fn rated(forces: usize, cells: &[RatedCell], at: usize) -> Result<Ratings, RatingError> {
    let contest = |cell: &RatedCell| {
        let won = cell.games * cell.scores[at.min(1)];
        Contest { first: cell.first, second: cell.second, won: won + 0.5, lost: cell.games - won + 0.5 }
    };
    fit(forces, &cells.iter().map(contest).collect::<Vec<_>>())
}

/// Variances of all differences of ratings.
struct Spread {
    forces: usize,
    of: Vec<f64>,
    means: Vec<f64>,
}

impl Spread {
    fn of(forces: usize, ratings: &Ratings) -> Spread {
        let of: Vec<f64> =
            (0..forces).flat_map(|a| (0..forces).map(move |b| ratings.difference(a, b).1.powi(2))).collect();
        let means = of
            .chunks_exact(forces.max(1))
            .map(|row| row.iter().sum::<f64>() / forces.max(1) as f64)
            .collect();
        Spread { forces, of, means }
    }

    fn between(&self, a: usize, b: usize) -> f64 {
        self.of[a * self.forces + b]
    }

    /// Variance of a rating against the mean of all.
    fn variance(&self, force: usize) -> f64 {
        let all = self.means.iter().sum::<f64>() / self.forces.max(1) as f64;
        (self.means[force] - all / 2.0).max(0.0)
    }

    /// Covariance of a rating against the mean of all with the difference of two.
    fn covariance(&self, force: usize, a: usize, b: usize) -> f64 {
        (self.between(force, b) - self.between(force, a) + self.means[a] - self.means[b]) / 2.0
    }
}
