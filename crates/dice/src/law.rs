//! A law made ready to be drawn from.

use crate::pmf::Pmf;

/// A [`Pmf`] with its inverse distribution function as a table: one random word gives one value.
///
/// Every value owns one run of the 2^64 words, in increasing order, so a larger word never gives a smaller value: games
/// that share their words stay coupled, and `!word` is the antithetic draw. A value's share of the words is its
/// probability within 2^-52; a value of probability 0 has no word, and neither has one of less than 2^-64.
///
/// ```
/// use muster_dice::{Die, Law, Pmf};
///
/// let law = Law::new(Pmf::uniform_die(Die::D6));
/// assert_eq!(law.sample(0), 1);
/// assert_eq!(law.sample(u64::MAX), 6);
/// assert!((law.expected_capped(3) - 2.5).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct Law {
    pmf: Pmf,
    runs: Vec<Run>,
    /// By the leading bits of a word: the run of the first word that begins with them.
    guide: Vec<u16>,
    /// 64 less the leading bits.
    shift: u32,
    /// Mean of the smaller of the number and the place in the list.
    capped_means: Vec<f64>,
    /// Probability of the place in the list or more.
    tails: Vec<f64>,
}

/// The words of one value: those above the run before, up to and with `last`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) last: u64,
    pub(crate) value: u32,
}

impl Law {
    /// Makes the tables of a law.
    pub fn new(pmf: Pmf) -> Law {
        let runs = runs(&pmf);
        let bits = bits_for(runs.len());
        let shift = u64::BITS - bits;
        let guide = guide(&runs, bits);
        let capped_means = capped_means(&pmf);
        let tails = (0..=pmf.max_value()).map(|value| pmf.at_least(value)).collect();
        Law { pmf, runs, guide, shift, capped_means, tails }
    }

    /// The law itself.
    pub fn pmf(&self) -> &Pmf {
        &self.pmf
    }

    /// The value that a word gives; never falls as the word grows.
    #[inline]
    pub fn sample(&self, word: u64) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "at most 16 bits are left")]
        let mut at = usize::from(self.guide[(word >> self.shift) as usize]);
        // The last run ends with the last word, so the search ends there at the latest.
        while self.runs[at].last < word {
            at += 1;
        }
        self.runs[at].value
    }

    /// How many of the 2^64 words give `value`.
    pub fn share(&self, value: u32) -> u128 {
        let Ok(at) = self.runs.binary_search_by_key(&value, |run| run.value) else { return 0 };
        let before = at.checked_sub(1).map_or(-1, |before| i128::from(self.runs[before].last));
        (i128::from(self.runs[at].last) - before).unsigned_abs()
    }

    /// Mean of the number or `cap`, whichever is smaller.
    #[inline]
    pub fn expected_capped(&self, cap: u32) -> f64 {
        self.capped_means[(cap as usize).min(self.capped_means.len() - 1)]
    }

    /// Probability of `value` or more, from a table.
    #[inline]
    pub fn at_least(&self, value: u32) -> f64 {
        self.tails.get(value as usize).copied().unwrap_or(0.0)
    }

    /// Mean of the number.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.expected_capped(u32::MAX)
    }
}

/// Leading bits by which a guide is read. Two to four places a run: about one word in six is not settled by the first
/// comparison, and the guide of a hundred values fits into a few cache lines. A larger one is slower where many laws are
/// in use.
fn bits_for(runs: usize) -> u32 {
    (2 * runs).next_power_of_two().clamp(16, 1 << 16).trailing_zeros()
}

/// Shares out the 2^64 words: to each value its probability rounded down, and the few words left to the likeliest value,
/// where they weigh least.
pub(crate) fn runs(pmf: &Pmf) -> Vec<Run> {
    let all = 1u128 << 64;
    let mut shares: Vec<(u32, u128)> = pmf.iter().map(|(value, p)| (value, words(p))).collect();
    let shared: u128 = shares.iter().map(|(_, share)| share).sum();
    if let Some((_, largest)) = shares.iter_mut().rev().max_by_key(|(_, share)| *share) {
        *largest = (*largest + all).saturating_sub(shared);
    }
    let mut end = 0u128;
    shares
        .into_iter()
        .filter(|(_, share)| *share > 0)
        .map(|(value, share)| {
            end += share;
            Run { last: u64::try_from(end - 1).unwrap_or(u64::MAX), value }
        })
        .collect()
}

/// 2^64 times a probability, rounded down. Scaling by a power of two is exact.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 <= p <= 1; rounds down")]
fn words(p: f64) -> u128 {
    const ALL: f64 = 18_446_744_073_709_551_616.0;
    (p * ALL) as u128
}

fn guide(runs: &[Run], bits: u32) -> Vec<u16> {
    let mut at = 0usize;
    let first_words = (0..1u64 << bits).map(|place| place << (u64::BITS - bits));
    first_words
        .map(|word| {
            while runs[at].last < word {
                at += 1;
            }
            // A search that begins too early still ends at the right run.
            u16::try_from(at).unwrap_or(u16::MAX)
        })
        .collect()
}

/// E[min(X, c)] is the sum of P(X > v) over v < c.
fn capped_means(pmf: &Pmf) -> Vec<f64> {
    let mut above = Vec::with_capacity(pmf.len());
    let mut tail = 0.0;
    for p in pmf.as_slice().iter().skip(1).rev() {
        tail += p;
        above.push(tail);
    }
    let mut mean = 0.0;
    let mut means = vec![0.0];
    means.extend(above.iter().rev().map(|tail| {
        mean += tail;
        mean
    }));
    means
}
