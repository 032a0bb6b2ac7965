//! Prices in order: a unit that is better in every respect should not cost less.

use muster_stats::linear::Vector;
use muster_stats::{benjamini_hochberg, upper_tail};

use super::ArmyFit;
use crate::price_fit::{Slope, Standing};

/// A reversal within so many standard errors is luck.
const LUCK: f64 = 2.0;
/// Share of the reported reversals that are false on average.
const FALSE_DISCOVERIES: f64 = 0.05;
/// Prices this near to each other, in ln(cost), are in order.
const EQUAL: f64 = 1e-9;

/// A better unit that costs less than a worse one, beyond luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reversal {
    /// The better unit.
    pub better: usize,
    /// The worse one.
    pub worse: usize,
    /// ln(price of the better over price of the worse), below 0.
    pub lead: f64,
    /// Its standard error.
    pub error: f64,
}

/// Prices in order as far as luck allows.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// The fit with pooled prices.
    pub fit: ArmyFit,
    /// Units that now cost the same, the better first of each pair that was out of order by luck.
    pub pooled: Vec<(usize, usize)>,
    /// Pairs out of order beyond luck, the surest first. They stay as they are: it is the rules, or how they are played.
    pub reversed: Vec<Reversal>,
}

/// Brings prices into order. `better` lists pairs of units, the better first, of which it should not cost less. A reversal of more
/// than two standard errors is reported, if it stands among so many pairs (false discoveries held to 5 %, Benjamini and Hochberg
/// 1995); any other is luck, and the two get one price: their mean, weighted by what the battles tell of each. Pairs without two
/// prices are passed over.
#[must_use]
pub fn in_order(fit: ArmyFit, better: &[(usize, usize)]) -> Ordered {
    let known: Vec<Reversal> = better
        .iter()
        .filter_map(|(one, other)| {
            let (lead, error) = fit.ratio(*one, *other)?;
            Some(Reversal { better: *one, worse: *other, lead, error })
        })
        .collect();
    let surely = |pair: &Reversal| if pair.error > 0.0 { -pair.lead / pair.error } else { 0.0 };
    let chances: Vec<f64> = known.iter().map(|pair| upper_tail(surely(pair))).collect();
    let adjusted = benjamini_hochberg(&chances);
    let beyond = |at: usize| surely(&known[at]) > LUCK && adjusted[at] <= FALSE_DISCOVERIES;
    let (found, fine): (Vec<usize>, Vec<usize>) = (0..known.len()).partition(|at| beyond(*at));
    let mut reversed: Vec<Reversal> = found.into_iter().map(|at| known[at]).collect();
    reversed
        .sort_by(|a, b| surely(b).total_cmp(&surely(a)).then((a.better, a.worse).cmp(&(b.better, b.worse))));
    let mut ordered = Ordered { fit, pooled: Vec::new(), reversed };
    // Each step makes one pair equal for good, so that there are no more steps than pairs.
    for _ in 0..fine.len() {
        let out_of_order = fine.iter().filter_map(|at| {
            let pair = known[*at];
            let (lead, error) = ordered.fit.ratio(pair.better, pair.worse)?;
            (lead < -EQUAL && error > 0.0).then_some((lead / error, pair))
        });
        let Some((_, pair)) = out_of_order.min_by(|a, b| a.0.total_cmp(&b.0)) else { break };
        ordered.fit = made_equal(&ordered.fit, pair.better, pair.worse);
        ordered.pooled.push((pair.better, pair.worse));
    }
    same_bits(&mut ordered);
    ordered
}

/// The fit under the condition that two prices are equal: for independent errors the mean weighted by 1/variance, and what hangs
/// together with them moves along.
fn made_equal(fit: &ArmyFit, one: usize, other: usize) -> ArmyFit {
    let c = &fit.covariance;
    let gain = &Vector::from(c.column(one)) - &Vector::from(c.column(other));
    let variance = gain[one] - gain[other];
    if variance <= 0.0 {
        return fit.clone();
    }
    let mut equal = fit.clone();
    let lead = fit.point.0[one] - fit.point.0[other];
    equal.point.0 -= &(&gain * (lead / variance));
    equal.covariance.add_outer(-1.0 / variance, &gain);
    let units = equal.point.units();
    let slope =
        |at: usize| Slope { value: equal.point.0[at], error: equal.covariance[(at, at)].max(0.0).sqrt() };
    (equal.steepness, equal.side) = (slope(units), slope(units + 1));
    for (unit, standing) in equal.standings.iter_mut().enumerate() {
        if let Standing::Fitted(theta) = standing {
            *theta = equal.point.0[unit];
        }
    }
    equal
}

/// Pooled prices are the same number, not the same but for rounding.
fn same_bits(ordered: &mut Ordered) {
    let units = ordered.fit.standings.len();
    let mut group: Vec<usize> = (0..units).collect();
    for (one, other) in &ordered.pooled {
        let (from, to) = (group[*one], group[*other]);
        group.iter_mut().filter(|of| **of == from).for_each(|of| *of = to);
    }
    for (unit, of) in group.into_iter().enumerate() {
        let theta = ordered.fit.point.0[of];
        ordered.fit.point.0[unit] = theta;
        if let Standing::Fitted(own) = &mut ordered.fit.standings[unit] {
            *own = theta;
        }
    }
}
