//! The two traits that rules are written against.

use crate::die::Die;
use crate::keyed::RollKind;
use crate::law::Law;
use crate::shelf::Shelf;

/// A roll of the rules: several dice and what they come to, said as an exact law and die by die.
///
/// The two must agree. [`crate::ForkingDice`] over [`Roll::by_dice`] gives the law by brute force, for tests.
pub trait Roll {
    /// Whether the rules look at single faces, as where a die decides what the next one means. Games that share their luck
    /// then share the faces; of all other rolls they share the whole result.
    const FACES_MATTER: bool = false;

    /// The whole law of the roll.
    fn law(&self) -> &Law;

    /// The law as an alias table, kept by rolls that are thrown by the million: dice that need not stay coupled draw from it.
    #[inline]
    fn alias(&self) -> Option<&Shelf<u32>> {
        None
    }

    /// The same roll as the rulebook says it, die by die.
    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32
    where
        Self: Sized;

    /// The value from which on all values are alike to the asker, who takes the smaller of the two: exact dice may show
    /// them as one outcome.
    #[inline]
    fn cap(&self) -> u32 {
        u32::MAX
    }
}

/// Where luck comes from. Rules are generic over it and never ask which kind it is.
///
/// The rules say what is rolled for ([`Dice::turn`], [`Dice::phase`], [`Dice::unit`], [`Dice::kind`]); dice that give each
/// roll its own luck ([`crate::KeyedDice`]) listen, all others let it pass.
pub trait Dice {
    /// A turn begins, counted from 1.
    #[inline]
    fn turn(&mut self, _turn: u32) {}

    /// A phase of the turn begins, or goes on.
    #[inline]
    fn phase(&mut self, _phase: u8) {}

    /// The unit that rolls next, both sides counted together.
    #[inline]
    fn unit(&mut self, _unit: u8) {}

    /// What it rolls for.
    #[inline]
    fn kind(&mut self, _kind: RollKind) {}

    /// One face of one die, 1 to its sides.
    fn die(&mut self, die: Die) -> u32;

    /// One whole roll.
    #[inline]
    fn resolve<R: Roll>(&mut self, roll: &R) -> u32
    where
        Self: Sized,
    {
        roll.by_dice(self)
    }
}
