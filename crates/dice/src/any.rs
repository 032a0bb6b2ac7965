//! Dice whose kind is known only when the program runs: one copy of the rules in the binary serves them all.

use crate::dice::{Dice, Roll};
use crate::die::Die;
use crate::keyed::{KeyedDice, RollKind};
use crate::random::{PlainDice, TableDice};

/// Random dice of any kind, asked by a branch in place of a copy of the rules of its own.
///
/// Where games wait for their dice, name the kind ([`TableDice`], [`crate::ForkingDice`]); everywhere else a branch a roll
/// costs less than the compiler's time for one more copy of every mechanic.
///
/// ```
/// use muster_dice::{AnyDice, CellKey, Dice, Die, Seed, Stream, TableDice};
///
/// let stream = Stream::of_game(Seed(1), CellKey::of(&["legion", "levy"]), 0);
/// let mut named = TableDice::from_stream(stream);
/// let mut any = AnyDice::Tables(TableDice::from_stream(stream));
/// assert_eq!(any.die(Die::D6), named.die(Die::D6));
/// ```
#[derive(Clone, Debug)]
pub enum AnyDice {
    /// A whole roll is one look at a table.
    Tables(TableDice),
    /// Every die of every roll is thrown.
    Plain(PlainDice),
    /// Every roll has its own luck, by its name.
    Keyed(KeyedDice),
}

impl AnyDice {
    /// Lays keyed dice out for a game of their cell; all other kinds begin a game with a stream of their own.
    pub fn start(&mut self, game: u64) {
        if let AnyDice::Keyed(dice) = self {
            dice.start(game);
        }
    }

    /// The hash of the game's rolls that keyed dice keep, see [`KeyedDice::trace`]; 0 for all other kinds.
    pub fn trace(&self) -> u64 {
        match self {
            AnyDice::Keyed(dice) => dice.trace(),
            AnyDice::Tables(_) | AnyDice::Plain(_) => 0,
        }
    }
}

impl Dice for AnyDice {
    fn turn(&mut self, turn: u32) {
        if let AnyDice::Keyed(dice) = self {
            dice.turn(turn);
        }
    }

    fn phase(&mut self, phase: u8) {
        if let AnyDice::Keyed(dice) = self {
            dice.phase(phase);
        }
    }

    fn unit(&mut self, unit: u8) {
        if let AnyDice::Keyed(dice) = self {
            dice.unit(unit);
        }
    }

    fn kind(&mut self, kind: RollKind) {
        if let AnyDice::Keyed(dice) = self {
            dice.kind(kind);
        }
    }

    fn die(&mut self, die: Die) -> u32 {
        match self {
            AnyDice::Tables(dice) => dice.die(die),
            AnyDice::Plain(dice) => dice.die(die),
            AnyDice::Keyed(dice) => dice.die(die),
        }
    }

    fn resolve<R: Roll>(&mut self, roll: &R) -> u32 {
        match self {
            AnyDice::Tables(dice) => dice.resolve(roll),
            AnyDice::Plain(dice) => dice.resolve(roll),
            AnyDice::Keyed(dice) => dice.resolve(roll),
        }
    }
}
