//! POINTS: what a unit costs by the printed formula, term by term.

use std::collections::BTreeMap;

use super::numbers::Numbers;
use super::rulings::Rulings;
use super::throw::Throw;
use super::unit::{Arms, Named, Person, Role, UnitSpec};
use crate::formula::{Die, Exact, Formula, Item, Kind, MappedGroup, MappedUnit, Part, Working, Worth};

/// The price of a unit and how it comes about.
#[derive(Clone, Debug)]
pub struct Price {
    /// What is added up.
    pub parts: Vec<PricePart>,
    /// Points in all.
    pub total: Exact,
}

/// One kind of figure of a unit.
#[derive(Clone, Debug)]
pub struct PricePart {
    /// Who: `troops`, `the standard bearer`.
    pub who: String,
    /// The figures in the words of the formula.
    pub item: Item,
    /// Their price.
    pub working: Working,
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
        let mut parts: Vec<PricePart> = Vec::new();
        let mut add =
            |who: &str, (item, working)| parts.push(PricePart { who: who.to_owned(), item, working });
        let common = Figure {
            role: None,
            quality: &unit.quality.name,
            armour: &unit.armour.name,
            mounted: unit.mounted,
            barded: unit.barded,
            arms: &unit.arms,
        };
        match unit.role {
            Role::WarMachine => add("the engine and its crew", self.engine(unit)?),
            Role::Monster => add("the monster", self.monster(unit, &unit.quality.name)?),
            Role::Character | Role::Wizard => {
                let figure = Figure { role: Some(unit.role.word()), ..common };
                add(&format!("the {}", unit.role.word()), self.figure(&figure, 1)?);
                if unit.monster.is_some() {
                    add("his mount", self.monster(unit, &unit.monster_quality.name)?);
                }
            }
            Role::Troops => {
                let apart = u32::from(unit.standard) + u32::from(unit.led_by.is_some());
                let plain = unit.figures.saturating_sub(apart);
                if plain > 0 {
                    add("troops", self.figure(&common, plain)?);
                }
                if unit.standard {
                    let bearer = Figure { role: Some("standard-bearer"), ..common };
                    add("the standard bearer", self.figure(&bearer, 1)?);
                }
                if let Some(person) = &unit.led_by {
                    add(&format!("the {}", person.role.word()), self.person(person)?);
                }
            }
        }
        let total = parts.iter().try_fold(Exact::ZERO, |sum, part| sum.plus(part.working.total))?;
        Some(Price { parts, total })
    }

    fn person(&self, person: &Person) -> Option<(Item, Working)> {
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

    fn figure(&self, figure: &Figure<'_>, count: u32) -> Option<(Item, Working)> {
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

    fn monster(&self, unit: &UnitSpec, quality: &str) -> Option<(Item, Working)> {
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

    fn engine(&self, unit: &UnitSpec) -> Option<(Item, Working)> {
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
    ) -> Option<(Item, Working)> {
        let owned = |(factor, choice): &(&str, &str)| ((*factor).to_owned(), (*choice).to_owned());
        let item = Item {
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
        };
        let working = self.formula.price(&item)?;
        Some((item, working))
    }

    /// The unit as an audit of the formula wants it: kind by kind of figure, the price of one and how many there are.
    ///
    /// # Errors
    /// Why it has no price, as a sentence without a full stop.
    pub fn mapped(&self, unit: &UnitSpec) -> Result<MappedUnit, String> {
        let price = self.price(unit).ok_or("the formula lacks a name that the unit uses")?;
        if price.total <= Exact::ZERO {
            return Err("the formula gives it away for nothing".to_owned());
        }
        let one = |part: PricePart| {
            let count = part.item.figures;
            let item = Item { figures: 1, ..part.item };
            let working = self.formula.price(&item)?;
            Some(MappedGroup { item, working, count })
        };
        let groups = price.parts.into_iter().map(one).collect::<Option<Vec<_>>>();
        let groups = groups.ok_or("its price is too large to work out")?;
        Ok(MappedUnit { groups, total: price.total, figures: i64::from(unit.figures) })
    }
}

/// A part without a name.
fn bare(worth: Worth) -> Part {
    Part { name: None, base: worth, steps: 0, worth }
}

fn worth(throw: Throw) -> Worth {
    Worth::Die(Die { sides: i64::from(throw.die.sides()), times: i64::from(throw.times) })
}
