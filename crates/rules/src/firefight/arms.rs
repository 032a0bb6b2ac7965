//! Weapons and their traits.

use std::collections::{BTreeMap, BTreeSet};

use crate::pack::{NameOrTable, Reader, nearest};
use crate::table::quarters;

/// What a weapon is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Use {
    /// Shooting and the firefight, up to `range` q.
    Ranged {
        /// How far, q.
        range: i32,
        /// Steps harder to hit for one who has moved; `None`: it cannot fire then.
        moved: Option<i32>,
    },
    /// Melee.
    Melee {
        /// Steps by which it worsens the enemy's save.
        offence: i32,
        /// Steps by which it betters the own save.
        defence: i32,
    },
}

/// A weapon in the hands of one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Name for people; empty for one that was given in numbers.
    pub name: String,
    /// What it is used for.
    pub used: Use,
    /// Dice: rate of fire, or rate of attack.
    pub rate: u32,
    /// Levels of Toughness that it beats.
    pub massive: i32,
    /// Levels of Armour that it beats.
    pub armour_piercing: i32,
    /// Levels of High Explosive.
    pub high_explosive: i32,
}

impl Weapon {
    /// What a model without a melee weapon fights with: one die and no traits.
    pub fn bare_hands() -> Weapon {
        Weapon {
            name: "bare hands".to_owned(),
            used: Use::Melee { offence: 0, defence: 0 },
            rate: 1,
            massive: 0,
            armour_piercing: 0,
            high_explosive: 0,
        }
    }

    /// Its range in q; 0 for a melee weapon.
    pub fn range(&self) -> i32 {
        match self.used {
            Use::Ranged { range, .. } => range,
            Use::Melee { .. } => 0,
        }
    }

    /// Whether it shoots.
    pub fn shoots(&self) -> bool {
        self.rate > 0 && self.range() > 0
    }

    /// Whether it is used in melee.
    pub fn is_melee(&self) -> bool {
        matches!(self.used, Use::Melee { .. })
    }
}

/// The highest level of a trait, and the most dice of a weapon.
const MOST_LEVELS: i64 = 20;
const MOST_DICE: i64 = 100;
/// The longest range, inches.
const MOST_RANGE: f64 = 1000.0;

fn levels(reader: &Reader<'_>, key: &str) -> i32 {
    i32::try_from(reader.whole_or(key, 0..=MOST_LEVELS, 0)).unwrap_or(0)
}

fn rate(reader: &Reader<'_>, key: &str) -> Option<u32> {
    reader.whole(key, 0..=MOST_DICE).and_then(|rate| u32::try_from(rate).ok())
}

/// `moved`: steps, "no", or nothing for one step.
fn moved(reader: &Reader<'_>) -> Option<Option<i32>> {
    match reader.optional_text_or_whole("moved", 0..=MOST_LEVELS) {
        None => Some(Some(1)),
        Some(Err(steps)) => Some(i32::try_from(steps).ok()),
        Some(Ok(word)) if word == "no" => Some(None),
        Some(Ok(word)) => {
            let expected = "a whole number, or \"no\" for a weapon that cannot fire after a move";
            reader.complain("moved", &format!("\"{word}\""), expected, "for example: moved = 2");
            None
        }
    }
}

fn read(reader: &Reader<'_>, name: String) -> Option<Weapon> {
    let ranged = reader.one_of("kind", &["ranged", "melee"])? == 0;
    let used = if ranged {
        let (range, moved) = (quarters(reader, "range", 0.0..=MOST_RANGE), moved(reader));
        Use::Ranged { range: range?, moved: moved? }
    } else {
        Use::Melee { offence: levels(reader, "offence"), defence: levels(reader, "defence") }
    };
    let (massive, armour_piercing) = (levels(reader, "massive"), levels(reader, "ap"));
    let high_explosive = levels(reader, "he");
    let rate = rate(reader, if ranged { "rof" } else { "roa" })?;
    Some(Weapon { name, used, rate, massive, armour_piercing, high_explosive })
}

/// The weapons of the data by id.
#[derive(Clone, Debug, Default)]
pub struct Armoury {
    known: BTreeMap<String, Weapon>,
    /// Those whose own values have been complained about: whoever names them is not to blame.
    unreadable: BTreeSet<String>,
}

impl Armoury {
    /// Reads `weapons`; what could not be read is left out after complaints.
    pub fn read(root: &Reader<'_>) -> Armoury {
        let mut armoury = Armoury::default();
        let Some(weapons) = root.table("weapons") else { return armoury };
        for (id, reader) in weapons.entries() {
            let name = reader.optional_name().unwrap_or_else(|| id.clone());
            if let Some(weapon) = read(&reader, name) {
                armoury.known.insert(id, weapon);
                reader.finish();
            } else {
                armoury.unreadable.insert(id);
            }
        }
        weapons.finish();
        armoury
    }

    /// All weapons.
    pub fn weapons(&self) -> impl Iterator<Item = &Weapon> {
        self.known.values()
    }

    /// The `weapons` of a model: names of the data, or tables with a `kind`.
    pub fn arms(&self, reader: &Reader<'_>) -> Option<Vec<Weapon>> {
        let mut arms = Vec::new();
        let mut whole = true;
        for entry in reader.names_or_tables("weapons") {
            let weapon = match entry {
                NameOrTable::Name(name, _) => {
                    let found = self.known.get(name).cloned();
                    if found.is_none() && !self.unreadable.contains(name) {
                        self.complain_of(reader, name);
                    }
                    found
                }
                NameOrTable::Table(table) => {
                    let name = table.optional_name().unwrap_or_default();
                    let weapon = read(&table, name);
                    if weapon.is_some() {
                        table.finish();
                    }
                    weapon
                }
            };
            whole &= weapon.is_some();
            arms.extend(weapon);
        }
        whole.then_some(arms)
    }

    fn complain_of(&self, reader: &Reader<'_>, name: &str) {
        let advice = match nearest(name, self.known.keys().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => "`muster list weapons --rules firefight` shows all".to_owned(),
        };
        reader.complain("weapons", &format!("\"{name}\""), "a weapon of weapons.toml", &advice);
    }
}
