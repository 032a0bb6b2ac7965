//! The numbers of `datasets/chimera/rules.toml`, typed and checked. No rule's number stands in code.

use std::collections::BTreeMap;

use muster_dice::Die;

use crate::pack::{Reader, note_range};
pub use crate::table::QUARTERS;
use crate::table::{Going, quarters};

/// CHIMERA Shooting ¶1.
#[derive(Clone, Debug)]
pub struct ShootingNumbers {
    /// The die that is thrown.
    pub die: Die,
    /// Firepower that one die stands for.
    pub points_per_die: u32,
    /// The face that counts nothing.
    pub zero_face: u32,
}

/// CHIMERA Melee ¶1.
#[derive(Clone, Debug)]
pub struct MeleeNumbers {
    /// The die that is thrown.
    pub die: Die,
    /// Melee points that one die stands for.
    pub points_per_die: u32,
    /// What a charge adds to each die.
    pub charge_bonus: u32,
    /// Armour piercing of melee.
    pub armour_piercing: i32,
}

/// CHIMERA Morale.
#[derive(Clone, Debug)]
pub struct MoraleNumbers {
    /// The die that is thrown.
    pub die: Die,
    /// The lowest face that passes.
    pub passes_on: u32,
    /// The lowest face of the second roll that rallies.
    pub rallies_on: u32,
    /// Percent that leaves on the faces below that, from face 1.
    pub retreat_percent: Vec<u32>,
}

/// Respawning, off as shipped.
#[derive(Clone, Debug)]
pub struct RespawnNumbers {
    /// Respawns of each side.
    pub pool: u32,
    /// Figures that come back, `None` = full strength.
    pub figures: Option<u32>,
    /// The lowest face on which a unit comes back; 1 = always.
    pub on: u32,
    /// The die.
    pub die: Die,
}

/// Where a duel starts.
#[derive(Clone, Debug)]
pub struct DuelNumbers {
    /// Gap in quarter inches.
    pub start: i32,
    /// Room behind each unit in quarter inches.
    pub room: i32,
    /// Turn limit.
    pub max_turns: u32,
}

/// All numbers of the rules.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Moves by the words of the rules file, quarter inches.
    pub movement: BTreeMap<String, i32>,
    /// What ground costs.
    pub going: Going,
    /// The move of units that do not shoot, quarter inches.
    pub bonus_move: i32,
    /// Saves by the words of the rules file.
    pub saves: BTreeMap<String, i32>,
    /// Save of vehicles in melee.
    pub vehicle_melee_save: i32,
    /// What being mounted is worth in melee.
    pub mounted_in_melee: i32,
    /// What soft cover is worth.
    pub soft_cover: i32,
    /// What hard cover is worth.
    pub hard_cover: i32,
    /// The saving die.
    pub save_die: Die,
    /// Shooting.
    pub shooting: ShootingNumbers,
    /// Melee.
    pub melee: MeleeNumbers,
    /// Melee points by the words of the rules file.
    pub melee_points: BTreeMap<String, u32>,
    /// Morale.
    pub morale: MoraleNumbers,
    /// Crew that a gun needs.
    pub crew_needed: u32,
    /// Respawning.
    pub respawn: RespawnNumbers,
    /// The duel.
    pub duel: DuelNumbers,
    /// Base areas by the words of the rules file, square inches.
    pub base_area: BTreeMap<String, f64>,
    /// How near guards stay to their shooters, quarter inches.
    pub guard_within: i32,
}

fn small(reader: &Reader<'_>, key: &str, least: i64, most: i64) -> Option<u32> {
    reader.whole(key, least..=most).and_then(|n| u32::try_from(n).ok())
}

fn die(reader: &Reader<'_>, key: &str) -> Option<Die> {
    small(reader, key, 2, 100).and_then(|sides| Die::new(u8::try_from(sides).ok()?))
}

fn signed(reader: &Reader<'_>, key: &str, least: i64, most: i64) -> Option<i32> {
    reader.whole(key, least..=most).and_then(|n| i32::try_from(n).ok())
}

const NOT_WORDS: [&str; 13] = [
    "source",
    "status",
    "why",
    "note",
    "rough_divides_by",
    "wall_costs",
    "bonus_move",
    "vehicle_melee_save",
    "mounted_in_melee",
    "soft_cover",
    "hard_cover",
    "die",
    "points_per_die",
];

/// The words of a section that are not settings of their own: troop kinds, armour classes.
fn words(reader: &Reader<'_>, settings: &[&str]) -> Vec<String> {
    reader
        .keys()
        .into_iter()
        .filter(|key| !NOT_WORDS.contains(&key.as_str()) && !settings.contains(&key.as_str()))
        .collect()
}

impl Numbers {
    /// Reads the rules file; `None` after complaints.
    pub fn read(root: &Reader<'_>) -> Option<Numbers> {
        let movement = root.table("movement")?;
        let saves = root.table("saves")?;
        let melee = root.table("melee")?;
        let shooting = root.table("shooting")?;
        let saving_throw = root.table("saving_throw")?;
        let guns = root.table("guns")?;
        let base_area = root.table("base_area")?;
        let battle = root.table("battle")?;
        let settings = ["charge_bonus", "armour_piercing"];
        // A word whose number is refused keeps its name and gets a stand-in: those who use the word are not to blame, and the complaint stands.
        let numbers = Numbers {
            movement: words(&movement, &[])
                .into_iter()
                .map(|word| (word.clone(), quarters(&movement, &word, 0.0..=100.0).unwrap_or_default()))
                .collect(),
            going: Going {
                rough_divides_by: signed(&movement, "rough_divides_by", 1, 10)?,
                wall_costs: quarters(&movement, "wall_costs", 0.0..=100.0)?,
            },
            bonus_move: quarters(&movement, "bonus_move", 0.0..=100.0)?,
            saves: words(&saves, &[])
                .into_iter()
                .map(|word| (word.clone(), signed(&saves, &word, -20, 20).unwrap_or_default()))
                .collect(),
            vehicle_melee_save: signed(&saves, "vehicle_melee_save", -20, 20)?,
            mounted_in_melee: signed(&saves, "mounted_in_melee", -6, 6)?,
            soft_cover: signed(&saves, "soft_cover", -6, 6)?,
            hard_cover: signed(&saves, "hard_cover", -6, 6)?,
            save_die: die(&saving_throw, "die")?,
            shooting: ShootingNumbers {
                die: die(&shooting, "die")?,
                points_per_die: small(&shooting, "points_per_die", 1, 100)?,
                zero_face: small(&shooting, "zero_face", 0, 100)?,
            },
            melee: MeleeNumbers {
                die: die(&melee, "die")?,
                points_per_die: small(&melee, "points_per_die", 1, 100)?,
                charge_bonus: small(&melee, "charge_bonus", 0, 20)?,
                armour_piercing: signed(&melee, "armour_piercing", -6, 6)?,
            },
            melee_points: words(&melee, &settings)
                .into_iter()
                .map(|word| (word.clone(), small(&melee, &word, 0, 1000).unwrap_or_default()))
                .collect(),
            morale: read_morale(root)?,
            crew_needed: small(&guns, "crew_needed", 1, 20)?,
            respawn: read_respawn(root)?,
            duel: read_duel(root)?,
            base_area: words(&base_area, &[])
                .into_iter()
                .map(|word| (word.clone(), base_area.number(&word, 0.0..=100.0).unwrap_or_default()))
                .collect(),
            guard_within: quarters(&battle, "guard_within", 0.0..=100.0)?,
        };
        for reader in [movement, saves, melee, shooting, saving_throw, guns, base_area, battle] {
            reader.finish();
        }
        Some(numbers)
    }
}

fn read_morale(root: &Reader<'_>) -> Option<MoraleNumbers> {
    let reader = root.table("morale")?;
    let die = die(&reader, "die")?;
    let sides = i64::from(die.sides());
    let morale = MoraleNumbers {
        die,
        passes_on: small(&reader, "passes_on", 1, sides + 1)?,
        rallies_on: small(&reader, "rallies_on", 1, sides + 1)?,
        retreat_percent: reader
            .wholes("retreat_percent", 0..=100)?
            .into_iter()
            .filter_map(|percent| u32::try_from(percent).ok())
            .collect(),
    };
    let faces = morale.retreat_percent.len() as f64 + 1.0;
    note_range(&reader.place("rallies_on").key, faces, faces);
    if morale.retreat_percent.len() + 1 != morale.rallies_on as usize {
        reader.complain(
            "retreat_percent",
            &format!("{} numbers", morale.retreat_percent.len()),
            &format!("{}, one for each face below rallies_on", morale.rallies_on - 1),
            "give a percentage for face 1, face 2 and so on",
        );
    }
    reader.finish();
    Some(morale)
}

fn read_respawn(root: &Reader<'_>) -> Option<RespawnNumbers> {
    let reader = root.table("respawn")?;
    let figures = match reader.optional_text_or_whole("figures", 1..=10_000) {
        Some(Ok(word)) if word == "full" => None,
        Some(Err(figures)) => u32::try_from(figures).ok(),
        other => {
            let found = other.and_then(Result::ok).unwrap_or_else(|| "nothing".to_owned());
            reader.complain(
                "figures",
                &format!("\"{found}\""),
                "\"full\" or a number of figures",
                "write figures = \"full\"",
            );
            None
        }
    };
    let respawn = RespawnNumbers {
        pool: small(&reader, "pool", 0, 100)?,
        figures,
        on: small(&reader, "on", 1, 100)?,
        die: die(&reader, "die")?,
    };
    reader.finish();
    Some(respawn)
}

fn read_duel(root: &Reader<'_>) -> Option<DuelNumbers> {
    let reader = root.table("duel")?;
    let duel = DuelNumbers {
        start: quarters(&reader, "start", 0.0..=1000.0)?,
        room: quarters(&reader, "room", 0.0..=1000.0)?,
        max_turns: small(&reader, "max_turns", 1, 100_000)?,
    };
    reader.finish();
    Some(duel)
}
