//! Every number, die, word and flag of a weapon, a troop type, a monster, a doctrine or a unit of the shipped data matters: changed by
//! itself, it moves a game of those who have it. Lists of names (which weapons, which doctrines) are not changed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use muster_dice::Seed;
use muster_results::Tally;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Sources, load};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, Roster, rule_set};
use muster_verify::{game_of, pack_of, write};
use rayon::prelude::*;

use Policy::{Advance, Charge, Hold};

/// A rule set, and what its arms are tried with.
struct Trial {
    set: &'static str,
    /// Tables whose entries are changed.
    tables: &'static [&'static str],
    /// A unit whose figures hold one weapon or are of one troop type, in the words of a unit file; given are the table and the entry.
    holder: fn(&str, &str) -> Option<String>,
    /// Units of the catalogue that it meets, hard and soft.
    foes: &'static [&'static str],
    /// Words that a key may have and no shipped entry has.
    words: &'static [(&'static str, &'static str)],
    /// Keys, as `table.entry.key` with `*` for all entries, that wait for a reading which is not the chosen one.
    under: &'static [(&'static str, &'static str)],
    /// Keys that rightly move nothing, named likewise, and why.
    idle: &'static [(&'static str, &'static str)],
}

/// Inches at which holders and foes stand: at the very range of each weapon.
const GAPS: [f64; 7] = [6.0, 9.0, 12.0, 18.0, 24.0, 36.0, 48.0];
const WAYS: [[Policy; 2]; 4] = [[Charge, Charge], [Advance, Hold], [Hold, Charge], [Charge, Hold]];
const DUEL_GAMES: u64 = 30;
const BATTLE_GAMES: u64 = 8;
const GROUNDS: [(&str, Plan); 3] =
    [("open", Plan::Assault), ("hedge", Plan::Combined), ("woods", Plan::Assault)];

/// One game, or rather a few of one kind, of a unit.
#[derive(Clone, Copy)]
enum Probe {
    Duel(&'static str, [Policy; 2], Option<f64>),
    Battle(&'static str, &'static str, Plan),
}

impl Trial {
    /// The likeliest to be moved first.
    fn probes(&self) -> impl Iterator<Item = Probe> {
        let foes = self.foes;
        let near = GAPS.iter().map(move |gap| Probe::Duel(foes[0], [Hold, Hold], Some(*gap)));
        let duels = WAYS.iter().flat_map(move |way| foes.iter().map(move |foe| Probe::Duel(foe, *way, None)));
        let battles = GROUNDS.iter().flat_map(move |(ground, plan)| {
            foes.iter().take(2).map(move |foe| Probe::Battle(foe, ground, *plan))
        });
        let far = foes[1..]
            .iter()
            .flat_map(|foe| GAPS.iter().map(move |gap| Probe::Duel(foe, [Hold, Hold], Some(*gap))));
        duels.chain(near).chain(far).chain(battles)
    }

    /// Sources with a holder of every entry that needs one.
    fn sources(&self, folder: &std::path::Path) -> Sources {
        let pack = pack_of(&Sources::of_set(self.set));
        let entries = |table: &&str| {
            let node = pack.root.get(table).and_then(|node| node.as_table());
            let names: Vec<String> = node.into_iter().flatten().map(|(id, _)| id.clone()).collect();
            names.into_iter().map(|id| ((*table).to_owned(), id)).collect::<Vec<_>>()
        };
        let all = self.tables.iter().flat_map(entries);
        let units: Vec<String> = all.filter_map(|(table, id)| (self.holder)(&table, &id)).collect();
        let file: PathBuf = write(folder, &format!("{}.toml", self.set), &units.concat());
        Sources { unit_files: vec![file], ..Sources::of_set(self.set) }
    }

    /// Keys that may be changed, with their values as a file would have them.
    fn keys(&self, flat: &BTreeMap<String, String>) -> Vec<(String, String)> {
        let of_table = |key: &str| self.tables.iter().any(|table| key.starts_with(&format!("{table}.")));
        let said = |key: &str| matches!(last(key), "name" | "id" | "source" | "status" | "why" | "note");
        // Holders are ours and no data.
        let own = |key: &str| key.starts_with("units.with-") || key.starts_with("units.of-");
        let keys = flat
            .iter()
            .filter(|(key, value)| of_table(key) && !said(key) && !own(key) && !value.starts_with('['));
        keys.map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    /// Units that have what the key speaks of.
    fn subjects(&self, key: &str, flat: &BTreeMap<String, String>) -> Vec<String> {
        let (table, id) = (segment(key, 0), segment(key, 1));
        let having = |keys: &[&str]| -> Vec<String> {
            let has = |(key, value): (&String, &String)| {
                let named = keys.contains(&last(key)) && value.contains(&format!("\"{id}\""));
                (named && key.starts_with("units.")).then(|| segment(key, 1).to_owned())
            };
            flat.iter().filter_map(has).collect()
        };
        match table {
            "units" => vec![id.to_owned()],
            "monsters" => having(&["monster"]),
            "doctrines" => {
                let own = ["", "-closing"].map(|end| format!("of-{id}{end}"));
                own.into_iter().chain(having(&["doctrines", "confers"])).collect()
            }
            "weapons" => vec![format!("with-{id}")],
            _ => vec![format!("of-{id}"), format!("of-{id}-with-bows")],
        }
    }

    /// Other values of a key: of a number its neighbours, of a word or a die what other entries have.
    fn others(&self, key: &str, value: &str, flat: &BTreeMap<String, String>) -> Vec<String> {
        if let Ok(now) = value.parse::<i64>() {
            let others = [now + 1, now - 1, now * 2 + 3, now / 2];
            return others.into_iter().filter(|other| *other != now).map(|other| other.to_string()).collect();
        }
        let alike = |other: &&String| segment(other, 0) == segment(key, 0) && last(other) == last(key);
        let mut others: Vec<String> = flat.keys().filter(alike).map(|other| flat[other].clone()).collect();
        others.extend(
            self.words.iter().filter(|(name, _)| *name == last(key)).map(|(_, word)| format!("\"{word}\"")),
        );
        if let Ok(flag) = value.parse::<bool>() {
            others = vec![(!flag).to_string()];
        }
        if let Some(die) = value.strip_prefix("\"d") {
            let smaller = if die.starts_with("4") { "\"d6\"" } else { "\"d4\"" };
            others.insert(0, smaller.to_owned());
        }
        others.retain(|other| other != value);
        others.sort();
        others.dedup();
        others
    }

    /// The sources under which a key is looked at.
    fn reading(&self, key: &str, sources: &Sources) -> Sources {
        let sets = self.under.iter().filter(|(pattern, _)| fits(pattern, key));
        Sources { sets: sets.map(|(_, set)| (*set).to_owned()).collect(), ..sources.clone() }
    }
}

/// Whether a key is meant by its name, or by that of its table and its last segment.
fn fits(pattern: &str, key: &str) -> bool {
    pattern == key || pattern.strip_prefix(&format!("{}.*.", segment(key, 0))) == Some(last(key))
}

fn segment(key: &str, at: usize) -> &str {
    key.split('.').nth(at).unwrap_or_default()
}

fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or_default()
}

/// What the probe comes to; `None` where the rules refuse it.
fn tried(game: &dyn Game, subject: &str, probe: Probe) -> Option<Tally> {
    match probe {
        Probe::Duel(foe, policies, start) => {
            let spec = DuelSpec { policies: policies.map(Some), start, ..DuelSpec::default() };
            Some(game.duel(subject, foe, &spec).ok()?.play(Seed(4), 0..DUEL_GAMES, DiceKind::Plain, false))
        }
        Probe::Battle(foe, ground, plan) => {
            let spec = BattleSpec {
                conditions: ground.to_owned(),
                plans: [plan; 2],
                max_turns: None,
                limit_is_draw: false,
                respawns: [None; 2],
            };
            let side = |ids: [&str; 3]| Roster { units: ids.map(|id| (id.to_owned(), None)).to_vec() };
            let battle =
                game.battle_of(&side([subject, subject, subject]), &side([foe, foe, subject]), &spec);
            Some(battle.ok()?.play(Seed(4), 0..BATTLE_GAMES, DiceKind::Tables, false))
        }
    }
}

/// Keys that move nothing and are not named as such, and keys that are named and move something.
fn faults(trial: &Trial) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let sources = trial.sources(folder.path());
    let chosen = game_of(&sources);
    let flat: BTreeMap<String, String> = pack_of(&sources).root.flatten().into_iter().collect();
    let keys = trial.keys(&flat);
    assert!(keys.len() > 150, "{}: only {} keys found", trial.set, keys.len());
    let fault = |(key, value): &(String, String)| {
        let subjects = trial.subjects(key, &flat);
        assert!(!subjects.is_empty(), "nobody has {key}");
        let sources = trial.reading(key, &sources);
        let own = (!sources.sets.is_empty()).then(|| game_of(&sources));
        let usual = own.as_ref().unwrap_or(&chosen);
        let mut read = 0;
        let moves = trial.others(key, value, &flat).iter().any(|other| {
            let mut sources = sources.clone();
            sources.sets.push(format!("{key}={other}"));
            let pack = load(&sources).ok();
            let game = pack.and_then(|(pack, _)| rule_set(trial.set)?.read(&pack).ok());
            let Some((game, _)) = game else { return false };
            read += 1;
            let mut probes = trial.probes().flat_map(|probe| subjects.iter().map(move |one| (one, probe)));
            probes.any(|(one, probe)| tried(game.as_ref(), one, probe) != tried(usual.as_ref(), one, probe))
        });
        // The rest of its entry holds some words and flags in place: what kind of weapon it is, a rider under whom a horse is barded.
        if read == 0 && value.parse::<f64>().is_err() {
            return None;
        }
        match (moves, trial.idle.iter().any(|(pattern, _)| fits(pattern, key))) {
            (false, false) => Some(format!("{key}={value} moves nothing under {read} other values")),
            (true, true) => Some(format!("{key} is named as idle and moves something")),
            _ => None,
        }
    };
    keys.par_iter().filter_map(fault).collect()
}

const CHIMERA: Trial = Trial {
    set: "chimera",
    tables: &["weapons", "troops", "units"],
    holder: |table, id| {
        match table {
        "weapons" => Some(format!(
            "[[unit]]\nid = \"with-{id}\"\nname = \"With {id}\"\nfigures = [{{ count = 10, type = \"light-infantry\", weapons = [\"{id}\"] }}]\n\n"
        )),
        "troops" => Some(
            [("", ""), ("-with-bows", ", weapons = [\"short-bow\"]")]
                .map(|(end, weapons)| {
                    format!("[[unit]]\nid = \"of-{id}{end}\"\nname = \"Of {id}{end}\"\nfigures = [{{ count = 8, type = \"{id}\"{weapons} }}]\n\n")
                })
                .concat(),
        ),
        _ => None,
    }
    },
    foes: &["heavy-foot", "light-cavalry", "heavy-tanks", "musket-line", "half-tracks"],
    words: &[],
    under: &[("troops.*.wounds", "rulings.large_models_wounds.chosen=as_data")],
    idle: &[
        (
            "troops.armoured-car.kind",
            "a vehicle has a save of its own in melee, and only under the ruling vehicle_weapons = one does it fire otherwise than others: `rulings.rs`",
        ),
        (
            "troops.half-track.kind",
            "a vehicle has a save of its own in melee, and only under the ruling vehicle_weapons = one does it fire otherwise than others: `rulings.rs`",
        ),
        (
            "troops.heavy-tank.kind",
            "a vehicle has a save of its own in melee, and only under the ruling vehicle_weapons = one does it fire otherwise than others: `rulings.rs`",
        ),
        (
            "troops.scout-car.kind",
            "a vehicle has a save of its own in melee, and only under the ruling vehicle_weapons = one does it fire otherwise than others: `rulings.rs`",
        ),
        (
            "troops.tank.kind",
            "a vehicle has a save of its own in melee, and only under the ruling vehicle_weapons = one does it fire otherwise than others: `rulings.rs`",
        ),
    ],
};

/// Why the leader of a unit that is led by a character stands idle.
const LED: &str =
    "who leads the unit in person leads it for as long as anybody is left, and its own leader is never asked";

const BLOOD_AND_STEEL: Trial = Trial {
    set: "blood-and-steel",
    tables: &["weapons", "monsters", "units"],
    holder: |table, id| {
        let engine = ["bolt-thrower", "catapult", "greatcannon"].contains(&id);
        let role = if engine { "role = \"war-machine\"\n" } else { "" };
        let mounted = if id == "lance" { "mounted = true\n" } else { "" };
        (table == "weapons").then(|| {
            format!(
                "[[unit]]\nid = \"with-{id}\"\nname = \"With {id}\"\nfigures = {}\n{role}{mounted}quality = \"regular\"\narmour = \"light\"\nweapons = [\"{id}\"]\n\n",
                if engine { 4 } else { 10 }
            )
        })
    },
    foes: &["heavy-swords", "longbows", "knights", "dragon", "levy"],
    words: &[("cover", "soft"), ("confidence", "shaken")],
    under: &[("monsters.*.impact", "rulings.close_combat_firepower.chosen=breath")],
    idle: &[
        ("units.led-knights.leadership", LED),
        ("units.led-swords.leadership", LED),
        ("units.wizard-guard.leadership", LED),
    ],
};

const FIREFIGHT: Trial = Trial {
    set: "firefight",
    tables: &["weapons", "doctrines", "units"],
    holder: |table, id| {
        match table {
        "weapons" => Some(format!(
            "[[unit]]\nid = \"with-{id}\"\nname = \"With {id}\"\nleadership = 4\nfigures = [{{ count = 6, weapons = [\"{id}\"] }}]\n\n"
        )),
        // One kind of troops shoots and one closes, each with a leader to act in every phase.
        "doctrines" => Some(
            [("", "carbine", "closes = false"), ("-closing", "blade", "closes = true")]
                .map(|(end, weapon, closes)| {
                    format!("[[unit]]\nid = \"of-{id}{end}\"\nname = \"Of {id}{end}\"\nleadership = 4\ndice = 2\n{closes}\ndoctrines = [\"{id}\"]\nfigures = [{{ count = 8, weapons = [\"{weapon}\"] }}]\n\n")
                })
                .concat(),
        ),
        _ => None,
    }
    },
    foes: &["guardsmen", "swordsmen", "guardsmen-in-cover", "armoured-marines", "tank", "dinosaur"],
    words: &[("cover", "soft"), ("moved", "no")],
    under: &[],
    idle: &[(
        "units.armoured-car.buttoned",
        "an armour of 3 asks for no more than a six to wound, so that no weapon needs more than the die has",
    )],
};

#[test]
fn everything_about_the_arms_of_chimera_moves_a_game() {
    assert_eq!(faults(&CHIMERA), [""; 0]);
}

#[test]
fn everything_about_the_arms_of_blood_and_steel_moves_a_game() {
    assert_eq!(faults(&BLOOD_AND_STEEL), [""; 0]);
}

#[test]
fn everything_about_the_arms_of_firefight_moves_a_game() {
    assert_eq!(faults(&FIREFIGHT), [""; 0]);
}

/// The probes repeat themselves, so that a difference is one of the data; and what a key waits for is what keeps it idle.
#[test]
fn what_is_not_changed_moves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sources = CHIMERA.sources(folder.path());
    let game = |set: &str| game_of(&Sources { sets: vec![set.to_owned()], ..sources.clone() });
    let (usual, repeated) = (game_of(&sources), game("weapons.longbow.fp=1"));
    let same = |other: &dyn Game, subject: &str| {
        CHIMERA.probes().all(|probe| tried(usual.as_ref(), subject, probe) == tried(other, subject, probe))
    };
    assert!(same(repeated.as_ref(), "with-longbow"));
    assert!(!same(game("weapons.longbow.fp=2").as_ref(), "with-longbow"));
    assert!(same(game("troops.elephant.wounds=2").as_ref(), "of-elephant"));
}
