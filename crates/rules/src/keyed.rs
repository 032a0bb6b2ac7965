//! Games with keyed dice: one answer a game, so that two rule packs can be compared game by game.

use std::ops::Range;

use muster_results::{Ending, GameEnd, Outcome, Tally};

/// How the two games of a pair of seatings get their luck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Luck {
    /// Each game has its own.
    #[default]
    Fresh,
    /// The two forces change chairs and the luck stays with the chair: what favoured one force in the first game favours
    /// the other in the second. The pair, not the game, is then one observation.
    Swapped,
}

/// One game played with keyed dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedGame {
    /// How it ended.
    pub end: GameEnd,
    /// Hash of every roll, see [`muster_dice::KeyedDice::trace`]; 0 where the rule set keeps none.
    pub trace: u64,
}

impl KeyedGame {
    /// The same game with first and second exchanged.
    #[must_use]
    pub fn mirrored(&self) -> KeyedGame {
        KeyedGame { end: self.end.mirrored(), ..*self }
    }
}

/// A hash of everything that a compiled match-up depends on: two match-ups of equal fingerprints play the same games.
pub type Fingerprint = [u8; 32];

/// Hash of what is written out: everything that games depend on. Numbers that this game never asks for count too, so equal
/// games may have unlike fingerprints, and never the other way round.
pub(crate) fn fingerprint(written: &dyn std::fmt::Debug) -> Fingerprint {
    *blake3::hash(format!("{written:?}").as_bytes()).as_bytes()
}

/// Games of a match-up that has no keyed dice, one by one from the dice that it has. Two packs then share the luck of a game
/// only until they first roll differently.
pub fn by_streams(games: Range<u64>, play: impl Fn(Range<u64>) -> Tally) -> Vec<KeyedGame> {
    games.map(|game| KeyedGame { end: only_game(&play(game..game + 1)), trace: 0 }).collect()
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
