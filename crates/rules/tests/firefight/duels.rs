//! The duel: how policies move, what an exact answer must satisfy, and what better units do.

use muster_dice::Seed;
use muster_rules::firefight::duel::Phase;
use muster_rules::log::StoryLog;
use muster_rules::orders::Policy;
use muster_rules::process::{Flow, Process as _};
use muster_rules::{DiceKind, DuelSpec, Game as _};

use super::support::{duel, game, game_of};

/// Outcomes of dice that one solution may follow.
const BUDGET: u64 = 40_000_000;

/// Where side A's unit has gone in its first movement phase: gap in inches, and whether that was a double move.
fn first_move(ids: [&str; 2], policy: Policy, start: i16) -> (f64, bool, bool) {
    let game = game(&[]);
    let duel = duel(&game, ids, [policy, Policy::Hold], start);
    let state = duel.opening();
    assert_eq!(state.phase, Phase::Move);
    let mut dice = muster_dice::ScriptedDice::new(&[]);
    let Flow::Next(moved) = duel.step(&state, &mut dice, &mut StoryLog::telling()) else { panic!() };
    dice.finish().unwrap();
    let unit = moved.units[0];
    (f64::from(moved.gap) / 4.0, unit.doubled, unit.cowering)
}

#[test]
fn chargers_double_their_move_only_where_that_saves_a_turn() {
    let ids = ["swordsmen", "guardsmen"];
    // From 24 inches a single move would leave 18, out of reach of a move and a charge; never within 12 at the double.
    assert_eq!(first_move(ids, Policy::Charge, 24), (12.25, true, false));
    assert_eq!(first_move(ids, Policy::Charge, 20), (14.0, false, false));
    assert_eq!(first_move(ids, Policy::Charge, 40), (28.0, true, false));
    assert_eq!(first_move(ids, Policy::Charge, 5), (1.0, false, false));
}

#[test]
fn shooters_advance_until_all_are_in_range_and_no_farther() {
    let ids = ["guardsmen", "swordsmen"];
    // Ten men stand in three ranks, 3 inches from one to the next: the last reaches 24 inches from a gap of 18.
    assert_eq!(first_move(ids, Policy::Advance, 18), (18.0, false, false));
    assert_eq!(first_move(ids, Policy::Advance, 22), (18.0, false, false));
    assert_eq!(first_move(ids, Policy::Advance, 28), (18.0, true, false));
    assert_eq!(first_move(ids, Policy::Advance, 60), (48.0, true, false));
}

#[test]
fn skirmishers_keep_out_of_reach_and_those_who_hold_lie_low_while_they_cannot_shoot() {
    let ids = ["guardsmen", "swordsmen"];
    assert_eq!(first_move(ids, Policy::Skirmish, 14), (20.0, false, false));
    assert_eq!(first_move(ids, Policy::Skirmish, 15), (15.0, false, false));
    assert_eq!(first_move(ids, Policy::Hold, 30), (30.0, false, true));
    assert_eq!(first_move(ids, Policy::Hold, 20), (20.0, false, false));
}

fn score(game: &muster_rules::firefight::FirefightGame, ids: [&str; 2], spec: &DuelSpec) -> f64 {
    game.duel(ids[0], ids[1], spec).unwrap().solve(BUDGET).unwrap().score()
}

#[test]
fn one_model_more_never_lowers_the_exact_score() {
    let game = game(&[]);
    for ids in [["guardsmen", "conscripts"], ["swordsmen", "guardsmen-5"], ["armoured-marines", "brutes"]] {
        for policy in [Policy::Charge, Policy::Hold, Policy::Advance] {
            let of = |models: u32| {
                let spec = DuelSpec {
                    policies: [Some(policy); 2],
                    figures: [Some(models), Some(4)],
                    ..DuelSpec::default()
                };
                score(&game, ids, &spec)
            };
            let scores: Vec<f64> = (1..=7).map(of).collect();
            for pair in scores.windows(2) {
                // A unit of two tests when one of three would not have: below half is a matter of odd and even.
                assert!(pair[1] >= pair[0] - 1e-9, "{ids:?}, {policy:?}: {scores:?}");
            }
        }
    }
}

#[test]
fn better_values_raise_the_exact_score() {
    let unit = |id: &str, keys: &str| {
        let plain = [("skill", "0"), ("toughness", "0"), ("armour", "0"), ("leadership", "5")];
        let values = plain.map(|(key, value)| {
            let own = keys.strip_prefix(key).and_then(|rest| rest.strip_prefix(" = "));
            format!("{key} = {}\n", own.unwrap_or(value))
        });
        format!(
            "[[unit]]\nid = \"{id}\"\n{}figures = [{{ count = 4, weapons = [\"carbine\", \"blade\"] }}]\n",
            values.concat()
        )
    };
    let better = ["skill = 1", "toughness = 1", "armour = 2", "leadership = 3"];
    let mut units = unit("plain", "");
    for (at, keys) in better.iter().enumerate() {
        units.push_str(&unit(&format!("better-{at}"), keys));
    }
    let game = game_of(&[], &units);
    for policy in [Policy::Charge, Policy::Hold] {
        for (at, keys) in better.iter().enumerate() {
            let spec = DuelSpec { policies: [Some(policy); 2], start: Some(10.0), ..DuelSpec::default() };
            let better = score(&game, [&format!("better-{at}"), "plain"], &spec);
            assert!(better > 0.5 + 1e-3, "{keys}, {policy:?}: {better}");
        }
    }
}

#[test]
fn a_unit_against_itself_is_even_and_seats_do_not_matter() {
    let game = game(&[]);
    let law = game.duel("guardsmen", "guardsmen", &DuelSpec::default()).unwrap().solve(BUDGET).unwrap();
    assert!((law.score() - 0.5).abs() < 1e-12);
    let one = game.duel("guardsmen", "brutes", &DuelSpec::default()).unwrap().solve(BUDGET).unwrap();
    let other = game.duel("brutes", "guardsmen", &DuelSpec::default()).unwrap().solve(BUDGET).unwrap();
    assert_eq!(one, other.mirrored());
}

/// Plain weapons never hurt a buttoned-up tank, and two tanks without means of hurting each other draw.
#[test]
fn who_cannot_be_hurt_is_called_harmless_to_each_other() {
    let units = "[[unit]]\nid = \"safe-a\"\nleadership = 2\narmour = 9\nbuttoned = true\nfigures = [{ count = 1, weapons = [\"carbine\"] }]\n\
                 [[unit]]\nid = \"safe-b\"\nleadership = 2\narmour = 9\nbuttoned = true\nfigures = [{ count = 1, weapons = [\"carbine\"] }]\n";
    let game = game_of(&[], units);
    let matchup = game.duel("safe-a", "safe-b", &DuelSpec::default()).unwrap();
    assert!(matchup.harmless());
    let law = matchup.solve(BUDGET).unwrap();
    assert!(law.seatings.iter().all(|seat| (seat.draw - 1.0).abs() < 1e-12));
    assert_eq!(matchup.play(Seed(1), 0..10, DiceKind::Plain, false).total().draws, 10);
    assert!(!game.duel("safe-a", "tank", &DuelSpec::default()).unwrap().harmless());
}

/// The worth of keyed dice: a model more leaves the luck of the games where it was.
#[test]
fn a_rule_edit_that_touches_nobody_leaves_the_fingerprint_of_games_that_it_could_touch_alone() {
    let print = |sets: &[&str]| {
        let game = game(sets);
        game.duel("guardsmen", "brutes", &DuelSpec::default()).unwrap().fingerprint().unwrap()
    };
    assert_eq!(print(&[]), print(&[]));
    assert_ne!(print(&[]), print(&["save.firefight=4"]));
    assert_ne!(print(&[]), print(&["rulings.allocation.chosen=even"]));
}

/// Walls, commands and stuck vehicles are nothing to a duel of men on foot; what they do use tells.
#[test]
fn an_edit_that_no_cell_uses_is_identical() {
    let print = |sets: &[&str]| {
        game(sets).duel("guardsmen", "brutes", &DuelSpec::default()).unwrap().fingerprint().unwrap()
    };
    for unused in [
        "movement.wall_costs=3",
        "movement.vehicle=9",
        "movement.bog_difficult=5",
        "leadership.command_share=0.3",
        "save.soft=2",
        "rulings.command_break.chosen=nothing",
    ] {
        assert_eq!(print(&[]), print(&[unused]), "{unused}");
    }
    for used in [
        "movement.infantry=5",
        "to_hit.base=5",
        "leadership.break_share=0.3",
        "movement.charge=4",
        "movement.coherency=1",
        // Twenty brutes are 9 inches deep.
        "movement.pile_in=9",
        "movement.pile_in=5",
        "rulings.formation.chosen=close",
        "rulings.near_shooters.chosen=unit",
    ] {
        assert_ne!(print(&[]), print(&[used]), "{used}");
    }
}
