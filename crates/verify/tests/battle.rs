//! What must hold of battles, box against box.

use std::path::{Path, PathBuf};

use muster_dice::Seed;
use muster_resolver::EXACT_BUDGET;
use muster_results::{Ending, Tally};
use muster_rules::orders::{Plan, Policy};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game};
use muster_stats::Record;
use muster_stats::alarm::Check;
use muster_stats::fit_tests::ChiSquare;
use muster_verify::judge::{figures_left, pooled_p_value, seatings};
use muster_verify::{ALPHA, box_of_one, chimera, chimera_sources, game_of, unit_of, write};

fn spec(conditions: &str, plans: [Plan; 2]) -> BattleSpec {
    BattleSpec {
        conditions: conditions.to_owned(),
        plans,
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

fn played(game: &dyn Game, boxes: [&str; 2], spec: &BattleSpec, seed: u64, games: u64) -> Tally {
    game.battle(boxes[0], boxes[1], spec).unwrap().play(Seed(seed), 0..games, DiceKind::Tables, false)
}

fn record_of(tally: &Tally, seating: usize) -> Record {
    let seat = &tally.seatings[seating];
    Record { wins: seat.wins, draws: seat.draws, losses: seat.losses }
}

/// Units that meet both as one-unit boxes on the table and as units on the line.
const LONE: [(&str, &str); 9] = [
    ("foot-12", "move = 9\nsave = 6\nfigures = [{ count = 12, mp = 1 }]"),
    ("foot-20", "move = 9\nsave = 5\nfigures = [{ count = 20, mp = 1 }]"),
    ("slow-foot", "move = 6\nsave = 4\ncover = \"hard\"\nfigures = [{ count = 11, mp = 1 }]"),
    ("horse-6", "move = 15\nsave = 4\nmounted = true\nfigures = [{ count = 6, mp = 2 }]"),
    ("beasts", "move = 12\nsave = 2\nfigures = [{ count = 2, mp = 10 }]"),
    ("throwers", "figures = [{ count = 12, type = \"heavy-infantry\", weapons = [\"pilum\"] }]"),
    (
        "squad",
        "figures = [{ count = 5, type = \"modern-infantry\", weapons = [\"modern-rifle\"] }, { count = 1, type = \"modern-infantry\", weapons = [\"machine-gun\"] }, { count = 2, type = \"modern-infantry\", weapons = [\"panzerschreck\"] }]",
    ),
    (
        "gunners",
        "figures = [{ count = 4, type = \"gun-crew\" }]\nguns = [{ weapon = \"smoothbore-cannon\", count = 1 }]",
    ),
    ("armour", "figures = [{ count = 2, type = \"tank\", weapons = [\"tank-gun\", \"machine-gun\"] }]"),
];

const LONE_PAIRS: [(&str, &str); 10] = [
    ("foot-12", "foot-20"),
    ("foot-12", "horse-6"),
    ("slow-foot", "horse-6"),
    ("beasts", "foot-20"),
    ("throwers", "foot-20"),
    ("throwers", "slow-foot"),
    ("squad", "foot-20"),
    ("squad", "armour"),
    ("gunners", "foot-12"),
    ("foot-12", "foot-12"),
];

fn lone_game(sets: &[&str]) -> Box<dyn Game> {
    let folder = tempfile::tempdir().unwrap();
    let mut units = String::new();
    let mut boxes: Vec<PathBuf> = Vec::new();
    for (id, unit) in LONE {
        units.push_str(&unit_of(id, unit));
        boxes.push(write(folder.path(), &format!("{id}.toml"), &box_of_one(id, unit)));
    }
    let units = write(folder.path(), "units.toml", &units);
    let boxes: Vec<&Path> = boxes.iter().map(PathBuf::as_path).collect();
    chimera(sets, &[&units], &boxes)
}

/// The outcomes of the battles of `battles` and the figures left, against the exact duels of `duels`.
fn lone_cells(battles: &dyn Game, duels: &dyn Game) -> Vec<(String, ChiSquare)> {
    let mut cells = Vec::new();
    for (a, b) in LONE_PAIRS {
        let duel =
            DuelSpec { policies: [Some(Policy::Charge); 2], max_turns: Some(20), ..DuelSpec::default() };
        let law = duels.duel(a, b, &duel).unwrap().solve(EXACT_BUDGET).unwrap();
        let on_table = BattleSpec { limit_is_draw: true, ..spec("open", [Plan::Assault; 2]) };
        let tally = played(battles, [a, b], &on_table, 20, 10_000);
        cells.extend(
            seatings(&tally, &law.seatings, a == b).into_iter().map(|cell| (format!("{a} v {b}"), cell)),
        );
        if a != b {
            for force in [0, 1] {
                let left = figures_left(&tally, &law.seatings, force);
                cells.push((format!("{a} v {b}, figures left of force {force}"), left));
            }
        }
    }
    cells
}

/// 37 checks and one of all outcomes together, each at [`ALPHA`]. With 5 000 games a seating a shift of one seating's score by 4.5
/// points, or of all scores by 1, would be caught 97 times in 100.
#[test]
fn lone_units_that_assault_each_other_fight_the_exact_duel() {
    let game = lone_game(&[]);
    let cells = lone_cells(game.as_ref(), game.as_ref());
    assert_eq!(cells.len(), 9 * 4 + 1);
    for (what, cell) in &cells {
        assert!(cell.p_value > ALPHA, "{what}: p = {}", cell.p_value);
    }
    let outcomes: Vec<ChiSquare> =
        cells.into_iter().filter(|(what, _)| !what.contains("left")).map(|(_, c)| c).collect();
    let p = pooled_p_value(&outcomes);
    assert!(p > ALPHA, "all outcomes: p = {p}");
}

/// The check above has teeth.
#[test]
fn a_battle_without_a_charge_a_horse_or_the_right_morale_is_caught() {
    let game = lone_game(&[]);
    for fault in ["melee.charge_bonus=0", "morale.passes_on=4", "saves.mounted_in_melee=0"] {
        let mutant = lone_game(&[fault]);
        let caught = lone_cells(mutant.as_ref(), game.as_ref())
            .iter()
            .filter(|(_, cell)| cell.p_value <= ALPHA)
            .count();
        assert!(caught >= 1, "{fault} is not seen");
    }
}

/// Boxes of many kinds.
const BOXES: [&str; 6] =
    ["celts", "french-artillery", "mongols", "persian-elephants", "rifles-and-tanks", "zulus"];

fn game_with_own_box(sets: &[&str]) -> Box<dyn Game> {
    let folder = tempfile::tempdir().unwrap();
    let text = "[box]\nid = \"rifles-and-tanks\"\nname = \"Rifles and tanks\"\nmaker = \"none\"\n\n\
        [[unit]]\nid = \"tanks\"\nfigures = [{ count = 2, type = \"tank\", weapons = [\"tank-gun\", \"machine-gun\"] }]\n\n\
        [[unit]]\nid = \"rifles\"\nfigures = [{ count = 8, type = \"modern-infantry\", weapons = [\"modern-rifle\"] }]\n";
    let own = write(folder.path(), "own.toml", text);
    chimera(sets, &[], &[&own])
}

#[test]
fn a_box_against_itself_scores_one_half_on_every_ground_and_plan() {
    let game = game_with_own_box(&[]);
    for id in BOXES {
        for conditions in ["open", "woods", "mix"] {
            for plan in Plan::ALL {
                let tally = played(game.as_ref(), [id, id], &spec(conditions, [plan; 2]), 5, 64);
                let total = tally.total();
                assert_eq!(total.wins, total.losses, "{id}, {conditions}, {plan:?}");
                let [first, second] = tally.seatings;
                assert_eq!([first.wins, first.losses], [second.losses, second.wins]);
                assert_eq!(tally.left[0], tally.left[1]);
                assert_eq!(tally.lost[0], tally.lost[1]);
            }
        }
    }
}

#[test]
fn swapping_the_boxes_mirrors_the_tally_bit_for_bit() {
    let game = game_with_own_box(&[]);
    for (at, a) in BOXES.into_iter().enumerate() {
        let b = BOXES[(at + 1) % BOXES.len()];
        for plans in [
            [Plan::Combined, Plan::Combined],
            [Plan::Assault, Plan::FireLine],
            [Plan::Skirmish, Plan::Combined],
        ] {
            let one = game.battle(a, b, &spec("mix", plans)).unwrap();
            let other = game.battle(b, a, &spec("mix", [plans[1], plans[0]])).unwrap();
            let games =
                |matchup: &dyn muster_rules::Matchup| matchup.play(Seed(3), 7..203, DiceKind::Tables, true);
            assert_eq!(games(one.as_ref()), games(other.as_ref()).mirrored(), "{a} v {b}");
            assert_eq!(one.names(), [other.names()[1].clone(), other.names()[0].clone()]);
            let [told, mirrored] = [one.story(Seed(3), 8), other.story(Seed(3), 8)];
            assert_eq!(told.end, mirrored.end.mirrored());
            assert_eq!(told.lines, mirrored.lines);
        }
    }
    // With other plans on the two sides the box against itself is no mirror, but still swaps.
    let one =
        played(game.as_ref(), ["celts", "celts"], &spec("open", [Plan::Assault, Plan::FireLine]), 3, 200);
    let other =
        played(game.as_ref(), ["celts", "celts"], &spec("open", [Plan::FireLine, Plan::Assault]), 3, 200);
    assert_eq!(one, other.mirrored());
}

#[test]
fn a_run_in_parts_is_the_run_as_a_whole() {
    let game = game_with_own_box(&[]);
    for (a, b) in [("celts", "mongols"), ("mongols", "mongols"), ("rifles-and-tanks", "french-artillery")] {
        let matchup = game.battle(a, b, &spec("mix", [Plan::Combined; 2])).unwrap();
        let whole = matchup.play(Seed(9), 0..500, DiceKind::Tables, true);
        let mut parts = Tally::new(matchup.start()).with_joint();
        // Backwards, in uneven parts, each compiled for itself.
        for (from, to) in [(333, 500), (120, 333), (119, 120), (1, 119), (0, 1)] {
            let again = game.battle(a, b, &spec("mix", [Plan::Combined; 2])).unwrap();
            parts.merge(&again.play(Seed(9), from..to, DiceKind::Tables, true));
        }
        assert_eq!(whole, parts, "{a} v {b}");
    }
}

#[test]
fn boxes_that_cannot_hurt_each_other_draw_at_the_limit_and_are_listed_so() {
    let folder = tempfile::tempdir().unwrap();
    let safe = "move = 6\nsave = -5\nmelee_save = -5\nfigures = [{ count = 4, mp = 3, weapons = [{ fp = 4, ap = 1, range = 24 }] }]";
    let boxes =
        ["safe-one", "safe-two"].map(|id| write(folder.path(), &format!("{id}.toml"), &box_of_one(id, safe)));
    let game = chimera(&[], &[], &[&boxes[0], &boxes[1]]);
    for plan in Plan::ALL {
        let matchup = game.battle("safe-one", "safe-two", &spec("open", [plan; 2])).unwrap();
        assert!(matchup.harmless());
        let tally = matchup.play(Seed(1), 0..32, DiceKind::Tables, false);
        assert_eq!(tally.total().draws, 32, "{plan:?}");
        assert_eq!(tally.endings[Ending::Limit as usize], 32);
        assert_eq!(tally.turns, 32 * 20);
    }
    assert!(!game.battle("safe-one", "celts", &spec("open", [Plan::Assault; 2])).unwrap().harmless());
}

#[test]
fn every_condition_and_every_pair_of_plans_comes_to_an_end() {
    let game = game_with_own_box(&[]);
    let known: Vec<&str> = game.conditions().iter().map(|one| one.id.as_str()).collect();
    for conditions in ["open", "hedge", "village", "woods", "open-36", "mix"] {
        assert!(known.contains(&conditions), "{conditions}");
        for (a, b) in
            [("celts", "mongols"), ("french-artillery", "rifles-and-tanks"), ("zulus", "persian-elephants")]
        {
            for first in Plan::ALL {
                for second in Plan::ALL {
                    let tally = played(game.as_ref(), [a, b], &spec(conditions, [first, second]), 4, 16);
                    let total = tally.total();
                    assert_eq!(total.wins + total.draws + total.losses, 16);
                    assert!(tally.turns <= 16 * 20, "{a} v {b} on {conditions}, {first:?} v {second:?}");
                }
            }
        }
    }
}

#[test]
fn survivors_and_losses_sum_to_the_start_in_every_game() {
    let game = game_with_own_box(&[]);
    for (at, a) in BOXES.into_iter().enumerate() {
        let b = BOXES[(at + 2) % BOXES.len()];
        let plans = [Plan::ALL[at % 4], Plan::ALL[(at + 2) % 4]];
        let matchup = game.battle(a, b, &spec("mix", plans)).unwrap();
        for number in 0..150 {
            let tally = matchup.play(Seed(12), number..number + 1, DiceKind::Tables, false);
            for force in 0..2 {
                let left = tally.left[force].iter().position(|count| *count == 1).unwrap() as u64;
                let lost: u64 = tally.lost[force].iter().sum();
                assert_eq!(
                    left + lost,
                    u64::from(tally.start[force]),
                    "{a} v {b}, game {number}, force {force}"
                );
            }
        }
    }
}

/// A game with conditions of our own beside the shipped ones, and the lone units as boxes.
fn game_on(conditions: &str) -> Box<dyn Game> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "data/chimera/conditions.toml", conditions);
    let boxes: Vec<PathBuf> = LONE
        .iter()
        .map(|(id, unit)| write(folder.path(), &format!("{id}.toml"), &box_of_one(id, unit)))
        .collect();
    let boxes: Vec<&Path> = boxes.iter().map(PathBuf::as_path).collect();
    let mut sources = chimera_sources(&[], &[], &boxes);
    sources.data = Some(folder.path().join("data"));
    game_of(&sources)
}

fn ground(id: &str, more: &str) -> String {
    format!(
        "[{id}]\nname = \"{id}\"\nsays = \"a test\"\ntable_width = 48\ntable_depth = 48\ngap = 24\nspacing = 6\nturns = 20\n\
         limit_rule = \"share_of_worth\"\nmargin = 0.1\nsource = \"a test\"\nstatus = \"assumed\"\nwhy = \"a test\"\n{more}\n\n"
    )
}

/// The better of two records of 6 000 games must be ahead by 3 points, and by more than chance allows at [`ALPHA`].
fn assert_better(better: Record, worse: Record, what: &str) {
    let expected = worse.score().unwrap();
    let verdict = Check::score(better, expected).alpha(ALPHA).verdict();
    assert!(!verdict.passed && better.score().unwrap() > expected + 0.03, "{what}: {verdict}");
}

/// A wall just before side A's line: its men stand behind it and are charged and shot at across it. Cover counts in melee
/// and shooting, and crossing costs the enemy 3 inches.
#[test]
fn a_hedge_helps_whoever_stands_behind_it() {
    let hedge = "terrain = [{ shape = \"line\", x1 = 0, y1 = 12.5, x2 = 48, y2 = 12.5, kind = \"hedge\", cover = \"soft\", cover_reach = 4 }]";
    let game = game_on(&(ground("bare", "terrain = []") + &ground("hedged", hedge)));
    for (defender, attacker) in [("squad", "foot-20"), ("throwers", "foot-20")] {
        let plans = [Plan::FireLine, Plan::Combined];
        let [bare, hedged] = ["bare", "hedged"].map(|id| {
            record_of(&played(game.as_ref(), [defender, attacker], &spec(id, plans), 6, 12_000), 0)
        });
        assert_better(hedged, bare, &format!("{defender} behind a hedge against {attacker}"));
    }
}

#[test]
fn rough_ground_slows_a_charge_into_fire() {
    let bog = "terrain = [{ shape = \"rectangle\", x = 0, y = 13, width = 48, height = 22, cover = \"none\", rough = true, blocking = false, name = \"bog\" }]";
    let bog = bog.replace("height", "depth");
    let game = game_on(&(ground("bare", "terrain = []") + &ground("bog", &bog)));
    let plans = [Plan::FireLine, Plan::Assault];
    let tallies =
        ["bare", "bog"].map(|id| played(game.as_ref(), ["squad", "foot-20"], &spec(id, plans), 6, 12_000));
    let [bare, bog] = tallies.each_ref().map(|tally| record_of(tally, 0));
    assert_better(bog, bare, "a squad shooting over a bog");
    assert!(tallies[1].turns > tallies[0].turns);
}

#[test]
fn a_break_point_ends_battles_earlier_and_gives_them_to_the_other_side() {
    let game =
        game_on(&(ground("bare", "terrain = []") + &ground("brittle", "terrain = []\nbreak_point = 0.25")));
    let [bare, brittle] = ["bare", "brittle"]
        .map(|id| played(game.as_ref(), ["foot-12", "foot-20"], &spec(id, [Plan::Assault; 2]), 7, 2_000));
    assert_eq!(bare.endings[Ending::Broken as usize], 0);
    assert!(brittle.endings[Ending::Broken as usize] > 300, "{:?}", brittle.endings);
    assert!(brittle.turns < bare.turns);
    let matchup = game.battle("foot-12", "foot-20", &spec("brittle", [Plan::Assault; 2])).unwrap();
    let mut broken = 0;
    for number in 0..200 {
        let end = matchup.story(Seed(7), number).end;
        if end.ending == Ending::Broken {
            broken += 1;
            let share = [0, 1].map(|force: usize| f64::from(end.left[force]) / [12.0, 20.0][force]);
            match end.outcome {
                muster_results::Outcome::Win => assert!(share[1] <= 0.75 && share[0] > 0.75, "{end:?}"),
                muster_results::Outcome::Loss => assert!(share[0] <= 0.75 && share[1] > 0.75, "{end:?}"),
                muster_results::Outcome::Draw => assert!(share.iter().all(|share| *share <= 0.75), "{end:?}"),
            }
        }
    }
    assert!(broken > 30);
}

/// One side walks to the middle, the other stands on its own line: whoever comes early enough wins by the ground it holds.
#[test]
fn an_objective_is_won_by_the_side_that_alone_holds_the_middle() {
    let held = "terrain = []\nobjective = { turn = 1, radius = 7 }";
    let game = game_on(&(ground("bare", "terrain = []") + &ground("held", held)));
    let plans = [Plan::Assault, Plan::FireLine];
    let tally = played(game.as_ref(), ["foot-12", "gunners"], &spec("held", plans), 8, 400);
    let objective = tally.endings[Ending::Objective as usize];
    assert!(objective > 200, "{:?}", tally.endings);
    assert!(tally.total().wins >= objective, "the gunners never leave their line");
    let bare = played(game.as_ref(), ["foot-12", "gunners"], &spec("bare", plans), 8, 400);
    assert_eq!(bare.endings[Ending::Objective as usize], 0);
}

/// Every sixteen of a mix of five equal parts is not whole, but pairs of games go round the grounds in turn.
#[test]
fn a_mix_plays_each_of_its_grounds_equally_often() {
    let game = game_with_own_box(&[]);
    let matchup = game.battle("celts", "mongols", &spec("mix", [Plan::Combined; 2])).unwrap();
    let mut grounds = std::collections::BTreeMap::new();
    for number in 0..20 {
        *grounds.entry(matchup.story(Seed(1), number).lines[0].clone()).or_insert(0) += 1;
    }
    assert_eq!(grounds.len(), 5, "{grounds:?}");
    assert!(grounds.values().all(|count| *count == 4), "{grounds:?}");
}
