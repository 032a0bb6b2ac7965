//! Games with keyed dice: one answer a game, so that two rule packs can be compared game by game.

use std::ops::Range;

use muster_results::{GameEnd, Tally};

use crate::recorded::one_by_one;

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
    one_by_one(games, play).iter().map(|game| KeyedGame { end: game.end, trace: 0 }).collect()
}
