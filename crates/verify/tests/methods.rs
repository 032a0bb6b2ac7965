//! Acceptance of the exact methods and of the seeds: hand-made values, published values, and independence of threads.

use std::sync::OnceLock;

use muster_dice::Seed;
use muster_resolver::schedule::Meeting;
use muster_resolver::{
    Answer, Batches, EXACT_BUDGET, MethodChoice, Resolved, RoundRobin, Silent, StopRule, resolve,
};
use muster_results::OutcomeDistribution;
use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, OddsQuery};
use muster_verify::judge::{pooled_p_value, seatings};
use muster_verify::melee::{MELEE_TROOPS, in_contact, melee_game};
use muster_verify::{ALPHA, chimera, write};
use rayon::prelude::*;

fn solve_sized(game: &dyn Game, a: (&str, u32), b: (&str, u32)) -> OutcomeDistribution {
    let spec = DuelSpec { figures: [Some(a.1), Some(b.1)], ..in_contact() };
    game.duel(a.0, b.0, &spec).unwrap().solve(EXACT_BUDGET).unwrap()
}

/// T2.1.
#[test]
fn laws_of_one_roll_have_the_hand_made_values() {
    let game = chimera(&[], &[], &[]);
    let shoot = |fp: f64| game.odds(&OddsQuery { shoot: Some(fp), ..OddsQuery::default() }).unwrap();
    let fight = |mp: u32, charging| {
        game.odds(&OddsQuery { melee: Some(mp), charging, ..OddsQuery::default() }).unwrap()
    };
    let fp23 = shoot(23.0);
    assert_eq!(fp23.pmf[0].0, 0);
    assert!((fp23.pmf[0].1 - 1.0 / 2592.0).abs() <= 1e-12);
    assert!((fp23.mean - 11.0).abs() <= 1e-12);
    assert!((fight(23, false).mean - 15.0).abs() <= 1e-12);
    // Expected hits of 1 to 10 melee points: a jump at every multiple of 5.
    let sixths = [1.0, 3.0, 6.0, 10.0, 21.0, 22.0, 24.0, 27.0, 31.0, 42.0];
    for (mp, sixths) in (1..=10).zip(sixths) {
        assert!((fight(mp, false).mean - sixths / 6.0).abs() <= 1e-12, "{mp} MP");
    }
    for points in 0..=120 {
        for law in [shoot(f64::from(points)), fight(points, false), fight(points, true)] {
            let total: f64 = law.pmf.iter().map(|(_, p)| p).sum();
            assert!((total - 1.0).abs() <= 1e-12, "{}: {total}", law.asked);
            let mean: f64 = law.pmf.iter().map(|(value, p)| f64::from(*value) * p).sum();
            assert!((mean - law.mean).abs() <= 1e-12 * mean.max(1.0), "{}: {mean}", law.asked);
        }
    }
}

/// T2.2: each round either kills with 5/36.
#[test]
fn one_levy_against_one_without_a_charge_is_155_25_155() {
    let game = melee_game(&["melee.charge_bonus=0"]);
    let solved = game.duel("one-levy", "one-levy", &in_contact()).unwrap().solve(EXACT_BUDGET).unwrap();
    for seating in &solved.seatings {
        assert!((seating.win - 155.0 / 335.0).abs() <= 1e-12, "{}", seating.win);
        assert!((seating.draw - 25.0 / 335.0).abs() <= 1e-12, "{}", seating.draw);
        assert!((seating.loss - 155.0 / 335.0).abs() <= 1e-12, "{}", seating.loss);
    }
}

/// T2.3.
#[test]
fn swapping_sides_and_charger_swaps_the_exact_answer() {
    let game = melee_game(&[]);
    for (a, na, b, nb) in [("levy", 7, "levy", 5), ("spear", 6, "legion", 8), ("heavy-horse", 3, "spear", 9)]
    {
        let one = solve_sized(game.as_ref(), (a, na), (b, nb));
        let other = solve_sized(game.as_ref(), (b, nb), (a, na));
        assert_eq!(one, other.mirrored());
        // Numbered the other way round, the same troops still give the same law to the last rounding.
        if a == b {
            let [first, second] = [&one.seatings[0], &other.mirrored().seatings[0]];
            assert!((first.win - second.win).abs() <= 1e-12);
        }
    }
    let mirror = solve_sized(game.as_ref(), ("levy", 9), ("levy", 9));
    assert!((mirror.score() - 0.5).abs() <= 1e-12);
    assert!((mirror.seatings[0].win - mirror.seatings[1].loss).abs() <= 1e-12);
}

/// T2.4: values of a program that shares no code with this one. A charges.
#[test]
fn melees_to_the_end_have_the_published_values() {
    let game = melee_game(&[]);
    let golden = [
        (("levy", 20), ("spear", 20), [0.465_701_81, 0.532_669_23, 0.001_628_96]),
        (("legion", 20), ("heavy-horse", 10), [0.745_183_40, 0.253_657_95, 0.001_158_65]),
        (("war-elephant", 3), ("spear", 40), [0.027_524_18, 0.968_687_73, 0.003_788_09]),
    ];
    for (a, b, [win, loss, draw]) in golden {
        let law = &solve_sized(game.as_ref(), a, b).seatings[0];
        for (found, expected) in [(law.win, win), (law.loss, loss), (law.draw, draw)] {
            assert!((found - expected).abs() <= 1e-7, "{a:?} v {b:?}: {found} and not {expected}");
        }
    }
}

/// Games of both seatings together, a pair.
const GAMES: u64 = 20_000;

/// The unordered pairs of the melee troops with their exact laws, found once for all tests.
fn exact_melees() -> &'static [([usize; 2], OutcomeDistribution)] {
    static LAWS: OnceLock<Vec<([usize; 2], OutcomeDistribution)>> = OnceLock::new();
    LAWS.get_or_init(|| {
        let game = melee_game(&[]);
        let pairs: Vec<[usize; 2]> = (0..7).flat_map(|a| (a..7).map(move |b| [a, b])).collect();
        pairs
            .into_par_iter()
            .map(|[a, b]| {
                let [first, second] = [MELEE_TROOPS[a], MELEE_TROOPS[b]];
                ([a, b], solve_sized(game.as_ref(), (first.0, first.1), (second.0, second.1)))
            })
            .collect()
    })
}

/// All pairs of the melee troops sampled under the given rules and held against the exact laws of the shipped ones. The
/// 49 ordered pairs are 21 unordered ones in both seatings and 7 mirrors in one: 49 independent cells.
fn melee_p_value(sets: &[&str]) -> f64 {
    let game = melee_game(sets);
    let mut parts = Vec::new();
    for ([a, b], law) in exact_melees() {
        let matchup = game.duel(MELEE_TROOPS[*a].0, MELEE_TROOPS[*b].0, &in_contact()).unwrap();
        let tally = matchup.play(Seed(2_605), 0..GAMES, DiceKind::Tables, false);
        parts.extend(seatings(&tally, &law.seatings, a == b));
    }
    assert_eq!(parts.len(), 49);
    pooled_p_value(&parts)
}

/// T2.5: 49 cells of 20 000 games, judged together at [`ALPHA`]. A shift of all scores by 0.57 points would be caught 97
/// times in 100.
#[test]
fn sampled_melees_agree_with_exact_ones_over_49_cells() {
    let p = melee_p_value(&[]);
    assert!(p > ALPHA, "p = {p}");
}

/// The check above has teeth.
#[test]
fn a_morale_test_made_one_harder_is_caught_over_49_cells() {
    let p = melee_p_value(&["morale.passes_on=4"]);
    assert!(p < ALPHA, "p = {p}");
}

/// Boxes of the determinism tests: foot with javelins, horse archers, guns, tanks.
const BOXES: [&str; 4] = ["celts", "french-artillery", "mongols", "shermans-psc"];

fn matrix(game: &dyn Game, ids: &[&str], stop: StopRule, threads: usize, batch: u64) -> Resolved {
    let spec = BattleSpec {
        conditions: "mix".to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    };
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    let robin = RoundRobin::new(game, ids, Meeting::Battles(spec));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let batches = Batches { size: batch, joint: true, ..Batches::default() };
    pool.install(|| resolve(&robin, MethodChoice::Auto, Seed(33), stop, batches, &Silent).unwrap())
}

/// T3.3.
#[test]
fn a_matrix_is_the_same_with_1_2_and_7_threads_and_batches_of_64_and_1024() {
    let game = chimera(&[], &[], &[]);
    let rules = [StopRule::Games(1500), StopRule::HalfWidth { half_width: 0.03, limit: 3_000 }];
    for stop in rules {
        let expected = matrix(game.as_ref(), &BOXES, stop, 1, 1024);
        assert_eq!(expected.answers.len(), 10);
        for (threads, batch) in [(1, 64), (2, 64), (2, 1024), (7, 64), (7, 1024)] {
            let found = matrix(game.as_ref(), &BOXES, stop, threads, batch);
            assert_eq!(found.answers, expected.answers, "{threads} threads, batches of {batch}, {stop:?}");
        }
    }
}

fn tallies(run: Resolved) -> Vec<Answer> {
    run.answers.into_iter().map(Option::unwrap).collect()
}

/// T3.4.
#[test]
fn adding_a_box_moves_no_other_cell() {
    let game = chimera(&[], &[], &[]);
    let stop = StopRule::Games(1024);
    let few = tallies(matrix(game.as_ref(), &BOXES, stop, 2, 256));
    let folder = tempfile::tempdir().unwrap();
    let own = write(
        folder.path(),
        "own.toml",
        &muster_verify::box_of_one("aardvarks", "figures = [{ count = 9, type = \"light-infantry\" }]"),
    );
    let larger = chimera(&[], &[], &[&own]);
    let ids = ["aardvarks", BOXES[0], "zulus", BOXES[1], BOXES[2], BOXES[3]];
    let many = tallies(matrix(larger.as_ref(), &ids, stop, 2, 256));
    // Rows and columns of the larger matrix that the smaller one has, in the same order.
    let kept = [1, 3, 4, 5];
    let cell =
        |row: usize, column: usize| (0..row).map(|before| ids.len() - before).sum::<usize>() + column - row;
    let mut at = 0;
    for (place, row) in kept.into_iter().enumerate() {
        for column in &kept[place..] {
            assert_eq!(few[at], many[cell(row, *column)], "{} v {}", ids[row], ids[*column]);
            at += 1;
        }
    }
    assert_eq!(at, few.len());
    // The comparison can fail: other cells hold other counts.
    assert_ne!(few[0], few[1]);
}
