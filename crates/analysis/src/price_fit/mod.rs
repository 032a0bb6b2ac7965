//! Prices from games of units at varied sizes: the pooled logistic fit of log-points.
//!
//! Points are defined by indifference: n figures of one unit against m of another are an even match when n times the first
//! price is m times the second. With θ = ln(points) and a steepness γ the model is
//!
//! η = a_i - a_j + γ ln(n_i / n_j) + h · side, θ_i = (a_i - mean a) / γ.
//!
//! Games at one size cannot give points: they fix a, not γ. [`fit()`] refuses them with a sentence.

mod errors;
mod fit;
mod near_even;
mod outcome;
mod polish;
mod rates;
mod refusal;
mod separated;

pub use fit::{Options, PriceFit, fit, locate};
pub use near_even::{NearEven, next_sizes};
pub use outcome::{Bound, ErrorKind, Slope, Standing};
pub use polish::{Polish, Polished, Probe};
pub use rates::counted_rates;
pub use refusal::PriceRefusal;

/// Games of two units at stated sizes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SizedResult {
    /// Index of the first unit.
    pub first: usize,
    /// Index of the second.
    pub second: usize,
    /// Figures of first and second, above 0.
    pub figures: [f64; 2],
    /// 1 when the first sat as side A, -1 when the second did, 0 for both seatings in equal parts.
    pub side: f64,
    /// Games that the first won.
    pub wins: f64,
    /// Games that nobody won.
    pub draws: f64,
    /// Games that the second won.
    pub losses: f64,
}

impl SizedResult {
    /// Games counted.
    #[must_use]
    pub fn games(&self) -> f64 {
        self.wins + self.draws + self.losses
    }

    /// Whether some game had a winner.
    #[must_use]
    pub fn decided(&self) -> bool {
        self.wins > 0.0 || self.losses > 0.0
    }

    /// Mean score of the first, `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0.0).then(|| (self.wins + self.draws / 2.0) / games)
    }
}
