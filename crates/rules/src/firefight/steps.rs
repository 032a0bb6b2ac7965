//! A unit one step better in one respect, for finding out what makes its price; and the numbers that formulas look at.

use std::collections::BTreeSet;

use super::arms::{Use, Weapon};
use super::needed::Needed;
use super::numbers::Numbers;
use super::unit::UnitSpec;
use crate::contents::UnitOfData as _;
use crate::grammar::inches;
use crate::ruleset::{FormulaFacts, UnitStep};

/// How long a step is where the fields themselves do not say it: to the next value that the data has, q.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    ranges: BTreeSet<i32>,
    moves: BTreeSet<i32>,
    best_leadership: i32,
}

/// A respect in which a unit may be better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Skill,
    Toughness,
    Armour,
    RateOfFire,
    RateOfAttack,
    Leadership,
    Range,
    Move,
}

impl Field {
    const ALL: [(Field, &'static str); 8] = [
        (Field::Skill, "skill"),
        (Field::Toughness, "toughness"),
        (Field::Armour, "armour"),
        (Field::RateOfFire, "rate-of-fire"),
        (Field::RateOfAttack, "rate-of-attack"),
        (Field::Leadership, "leadership"),
        (Field::Range, "range"),
        (Field::Move, "move"),
    ];
}

impl Ladder {
    /// Reads the rungs off the weapons and units of the data.
    pub(super) fn new<'w>(
        weapons: impl Iterator<Item = &'w Weapon>,
        units: &[UnitSpec],
        numbers: &Numbers,
    ) -> Ladder {
        Ladder {
            ranges: weapons.map(Weapon::range).filter(|range| *range > 0).collect(),
            moves: units.iter().map(|unit| unit.speed).collect(),
            best_leadership: i32::try_from(numbers.leadership.best).unwrap_or(i32::MIN),
        }
    }

    /// The steps that a unit can take.
    pub(super) fn steps(&self, unit: &UnitSpec) -> Vec<UnitStep> {
        let step = |(field, id): (Field, &str)| {
            let stepped = self.stepped(unit, field)?;
            Some(UnitStep { id: id.to_owned(), says: says(field, unit, &stepped) })
        };
        Field::ALL.into_iter().filter_map(step).collect()
    }

    /// The unit after the step of that name, `None` when it cannot take it.
    pub(super) fn named(&self, unit: &UnitSpec, step: &str) -> Option<UnitSpec> {
        let (field, _) = Field::ALL.into_iter().find(|(_, id)| *id == step)?;
        self.stepped(unit, field)
    }

    fn stepped(&self, unit: &UnitSpec, field: Field) -> Option<UnitSpec> {
        let mut stepped = unit.clone();
        let above = |rungs: &BTreeSet<i32>, now: i32| rungs.range(now + 1..).next().copied().unwrap_or(now);
        match field {
            Field::Skill => {
                stepped.skill += 1;
                stepped.melee_skill += 1;
                for run in &mut stepped.models {
                    (run.skill, run.melee_skill) = (run.skill + 1, run.melee_skill + 1);
                }
            }
            Field::Toughness => stepped.toughness += 1,
            Field::Armour => stepped.armour += 1,
            Field::RateOfFire => {
                weapons(&mut stepped).filter(|weapon| weapon.shoots()).for_each(|weapon| weapon.rate += 1);
            }
            Field::RateOfAttack => {
                weapons(&mut stepped).filter(|weapon| weapon.is_melee()).for_each(|weapon| weapon.rate += 1);
            }
            Field::Leadership => stepped.leadership = (stepped.leadership - 1).max(self.best_leadership),
            Field::Range => weapons(&mut stepped).for_each(|weapon| {
                if let Use::Ranged { range, .. } = &mut weapon.used {
                    *range = above(&self.ranges, *range);
                }
            }),
            Field::Move => stepped.speed = above(&self.moves, stepped.speed),
        }
        (stepped != *unit).then_some(stepped)
    }
}

fn weapons(unit: &mut UnitSpec) -> impl Iterator<Item = &mut Weapon> {
    unit.models.iter_mut().flat_map(|run| &mut run.weapons)
}

/// The unit's value, or the first weapon's that the step changed, before and after.
fn says(field: Field, before: &UnitSpec, after: &UnitSpec) -> String {
    let arms = |unit: &UnitSpec| unit.models.iter().flat_map(|run| run.weapons.clone()).collect::<Vec<_>>();
    let (were, are) = (arms(before), arms(after));
    let changed = were.iter().zip(&are).find(|(was, is)| was != is);
    let of_weapon = |value: &dyn Fn(&Weapon) -> String| {
        changed.map_or_else(Default::default, |(was, is)| (value(was), value(is)))
    };
    let of_unit = |value: &dyn Fn(&UnitSpec) -> String| (value(before), value(after));
    let rate = |weapon: &Weapon| weapon.rate.to_string();
    let (what, (was, is)) = match field {
        Field::Skill => ("skill", of_unit(&|unit| format!("{:+}", unit.skill))),
        Field::Toughness => ("Toughness", of_unit(&|unit| unit.toughness.to_string())),
        Field::Armour => ("Armour", of_unit(&|unit| unit.armour.to_string())),
        Field::RateOfFire => ("rate of fire", of_weapon(&rate)),
        Field::RateOfAttack => ("rate of attack", of_weapon(&rate)),
        Field::Leadership => ("leadership", of_unit(&|unit| format!("{}+", unit.leadership))),
        Field::Range => ("range", of_weapon(&|weapon| inches(weapon.range()))),
        Field::Move => ("move", of_unit(&|unit| inches(unit.speed))),
    };
    format!("{what} {is} instead of {was}")
}

/// What formulas look at, a model on average: its dice in fire and melee, and the wounds of a plain weapon that it takes to
/// remove it, the ones that fail to wound counted.
pub(super) fn formula_facts(unit: &UnitSpec, numbers: &Numbers) -> Option<FormulaFacts> {
    let models = f64::from(unit.figures());
    let facts = super::facts::unit_facts(unit);
    let (melee, fire) = (facts.melee_points / models, facts.firepower / models);
    let wounded = Needed::of(numbers.to_wound + unit.toughness + unit.armour, numbers.die, !unit.buttoned);
    let chance = wounded.chance(numbers.die, false);
    if chance <= 0.0 {
        return None;
    }
    let range = unit.models.iter().flat_map(|run| &run.weapons).map(Weapon::range).max().unwrap_or(0);
    let long = |q: i32| f64::from(q) / crate::table::QUARTERS;
    Some(FormulaFacts {
        attack: melee + fire,
        durability: 1.0 / chance,
        terms: vec![
            ("rate of attack".to_owned(), melee),
            ("rate of fire".to_owned(), fire),
            ("skill".to_owned(), f64::from(unit.skill)),
            ("durability".to_owned(), 1.0 / chance),
            ("leadership".to_owned(), f64::from(unit.leadership)),
            ("move".to_owned(), long(unit.speed)),
            ("range".to_owned(), long(range)),
        ],
        meaning: "Attack is the dice of a model in fire and in melee, durability the hits of a plain weapon that wound it once.",
    })
}
