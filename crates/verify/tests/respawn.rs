//! Respawning, the balancing mechanic that is off by default.

use muster_dice::Seed;
use muster_resolver::EXACT_BUDGET;
use muster_results::{OutcomeDistribution, Tally};
use muster_rules::orders::{Plan, Policy};
use muster_rules::{BattleSpec, DiceKind, DuelSpec, Game, Respawns};
use muster_verify::judge::{figures_left, seatings};
use muster_verify::{ALPHA, chimera, unit_of, write};

fn small_game(sets: &[&str]) -> Box<dyn Game> {
    let units = [
        ("four-foot", "move = 9\nsave = 6\nfigures = [{ count = 4, mp = 1 }]"),
        ("six-foot", "move = 6\nsave = 5\nfigures = [{ count = 6, mp = 1 }]"),
        ("three-horse", "move = 15\nsave = 5\nmounted = true\nfigures = [{ count = 3, mp = 2 }]"),
        (
            "five-bows",
            "move = 9\nsave = 6\nfigures = [{ count = 5, mp = 1, weapons = [{ fp = 1, ap = 0, range = 18 }] }]",
        ),
    ];
    let text: String = units.iter().map(|(id, unit)| unit_of(id, unit)).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "units.toml", &text);
    chimera(sets, &[&file], &[])
}

fn duel(pool: u32, figures: Option<u32>, max_turns: u32) -> DuelSpec {
    DuelSpec {
        policies: [Some(Policy::Charge); 2],
        max_turns: Some(max_turns),
        respawns: [Some(Respawns { pool, figures }), Some(Respawns::default())],
        ..DuelSpec::default()
    }
}

fn solve(game: &dyn Game, pair: [&str; 2], spec: &DuelSpec) -> OutcomeDistribution {
    game.duel(pair[0], pair[1], spec).unwrap().solve(EXACT_BUDGET).unwrap()
}

const PAIRS: [[&str; 2]; 4] = [
    ["four-foot", "six-foot"],
    ["six-foot", "four-foot"],
    ["three-horse", "six-foot"],
    ["five-bows", "six-foot"],
];

/// T8.5, first half.
#[test]
fn more_respawns_and_more_figures_never_lower_the_exact_score() {
    let game = small_game(&[]);
    for pair in PAIRS {
        let mut last = 0.0;
        for pool in 0..=4 {
            let score = solve(game.as_ref(), pair, &duel(pool, None, 60)).score();
            assert!(score >= last - 1e-12, "{pair:?}: {pool} respawns give {score} after {last}");
            // Each respawn is worth something.
            assert!(score > last + 1e-6 || score > 0.9999, "{pair:?}: {pool} respawns change nothing");
            last = score;
        }
        let mut last = 0.0;
        for figures in 1..=6 {
            let score = solve(game.as_ref(), pair, &duel(2, Some(figures), 60)).score();
            assert!(score >= last - 1e-12, "{pair:?}: respawns of {figures} give {score} after {last}");
            last = score;
        }
    }
}

/// T8.5, second half.
#[test]
fn no_respawns_are_the_plain_duel() {
    let game = small_game(&[]);
    for pair in PAIRS {
        let plain = DuelSpec { respawns: [None; 2], ..duel(0, None, 30) };
        assert_eq!(solve(game.as_ref(), pair, &plain), solve(game.as_ref(), pair, &duel(0, None, 30)));
        assert_eq!(solve(game.as_ref(), pair, &plain), solve(game.as_ref(), pair, &duel(0, Some(2), 30)));
    }
}

/// A pool of the data counts for both sides; on = 7 never brings anybody back.
#[test]
fn the_die_that_brings_a_unit_back_is_rolled() {
    let pair = ["four-foot", "six-foot"];
    let spec = DuelSpec { max_turns: Some(60), ..DuelSpec::default() };
    let score = |sets: &[&str]| solve(small_game(sets).as_ref(), pair, &spec);
    let plain = score(&[]);
    assert!(score(&["respawn.pool=1", "respawn.on=7"]).seatings[0].win < plain.seatings[0].win);
    let always = score(&["respawn.pool=1"]);
    let sometimes = score(&["respawn.pool=1", "respawn.on=4"]);
    assert_ne!(always.seatings[0].win.to_bits(), sometimes.seatings[0].win.to_bits());
    // A unit that may come back on a 4 comes back sooner or later: fewer games are over at a given turn.
    assert!(sometimes.seatings[0].turns > always.seatings[0].turns);
}

/// Two seatings and two laws of figures left for each of 12 duels, at [`ALPHA`] each. With 4 000 games a seating a shift of the
/// score by 5 points would be caught; short limits catch games that stop while a unit is away.
#[test]
fn played_games_agree_with_the_exact_ones_where_units_come_back() {
    for on in ["respawn.on=1", "respawn.on=3"] {
        let game = small_game(&[on]);
        for pair in PAIRS {
            for turns in [4, 5, 60] {
                let spec = DuelSpec {
                    respawns: [
                        Some(Respawns { pool: 2, figures: None }),
                        Some(Respawns { pool: 1, figures: Some(2) }),
                    ],
                    ..duel(0, None, turns)
                };
                let law = solve(game.as_ref(), pair, &spec);
                let total: f64 = law.left().values().sum();
                assert!((total - 1.0).abs() < 1e-12);
                for dice in [DiceKind::Tables, DiceKind::Plain] {
                    let tally =
                        game.duel(pair[0], pair[1], &spec).unwrap().play(Seed(85), 0..8_000, dice, false);
                    let what = format!("{pair:?}, {turns} turns, {on}, {dice:?}");
                    for cell in seatings(&tally, &law.seatings, false) {
                        assert!(cell.p_value > ALPHA, "{what}: p = {}", cell.p_value);
                    }
                    for force in [0, 1] {
                        let p = figures_left(&tally, &law.seatings, force).p_value;
                        assert!(p > ALPHA, "{what}, figures left of force {force}: p = {p}");
                    }
                }
            }
        }
    }
}

fn battle(game: &dyn Game, first: Respawns, second: Respawns, games: u64) -> Tally {
    let spec = BattleSpec {
        conditions: "open".to_owned(),
        plans: [Plan::Assault; 2],
        max_turns: Some(60),
        limit_is_draw: true,
        respawns: [Some(first), Some(second)],
    };
    game.battle("celts", "zulus", &spec).unwrap().play(Seed(7), 0..games, DiceKind::Tables, false)
}

/// 1 000 games a pool: the score of the side with one respawn more rises by more than its error.
#[test]
fn respawning_helps_its_side_in_a_battle_and_is_counted() {
    let game = chimera(&[], &[], &[]);
    let none = Respawns::default();
    let mut last: Option<f64> = None;
    for pool in [0, 2, 6] {
        let tally = battle(game.as_ref(), Respawns { pool, figures: None }, none, 1_000);
        let total = tally.total();
        let score = (total.wins as f64 + total.draws as f64 / 2.0) / 1_000.0;
        let lost: u64 = tally.lost[0].iter().sum();
        let seen = lost as f64 / 1_000.0 + tally.mean_left(0).unwrap() - f64::from(tally.start[0]);
        if pool == 0 {
            assert!(seen.abs() < 1e-9);
        } else {
            assert!(seen > 5.0, "figures that came back are lost again or left: {seen} more than began");
        }
        if let Some(before) = last {
            assert!(score > before + 0.02 || score > 0.99, "{pool} respawns: {score} after {before}");
        }
        last = Some(score);
    }
    // Which side has the pool is what counts, not which chair it sits on.
    let pool = Respawns { pool: 2, figures: Some(5) };
    let other = battle(game.as_ref(), none, pool, 1_000);
    assert!(other.total().losses > battle(game.as_ref(), none, none, 1_000).total().losses);
}
