//! What a unit, box or condition is, in numbers and words.

use std::collections::BTreeMap;

use super::boxes::BoxSpec;
use super::catalogue::inches;
use super::unit::{Figure, UnitSpec, Weapon};
use crate::ruleset::{BoxFacts, ConditionsFacts, UnitFacts};
use crate::table::{Conditions, Cover};

fn fp(milli: u32) -> f64 {
    f64::from(milli) / 1000.0
}

/// Facts of a unit.
pub(super) fn unit_facts(unit: &UnitSpec) -> UnitFacts {
    let mut values = vec![("move".to_owned(), inches(unit.speed))];
    let mut saves: Vec<i32> = unit.figures.iter().map(|figure| figure.save).collect();
    saves.dedup();
    values
        .push(("save".to_owned(), saves.iter().map(|save| format!("{save}+")).collect::<Vec<_>>().join(" ")));
    if let Some(save) = unit.figures.iter().find_map(|figure| figure.melee_save) {
        values.push(("melee save".to_owned(), format!("{save}+")));
    }
    if unit.cover != Cover::None {
        let cover = if unit.cover == Cover::Soft { "soft" } else { "hard" };
        values.push(("starts in cover".to_owned(), cover.to_owned()));
    }
    UnitFacts {
        id: unit.id.clone(),
        name: unit.name.clone(),
        figures: u32::try_from(unit.figures.len()).unwrap_or(u32::MAX),
        melee_points: f64::from(unit.melee_points()),
        firepower: fp(unit.fp_milli()),
        shoots: unit.fp_milli() > 0,
        alike: unit.is_alike(),
        values,
        parts: parts(unit),
        source: unit.source.clone(),
    }
}

/// Runs of equal figures in removal order, then the guns.
fn parts(unit: &UnitSpec) -> Vec<String> {
    let mut lines = Vec::new();
    for run in unit.figures.chunk_by(|a, b| a == b) {
        lines.push(format!("{} {}", run.len(), describe(&run[0])));
    }
    for run in unit.guns.chunk_by(|a, b| a == b) {
        let gun = &run[0];
        lines.push(format!("{} {} (crew {})", run.len(), weapon("gun", &gun.weapon), gun.crew_needed));
    }
    lines
}

fn describe(figure: &Figure) -> String {
    let kind = if figure.type_name.is_empty() { "figures".to_owned() } else { figure.type_name.clone() };
    let weapons: Vec<String> = figure.weapons.iter().map(|w| weapon("weapon", w)).collect();
    let armed = if weapons.is_empty() { String::new() } else { format!(", {}", weapons.join(", ")) };
    format!("{kind}: {} MP, save {}+{armed}", figure.melee_points, figure.save)
}

fn weapon(nameless: &str, weapon: &Weapon) -> String {
    let name = if weapon.name.is_empty() { nameless } else { &weapon.name };
    format!("{name} (FP {}, AP {}, {})", fp(weapon.fp_milli), weapon.armour_piercing, inches(weapon.range))
}

/// Facts of a box.
pub(super) fn box_facts(spec: &BoxSpec) -> BoxFacts {
    BoxFacts {
        id: spec.id.clone(),
        name: spec.name.clone(),
        maker: spec.maker.clone(),
        era: spec.era.clone(),
        figures: spec.figures,
        units: spec.units.iter().map(unit_facts).collect(),
        source: spec.source.clone(),
    }
}

/// Facts of the conditions, then of the mixes.
pub(super) fn condition_facts(
    conditions: &BTreeMap<String, Conditions>,
    mixes: &BTreeMap<String, Vec<(String, u32)>>,
) -> Vec<ConditionsFacts> {
    let single = conditions.values().map(|one| ConditionsFacts {
        id: one.id.clone(),
        name: one.name.clone(),
        says: one.says.clone(),
        parts: Vec::new(),
    });
    let mixed = mixes.iter().map(|(id, parts)| {
        let said: Vec<String> = parts.iter().map(|(part, weight)| format!("{part} x {weight}")).collect();
        ConditionsFacts {
            id: id.clone(),
            name: "A mix of conditions".to_owned(),
            says: said.join(", "),
            parts: parts.clone(),
        }
    });
    single.chain(mixed).collect()
}
