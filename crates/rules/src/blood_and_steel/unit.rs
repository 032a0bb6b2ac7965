//! Units as the data describes them, names resolved into numbers.

use muster_dice::Die;

use super::catalogue::Monster;
use super::confidence::Confidence;
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

    pub(super) fn read(reader: &Reader<'_>) -> Rank {
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
pub(super) const MOST_FIGURES: i64 = 400;

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
