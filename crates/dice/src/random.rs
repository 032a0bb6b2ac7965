//! Random dice: from tables, and their die-by-die twin.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng as _;

use crate::dice::{Dice, Roll};
use crate::die::Die;
use crate::lemire::{face_of_word, halves};
use crate::stream::Stream;

/// One face from the generator; a word a throw, few are rejected (less than one in forty million).
#[inline]
fn throw(generator: &mut Pcg64Mcg, die: Die) -> u32 {
    loop {
        if let Some(face) = face_of_word(die, halves(generator.next_u64()).0) {
            return face;
        }
    }
}

/// Random dice that resolve a whole roll with one random word, looked up in the roll's alias table where it keeps one, else in its
/// law.
///
/// The generator is PCG XSL RR 128/64 (MCG), by name: its values are part of our results.
///
/// ```
/// use muster_dice::{CellKey, Dice, Die, Seed, Stream, TableDice};
///
/// let cell = CellKey::of(&["legion", "levy"]);
/// let mut dice = TableDice::from_stream(Stream::of_game(Seed(1), cell, 0));
/// let mut again = TableDice::from_stream(Stream::of_game(Seed(1), cell, 0));
/// let face = dice.die(Die::D6);
/// assert!((1..=6).contains(&face));
/// assert_eq!(face, again.die(Die::D6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableDice {
    generator: Pcg64Mcg,
}

impl TableDice {
    /// Dice at the start of a stream.
    #[inline]
    pub fn from_stream(stream: Stream) -> TableDice {
        TableDice { generator: Pcg64Mcg::new(stream.state()) }
    }

    /// One random word, for a draw that is no roll of its own.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.generator.next_u64()
    }
}

impl Dice for TableDice {
    #[inline]
    fn die(&mut self, die: Die) -> u32 {
        throw(&mut self.generator, die)
    }

    #[inline]
    fn resolve<R: Roll>(&mut self, roll: &R) -> u32 {
        let word = self.generator.next_u64();
        match roll.alias() {
            Some(alias) => alias.draw(0, word),
            None => roll.law().sample(word),
        }
    }
}

/// Random dice that throw every die of every roll: the reference for [`TableDice`].
///
/// ```
/// use muster_dice::{CellKey, Dice, Die, PlainDice, Seed, Stream};
///
/// let mut dice = PlainDice::from_stream(Stream::of_game(Seed(1), CellKey::of(&["a", "b"]), 7));
/// let sum = dice.die(Die::D6) + dice.die(Die::D10);
/// assert!((2..=16).contains(&sum));
/// assert_eq!(dice.counted(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainDice {
    generator: Pcg64Mcg,
    thrown: u64,
}

impl PlainDice {
    /// Dice at the start of a stream.
    #[inline]
    pub fn from_stream(stream: Stream) -> PlainDice {
        PlainDice { generator: Pcg64Mcg::new(stream.state()), thrown: 0 }
    }

    /// Number of dice thrown so far.
    pub fn counted(&self) -> u64 {
        self.thrown
    }
}

impl Dice for PlainDice {
    #[inline]
    fn die(&mut self, die: Die) -> u32 {
        self.thrown += 1;
        throw(&mut self.generator, die)
    }
}
