//! What a unit, force or condition is, in numbers and words.

use super::arms::{Use, Weapon};
use super::doctrine::Doctrine;
use super::unit::{Models, UnitSpec};
use crate::contents::UnitOfData as _;
use crate::grammar::inches;
use crate::ruleset::UnitFacts;
use crate::table::Cover;

/// Dice that all models throw with the best of their weapons: in melee, or at range.
fn dice(unit: &UnitSpec, melee: bool) -> f64 {
    let bare = Weapon::bare_hands();
    let of_model = |run: &Models| {
        let rates = run.weapons.iter().filter(|weapon| weapon.is_melee() == melee).map(|weapon| weapon.rate);
        rates.max().unwrap_or(if melee { bare.rate } else { 0 })
    };
    unit.models.iter().map(|run| f64::from(run.count) * f64::from(of_model(run))).sum()
}

/// Facts of a unit. Its melee points are its dice in melee, its firepower those of one round of fire.
pub(super) fn unit_facts(unit: &UnitSpec) -> UnitFacts {
    let mut values = vec![
        ("move".to_owned(), inches(unit.speed)),
        ("skill".to_owned(), skill([unit.skill, unit.melee_skill])),
        ("toughness".to_owned(), unit.toughness.to_string()),
        ("armour".to_owned(), unit.armour.to_string()),
        ("leadership".to_owned(), format!("{}+", unit.leadership)),
    ];
    let cover = match unit.cover {
        Cover::None => None,
        Cover::Soft => Some("soft"),
        Cover::Hard => Some("hard"),
    };
    values.extend(cover.map(|cover| ("starts in cover".to_owned(), cover.to_owned())));
    for (what, doctrines) in [("doctrines", &unit.doctrines), ("its leader confers", &unit.confers)] {
        if !doctrines.is_empty() {
            values.push((what.to_owned(), named(doctrines)));
            values
                .extend((what == "doctrines").then(|| ("activation dice".to_owned(), unit.dice.to_string())));
        }
    }
    let flags = [
        (unit.cowering, "begins cowering"),
        (unit.ignores_suppression, "cannot be suppressed"),
        (unit.buttoned, "buttoned up"),
        (unit.closes, "seeks melee"),
        (unit.is_leader, "an independent leader"),
    ];
    let said: Vec<&str> = flags.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect();
    if !said.is_empty() {
        values.push(("besides".to_owned(), said.join(", ")));
    }
    UnitFacts {
        id: unit.id.clone(),
        name: unit.name.clone(),
        figures: unit.figures(),
        melee_points: dice(unit, true),
        firepower: dice(unit, false),
        shoots: unit.shoots() && !unit.closes,
        alike: unit.is_alike(),
        values,
        parts: unit.models.iter().map(|run| part(unit, run)).collect(),
        source: unit.source.clone(),
    }
}

/// Skill at range and in melee.
fn skill([ranged, melee]: [i32; 2]) -> String {
    if ranged == melee { format!("{ranged:+}") } else { format!("{ranged:+}, {melee:+} in melee") }
}

fn named(doctrines: &[Doctrine]) -> String {
    doctrines.iter().map(|doctrine| doctrine.name.as_str()).collect::<Vec<_>>().join(", ")
}

fn part(unit: &UnitSpec, run: &Models) -> String {
    let arms: Vec<String> = run.weapons.iter().map(weapon).collect();
    let armed = if arms.is_empty() { "unarmed".to_owned() } else { arms.join(", ") };
    let own = [run.skill, run.melee_skill];
    let trained = match own == [unit.skill, unit.melee_skill] {
        true => String::new(),
        false => format!(" of skill {}", skill(own)),
    };
    format!("{} {}{trained}: {armed}", run.count, unit.kind.word())
}

fn weapon(weapon: &Weapon) -> String {
    let name = if weapon.name.is_empty() { "weapon" } else { &weapon.name };
    let mut traits = match weapon.used {
        Use::Ranged { range, .. } => vec![format!("RoF {}", weapon.rate), inches(range)],
        Use::Melee { .. } => vec![format!("RoA {}", weapon.rate)],
    };
    let mut level = |name: &str, levels: i32| traits.extend((levels > 0).then(|| format!("{name} {levels}")));
    level("Massive", weapon.massive);
    level("AP", weapon.armour_piercing);
    level("HE", weapon.high_explosive);
    if let Use::Melee { offence, defence } = weapon.used {
        level("Offence", offence);
        level("Defence", defence);
    }
    format!("{name} ({})", traits.join(", "))
}
