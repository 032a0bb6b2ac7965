//! When a sampled cell has been played enough.

use muster_results::Tally;
use muster_stats::{Record, Z95, wilson};

/// Games of a cell between two looks. Stopping is decided only here, whatever the batch size, so that the answer depends
/// on neither.
pub const ROUND: u64 = 1024;

/// How long a cell is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopRule {
    /// Exactly this many games.
    Games(u64),
    /// Until the 95 % interval of the score is at most this half-width, or the limit of games is reached.
    HalfWidth {
        /// Half-width as a fraction of score, above 0.
        half_width: f64,
        /// The most games of a cell.
        limit: u64,
    },
}

impl StopRule {
    /// Games to play next, given what was played: 0 when the cell is done.
    pub fn next_round(&self, tally: &Tally) -> u64 {
        let played = tally.games();
        match *self {
            StopRule::Games(games) => games.saturating_sub(played).min(ROUND),
            StopRule::HalfWidth { half_width, limit } => {
                let wide = wilson(record(tally), Z95).half_width() > half_width;
                if played == 0 || wide { limit.saturating_sub(played).min(ROUND) } else { 0 }
            }
        }
    }
}

/// The whole record of a tally, both seatings.
pub fn record(tally: &Tally) -> Record {
    let total = tally.total();
    Record { wins: total.wins, draws: total.draws, losses: total.losses }
}
