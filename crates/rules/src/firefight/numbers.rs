//! The numbers of `datasets/firefight/rules.toml`, typed and checked. No rule's number stands in code.

use std::collections::BTreeMap;

use muster_dice::Die;

use crate::pack::{Reader, note_range};
use crate::table::{Cover, Going, quarters};

/// The three phases in which models attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Attacks {
    /// The shooting phase.
    Shooting,
    /// The firefight phase.
    Firefight,
    /// The melee phase.
    Melee,
}

/// Moves, in q (quarter inches).
#[derive(Clone, Debug)]
pub struct MovementNumbers {
    /// Infantry and beasts.
    pub infantry: i32,
    /// Vehicles.
    pub vehicle: i32,
    /// Vehicles in terrain.
    pub vehicle_in_terrain: i32,
    /// What a vehicle needs not to be stuck in difficult ground.
    pub bog_difficult: i32,
    /// The same in very difficult ground.
    pub bog_very_difficult: i32,
    /// Between models of a unit.
    pub coherency: i32,
    /// How many times the move a double move goes.
    pub double: i32,
    /// How much a double move worsens cover saves.
    pub doubled_cover_save: i32,
    /// A charge.
    pub charge: i32,
    /// A pile-in.
    pub pile_in: i32,
    /// What ground costs. Infantry is not slowed.
    pub going: Going,
}

/// What is needed to hit.
#[derive(Clone, Copy, Debug)]
pub struct HitNumbers {
    /// At equal skill.
    pub base: i32,
    /// A step of skill.
    pub per_skill: i32,
    /// A concealed target.
    pub concealed: i32,
    /// A cowering target.
    pub cowering: i32,
    /// A suppressed or cowering shooter.
    pub suppressed: i32,
}

/// What is needed to save.
#[derive(Clone, Copy, Debug)]
pub struct SaveNumbers {
    /// By [`Attacks`].
    pub base: [i32; 3],
    /// Steps of soft cover.
    pub soft: i32,
    /// Steps of hard cover.
    pub hard: i32,
    /// Steps of cowering.
    pub cowering: i32,
}

impl SaveNumbers {
    /// Steps that cover gives.
    pub fn of_cover(&self, cover: Cover) -> i32 {
        match cover {
            Cover::None => 0,
            Cover::Soft => self.soft,
            Cover::Hard => self.hard,
        }
    }
}

/// Leadership.
#[derive(Clone, Copy, Debug)]
pub struct LeadershipNumbers {
    /// Best target.
    pub best: i64,
    /// Worst target.
    pub worst: i64,
    /// Share of the starting models at which a unit begins to test.
    pub break_share: f64,
    /// Share of the starting units at which a command begins to test.
    pub command_share: f64,
}

/// Doctrines.
#[derive(Clone, Copy, Debug)]
pub struct DoctrineNumbers {
    /// How far a leader commands, q.
    pub reach: i32,
    /// What an activation die needs.
    pub target: i32,
    /// Dice of a leader.
    pub dice: u32,
}

/// Where a duel starts, in q.
#[derive(Clone, Copy, Debug)]
pub struct DuelNumbers {
    /// Gap.
    pub start: i32,
    /// Room behind each unit.
    pub room: i32,
    /// Turn limit.
    pub max_turns: u32,
    /// Where a unit that has not charged stops.
    pub keeps_off: i32,
}

/// How players are taken to play.
#[derive(Clone, Copy, Debug)]
pub struct PlayNumbers {
    /// A unit that holds lies low while it has nothing to shoot at.
    pub hold_cowers: bool,
    /// Activation dice spent to do better.
    pub dice_a_try: u32,
    /// How near guards stay, q.
    pub guard_within: i32,
    /// How near leaders stay, q.
    pub follow_within: i32,
}

/// All numbers of the rules.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The die of all rolls.
    pub die: Die,
    /// Moves.
    pub movement: MovementNumbers,
    /// The firefight distance, q.
    pub firefight: i32,
    /// To hit.
    pub to_hit: HitNumbers,
    /// To wound a model without Toughness or Armour.
    pub to_wound: i32,
    /// Saves.
    pub save: SaveNumbers,
    /// Wounds for each model that suppress.
    pub wounds_per_model: u32,
    /// Leadership.
    pub leadership: LeadershipNumbers,
    /// Doctrines.
    pub doctrine: DoctrineNumbers,
    /// The chain of command, lowest first.
    pub ranks: Vec<String>,
    /// The duel.
    pub duel: DuelNumbers,
    /// How players play.
    pub play: PlayNumbers,
    /// Base areas by name, square inches.
    pub base_area: BTreeMap<String, f64>,
}

/// The longest move or distance of the rules, inches.
const MOST_INCHES: f64 = 1000.0;

fn length(reader: &Reader<'_>, key: &str) -> Option<i32> {
    quarters(reader, key, 0.0..=MOST_INCHES)
}

fn step(reader: &Reader<'_>, key: &str) -> Option<i32> {
    reader.whole(key, -20..=20).and_then(|n| i32::try_from(n).ok())
}

fn count(reader: &Reader<'_>, key: &str, least: i64, most: i64) -> Option<u32> {
    reader.whole(key, least..=most).and_then(|n| u32::try_from(n).ok())
}

/// A section read as a whole and closed: unknown keys are complaints.
fn section<T>(root: &Reader<'_>, name: &str, read: impl FnOnce(&Reader<'_>) -> Option<T>) -> Option<T> {
    let reader = root.table(name)?;
    let found = read(&reader);
    // Keys behind the first one that is missing have not been asked for yet: not theirs is the fault.
    if found.is_some() {
        reader.finish();
    }
    found
}

impl Numbers {
    /// Reads the rules file; `None` after complaints.
    pub fn read(root: &Reader<'_>) -> Option<Numbers> {
        let die = section(root, "dice", read_die);
        let movement = section(root, "movement", read_movement);
        let firefight = section(root, "firefight", |reader| length(reader, "distance"));
        let to_hit = section(root, "to_hit", read_to_hit);
        let to_wound = section(root, "to_wound", |reader| step(reader, "base"));
        let save = section(root, "save", read_save);
        let wounds_per_model =
            section(root, "suppression", |reader| count(reader, "wounds_per_model", 1, 20));
        let leadership = section(root, "leadership", read_leadership);
        let doctrine = section(root, "doctrine", |reader| {
            Some(DoctrineNumbers {
                reach: length(reader, "reach")?,
                target: step(reader, "target")?,
                dice: count(reader, "dice", 0, 20)?,
            })
        });
        let ranks = section(root, "ranks", |reader| Some(reader.texts("names")));
        let duel = section(root, "duel", read_duel);
        let play = section(root, "play", |reader| {
            Some((reader.flag("hold_cowers")?, count(reader, "dice_a_try", 1, 20)?))
        });
        let near = section(root, "battle", |reader| {
            Some((length(reader, "guard_within")?, length(reader, "follow_within")?))
        });
        let base_area = section(root, "base_area", read_base_area);
        let ((hold_cowers, dice_a_try), (guard_within, follow_within)) = play.zip(near)?;
        Some(Numbers {
            die: die?,
            movement: movement?,
            firefight: firefight?,
            to_hit: to_hit?,
            to_wound: to_wound?,
            save: save?,
            wounds_per_model: wounds_per_model?,
            leadership: leadership?,
            doctrine: doctrine?,
            ranks: ranks?,
            duel: duel?,
            play: PlayNumbers { hold_cowers, dice_a_try, guard_within, follow_within },
            base_area: base_area?,
        })
    }
}

fn read_die(reader: &Reader<'_>) -> Option<Die> {
    let text = reader.text("die")?;
    let sides = text.strip_prefix('d').and_then(|sides| sides.parse().ok());
    let die = sides.and_then(Die::new);
    if die.is_none() {
        reader.complain(
            "die",
            &format!("\"{text}\""),
            "a die of 2 to 100 sides",
            "for example: die = \"d6\"",
        );
    }
    die
}

fn read_movement(reader: &Reader<'_>) -> Option<MovementNumbers> {
    Some(MovementNumbers {
        infantry: length(reader, "infantry")?,
        vehicle: length(reader, "vehicle")?,
        vehicle_in_terrain: length(reader, "vehicle_in_terrain")?,
        bog_difficult: step(reader, "bog_difficult")?,
        bog_very_difficult: step(reader, "bog_very_difficult")?,
        coherency: length(reader, "coherency")?,
        double: i32::try_from(reader.whole("double", 1..=10)?).ok()?,
        doubled_cover_save: step(reader, "doubled_cover_save")?,
        charge: length(reader, "charge")?,
        pile_in: length(reader, "pile_in")?,
        going: Going { rough_divides_by: 1, wall_costs: length(reader, "wall_costs")? },
    })
}

fn read_to_hit(reader: &Reader<'_>) -> Option<HitNumbers> {
    Some(HitNumbers {
        base: step(reader, "base")?,
        per_skill: step(reader, "per_skill")?,
        concealed: step(reader, "concealed")?,
        cowering: step(reader, "cowering")?,
        suppressed: step(reader, "suppressed")?,
    })
}

fn read_save(reader: &Reader<'_>) -> Option<SaveNumbers> {
    Some(SaveNumbers {
        base: [step(reader, "shooting")?, step(reader, "firefight")?, step(reader, "melee")?],
        soft: step(reader, "soft")?,
        hard: step(reader, "hard")?,
        cowering: step(reader, "cowering")?,
    })
}

fn read_leadership(reader: &Reader<'_>) -> Option<LeadershipNumbers> {
    let (best, worst) = (reader.whole("best", -20..=20)?, reader.whole("worst", -20..=20)?);
    note_range(&reader.place("best").key, f64::NEG_INFINITY, worst as f64);
    note_range(&reader.place("worst").key, best as f64, f64::INFINITY);
    if best > worst {
        reader.complain("best", &best.to_string(), &format!("at most `worst`, {worst}"), "exchange the two");
        return None;
    }
    Some(LeadershipNumbers {
        best,
        worst,
        break_share: reader.number("break_share", 0.0..=1.0)?,
        command_share: reader.number("command_share", 0.0..=1.0)?,
    })
}

fn read_duel(reader: &Reader<'_>) -> Option<DuelNumbers> {
    Some(DuelNumbers {
        start: length(reader, "start")?,
        room: length(reader, "room")?,
        max_turns: count(reader, "max_turns", 1, 100_000)?,
        keeps_off: length(reader, "keeps_off")?,
    })
}

fn read_base_area(reader: &Reader<'_>) -> Option<BTreeMap<String, f64>> {
    let area = |word: String| Some((word.clone(), reader.number(&word, 0.0..=100.0)?));
    reader.keys().into_iter().map(area).collect()
}
