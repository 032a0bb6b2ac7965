//! The last step of sampled prices: each pair's even size by the stochastic approximation of Robbins and Monro (1951), averaged
//! after Polyak and Ruppert. Asks nothing of the shape of the scores, so it is right where the pooled fit is bent.

/// Decay of the steps; between 1/2 and 1 the average of the sizes is as good as can be.
const DECAY: f64 = 0.7;
/// Steps by which the first one is shortened.
const DELAY: f64 = 5.0;
/// Share of the steps, from the last one back, that is averaged.
const AVERAGED: f64 = 2.0 / 3.0;
/// Mean score of the averaged steps beyond which there was no even size within the limits.
const ONE_SIDED: f64 = 0.8;

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
    score: f64,
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
    },
    /// Even the most figures lose.
    MoreThanMost,
    /// A single figure wins.
    LessThanOne,
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
            self.sums.score += score;
            self.sums.square += (score - 0.5).powi(2);
        }
        let step = self.gain / (f64::from(self.taken) + DELAY).powf(DECAY);
        self.ln_size = (self.ln_size - step * (score - 0.5)).clamp(0.0, self.ln_most);
    }

    /// What the scores say, `None` before any was averaged.
    #[must_use]
    pub fn found(&self) -> Option<Polished> {
        let Sums { count, ln_size, score, square } = self.sums;
        if count <= 0.0 {
            return None;
        }
        let (mean, score) = (ln_size / count, score / count);
        if score < 1.0 - ONE_SIDED && self.ln_most - mean < 0.05 {
            return Some(Polished::MoreThanMost);
        }
        if score > ONE_SIDED && mean < 0.05 {
            return Some(Polished::LessThanOne);
        }
        // A score's deviation over the slope of the score there, which is a quarter of the steepness: the gain.
        let error = self.gain * (square / count).sqrt() / count.sqrt();
        Some(Polished::Even { ln_size: mean, error })
    }
}
