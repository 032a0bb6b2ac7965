//! A sampled 10 v 10 locked melee, a whole duel and a battle of six units, each by tables and die by die in one binary:
//! the claim is the ratio.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use muster_dice::Seed;
use muster_rules::orders::{Plan, Policy};
use muster_rules::pack::{Sources, load};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, Matchup, rule_set};

/// Games of one measured batch.
const BATCH: u64 = 1024;

const UNITS: &str = r#"
[[unit]]
id = "ten"
move = 6
save = 5
figures = [{ count = 10, mp = 1 }]
"#;

fn game(folder: &Path) -> Box<dyn Game> {
    let file = folder.join("units.toml");
    std::fs::write(&file, UNITS).expect("a temporary folder can be written");
    let sources = Sources { set: "chimera".to_owned(), unit_files: vec![file], ..Sources::default() };
    let (pack, _) = load(&sources).expect("the shipped data is sound");
    let (game, _) =
        rule_set("chimera").expect("chimera is registered").read(&pack).expect("the shipped data is sound");
    game
}

fn both(c: &mut Criterion, name: &str, matchup: &dyn Matchup) {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(BATCH));
    for (label, dice) in [("tables", DiceKind::Tables), ("die-by-die", DiceKind::Plain)] {
        let mut from = 0;
        group.bench_function(label, |b| {
            b.iter(|| {
                from += BATCH;
                black_box(matchup.play(Seed(1), from..from + BATCH, dice, false))
            });
        });
    }
    group.finish();
}

fn on_open_ground() -> BattleSpec {
    BattleSpec {
        conditions: "open".to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

fn benches(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let game = game(folder.path());
    // No approach: the units meet in the first Move step and fight to the end.
    let locked = DuelSpec { start: Some(0.0), policies: [Some(Policy::Charge); 2], ..DuelSpec::default() };
    both(c, "locked melee 10 v 10", game.duel("ten", "ten", &locked).expect("a duel").as_ref());
    let whole = game.duel("rifle-squad", "heavy-foot", &DuelSpec::default());
    if let Ok(duel) = whole {
        both(c, "rifle squad v heavy foot", duel.as_ref());
    }
    let spec = on_open_ground();
    let boxes: Vec<String> =
        game.boxes().iter().filter(|b| b.units.len() >= 5).map(|b| b.id.clone()).collect();
    if let [first, second, ..] = boxes.as_slice() {
        let battle = game.battle(first, second, &spec).expect("a battle");
        both(c, &format!("battle {first} v {second}"), battle.as_ref());
    }
    let exact = game.duel("ten", "ten", &DuelSpec::default()).expect("a duel");
    c.bench_function("exact duel 10 v 10, both seatings", |b| b.iter(|| black_box(exact.solve(u64::MAX))));
}

fn blood_and_steel(c: &mut Criterion) {
    let (pack, _) = load(&Sources::of_set("blood-and-steel")).expect("the shipped data is sound");
    let set = rule_set("blood-and-steel").expect("it is registered");
    let (game, _) = set.read(&pack).expect("the shipped data is sound");
    let duel = game.duel("heavy-swords", "halberdiers", &DuelSpec::default()).expect("a duel");
    both(c, "blood-and-steel 20 v 20", duel.as_ref());
    let spec = on_open_ground();
    let battle = game.battle("kings-host", "siege-train", &spec).expect("a battle");
    both(c, "blood-and-steel battle of six units a side", battle.as_ref());
}

fn firefight(c: &mut Criterion) {
    let (pack, _) = load(&Sources::of_set("firefight")).expect("the shipped data is sound");
    let set = rule_set("firefight").expect("it is registered");
    let (game, _) = set.read(&pack).expect("the shipped data is sound");
    // Within firefight distance from the first turn to the last.
    let near = DuelSpec { start: Some(10.0), policies: [Some(Policy::Hold); 2], ..DuelSpec::default() };
    let duel = game.duel("guardsmen", "close-shooters", &near).expect("a duel");
    both(c, "firefight 10 v 10 with a doctrine", duel.as_ref());
    let duel = game.duel("guardsmen", "guardsmen", &near).expect("a duel");
    both(c, "firefight 10 v 10", duel.as_ref());
    let battle = game.battle("rifle-platoon", "assault-company", &on_open_ground()).expect("a battle");
    both(c, "firefight battle of five units a side", battle.as_ref());
    c.bench_function("exact firefight 10 v 10, both seatings", |b| {
        b.iter(|| black_box(duel.solve(u64::MAX)));
    });
}

criterion_group!(all, benches, blood_and_steel, firefight);
criterion_main!(all);
