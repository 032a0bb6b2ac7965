//! A unit one step better in one respect, for finding out what makes its price; the numbers that formulas look at; and when one unit is
//! nowhere worse than another.

use muster_dice::Die;

use super::numbers::Numbers;
use super::throw::Throw;
use super::unit::{Arms, Named, Role, UnitSpec};
use crate::ruleset::{FormulaFacts, UnitStep};

/// A respect in which a unit may be better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Quality,
    Leadership,
    Armour,
    Melee,
    Firepower,
    Impact,
}

impl Field {
    const ALL: [(Field, &'static str); 6] = [
        (Field::Quality, "quality"),
        (Field::Leadership, "leadership"),
        (Field::Armour, "armour"),
        (Field::Melee, "melee"),
        (Field::Firepower, "firepower"),
        (Field::Impact, "impact"),
    ];
}

/// The steps that a unit can take.
pub(super) fn steps(unit: &UnitSpec, numbers: &Numbers) -> Vec<UnitStep> {
    let step = |(field, id): (Field, &str)| {
        let stepped = stepped(unit, field, numbers)?;
        Some(UnitStep { id: id.to_owned(), says: says(field, unit, &stepped) })
    };
    Field::ALL.into_iter().filter_map(step).collect()
}

/// The unit after the step of that name, `None` when it cannot take it.
pub(super) fn named(unit: &UnitSpec, step: &str, numbers: &Numbers) -> Option<UnitSpec> {
    let (field, _) = Field::ALL.into_iter().find(|(_, id)| *id == step)?;
    stepped(unit, field, numbers)
}

/// Dice go up their ladder by one; a person who leads the unit, or a monster of it, stays as it is.
fn stepped(unit: &UnitSpec, field: Field, numbers: &Numbers) -> Option<UnitSpec> {
    let mut stepped = unit.clone();
    let up = |throw: &mut Throw| *throw = throw.closed(1);
    let arms = &mut stepped.arms;
    match field {
        Field::Quality => stepped.quality.value = above(unit.quality.value),
        Field::Leadership => {
            stepped.leadership = unit.leadership.saturating_sub(1).max(numbers.leader.best);
        }
        // The armour of a monster is its own.
        Field::Armour if unit.monster.is_none() => stepped.armour.value = above(unit.armour.value),
        Field::Melee if unit.role != Role::Monster => {
            up(&mut arms.charge.value);
            up(&mut arms.steady.value);
        }
        Field::Firepower => {
            if let Some(bow) = &mut arms.bow {
                bow.value.0 += 1;
            }
            if let Some(engine) = &mut arms.engine {
                up(&mut engine.value.0);
            }
        }
        Field::Impact => {
            if let Some(bow) = &mut arms.bow {
                up(&mut bow.value.1);
            }
            if let Some(engine) = &mut arms.engine {
                up(&mut engine.value.1);
            }
        }
        Field::Armour | Field::Melee => {}
    }
    (stepped != *unit).then_some(stepped)
}

fn above(die: Die) -> Die {
    Throw::of(die).closed(1).die
}

/// What the step changes, before and after.
fn says(field: Field, before: &UnitSpec, after: &UnitSpec) -> String {
    let of = |value: &dyn Fn(&UnitSpec) -> String| (value(before), value(after));
    let bow = |value: &dyn Fn(&(u32, Throw)) -> String, unit: &UnitSpec| {
        unit.arms.bow.as_ref().map(|bow| value(&bow.value))
    };
    let engine = |value: &dyn Fn(&(Throw, Throw)) -> String, unit: &UnitSpec| {
        unit.arms.engine.as_ref().map(|engine| value(&engine.value))
    };
    let (what, (was, is)) = match field {
        Field::Quality => ("quality", of(&|unit| unit.quality.value.to_string())),
        Field::Leadership => ("leadership", of(&|unit| unit.leadership.to_string())),
        Field::Armour => ("armour", of(&|unit| unit.armour.value.to_string())),
        Field::Melee => ("melee", of(&|unit| unit.arms.charge.value.to_string())),
        Field::Firepower => (
            "firepower",
            of(&|unit| {
                let of_bow = bow(&|(power, _)| power.to_string(), unit);
                of_bow.or_else(|| engine(&|(power, _)| power.to_string(), unit)).unwrap_or_default()
            }),
        ),
        Field::Impact => (
            "impact",
            of(&|unit| {
                let of_bow = bow(&|(_, impact)| impact.to_string(), unit);
                of_bow.or_else(|| engine(&|(_, impact)| impact.to_string(), unit)).unwrap_or_default()
            }),
        ),
    };
    format!("{what} {is} instead of {was}")
}

/// What formulas look at, a figure of troops: the size of its melee die and its firepower, and how many hits remove it, the dice of the
/// ladder taking turns against its armour.
pub(super) fn formula_facts(unit: &UnitSpec, numbers: &Numbers) -> Option<FormulaFacts> {
    if unit.role != Role::Troops || unit.monster.is_some() {
        return None;
    }
    let armour = armour(unit, numbers);
    let beaten: f64 = numbers.ladder.iter().map(|die| Throw::of(*die).beats(Throw::of(armour))).sum();
    let melee = f64::from(unit.arms.charge.value.size());
    let fire = unit.arms.bow.as_ref().map_or(0.0, |bow| f64::from(bow.value.0));
    let durability = numbers.ladder.len() as f64 / beaten;
    if !durability.is_finite() {
        return None;
    }
    Some(FormulaFacts {
        attack: melee + fire,
        durability,
        terms: vec![
            ("melee die".to_owned(), melee),
            ("firepower".to_owned(), fire),
            ("armour die".to_owned(), f64::from(armour.sides())),
            ("quality die".to_owned(), f64::from(unit.quality.value.sides())),
            ("mounted".to_owned(), f64::from(u8::from(unit.mounted))),
        ],
        meaning: "Attack is the sides of a figure's melee die and its firepower, durability the hits that remove it, against its armour.",
    })
}

/// The armour die with what the mount adds.
fn armour(unit: &UnitSpec, numbers: &Numbers) -> Die {
    let mount = match (unit.mounted, unit.barded) {
        (_, true) => numbers.armour.barded,
        (true, false) => numbers.armour.mounted,
        (false, false) => 0,
    };
    Throw::of(unit.armour.value).closed(mount).die
}

/// Whether `unit` is nowhere worse than `other` and somewhere better. Only units are compared that differ in dice, leadership and
/// firepower alone: what a formation, a mount or a character is worth has no order of its own.
pub(super) fn dominates(unit: &UnitSpec, other: &UnitSpec) -> bool {
    let plain = |unit: &UnitSpec| {
        let mut plain = unit.clone();
        plain.id.clear();
        plain.name.clear();
        (plain.source, plain.leadership) = (None, 0);
        plain.quality = Named { name: String::new(), value: Die::D4 };
        plain.armour = plain.quality.clone();
        plain.monster_quality = plain.quality.clone();
        let nothing = Named { name: String::new(), value: Throw::of(Die::D4) };
        plain.arms = Arms { charge: nothing.clone(), steady: nothing, bow: None, engine: None };
        plain
    };
    let dice = |die: Die| i64::from(die.sides());
    let size = |throw: Throw| i64::from(throw.size());
    let bow = |unit: &UnitSpec| {
        unit.arms.bow.as_ref().map_or([0, 0], |bow| [i64::from(bow.value.0), size(bow.value.1)])
    };
    let of = |unit: &UnitSpec| {
        let [power, impact] = bow(unit);
        [
            dice(unit.quality.value),
            -i64::from(unit.leadership),
            dice(unit.armour.value),
            size(unit.arms.charge.value),
            size(unit.arms.steady.value),
            power,
            impact,
        ]
    };
    let orders: Vec<_> = of(unit).into_iter().zip(of(other)).map(|(own, theirs)| own.cmp(&theirs)).collect();
    unit.arms.engine.is_none()
        && other.arms.engine.is_none()
        && plain(unit) == plain(other)
        && orders.iter().all(|order| order.is_ge())
        && orders.iter().any(|order| order.is_gt())
}
