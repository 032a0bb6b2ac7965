//! How a test asserts on random output.
//!
//! A [`Check`] compares a count or a score with the value that should come out, raises a false alarm at a stated rate and
//! says which shift it would have caught. A check that could only see a shift of 0.3 proves little, and
//! [`Verdict`] prints that beside the verdict.
//!
//! ```
//! use muster_stats::alarm::Check;
//!
//! let verdict = Check::proportion(500_700, 1_000_000, 0.5).verdict();
//! assert!(verdict.passed, "{verdict}");
//! assert!(verdict.smallest_shift < 0.0034);
//! ```

use std::fmt;

use statrs::function::beta::checked_beta_reg;
use statrs::function::gamma::{checked_gamma_lr, checked_gamma_ur};

use crate::Record;
use crate::normal::{two_sided_quantile, two_sided_tail};

/// False-alarm rate of a check unless told otherwise: 300 such checks together stay below 1 in 1000.
pub const DEFAULT_ALPHA: f64 = 3.3e-6;

/// Chance with which [`Verdict::smallest_shift`] is caught.
pub const POWER: f64 = 0.97;

/// The standard score that a share of [`POWER`] lies below (scipy 1.17.1, `norm.ppf(0.97)`).
const POWER_SCORE: f64 = 1.880_793_608_151_251;

/// Expected successes times share of failures from which the normal law stands in for the binomial. Its two tails of
/// 3.3e-6 hold at most 3.6e-6 there (scipy 1.17.1, at the rarest chances).
const NORMAL_FROM: f64 = 1_000.0;

/// Trials up to which the exact binomial tail is asked; beyond, and below [`NORMAL_FROM`], the Poisson limit is right
/// within an eighth of the p-value (at 3.3e-6; scipy 1.17.1).
const BINOMIAL_LIMIT: f64 = 1e5;

/// A sampled value, the value that should come out, and the false-alarm rate of comparing them.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Check {
    observed: f64,
    expected: f64,
    games: u64,
    /// Games as two-way games of the same variance: more than `games` where there are draws.
    effective: f64,
    alpha: f64,
    sound: bool,
}

/// What a [`Check`] found.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether the sample is in keeping with the expected value. A check on no games or on impossible numbers fails.
    pub passed: bool,
    /// Observed less expected, in standard deviations. Infinite where the expected value allows no deviation at all.
    pub z: f64,
    /// Chance of a deviation at least this large, to either side, when the expected value is true.
    pub p_value: f64,
    /// The smallest shift of the true value (towards one half) that would be caught with chance [`POWER`]; 1 when
    /// no shift would.
    pub smallest_shift: f64,
    /// The share or score found.
    pub observed: f64,
    /// The share or score that should come out.
    pub expected: f64,
    /// Games in the sample.
    pub games: u64,
    /// The false-alarm rate.
    pub alpha: f64,
}

impl Check {
    /// Compares `k` successes in `n` games with the chance `p` of each.
    #[must_use]
    pub fn proportion(k: u64, n: u64, p: f64) -> Self {
        let games = n as f64;
        Self {
            observed: if n == 0 { 0.0 } else { k as f64 / games },
            expected: p,
            games: n,
            effective: games,
            alpha: DEFAULT_ALPHA,
            sound: n > 0 && k <= n && (0.0..=1.0).contains(&p),
        }
    }

    /// Compares the score of a record (wins plus half the draws) with `expected_score`. Draws count for their smaller
    /// variance, as in [`wilson`](crate::wilson).
    #[must_use]
    pub fn score(record: Record, expected_score: f64) -> Self {
        Self {
            observed: record.score().unwrap_or(0.0),
            expected: expected_score,
            games: record.games(),
            effective: record.games() as f64 / record.draw_ratio(),
            alpha: DEFAULT_ALPHA,
            sound: record.games() > 0 && (0.0..=1.0).contains(&expected_score),
        }
    }

    /// Sets the false-alarm rate: the chance that a right program fails this check. Between 0 and 1; other values
    /// are brought to the nearer end, and NaN to [`DEFAULT_ALPHA`].
    #[must_use]
    pub fn alpha(self, alpha: f64) -> Self {
        let alpha = if alpha.is_nan() { DEFAULT_ALPHA } else { alpha.clamp(f64::MIN_POSITIVE, 1.0) };
        Self { alpha, ..self }
    }

    /// Judges the sample.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let expected = if self.expected.is_nan() { 0.0 } else { self.expected };
        if !self.sound {
            return Verdict {
                passed: false,
                z: f64::INFINITY,
                p_value: 0.0,
                smallest_shift: 1.0,
                observed: self.observed,
                expected,
                games: self.games,
                alpha: self.alpha,
            };
        }
        let z = standard_score(self.observed - expected, expected, self.effective);
        let p_value = tail(self.observed, expected, self.effective, z);
        Verdict {
            passed: p_value > self.alpha,
            z,
            p_value,
            smallest_shift: smallest_shift(expected, self.effective, self.alpha),
            observed: self.observed,
            expected,
            games: self.games,
            alpha: self.alpha,
        }
    }
}

/// The deviation in standard deviations of a share of `n` trials.
fn standard_score(deviation: f64, p: f64, n: f64) -> f64 {
    let se = (p * (1.0 - p) / n).sqrt();
    if se > 0.0 {
        deviation / se
    } else if deviation.abs() > 0.0 {
        f64::INFINITY.copysign(deviation)
    } else {
        0.0
    }
}

/// Whether the normal law stands in for the binomial law of `n` trials of chance `p`.
fn is_near_normal(p: f64, n: f64) -> bool {
    n * p * (1.0 - p) >= NORMAL_FROM
}

/// Chance of a share at least as far out as `share` among `n` trials of chance `p`: twice the smaller tail.
fn tail(share: f64, p: f64, n: f64, z: f64) -> f64 {
    if is_near_normal(p, n) {
        two_sided_tail(z)
    } else if p <= 0.5 {
        exact_tail(share * n, n, p)
    } else {
        // Counted from the rarer side, so that the Poisson limit applies to it.
        exact_tail((1.0 - share) * n, n, 1.0 - p)
    }
}

/// Twice the smaller tail at `k` successes, for a rare `p`.
fn exact_tail(k: f64, n: f64, p: f64) -> f64 {
    let (at_least, at_most) = tails(k, n, p);
    (2.0 * at_least.min(at_most)).clamp(0.0, 1.0)
}

/// P(X ≥ k) and P(X ≤ k) for `n` trials of chance `p`.
fn tails(k: f64, n: f64, p: f64) -> (f64, f64) {
    if n <= BINOMIAL_LIMIT { binomial_tails(k, n, p) } else { poisson_tails(k, n * p) }
}

/// P(X ≥ k) and P(X ≤ k) of the binomial law, by the incomplete beta function. `k` need not be whole.
fn binomial_tails(k: f64, n: f64, p: f64) -> (f64, f64) {
    let at_least = if k <= 0.0 { 1.0 } else { checked_beta_reg(k, n - k + 1.0, p).unwrap_or(0.0) };
    let at_most = if k >= n { 1.0 } else { checked_beta_reg(n - k, k + 1.0, 1.0 - p).unwrap_or(0.0) };
    (at_least, at_most)
}

/// P(X ≥ k) and P(X ≤ k) of the Poisson law, by the incomplete gamma function.
fn poisson_tails(k: f64, mean: f64) -> (f64, f64) {
    let at_least = if k <= 0.0 { 1.0 } else { checked_gamma_lr(k, mean).unwrap_or(0.0) };
    (at_least, checked_gamma_ur(k + 1.0, mean).unwrap_or(0.0))
}

/// The shift from `p` towards one half that is caught with chance [`POWER`]; 1 where there is none.
fn smallest_shift(p: f64, n: f64, alpha: f64) -> f64 {
    let p = p.min(1.0 - p);
    let shift = if is_near_normal(p, n) { normal_shift(p, n, alpha) } else { exact_shift(p, n, alpha) };
    if shift.is_finite() && p + shift < 1.0 { shift } else { 1.0 }
}

/// The root of `shift = z_alpha·se(p) + z_power·se(p + shift)`, a quadratic.
fn normal_shift(p: f64, n: f64, alpha: f64) -> f64 {
    let reach = two_sided_quantile(alpha) * (p * (1.0 - p) / n).sqrt();
    let weight = POWER_SCORE * POWER_SCORE / n;
    // (shift - reach)² = weight·(p + shift)(1 - p - shift)
    let square = 1.0 + weight;
    let half_linear = reach + weight * (0.5 - p);
    let constant = reach * reach - weight * p * (1.0 - p);
    (half_linear + (half_linear * half_linear - square * constant).max(0.0).sqrt()) / square
}

/// The shift that brings the count to its first alarming value with chance [`POWER`].
fn exact_shift(p: f64, n: f64, alpha: f64) -> f64 {
    let alarms = |k: f64| exact_tail(k, n, p) <= alpha;
    let (mut quiet, mut alarming) = ((n * p).floor(), n.floor());
    if !alarms(alarming) {
        return 1.0;
    }
    while alarming - quiet > 1.0 {
        let middle = f64::midpoint(quiet, alarming).floor();
        if alarms(middle) {
            alarming = middle;
        } else {
            quiet = middle;
        }
    }
    let (mut missed, mut caught) = (p, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(missed, caught);
        if tails(alarming, n, middle).0 >= POWER {
            caught = middle;
        } else {
            missed = middle;
        }
    }
    caught - p
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.passed { "passed" } else { "failed" };
        write!(
            f,
            "{word}: {:.6} found, {:.6} expected in {} games, z = {:.2}, p = {:.2e}, false-alarm rate {:.1e}; ",
            self.observed, self.expected, self.games, self.z, self.p_value, self.alpha
        )?;
        if self.smallest_shift < 1.0 {
            write!(f, "a shift of {:.2e} would be caught 97 times in 100", self.smallest_shift)
        } else {
            write!(f, "no shift would be caught")
        }
    }
}
