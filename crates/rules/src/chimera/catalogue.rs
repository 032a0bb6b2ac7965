//! Weapons and troop types by name.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers::Numbers;
use super::weapon::Weapon;
use crate::pack::{NameOrTable, Reader, nearest};

/// What a figure is, as far as the mechanics care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// On foot, gun crews too.
    Foot,
    /// Mounted.
    Cavalry,
    /// A chariot with its crew.
    Chariot,
    /// An elephant with its crew.
    Elephant,
    /// A car, half-track or tank.
    Vehicle,
}

impl Kind {
    /// The words of the data, in the order of the variants.
    pub const WORDS: [&'static str; 5] = ["foot", "cavalry", "chariot", "elephant", "vehicle"];

    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Foot, Kind::Cavalry, Kind::Chariot, Kind::Elephant, Kind::Vehicle];

    /// The word of `[base_area]` for a figure that names none.
    pub(super) const fn base(self) -> &'static str {
        match self {
            Kind::Foot => "infantry",
            other => Kind::WORDS[other as usize],
        }
    }
}

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

/// Weapons and troop types.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    weapons: BTreeMap<String, Weapon>,
    troops: BTreeMap<String, Troop>,
    /// Weapons and troop types whose own values have been complained about: whoever names them is not to blame.
    unreadable: [BTreeSet<String>; 2],
}

impl Catalogue {
    /// Reads `weapons` and `troops`; what could not be read is left out after complaints.
    pub fn read(root: &Reader<'_>, numbers: &Numbers) -> Catalogue {
        let mut catalogue = Catalogue::default();
        if let Some(weapons) = root.table("weapons") {
            for (id, reader) in weapons.entries() {
                let name = reader.optional_name().unwrap_or_else(|| id.clone());
                if let Some(weapon) = Weapon::read(&reader, &name) {
                    catalogue.weapons.insert(id, weapon);
                } else {
                    catalogue.unreadable[0].insert(id);
                }
                reader.finish();
            }
            weapons.finish();
        }
        if let Some(troops) = root.table("troops") {
            for (id, reader) in troops.entries() {
                if let Some(troop) = read_troop(&reader, &id, numbers) {
                    catalogue.troops.insert(id, troop);
                } else {
                    catalogue.unreadable[1].insert(id);
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
        if found.is_none() && !self.unreadable[0].contains(name) {
            unknown(reader, key, name, "weapon", "weapons.toml", self.weapons.keys());
        }
        found
    }

    /// The troop type of a name; complains at `type` with the nearest known one.
    pub fn troop(&self, reader: &Reader<'_>, name: &str) -> Option<&Troop> {
        let found = self.troops.get(name);
        if found.is_none() && !self.unreadable[1].contains(name) {
            unknown(reader, "type", name, "troop type", "troops.toml", self.troops.keys());
        }
        found
    }

    /// A list of weapons, by name or in numbers; an absent list is an empty one.
    pub fn weapons(&self, reader: &Reader<'_>, key: &str) -> Option<Vec<Weapon>> {
        let mut weapons = Vec::new();
        let mut sound = true;
        for item in reader.names_or_tables(key) {
            let weapon = match item {
                NameOrTable::Name(name, _) => self.weapon(reader, key, name),
                NameOrTable::Table(table) => {
                    let weapon = Weapon::read(&table, "");
                    table.finish();
                    weapon
                }
            };
            match weapon {
                Some(weapon) => weapons.push(weapon),
                None => sound = false,
            }
        }
        sound.then_some(weapons)
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
        name: reader.optional_name().unwrap_or_else(|| id.to_owned()),
        kind,
        speed: word(reader, "moves_as", &numbers.movement)?,
        save: word(reader, "armour", &numbers.saves)?,
        melee_save: vehicle_save,
        melee_points: word(reader, "fights_as", &numbers.melee_points)?,
        wounds: u32::try_from(reader.whole_or("wounds", 1..=100, 1)).ok()?,
        base_area: word(reader, "base", &numbers.base_area)?,
    })
}

/// A length in inches, for people.
pub(super) fn inches(quarter_inches: i32) -> String {
    let whole = f64::from(quarter_inches) / 4.0;
    format!("{whole}\"")
}
