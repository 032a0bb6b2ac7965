//! Prices from exchange rates, known exactly or counted, what they leave over, and what no price can fix.

use muster_stats::zero_sum;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::hodge::{
    Comparison, Cycle, CyclicShare, HodgeError, cyclic_share, decompose, games_to_tell, least_worst_lead,
    strongest_cycle,
};
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
    /// Its variance by luck; 0 when it is exact.
    pub variance: f64,
    /// Variance of what else the rate may be off by: the gap between the two sizes that a solved one lies between, or luck that does not
    /// weigh. Prices are at least as unsure as it makes them.
    pub doubt: f64,
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
    /// Standard error of each fitted ln(points) against the anchor: how far the unit's rates disagree with each other, or what the doubt
    /// about each of them makes of it when that is more.
    pub errors: Vec<Option<f64>>,
    /// Median steepness.
    pub steepness: f64,
    /// Root mean square of what prices leave over, ln(points), less what luck accounts for.
    pub rms: f64,
    /// Chance that luck alone leaves so much over, were one price a unit the whole truth (chi-square); `None` for exact rates and where
    /// nothing can be left over.
    pub by_luck: Option<f64>,
    /// Rates beyond those that the prices need.
    pub degrees_of_freedom: usize,
    /// Every known pair, the worst first.
    pub mismatches: Vec<Mismatch>,
    /// The strongest cycle, its mean lead in ln(points): some pair keeps it whatever the prices are.
    pub cycle: Option<Cycle>,
    /// The least worst lead that any prices leave, ln(points): the linear program's value, which is the cycle's mean lead when both are right.
    pub least_worst_lead: f64,
    /// What a player should bring who knows that the enemy chooses too, at equal points and one unit a side; `None` without
    /// two priced units.
    pub mix: Option<BestMix>,
    /// How much of the rates is cyclic. With exact rates there is no noise to take out; `None` without rates that differ.
    pub cyclic_share: Option<CyclicShare>,
    /// Games a pair at equal points after which players would notice that one price a unit does not explain the results (see
    /// [`games_to_tell`]); `None` when prices explain them all.
    pub games_to_tell: Option<f64>,
}

/// The best mix of the game in which each side brings one kind of unit, as many as the same points buy.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMix {
    /// How often to bring each unit; 0 for units without a price. Other mixes may do as well.
    pub shares: Vec<f64>,
    /// What each unit scores against the mix: at most one half, and less for a unit that is too dear in such company. `None`
    /// without a price.
    pub scores: Vec<Option<f64>>,
    /// Pairs of priced units whose rate is not known: taken as even, or as one-sided as their limit says.
    pub supposed: usize,
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
        .map(|rate| Comparison {
            first: rate.first,
            second: rate.second,
            value: rate.ln_rate,
            variance: rate.variance,
        })
        .collect();
    let parts = decompose(units, &comparisons)?;
    let theta: Vec<Option<f64>> = (0..units)
        .map(|unit| {
            let joined = parts.components.get(anchor) == parts.components.get(unit);
            joined.then(|| parts.theta[unit] - parts.theta[anchor])
        })
        .collect();
    let squares: f64 = parts.residuals.iter().map(|residual| residual * residual).sum();
    let counted = !rates.is_empty() && rates.iter().all(|rate| rate.variance > 0.0);
    let pulls =
        rates.iter().zip(&parts.residuals).map(|(rate, residual)| residual * residual / rate.variance);
    let freedom = parts.degrees_of_freedom as f64;
    // Counted rates weigh by their variances, and their errors are as they say or wider.
    let chi_square = if counted { pulls.sum() } else { 0.0 };
    let spread = if counted { (chi_square / freedom.max(1.0)).max(1.0) } else { squares / freedom.max(1.0) };
    let noise = rates.iter().map(|rate| rate.variance).sum::<f64>() / rates.len().max(1) as f64;
    let c = &parts.covariance;
    let errors = (0..units)
        .map(|unit| {
            let apart = c[(unit, unit)] + c[(anchor, anchor)] - 2.0 * c[(unit, anchor)];
            // How far one rate moves the price: its weight times the difference of its units' columns.
            let pull = |rate: &KnownRate| {
                let of = |row: usize| c[(row, rate.first)] - c[(row, rate.second)];
                let weight = if counted { 1.0 / rate.variance } else { 1.0 };
                weight * (of(unit) - of(anchor))
            };
            let doubt: f64 = rates.iter().map(|rate| pull(rate).powi(2) * rate.doubt).sum();
            theta[unit].map(|_| (spread * apart).max(doubt).sqrt())
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
        rms: ((squares - freedom * noise).max(0.0) / rates.len().max(1) as f64).sqrt(),
        by_luck: ChiSquared::new(freedom).ok().filter(|_| counted).map(|law| law.sf(chi_square)),
        degrees_of_freedom: parts.degrees_of_freedom,
        mix: mix(&theta, &mismatches, limits, steepness),
        cyclic_share: cyclic_share(units, &comparisons)?,
        games_to_tell: games_to_tell(
            &mismatches.iter().map(|one| one.score).collect::<Vec<f64>>(),
            parts.degrees_of_freedom,
        ),
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

fn mix(
    theta: &[Option<f64>],
    mismatches: &[Mismatch],
    limits: &[RateLimit],
    steepness: f64,
) -> Option<BestMix> {
    let priced: Vec<usize> = (0..theta.len()).filter(|unit| theta[*unit].is_some()).collect();
    let place = |unit: usize| priced.iter().position(|one| *one == unit);
    if priced.len() < 2 {
        return None;
    }
    let mut scores = vec![vec![0.5; priced.len()]; priced.len()];
    let mut set = |stronger: usize, weaker: usize, score: f64| {
        if let (Some(i), Some(j)) = (place(stronger), place(weaker)) {
            (scores[i][j], scores[j][i]) = (score, 1.0 - score);
        }
    };
    for one in limits {
        if let (Some(first), Some(second)) = (theta[one.first], theta[one.second]) {
            let lead = one.ln_at_least - (first - second);
            set(one.first, one.second, sigmoid(steepness * lead.max(0.0)));
        }
    }
    for one in mismatches {
        set(one.stronger, one.weaker, one.score);
    }
    let known = mismatches.iter().filter(|one| place(one.stronger).is_some() && place(one.weaker).is_some());
    let supposed = (priced.len() * (priced.len() - 1) / 2).saturating_sub(known.count());
    let solution = zero_sum::solve(&scores).ok()?;
    let (mut shares, mut against) = (vec![0.0; theta.len()], vec![None; theta.len()]);
    for (at, unit) in priced.iter().enumerate() {
        shares[*unit] = solution.row_mix[at];
        against[*unit] =
            Some(scores[at].iter().zip(&solution.row_mix).map(|(score, share)| score * share).sum());
    }
    Some(BestMix { shares, scores: against, supposed })
}
