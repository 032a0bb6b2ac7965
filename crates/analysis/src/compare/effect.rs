//! How large a change of score is, on other scales than the score's own.

/// Logits of score a unit of ln(size), typical of the shipped units (5 to 12 up to 32 figures, about 7 beyond).
pub const STEEPNESS: f64 = 7.0;

/// A score this near to 0 or 1 is taken to be no nearer: beyond it a logit says how many games were played, and no more.
const NEAREST: f64 = 1e-4;

fn logit(score: f64) -> f64 {
    let score = score.clamp(NEAREST, 1.0 - NEAREST);
    (score / (1.0 - score)).ln()
}

/// The change of a score in logits: `ln(s / (1 - s))` after less before. Scores are cut to 0.0001..=0.9999.
#[must_use]
pub fn logit_change(before: f64, after: f64) -> f64 {
    logit(after) - logit(before)
}

/// The change as a price, a fraction: the force fares as if it cost so much less (below 0) or more (above 0), at a
/// steepness of `steepness` logits a unit of ln(points).
#[must_use]
pub fn price_change(before: f64, after: f64, steepness: f64) -> f64 {
    (-logit_change(before, after) / steepness.max(0.1)).exp() - 1.0
}
