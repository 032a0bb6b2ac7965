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
        let p = sigmoid(ratings.difference(one.first, one.second).0);
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
