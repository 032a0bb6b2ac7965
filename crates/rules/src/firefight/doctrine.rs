//! Doctrines: what the data says of them, and the effects that there are.

use std::collections::{BTreeMap, BTreeSet};

use super::numbers::{Attacks, Numbers};
use crate::pack::{Reader, nearest};

/// What a doctrine does (DOCTRINES, geek notes, and one of ours).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// Failed rolls to hit are rolled again, once.
    RerollHits,
    /// So many more levels of High Explosive.
    HighExplosive,
    /// So many more dice a model that shoots.
    RateOfFire,
    /// So many more dice a model that fights.
    RateOfAttack,
    /// So many times the wounds are needed to suppress.
    SuppressionFactor,
    /// A failed leadership test is rolled again.
    RerollLeadership,
    /// A failed leadership test is passed.
    PassLeadership,
    /// Saves are so many steps better.
    BetterSave,
}

impl Effect {
    const ALL: [Effect; 8] = [
        Effect::RerollHits,
        Effect::HighExplosive,
        Effect::RateOfFire,
        Effect::RateOfAttack,
        Effect::SuppressionFactor,
        Effect::RerollLeadership,
        Effect::PassLeadership,
        Effect::BetterSave,
    ];

    /// The words of the data, in that order.
    const WORDS: [&'static str; 8] = [
        "reroll_hits",
        "high_explosive",
        "rate_of_fire",
        "rate_of_attack",
        "suppression_factor",
        "reroll_leadership",
        "pass_leadership",
        "better_save",
    ];

    /// Whether it counts levels.
    const fn has_levels(self) -> bool {
        !matches!(self, Effect::RerollHits | Effect::RerollLeadership | Effect::PassLeadership)
    }

    /// When it is activated.
    pub const fn moment(self) -> Moment {
        match self {
            Effect::RerollHits | Effect::HighExplosive | Effect::RateOfFire | Effect::RateOfAttack => {
                Moment::Attacking
            }
            Effect::BetterSave => Moment::Attacked,
            Effect::SuppressionFactor => Moment::Suppressed,
            Effect::RerollLeadership | Effect::PassLeadership => Moment::Breaking,
        }
    }
}

/// The event that a doctrine answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// The unit is about to attack.
    Attacking,
    /// The unit is about to be attacked.
    Attacked,
    /// The unit would be suppressed.
    Suppressed,
    /// The unit has failed a leadership test.
    Breaking,
}

/// A doctrine of the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doctrine {
    /// Name for people.
    pub name: String,
    /// By [`Attacks`]: whether it may be activated in that phase.
    pub phases: [bool; 3],
    /// What an activation die needs.
    pub target: i32,
    /// What it does.
    pub effect: Effect,
    /// How much of it.
    pub levels: i32,
}

impl Doctrine {
    /// Whether it answers an event in a phase, and could do anything about it.
    pub fn answers(&self, moment: Moment, phase: Attacks) -> bool {
        let idle = match self.effect {
            Effect::RateOfFire | Effect::HighExplosive => phase == Attacks::Melee,
            Effect::RateOfAttack => phase != Attacks::Melee,
            _ => false,
        };
        self.effect.moment() == moment && self.phases[phase as usize] && !idle
    }
}

/// What doctrines do for a unit in the phase at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Boosts {
    /// Failed rolls to hit are rolled again.
    pub reroll_hits: bool,
    /// More High Explosive.
    pub high_explosive: u8,
    /// More dice a model, in shooting or melee as the phase is.
    pub rate: u8,
    /// Better saves.
    pub save: u8,
}

impl Boosts {
    /// With the effect of a doctrine added.
    #[must_use]
    pub fn with(mut self, doctrine: &Doctrine) -> Boosts {
        let levels = u8::try_from(doctrine.levels).unwrap_or(0);
        match doctrine.effect {
            Effect::RerollHits => self.reroll_hits = true,
            Effect::HighExplosive => self.high_explosive = self.high_explosive.saturating_add(levels),
            Effect::RateOfFire | Effect::RateOfAttack => self.rate = self.rate.saturating_add(levels),
            Effect::BetterSave => self.save = self.save.saturating_add(levels),
            // They answer what has happened and leave nothing for the next roll.
            Effect::SuppressionFactor | Effect::RerollLeadership | Effect::PassLeadership => {}
        }
        self
    }
}

/// The doctrines of the data by id.
#[derive(Clone, Debug, Default)]
pub struct Doctrines {
    known: BTreeMap<String, Doctrine>,
    /// Those whose own values have been complained about: whoever names them is not to blame.
    unreadable: BTreeSet<String>,
}

impl Doctrines {
    /// Reads `doctrines`; what could not be read is left out after complaints.
    pub fn read(root: &Reader<'_>, numbers: &Numbers) -> Doctrines {
        let mut doctrines = Doctrines::default();
        let Some(tables) = root.optional_table("doctrines") else { return doctrines };
        for (id, reader) in tables.entries() {
            if let Some(doctrine) = read(&reader, &id, numbers) {
                doctrines.known.insert(id, doctrine);
                reader.finish();
            } else {
                doctrines.unreadable.insert(id);
            }
        }
        tables.finish();
        doctrines
    }

    /// The doctrines that a key of a unit names.
    pub fn named(&self, reader: &Reader<'_>, key: &str) -> Vec<Doctrine> {
        let mut found = Vec::new();
        for name in reader.optional_texts(key) {
            match self.known.get(&name) {
                Some(doctrine) => found.push(doctrine.clone()),
                None if self.unreadable.contains(&name) => {}
                None => {
                    let advice = match nearest(&name, self.known.keys().map(String::as_str)) {
                        Some(near) => format!("did you mean \"{near}\"?"),
                        None => "see doctrines.toml for all of them".to_owned(),
                    };
                    reader.complain(key, &format!("\"{name}\""), "a doctrine of doctrines.toml", &advice);
                }
            }
        }
        found
    }
}

fn read(reader: &Reader<'_>, id: &str, numbers: &Numbers) -> Option<Doctrine> {
    let name = reader.optional_name().unwrap_or_else(|| id.to_owned());
    let words = ["shooting", "firefight", "melee", "any"];
    let (chosen, effect) = (reader.one_of_many("phases", &words), reader.one_of("effect", &Effect::WORDS));
    let target = reader.optional_whole("target", -20..=20).and_then(|target| i32::try_from(target).ok());
    let (chosen, effect) = (chosen?, Effect::ALL[effect?]);
    if chosen.is_empty() {
        reader.complain("phases", "an empty list", "a phase at least", "name one, such as [\"melee\"]");
        return None;
    }
    let levels = if effect.has_levels() { i32::try_from(reader.whole("levels", 1..=20)?).ok()? } else { 0 };
    let phases = [0, 1, 2].map(|phase: usize| chosen.contains(&phase) || chosen.contains(&3));
    Some(Doctrine { name, phases, target: target.unwrap_or(numbers.doctrine.target), effect, levels })
}
