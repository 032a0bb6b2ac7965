//! A unit one step better in one respect, for finding out what makes its price; and the numbers that formulas look at.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::inches;
use super::compile::Rules;
use super::saves::failing_faces;
use super::unit::{UnitSpec, Weapon};
use crate::ruleset::{FormulaFacts, UnitStep};

/// How long a step is where the fields themselves do not say it: taken from the data.
#[derive(Clone, Debug)]
pub(super) struct Ladder {
    /// Ranges that weapons of the data have, quarter inches, in increasing order.
    ranges: Vec<i32>,
    /// What neighbouring rates of movement mostly differ by, quarter inches.
    move_step: i32,
}

/// A respect in which a unit may be better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Save,
    MeleePoints,
    Firepower,
    ArmourPiercing,
    Range,
    Move,
}

impl Field {
    const ALL: [Field; 6] =
        [Field::Save, Field::MeleePoints, Field::Firepower, Field::ArmourPiercing, Field::Range, Field::Move];

    const fn word(self) -> &'static str {
        match self {
            Field::Save => "save",
            Field::MeleePoints => "melee-points",
            Field::Firepower => "firepower",
            Field::ArmourPiercing => "armour-piercing",
            Field::Range => "range",
            Field::Move => "move",
        }
    }
}

impl Ladder {
    /// Reads the rungs off the weapons and the table of movement (CHIMERA Movement ¶1).
    pub(super) fn new<'w>(
        weapons: impl Iterator<Item = &'w Weapon>,
        rates: &BTreeMap<String, i32>,
    ) -> Ladder {
        let ranges: BTreeSet<i32> = weapons.map(|weapon| weapon.range).filter(|range| *range > 0).collect();
        let rates: Vec<i32> = rates.values().copied().collect::<BTreeSet<i32>>().into_iter().collect();
        let mut gaps: BTreeMap<i32, u32> = BTreeMap::new();
        rates.windows(2).for_each(|pair| *gaps.entry(pair[1] - pair[0]).or_default() += 1);
        // The commonest gap, of equals the smallest.
        let move_step = gaps.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0))).map_or(0, |gap| *gap.0);
        Ladder { ranges: ranges.into_iter().collect(), move_step }
    }

    /// The steps that a unit can take.
    pub(super) fn steps(&self, unit: &UnitSpec) -> Vec<UnitStep> {
        let step = |field: Field| {
            let stepped = self.stepped(unit, field)?;
            Some(UnitStep { id: field.word().to_owned(), says: says(field, unit, &stepped) })
        };
        Field::ALL.into_iter().filter_map(step).collect()
    }

    /// The unit after the step of that name, `None` when it cannot take it.
    pub(super) fn named(&self, unit: &UnitSpec, step: &str) -> Option<UnitSpec> {
        let field = Field::ALL.into_iter().find(|field| field.word() == step)?;
        self.stepped(unit, field)
    }

    fn stepped(&self, unit: &UnitSpec, field: Field) -> Option<UnitSpec> {
        let mut stepped = unit.clone();
        match field {
            Field::Save => stepped.figures.iter_mut().for_each(|figure| {
                figure.save -= 1;
                figure.melee_save = figure.melee_save.map(|save| save - 1);
            }),
            Field::MeleePoints => stepped.figures.iter_mut().for_each(|figure| figure.melee_points += 1),
            Field::Firepower => weapons(&mut stepped).for_each(|weapon| weapon.fp_milli += 1000),
            Field::ArmourPiercing => weapons(&mut stepped).for_each(|weapon| weapon.armour_piercing += 1),
            Field::Range => weapons(&mut stepped).for_each(|weapon| {
                let farther = self.ranges.iter().find(|range| **range > weapon.range);
                weapon.range = farther.copied().unwrap_or(weapon.range);
            }),
            Field::Move => stepped.speed += self.move_step,
        }
        (stepped != *unit).then_some(stepped)
    }
}

fn weapons(unit: &mut UnitSpec) -> impl Iterator<Item = &mut Weapon> {
    let carried = unit.figures.iter_mut().flat_map(|figure| &mut figure.weapons);
    carried.chain(unit.guns.iter_mut().map(|gun| &mut gun.weapon))
}

/// All weapons of a unit, guns last.
fn armed(unit: &UnitSpec) -> impl Iterator<Item = &Weapon> {
    unit.figures.iter().flat_map(|figure| &figure.weapons).chain(unit.guns.iter().map(|gun| &gun.weapon))
}

/// The front figure's or the first weapon's value before and after.
fn says(field: Field, before: &UnitSpec, after: &UnitSpec) -> String {
    let front = |unit: &UnitSpec| unit.figures.first().cloned();
    let each = |value: &dyn Fn(&UnitSpec) -> Option<String>, what: &str| {
        let (was, is) = (value(before).unwrap_or_default(), value(after).unwrap_or_default());
        format!("{what} {is} instead of {was}")
    };
    // A weapon that the step changed: the longest-ranged of all have nowhere to go.
    let changed = armed(before).zip(armed(after)).position(|(was, is)| was != is).unwrap_or(0);
    match field {
        Field::Save => each(&|unit| front(unit).map(|figure| format!("{}+", figure.save)), "save"),
        Field::MeleePoints => {
            each(&|unit| front(unit).map(|figure| figure.melee_points.to_string()), "MP a figure")
        }
        Field::Firepower => {
            let value = |unit: &UnitSpec| {
                armed(unit).next().map(|weapon| (f64::from(weapon.fp_milli) / 1000.0).to_string())
            };
            each(&value, "FP a weapon")
        }
        Field::ArmourPiercing => {
            each(&|unit| armed(unit).next().map(|weapon| weapon.armour_piercing.to_string()), "AP")
        }
        Field::Range => each(&|unit| armed(unit).nth(changed).map(|weapon| inches(weapon.range)), "range"),
        Field::Move => each(&|unit| Some(inches(unit.speed)), "move"),
    }
}

/// What formulas look at, a figure on average; `None` for a unit with a figure whose save cannot fail.
pub(super) fn formula_facts(unit: &UnitSpec, rules: &Rules) -> Option<FormulaFacts> {
    let figures = unit.figures.len() as f64;
    let mean = |sum: f64| sum / figures;
    let lasts = unit.figures.iter().map(|figure| {
        let failing = failing_faces(figure.save, &rules.numbers, &rules.rulings);
        (failing > 0).then(|| f64::from(rules.numbers.save_die.sides()) / f64::from(failing))
    });
    let durability = mean(lasts.sum::<Option<f64>>()?);
    let (melee, fire) = (mean(f64::from(unit.melee_points())), mean(f64::from(unit.fp_milli()) / 1000.0));
    let range = armed(unit).map(|weapon| weapon.range).max().unwrap_or(0);
    let piercing = armed(unit).map(|weapon| weapon.armour_piercing).max().unwrap_or(0);
    let long = |quarters: i32| f64::from(quarters) / super::numbers::QUARTERS;
    Some(FormulaFacts {
        attack: melee + fire,
        durability,
        terms: vec![
            ("melee points".to_owned(), melee),
            ("firepower".to_owned(), fire),
            ("armour piercing".to_owned(), f64::from(piercing)),
            ("durability".to_owned(), durability),
            ("move".to_owned(), long(unit.speed)),
            ("range".to_owned(), long(range)),
        ],
        meaning: "Attack is melee points and firepower of a figure, durability the wounds that remove one.",
    })
}
