//! Wins, draws and losses of a sample.

/// Wins, draws and losses of a sample, seen from one side.
///
/// Named fields on purpose: a tuple read in another order still gives plausible numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Record {
    /// All games of the sample. Stops at `u64::MAX` where the sum would not fit.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Wins plus half the draws, as a share of the games: 0 to 1. `None` when nothing was played.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.shares().map(|[win, draw, _]| (win + draw / 2.0).clamp(0.0, 1.0))
    }

    /// Variance of the score of one game: 0 to 1/4. `None` when nothing was played.
    ///
    /// Equals `(w + d/4)/n - s²`, summed around the score so that nothing cancels.
    #[must_use]
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        let [win, draw, loss] = self.shares()?;
        let around = |value: f64| (value - score) * (value - score);
        Some(win * around(1.0) + draw * around(0.5) + loss * around(0.0))
    }

    /// The shares of wins, draws and losses, which sum to 1. `None` when nothing was played.
    #[must_use]
    pub fn shares(&self) -> Option<[f64; 3]> {
        let counts = [self.wins as f64, self.draws as f64, self.losses as f64];
        let games: f64 = counts.iter().sum();
        (games > 0.0).then(|| counts.map(|count| count / games))
    }

    /// The same sample seen from the other side.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The share of a two-way game's variance that this sample shows: `v / (s(1 - s))`, between [`LEAST_RATIO`] and 1.
    ///
    /// Draws make scores less variable than wins and losses alone. The floor keeps a sample of almost only draws
    /// from looking surer than it is.
    pub(crate) fn draw_ratio(&self) -> f64 {
        match (self.score(), self.variance()) {
            (Some(score), Some(variance)) if score > 0.0 && score < 1.0 => {
                (variance / (score * (1.0 - score))).clamp(LEAST_RATIO, 1.0)
            }
            _ => 1.0,
        }
    }
}

/// Smallest variance ratio that a sample of draws is believed.
const LEAST_RATIO: f64 = 0.05;
