//! The weighted gradient part.

use muster_stats::linear::{Matrix, Vector};

use crate::components::components;

/// How one unit stands against another on a scale on which differences add up: log exchange rates, or logits of scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Index of the first unit.
    pub first: usize,
    /// Index of the second.
    pub second: usize,
    /// The first's lead over the second.
    pub value: f64,
    /// Variance of the value; 0 when it is exact.
    pub variance: f64,
}

/// The transitive part and what it leaves over.
#[derive(Clone, Debug, PartialEq)]
pub struct Decomposition {
    /// The number of each unit; they sum to 0 in each component.
    pub theta: Vec<f64>,
    /// Covariance of the numbers when weights are inverse variances and one number a unit is the whole truth.
    pub covariance: Matrix,
    /// Each comparison less the difference of its units' numbers, in the order of the comparisons: the cyclic part.
    pub residuals: Vec<f64>,
    /// Component of each unit; numbers of different components cannot be compared.
    pub components: Vec<usize>,
    /// Comparisons less units plus components; 0 where nothing can contradict the numbers.
    pub degrees_of_freedom: usize,
}

/// Why comparisons were not taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HodgeError {
    /// This comparison names a unit that is not there, one unit twice, or holds no finite number.
    BadComparison(usize),
    /// The equations could not be solved.
    Unsolved,
}

impl std::fmt::Display for HodgeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HodgeError::BadComparison(at) => {
                write!(f, "comparison {at} cannot be: check its units and numbers")
            }
            HodgeError::Unsolved => f.write_str("the comparisons are too uneven in weight to be taken apart"),
        }
    }
}

impl std::error::Error for HodgeError {}

/// θ = argmin Σ w (value - θ_first + θ_second)², w = 1 / variance, or 1 for all when any variance is 0.
///
/// # Errors
/// A comparison that cannot be, or weights too uneven to be solved with.
pub fn decompose(units: usize, comparisons: &[Comparison]) -> Result<Decomposition, HodgeError> {
    let weighted = comparisons.iter().all(|one| one.variance > 0.0);
    let weight = |one: &Comparison| if weighted { 1.0 / one.variance } else { 1.0 };
    let system = System::new(units, comparisons, weight)?;
    let mut right = Vector::zeros(units);
    for one in comparisons {
        right[one.first] += weight(one) * one.value;
        right[one.second] -= weight(one) * one.value;
    }
    let theta = &system.inverse * &right;
    let residuals = comparisons.iter().map(|one| one.value - theta[one.first] + theta[one.second]).collect();
    let pieces = system.components.iter().max().map_or(0, |last| last + 1);
    Ok(Decomposition {
        theta: theta.into(),
        covariance: system.inverse,
        residuals,
        degrees_of_freedom: (comparisons.len() + pieces).saturating_sub(units),
        components: system.components,
    })
}

/// The pseudo-inverse of a weighted graph's Laplacian.
pub(super) struct System {
    pub inverse: Matrix,
    pub components: Vec<usize>,
}

impl System {
    pub(super) fn new(
        units: usize,
        comparisons: &[Comparison],
        weight: impl Fn(&Comparison) -> f64,
    ) -> Result<System, HodgeError> {
        let sound = |one: &Comparison| {
            let there = one.first < units && one.second < units && one.first != one.second;
            there && one.value.is_finite() && one.variance.is_finite() && one.variance >= 0.0
        };
        if let Some(at) = comparisons.iter().position(|one| !sound(one)) {
            return Err(HodgeError::BadComparison(at));
        }
        let components = components(units, comparisons.iter().map(|one| (one.first, one.second)));
        let mut laplacian = Matrix::zeros(units, units);
        for one in comparisons {
            let w = weight(one);
            laplacian[(one.first, one.first)] += w;
            laplacian[(one.second, one.second)] += w;
            laplacian[(one.first, one.second)] -= w;
            laplacian[(one.second, one.first)] -= w;
        }
        // The Laplacian does not see a shift of a whole component. With the projection onto those shifts added it has an
        // inverse, and that inverse less the same projection is the pseudo-inverse.
        let scale = (laplacian.trace() / units.max(1) as f64).max(f64::MIN_POSITIVE);
        let mut sizes = vec![0.0; units];
        components.iter().for_each(|component| sizes[*component] += 1.0);
        let shift = |i: usize, j: usize| {
            if components[i] == components[j] { 1.0 / sizes[components[i]] } else { 0.0 }
        };
        let regular = Matrix::from_fn(units, units, |i, j| laplacian[(i, j)] + scale * shift(i, j));
        let inverse = regular.cholesky().ok_or(HodgeError::Unsolved)?.inverse();
        let inverse = Matrix::from_fn(units, units, |i, j| inverse[(i, j)] - shift(i, j) / scale);
        if inverse.iter().all(|number| number.is_finite()) {
            Ok(System { inverse, components })
        } else {
            Err(HodgeError::Unsolved)
        }
    }

    /// (e_i - e_j)' L+ (e_i - e_j).
    pub(super) fn resistance(&self, i: usize, j: usize) -> f64 {
        let inverse = &self.inverse;
        inverse[(i, i)] + inverse[(j, j)] - 2.0 * inverse[(i, j)]
    }
}

/// The logit of a counted score and its variance, half a game added to each side so that both are finite. No games give
/// a logit of 0 with a variance of 4: one game's worth of ignorance.
#[must_use]
pub fn logit_of_counts(wins: f64, draws: f64, losses: f64) -> (f64, f64) {
    let n = wins + draws + losses;
    let score = (wins + draws / 2.0 + 0.5) / (n + 1.0);
    let spread = score * (1.0 - score);
    let lopsided = (wins + draws) <= 0.0 || (losses + draws) <= 0.0;
    // In 0 and 100 % cells the counts show no spread; what the corrected score would have stands in for it.
    let of_one_game = if lopsided {
        spread
    } else {
        let mean = (wins + draws / 2.0) / n;
        ((wins + draws / 4.0) / n - mean * mean).max(0.25 / (n + 1.0))
    };
    ((score / (1.0 - score)).ln(), of_one_game / n.max(1.0) / (spread * spread))
}
