//! Tails and quantiles of the standard normal law, by `statrs`.

use statrs::distribution::{ContinuousCDF, Normal};

/// The standard score that leaves 2.5 % in each tail: two-sided 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Chance that a standard normal value exceeds `z`; NaN for NaN.
#[must_use]
pub fn upper_tail(z: f64) -> f64 {
    Normal::standard().sf(z)
}

/// Chance that a standard normal value is further from 0 than `z`, on either side.
pub(crate) fn two_sided_tail(z: f64) -> f64 {
    (2.0 * upper_tail(z.abs())).min(1.0)
}

/// The score whose two tails together hold `alpha`. 0 for `alpha` of 1 or more; finite for any `alpha` above 0.
pub(crate) fn two_sided_quantile(alpha: f64) -> f64 {
    let tail = (alpha / 2.0).clamp(f64::MIN_POSITIVE, 0.5);
    // The lower quantile keeps its digits where 1 - tail would round to 1.
    -Normal::standard().inverse_cdf(tail)
}

/// The standard score below which the share `p` of a normal law lies; 0 for NaN, finite for any `p`.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    if p.is_nan() {
        return 0.0;
    }
    // Symmetry keeps the digits of the upper tail.
    if p < 0.5 { -two_sided_quantile(2.0 * p) } else { two_sided_quantile(2.0 * (1.0 - p)) }
}
