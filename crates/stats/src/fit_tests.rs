//! Does a sample follow a law? Chi-square for counts, Kolmogorov and Smirnov for the running total.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Cells that expect fewer are pooled with their neighbours (the usual rule, after Cochran 1954).
pub const LEAST_EXPECTATION: f64 = 5.0;

/// Pearson's chi-square test: Σ (observed − expected)² / expected.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum over the pooled cells. Infinite when something was seen that the law rules out.
    pub statistic: f64,
    /// Degrees of freedom: pooled cells less one.
    pub df: u32,
    /// Chance of so large a statistic when the law holds: 0 to 1. 1 when there are no two cells to compare.
    pub p_value: f64,
}

/// The test of Kolmogorov and Smirnov: the largest gap between two running totals.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct KolmogorovSmirnov {
    /// The largest gap: 0 to 1.
    pub statistic: f64,
    /// Number of observations.
    pub n: u64,
    /// Chance of so large a gap when the law holds: 0 to 1. Within 4 % of the exact value from
    /// 1000 observations on; for laws with few values much too large.
    pub p_value: f64,
}

/// What cannot be tested: the two lists do not describe the same cells, or an expectation is no number.
const NOT_COMPARABLE: ChiSquare = ChiSquare { statistic: f64::INFINITY, df: 0, p_value: 0.0 };

/// Compares counts with the counts that a law expects, cell by cell and in order of the values.
///
/// Expectations are counts (`n` times each probability), at least 0, one for each observed cell. Cells are pooled from
/// left to right until each expects [`LEAST_EXPECTATION`]. The totals should agree; where they do not, the
/// difference adds to the statistic, so a law whose mass is missing is found.
///
/// Fails (`p_value` 0, infinite statistic) when something was counted in a cell that expects nothing, when the
/// lists differ in length, and when an expectation is negative or not finite. With fewer than two pooled cells
/// there is nothing to test: `df` 0 and `p_value` 1.
#[must_use]
pub fn chi_square(observed: &[u64], expected: &[f64]) -> ChiSquare {
    let sound = |&expectation: &f64| expectation >= 0.0 && expectation.is_finite();
    if observed.len() != expected.len()
        || !expected.iter().all(sound)
        || !expected.iter().sum::<f64>().is_finite()
    {
        return NOT_COMPARABLE;
    }
    if observed.iter().zip(expected).any(|(&seen, &expectation)| seen > 0 && expectation <= 0.0) {
        return NOT_COMPARABLE;
    }
    let cells = pool(observed, expected);
    let df = u32::try_from(cells.len().saturating_sub(1)).unwrap_or(u32::MAX);
    if df == 0 {
        return ChiSquare { statistic: 0.0, df, p_value: 1.0 };
    }
    let statistic = cells.iter().map(|&(seen, expectation)| (seen - expectation).powi(2) / expectation).sum();
    let p_value = ChiSquared::new(f64::from(df)).map_or(0.0, |law| law.sf(statistic));
    ChiSquare { statistic, df, p_value: p_value.clamp(0.0, 1.0) }
}

impl ChiSquare {
    /// Whether the test keeps the law at the false-alarm rate `alpha`.
    #[must_use]
    pub fn passes(&self, alpha: f64) -> bool {
        self.p_value > alpha
    }
}

/// Joins neighbouring cells until each expects enough; what is left at the right end joins the last cell.
fn pool(observed: &[u64], expected: &[f64]) -> Vec<(f64, f64)> {
    let mut cells: Vec<(f64, f64)> = Vec::with_capacity(observed.len());
    let (mut seen, mut expectation) = (0.0, 0.0);
    for (&count, &share) in observed.iter().zip(expected) {
        seen += count as f64;
        expectation += share;
        if expectation >= LEAST_EXPECTATION {
            cells.push((seen, expectation));
            (seen, expectation) = (0.0, 0.0);
        }
    }
    match cells.last_mut() {
        Some(last) => {
            last.0 += seen;
            last.1 += expectation;
        }
        None => cells.push((seen, expectation)),
    }
    cells
}

/// Compares a sample from a continuous law with its cumulative distribution `cdf` (chance of a value up to `x`).
///
/// The sample may come in any order. Fails (`p_value` 0) when a sample value or a value of `cdf` is NaN; an empty
/// sample has nothing to test (`p_value` 1). For laws with jumps use [`kolmogorov_smirnov_counts`].
#[must_use]
pub fn kolmogorov_smirnov(sample: &[f64], cdf: impl Fn(f64) -> f64) -> KolmogorovSmirnov {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len() as u64;
    let mut gap = 0.0_f64;
    for (below, &x) in sorted.iter().enumerate() {
        let chance = cdf(x);
        if x.is_nan() || chance.is_nan() {
            return KolmogorovSmirnov { statistic: 1.0, n, p_value: 0.0 };
        }
        let before = below as f64 / n as f64;
        let after = (below + 1) as f64 / n as f64;
        gap = gap.max(after - chance).max(chance - before);
    }
    judge_gap(gap, n)
}

/// Compares counts with expected counts by their running totals, each as a share of its own sum.
///
/// Catches a small drift in one direction that [`chi_square`] spreads over many cells. The p-value is that of a
/// continuous law, which is too large for a law with jumps (Noether 1963): false alarms are rarer than stated.
/// Fails (`p_value` 0) on lists of different length and on expectations that are negative, not finite or all zero.
#[must_use]
pub fn kolmogorov_smirnov_counts(observed: &[u64], expected: &[f64]) -> KolmogorovSmirnov {
    let n = observed.iter().fold(0_u64, |sum, &count| sum.saturating_add(count));
    let total: f64 = expected.iter().sum();
    let sound = expected.iter().all(|&share| share >= 0.0) && total > 0.0 && total.is_finite();
    if observed.len() != expected.len() || !sound {
        return KolmogorovSmirnov { statistic: 1.0, n, p_value: 0.0 };
    }
    if n == 0 {
        return judge_gap(0.0, 0);
    }
    let games: f64 = observed.iter().map(|&count| count as f64).sum();
    let (mut seen, mut mass, mut gap) = (0.0, 0.0, 0.0_f64);
    for (&count, &share) in observed.iter().zip(expected) {
        seen += count as f64 / games;
        mass += share / total;
        gap = gap.max((seen - mass).abs());
    }
    judge_gap(gap, n)
}

/// Turns the largest gap into a p-value by the limiting law, with the correction for small samples of
/// Stephens (1970), as in Press et al., Numerical Recipes, eq. 14.3.18.
fn judge_gap(gap: f64, n: u64) -> KolmogorovSmirnov {
    let gap = gap.clamp(0.0, 1.0);
    let root = (n as f64).sqrt();
    let p_value = if n == 0 { 1.0 } else { kolmogorov_tail((root + 0.12 + 0.11 / root) * gap) };
    KolmogorovSmirnov { statistic: gap, n, p_value }
}

/// The upper tail of Kolmogorov's limiting law (1933).
fn kolmogorov_tail(x: f64) -> f64 {
    use std::f64::consts::PI;
    if x <= 0.0 {
        return 1.0;
    }
    // Two series for the same law: the first settles fast for small x, the second for large x.
    let tail = if x < 1.18 {
        let base = (-PI * PI / (8.0 * x * x)).exp();
        let sum: f64 = [1.0, 9.0, 25.0, 49.0].iter().map(|&power| base.powf(power)).sum();
        1.0 - (2.0 * PI).sqrt() / x * sum
    } else {
        let base = (-2.0 * x * x).exp();
        2.0 * (base - base.powi(4) + base.powi(9))
    };
    tail.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::kolmogorov_tail;

    #[test]
    fn kolmogorov_tail_matches_scipy() {
        // scipy 1.17.1, special.kolmogorov
        let known = [
            (0.3, 0.9999906941986655),
            (0.5, 0.9639452436648751),
            (0.8, 0.5441424115741981),
            (1.0, 0.26999967167735456),
            (1.17, 0.12939004218561884),
            (1.19, 0.11774229287977166),
            (1.36, 0.049485876755377876),
            (2.0, 0.0006709252557796953),
            (3.5, 4.579469691291106e-11),
        ];
        for (x, tail) in known {
            assert!(
                (kolmogorov_tail(x) / tail - 1.0).abs() < 1e-12,
                "at {x}: {} for {tail}",
                kolmogorov_tail(x)
            );
        }
    }
}
