//! Every number of the rules and every reading of every ruling matters: each is changed in turn, and some price, duel or battle
//! must come out otherwise. Duels are thrown die by die, so that a die which is as fair as another, that of initiative, shows too.

use std::sync::Arc;

use muster_dice::Seed;
use muster_rules::blood_and_steel::BloodAndSteelGame;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Node, Pack, Sources, Value, load};
use muster_rules::{DiceKind, DuelSpec, Game};

use super::support::{game, game_with, spec};

/// Sections of `rules.toml`.
const SECTIONS: [&str; 15] = [
    "dice",
    "quality",
    "threat",
    "leader",
    "panic",
    "movement",
    "facing",
    "missile",
    "melee",
    "armour",
    "characters",
    "magic",
    "duel",
    "battle",
    "base_area",
];

/// Numbers that wait for a reading that is not the chosen one.
const UNDER: [(&str, &str); 1] = [("melee.ranks_cap", "rulings.ranks.chosen=capped")];

/// Units that the catalogue lacks: on a hill, behind walls, in heart and out of it.
const MORE: &str = r#"
[[unit]]
id = "on-a-hill"
figures = 10
quality = "regular"
armour = "light"
weapons = ["sword"]
higher_ground = true

[[unit]]
id = "shaken"
figures = 10
quality = "regular"
armour = "light"
weapons = ["sword"]
confidence = "shaken"

[[unit]]
id = "behind-a-hedge"
figures = 10
quality = "regular"
armour = "light"
weapons = ["sword"]
cover = "soft"

[[unit]]
id = "deep-bows"
figures = 10
files = 2
quality = "regular"
armour = "light"
weapons = ["shortbow"]
skirmish = true
"#;

const DUELS: [(&str, &str, Policy, Policy); 18] = [
    ("heavy-swords", "halberdiers", Policy::Charge, Policy::Charge),
    ("longbows", "light-swords", Policy::Advance, Policy::Charge),
    ("levy", "green-swords", Policy::Charge, Policy::Charge),
    ("knights", "on-a-hill", Policy::Charge, Policy::Hold),
    ("shaken", "longbows", Policy::Charge, Policy::Hold),
    ("longbows", "behind-a-hedge", Policy::Hold, Policy::Hold),
    ("longbows", "swords-in-cover", Policy::Hold, Policy::Hold),
    ("wizard-guard", "longbows", Policy::Charge, Policy::Hold),
    ("elite-wizard", "light-horse", Policy::Hold, Policy::Charge),
    ("guards", "barded-knights", Policy::Charge, Policy::Charge),
    ("dragon-lord", "led-swords", Policy::Charge, Policy::Charge),
    ("dragon", "heavy-swords", Policy::Charge, Policy::Charge),
    ("bolt-thrower", "skirmishers", Policy::Hold, Policy::Charge),
    ("captain", "longbows", Policy::Charge, Policy::Hold),
    ("heavy-swords-wide", "elite-swords", Policy::Charge, Policy::Charge),
    ("skirmish-bows", "knights", Policy::Skirmish, Policy::Charge),
    ("deep-bows", "light-swords", Policy::Hold, Policy::Charge),
    ("elite-wizard", "wizard-guard", Policy::Hold, Policy::Hold),
];

const BATTLES: [(&str, &str, &str, Plan); 10] = [
    ("kings-host", "free-company", "open", Plan::Combined),
    ("wizards-tower", "order-of-lances", "hedge", Plan::Combined),
    ("peasant-rising", "beast-host", "woods", Plan::Combined),
    ("siege-train", "steppe-riders", "village", Plan::Combined),
    ("dragon-lords-court", "bow-line", "open-36", Plan::Combined),
    ("free-company", "order-of-lances", "woods", Plan::Assault),
    ("peasant-rising", "free-company", "open-36", Plan::Assault),
    ("kings-host", "peasant-rising", "hedge", Plan::FireLine),
    ("many-bands", "free-company", "open", Plan::Assault),
    ("beast-host", "kings-host", "village", Plan::Skirmish),
];

/// How many things are looked at.
const LOOKS: usize = 1 + DUELS.len() + BATTLES.len();

/// One thing that may come out otherwise, as text: all prices, a duel, or a battle.
fn look(game: &BloodAndSteelGame, at: usize) -> String {
    if at == 0 {
        let prices = game.units().iter().map(|unit| format!("{:?}", unit.values));
        return prices.collect();
    }
    if let Some((one, other, first, second)) = DUELS.get(at - 1) {
        let spec = DuelSpec { policies: [Some(*first), Some(*second)], ..DuelSpec::default() };
        let matchup = game.duel(one, other, &spec).unwrap();
        return format!("{:?}", matchup.play(Seed(1), 0..120, DiceKind::Plain, false));
    }
    let (one, other, conditions, plan) = BATTLES[at - 1 - DUELS.len()];
    let matchup = game.battle(one, other, &spec(conditions, [plan; 2])).unwrap();
    format!("{:?}", matchup.play(Seed(1), 0..30, DiceKind::Tables, false))
}

struct Bench {
    _folder: tempfile::TempDir,
    file: std::path::PathBuf,
}

impl Bench {
    fn new() -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("more.toml");
        std::fs::write(&file, MORE).unwrap();
        Bench { _folder: folder, file }
    }

    fn game(&self, sets: &[&str]) -> BloodAndSteelGame {
        game_with(sets, &[&self.file])
    }

    /// Whether some look differs, the likeliest first.
    fn differs(&self, usual: &[Arc<str>], sets: &[&str]) -> bool {
        let changed = self.game(sets);
        (0..LOOKS).any(|at| *look(&changed, at) != *usual[at])
    }

    fn looks(&self, sets: &[&str]) -> Vec<Arc<str>> {
        let game = self.game(sets);
        (0..LOOKS).map(|at| Arc::from(look(&game, at))).collect()
    }
}

fn pack() -> Pack {
    load(&Sources::of_set("blood-and-steel")).unwrap_or_else(|found| panic!("{found}")).0
}

/// Other values of a key, one of which the rules can read.
fn others(value: &Value) -> Vec<String> {
    let next = |die: &str| {
        let ladder = ["d4", "d6", "d8", "d10", "d12"];
        let at = ladder.iter().position(|rung| *rung == die);
        at.map(|at| format!("\"{}\"", ladder[(at + 1) % ladder.len()]))
    };
    match value {
        Value::Flag(flag) => vec![(!flag).to_string()],
        Value::Integer(number) => {
            vec![(number + 1).to_string(), (number - 1).to_string(), (number * 2 + 3).to_string()]
        }
        Value::Number(number) => vec![format!("{:?}", number / 2.0), format!("{:?}", number * 2.0)],
        Value::Text(text) => next(text).into_iter().collect(),
        Value::Array(items) => (0..items.len())
            .map(|changed| {
                let shown = items.iter().enumerate().map(|(at, item)| match others(&item.value).first() {
                    Some(other) if at == changed => other.clone(),
                    _ => item.value.show(),
                });
                format!("[{}]", shown.collect::<Vec<_>>().join(", "))
            })
            .chain(items.get(1..).map(|rest| {
                let shown: Vec<String> = rest.iter().map(|item| item.value.show()).collect();
                format!("[{}]", shown.join(", "))
            }))
            .chain(std::iter::once("[]".to_owned()))
            .collect(),
        Value::Table(_) => Vec::new(),
    }
}

fn readable(set: &str) -> bool {
    let sources = Sources { sets: vec![set.to_owned()], ..Sources::of_set("blood-and-steel") };
    load(&sources).is_ok_and(|(pack, _)| BloodAndSteelGame::read(&pack).is_ok())
}

/// Works through a list on as many threads as there are processors.
fn failures<T: Sync>(tasks: &[T], fails: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(task) = tasks.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
            found.extend(fails(task));
        }
        found
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        all.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// Each number once, each entry of a list by itself.
#[test]
fn every_number_of_the_rules_matters() {
    let pack = pack();
    let bench = Bench::new();
    let mut tasks: Vec<(String, Value)> = Vec::new();
    for section in SECTIONS {
        let node = pack.root.at(&[section]).and_then(Node::as_table).unwrap();
        let settings =
            node.iter().filter(|(key, _)| !["source", "status", "why", "note"].contains(&key.as_str()));
        // The ladder holds all dice that are thrown, so that no other one can be read alone (`bad_data.rs`).
        let settings = settings.filter(|(key, _)| *key != "ladder");
        tasks.extend(settings.map(|(key, node)| (format!("{section}.{key}"), node.value.clone())));
    }
    assert!(tasks.len() > 70, "only {} numbers found", tasks.len());
    let usual = bench.looks(&[]);
    let idle = failures(&tasks, |(key, value)| {
        let under = UNDER.iter().find(|(name, _)| name == key).map(|(_, set)| *set);
        let sets: Vec<String> = others(value).iter().map(|other| format!("{key}={other}")).collect();
        let read: Vec<&String> = sets.iter().filter(|set| readable(set)).collect();
        assert!(!read.is_empty(), "no other value of {key} can be read: {sets:?}");
        let own = under.map(|under| bench.looks(&[under]));
        let usual = own.as_ref().unwrap_or(&usual);
        let matters = read.iter().any(|set| {
            let both: Vec<&str> = under.into_iter().chain(std::iter::once(set.as_str())).collect();
            bench.differs(usual, &both)
        });
        (!matters).then(|| key.clone())
    });
    assert_eq!(idle, [""; 0], "numbers that nothing hangs on");
}

#[test]
fn every_reading_of_every_ruling_matters() {
    let pack = pack();
    let bench = Bench::new();
    let rulings = pack.root.at(&["rulings"]).and_then(Node::as_table).unwrap();
    let mut tasks = Vec::new();
    for (name, ruling) in rulings {
        let chosen = ruling.get("chosen").unwrap().value.show();
        let Some(options) = ruling.get("options").and_then(Node::as_array) else {
            tasks.extend(
                others(&ruling.get("chosen").unwrap().value).into_iter().map(|other| (name.clone(), other)),
            );
            continue;
        };
        let options = options.iter().map(|option| option.value.show()).filter(|option| *option != chosen);
        tasks.extend(options.map(|option| (name.clone(), option)));
    }
    assert!(tasks.len() >= 30, "only {} readings found", tasks.len());
    let usual = bench.looks(&[]);
    let idle = failures(&tasks, |(name, option)| {
        let set = format!("rulings.{name}.chosen={option}");
        (!bench.differs(&usual, &[&set])).then_some(set)
    });
    assert_eq!(idle, [""; 0], "readings that nothing hangs on");
}

/// The looks are no accident of the run: the same rules give the same ones, so that a difference is one of the rules.
#[test]
fn the_same_rules_look_the_same() {
    let bench = Bench::new();
    let usual = bench.looks(&[]);
    assert!(!bench.differs(&usual, &["duel.max_turns=30"]));
    assert_eq!(game(&[]).units().len() + 4, bench.game(&[]).units().len());
}
