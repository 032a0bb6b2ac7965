//! The even size of one pair by stochastic approximation: sharper than the pooled fit where the model is bent.
//!
//! Robbins and Monro's search on x = ln(size), averaged over its last two thirds (Polyak and Juditsky 1992).

/// The search for the even size of one unit against a fixed force.
#[derive(Clone, Debug)]
pub struct Polish {
    x: f64,
    steepness: f64,
    most: u32,
    step: u32,
    steps: u32,
    sum: f64,
    averaged: u32,
}

impl Polish {
    /// Begins at a size believed to be even, with the steepness of the pooled fit; `steps` results will be told, and no
    /// size is above `most`.
    #[must_use]
    pub fn new(size: f64, steepness: f64, steps: u32, most: u32) -> Polish {
        let most = most.max(1);
        let x = size.clamp(1.0, f64::from(most)).ln();
        Polish { x, steepness: steepness.max(0.1), most, step: 0, steps, sum: 0.0, averaged: 0 }
    }

    /// The size to play now: e^x rounded up or down by chance (`u` in 0..1), so that on average nothing is rounded.
    #[must_use]
    pub fn size(&self, u: f64) -> u32 {
        let exact = self.x.exp();
        let up = u < exact.fract();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 1..=most")]
        let size = (exact.floor() + f64::from(u8::from(up))).clamp(1.0, f64::from(self.most)) as u32;
        size
    }

    /// Tells the fixed force's mean score against that size.
    pub fn tell(&mut self, score: f64) {
        let gain = 4.0 / self.steepness / (f64::from(self.step) + 5.0).powf(0.7);
        self.x = (self.x + gain * (score - 0.5)).clamp(0.0, f64::from(self.most).ln());
        self.step += 1;
        if self.step > self.steps / 3 {
            self.sum += self.x;
            self.averaged += 1;
        }
    }

    /// ln of the even size, `None` before the averaging began.
    #[must_use]
    pub fn ln_size(&self) -> Option<f64> {
        (self.averaged > 0).then(|| self.sum / f64::from(self.averaged))
    }
}

/// The log exchange rate ln(varied / fixed) that a finished search found, with the variance that so many games leave:
/// an even game's score varies by 1/4, and the steepness turns score into size.
#[must_use]
pub fn polished_exchange(search: &Polish, fixed: u32, games: f64) -> Option<(f64, f64)> {
    let averaged = games * f64::from(search.averaged) / f64::from(search.step.max(1));
    let variance = 4.0 / (search.steepness * search.steepness * averaged.max(1.0));
    Some((search.ln_size()? - f64::from(fixed.max(1)).ln(), variance))
}
