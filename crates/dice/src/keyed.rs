//! Keyed dice: every roll has a name, and its luck hangs on that name alone.

use crate::dice::{Dice, Roll};
use crate::die::Die;
use crate::lemire::{face_of_word, halves};
use crate::philox::philox4x32;
use crate::stream::{CellKey, GOLDEN, Seed, mix};

/// What is rolled for, as a number of the rule set's own. Numbers are only ever added: a number that changes its meaning
/// moves every compared result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RollKind(pub u8);

/// Random dice whose every roll is a hash of (seed, cell, game; turn, phase, unit, kind, index), the index counting the
/// rolls of one name.
///
/// Two games of one number under two sets of rules then share their luck roll by roll: a roll that one of them makes and
/// the other does not moves no other roll. Whole rolls are drawn from the law by its inverse distribution function, so that
/// better odds never turn a roll for the worse; rolls whose single faces matter ([`Roll::FACES_MATTER`]) are thrown
/// die by die.
///
/// ```
/// use muster_dice::{CellKey, Dice, Die, KeyedDice, RollKind, Seed};
///
/// let mut dice = KeyedDice::new(Seed(1), CellKey::of(&["legion", "levy"]));
/// let mut rolled = |first: bool| {
///     dice.start(7);
///     dice.turn(1);
///     if first {
///         dice.kind(RollKind(1));
///         dice.die(Die::D6);
///     }
///     dice.kind(RollKind(2));
///     dice.die(Die::D6)
/// };
/// // A roll more before it leaves a roll as it is.
/// assert_eq!(rolled(false), rolled(true));
/// ```
#[derive(Clone, Debug)]
pub struct KeyedDice {
    key: [u32; 2],
    game: u64,
    turn: u32,
    phase: u8,
    unit: u8,
    kind: RollKind,
    /// Rolls of this turn and phase so far, by unit and kind: a handful, so that looking through them is quickest.
    counts: Vec<(u16, u16)>,
    trace: u64,
}

/// Name and version of the way in which compared games get their luck.
pub const KEYED_RANDOMNESS: &str =
    "philox4x32-10 by seed, cell, game, turn, phase, unit, kind and index, version 1";

impl KeyedDice {
    /// Dice of a cell, at its game 0.
    pub fn new(seed: Seed, cell: CellKey) -> KeyedDice {
        // One step of splitmix64.
        let key = mix((seed.0 ^ cell.0.rotate_left(32)).wrapping_add(GOLDEN));
        let (high, low) = halves(key);
        KeyedDice {
            key: [low, high],
            game: 0,
            turn: 0,
            phase: 0,
            unit: 0,
            kind: RollKind(0),
            counts: Vec::new(),
            trace: 0,
        }
    }

    /// Lays the dice out for a game of the cell.
    #[inline]
    pub fn start(&mut self, game: u64) {
        self.game = game;
        self.trace = 0;
        self.unit = 0;
        self.kind = RollKind(0);
        self.place(0, 0);
    }

    /// A hash of every roll of the game so far, its name and its result: two games of equal traces were alike, roll by
    /// roll.
    #[inline]
    pub fn trace(&self) -> u64 {
        self.trace
    }

    #[inline]
    fn place(&mut self, turn: u32, phase: u8) {
        if (self.turn, self.phase) != (turn, phase) {
            self.counts.clear();
        }
        (self.turn, self.phase) = (turn, phase);
    }

    /// The index of the next roll of the present name.
    #[inline]
    fn next_index(&mut self) -> u16 {
        let name = u16::from(self.unit) << 8 | u16::from(self.kind.0);
        match self.counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => {
                let index = *count;
                *count = count.wrapping_add(1);
                index
            }
            None => {
                self.counts.push((name, 1));
                0
            }
        }
    }

    /// Four random words of a roll. `again` is 0, or counts the words that were rejected.
    #[inline]
    fn words(&self, index: u16, again: u32) -> [u32; 4] {
        let (game_high, game_low) = halves(self.game);
        let first = u32::from(index) | u32::from(self.kind.0) << 16 | u32::from(self.unit) << 24;
        // Turns end long before 2^23: the top bit is free for words thrown again.
        let second = (self.turn << 8 | u32::from(self.phase)) ^ again.rotate_right(1);
        philox4x32([first, second, game_low, game_high], self.key)
    }

    #[inline]
    fn note(&mut self, index: u16, value: u32) {
        let name = u64::from(self.turn) << 40
            | u64::from(self.phase) << 32
            | u64::from(self.unit) << 24
            | u64::from(self.kind.0) << 16
            | u64::from(index);
        self.trace = mix(self.trace ^ mix(name.wrapping_add(u64::from(value).wrapping_mul(GOLDEN))));
    }
}

impl Dice for KeyedDice {
    #[inline]
    fn turn(&mut self, turn: u32) {
        self.place(turn, 0);
    }

    #[inline]
    fn phase(&mut self, phase: u8) {
        self.place(self.turn, phase);
    }

    #[inline]
    fn unit(&mut self, unit: u8) {
        self.unit = unit;
    }

    #[inline]
    fn kind(&mut self, kind: RollKind) {
        self.kind = kind;
    }

    #[inline]
    fn die(&mut self, die: Die) -> u32 {
        let index = self.next_index();
        let mut again = 0;
        loop {
            let words = self.words(index, again);
            if let Some(face) = words.into_iter().find_map(|word| face_of_word(die, word)) {
                self.note(index, face);
                return face;
            }
            again += 1;
        }
    }

    #[inline]
    fn resolve<R: Roll>(&mut self, roll: &R) -> u32 {
        if R::FACES_MATTER {
            return roll.by_dice(self);
        }
        let index = self.next_index();
        let [high, low, ..] = self.words(index, 0);
        let value = roll.law().sample(u64::from(high) << 32 | u64::from(low));
        self.note(index, value.min(roll.cap()));
        value
    }
}
