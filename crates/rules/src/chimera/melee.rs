//! CHIMERA Melee: one round between two units, who has lost it, and who must test.

use muster_dice::Dice;

use super::plan::UnitPlan;
use super::rulings::{LoserIs, Rulings};
use super::saves::{SaveRules, Target, strike};
use super::strike::Mode;
use crate::table::Cover;

/// One unit in a round.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// The unit.
    pub plan: &'a UnitPlan,
    /// Strength when the round begins.
    pub strength: u32,
    /// It moved into contact.
    pub charging: bool,
    /// The cover it stands in.
    pub cover: Cover,
}

impl Fighter<'_> {
    fn mode(&self) -> Mode {
        if self.charging { Mode::Charge } else { Mode::Melee }
    }

    /// Cover helps in melee too, a unit that did not charge (ruling A6).
    fn cover_that_counts(&self, rulings: &Rulings) -> Cover {
        if rulings.cover_in_melee && !self.charging { self.cover } else { Cover::None }
    }

    /// The fighter as a target.
    pub fn as_target(&self, rulings: &Rulings) -> Target<'_> {
        Target { plan: self.plan, strength: self.strength, cover: self.cover_that_counts(rulings) }
    }
}

/// What each side of a round did to the other; index 0 is the first fighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Hits scored by each, where the rules in force look at them.
    pub hits: [u32; 2],
    /// Figures removed by each from the other.
    pub scored: [u32; 2],
    /// Strength of each after the round.
    pub strength: [u32; 2],
}

/// One simultaneous round: both roll from the figures present, casualties come off together. AP is the rules file's
/// (0 as printed: weapons of shooting do not count). `slots` number the fighters for the dice.
#[inline]
pub fn fight<D: Dice>(
    rules: &SaveRules<'_>,
    fighters: [Fighter<'_>; 2],
    slots: [u8; 2],
    dice: &mut D,
) -> Round {
    let mut round = Round::default();
    for (who, fighter) in fighters.iter().enumerate() {
        let enemy = &fighters[1 - who];
        let points = fighter.plan.melee_points[fighter.strength as usize];
        let piercing = rules.numbers.melee.armour_piercing;
        dice.unit(slots[who]);
        let harm = strike(rules, fighter.mode(), points, piercing, enemy.as_target(rules.rulings), dice);
        let left = enemy.strength - harm.wounds;
        round.hits[who] = harm.hits;
        round.scored[who] = enemy.plan.figures[enemy.strength as usize] - enemy.plan.figures[left as usize];
        round.strength[1 - who] = left;
    }
    round
}

/// Which of the two has lost the round and must test for it: CHIMERA Melee ¶2. Nobody tests where either is wiped out.
#[inline]
pub fn losers(rulings: &Rulings, round: &Round, figures_before: [u32; 2]) -> [bool; 2] {
    if round.strength[0] == 0 || round.strength[1] == 0 {
        return [false; 2];
    }
    let lost = [round.scored[1], round.scored[0]];
    let order = match rulings.loser_is {
        LoserIs::FewerCasualtiesScored => round.scored[0].cmp(&round.scored[1]),
        LoserIs::FewerHits => round.hits[0].cmp(&round.hits[1]),
        // The larger share lost loses: compare lost/before crosswise, so that "less" still means the first has lost.
        LoserIs::LargerShareLost => (lost[1] * figures_before[0]).cmp(&(lost[0] * figures_before[1])),
    };
    match order {
        std::cmp::Ordering::Less => [true, false],
        std::cmp::Ordering::Greater => [false, true],
        std::cmp::Ordering::Equal => [rulings.tied_melee_tests; 2],
    }
}

/// Whether a unit could ever wound another in melee, in the open.
pub fn can_hurt(rules: &SaveRules<'_>, unit: &UnitPlan, enemy: &UnitPlan) -> bool {
    let weakest = enemy.melee_save[1..].iter().copied().max().unwrap_or(i32::MIN);
    let piercing = rules.numbers.melee.armour_piercing;
    let needed = super::saves::save_needed(weakest, Cover::None, piercing, rules.numbers, rules.rulings);
    let points = unit.melee_points.last().copied().unwrap_or(0);
    points > 0 && super::saves::failing_faces(needed, rules.numbers, rules.rulings) > 0
}
