//! The last step of sampled prices: each pair's even size by the stochastic approximation of Robbins and Monro (1951), averaged
//! after Polyak and Ruppert. Asks nothing of the shape of the scores, so it is right where the pooled fit is bent. It always rests
//! somewhere, so games at sizes to either side say whether that is an even size: where the most figures still lose, or where scores
//! hardly rise with figures, it is none.

use crate::hodge::logit_of_counts;

/// Decay of the steps; between 1/2 and 1 the average of the sizes is as good as can be.
const DECAY: f64 = 0.7;
/// Steps by which the first one is shortened.
const DELAY: f64 = 5.0;
/// Share of the steps, from the last one back, that is averaged.
const AVERAGED: f64 = 2.0 / 3.0;
/// How far to either side of the even size, in ln(size), the probes lie.
const BESIDE: f64 = 0.7;
/// Standard errors by which scores must rise from probe to probe, and by which a probe must miss one half to lie on one side of it.
const CLEAR: f64 = 2.0;
/// Standard error of ln(size) from which the even size is not placed.
const WIDEST: f64 = 0.5;

/// A search for the number of figures at which the score is one half. The score must rise with that number.
#[derive(Clone, Debug)]
pub struct Polish {
    ln_size: f64,
    ln_most: f64,
    gain: f64,
    steps: u32,
    taken: u32,
    sums: Sums,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    count: f64,
    ln_size: f64,
    square: f64,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Polished {
    /// The even size, as ln, and its standard error.
    Even {
        /// ln of the number of figures.
        ln_size: f64,
        /// Its standard error.
        error: f64,
        /// Logits of score a unit of ln(size) from probe to probe.
        steepness: f64,
    },
    /// Even the most figures lose.
    MoreThanMost,
    /// A single figure wins.
    LessThanOne,
    /// Scores rise so little with figures that the even size is only known to be more than this, and less than this; ln, `None` where no
    /// probe told.
    Between {
        /// ln of a size that surely loses.
        more_than: Option<f64>,
        /// ln of a size that surely wins.
        less_than: Option<f64>,
    },
}

/// Games at one size of the varied unit, counted for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The size.
    pub size: u32,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Probe {
    fn ln_size(&self) -> f64 {
        f64::from(self.size.max(1)).ln()
    }

    /// Logit of the score and its standard error.
    fn logit(&self) -> (f64, f64) {
        let (logit, variance) = logit_of_counts(self.wins as f64, self.draws as f64, self.losses as f64);
        (logit, variance.sqrt())
    }

    /// The logit in standard errors.
    fn surely(&self) -> f64 {
        let (logit, error) = self.logit();
        logit / error
    }
}

impl Polish {
    /// Begins at a believed even size, with the believed steepness (logits a unit of ln(size)); sizes stay within 1 to `most`.
    /// So many scores will be told.
    #[must_use]
    pub fn new(size: f64, steepness: f64, most: u32, steps: u32) -> Polish {
        let ln_most = f64::from(most.max(1)).ln();
        let ln_size = if size > 0.0 { size.ln().clamp(0.0, ln_most) } else { 0.0 };
        Polish { ln_size, ln_most, gain: 4.0 / steepness.max(1.0), steps, taken: 0, sums: Sums::default() }
    }

    /// The size to play next: rounded up or down by chance, so that its mean is the size meant. `u` is uniform in 0..1.
    #[must_use]
    pub fn size(&self, u: f64) -> u32 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1 to the most figures"
        )]
        let size = (self.ln_size.exp() + u).floor().max(1.0) as u32;
        size
    }

    /// Takes a step by what that size scored, 0 to 1.
    pub fn learn(&mut self, score: f64) {
        self.taken += 1;
        if f64::from(self.taken) > (1.0 - AVERAGED) * f64::from(self.steps) {
            self.sums.count += 1.0;
            self.sums.ln_size += self.ln_size;
            self.sums.square += (score - 0.5).powi(2);
        }
        let step = self.gain / (f64::from(self.taken) + DELAY).powf(DECAY);
        self.ln_size = (self.ln_size - step * (score - 0.5)).clamp(0.0, self.ln_most);
    }

    /// Sizes to either side of where the search rests, at which games should be played before it is asked what it found; the same size
    /// twice where there is only one. `None` before any step was averaged.
    #[must_use]
    pub fn beside(&self) -> Option<[u32; 2]> {
        let (mean, most) = (self.mean()?.exp(), self.ln_most.exp().round());
        let (mut low, mut high) = ((mean * (-BESIDE).exp()).floor().max(1.0), (mean * BESIDE.exp()).ceil());
        high = high.min(most);
        if low >= high {
            (low, high) = ((high - 1.0).max(1.0), (low + 1.0).min(most));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 1 to the most figures"
        )]
        let sizes = [low as u32, high as u32];
        Some(sizes)
    }

    fn mean(&self) -> Option<f64> {
        (self.sums.count > 0.0).then(|| self.sums.ln_size / self.sums.count)
    }

    /// What the scores say, with games at the sizes of [`Polish::beside`] and, where those did not tell, at the first and last size.
    /// `None` before any step was averaged.
    #[must_use]
    pub fn found(&self, beside: [Probe; 2], ends: &[Probe]) -> Option<Polished> {
        let ln_size = self.mean()?;
        let probes = || beside.iter().chain(ends);
        let at = |ln_size: f64| probes().filter(move |probe| (probe.ln_size() - ln_size).abs() < 1e-9);
        if at(self.ln_most).any(|probe| probe.surely() < -CLEAR) {
            return Some(Polished::MoreThanMost);
        }
        if at(0.0).any(|probe| probe.surely() > CLEAR) {
            return Some(Polished::LessThanOne);
        }
        let [low, high] = beside;
        let apart = high.ln_size() - low.ln_size();
        let ([(below, a), (above, b)], enclosed) =
            (beside.map(|probe| probe.logit()), low.surely() < CLEAR && high.surely() > -CLEAR);
        if apart > 0.0 && enclosed && above - below >= CLEAR * a.hypot(b) {
            let steepness = (above - below) / apart;
            // A score's deviation over the slope of the score, which is a quarter of the steepness.
            let error = 4.0 / steepness * self.sums.square.sqrt() / self.sums.count;
            if error < WIDEST {
                return Some(Polished::Even { ln_size, error, steepness });
            }
        }
        let sure =
            |sign: f64| probes().filter(move |probe| sign * probe.surely() > CLEAR).map(Probe::ln_size);
        Some(Polished::Between {
            more_than: sure(-1.0).reduce(f64::max),
            less_than: sure(1.0).reduce(f64::min),
        })
    }
}
