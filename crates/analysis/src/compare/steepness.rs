//! How steeply scores answer size: forces against themselves with fewer figures. Only such fights turn a score into a price
//! (games at one size cannot, see [`crate::price_fit`]).

use crate::price_fit::Slope;

/// A force against itself with fewer figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outnumbered {
    /// ln(figures of the larger side / figures of the smaller), above 0.
    pub ln_ratio: f64,
    /// Games that count, above 0. An exact answer counts as so many.
    pub games: f64,
    /// Score of the larger side, 0 to 1.
    pub score: f64,
}

/// Steepness beyond which there is no need to look: a twentieth more figures would win everything.
const STEEPEST: f64 = 100.0;
/// Standard errors that the steepness must lie above 0.
const LEAST_Z: f64 = 3.0;

/// Logits of score a unit of ln(size): the logistic through even odds at even sizes that fits all fights best. The error is
/// that of a sandwich, so that it tells how far forces differ. `None` without fights, or when more figures do not surely win more.
#[must_use]
pub fn steepness(fights: &[Outnumbered]) -> Option<Slope> {
    let win = |slope: f64, fight: &Outnumbered| 1.0 / (1.0 + (-slope * fight.ln_ratio).exp());
    let gradient = |slope: f64| -> f64 {
        fights.iter().map(|fight| fight.games * fight.ln_ratio * (fight.score - win(slope, fight))).sum()
    };
    // The gradient falls as the slope grows.
    let (mut low, mut high) = (0.0, STEEPEST);
    let falls = gradient(low) > 0.0 && gradient(high) < 0.0;
    if !falls {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if gradient(middle) > 0.0 { low = middle } else { high = middle }
    }
    let value = 0.5 * (low + high);
    let (mut bread, mut meat) = (0.0, 0.0);
    for fight in fights {
        let p = win(value, fight);
        bread += fight.games * fight.ln_ratio * fight.ln_ratio * p * (1.0 - p);
        meat += (fight.games * fight.ln_ratio * (fight.score - p)).powi(2);
    }
    let error = meat.sqrt() / bread;
    (error.is_finite() && value > LEAST_Z * error).then_some(Slope { value, error })
}
