//! When sampling may stop.
//!
//! A target width may be looked at as often as wanted ([`width_reached`]). A *verdict* ("is this fair?") may not be
//! read off an ordinary interval again and again: with 200 looks that raises a false alarm in 4 of 10 fair cases.
//! Use a few looks planned in advance ([`look_score`]) or a [`ConfidenceSequence`], which holds at every look.

use statrs::function::beta::ln_beta;

use crate::normal::two_sided_quantile;
use crate::{Interval, Record, wilson};

/// Whether the Wilson interval of `record`, `z` standard scores wide, is no wider than `half_width` to each side.
///
/// Never true before the first game.
#[must_use]
pub fn width_reached(record: Record, half_width: f64, z: f64) -> bool {
    record.games() > 0 && wilson(record, z).half_width() <= half_width
}

/// The standard score for each of `looks` planned looks so that all together raise a false alarm at most `alpha` of the
/// time (each look has `alpha / looks`): 2.73 for 8 looks at 5 %. 0 looks count as 1.
#[must_use]
pub fn look_score(looks: u32, alpha: f64) -> f64 {
    two_sided_quantile(alpha / f64::from(looks.max(1)))
}

/// An interval for a score that holds at all looks at once, however often one looks.
///
/// Beta-binomial mixture: the value `m` is kept while
/// `ln B(S+a, n-S+a) - ln B(a, a) - S ln m - (n-S) ln(1-m) < ln(1/alpha)` with `S` wins plus half the draws.
/// By Ville's inequality a true score is ever excluded at most `alpha` of the time; draws only make it safer.
/// See Howard et al. (2021), time-uniform confidence sequences.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ConfidenceSequence {
    prior: f64,
    alpha: f64,
}

/// Games beyond which the log-beta differences lose their digits: larger samples are read as this many games with the same
/// score, which gives a wider interval.
const MOST_GAMES: f64 = 1e9;

impl ConfidenceSequence {
    /// A sequence tuned for the question "is it 1/2?" (`a = 100`): 1.4 times as wide as Wilson at 1000 games.
    #[must_use]
    pub fn near_half(alpha: f64) -> Self {
        Self::new(100.0, alpha)
    }

    /// A sequence for scores anywhere between 0 and 1 (`a = 1/2`): about twice as wide as Wilson.
    #[must_use]
    pub fn anywhere(alpha: f64) -> Self {
        Self::new(0.5, alpha)
    }

    /// A sequence with the weight `prior` (the `a` of the formula, 0.01 to 10 000) and the false-alarm rate `alpha`.
    /// Values outside and NaN are brought to the nearest that makes sense: NaN to 1/2 and to 0.05.
    #[must_use]
    pub fn new(prior: f64, alpha: f64) -> Self {
        let prior = if prior.is_nan() { 0.5 } else { prior.clamp(0.01, 10_000.0) };
        let alpha = if alpha.is_nan() { 0.05 } else { alpha.clamp(1e-300, 1.0) };
        Self { prior, alpha }
    }

    /// Whether the sample rules out the true score `m`. Outside 0..=1 everything is ruled out; before the first game nothing
    /// else is.
    #[must_use]
    pub fn excludes(&self, record: Record, m: f64) -> bool {
        if !(0.0..=1.0).contains(&m) {
            return true;
        }
        Evidence::new(record, self.prior).is_some_and(|evidence| evidence.against(m) >= -self.alpha.ln())
    }

    /// All scores that the sample does not rule out. 0..=1 before the first game.
    #[must_use]
    pub fn interval(&self, record: Record) -> Interval {
        let Some(evidence) = Evidence::new(record, self.prior) else {
            return Interval::UNIT;
        };
        let limit = -self.alpha.ln();
        // The evidence falls up to the score and rises after it, so each end is found by halving.
        let edge = |mut outside: f64, mut inside: f64| {
            if evidence.against(outside) < limit {
                return outside;
            }
            for _ in 0..100 {
                let middle = f64::midpoint(outside, inside);
                if evidence.against(middle) < limit {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            outside
        };
        let low = edge(0.0, evidence.score);
        let high = edge(1.0, evidence.score);
        Interval::of_probability(low, high, evidence.score)
    }
}

/// The parts of the mixture that do not depend on the score asked about.
struct Evidence {
    score: f64,
    games: f64,
    constant: f64,
}

impl Evidence {
    fn new(record: Record, prior: f64) -> Option<Self> {
        let score = record.score()?;
        let games = (record.games() as f64).min(MOST_GAMES);
        let won = score * games;
        let constant = ln_beta(won + prior, games - won + prior) - ln_beta(prior, prior);
        Some(Self { score, games, constant })
    }

    /// The logarithm of the odds against the true score `m`; infinite where the sample could not have come about.
    fn against(&self, m: f64) -> f64 {
        // 0 · ln 0 is 0 here: nothing was seen of what cannot happen.
        let term = |share: f64, chance: f64| if share > 0.0 { share * self.games * chance.ln() } else { 0.0 };
        self.constant - term(self.score, m) - term(1.0 - self.score, 1.0 - m)
    }
}
