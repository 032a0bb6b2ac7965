//! Prices from exchange rates that are known exactly, what they leave over, and what no price can fix.

use muster_stats::zero_sum;

use crate::hodge::{Comparison, Cycle, HodgeError, decompose, least_worst_lead, strongest_cycle};
use crate::logistic::sigmoid;
use crate::price_fit::{Bound, Standing};

/// A known rate: one of the first is worth e^`ln_rate` of the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownRate {
    /// Index of the first unit.
    pub first: usize,
    /// Index of the second.
    pub second: usize,
    /// ln of the rate.
    pub ln_rate: f64,
    /// Logits of score a unit of ln(size) near the even point.
    pub steepness: f64,
}

/// A rate of which only a limit is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateLimit {
    /// Index of the first unit.
    pub first: usize,
    /// Index of the second.
    pub second: usize,
    /// One of the first is worth at least e^this of the second.
    pub ln_at_least: f64,
}

/// A pair that prices do not get right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// The unit that is worth more in this pair than its price says.
    pub stronger: usize,
    /// The other.
    pub weaker: usize,
    /// By how much, in ln(points), above 0.
    pub lead: f64,
    /// What the stronger scores at equal points.
    pub score: f64,
}

/// Prices and what they leave over.
#[derive(Clone, Debug)]
pub struct PriceList {
    /// What is known of each unit, ln(points) against the anchor.
    pub standings: Vec<Standing>,
    /// Standard error of each fitted ln(points) against the anchor: how far the unit's rates disagree with each other.
    pub errors: Vec<Option<f64>>,
    /// Median steepness.
    pub steepness: f64,
    /// Root mean square of what prices leave over, ln(points).
    pub rms: f64,
    /// Rates beyond those that the prices need.
    pub degrees_of_freedom: usize,
    /// Every known pair, the worst first.
    pub mismatches: Vec<Mismatch>,
    /// The strongest cycle, its mean lead in ln(points): some pair keeps it whatever the prices are.
    pub cycle: Option<Cycle>,
    /// The least worst lead that any prices leave, ln(points): the linear program's value, which is the cycle's mean lead when both are right.
    pub least_worst_lead: f64,
    /// What a player should bring who knows that the enemy chooses too, at equal points and one unit a side: a share a unit.
    /// `None` unless every pair of priced units is known.
    pub mix: Option<Vec<f64>>,
}

/// Prices of `units` units with the anchor's as 1, by least squares on the rates. Units without a chain of rates to the
/// anchor get a limit where there is one.
///
/// # Errors
/// A rate that cannot be.
pub fn price_list(
    units: usize,
    anchor: usize,
    rates: &[KnownRate],
    limits: &[RateLimit],
) -> Result<PriceList, HodgeError> {
    let comparisons: Vec<Comparison> = rates
        .iter()
        .map(|rate| Comparison { first: rate.first, second: rate.second, value: rate.ln_rate, variance: 0.0 })
        .collect();
    let parts = decompose(units, &comparisons)?;
    let theta: Vec<Option<f64>> = (0..units)
        .map(|unit| {
            let joined = parts.components.get(anchor) == parts.components.get(unit);
            joined.then(|| parts.theta[unit] - parts.theta[anchor])
        })
        .collect();
    let squares: f64 = parts.residuals.iter().map(|residual| residual * residual).sum();
    let spread = squares / parts.degrees_of_freedom.max(1) as f64;
    let c = &parts.covariance;
    let errors = (0..units)
        .map(|unit| {
            let apart = c[(unit, unit)] + c[(anchor, anchor)] - 2.0 * c[(unit, anchor)];
            theta[unit].map(|_| (spread * apart).max(0.0).sqrt())
        })
        .collect();
    let steepness = median(rates.iter().map(|rate| rate.steepness).collect());
    let mut mismatches: Vec<Mismatch> = rates
        .iter()
        .zip(&parts.residuals)
        .map(|(rate, residual)| {
            let (stronger, weaker) =
                if *residual >= 0.0 { (rate.first, rate.second) } else { (rate.second, rate.first) };
            let lead = residual.abs();
            Mismatch { stronger, weaker, lead, score: sigmoid(steepness * lead) }
        })
        .collect();
    mismatches
        .sort_by(|a, b| b.lead.total_cmp(&a.lead).then((a.stronger, a.weaker).cmp(&(b.stronger, b.weaker))));
    Ok(PriceList {
        standings: (0..units).map(|unit| standing(unit, &theta, limits)).collect(),
        errors,
        steepness,
        rms: (squares / rates.len().max(1) as f64).sqrt(),
        degrees_of_freedom: parts.degrees_of_freedom,
        mix: mix(&theta, &mismatches),
        mismatches,
        cycle: strongest_cycle(units, &comparisons),
        least_worst_lead: least_worst_lead(units, &comparisons),
    })
}

fn standing(unit: usize, theta: &[Option<f64>], limits: &[RateLimit]) -> Standing {
    if let Some(theta) = theta[unit] {
        return Standing::Fitted(theta);
    }
    let least = limits.iter().filter(|one| one.first == unit);
    let least = least.filter_map(|one| Some(theta[one.second]? + one.ln_at_least)).reduce(f64::max);
    let most = limits.iter().filter(|one| one.second == unit);
    let most = most.filter_map(|one| Some(theta[one.first]? - one.ln_at_least)).reduce(f64::min);
    match (least, most) {
        (Some(least), _) => Standing::Bounded(Bound::AtLeast(least)),
        (None, Some(most)) => Standing::Bounded(Bound::AtMost(most)),
        (None, None) => Standing::Unknown,
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// The best mix of the game in which each side brings one kind of unit, as many as the same points buy.
fn mix(theta: &[Option<f64>], mismatches: &[Mismatch]) -> Option<Vec<f64>> {
    let priced: Vec<usize> = (0..theta.len()).filter(|unit| theta[*unit].is_some()).collect();
    let place = |unit: usize| priced.iter().position(|one| *one == unit);
    let mut scores = vec![vec![f64::NAN; priced.len()]; priced.len()];
    (0..priced.len()).for_each(|at| scores[at][at] = 0.5);
    for one in mismatches {
        if let (Some(i), Some(j)) = (place(one.stronger), place(one.weaker)) {
            scores[i][j] = one.score;
            scores[j][i] = 1.0 - one.score;
        }
    }
    let solution = zero_sum::solve(&scores).ok()?;
    let mut shares = vec![0.0; theta.len()];
    priced.iter().zip(&solution.row_mix).for_each(|(unit, share)| shares[*unit] = *share);
    Some(shares)
}
