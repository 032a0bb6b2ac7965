//! POINTS: what a unit costs by the printed formula, term by term.

use std::collections::BTreeMap;

use super::numbers::Numbers;
use super::rulings::Rulings;
use super::throw::Throw;
use super::unit::{Arms, Named, Person, Role, UnitSpec};
use crate::formula::{Die, Exact, Formula, Item, Kind, Part, Working, Worth};

/// The price of a unit and how it comes about.
#[derive(Clone, Debug)]
pub struct Price {
    /// What is added up: who, and the working.
    pub parts: Vec<(String, Working)>,
    /// Points in all.
    pub total: Exact,
}

/// Prices units of a pack.
#[derive(Clone, Copy, Debug)]
pub struct Pricer<'p> {
    /// The formula.
    pub formula: &'p Formula,
    /// The numbers in force.
    pub numbers: &'p Numbers,
    /// The rulings in force.
    pub rulings: &'p Rulings,
}

/// One kind of figure to be priced.
struct Figure<'f> {
    role: Option<&'static str>,
    quality: &'f str,
    armour: &'f str,
    mounted: bool,
    barded: bool,
    arms: &'f Arms,
}

impl Pricer<'_> {
    /// The price of a unit; `None` when the formula lacks a name that the unit uses, or a number grows too large.
    pub fn price(&self, unit: &UnitSpec) -> Option<Price> {
        let mut parts: Vec<(String, Working)> = Vec::new();
        let common = Figure {
            role: None,
            quality: &unit.quality.name,
            armour: &unit.armour.name,
            mounted: unit.mounted,
            barded: unit.barded,
            arms: &unit.arms,
        };
        match unit.role {
            Role::WarMachine => parts.push(("the engine and its crew".to_owned(), self.engine(unit)?)),
            Role::Monster => parts.push(("the monster".to_owned(), self.monster(unit, &unit.quality.name)?)),
            Role::Character | Role::Wizard => {
                let figure = Figure { role: Some(unit.role.word()), ..common };
                parts.push((format!("the {}", unit.role.word()), self.figure(&figure, 1)?));
                if unit.monster.is_some() {
                    let mount = self.monster(unit, &unit.monster_quality.name)?;
                    parts.push(("his mount".to_owned(), mount));
                }
            }
            Role::Troops => {
                let apart = u32::from(unit.standard) + u32::from(unit.led_by.is_some());
                let plain = unit.figures.saturating_sub(apart);
                if plain > 0 {
                    parts.push(("troops".to_owned(), self.figure(&common, plain)?));
                }
                if unit.standard {
                    let bearer = Figure { role: Some("standard-bearer"), ..common };
                    parts.push(("the standard bearer".to_owned(), self.figure(&bearer, 1)?));
                }
                if let Some(person) = &unit.led_by {
                    parts.push((format!("the {}", person.role.word()), self.person(person)?));
                }
            }
        }
        let total = parts.iter().try_fold(Exact::ZERO, |sum, (_, working)| sum.plus(working.total))?;
        Some(Price { parts, total })
    }

    fn person(&self, person: &Person) -> Option<Working> {
        let figure = Figure {
            role: Some(person.role.word()),
            quality: &person.quality.name,
            armour: &person.armour.name,
            mounted: person.mounted,
            barded: person.barded,
            arms: &person.arms,
        };
        self.figure(&figure, 1)
    }

    fn figure(&self, figure: &Figure<'_>, count: u32) -> Option<Working> {
        let numbers = self.numbers;
        // Ruling B35: "only pay for the highest melee die used".
        let melee: &Named<Throw> =
            if self.rulings.lance_is_free { &figure.arms.steady } else { &figure.arms.charge };
        let up = |steps: i32| usize::try_from(steps).unwrap_or(0);
        let mounted = if figure.mounted { up(numbers.melee.mounted) } else { 0 };
        let shelter = match (figure.mounted, figure.barded) {
            (_, true) => up(numbers.armour.barded),
            (true, false) => up(numbers.armour.mounted),
            (false, false) => 0,
        };
        let bow = figure.arms.bow.as_ref().map_or("none", |bow| bow.name.as_str());
        let parts = [
            ("firepower", self.named("firepower", bow, 0)?),
            ("melee", self.named("melee", &melee.name, mounted)?),
            ("armour", self.named("armour", figure.armour, shelter)?),
        ];
        let mut choices = vec![("quality", figure.quality)];
        if figure.mounted {
            choices.push(("mount", "cavalry"));
        }
        choices.extend(figure.role.map(|role| ("role", role)));
        self.work_out("figure", count, parts.into(), &choices)
    }

    fn monster(&self, unit: &UnitSpec, quality: &str) -> Option<Working> {
        let monster = unit.monster.as_ref()?;
        let fire = monster
            .close_fire
            .map_or(bare(Worth::Number(Exact::ZERO)), |(firepower, _)| bare(worth(firepower)));
        let parts = [
            ("firepower", fire),
            ("melee", bare(worth(monster.melee))),
            ("armour", bare(worth(monster.armour))),
        ];
        self.work_out("figure", 1, parts.into(), &[("quality", quality), ("role", "monster")])
    }

    fn engine(&self, unit: &UnitSpec) -> Option<Working> {
        let engine = unit.arms.engine.as_ref()?;
        let parts = ["firepower", "impact"].map(|term| Some((term, self.named(term, &engine.name, 0)?)));
        let parts = parts.into_iter().collect::<Option<Vec<_>>>()?;
        let choices = [("engine", "war-machine"), ("quality", unit.quality.name.as_str())];
        self.work_out("war-machine", 1, parts, &choices)
    }

    /// A named value of the formula some steps up the ladder, or as far up as the ladder goes.
    fn named(&self, term: &str, name: &str, steps: usize) -> Option<Part> {
        let base = *self.formula.values.get(term)?.get(name)?;
        let steps = (0..=steps).rev().find(|steps| self.formula.stepped(base, *steps).is_some())?;
        let worth = self.formula.stepped(base, steps)?;
        Some(Part { name: Some(name.to_owned()), base, steps, worth })
    }

    fn work_out(
        &self,
        scheme: &str,
        figures: u32,
        parts: Vec<(&str, Part)>,
        choices: &[(&str, &str)],
    ) -> Option<Working> {
        let owned = |(factor, choice): &(&str, &str)| ((*factor).to_owned(), (*choice).to_owned());
        self.formula.price(&Item {
            id: String::new(),
            name: String::new(),
            kind: Kind::Unit,
            scheme: scheme.to_owned(),
            figures: i64::from(figures),
            printed: None,
            parts: parts.into_iter().map(|(term, part)| (term.to_owned(), part)).collect(),
            choices: choices.iter().map(owned).collect(),
            plus: Vec::new(),
            counted: BTreeMap::new(),
            provenance: None,
        })
    }
}

/// A part without a name.
fn bare(worth: Worth) -> Part {
    Part { name: None, base: worth, steps: 0, worth }
}

fn worth(throw: Throw) -> Worth {
    Worth::Die(Die { sides: i64::from(throw.die.sides()), times: i64::from(throw.times) })
}
