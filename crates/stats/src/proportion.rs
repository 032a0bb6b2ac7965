//! Intervals for a score or a chance.

use statrs::distribution::{Beta, ContinuousCDF, Gamma};

use crate::normal::{two_sided_quantile, two_sided_tail, upper_tail};
use crate::{Interval, Record};

/// Largest sample for which `statrs::Beta::inverse_cdf` is asked: up to here its ends lie within 0.02 % of the
/// interval's width of those of scipy 1.17.1, `beta.ppf` (400 000 random cases; no hang, no NaN).
const BETA_LIMIT: u64 = 1_000_000;

/// Below this many successes (or failures) in a sample beyond [`BETA_LIMIT`] the Poisson limit is the better
/// approximation, above it the continuity-corrected score interval: both within 1 % of the interval's width.
const POISSON_LIMIT: u64 = 10_000;

/// Smallest error rate that [`clopper_pearson`] accepts; the quantile search is not reliable in further tails.
const LEAST_ALPHA: f64 = 1e-12;

/// Wilson's interval for a score with draws, `z` standard scores wide ([`Z95`](crate::Z95) for 95 %).
///
/// The games count for more where draws make a single game less variable: with `v` the variance of one game's score
/// and `r = v / (s(1 - s))` cut to 0.05..=1, the effective number of games is `n / r`. Covers in 94 to 96.5 % of
/// samples of 400 games with 5 to 90 % draws. After E. B. Wilson (1927).
///
/// * All won or all lost: the closed form of Clopper and Pearson, so that the interval never has zero width.
/// * All drawn: the score 1/2 and, at 95 %, ±1.5/n (half the rule of three, as a game not drawn moves the
///   score by 1/2).
/// * Nothing played, or `z` is NaN: the whole range 0..=1.
///
/// The sign of `z` has no meaning. Cut to 0..=1.
#[must_use]
pub fn wilson(record: Record, z: f64) -> Interval {
    let Some(score) = record.score() else {
        return Interval::UNIT;
    };
    if z.is_nan() {
        return Interval::UNIT;
    }
    let z = z.abs();
    let games = record.games() as f64;
    if record.draws == 0 && record.losses == 0 {
        return Interval::of_probability(1.0 - all_or_none(games, upper_tail(z)), 1.0, 1.0);
    }
    if record.draws == 0 && record.wins == 0 {
        return Interval::of_probability(0.0, all_or_none(games, upper_tail(z)), 0.0);
    }
    if record.wins == 0 && record.losses == 0 {
        let half = 1.5 / games * (two_sided_tail(z).ln() / 0.05_f64.ln());
        return Interval::of_probability(0.5 - half, 0.5 + half, 0.5);
    }
    wilson_of_share(score, games / record.draw_ratio(), z)
}

/// Wilson's interval for the share `s` in `n` trials. Neither need be whole.
fn wilson_of_share(s: f64, n: f64, z: f64) -> Interval {
    // Written in 1/(1 + z²/n) so that an endless z gives the whole range and not ∞/∞.
    let spread = z * z / n;
    if !spread.is_finite() {
        return Interval::UNIT;
    }
    let centre = (s + spread / 2.0) / (1.0 + spread);
    let half = (spread * s * (1.0 - s) + spread * spread / 4.0).sqrt() / (1.0 + spread);
    Interval::of_probability(centre - half, centre + half, s)
}

/// The exact interval of Clopper and Pearson for `k` successes in `n` trials, wrong at most `alpha` of the time.
///
/// `k` above `n` is read as `n`. `alpha` of 1 or more gives the narrowest interval (two tails of one half); `alpha`
/// below 1e-12 or NaN gives the whole range 0..=1, as does `n = 0`.
///
/// Exact (by `statrs`) up to a million trials; beyond that the Poisson limit or the continuity-corrected score
/// interval (Newcombe 1998, method 4), both within 1 % of the width.
#[must_use]
pub fn clopper_pearson(k: u64, n: u64, alpha: f64) -> Interval {
    if n == 0 || alpha.is_nan() || alpha < LEAST_ALPHA {
        return Interval::UNIT;
    }
    let k = k.min(n);
    let tail = alpha.min(1.0) / 2.0;
    let low = lower_end(k, n, tail);
    // The upper end is the lower end of the failures, counted from the other side.
    let high = 1.0 - lower_end(n - k, n, tail);
    Interval::of_probability(low, high, k as f64 / n as f64)
}

/// The chance below which `k` or more successes in `n` trials are rarer than `tail`.
fn lower_end(k: u64, n: u64, tail: f64) -> f64 {
    let (successes, trials) = (k as f64, n as f64);
    let failures = (n - k) as f64;
    if k == 0 {
        0.0
    } else if k == n {
        1.0 - all_or_none(trials, tail)
    } else if n <= BETA_LIMIT {
        Beta::new(successes, failures + 1.0).map_or(0.0, |law| law.inverse_cdf(tail))
    } else if k < POISSON_LIMIT {
        Gamma::new(successes, 1.0).map_or(0.0, |law| law.inverse_cdf(tail) / trials)
    } else if n - k < POISSON_LIMIT {
        Gamma::new(failures + 1.0, 1.0).map_or(0.0, |law| 1.0 - law.inverse_cdf(1.0 - tail) / trials)
    } else {
        let z = two_sided_quantile(2.0 * tail);
        let share = successes / trials;
        let under = z * z - 2.0 - 1.0 / trials + 4.0 * share * (failures + 1.0);
        (2.0 * successes + z * z - 1.0 - z * under.max(0.0).sqrt()) / (2.0 * (trials + z * z))
    }
}

/// The chance that can hide behind `games` trials in which it never came true: `1 - tail^(1/n)`.
fn all_or_none(games: f64, tail: f64) -> f64 {
    // expm1 keeps the digits of small chances, which 1 - powf would round away.
    -(tail.ln() / games).exp_m1()
}

/// Upper bound (95 %, one-sided) of a chance that never came true in `n` games: `3/n`, at most 1.
///
/// A sampled score of `n` of `n` is "at least `1 - 3/n`", never "100 %".
#[must_use]
pub fn rule_of_three(n: u64) -> f64 {
    if n <= 3 { 1.0 } else { 3.0 / n as f64 }
}
