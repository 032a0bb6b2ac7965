//! A unit made ready to play: what it throws, how far it goes and shoots, what it is worth.

use muster_dice::Die;

use super::confidence::Confidence;
use super::formation::Drill;
use super::missile::Hits;
use super::numbers::Numbers;
use super::panic::Fear;
use super::rulings::Rulings;
use super::throw::Throw;
use super::unit::{Arms, Rank, Role, UnitSpec};
use crate::table::{Cover, INCH, radius_of_area};

/// How one figure fights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Quality die.
    pub quality: Die,
    /// Quality dice, a leading character's left out of account.
    pub qualities: u8,
    /// Armour die with the mount's steps.
    pub armour: Throw,
    /// Melee die of the weapon in the turn of a charge.
    pub charge: Throw,
    /// Melee die of the weapon in all other turns.
    pub steady: Throw,
    /// Steps for being mounted.
    pub mounted: i32,
    /// Further melee dice.
    pub extra: [Option<Throw>; 2],
}

/// One way of shooting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missile {
    /// Quality die that is thrown.
    pub quality: Die,
    /// Firepower of one figure, or a die of its own.
    pub power: Power,
    /// Impact die.
    pub impact: Throw,
    /// Length of a band in quarter inches.
    pub band: i32,
    /// Bands that it reaches.
    pub bands: usize,
    /// How hits follow from a result.
    pub hits: Hits,
    /// A spell, which an enemy wizard may counter.
    pub spell: bool,
    /// Only while the character that leads the unit lives.
    pub of_leader: bool,
    /// A failure calls for a test all the same.
    pub miss_tests: bool,
}

/// Where firepower comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// So many points a figure, added up and rounded up to a die.
    PerFigure(u32),
    /// So many points in all, rounded up to a die: a rider's, whose mount draws no bow.
    Rider(u32),
    /// A die.
    Die(Throw),
}

/// What a character is worth to a unit that he leads, or by himself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commander {
    /// Quality die of his spells; `None` for one who is no wizard.
    pub wizard: Option<Die>,
    /// His place in the chain of command.
    pub rank: Rank,
}

/// A compiled unit.
#[derive(Clone, Debug)]
pub struct UnitPlan {
    /// Name for stories.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Figures at the start.
    pub figures: u32,
    /// Files.
    pub files: u32,
    /// Starts in march column.
    pub marches: bool,
    /// How it fights.
    pub profile: Profile,
    /// How the monster fights when its rider is gone; such a unit has two figures.
    pub riderless: Option<Profile>,
    /// Leadership value at the start.
    pub leadership: u32,
    /// Level at the start.
    pub confidence: Confidence,
    /// Formed: has flanks and a rear.
    pub massed: bool,
    /// A single man or monster: no leader among the figures.
    pub individual: bool,
    /// A single man, hard to hit at range.
    pub lone: bool,
    /// Skirmishes.
    pub skirmish: bool,
    /// Has a standard.
    pub standard: bool,
    /// Causes terror.
    pub terror: bool,
    /// The character that leads it at the start, or that it is.
    pub commander: Option<Commander>,
    /// The command that it belongs to, below the general's.
    pub command: Option<String>,
    /// What it panics at.
    pub fears: Option<Fear>,
    /// A monster, or cavalry: what green troops take fright at.
    pub daunting: bool,
    /// A character leads it in person at the start.
    pub led: bool,
    /// Ways of shooting.
    pub fire: Vec<Missile>,
    /// Standard move in quarter inches.
    pub speed: i32,
    /// The die of a combat move, `None` for a unit that hardly moves.
    pub combat: Option<Die>,
    /// Quarter inches of a combat move for each pip.
    pub combat_pip: i32,
    /// March move in quarter inches.
    pub march: i32,
    /// Longest range of a shot from centre to centre, quarter inches; 0 without one.
    pub longest_range: i32,
    /// Cover of its start, until it first moves.
    pub start_cover: Cover,
    /// Stands higher until it first moves.
    pub higher_ground: bool,
    /// Radius of its base on the table, quarter inches.
    pub radius: i32,
    /// Worth in thousandths of a point by figures.
    pub worth: Vec<u32>,
    /// How its ranks count.
    pub drill: Drill,
}

fn quarters(inches: u32) -> i32 {
    i32::try_from(inches).unwrap_or(0).saturating_mul(INCH)
}

/// BLOOD & STEEL Movement: the base move in inches.
fn base_move(spec: &UnitSpec, numbers: &Numbers, rulings: &Rulings) -> u32 {
    let moves = &numbers.movement;
    if spec.role == Role::WarMachine {
        return moves.engine;
    }
    if let Some(monster) = &spec.monster {
        return monster.movement;
    }
    let heavy = spec.armour.name == "heavy";
    if spec.mounted {
        return match (heavy, spec.barded) {
            (true, true) => moves.armoured_barded_cavalry,
            (false, false) => moves.cavalry,
            _ => moves.armoured_cavalry,
        };
    }
    // Ruling B19.
    let slowed = heavy || (rulings.any_armour_slows && spec.armour.name == "light");
    if slowed { moves.armoured_infantry } else { moves.infantry }
}

/// MELEE, armour types: one step for a warhorse, two for a barded one.
fn armour_of(die: Die, mounted: bool, barded: bool, numbers: &Numbers) -> Throw {
    let steps = match (mounted, barded) {
        (_, true) => numbers.armour.barded,
        (true, false) => numbers.armour.mounted,
        (false, false) => 0,
    };
    Throw::of(die).closed(steps)
}

fn profiles(spec: &UnitSpec, numbers: &Numbers, rulings: &Rulings) -> (Profile, Option<Profile>) {
    let Arms { charge, steady, .. } = &spec.arms;
    let own = Profile {
        quality: spec.quality.value,
        qualities: 1,
        armour: armour_of(spec.armour.value, spec.mounted, spec.barded, numbers),
        charge: charge.value,
        steady: steady.value,
        mounted: if spec.mounted { numbers.melee.mounted } else { 0 },
        extra: [None; 2],
    };
    let Some(monster) = &spec.monster else { return (own, None) };
    // Ruling B29.
    let close_fire = monster.close_fire.map(|(firepower, _)| firepower).filter(|_| !rulings.breath);
    let alone = Profile {
        quality: spec.quality.value,
        qualities: 1,
        armour: monster.armour,
        charge: monster.melee,
        steady: monster.melee,
        mounted: 0,
        extra: [close_fire, None],
    };
    if spec.role == Role::Monster {
        return (alone, None);
    }
    let second = u8::try_from(numbers.characters.second_quality).unwrap_or(0);
    let rider = Profile { qualities: 1 + second, ..own };
    // Ruling B27.
    let rider = if rulings.monster_die_only {
        Profile { charge: monster.melee, steady: monster.melee, extra: [close_fire, None], ..rider }
    } else {
        Profile { extra: [Some(monster.melee), close_fire], ..rider }
    };
    (rider, Some(Profile { quality: spec.monster_quality.value, ..alone }))
}

fn missiles(spec: &UnitSpec, numbers: &Numbers, rulings: &Rulings) -> Vec<Missile> {
    let bands = numbers.missile.range_dice.len();
    let band = |quality: Die| quarters(u32::from(quality.sides()));
    let quality = spec.quality.value;
    let plain = |power: Power, impact: Throw, quality: Die| Missile {
        quality,
        power,
        impact,
        band: band(quality),
        bands,
        hits: Hits::Volley,
        spell: false,
        of_leader: false,
        miss_tests: false,
    };
    let mut found = Vec::new();
    if let Some(bow) = &spec.arms.bow {
        let (firepower, impact) = bow.value;
        if firepower > 0 {
            // He who rides a monster shoots alone, and his bow is gone with him.
            found.push(if spec.monster.is_some() {
                Missile { of_leader: true, ..plain(Power::Rider(firepower), impact, quality) }
            } else {
                plain(Power::PerFigure(firepower), impact, quality)
            });
        }
    }
    if let Some(engine) = &spec.arms.engine {
        let (firepower, impact) = engine.value;
        // Ruling B24.
        let hits = if rulings.engine_doubles_impact { Hits::EngineDoubled } else { Hits::Engine };
        let length = i32::try_from(numbers.missile.engine_band).unwrap_or(1);
        found.push(Missile {
            band: band(quality).saturating_mul(length),
            hits,
            miss_tests: rulings.engine_miss_tests,
            ..plain(Power::Die(firepower), impact, quality)
        });
    }
    let magic = &numbers.magic;
    let fireball = |quality: Die, of_leader: bool| Missile {
        spell: true,
        of_leader,
        ..plain(Power::Die(magic.fireball_firepower), magic.fireball_impact, quality)
    };
    if spec.role == Role::Wizard {
        // Riding or not, it is the wizard who casts: gone with him.
        found.push(fireball(quality, spec.monster.is_some()));
    }
    if let Some(person) = spec.led_by.as_ref().filter(|person| person.role == Role::Wizard) {
        found.push(fireball(person.quality.value, true));
    }
    let fire = spec.monster.as_ref().and_then(|monster| monster.close_fire).filter(|_| rulings.breath);
    if let Some((firepower, impact)) = fire {
        found.push(Missile { bands: 1, ..plain(Power::Die(firepower), impact, quality) });
    }
    found
}

impl UnitPlan {
    /// Compiles a unit under the rulings; `points` is what it costs.
    pub fn new(spec: &UnitSpec, numbers: &Numbers, rulings: &Rulings, points: f64) -> UnitPlan {
        let (profile, riderless) = profiles(spec, numbers, rulings);
        let base = base_move(spec, numbers, rulings);
        let massed = !spec.skirmish;
        let divides = if massed { numbers.movement.massed_divides_by } else { 1 };
        let divides = i32::try_from(divides).unwrap_or(1);
        let speed = quarters(base) / divides;
        let combat = u8::try_from(base).ok().and_then(Die::new);
        let combat_pip = quarters(numbers.movement.combat_doubles) / divides;
        let longest = i32::try_from(base).unwrap_or(0).saturating_mul(combat_pip);
        let fire = missiles(spec, numbers, rulings);
        let reach =
            |missile: &Missile| missile.band.saturating_mul(i32::try_from(missile.bands).unwrap_or(1));
        let figures = spec.figures;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to u32")]
        let share = |n: u32| {
            (points * 1000.0 * f64::from(n) / f64::from(figures.max(1))).round().clamp(0.0, 4e9) as u32
        };
        let leader = spec.led_by.as_ref();
        let wizard = |role: Role, quality: Die, rank: Rank| Commander {
            wizard: (role == Role::Wizard).then_some(quality),
            rank,
        };
        let commander = match leader {
            Some(person) => Some(wizard(person.role, person.quality.value, person.rank)),
            None => spec.role.commands().then(|| wizard(spec.role, spec.quality.value, spec.rank)),
        };
        UnitPlan {
            name: spec.name.clone(),
            role: spec.role,
            figures,
            files: spec.files,
            marches: spec.march_files.is_some(),
            profile,
            riderless,
            leadership: leader.map_or(spec.leadership, |person| person.leadership),
            confidence: spec.confidence,
            massed,
            individual: spec.is_individual(),
            lone: spec.role.commands() && spec.monster.is_none(),
            skirmish: spec.skirmish,
            standard: spec.standard,
            terror: spec.monster.as_ref().is_some_and(|monster| monster.terror),
            commander,
            command: spec.command.clone(),
            fears: if rulings.panic { Fear::of(spec, numbers) } else { None },
            daunting: spec.mounted || spec.monster.is_some(),
            led: leader.is_some() || (spec.role.commands() && spec.monster.is_some()),
            longest_range: fire.iter().map(reach).max().unwrap_or(0),
            fire,
            speed,
            combat,
            combat_pip,
            // Ruling B17.
            march: if rulings.march_is_base_move { speed } else { longest },
            start_cover: spec.cover,
            higher_ground: spec.higher_ground,
            radius: radius_of_area(spec.base_area),
            worth: (0..=figures).map(share).collect(),
            drill: if spec.is_individual() { Drill::NONE } else { Drill::new(numbers, rulings) },
        }
    }

    /// How it fights with so many figures left.
    #[inline]
    pub fn profile(&self, figures: u32) -> &Profile {
        match &self.riderless {
            Some(alone) if figures < self.figures => alone,
            _ => &self.profile,
        }
    }

    /// MOVEMENT ¶2: only massed troops have ranks to change.
    #[inline]
    pub fn reforms(&self) -> bool {
        self.massed && self.role == Role::Troops
    }

    /// Whether anything is left to shoot with.
    #[inline]
    pub fn shoots(&self, led: bool) -> bool {
        self.fire.iter().any(|missile| led || !missile.of_leader)
    }

    /// The farthest that one combat move can go.
    #[inline]
    pub fn longest_combat(&self) -> i32 {
        self.combat.map_or(0, |die| i32::from(die.sides()) * self.combat_pip)
    }

    /// The most figures that can fall in one strike: a rider alone, or everybody.
    #[inline]
    pub fn most(&self) -> u32 {
        if self.riderless.is_some() { 1 } else { self.figures }
    }
}
