//! Reading of units, and of the persons who lead them.

use muster_dice::Die;

use super::catalogue::{Catalogue, WeaponKind, unknown};
use super::confidence::Confidence;
use super::contradictions::{can_march, complain_of_contradictions};
use super::numbers::Numbers;
use super::throw::Throw;
use super::unit::{Arms, MOST_FIGURES, Named, Person, Rank, Role, UnitSpec};
use crate::pack::{Reader, note_range};
use crate::ruleset::SourceFacts;
use crate::table::Cover;

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
        if reader.has("leadership") {
            note_range("leader.best", f64::NEG_INFINITY, leadership as f64);
            note_range("leader.worst", leadership as f64, f64::INFINITY);
        }
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

/// Area of all bases, square inches: of a monster one, rider or not, of an engine its own beside its crew's.
fn area_of(numbers: &Numbers, role: Role, figures: u32, (monster, mounted): (bool, bool)) -> f64 {
    let area = |word: &str| numbers.base_area.get(word).copied().unwrap_or(1.0);
    let engine = if role == Role::WarMachine { area("engine") } else { 0.0 };
    let of_figures = match (monster, mounted) {
        (true, _) => area("monster"),
        (false, true) => area("cavalry") * f64::from(figures),
        (false, false) => area("infantry") * f64::from(figures),
    };
    of_figures + engine
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
        let rank_of = numbers.melee.rank_of;
        let files = reader.whole_or("files", 1..=MOST_FIGURES, i64::from(rank_of));
        let march_files =
            reader.optional_whole("march_files", 1..=MOST_FIGURES).and_then(|n| u32::try_from(n).ok());
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
        let base_area = area_of(numbers, role, figures, (monster.is_some(), common.mounted));
        Some(UnitSpec {
            id: id?,
            name: name?,
            role,
            rank,
            command,
            figures,
            files: u32::try_from(files).unwrap_or(rank_of).min(figures),
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
            base_area,
            source,
        })
    }
}
