//! The numbers of `datasets/blood-and-steel/rules.toml`, typed and checked. No rule's number stands in code.

use std::collections::BTreeMap;

use muster_dice::Die;

use super::numbers_read::{dice, die, in_order, increasing_dice, named_dice, throw};
use super::throw::Throw;
use crate::pack::Reader;
use crate::table::{Going, quarters};

/// Threats that are added to the leadership value.
#[derive(Clone, Debug)]
pub struct ThreatNumbers {
    /// By facing: front, flank, rear.
    pub facing: [i32; 3],
    /// The leader has fallen.
    pub leader_lost: i32,
    /// A standard.
    pub standard: i32,
    /// A charger's, by its level: confident, steady, shaken.
    pub charge: Vec<i32>,
    /// A marching column that is attacked.
    pub march: i32,
    /// A MINOR missile result.
    pub minor_result: i32,
    /// A character has fallen nearby.
    pub character_lost: i32,
    /// A shaken unit that would advance.
    pub shaken_advance: i32,
}

/// Panic of troops that meet something for the first time.
#[derive(Clone, Debug)]
pub struct PanicNumbers {
    /// Names of the qualities that test at the first sight of an enemy.
    pub at_sight: Vec<String>,
    /// Those that test when first shot at, or at the first sight of a monster or cavalry.
    pub under_fire: Vec<String>,
    /// Those that test when terror first charges them.
    pub at_terror: Vec<String>,
    /// Threat of these tests.
    pub threat: i32,
    /// A face up to this costs a level when they try to pull themselves together.
    pub worse_on: u32,
}

/// The roll for a new leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderNumbers {
    /// The die.
    pub die: Die,
    /// Up to this face the new leader is worse.
    pub worse_up_to: u32,
    /// From this face on he is better.
    pub better_from: u32,
    /// The best value.
    pub best: u32,
    /// The worst value.
    pub worst: u32,
}

/// Moves in inches.
#[derive(Clone, Debug)]
pub struct MovementNumbers {
    /// Infantry.
    pub infantry: u32,
    /// Infantry in armour.
    pub armoured_infantry: u32,
    /// Cavalry.
    pub cavalry: u32,
    /// Cavalry in armour, or on a barded horse.
    pub armoured_cavalry: u32,
    /// Both.
    pub armoured_barded_cavalry: u32,
    /// An engine and its crew.
    pub engine: u32,
    /// What massed units divide by.
    pub massed_divides_by: u32,
    /// How often the combat die counts.
    pub combat_doubles: u32,
    /// What ground costs.
    pub going: Going,
}

/// Missiles.
#[derive(Clone, Debug)]
pub struct MissileNumbers {
    /// Range die by band.
    pub range_dice: Vec<Die>,
    /// How many times as long the bands of engines are.
    pub engine_band: u32,
    /// Steps for soft cover.
    pub soft_cover: i32,
    /// Steps for hard cover.
    pub hard_cover: i32,
    /// Steps of the range die against a single figure.
    pub lone_figure: i32,
}

/// Melee.
#[derive(Clone, Debug)]
pub struct MeleeNumbers {
    /// Steps for being mounted.
    pub mounted: i32,
    /// Steps for charging.
    pub charging: i32,
    /// Steps for standing higher.
    pub higher_ground: i32,
    /// Files that a rank must have to count.
    pub rank_of: u32,
    /// The most ranks, under a ruling.
    pub ranks_cap: u32,
}

/// Armour.
#[derive(Clone, Debug)]
pub struct ArmourNumbers {
    /// Dice by name.
    pub dice: BTreeMap<String, Die>,
    /// Steps for being mounted.
    pub mounted: i32,
    /// Steps for a barded horse.
    pub barded: i32,
}

/// Characters.
#[derive(Clone, Debug)]
pub struct CharacterNumbers {
    /// How far a character commands, quarter inches.
    pub reach: i32,
    /// Levels that a monster loses with its rider.
    pub rider_lost: u32,
    /// Further quality dice of a unit that a character leads.
    pub second_quality: u32,
}

/// Magic.
#[derive(Clone, Debug)]
pub struct MagicNumbers {
    /// Firepower die of a fireball.
    pub fireball_firepower: Throw,
    /// Impact of a fireball.
    pub fireball_impact: Throw,
    /// Steps of the attack spell.
    pub attack: i32,
    /// Steps of the defence spell.
    pub defence: i32,
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
    /// Where a unit that does not charge stops, quarter inches.
    pub keeps_off: i32,
    /// Massed units change their ranks.
    pub reforms: bool,
}

/// How sides play a battle.
#[derive(Clone, Debug)]
pub struct BattleNumbers {
    /// How near guards stay, quarter inches.
    pub guard_within: i32,
    /// How near characters stay, quarter inches.
    pub follow_within: i32,
    /// Characters on foot or horse join a unit that nobody leads.
    pub joins_units: bool,
    /// Where columns form up, quarter inches from the enemy.
    pub deploys_within: i32,
    /// Massed units change their ranks, and form columns.
    pub reforms: bool,
}

/// All numbers of the rules.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The ladder of dice.
    pub ladder: Vec<Die>,
    /// The initiative die.
    pub initiative_die: Die,
    /// Actions of a unit.
    pub actions: u32,
    /// Quality dice by name.
    pub quality: BTreeMap<String, Die>,
    /// Threats.
    pub threat: ThreatNumbers,
    /// Panic.
    pub panic: PanicNumbers,
    /// New leaders.
    pub leader: LeaderNumbers,
    /// Moves.
    pub movement: MovementNumbers,
    /// Squared cosines of half the front and half the rear.
    pub arcs: [f64; 2],
    /// Missiles.
    pub missile: MissileNumbers,
    /// Melee.
    pub melee: MeleeNumbers,
    /// Armour.
    pub armour: ArmourNumbers,
    /// Characters.
    pub characters: CharacterNumbers,
    /// Magic.
    pub magic: MagicNumbers,
    /// The duel.
    pub duel: DuelNumbers,
    /// The battle.
    pub battle: BattleNumbers,
    /// Base areas by name, square inches.
    pub base_area: BTreeMap<String, f64>,
}

/// A length in inches, as quarter inches.
fn length(reader: &Reader<'_>, key: &str) -> Option<i32> {
    quarters(reader, key, 0.0..=1000.0)
}

fn small(reader: &Reader<'_>, key: &str, least: i64, most: i64) -> Option<u32> {
    reader.whole(key, least..=most).and_then(|n| u32::try_from(n).ok())
}

fn signed(reader: &Reader<'_>, key: &str) -> Option<i32> {
    reader.whole(key, -20..=20).and_then(|n| i32::try_from(n).ok())
}

impl Numbers {
    /// Reads the rules file; `None` after complaints.
    pub fn read(root: &Reader<'_>) -> Option<Numbers> {
        let section = |name: &str| root.table(name);
        let dice_section = section("dice")?;
        let quality = section("quality")?;
        let armour = section("armour")?;
        let base = section("base_area")?;
        let threat = section("threat")?;
        let panic = section("panic")?;
        let leader = section("leader")?;
        let movement = section("movement")?;
        let facing = section("facing")?;
        let missile = section("missile")?;
        let melee = section("melee")?;
        let characters = section("characters")?;
        let magic = section("magic")?;
        let duel = section("duel")?;
        let battle = section("battle")?;
        let qualities = named_dice(&quality, &[]);
        let numbers = Numbers {
            panic: read_panic(&panic, &qualities)?,
            ladder: increasing_dice(&dice_section, "ladder")?,
            initiative_die: die(&dice_section, "initiative")?,
            actions: small(&dice_section, "actions", 1, 10)?,
            quality: qualities,
            threat: read_threat(&threat)?,
            leader: read_leader(&leader)?,
            movement: read_movement(&movement)?,
            arcs: read_arcs(&facing)?,
            missile: read_missile(&missile)?,
            melee: read_melee(&melee)?,
            armour: ArmourNumbers {
                dice: named_dice(&armour, &["mounted", "barded"]),
                mounted: signed(&armour, "mounted")?,
                barded: signed(&armour, "barded")?,
            },
            characters: read_characters(&characters)?,
            magic: read_magic(&magic)?,
            duel: read_duel(&duel)?,
            battle: read_battle(&battle)?,
            base_area: base
                .keys()
                .into_iter()
                .filter_map(|word| Some((word.clone(), base.number(&word, 0.0..=100.0)?)))
                .collect(),
        };
        if numbers.quality.is_empty() {
            quality.complain("regular", "no quality", "quality dice by name", "write regular = \"d8\"");
            return None;
        }
        let sections =
            [threat, panic, leader, movement, facing, missile, melee, characters, magic, duel, battle];
        for reader in [dice_section, quality, armour, base].into_iter().chain(sections) {
            reader.finish();
        }
        Some(numbers)
    }

    /// The dice that quality may be, each once.
    pub fn dice_of_quality(&self) -> Vec<Die> {
        let mut dice: Vec<Die> = self.quality.values().copied().chain(self.ladder.iter().copied()).collect();
        dice.sort_unstable();
        dice.dedup();
        dice
    }

    /// The smallest die of the ladder that holds so many figures.
    pub fn die_for(&self, figures: u32) -> Die {
        let holds = |die: &&Die| u32::from(die.sides()) >= figures;
        let largest = self.ladder.last().copied().unwrap_or(Die::D12);
        self.ladder.iter().find(holds).copied().unwrap_or(largest)
    }
}

fn read_threat(reader: &Reader<'_>) -> Option<ThreatNumbers> {
    let charge: Vec<i32> =
        reader.wholes("charge", -20..=20)?.into_iter().filter_map(|n| i32::try_from(n).ok()).collect();
    if charge.len() != 3 {
        let found = format!("{} numbers", charge.len());
        reader.complain("charge", &found, "three: confident, steady, shaken", "");
        return None;
    }
    Some(ThreatNumbers {
        facing: [signed(reader, "front")?, signed(reader, "flank")?, signed(reader, "rear")?],
        leader_lost: signed(reader, "leader_lost")?,
        standard: signed(reader, "standard")?,
        charge,
        march: signed(reader, "march")?,
        minor_result: signed(reader, "minor_result")?,
        character_lost: signed(reader, "character_lost")?,
        shaken_advance: signed(reader, "shaken_advance")?,
    })
}

fn read_panic(reader: &Reader<'_>, known: &BTreeMap<String, Die>) -> Option<PanicNumbers> {
    let qualities = |key: &str| {
        let names = reader.texts(key);
        match names.iter().find(|name| !known.contains_key(*name)) {
            None => Some(names),
            Some(odd) => {
                let expected = known.keys().cloned().collect::<Vec<_>>().join(", ");
                reader.complain(key, &format!("\"{odd}\""), &format!("qualities: {expected}"), "");
                None
            }
        }
    };
    Some(PanicNumbers {
        at_sight: qualities("at_sight")?,
        under_fire: qualities("under_fire")?,
        at_terror: qualities("at_terror")?,
        threat: signed(reader, "threat")?,
        worse_on: small(reader, "worse_on", 0, 100)?,
    })
}

fn read_leader(reader: &Reader<'_>) -> Option<LeaderNumbers> {
    let numbers = LeaderNumbers {
        die: die(reader, "die")?,
        worse_up_to: small(reader, "worse_up_to", 0, 100)?,
        better_from: small(reader, "better_from", 1, 101)?,
        best: small(reader, "best", 0, 20)?,
        worst: small(reader, "worst", 0, 20)?,
    };
    let best = in_order(reader, ("best", numbers.best), ("worst", numbers.worst), 0);
    let faces =
        in_order(reader, ("worse_up_to", numbers.worse_up_to), ("better_from", numbers.better_from), 1);
    if !best || !faces {
        return None;
    }
    Some(numbers)
}

fn read_movement(reader: &Reader<'_>) -> Option<MovementNumbers> {
    let inches = |key: &str| small(reader, key, 0, 100);
    Some(MovementNumbers {
        infantry: inches("infantry")?,
        armoured_infantry: inches("armoured_infantry")?,
        cavalry: inches("cavalry")?,
        armoured_cavalry: inches("armoured_cavalry")?,
        armoured_barded_cavalry: inches("armoured_barded_cavalry")?,
        engine: inches("engine")?,
        massed_divides_by: small(reader, "massed_divides_by", 1, 10)?,
        combat_doubles: small(reader, "combat_move_doubles", 1, 10)?,
        going: Going {
            rough_divides_by: i32::try_from(small(reader, "rough_divides_by", 1, 10)?).ok()?,
            wall_costs: length(reader, "wall_costs")?,
        },
    })
}

fn read_arcs(reader: &Reader<'_>) -> Option<[f64; 2]> {
    let cosine = |key: &str| reader.number(key, 0.0..=1.0);
    Some([cosine("front_squared_cosine")?, cosine("rear_squared_cosine")?])
}

fn read_missile(reader: &Reader<'_>) -> Option<MissileNumbers> {
    Some(MissileNumbers {
        range_dice: dice(reader, "range_dice")?,
        engine_band: small(reader, "engine_band", 1, 20)?,
        soft_cover: signed(reader, "soft_cover")?,
        hard_cover: signed(reader, "hard_cover")?,
        lone_figure: signed(reader, "lone_figure")?,
    })
}

fn read_melee(reader: &Reader<'_>) -> Option<MeleeNumbers> {
    Some(MeleeNumbers {
        mounted: signed(reader, "mounted")?,
        charging: signed(reader, "charging")?,
        higher_ground: signed(reader, "higher_ground")?,
        rank_of: small(reader, "rank_of", 1, 100)?,
        ranks_cap: small(reader, "ranks_cap", 1, 100)?,
    })
}

fn read_characters(reader: &Reader<'_>) -> Option<CharacterNumbers> {
    Some(CharacterNumbers {
        reach: length(reader, "reach")?,
        rider_lost: small(reader, "rider_lost", 0, 4)?,
        second_quality: small(reader, "second_quality", 0, 2)?,
    })
}

fn read_magic(reader: &Reader<'_>) -> Option<MagicNumbers> {
    Some(MagicNumbers {
        fireball_firepower: throw(reader, "fireball_firepower")?,
        fireball_impact: throw(reader, "fireball_impact")?,
        attack: signed(reader, "attack")?,
        defence: signed(reader, "defence")?,
    })
}

fn read_duel(reader: &Reader<'_>) -> Option<DuelNumbers> {
    Some(DuelNumbers {
        start: length(reader, "start")?,
        room: length(reader, "room")?,
        max_turns: small(reader, "max_turns", 1, 100_000)?,
        keeps_off: length(reader, "keeps_off")?,
        reforms: reader.flag("reforms")?,
    })
}

fn read_battle(reader: &Reader<'_>) -> Option<BattleNumbers> {
    Some(BattleNumbers {
        guard_within: length(reader, "guard_within")?,
        follow_within: length(reader, "follow_within")?,
        joins_units: reader.flag("joins_units")?,
        deploys_within: length(reader, "deploys_within")?,
        reforms: reader.flag("reforms")?,
    })
}
