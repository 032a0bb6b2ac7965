//! Sequential probability ratio test for scores: is it nearer to `h0` or to `h1`, decided as soon as it can be.
//!
//! The generalised test of fishtest and fastchess: the log-likelihood ratio of the most likely laws of a game's score under
//! each hypothesis (M. Van den Bergh, "A Practical Introduction to the GSPRT", fishtest documentation). Games count as
//! lost, drawn, won; pairs of games with exchanged seats by their sum, from two losses to two wins.

use crate::Record;

/// Games, or pairs of games, by their score in equal steps from 0 to 1: three counts for games, five for pairs.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreCounts(Vec<f64>);

/// A count of 0 stands for this many: a law without any chance of a result that might still come is no law.
const LEAST: f64 = 1e-3;

impl ScoreCounts {
    /// Single games.
    #[must_use]
    pub fn of_games(record: Record) -> ScoreCounts {
        ScoreCounts::of_counts(&[record.losses, record.draws, record.wins])
    }

    /// Pairs of games by their sum: 0, 1/2, 1, 1 1/2 and 2 points.
    #[must_use]
    pub fn of_pairs(pairs: [u64; 5]) -> ScoreCounts {
        ScoreCounts::of_counts(&pairs)
    }

    fn of_counts(counts: &[u64]) -> ScoreCounts {
        ScoreCounts(counts.iter().map(|count| (*count as f64).max(LEAST)).collect())
    }

    fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// Scores and their observed shares.
    fn law(&self) -> Vec<(f64, f64)> {
        let (total, last) = (self.total(), (self.0.len() - 1) as f64);
        (0u32..).zip(&self.0).map(|(at, count)| (f64::from(at) / last, count / total)).collect()
    }
}

/// What the two hypotheses speak of.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Hypotheses {
    /// Mean scores, each within 0 to 1.
    Scores {
        /// Score under the null hypothesis.
        h0: f64,
        /// Score under the alternative.
        h1: f64,
    },
    /// Distances of the mean score from 1/2 in standard deviations of one game's score ("normalized" in fastchess).
    Effects {
        /// Distance under the null hypothesis.
        h0: f64,
        /// Distance under the alternative.
        h1: f64,
    },
}

/// The score of an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distance in standard deviations of a normalised Elo difference.
#[must_use]
pub fn effect_of_elo(elo: f64) -> f64 {
    elo * std::f64::consts::LN_10 / 800.0
}

/// The log-likelihood ratio of `h1` against `h0`: above 0 speaks for `h1`. Finite for any counts.
#[must_use]
pub fn log_likelihood_ratio(counts: &ScoreCounts, hypotheses: Hypotheses) -> f64 {
    let law = counts.law();
    let [null, alternative] = match hypotheses {
        Hypotheses::Scores { h0, h1 } => {
            [h0, h1].map(|score| likeliest(&law, |value| value - score.clamp(1e-6, 1.0 - 1e-6)))
        }
        Hypotheses::Effects { h0, h1 } => {
            // A pair's mean varies less than a game's by the root of 2.
            let scale = ((counts.0.len() - 1) as f64 / 2.0).sqrt();
            [h0, h1].map(|effect| likeliest_of_effect(&law, effect * scale))
        }
    };
    let each = law.iter().zip(&null).zip(&alternative);
    let ratio: f64 = each.map(|(((_, share), p0), p1)| share * (p1 / p0).ln()).sum();
    let ratio = ratio * counts.total();
    if ratio.is_finite() { ratio } else { 0.0 }
}

/// The likeliest law with `sum p (moment) = 0`, moment by moment of the scores: `p = share / (1 + t moment)` with the one `t`
/// that meets the condition (Van den Bergh, proposition 1.1).
fn likeliest(law: &[(f64, f64)], moment: impl Fn(f64) -> f64) -> Vec<f64> {
    let moments: Vec<f64> = law.iter().map(|(value, _)| moment(*value)).collect();
    let (lowest, highest) =
        moments.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), m| (l.min(*m), h.max(*m)));
    if !(lowest < 0.0 && highest > 0.0) {
        return law.iter().map(|(_, share)| *share).collect();
    }
    let excess =
        |t: f64| law.iter().zip(&moments).map(|((_, share), m)| share * m / (1.0 + t * m)).sum::<f64>();
    // The sum falls from plus to minus infinity between the two poles.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    law.iter().zip(&moments).map(|((_, share), m)| share / (1.0 + t * m)).collect()
}

/// The likeliest law whose mean lies `effect` standard deviations above 1/2, by iterating the condition made linear at the
/// law before (Van den Bergh, section 4).
fn likeliest_of_effect(law: &[(f64, f64)], effect: f64) -> Vec<f64> {
    let mut p = vec![1.0 / law.len() as f64; law.len()];
    for _ in 0..100 {
        let mean: f64 = law.iter().zip(&p).map(|((value, _), p)| value * p).sum();
        let variance: f64 =
            law.iter().zip(&p).map(|((value, _), p)| p * (value - mean) * (value - mean)).sum();
        let sigma = variance.max(1e-12).sqrt();
        let next = likeliest(law, |value| {
            let far = (mean - value) / sigma;
            value - 0.5 - effect * sigma * (1.0 + far * far) / 2.0
        });
        let moved = next.iter().zip(&p).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        p = next;
        if moved < 1e-10 {
            break;
        }
    }
    p
}

/// Where the test stops.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Bounds {
    /// At or below this `h0` is accepted.
    pub lower: f64,
    /// At or above this `h1` is accepted.
    pub upper: f64,
}

/// What the test says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The null hypothesis.
    AcceptH0,
    /// The alternative.
    AcceptH1,
    /// Neither yet.
    GoOn,
}

impl Bounds {
    /// Wald's bounds for the error rates `alpha` (accepting `h1` when `h0` is true) and `beta` (the other way round), each
    /// brought within 1e-9 to 0.5.
    #[must_use]
    pub fn new(alpha: f64, beta: f64) -> Bounds {
        let rate = |rate: f64| if rate.is_nan() { 0.05 } else { rate.clamp(1e-9, 0.5) };
        let (alpha, beta) = (rate(alpha), rate(beta));
        Bounds { lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() }
    }

    /// What a log-likelihood ratio comes to.
    #[must_use]
    pub fn decide(&self, ratio: f64) -> Decision {
        if ratio >= self.upper {
            Decision::AcceptH1
        } else if ratio <= self.lower {
            Decision::AcceptH0
        } else {
            Decision::GoOn
        }
    }
}
