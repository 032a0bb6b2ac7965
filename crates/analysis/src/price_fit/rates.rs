//! What each pair's own games say of its rate, beside what one price a unit says.

use std::collections::BTreeMap;

use super::separated::pair;
use super::{PriceFit, SizedResult};
use crate::logistic::sigmoid;
use crate::price_list::KnownRate;

const MOST_STEPS: usize = 100;
/// A longer step, in logits, is cut to this: the curve is flat far from even.
const LONGEST_STEP: f64 = 2.0;
const ARRIVED: f64 = 1e-10;

/// One row of counted games: the logits of the first of the pair by prices, its score, and how many games.
type Counted = (f64, f64, f64);

/// The exchange rates of the pairs that both won and lost some of their games (not those that only drew), at the fit's steepness and
/// seat, with their variances by luck. Pairs without two prices of one component are passed over; so are rows that hold no games. In
/// the order of the units.
#[must_use]
pub fn counted_rates(fit: &PriceFit, results: &[SizedResult]) -> Vec<KnownRate> {
    let Some(steepness) = fit.steepness.map(|slope| slope.value).filter(|slope| *slope > 0.0) else {
        return Vec::new();
    };
    let side = fit.side.map_or(0.0, |slope| slope.value);
    let mut pairs: BTreeMap<(usize, usize), Vec<Counted>> = BTreeMap::new();
    for row in results {
        if fit.stalemates.contains(&pair(row)) {
            continue;
        }
        let (Some(score), Some((lead, _))) = (row.score(), fit.ratio(row.first, row.second)) else {
            continue;
        };
        let eta = steepness * (lead + (row.figures[0] / row.figures[1]).ln()) + side * row.side;
        let (key, line) = if row.first < row.second {
            ((row.first, row.second), (eta, score, row.games()))
        } else {
            ((row.second, row.first), (-eta, 1.0 - score, row.games()))
        };
        pairs.entry(key).or_default().push(line);
    }
    let rate = |((first, second), rows): ((usize, usize), Vec<Counted>)| {
        let (shift, information) = own_lead(&rows)?;
        let (lead, _) = fit.ratio(first, second)?;
        let ln_rate = lead + shift / steepness;
        let variance = 1.0 / (information * steepness * steepness);
        (ln_rate.is_finite() && variance.is_finite()).then_some(KnownRate {
            first,
            second,
            ln_rate,
            variance,
            doubt: 0.0,
            steepness,
        })
    };
    pairs.into_iter().filter_map(rate).collect()
}

/// By how many logits a pair stands off its prices, and the information on it; `None` when its games are all won or all lost.
fn own_lead(rows: &[Counted]) -> Option<(f64, f64)> {
    let won: f64 = rows.iter().map(|(_, score, games)| score * games).sum();
    let all: f64 = rows.iter().map(|(_, _, games)| games).sum();
    if won <= 0.0 || won >= all {
        return None;
    }
    let mut shift = 0.0_f64;
    for _ in 0..MOST_STEPS {
        let (mut pull, mut information) = (0.0, 0.0);
        for (eta, score, games) in rows {
            let p = sigmoid(eta + shift);
            pull += games * (score - p);
            information += games * p * (1.0 - p);
        }
        let step = (pull / information.max(f64::MIN_POSITIVE)).clamp(-LONGEST_STEP, LONGEST_STEP);
        shift += step;
        if step.abs() < ARRIVED {
            return Some((shift, information));
        }
    }
    None
}
