//! The two traits that rules are written against.

use crate::die::Die;
use crate::law::Law;

/// A roll of the rules: several dice and what they come to, said as an exact law and die by die.
///
/// The two must agree. [`crate::ForkingDice`] over [`Roll::by_dice`] gives the law by brute force, for tests.
pub trait Roll {
    /// The whole law of the roll.
    fn law(&self) -> &Law;

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
pub trait Dice {
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
