//! What a unit is, in numbers and words.

use super::catalogue::inches;
use super::unit::{Figure, UnitSpec, Weapon};
use crate::ruleset::UnitFacts;
use crate::table::Cover;

fn fp(milli: u32) -> f64 {
    f64::from(milli) / 1000.0
}

/// Facts of a unit.
pub fn unit_facts(unit: &UnitSpec) -> UnitFacts {
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
