//! The printed melee example: three units, two fights at once, all tests, every die of the text.
//!
//! Two misprints of the text are noted: 22 divided by 8 is 2.75 and not 3.75, and 44 divided by 12 is 3.67 and not 3.6;
//! neither changes what happens. It calls the swordsmen halberdiers once.

use muster_dice::ScriptedDice;
use muster_results::Side;
use muster_rules::blood_and_steel::battle::{Battle, Field};
use muster_rules::blood_and_steel::confidence::Confidence;
use muster_rules::blood_and_steel::rules::Facing;
use muster_rules::log::NoLog;
use muster_rules::orders::Plan;
use muster_rules::table::Point;

use super::support::{conditions, fighter, force, game, plan};

#[test]
fn the_printed_melee_example_is_replayed_with_every_die_used() {
    let game = game(&[]);
    let horse = force(
        vec![plan(&game, "example-veterans"), plan(&game, "example-knights")],
        &[Point { x: 96, y: 88 }, Point { x: 80, y: 104 }],
    );
    let foot = force(vec![plan(&game, "example-swordsmen")], &[Point { x: 96, y: 104 }]);
    let conditions = conditions();
    let battle = Battle {
        rules: game.rules(),
        conditions: &conditions,
        forces: [&horse, &foot],
        plans: [Plan::Combined; 2],
    };
    let mut field = Field::opening([&horse, &foot]);
    // The veterans have charged home in front; the regulars have been fighting in the flank.
    for (unit, charging) in [(0, 1), (1, 0)] {
        let horsemen = field.unit_mut(Side::A, unit);
        horsemen.locked = 1;
        horsemen.charging = charging;
    }
    let swordsmen = field.unit_mut(Side::B, 0);
    (swordsmen.locked, swordsmen.flanked) = (0b11, 0b10);
    let faces = [
        2, 3, 5, 6, // veterans d10 and d12, swordsmen d8 and d6: a MAJOR result for the swordsmen
        2, // 11 x 4 / 12 is 3 and 8 over; the veterans' melee die shows 2: 4 hits
        8, 3, 7, 1, 5, 2, 4, 9, // d8 against d12 armour, four times: three fall
        2, 9, 3, 8, // regulars d8 and d10, swordsmen d8 and d8: a MINOR result for the regulars
        5, // 11 / 10 is 1 and 1 over; the regulars' melee die shows more than 1: 1 hit
        4, 10, // d8 against d12 armour: nobody falls
        7,  // 22 / 8 is 2 and 6 over; the swordsmen's melee die shows more than 6: 2 hits
        9, 4, 6, 5, // d10 against d8 armour, twice: both fall
        1, 4, 6, // three dice for the veterans' leader: a 1, he is lost
        2, // their test against 2 + 3 + 1 = 6: half of it or less, two levels
        4, // the new leader is like the old one
        3, // the regulars' test against 3: a tie fails, one level
        3, 5, // two dice for the swordsmen's leader: he lives
        5, // their test against 1 + 1 + 2 = 4: passed
    ];
    let mut dice = ScriptedDice::new(&faces);
    battle.resolve_melee(&mut field, Side::A, 0, &mut dice, &mut NoLog);
    dice.finish().unwrap();
    let [veterans, regulars] = [0, 1].map(|unit| *field.unit(Side::A, unit));
    let swordsmen = field.unit(Side::B, 0);
    assert_eq!((veterans.figures, veterans.confidence), (2, Confidence::Shaken));
    assert_eq!(veterans.leadership, 2);
    assert_eq!((regulars.figures, regulars.confidence), (10, Confidence::Shaken));
    assert_eq!((swordsmen.figures, swordsmen.confidence), (18, Confidence::Steady));
    // All are used up, and the fight goes on next turn.
    assert!(veterans.acted && regulars.acted && swordsmen.acted);
    assert_eq!((veterans.locked, swordsmen.locked), (1, 0b11));
}

/// MELEE, the example: "a d12 for melee and reducing the swordsmen by 1 die type"; the regulars d10, against d8.
#[test]
fn the_dice_of_the_example_are_shifted_as_the_text_says() {
    let game = game(&[]);
    let [veterans, regulars, swordsmen] =
        ["example-veterans", "example-knights", "example-swordsmen"].map(|id| plan(&game, id));
    let charge = game.rules().contest([&fighter(&veterans, true), &fighter(&swordsmen, false)]);
    assert_eq!(charge.map(|side| side.melee.to_string()), ["d12", "d6"]);
    assert_eq!(charge.map(|side| side.quality.to_string()), ["d10", "d8"]);
    assert_eq!(charge.map(|side| side.ranks), [1, 4]);
    // Casualties are thrown for with the weapon's own die, not with the shifted one.
    assert_eq!((charge[1].casualty.to_string(), charge[0].armour.to_string()), ("d8".into(), "d12".into()));
    let steady = game.rules().contest([&fighter(&regulars, false), &fighter(&swordsmen, false)]);
    assert_eq!(steady.map(|side| side.melee.to_string()), ["d10", "d8"]);
    assert_eq!(steady[0].casualty.to_string(), "d10");
}

/// Quarters of a circle: an enemy within 45 degrees of the front, beside it, behind it; who skirmishes has no flanks.
#[test]
fn attacks_meet_a_massed_unit_in_front_in_flank_or_behind() {
    let game = game(&[]);
    let foot = force(vec![plan(&game, "heavy-swords"), plan(&game, "skirmishers")], &[Point::default(); 2]);
    let conditions = conditions();
    let battle = Battle {
        rules: game.rules(),
        conditions: &conditions,
        forces: [&foot, &foot],
        plans: [Plan::Combined; 2],
    };
    let field = Field::opening([&foot, &foot]);
    // Side A looks toward side B, which is where y grows.
    for (x, y, met) in [
        (0, 10, Facing::Front),
        (10, 10, Facing::Front),
        (11, 10, Facing::Flank),
        (10, 0, Facing::Flank),
        (-11, -10, Facing::Flank),
        (10, -10, Facing::Rear),
        (0, -10, Facing::Rear),
    ] {
        assert_eq!(battle.facing(Side::A, 0, field.unit(Side::A, 0), Point { x, y }), met, "{x}, {y}");
        assert_eq!(battle.facing(Side::A, 1, field.unit(Side::A, 1), Point { x, y }), Facing::Front);
    }
    let threats = [Facing::Front, Facing::Flank, Facing::Rear]
        .map(|facing| game.rules().defence_threat(facing, Confidence::Confident, false));
    assert_eq!(threats, [0, 1, 3]);
}
