//! Games one by one, for whoever wants each of them and not their counts.

use std::ops::Range;

use muster_results::{Ending, GameEnd, Outcome, Tally};

/// One game that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number.
    pub number: u64,
    /// 0: the first force sat as side A; 1: the second did.
    pub seating: usize,
    /// How it ended.
    pub end: GameEnd,
}

impl PlayedGame {
    /// The same game with first and second exchanged.
    #[must_use]
    pub fn mirrored(&self) -> PlayedGame {
        PlayedGame { number: self.number, seating: 1 - self.seating, end: self.end.mirrored() }
    }
}

/// The games of these numbers, each played by itself.
pub(crate) fn one_by_one(games: Range<u64>, play: impl Fn(Range<u64>) -> Tally) -> Vec<PlayedGame> {
    let one = |number: u64| {
        let tally = play(number..number + 1);
        let seating = usize::from(tally.seatings[1].games() > 0);
        PlayedGame { number, seating, end: only_game(&tally) }
    };
    games.map(one).collect()
}

/// The one game of a tally.
fn only_game(tally: &Tally) -> GameEnd {
    let total = tally.total();
    let outcome = match (total.wins, total.losses) {
        (1, _) => Outcome::Win,
        (_, 1) => Outcome::Loss,
        _ => Outcome::Draw,
    };
    let ending = Ending::ALL.into_iter().zip(tally.endings).find(|(_, games)| *games > 0);
    let small = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    let left = |force: usize| (0u32..).zip(&tally.left[force]).find(|(_, games)| **games > 0);
    GameEnd {
        outcome,
        ending: ending.map_or(Ending::Limit, |(ending, _)| ending),
        turns: small(tally.turns),
        left: [0, 1].map(|force: usize| left(force).map_or(0, |(left, _)| left)),
        lost: tally.lost.map(|force| force.map(small)),
    }
}
