//! Units as the data describes them, names resolved into numbers.

use super::arms::{Armoury, Weapon};
use super::doctrine::{Doctrine, Doctrines};
use super::numbers::Numbers;
use crate::contents::{StrayCommand, UnitOfData};
use crate::grammar::counted;
use crate::pack::{Reader, nearest, note_range};
use crate::ruleset::{Refusal, SourceFacts};
use crate::table::{Cover, QUARTERS, quarters};

/// What a unit is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Men on foot.
    Infantry,
    /// Beasts, and men who ride them.
    Large,
    /// Vehicles and walkers.
    Vehicle,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Infantry, Kind::Large, Kind::Vehicle];
    const WORDS: [&'static str; 3] = ["infantry", "large", "vehicle"];

    /// The word of the data.
    pub const fn word(self) -> &'static str {
        Kind::WORDS[self as usize]
    }
}

/// Models of a unit that are armed and trained alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Models {
    /// How many.
    pub count: u32,
    /// What each of them holds.
    pub weapons: Vec<Weapon>,
    /// Their skill with ranged weapons when they shoot.
    pub skill: i32,
    /// Their skill in melee when they strike.
    pub melee_skill: i32,
}

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSpec {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it is made of.
    pub kind: Kind,
    /// Move in q.
    pub speed: i32,
    /// Skill with ranged weapons of most of its models, and of the unit as a target; 0 is average.
    pub skill: i32,
    /// The same in melee.
    pub melee_skill: i32,
    /// Levels of Toughness.
    pub toughness: i32,
    /// Levels of Armour.
    pub armour: i32,
    /// What a leadership test needs.
    pub leadership: i32,
    /// Models in the order in which they are removed.
    pub models: Vec<Models>,
    /// Cover of its start, until it moves.
    pub cover: Cover,
    /// Begins cowering.
    pub cowering: bool,
    /// Cannot be suppressed.
    pub ignores_suppression: bool,
    /// Cannot be wounded where more than the die has is needed.
    pub buttoned: bool,
    /// Seeks melee though it has ranged weapons.
    pub closes: bool,
    /// Doctrines of the unit.
    pub doctrines: Vec<Doctrine>,
    /// Doctrines of its special leader.
    pub confers: Vec<Doctrine>,
    /// Activation dice of its leader.
    pub dice: u32,
    /// Place of its leader in the chain of command, 0 the lowest.
    pub rank: usize,
    /// The command that it belongs to, where the force has several.
    pub command: Option<String>,
    /// An independent leader: no unit, and commands others.
    pub is_leader: bool,
    /// Area of all bases, square inches.
    pub base_area: f64,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

/// The most models that a unit may have.
pub const MOST_MODELS: u32 = 100;
/// The most doctrines that one unit may use.
const MOST_DOCTRINES: usize = 8;

impl UnitOfData for UnitSpec {
    fn id(&self) -> &str {
        &self.id
    }

    fn renamed(&self, id: String) -> UnitSpec {
        UnitSpec { id, ..self.clone() }
    }

    fn figures(&self) -> u32 {
        self.models.iter().map(|run| run.count).sum()
    }

    /// A command of one has nobody to lead and nobody to break with.
    fn stray_commands(units: &[UnitSpec]) -> Vec<StrayCommand<'_>> {
        let shared =
            |wanted: &str| units.iter().filter(|unit| unit.command.as_deref() == Some(wanted)).count() > 1;
        let named = units.iter().enumerate().filter_map(|(at, unit)| Some((at, unit.command.as_deref()?)));
        let known: Vec<&str> =
            units.iter().filter_map(|unit| unit.command.as_deref()).filter(|name| shared(name)).collect();
        let strays = named.filter(|(_, name)| !shared(name));
        strays
            .map(|(unit, command)| StrayCommand {
                unit,
                command,
                known: known.clone(),
                expected: "a command of two units or more of this box",
                advice: "leave it out, or give another unit the same command",
            })
            .collect()
    }
}

impl UnitSpec {
    /// Reads a unit; `None` after complaints.
    pub fn read(
        reader: Reader<'_>,
        numbers: &Numbers,
        armoury: &Armoury,
        doctrines: &Doctrines,
    ) -> Option<UnitSpec> {
        let source = SourceFacts::of(&reader, "id");
        let id = reader.text("id");
        let name = reader.optional_name().or_else(|| id.clone());
        let kind = Kind::ALL[reader.optional_one_of("kind", &Kind::WORDS).unwrap_or(0)];
        let usual = match kind {
            Kind::Vehicle => numbers.movement.vehicle,
            Kind::Infantry | Kind::Large => numbers.movement.infantry,
        };
        let inches = 0.0..=100.0;
        let speed = if reader.has("move") {
            quarters(&reader, "move", inches)
        } else {
            // Read for the note alone: what stands in for it, and how far it may go.
            reader.number_or("move", inches, f64::from(usual) / QUARTERS);
            Some(usual)
        };
        let level = |key: &str| i32::try_from(reader.whole_or(key, 0..=20, 0)).unwrap_or(0);
        let skills = read_skills(&reader, [0, 0]);
        let limits = numbers.leadership.best..=numbers.leadership.worst;
        let leadership = reader.whole("leadership", limits).and_then(|target| i32::try_from(target).ok());
        if let Some(target) = leadership.map(f64::from) {
            note_range("leadership.best", f64::NEG_INFINITY, target);
            note_range("leadership.worst", target, f64::INFINITY);
        }
        let models = read_models(&reader, armoury, skills);
        let cover = match reader.optional_one_of("cover", &["none", "soft", "hard"]) {
            Some(1) => Cover::Soft,
            Some(2) => Cover::Hard,
            _ => Cover::None,
        };
        let own = doctrines.named(&reader, "doctrines");
        let confers = doctrines.named(&reader, "confers");
        if own.len() + confers.len() > MOST_DOCTRINES {
            let found = format!("{} doctrines", own.len() + confers.len());
            reader.complain("doctrines", &found, &format!("at most {MOST_DOCTRINES}"), "leave some out");
        }
        let dice = reader.whole_or("dice", 0..=20, i64::from(numbers.doctrine.dice));
        let rank = read_rank(&reader, &numbers.ranks);
        let is_leader = reader.optional_one_of("role", &["unit", "leader"]) == Some(1);
        let area = numbers.base_area.get(kind.word()).copied().unwrap_or(1.0);
        let (toughness, armour) = (level("toughness"), level("armour"));
        let cowering = reader.flag_or("cowering", false);
        let ignores_suppression = reader.flag_or("ignores_suppression", kind == Kind::Vehicle);
        let buttoned = reader.flag_or("buttoned", false);
        let closes = reader.flag_or("closes", false);
        let command = reader.optional_line("command");
        reader.finish();
        let models = models?;
        let count: u32 = models.iter().map(|run| run.count).sum();
        Some(UnitSpec {
            id: id?,
            name: name?,
            kind,
            speed: speed?,
            skill: skills[0],
            melee_skill: skills[1],
            toughness,
            armour,
            leadership: leadership?,
            models,
            cover,
            cowering,
            ignores_suppression,
            buttoned,
            closes,
            doctrines: own,
            confers,
            dice: u32::try_from(dice).unwrap_or(0),
            rank,
            command,
            is_leader,
            base_area: area * f64::from(count),
            source,
        })
    }

    /// Whether all models are alike, so that the unit may be played with more or fewer of them.
    pub fn is_alike(&self) -> bool {
        self.models.len() == 1
    }

    /// Whether any model has a ranged weapon.
    pub fn shoots(&self) -> bool {
        self.models.iter().flat_map(|run| &run.weapons).any(Weapon::shoots)
    }

    /// The unit with more or fewer models.
    ///
    /// # Errors
    /// Models that differ, or a number that no unit has.
    pub fn resized(&self, figures: u32) -> Result<UnitSpec, Refusal> {
        let refuse = |what: String, advice: String| Err(Refusal { what, advice });
        if !(1..=MOST_MODELS).contains(&figures) {
            return refuse(counted(figures, "model", "models"), format!("give 1 to {MOST_MODELS}"));
        }
        if !self.is_alike() {
            let advice = "its models are armed differently; play it as the data has it".to_owned();
            return refuse(format!("\"{}\" with {}", self.id, counted(figures, "model", "models")), advice);
        }
        let mut resized = self.clone();
        let before = f64::from(self.figures().max(1));
        resized.base_area = self.base_area / before * f64::from(figures);
        resized.models.iter_mut().for_each(|run| run.count = figures);
        Ok(resized)
    }

    /// The unit without those of its models that it would lose first.
    ///
    /// # Errors
    /// More models than it has, or none.
    pub fn reduced(&self, figures: u32) -> Result<UnitSpec, Refusal> {
        let all = self.figures();
        if !(1..=all).contains(&figures) {
            let advice = format!("its models are armed differently: give 1 to {all}");
            return Err(Refusal {
                what: format!("\"{}\" with {}", self.id, counted(figures, "model", "models")),
                advice,
            });
        }
        let mut reduced = self.clone();
        let mut gone = all - figures;
        for run in &mut reduced.models {
            let here = gone.min(run.count);
            run.count -= here;
            gone -= here;
        }
        reduced.models.retain(|run| run.count > 0);
        reduced.base_area = self.base_area / f64::from(all) * f64::from(figures);
        Ok(reduced)
    }
}

/// `skill` and `melee_skill`, `usual` where neither is given; the first alone stands for both.
fn read_skills(reader: &Reader<'_>, usual: [i32; 2]) -> [i32; 2] {
    let step = |key: &str, usual: i32| {
        i32::try_from(reader.whole_or(key, -20..=20, i64::from(usual))).unwrap_or(usual)
    };
    let skill = step("skill", usual[0]);
    [skill, step("melee_skill", if reader.has("skill") { skill } else { usual[1] })]
}

fn read_models(reader: &Reader<'_>, armoury: &Armoury, skills: [i32; 2]) -> Option<Vec<Models>> {
    let entries = reader.list("figures");
    let listed = entries.len();
    let read = |entry: Reader<'_>| {
        let count = entry.whole("count", 1..=i64::from(MOST_MODELS)).and_then(|n| u32::try_from(n).ok());
        let weapons = armoury.arms(&entry);
        let [skill, melee_skill] = read_skills(&entry, skills);
        entry.finish();
        Some(Models { count: count?, weapons: weapons?, skill, melee_skill })
    };
    let models: Vec<Models> = entries.into_iter().filter_map(read).collect();
    if models.len() < listed {
        return None;
    }
    let count: u32 = models.iter().map(|run| run.count).sum();
    if !(1..=MOST_MODELS).contains(&count) {
        if reader.has("figures") {
            let advice = "for example: figures = [{ count = 10, weapons = [\"carbine\"] }]";
            let expected = format!("1 to {MOST_MODELS} models");
            reader.complain("figures", &counted(count, "model", "models"), &expected, advice);
        }
        return None;
    }
    Some(models)
}

fn read_rank(reader: &Reader<'_>, ranks: &[String]) -> usize {
    let usual = 1.min(ranks.len().saturating_sub(1));
    let Some(word) = reader.optional_text("rank") else { return usual };
    ranks.iter().position(|rank| *rank == word).unwrap_or_else(|| {
        let advice = match nearest(&word, ranks.iter().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("there are: {}", ranks.join(", ")),
        };
        reader.complain("rank", &format!("\"{word}\""), "a rank of rules.toml", &advice);
        usual
    })
}
