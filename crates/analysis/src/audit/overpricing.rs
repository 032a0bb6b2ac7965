//! Over- and underpricing by a formula, unit by unit.

use std::f64::consts::FRAC_PI_2;

use muster_stats::benjamini_hochberg;
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::hodge::{Comparison, Decomposition, HodgeError, decompose};
use crate::logistic::sigmoid;
use crate::price_list::KnownRate;

/// A unit by the formula and by its worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mispriced {
    /// Index of the unit.
    pub unit: usize,
    /// ln(formula price / worth) less the median unit's: above 0 the formula asks too much.
    pub over: f64,
    /// Its standard error, from how far the unit's rates against different enemies disagree; infinite where there are no more
    /// rates than worths, so that none can disagree.
    pub error: f64,
    /// Chance of so large a distance in a unit that is priced right.
    pub p_value: f64,
    /// The same, adjusted for the number of units (Benjamini and Hochberg).
    pub adjusted: f64,
}

/// How fair matches at equal cost by the formula are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EqualCost {
    /// Pairs with a known rate.
    pub pairs: usize,
    /// Share of them in which the better side scores at most 60 %.
    pub fair_share: f64,
    /// Mean distance of the score from one half.
    pub mean_distance: f64,
    /// The same distance under the fitted worth: what no price list can go below by much.
    pub fitted_mean_distance: f64,
}

/// A formula held against exchange rates.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaAudit {
    /// Every unit with a formula price and a worth, in the order of the units.
    pub units: Vec<Mispriced>,
    /// Matches at equal formula cost.
    pub equal_cost: EqualCost,
    /// Slope of ln(worth) on ln(formula price), and its standard error: 1 when a unit twice as dear is worth twice as much, 0
    /// when the formula tells nothing. `None` with fewer than three units or equal prices.
    pub slope: Option<(f64, f64)>,
    /// Root mean square of `over`.
    pub rms: f64,
}

/// Score of the better side up to which a match counts as fair.
const FAIR: f64 = 0.6;

/// Holds `ln_cost` (a formula's ln(price) per unit of account, `None` where it has none) against rates.
///
/// Worths are fitted to all rates by least squares; only units in the piece of the first priced unit are compared.
///
/// # Errors
/// A rate that cannot be.
pub fn audit_formula(ln_cost: &[Option<f64>], rates: &[KnownRate]) -> Result<FormulaAudit, HodgeError> {
    let comparisons: Vec<Comparison> = rates
        .iter()
        .map(|rate| Comparison { first: rate.first, second: rate.second, value: rate.ln_rate, variance: 0.0 })
        .collect();
    let parts = decompose(ln_cost.len(), &comparisons)?;
    let rated = |unit: usize| rates.iter().any(|rate| rate.first == unit || rate.second == unit);
    let costed: Vec<usize> =
        (0..ln_cost.len()).filter(|unit| ln_cost[*unit].is_some() && rated(*unit)).collect();
    let piece = costed.first().map(|unit| parts.components[*unit]);
    let units: Vec<usize> =
        costed.into_iter().filter(|unit| Some(parts.components[*unit]) == piece).collect();
    let cost = |unit: usize| ln_cost[unit].unwrap_or(0.0);
    let over: Vec<f64> = units.iter().map(|unit| cost(*unit) - parts.theta[*unit]).collect();
    let middle = median(over.clone());
    let errors = errors(&units, &parts);
    let p_values: Vec<f64> = over
        .iter()
        .zip(&errors)
        .map(|(over, error)| p_value(over - middle, *error, parts.degrees_of_freedom))
        .collect();
    let adjusted = benjamini_hochberg(&p_values);
    let squares: f64 = over.iter().map(|over| (over - middle).powi(2)).sum();
    let points: Vec<(f64, f64)> = units.iter().map(|unit| (cost(*unit), parts.theta[*unit])).collect();
    Ok(FormulaAudit {
        units: units
            .iter()
            .enumerate()
            .map(|(at, unit)| Mispriced {
                unit: *unit,
                over: over[at] - middle,
                error: errors[at],
                p_value: p_values[at],
                adjusted: adjusted[at],
            })
            .collect(),
        equal_cost: equal_cost(ln_cost, rates, &parts.theta),
        slope: slope(&points),
        rms: (squares / units.len().max(1) as f64).sqrt(),
    })
}

/// Standard error of each unit's ln(worth) against the median of the compared units: that against their mean, and what a
/// median of normal numbers varies more than a mean does (half of π times as much variance).
fn errors(units: &[usize], parts: &Decomposition) -> Vec<f64> {
    if parts.degrees_of_freedom == 0 {
        return vec![f64::INFINITY; units.len()];
    }
    let squares: f64 = parts.residuals.iter().map(|residual| residual * residual).sum();
    let spread = squares / parts.degrees_of_freedom.max(1) as f64;
    let c = &parts.covariance;
    let n = units.len().max(1) as f64;
    let with_mean = |unit: usize| units.iter().map(|other| c[(unit, *other)]).sum::<f64>() / n;
    let mean: f64 = units.iter().map(|unit| with_mean(*unit)).sum::<f64>() / n;
    let own: Vec<f64> =
        units.iter().map(|unit| (c[(*unit, *unit)] - 2.0 * with_mean(*unit) + mean).max(0.0)).collect();
    let of_median = (FRAC_PI_2 - 1.0) * own.iter().sum::<f64>() / (n * n);
    own.iter().map(|variance| (spread * (variance + of_median)).sqrt()).collect()
}

/// Two-sided, by Student's law: the scatter is itself estimated.
fn p_value(distance: f64, error: f64, degrees_of_freedom: usize) -> f64 {
    if degrees_of_freedom == 0 {
        return 1.0;
    }
    // Without any scatter whatever is not 0 is certain.
    if error <= f64::MIN_POSITIVE {
        return if distance.abs() > 1e-9 { 0.0 } else { 1.0 };
    }
    StudentsT::new(0.0, 1.0, degrees_of_freedom as f64)
        .map_or(1.0, |law| (2.0 * law.sf(distance.abs() / error)).clamp(0.0, 1.0))
}

fn equal_cost(ln_cost: &[Option<f64>], rates: &[KnownRate], theta: &[f64]) -> EqualCost {
    let (mut pairs, mut fair, mut distance, mut fitted) = (0_usize, 0_usize, 0.0, 0.0);
    for rate in rates {
        let (Some(first), Some(second)) = (ln_cost[rate.first], ln_cost[rate.second]) else { continue };
        let score = |by_price: f64| sigmoid(rate.steepness * (rate.ln_rate - by_price));
        let off = (score(first - second) - 0.5).abs();
        pairs += 1;
        fair += usize::from(off <= FAIR - 0.5);
        distance += off;
        fitted += (score(theta[rate.first] - theta[rate.second]) - 0.5).abs();
    }
    let of = |sum: f64| sum / pairs.max(1) as f64;
    EqualCost {
        pairs,
        fair_share: of(fair as f64),
        mean_distance: of(distance),
        fitted_mean_distance: of(fitted),
    }
}

/// Least squares of y on x: slope and its standard error.
fn slope(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let n = points.len() as f64;
    if points.len() < 3 {
        return None;
    }
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(&|point| point.0), mean(&|point| point.1));
    let sxx: f64 = points.iter().map(|(x, _)| (x - mx).powi(2)).sum();
    if sxx <= 1e-12 {
        return None;
    }
    let slope = points.iter().map(|(x, y)| (x - mx) * (y - my)).sum::<f64>() / sxx;
    let rest: f64 = points.iter().map(|(x, y)| (y - my - slope * (x - mx)).powi(2)).sum();
    Some((slope, (rest / (n - 2.0) / sxx).sqrt()))
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => f64::midpoint(values[n / 2 - 1], values[n / 2]),
    }
}
