//! Does one number a unit explain all counted results?

use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::bradley_terry::{Contest, RatingError, fit};
use crate::logistic::sigmoid;

/// Cells that expect fewer wins or losses are left out of the sum: a logit's noise is far from normal there.
const LEAST_EXPECTED: f64 = 5.0;

/// Pearson's test of the Bradley-Terry model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneNumberTest {
    /// Σ (won - expected)² / (n p q) over the cells that expect at least 5 of either result.
    pub statistic: f64,
    /// Those cells less units plus components.
    pub degrees_of_freedom: usize,
    /// Chance of so large a statistic when one number a unit is the whole truth; 1 without degrees of freedom.
    pub p_value: f64,
}

/// Tests "one number a unit explains everything". False rejections at the 5 % level: 4 to 6 % (fewer with many draws, whose
/// scores vary less than wins and losses do).
///
/// # Errors
/// See [`fit`].
pub fn one_number_test(units: usize, contests: &[Contest]) -> Result<OneNumberTest, RatingError> {
    let ratings = fit(units, contests)?;
    let (mut statistic, mut cells) = (0.0, 0_usize);
    for one in contests {
        let n = one.won + one.lost;
        let p = sigmoid(ratings.theta(one.first) - ratings.theta(one.second));
        if n * p.min(1.0 - p) >= LEAST_EXPECTED {
            statistic += (one.won - n * p).powi(2) / (n * p * (1.0 - p));
            cells += 1;
        }
    }
    // The games hang together, or the fit would have failed: one component.
    let degrees_of_freedom = (cells + 1).saturating_sub(units);
    let p_value = match ChiSquared::new(degrees_of_freedom as f64) {
        Ok(law) if degrees_of_freedom > 0 => law.sf(statistic),
        _ => 1.0,
    };
    Ok(OneNumberTest { statistic, degrees_of_freedom, p_value })
}

/// Level and power of [`games_to_tell`].
const LEVEL: f64 = 0.05;
const POWER_Z: f64 = 1.281_551_565_544_6;

/// Games a pair at equal points after which Pearson's test at the 5 % level would reject "one number a unit explains
/// everything" nine times in ten, when the pairs score this (0 to 1) instead of one half. `None` when nothing is to be seen.
///
/// The statistic is taken as normal with the mean and variance of the noncentral chi-square law, whose noncentrality grows by
/// Σ (score - 1/2)² / (1/4) a game.
#[must_use]
pub fn games_to_tell(scores: &[f64], degrees_of_freedom: usize) -> Option<f64> {
    let a_game: f64 = scores.iter().map(|score| 4.0 * (score - 0.5).powi(2)).sum();
    let df = degrees_of_freedom as f64;
    let law = ChiSquared::new(df).ok().filter(|_| degrees_of_freedom > 0 && a_game > 1e-9)?;
    let beyond = law.inverse_cdf(1.0 - LEVEL) - df;
    // λ - z sqrt(2 df + 4 λ) = beyond, a quadratic in λ.
    let half = beyond + 2.0 * POWER_Z * POWER_Z;
    let rest = beyond * beyond - 2.0 * df * POWER_Z * POWER_Z;
    let noncentrality = half + (half * half - rest).max(0.0).sqrt();
    Some((noncentrality / a_game).max(1.0))
}
