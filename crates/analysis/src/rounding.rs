//! Prices as round numbers: which scale hurts least, and what rounding does to the fairest match.

/// Prices rounded to multiples of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Rounded {
    /// What the prices were multiplied by before rounding.
    pub scale: f64,
    /// The rounded prices, multiples of the step and at least one step.
    pub prices: Vec<f64>,
    /// Largest |ln(rounded / scaled price)|.
    pub worst: f64,
    /// The pair that rounding drives furthest apart (the overpriced unit first) and by how much, in ln(points).
    pub worst_pair: Option<(usize, usize, f64)>,
}

/// How far the scale may be moved to either side.
pub const SCALE_SEARCH: f64 = 0.15;
/// Scales tried; an even number of steps, so that 1 is among them.
const SCALES: u32 = 3000;

/// Rounds prices to multiples of `step`. The scale is searched within ± `search` for the one whose worst relative error is
/// least (of equals the one nearest to 1); with `search` 0 it stays 1. `None` when a price or the step is not a number above 0.
#[must_use]
pub fn round_prices(prices: &[f64], step: f64, search: f64) -> Option<Rounded> {
    let positive = |number: &f64| number.is_finite() && *number > 0.0;
    if !prices.iter().all(positive) || !positive(&step) || !(0.0..1.0).contains(&search) {
        return None;
    }
    let scales = (0..=SCALES).map(|at| 1.0 + search * (2.0 * f64::from(at) / f64::from(SCALES) - 1.0));
    let at = |scale: f64| -> (f64, f64) {
        let worst = prices.iter().map(|price| error(price * scale, step).abs()).fold(0.0, f64::max);
        (worst, scale)
    };
    let nearer = |a: f64, b: f64| (a - 1.0).abs().total_cmp(&(b - 1.0).abs());
    let (worst, scale) = scales
        .map(at)
        .min_by(|(worst_a, a), (worst_b, b)| worst_a.total_cmp(worst_b).then(nearer(*a, *b)))?;
    let errors: Vec<f64> = prices.iter().map(|price| error(price * scale, step)).collect();
    let extreme = |sign: f64| {
        (0..errors.len()).max_by(|a, b| (sign * errors[*a]).total_cmp(&(sign * errors[*b])).then(b.cmp(a)))
    };
    let worst_pair = extreme(1.0).zip(extreme(-1.0)).filter(|(over, under)| over != under);
    Some(Rounded {
        scale,
        prices: prices.iter().map(|price| nearest(price * scale, step)).collect(),
        worst,
        worst_pair: worst_pair.map(|(over, under)| (over, under, errors[over] - errors[under])),
    })
}

fn nearest(price: f64, step: f64) -> f64 {
    (price / step).round().max(1.0) * step
}

fn error(price: f64, step: f64) -> f64 {
    (nearest(price, step) / price).ln()
}

/// How far from one half a match at equal points is driven when one side's points are off by `error` in ln(points).
#[must_use]
pub fn score_shift(error: f64, steepness: f64) -> f64 {
    crate::logistic::sigmoid(steepness * error.abs()) - 0.5
}
