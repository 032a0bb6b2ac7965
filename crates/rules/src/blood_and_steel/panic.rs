//! Panic of raw troops, which the text takes from Stargrunt II: once in a game they test their nerve, and who fails does nothing
//! until he has pulled himself together.

use muster_dice::{Dice, Die};

use super::confidence::Confidence;
use super::numbers::Numbers;
use super::plan::UnitPlan;
use super::rules::Rules;
use super::unit::UnitSpec;

/// What troops of a quality panic at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fear {
    /// The first sight of an enemy.
    Sight,
    /// The first shot at them, and the first sight of a monster or cavalry.
    Fire,
    /// The first charge of a terror.
    Terror,
}

/// How the nerves of a unit stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nerve {
    /// It has held, or there is nothing that it fears.
    Proved,
    /// Not tried yet.
    Raw,
    /// It has panicked and does nothing.
    Panicked,
}

/// What a unit meets.
#[derive(Clone, Copy, Debug)]
pub enum Fright<'p> {
    /// It sees an enemy.
    Sees(&'p UnitPlan),
    /// It is shot at.
    ShotAt,
    /// An enemy charges it.
    ChargedBy(&'p UnitPlan),
}

impl Fear {
    /// What a unit fears; characters and monsters are no raw troops.
    pub fn of(spec: &UnitSpec, numbers: &Numbers) -> Option<Fear> {
        let panic = &numbers.panic;
        let lists = [
            (&panic.at_sight, Fear::Sight),
            (&panic.under_fire, Fear::Fire),
            (&panic.at_terror, Fear::Terror),
        ];
        if spec.is_individual() {
            return None;
        }
        lists.into_iter().find(|(names, _)| names.contains(&spec.quality.name)).map(|(_, fear)| fear)
    }
}

impl UnitPlan {
    /// Its nerves at the start.
    pub fn nerve(&self) -> Nerve {
        if self.fears.is_some() { Nerve::Raw } else { Nerve::Proved }
    }
}

impl Rules {
    /// Whether a fright is the one that a unit panics at.
    pub fn frightens(&self, plan: &UnitPlan, nerve: Nerve, fright: Fright<'_>) -> bool {
        let feared = match (plan.fears, fright) {
            (Some(Fear::Sight), _) | (Some(Fear::Fire), Fright::ShotAt) => true,
            (Some(Fear::Fire), Fright::Sees(enemy) | Fright::ChargedBy(enemy)) => enemy.daunting,
            (Some(Fear::Terror), Fright::ChargedBy(enemy)) => enemy.terror,
            (None | Some(Fear::Terror), _) => false,
        };
        nerve == Nerve::Raw && feared
    }

    /// A reaction test: the unit keeps its nerve, or panics.
    pub fn try_nerve<D: Dice>(&self, quality: Die, leadership: u32, dice: &mut D) -> Nerve {
        let target = i32::try_from(leadership).unwrap_or(0) + self.numbers.panic.threat;
        if self.exceeds(quality, target, dice) { Nerve::Proved } else { Nerve::Panicked }
    }

    /// A panicked unit spends its activation on pulling itself together; a very bad throw costs a level.
    pub fn pull_together<D: Dice>(
        &self,
        quality: Die,
        leadership: u32,
        confidence: Confidence,
        dice: &mut D,
    ) -> (Nerve, Confidence) {
        let target = i32::try_from(leadership).unwrap_or(0) + self.numbers.panic.threat;
        let face = dice.die(quality);
        if i32::try_from(face).is_ok_and(|face| face > target) {
            return (Nerve::Proved, confidence);
        }
        (Nerve::Panicked, confidence.lowered(u32::from(face <= self.numbers.panic.worse_on)))
    }
}
