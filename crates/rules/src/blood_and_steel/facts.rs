//! What a unit is, in numbers and words.

use super::numbers::Numbers;
use super::price::Pricer;
use super::unit::{Arms, Person, Rank, Role, UnitSpec};
use crate::ruleset::UnitFacts;
use crate::table::Cover;

/// Facts of a unit; its cost is worked out term by term.
pub(super) fn unit_facts(unit: &UnitSpec, numbers: &Numbers, pricer: &Pricer<'_>) -> UnitFacts {
    let melee = |arms: &Arms| f64::from(arms.charge.value.size());
    let monster = unit.monster.as_ref().map_or(0.0, |monster| f64::from(monster.melee.size()));
    let troops = match unit.role {
        Role::Monster => 0.0,
        _ if unit.monster.is_some() => melee(&unit.arms),
        _ => melee(&unit.arms) * f64::from(unit.figures),
    };
    let mut firepower = 0.0;
    if let Some(bow) = &unit.arms.bow {
        let archers = if unit.monster.is_some() { 1 } else { unit.figures };
        firepower += f64::from(bow.value.0) * f64::from(archers);
    }
    if let Some(engine) = &unit.arms.engine {
        firepower += f64::from(engine.value.0.size());
    }
    if unit.has_wizard() {
        firepower += f64::from(numbers.magic.fireball_firepower.size());
    }
    let price = pricer.price(unit);
    let mut values = vec![
        ("quality".to_owned(), format!("{} ({})", unit.quality.name, unit.quality.value)),
        ("leadership".to_owned(), unit.leadership.to_string()),
        ("confidence".to_owned(), unit.confidence.word().to_owned()),
        ("formation".to_owned(), formation(unit)),
    ];
    let cover = match unit.cover {
        Cover::None => None,
        Cover::Soft => Some("soft"),
        Cover::Hard => Some("hard"),
    };
    values.extend(cover.map(|cover| ("cover".to_owned(), cover.to_owned())));
    if unit.higher_ground {
        values.push(("ground".to_owned(), "higher".to_owned()));
    }
    if unit.role.commands() && unit.rank == Rank::Lieutenant {
        values.push(("rank".to_owned(), "lieutenant".to_owned()));
    }
    values.extend(unit.command.as_ref().map(|command| ("command".to_owned(), command.clone())));
    if let Some(price) = &price {
        values.push(("points".to_owned(), price.total.to_string()));
    }
    let mut parts = vec![describe(unit)];
    parts.extend(unit.monster.as_ref().map(|monster| {
        let terror = if monster.terror { ", terror" } else { "" };
        let fire = monster
            .close_fire
            .map_or_else(String::new, |(power, impact)| format!(", FP {power} (cc), impact {impact}"));
        format!(
            "{}: melee {}, armour {}, move {}\"{fire}{terror}",
            monster.name, monster.melee, monster.armour, monster.movement
        )
    }));
    parts.extend(unit.led_by.as_ref().map(leader));
    if let Some(price) = &price {
        parts.extend(price.parts.iter().map(|part| format!("points of {}: {}", part.who, part.working)));
    }
    UnitFacts {
        id: unit.id.clone(),
        name: unit.name.clone(),
        figures: unit.figures,
        melee_points: troops + monster,
        firepower,
        shoots: unit.shoots(),
        alike: unit.is_alike(),
        values,
        parts,
        source: unit.source.clone(),
    }
}

fn formation(unit: &UnitSpec) -> String {
    match (unit.is_individual(), unit.skirmish) {
        (true, _) => "by itself".to_owned(),
        (false, true) => "skirmish".to_owned(),
        (false, false) => {
            let march =
                unit.march_files.map_or_else(String::new, |files| format!(", {files} abreast on the march"));
            format!("massed, {} abreast{march}", unit.files)
        }
    }
}

fn arms(arms: &Arms) -> String {
    let mut words = vec![format!("{} {}", arms.charge.name, arms.charge.value)];
    if arms.steady != arms.charge {
        words.push(format!("later {} {}", arms.steady.name, arms.steady.value));
    }
    if let Some(bow) = &arms.bow {
        words.push(format!("{} (FP {}, impact {})", bow.name, bow.value.0, bow.value.1));
    }
    if let Some(engine) = &arms.engine {
        words.push(format!("{} (FP {}, impact {})", engine.name, engine.value.0, engine.value.1));
    }
    words.join(", ")
}

fn mount(mounted: bool, barded: bool) -> &'static str {
    match (mounted, barded) {
        (_, true) => ", barded warhorse",
        (true, false) => ", mounted",
        (false, false) => "",
    }
}

fn describe(unit: &UnitSpec) -> String {
    let standard = if unit.standard { ", a standard" } else { "" };
    if unit.role == Role::Monster {
        return format!("1 {}{standard}", unit.role.word());
    }
    format!(
        "{} {}: {} armour{}, {}{standard}",
        if unit.monster.is_some() { 1 } else { unit.figures },
        unit.role.word(),
        unit.armour.name,
        mount(unit.mounted, unit.barded),
        arms(&unit.arms),
    )
}

fn leader(person: &Person) -> String {
    format!(
        "led by a {}{}: {} ({}), leadership {}, {} armour{}, {}",
        person.role.word(),
        if person.rank == Rank::Lieutenant { ", a lieutenant" } else { "" },
        person.quality.name,
        person.quality.value,
        person.leadership,
        person.armour.name,
        mount(person.mounted, person.barded),
        arms(&person.arms),
    )
}
