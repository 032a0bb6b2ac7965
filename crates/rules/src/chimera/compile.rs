//! The rules of a pack made ready to play: numbers, rulings, and every law they imply.

use super::morale::MoraleTest;
use super::numbers::Numbers;
use super::rulings::Rulings;
use super::saves::{SaveRules, Target, failing_faces, save_needed};
use super::strike::LawBook;

/// The rules in force, shared by all match-ups of a pack.
#[derive(Debug)]
pub struct Rules {
    /// Numbers of the rules file.
    pub numbers: Numbers,
    /// Rulings in force.
    pub rulings: Rulings,
    /// Laws of strikes and saves.
    pub book: LawBook,
    /// The morale test.
    pub morale: MoraleTest,
}

impl Rules {
    /// Rules with room for strikes of up to `max_points` points.
    pub fn new(numbers: Numbers, rulings: Rulings, max_points: u32) -> Rules {
        let book = LawBook::new(&numbers, &rulings, max_points);
        let morale = MoraleTest::new(&numbers);
        Rules { numbers, rulings, book, morale }
    }

    /// What the saving rolls need.
    #[inline]
    pub fn save_rules(&self) -> SaveRules<'_> {
        SaveRules { numbers: &self.numbers, rulings: &self.rulings, book: &self.book }
    }

    /// What the front figure of a target needs to save in melee.
    #[inline]
    pub fn needed_in_melee(&self, target: Target<'_>) -> i32 {
        let base = target.plan.melee_save[target.strength as usize];
        save_needed(base, target.cover, self.numbers.melee.armour_piercing, &self.numbers, &self.rulings)
    }

    /// Faces on which that save fails.
    #[inline]
    pub fn failing_in_melee(&self, target: Target<'_>) -> u32 {
        failing_faces(self.needed_in_melee(target), &self.numbers, &self.rulings)
    }
}
