//! CHIMERA Morale: who tests, the roll, and what leaves the battle.

use muster_dice::{Dice, Die, Law, Pmf, Roll};

use super::numbers::Numbers;
use super::plan::UnitPlan;
use super::rulings::{RetreatShareOf, Rulings};
use crate::log::MoraleResult;
use crate::rolls;

/// The morale test of a rule pack.
#[derive(Debug)]
pub struct MoraleTest {
    die: Die,
    passes_on: u32,
    rallies_on: u32,
    retreat_percent: Vec<u32>,
    law: Law,
}

const PASSED: u32 = 0;
const RALLIED: u32 = 1;
const FIRST_RETREAT: u32 = 2;

impl MoraleTest {
    /// The test as the rules file gives it.
    pub fn new(numbers: &Numbers) -> MoraleTest {
        let morale = &numbers.morale;
        let sides = f64::from(morale.die.sides());
        let from = |target: u32| (sides + 1.0 - f64::from(target)).clamp(0.0, sides) / sides;
        let passes = from(morale.passes_on);
        let fails = 1.0 - passes;
        let mut law = vec![passes, fails * from(morale.rallies_on)];
        law.extend(morale.retreat_percent.iter().map(|_| fails / sides));
        // The parts sum to 1 up to rounding; the law renormalises the last bit.
        let pmf = Pmf::from_probabilities(law).unwrap_or_else(|_| Pmf::certain(PASSED));
        MoraleTest {
            die: morale.die,
            passes_on: morale.passes_on,
            rallies_on: morale.rallies_on,
            retreat_percent: morale.retreat_percent.clone(),
            law: Law::new(pmf),
        }
    }

    /// Rolls the test.
    #[inline]
    pub fn roll<D: Dice>(&self, dice: &mut D) -> MoraleResult {
        match dice.resolve(self) {
            PASSED => MoraleResult::Passed,
            RALLIED => MoraleResult::Rallied,
            face => MoraleResult::Leaves(self.retreat_percent[(face - FIRST_RETREAT) as usize]),
        }
    }
}

impl Roll for MoraleTest {
    // A test that a changed target number turns must not turn what becomes of those that fail anyway.
    const FACES_MATTER: bool = true;

    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        // CHIMERA Morale ¶1: "on a 3+ the unit passes. On a 1 or 2 the test is failed, roll the die again".
        dice.kind(rolls::MORALE);
        if dice.die(self.die) >= self.passes_on {
            return PASSED;
        }
        dice.kind(rolls::MORALE_RESULT);
        let second = dice.die(self.die);
        if second >= self.rallies_on { RALLIED } else { FIRST_RETREAT + second - 1 }
    }
}

/// Wounds that a failed test takes off: a share in percent, rounded up to whole figures (CHIMERA Morale, last line).
#[inline]
pub fn wounds_leaving(rulings: &Rulings, unit: &UnitPlan, strength: u32, percent: u32) -> u32 {
    let present = unit.figures[strength as usize];
    // Ruling A17: a share of the figures present, or of those that began the game.
    let of = match rulings.retreat_share_of {
        RetreatShareOf::Present => present,
        RetreatShareOf::Starting => unit.figures[unit.strength as usize],
    };
    let leaving = (percent * of).div_ceil(100).min(present);
    strength - unit.strength_of(present - leaving).min(strength)
}

/// Whether the loss of `lost` figures has just brought a unit to half of its starting figures or fewer (ruling A16).
#[inline]
pub fn just_halved(unit: &UnitPlan, strength: u32, lost: u32) -> bool {
    let (start, left) = (unit.figures[unit.strength as usize], unit.figures[strength as usize]);
    lost > 0 && left * 2 <= start && (left + lost) * 2 > start
}
