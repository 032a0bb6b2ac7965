//! CHIMERA Saving throws: the target number, and units whose figures save differently.

use std::sync::{Arc, OnceLock};

use muster_dice::{Dice, Die, Law, Pmf, Roll};

use super::numbers::Numbers;
use super::plan::UnitPlan;
use super::rulings::{MixedSaves, Rulings};
use super::strike::{LawBook, Mode};
use crate::rolls;
use crate::table::Cover;

/// What a d6 must show, by the bonus of cover and the weapon's AP. There is no limit at either end: 7 or more cannot be
/// made, 1 or less cannot fail (ruling A4 apart).
#[inline]
pub fn save_needed(
    base: i32,
    cover: Cover,
    armour_piercing: i32,
    numbers: &Numbers,
    rulings: &Rulings,
) -> i32 {
    let bonus = match cover {
        Cover::None => 0,
        Cover::Soft => numbers.soft_cover,
        Cover::Hard => numbers.hard_cover,
    };
    let covered = base - bonus;
    if rulings.ap_stops_at_six && armour_piercing > 0 {
        // Ruling A5: piercing never makes a save harder than the die's highest face.
        return (covered + armour_piercing).min(covered.max(i32::from(numbers.save_die.sides())));
    }
    covered + armour_piercing
}

/// Faces of the saving die on which the save fails.
#[inline]
pub fn failing_faces(needed: i32, numbers: &Numbers, rulings: &Rulings) -> u32 {
    let sides = i32::from(numbers.save_die.sides());
    // Ruling A4: a natural 1 may always fail, a natural 6 always save.
    let fewest = i32::from(rulings.natural_one_fails);
    let most = sides - i32::from(rulings.natural_six_saves);
    (needed - 1).clamp(fewest, most).unsigned_abs()
}

/// What a strike did to its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harm {
    /// Hits before saves; counted only where the rules in force look at them, else 0.
    pub hits: u32,
    /// Wounds, never more than the target has strength.
    pub wounds: u32,
}

/// Who is struck, and how it saves.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The unit.
    pub plan: &'a UnitPlan,
    /// Its strength when the roll is made.
    pub strength: u32,
    /// The cover that counts.
    pub cover: Cover,
}

impl Target<'_> {
    /// Faces on which the front figure's save fails, when `strength` is left of the target.
    #[inline]
    fn failing(&self, rules: &SaveRules<'_>, mode: Mode, armour_piercing: i32, strength: u32) -> u32 {
        let base = match mode {
            Mode::Shooting => &self.plan.save,
            Mode::Melee | Mode::Charge => &self.plan.melee_save,
        };
        let needed =
            save_needed(base[strength as usize], self.cover, armour_piercing, rules.numbers, rules.rulings);
        failing_faces(needed, rules.numbers, rules.rulings)
    }
}

/// Rolls `points` against a target and its saves.
#[inline]
pub fn strike<D: Dice>(
    rules: &SaveRules<'_>,
    mode: Mode,
    points: u32,
    armour_piercing: i32,
    target: Target<'_>,
    dice: &mut D,
) -> Harm {
    if points == 0 || target.strength == 0 {
        return Harm::default();
    }
    dice.kind(match mode {
        Mode::Shooting => rolls::SHOOTING,
        Mode::Melee | Mode::Charge => rolls::MELEE,
    });
    if target.plan.uniform && !rules.rulings.counts_hits() {
        let failing = target.failing(rules, mode, armour_piercing, target.strength);
        let roll = rules.book.strike(mode, points, failing).against(target.strength);
        let wounds = dice.resolve(&roll);
        return Harm { hits: 0, wounds: wounds.min(target.strength) };
    }
    let hits = dice.resolve(&rules.book.strike(mode, points, rules.book.save_faces()));
    harm_of_hits(rules, mode, hits, armour_piercing, target, dice)
}

/// Rolls the saves of a known number of hits.
pub fn harm_of_hits<D: Dice>(
    rules: &SaveRules<'_>,
    mode: Mode,
    hits: u32,
    armour_piercing: i32,
    target: Target<'_>,
    dice: &mut D,
) -> Harm {
    dice.kind(match mode {
        Mode::Shooting => rolls::SHOOTING_SAVES,
        Mode::Melee | Mode::Charge => rolls::MELEE_SAVES,
    });
    let failing = |strength: u32| target.failing(rules, mode, armour_piercing, strength);
    let wounds = if target.plan.uniform {
        dice.resolve(&rules.book.saves(hits, failing(target.strength))).min(target.strength)
    } else {
        let failing: Vec<u32> = (0..=target.strength).map(failing).collect();
        dice.resolve(&rules.book_of_mixed(target, hits, failing))
    };
    Harm { hits, wounds }
}

/// What the saving rolls need to know.
#[derive(Clone, Copy, Debug)]
pub struct SaveRules<'a> {
    /// Numbers of the rules file.
    pub numbers: &'a Numbers,
    /// Rulings in force.
    pub rulings: &'a Rulings,
    /// The laws.
    pub book: &'a LawBook,
}

impl SaveRules<'_> {
    fn book_of_mixed(&self, target: Target<'_>, hits: u32, failing: Vec<u32>) -> MixedSaveRoll {
        MixedSaveRoll {
            hits,
            by_figure: (0..target.plan.figures[target.strength as usize])
                .map(|fallen| {
                    let left = target.plan.figures[target.strength as usize] - fallen;
                    failing[target.plan.strength_of(left).min(target.strength) as usize]
                })
                .collect(),
            failing,
            die: self.book.save_die(),
            order: self.rulings.mixed_saves,
            law: Arc::new(OnceLock::new()),
        }
    }
}

/// The saves of a unit whose figures save differently (CHIMERA Saving throws ¶1: "the worst saves first").
#[derive(Clone, Debug)]
struct MixedSaveRoll {
    hits: u32,
    /// Failing faces of the front figure, by strength left; the last entry is the strength when the roll is made.
    failing: Vec<u32>,
    /// Failing faces by figure, front first.
    by_figure: Vec<u32>,
    die: Die,
    order: MixedSaves,
    law: Arc<OnceLock<Law>>,
}

impl MixedSaveRoll {
    fn strength(&self) -> usize {
        self.failing.len() - 1
    }

    /// Failing faces of the save against hit number `hit` (from 0) after `wounds` wounds; `None` when nobody is left.
    fn failing_at(&self, hit: u32, wounds: u32) -> Option<u32> {
        let left = self.strength().checked_sub(wounds as usize).filter(|left| *left > 0)?;
        match self.order {
            MixedSaves::FrontUntilItFalls => Some(self.failing[left]),
            MixedSaves::OneEach => Some(self.by_figure[hit as usize % self.by_figure.len()]),
        }
    }
}

impl Roll for MixedSaveRoll {
    fn law(&self) -> &Law {
        self.law.get_or_init(|| {
            let sides = f64::from(self.die.sides());
            let mut law = vec![0.0; self.strength() + 1];
            law[0] = 1.0;
            for hit in 0..self.hits {
                // From the most wounds down, so that one hit moves a state one wound at most.
                for (taken, wounds) in (0u32..).zip(0..self.strength()).collect::<Vec<_>>().into_iter().rev()
                {
                    let fails = f64::from(self.failing_at(hit, taken).unwrap_or(0)) / sides;
                    let moving = law[wounds] * fails;
                    law[wounds + 1] += moving;
                    law[wounds] -= moving;
                }
            }
            law.iter_mut().for_each(|p| *p = p.max(0.0));
            Law::new(Pmf::from_probabilities(law).unwrap_or_else(|_| Pmf::certain(0)))
        })
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        let mut wounds = 0;
        for hit in 0..self.hits {
            let Some(failing) = self.failing_at(hit, wounds) else { break };
            let certain = failing == 0 || failing >= u32::from(self.die.sides());
            let fails = if certain { failing > 0 } else { dice.die(self.die) <= failing };
            wounds += u32::from(fails);
        }
        wounds
    }
}
