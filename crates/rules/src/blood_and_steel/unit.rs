//! Units as the data describes them, names resolved into numbers.

use muster_dice::Die;

use super::catalogue::{Catalogue, Monster, WeaponKind, unknown};
use super::confidence::Confidence;
use super::contradictions::{can_march, complain_of_contradictions};
use super::numbers::Numbers;
use super::throw::Throw;
use crate::contents::{StrayCommand, UnitOfData};
use crate::grammar::counted;
use crate::pack::Reader;
use crate::ruleset::{Refusal, SourceFacts};
use crate::table::Cover;

/// What a unit is to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Rank and file.
    Troops,
    /// A general or lieutenant.
    Character,
    /// A wizard.
    Wizard,
    /// A monster.
    Monster,
    /// An engine and its crew.
    WarMachine,
}

impl Role {
    /// The words of the data, in the order of the variants.
    pub const WORDS: [&'static str; 5] = ["troops", "character", "wizard", "monster", "war-machine"];

    /// All roles.
    pub const ALL: [Role; 5] = [Role::Troops, Role::Character, Role::Wizard, Role::Monster, Role::WarMachine];

    /// Its word.
    pub const fn word(self) -> &'static str {
        Role::WORDS[self as usize]
    }

    /// Whether he commands others.
    pub const fn commands(self) -> bool {
        matches!(self, Role::Character | Role::Wizard)
    }
}

/// The place of a character in the chain of command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rank {
    /// Commands his whole side.
    General,
    /// Commands the units of his own command, and his side when the last general has fallen.
    Lieutenant,
}

impl Rank {
    /// The words of the data, in that order.
    pub const WORDS: [&'static str; 2] = ["general", "lieutenant"];

    fn read(reader: &Reader<'_>) -> Rank {
        [Rank::General, Rank::Lieutenant][reader.optional_one_of("rank", &Rank::WORDS).unwrap_or(0)]
    }
}

/// A name of the data and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    /// The name.
    pub name: String,
    /// The value.
    pub value: T,
}

/// A bow: firepower of one figure, and impact.
pub type Bow = Named<(u32, Throw)>;
/// An engine: firepower die and impact.
pub type Engine = Named<(Throw, Throw)>;

/// What a figure holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Arms {
    /// The weapon of the turn of a charge.
    pub charge: Named<Throw>,
    /// The weapon of all other turns.
    pub steady: Named<Throw>,
    /// A bow.
    pub bow: Option<Bow>,
    /// An engine.
    pub engine: Option<Engine>,
}

/// A single man: who he is and what he wears and holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    /// Character or wizard.
    pub role: Role,
    /// Whom he commands.
    pub rank: Rank,
    /// Quality.
    pub quality: Named<Die>,
    /// Leadership value.
    pub leadership: u32,
    /// Armour, the mount left out of account.
    pub armour: Named<Die>,
    /// On a warhorse.
    pub mounted: bool,
    /// On a barded one.
    pub barded: bool,
    /// Weapons.
    pub arms: Arms,
}

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSpec {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Whom it commands, if it is a character.
    pub rank: Rank,
    /// The command that it belongs to, below the general's.
    pub command: Option<String>,
    /// Figures, a rider and his monster being two.
    pub figures: u32,
    /// Figures side by side.
    pub files: u32,
    /// Figures side by side on the march, when it starts in column.
    pub march_files: Option<u32>,
    /// Quality.
    pub quality: Named<Die>,
    /// Leadership value.
    pub leadership: u32,
    /// Level at the start.
    pub confidence: Confidence,
    /// Armour, the mount left out of account.
    pub armour: Named<Die>,
    /// On warhorses.
    pub mounted: bool,
    /// On barded ones.
    pub barded: bool,
    /// Moves and fights in no formation.
    pub skirmish: bool,
    /// Weapons.
    pub arms: Arms,
    /// Has a standard bearer.
    pub standard: bool,
    /// The monster, alone or under its rider.
    pub monster: Option<Monster>,
    /// The quality of a ridden monster by itself.
    pub monster_quality: Named<Die>,
    /// The character who leads it in person; he is one of its figures.
    pub led_by: Option<Person>,
    /// Cover of its start.
    pub cover: Cover,
    /// Starts on higher ground.
    pub higher_ground: bool,
    /// Area of all bases, square inches.
    pub base_area: f64,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// The most figures that a unit may have.
const MOST_FIGURES: i64 = 400;

/// What a unit and a person have in common.
pub(super) struct Common {
    quality: Option<Named<Die>>,
    leadership: Option<u32>,
    armour: Option<Named<Die>>,
    mounted: bool,
    barded: bool,
    pub(super) arms: Option<Arms>,
}

fn die_named(
    reader: &Reader<'_>,
    key: &str,
    known: &std::collections::BTreeMap<String, Die>,
    expected: &str,
    default: Option<&str>,
) -> Option<Named<Die>> {
    let name = match default {
        Some(default) => reader.text_or(key, default),
        None => reader.text(key)?,
    };
    let found = known.get(&name).copied();
    if found.is_none() {
        unknown(reader, key, &name, expected, known.keys());
    }
    Some(Named { value: found?, name })
}

impl Common {
    fn read(reader: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue, monster: bool) -> Common {
        let lead = &numbers.leader;
        let leadership = reader.whole_or(
            "leadership",
            i64::from(lead.best)..=i64::from(lead.worst),
            i64::from(lead.best.midpoint(lead.worst)),
        );
        let barded = reader.flag_or("barded", false);
        let mounted = reader.flag_or("mounted", barded);
        if barded && !mounted {
            let advice = "leave out barded, or write mounted = true";
            reader.complain("barded", "armour of horses that nobody rides", "a mounted unit", advice);
        }
        // A monster has its own armour; its unit names none.
        let armour = if monster && !reader.has("armour") { Some("light") } else { None };
        Common {
            quality: die_named(reader, "quality", &numbers.quality, "a quality of rules.toml", None),
            leadership: u32::try_from(leadership).ok(),
            armour: die_named(reader, "armour", &numbers.armour.dice, "an armour of rules.toml", armour),
            mounted,
            barded,
            arms: read_arms(reader, catalogue),
        }
    }
}

/// The best melee weapon of each kind, the bow, the engine. Who holds nothing fights with bare hands.
fn read_arms(reader: &Reader<'_>, catalogue: &Catalogue) -> Option<Arms> {
    let better = |held: &Option<Named<Throw>>, die: Throw| {
        held.as_ref().is_none_or(|held| held.value.size() < die.size())
    };
    let (mut charge, mut steady, mut bow, mut engine) = (None, None, None, None);
    let mut sound = true;
    let names = reader.optional_texts("weapons");
    for name in &names {
        let Some(weapon) = catalogue.weapon(reader, "weapons", name) else {
            sound = false;
            continue;
        };
        match weapon.kind {
            WeaponKind::Melee { die, first_turn } => {
                if better(&charge, die) {
                    charge = Some(Named { name: name.clone(), value: die });
                }
                if !first_turn && better(&steady, die) {
                    steady = Some(Named { name: name.clone(), value: die });
                }
            }
            WeaponKind::Missile { firepower, impact } => {
                if let Some(Named { name: first, .. }) = &bow {
                    let found = format!("\"{first}\" and \"{name}\"");
                    reader.complain("weapons", &found, "one missile weapon", "leave one of them out");
                    sound = false;
                }
                bow = Some(Named { name: name.clone(), value: (firepower, impact) });
            }
            WeaponKind::Engine { firepower, impact } => {
                engine = Some(Named { name: name.clone(), value: (firepower, impact) });
            }
        }
    }
    if !sound {
        return None;
    }
    let bare = || {
        let hands = catalogue.weapon(reader, "weapons", "unarmed")?;
        match hands.kind {
            WeaponKind::Melee { die, .. } => Some(Named { name: hands.id.clone(), value: die }),
            _ => None,
        }
    };
    let steady = steady.or_else(bare)?;
    Some(Arms { charge: charge.unwrap_or_else(|| steady.clone()), steady, bow, engine })
}

fn read_person(reader: &Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Option<Person> {
    let role = [Role::Character, Role::Wizard][reader.one_of("role", &["character", "wizard"])?];
    let common = Common::read(reader, numbers, catalogue, false);
    Some(Person {
        role,
        rank: Rank::read(reader),
        quality: common.quality?,
        leadership: common.leadership?,
        armour: common.armour?,
        mounted: common.mounted,
        barded: common.barded,
        arms: common.arms?,
    })
}

impl UnitOfData for UnitSpec {
    fn id(&self) -> &str {
        &self.id
    }

    fn renamed(&self, id: String) -> UnitSpec {
        UnitSpec { id, ..self.clone() }
    }

    fn figures(&self) -> u32 {
        self.figures
    }

    /// Ruling B42: a command is a lieutenant's, whether he is a unit of his own or leads one.
    fn stray_commands(units: &[UnitSpec]) -> Vec<StrayCommand<'_>> {
        let leads = |unit: &UnitSpec| {
            let rank = unit.led_by.as_ref().map_or(unit.rank, |person| person.rank);
            rank == Rank::Lieutenant && (unit.role.commands() || unit.led_by.is_some())
        };
        let known: Vec<&str> =
            units.iter().filter(|unit| leads(unit)).filter_map(|unit| unit.command.as_deref()).collect();
        let named = units.iter().enumerate().filter_map(|(at, unit)| Some((at, unit.command.as_deref()?)));
        let strays = named.filter(|(_, command)| !known.contains(command));
        strays
            .map(|(unit, command)| StrayCommand {
                unit,
                command,
                known: known.clone(),
                expected: "the command of a lieutenant of this box",
                advice: "leave it out: the general commands the unit then; or give a lieutenant the same command",
            })
            .collect()
    }
}

impl UnitSpec {
    /// Reads one `[[unit]]`; `None` after complaints.
    pub fn read(reader: Reader<'_>, numbers: &Numbers, catalogue: &Catalogue) -> Option<UnitSpec> {
        let source = SourceFacts::of(&reader, "id");
        let id = reader.text("id");
        let name = reader.optional_name().or_else(|| id.clone());
        let role = Role::ALL[reader.optional_one_of("role", &Role::WORDS).unwrap_or(0)];
        let (rank, command) = (Rank::read(&reader), reader.optional_line("command"));
        let monster_name = reader.optional_text("monster");
        let monster =
            monster_name.as_ref().and_then(|name| catalogue.monster(&reader, "monster", name)).cloned();
        let common = Common::read(&reader, numbers, catalogue, role == Role::Monster);
        let single = i64::from(monster.is_some() && role.commands()) + 1;
        let figures = match role {
            Role::Troops | Role::WarMachine => reader.whole("figures", 1..=MOST_FIGURES),
            _ => Some(reader.whole_or("figures", single..=single, single)),
        };
        let figures = figures.and_then(|n| u32::try_from(n).ok());
        let files =
            |key: &str| reader.optional_whole(key, 1..=MOST_FIGURES).and_then(|n| u32::try_from(n).ok());
        let (own_files, march_files) = (files("files"), files("march_files"));
        let confidence = reader.optional_one_of("confidence", &Confidence::WORDS).unwrap_or(0);
        let individual = !matches!(role, Role::Troops | Role::WarMachine);
        let skirmish = reader.flag_or("skirmish", individual);
        let standard = reader.flag_or("standard", false);
        let monster_quality = die_named(
            &reader,
            "monster_quality",
            &numbers.quality,
            "a quality of rules.toml",
            Some("regular"),
        );
        let led_by = reader.optional_table("led_by");
        let led = led_by.is_some();
        let person = led_by.and_then(|table| {
            let person = read_person(&table, numbers, catalogue);
            table.finish();
            person
        });
        let cover = [Cover::None, Cover::Soft, Cover::Hard]
            [reader.optional_one_of("cover", &["none", "soft", "hard"]).unwrap_or(0)];
        let higher_ground = reader.flag_or("higher_ground", false);
        let fits =
            complain_of_contradictions(&reader, role, &common, monster.is_some(), monster_name.as_ref(), led);
        let marches = figures.is_none_or(|figures| can_march(&reader, figures, march_files, skirmish));
        reader.finish();
        if !fits || !marches || led != person.is_some() {
            return None;
        }
        let figures = figures?;
        let base = if monster.is_some() {
            "monster"
        } else if common.mounted {
            "cavalry"
        } else {
            "infantry"
        };
        let area = |word: &str| numbers.base_area.get(word).copied().unwrap_or(1.0);
        let engine_area = if role == Role::WarMachine { area("engine") } else { 0.0 };
        let bases = if monster.is_some() { 1.0 } else { f64::from(figures) };
        Some(UnitSpec {
            id: id?,
            name: name?,
            role,
            rank,
            command,
            figures,
            files: own_files.unwrap_or(numbers.melee.rank_of).min(figures),
            march_files,
            quality: common.quality?,
            leadership: common.leadership?,
            confidence: Confidence::ALL[confidence],
            armour: common.armour?,
            // POINTS, example 2: who rides a monster is mounted.
            mounted: common.mounted || (monster.is_some() && role.commands()),
            barded: common.barded,
            skirmish,
            arms: common.arms?,
            standard,
            monster,
            monster_quality: monster_quality?,
            led_by: person,
            cover,
            higher_ground,
            base_area: area(base) * bases + engine_area,
            source,
        })
    }

    /// The same unit with another number of figures, its bases with it.
    ///
    /// # Errors
    /// A unit whose figures are not alike, or a number of figures that no unit can have.
    pub fn resized(&self, figures: u32) -> Result<UnitSpec, Refusal> {
        let what = format!("\"{}\" with {}", self.id, counted(figures, "figure", "figures"));
        if !self.is_alike() {
            let advice = "it can only be played as the data has it";
            return Err(Refusal { what, advice: advice.to_owned() });
        }
        if !(1..=MOST_FIGURES).contains(&i64::from(figures)) {
            return Err(Refusal { what, advice: format!("give 1 to {MOST_FIGURES}") });
        }
        let base_area = self.base_area / f64::from(self.figures) * f64::from(figures);
        Ok(UnitSpec { figures, files: self.files.min(figures), base_area, ..self.clone() })
    }

    /// Plain troops: no character, engine, monster or standard sets one figure apart.
    pub fn is_alike(&self) -> bool {
        self.role == Role::Troops && self.led_by.is_none() && !self.standard
    }

    /// A single man or his mount: no leader to lose, no facing.
    pub fn is_individual(&self) -> bool {
        !matches!(self.role, Role::Troops | Role::WarMachine)
    }

    /// Has something to shoot with.
    pub fn shoots(&self) -> bool {
        self.arms.bow.is_some() || self.arms.engine.is_some() || self.has_wizard()
    }

    /// Is or has a wizard.
    pub fn has_wizard(&self) -> bool {
        self.role == Role::Wizard || self.led_by.as_ref().is_some_and(|person| person.role == Role::Wizard)
    }
}
