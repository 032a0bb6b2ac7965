//! Weapons and monsters by name.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers_read::throw;
use super::throw::Throw;
use crate::pack::{Reader, nearest};

/// What a weapon does.
#[derive(Clone, Debug, PartialEq)]
pub enum WeaponKind {
    /// Hand to hand.
    Melee {
        /// Its die.
        die: Throw,
        /// Counts in the turn of the charge only.
        first_turn: bool,
    },
    /// A bow.
    Missile {
        /// Firepower of one figure.
        firepower: u32,
        /// Impact die.
        impact: Throw,
    },
    /// An engine or gun.
    Engine {
        /// Firepower die.
        firepower: Throw,
        /// Impact die.
        impact: Throw,
    },
}

/// A weapon of `weapons.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Its id, which is also its name in the points formula.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// What it does.
    pub kind: WeaponKind,
}

/// A monster of `monsters.toml`.
#[derive(Clone, Debug, PartialEq)]
pub struct Monster {
    /// Its id.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Melee die.
    pub melee: Throw,
    /// Armour die.
    pub armour: Throw,
    /// Base move in inches.
    pub movement: u32,
    /// Firepower and impact in close combat.
    pub close_fire: Option<(Throw, Throw)>,
    /// Causes terror.
    pub terror: bool,
}

/// Weapons and monsters.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    weapons: BTreeMap<String, Weapon>,
    monsters: BTreeMap<String, Monster>,
    /// Weapons and monsters whose own values have been complained about: whoever names them is not to blame.
    unreadable: BTreeSet<String>,
}

impl Catalogue {
    /// Reads `weapons` and `monsters`; what could not be read is left out after complaints.
    pub fn read(root: &Reader<'_>) -> Catalogue {
        let mut catalogue = Catalogue::default();
        if let Some(weapons) = root.table("weapons") {
            for (id, reader) in weapons.entries() {
                if let Some(weapon) = read_weapon(&reader, &id) {
                    catalogue.weapons.insert(id, weapon);
                } else {
                    catalogue.unreadable.insert(id);
                }
                reader.finish();
            }
            weapons.finish();
        }
        if let Some(monsters) = root.table("monsters") {
            for (id, reader) in monsters.entries() {
                if let Some(monster) = read_monster(&reader, &id) {
                    catalogue.monsters.insert(id, monster);
                } else {
                    catalogue.unreadable.insert(id);
                }
                reader.finish();
            }
            monsters.finish();
        }
        catalogue
    }

    /// The weapon of a name; complains at `key` with the nearest known one.
    pub fn weapon(&self, reader: &Reader<'_>, key: &str, name: &str) -> Option<&Weapon> {
        let found = self.weapons.get(name);
        if found.is_none() && !self.unreadable.contains(name) {
            unknown(reader, key, name, "a weapon of weapons.toml", self.weapons.keys());
        }
        found
    }

    /// The monster of a name; complains at `key` with the nearest known one.
    pub fn monster(&self, reader: &Reader<'_>, key: &str, name: &str) -> Option<&Monster> {
        let found = self.monsters.get(name);
        if found.is_none() && !self.unreadable.contains(name) {
            unknown(reader, key, name, "a monster of monsters.toml", self.monsters.keys());
        }
        found
    }
}

/// Complains about a name that is not in a list.
pub(super) fn unknown<'k>(
    reader: &Reader<'_>,
    key: &str,
    name: &str,
    expected: &str,
    known: impl Iterator<Item = &'k String> + Clone,
) {
    let advice = match nearest(name, known.clone().map(String::as_str)) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("there are: {}", known.map(String::as_str).collect::<Vec<_>>().join(", ")),
    };
    reader.complain(key, &format!("\"{name}\""), expected, &advice);
}

fn read_weapon(reader: &Reader<'_>, id: &str) -> Option<Weapon> {
    let name = reader.optional_name().unwrap_or_else(|| id.to_owned());
    let kind = match reader.one_of("kind", &["melee", "missile", "engine"])? {
        0 => {
            WeaponKind::Melee { die: throw(reader, "die")?, first_turn: reader.flag_or("first_turn", false) }
        }
        1 => WeaponKind::Missile {
            firepower: reader.whole("firepower", 0..=100).and_then(|n| u32::try_from(n).ok())?,
            impact: throw(reader, "impact")?,
        },
        _ => WeaponKind::Engine { firepower: throw(reader, "firepower")?, impact: throw(reader, "impact")? },
    };
    Some(Weapon { id: id.to_owned(), name, kind })
}

fn read_monster(reader: &Reader<'_>, id: &str) -> Option<Monster> {
    // Every key is read before the first bad one ends it, so that none of the others passes for unknown.
    let name = reader.optional_name().unwrap_or_else(|| id.to_owned());
    let fires = reader.has("firepower") || reader.has("impact");
    let close_fire = fires.then(|| (throw(reader, "firepower"), throw(reader, "impact")));
    let (melee, armour) = (throw(reader, "melee"), throw(reader, "armour"));
    let movement = reader.whole("movement", 0..=100).and_then(|n| u32::try_from(n).ok());
    let terror = reader.flag_or("terror", false);
    let close_fire = match close_fire {
        Some((firepower, impact)) => Some((firepower?, impact?)),
        None => None,
    };
    Some(Monster {
        id: id.to_owned(),
        name,
        melee: melee?,
        armour: armour?,
        movement: movement?,
        close_fire,
        terror,
    })
}
