//! The text's own examples: six of to-wound rolls, its remarks on saves, and a firefight die by die.

use muster_dice::{Die, ScriptedDice};
use muster_results::{Cause, Side};
use muster_rules::firefight::attack::Fighter;
use muster_rules::firefight::duel::Phase;
use muster_rules::firefight::needed::Needed;
use muster_rules::firefight::numbers::Attacks;
use muster_rules::log::StoryLog;
use muster_rules::orders::Policy;
use muster_rules::process::{Flow, Process as _};
use muster_rules::table::Cover;

use super::support::{attack, duel, game, game_of, plan};

const CAST: &str = r#"
[[unit]]
id = "with-carbine"
leadership = 4
figures = [{ count = 1, weapons = ["carbine"] }]
[[unit]]
id = "with-bolt-gun"
leadership = 4
figures = [{ count = 1, weapons = ["bolt-gun"] }]
[[unit]]
id = "with-heavy-bolt-gun"
leadership = 4
figures = [{ count = 1, weapons = ["heavy-bolt-gun"] }]
"#;

/// TO WOUND, the examples: a guardsman with three weapons against a plain man, a brute and a power-armoured marine.
#[test]
fn the_examples_of_to_wound_rolls_come_out() {
    let game = game_of(&[], CAST);
    for (shooter, target, needs) in [
        ("with-carbine", "cultists", 2),
        ("with-carbine", "brutes", 3),
        ("with-carbine", "armoured-marines", 5),
        ("with-bolt-gun", "cultists", 2),
        ("with-bolt-gun", "brutes", 2),
        ("with-bolt-gun", "armoured-marines", 4),
        ("with-heavy-bolt-gun", "brutes", 2),
        ("with-heavy-bolt-gun", "armoured-marines", 3),
    ] {
        let (one, other) = (plan(&game, shooter), plan(&game, target));
        let (one, other) = (Fighter::fresh(&one), Fighter::fresh(&other));
        let volley = attack(&game, Attacks::Shooting, &one, &other, Cover::None);
        assert_eq!(volley.shots[0].wound, Needed::Face(needs), "{shooter} at {target}");
    }
}

/// What a target in cover needs to save against a plain weapon, or one with HE.
fn save(phase: Attacks, cover: Cover, cowering: bool, doubled: bool, explosive: u8) -> Needed {
    let game = game(&[]);
    let men = plan(&game, "guardsmen");
    let mut shooter = Fighter::fresh(&men);
    shooter.boosts.high_explosive = explosive;
    let target = Fighter { cowering, doubled, ..Fighter::fresh(&men) };
    attack(&game, phase, &shooter, &target, cover).shots[0].save
}

/// COVER SAVES: 3+ in shooting and 5+ in the firefight, one better in soft cover and when cowering, two in hard cover.
#[test]
fn saves_are_those_of_the_text() {
    for (cover, cowering, shooting, firefight) in [
        (Cover::None, false, Needed::Face(3), Needed::Face(5)),
        (Cover::Soft, false, Needed::Face(2), Needed::Face(4)),
        (Cover::Hard, false, Needed::Sure, Needed::Face(3)),
        (Cover::None, true, Needed::Face(2), Needed::Face(4)),
        (Cover::Soft, true, Needed::Sure, Needed::Face(3)),
        (Cover::Hard, true, Needed::Sure, Needed::Face(2)),
    ] {
        assert_eq!(save(Attacks::Shooting, cover, cowering, false, 0), shooting, "{cover:?} {cowering}");
        assert_eq!(save(Attacks::Firefight, cover, cowering, false, 0), firefight, "{cover:?} {cowering}");
    }
    // The defensive save knows no cover.
    assert_eq!(save(Attacks::Melee, Cover::Hard, false, false, 0), Needed::Face(5));
}

/// GEEK NOTE: a model easily has a save of 1+ in cover and cowering, and that fails on two 1s.
#[test]
fn a_save_of_one_fails_on_double_ones() {
    let sure = save(Attacks::Shooting, Cover::Soft, true, false, 0);
    assert!((1.0 - sure.chance(Die::D6, false) - 1.0 / 36.0).abs() < 1e-15);
    for (faces, saved) in [(vec![1, 1], false), (vec![1, 2], true), (vec![2], true)] {
        let mut dice = ScriptedDice::new(&faces);
        assert_eq!(sure.throw(Die::D6, false, &mut dice), saved);
        dice.finish().unwrap();
    }
}

/// COVER SAVES: each level of HE takes one off, even off the basic save, so that a good one removes them; a double move
/// takes two.
#[test]
fn high_explosive_and_double_moves_worsen_saves() {
    assert_eq!(save(Attacks::Shooting, Cover::None, false, false, 1), Needed::Face(4));
    assert_eq!(save(Attacks::Firefight, Cover::None, false, false, 2), Needed::Slim);
    assert_eq!(save(Attacks::Shooting, Cover::None, false, true, 0), Needed::Face(5));
    assert_eq!(save(Attacks::Firefight, Cover::None, false, true, 0), Needed::Slim);
}

/// Two men against two men at 10 inches: the whole of a turn, every die shown.
#[test]
fn a_firefight_is_played_as_written() {
    let units =
        "[[unit]]\nid = \"pair\"\nleadership = 4\nfigures = [{ count = 2, weapons = [\"carbine\"] }]\n";
    let game = game_of(&[], units);
    let duel = duel(&game, ["pair", "pair"], [Policy::Hold; 2], 10);
    let mut dice = ScriptedDice::new(&[
        4, 3, 6, 5, // A's four shots need 4: three hit
        2, 1, 6, // three to wound need 2: two wounds, as many as B has models
        5, 4, // two saves need 5: one falls
        1, 4, 2, 3, // B fires at the same time with both: one hits
        3, // it wounds
        6, // and is saved
    ]);
    let mut log = StoryLog::telling();
    let mut state = duel.opening();
    assert_eq!((state.phase, state.gap), (Phase::Move, 40));
    // The movement and shooting phases pass: nobody moves, and nobody shoots so near.
    for _ in 0..2 {
        let Flow::Next(next) = duel.step(&state, &mut dice, &mut log) else { panic!("the turn goes on") };
        state = next;
    }
    assert_eq!(state.phase, Phase::Firefight);
    let Flow::Next(state) = duel.step(&state, &mut dice, &mut log) else { panic!("the turn goes on") };
    dice.finish().unwrap();
    assert_eq!(state.units.map(|unit| unit.figures), [2, 1]);
    // B's own next turn is the one that comes: suppression lasts through its end. One of two is not below half.
    assert_eq!(state.units.map(|unit| unit.suppressed), [0, 1]);
    assert_eq!(state.units.map(|unit| unit.testing), [false, false]);
    assert_eq!(log.lost[Side::B.index()][Cause::Shooting as usize], 1);
}

/// Three of four fall: below half, the rest tests against its leadership and fails.
#[test]
fn a_unit_below_half_tests_and_is_removed_when_it_fails() {
    let units =
        "[[unit]]\nid = \"four\"\nleadership = 4\nfigures = [{ count = 4, weapons = [\"carbine\"] }]\n";
    let game = game_of(&["rulings.firefight_by.chosen=active", "rulings.formation.chosen=unit"], units);
    let duel = duel(&game, ["four", "four"], [Policy::Hold; 2], 10);
    let mut opening = duel.opening();
    opening.phase = Phase::Firefight;
    let hits = [[4; 8].as_slice(), &[2; 8], &[1, 1, 1, 5, 5, 5, 5, 5]].concat();
    for (face, stands) in [(3, false), (4, true)] {
        let mut dice = ScriptedDice::new(&[hits.as_slice(), &[face]].concat());
        let mut log = StoryLog::telling();
        let Flow::Next(state) = duel.step(&opening, &mut dice, &mut log) else { panic!("the turn goes on") };
        assert_eq!(state.units.map(|unit| (unit.figures, unit.testing)), [(4, false), (1, true)]);
        let after = duel.step(&state, &mut dice, &mut log);
        dice.finish().unwrap();
        assert_eq!(matches!(after, Flow::Next(_)), stands);
        assert_eq!(log.lost[1][Cause::Morale as usize], u32::from(!stands));
    }
}

/// A charge: the charger holds its fire, both strike at once, and a suppressed unit may not charge.
#[test]
fn chargers_hold_their_fire_and_suppressed_units_do_not_charge() {
    let units = "[[unit]]\nid = \"two\"\nleadership = 4\ncloses = true\nfigures = [{ count = 2, weapons = [\"carbine\", \"blade\"] }]\n";
    let game = game_of(&[], units);
    let duel = duel(&game, ["two", "two"], [Policy::Charge; 2], 8);
    let mut state = duel.opening();
    state.phase = Phase::Firefight;
    // Only B fires: four misses.
    let mut dice = ScriptedDice::new(&[1, 2, 3, 3]);
    let Flow::Next(fired) = duel.step(&state, &mut dice, &mut StoryLog::telling()) else { panic!() };
    dice.finish().unwrap();
    // Melee: two dice a man; A hits twice, wounds twice, one save of 5; B misses.
    let mut dice = ScriptedDice::new(&[4, 4, 1, 1, 2, 2, 5, 1, 1, 1, 1, 1]);
    let Flow::Next(fought) = duel.step(&fired, &mut dice, &mut StoryLog::telling()) else { panic!() };
    dice.finish().unwrap();
    assert!(fought.engaged && fought.gap == 0);
    assert_eq!(fought.units.map(|unit| unit.figures), [2, 1]);
    // The same with A suppressed: it fires instead, at -2, and stays where it is.
    state.units[0].suppressed = 1;
    let mut dice = ScriptedDice::new(&[5, 5, 5, 5, 1, 1, 1, 1]);
    let Flow::Next(fired) = duel.step(&state, &mut dice, &mut StoryLog::telling()) else { panic!() };
    dice.finish().unwrap();
    let mut dice = ScriptedDice::new(&[]);
    let Flow::Next(fought) = duel.step(&fired, &mut dice, &mut StoryLog::telling()) else { panic!() };
    dice.finish().unwrap();
    assert!(!fought.engaged);
}
