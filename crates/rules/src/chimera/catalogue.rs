//! Weapons and troop types by name, and the boxes and units made of them.

use std::collections::BTreeMap;

use super::numbers::Numbers;
use super::unit::{Kind, UnitSpec, Weapon, read_weapon, read_weapons};
use crate::pack::{Reader, nearest};
use crate::ruleset::SourceFacts;

/// A troop type, its words resolved into the numbers of the rules file.
#[derive(Clone, Debug, PartialEq)]
pub struct Troop {
    /// Name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Move in quarter inches.
    pub speed: i32,
    /// Needed to save.
    pub save: i32,
    /// Needed to save in melee, where the rules give it a save of its own.
    pub melee_save: Option<i32>,
    /// Melee points.
    pub melee_points: u32,
    /// Wounds, under the ruling.
    pub wounds: u32,
    /// Base area, square inches.
    pub base_area: f64,
}

/// A box: its facts and units.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSpec {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Maker and number.
    pub maker: String,
    /// Era.
    pub era: String,
    /// Figures as the box counts them.
    pub figures: u32,
    /// Units in list order.
    pub units: Vec<UnitSpec>,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// Weapons and troop types.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    weapons: BTreeMap<String, Weapon>,
    troops: BTreeMap<String, Troop>,
}

impl Catalogue {
    /// Reads `weapons` and `troops`; what could not be read is left out after complaints.
    pub fn read(root: &Reader<'_>, numbers: &Numbers) -> Catalogue {
        let mut catalogue = Catalogue::default();
        if let Some(weapons) = root.table("weapons") {
            for (id, reader) in weapons.entries() {
                let name = reader.optional_text("name").unwrap_or_else(|| id.clone());
                if let Some(weapon) = read_weapon(&reader, &name) {
                    catalogue.weapons.insert(id, weapon);
                }
                reader.finish();
            }
            weapons.finish();
        }
        if let Some(troops) = root.table("troops") {
            for (id, reader) in troops.entries() {
                if let Some(troop) = read_troop(&reader, &id, numbers) {
                    catalogue.troops.insert(id, troop);
                }
                reader.finish();
            }
            troops.finish();
        }
        catalogue
    }

    /// All weapons of the data.
    pub fn weapons_of_data(&self) -> impl Iterator<Item = &Weapon> {
        self.weapons.values()
    }

    /// The weapon of a name; complains at `key` with the nearest known one.
    pub fn weapon(&self, reader: &Reader<'_>, key: &str, name: &str) -> Option<Weapon> {
        let found = self.weapons.get(name).cloned();
        if found.is_none() {
            unknown(reader, key, name, "weapon", "weapons.toml", self.weapons.keys());
        }
        found
    }

    /// The troop type of a name; complains at `type` with the nearest known one.
    pub fn troop(&self, reader: &Reader<'_>, name: &str) -> Option<&Troop> {
        let found = self.troops.get(name);
        if found.is_none() {
            unknown(reader, "type", name, "troop type", "troops.toml", self.troops.keys());
        }
        found
    }

    /// A list of weapons by name or in numbers; an absent list is an empty one.
    pub fn weapons(&self, reader: &Reader<'_>, key: &str) -> Option<Vec<Weapon>> {
        if reader.has(key) { read_weapons(reader, key, self) } else { Some(Vec::new()) }
    }
}

fn unknown<'k>(
    reader: &Reader<'_>,
    key: &str,
    name: &str,
    what: &str,
    file: &str,
    known: impl Iterator<Item = &'k String>,
) {
    let advice = match nearest(name, known.map(String::as_str)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("see {file} for the names, or add it there"),
    };
    reader.complain(key, &format!("\"{name}\""), &format!("a {what} of {file}"), &advice);
}

fn read_troop(reader: &Reader<'_>, id: &str, numbers: &Numbers) -> Option<Troop> {
    fn word<T: Copy>(reader: &Reader<'_>, key: &str, table: &BTreeMap<String, T>) -> Option<T> {
        let words: Vec<&str> = table.keys().map(String::as_str).collect();
        reader.one_of(key, &words).and_then(|at| table.get(words[at]).copied())
    }
    let kind = Kind::ALL[reader.one_of("kind", &Kind::WORDS)?];
    let vehicle_save = match reader.optional_text("melee_armour") {
        Some(word) if word == "vehicle" => Some(numbers.vehicle_melee_save),
        Some(other) => {
            reader.complain(
                "melee_armour",
                &format!("\"{other}\""),
                "\"vehicle\"",
                "leave it out for all other troops",
            );
            None
        }
        None => None,
    };
    Some(Troop {
        name: reader.optional_text("name").unwrap_or_else(|| id.to_owned()),
        kind,
        speed: word(reader, "moves_as", &numbers.movement)?,
        save: word(reader, "armour", &numbers.saves)?,
        melee_save: vehicle_save,
        melee_points: word(reader, "fights_as", &numbers.melee_points)?,
        wounds: u32::try_from(reader.whole_or("wounds", 1..=100, 1)).ok()?,
        base_area: word(reader, "base", &numbers.base_area)?,
    })
}

/// Reads the catalogue's own units.
pub fn read_units(root: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Vec<UnitSpec> {
    let Some(units) = root.table("units") else { return Vec::new() };
    let read = units
        .entries()
        .into_iter()
        .filter_map(|(_, reader)| UnitSpec::read(reader, numbers, catalogue))
        .collect();
    units.finish();
    read
}

/// Reads every box.
pub fn read_boxes(root: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Vec<BoxSpec> {
    let Some(boxes) = root.table("boxes") else { return Vec::new() };
    let read =
        boxes.entries().into_iter().filter_map(|(_, reader)| read_box(reader, numbers, catalogue)).collect();
    boxes.finish();
    read
}

fn read_box(reader: Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Option<BoxSpec> {
    let head = reader.table("box")?;
    let id = head.text("id");
    let name = head.optional_text("name").or_else(|| id.clone());
    let maker = head.optional_text("maker").unwrap_or_default();
    let number = head.optional_text("number").unwrap_or_default();
    let era = head.optional_text("era").unwrap_or_default();
    let figures = head.optional_whole("figures", 1..=100_000).and_then(|n| u32::try_from(n).ok());
    head.know("scale");
    let source = SourceFacts::of(&head, "figures");
    head.finish();
    let entries = reader.list("unit");
    let written = entries.len();
    let units: Vec<UnitSpec> =
        entries.into_iter().filter_map(|unit| UnitSpec::read(unit, numbers, catalogue)).collect();
    if written > super::battle::MOST_UNITS {
        let found = format!("{written} units");
        reader.complain(
            "unit",
            &found,
            &format!("at most {}", super::battle::MOST_UNITS),
            "split the box in two",
        );
    }
    reader.finish();
    let counted = units.iter().map(|unit| unit.figures.len()).sum::<usize>();
    Some(BoxSpec {
        id: id?,
        name: name?,
        maker: format!("{maker} {number}").trim().to_owned(),
        era,
        figures: figures.unwrap_or_else(|| u32::try_from(counted).unwrap_or(u32::MAX)),
        units,
        source,
    })
    .filter(|spec| !spec.units.is_empty())
}

/// A length in inches, for people.
pub(super) fn inches(quarter_inches: i32) -> String {
    let whole = f64::from(quarter_inches) / 4.0;
    format!("{whole}\"")
}
