//! Turns on the table with scripted dice: what characters, wizards and raw troops do, die by die. A scene in which one of them did
//! nothing would leave dice over or ask for others.

use muster_dice::ScriptedDice;
use muster_results::Side;
use muster_rules::battle::BattleRules as _;
use muster_rules::blood_and_steel::battle::{Battle, Field, Fielded, Force};
use muster_rules::blood_and_steel::confidence::Confidence;
use muster_rules::blood_and_steel::panic::Nerve;
use muster_rules::blood_and_steel::plan::UnitPlan;
use muster_rules::blood_and_steel::rules::Rules;
use muster_rules::blood_and_steel::unit::{Rank, UnitSpec};
use muster_rules::blood_and_steel::{BloodAndSteelGame, duel};
use muster_rules::log::NoLog;
use muster_rules::orders::{Plan, Policy};
use muster_rules::process::Process as _;
use muster_rules::table::Point;

use super::support::{conditions, force, game, plan};

/// Units at places, `(unit, x, y)` in quarter inches.
pub(crate) fn placed(units: Vec<(UnitPlan, i32, i32)>) -> Force {
    let places: Vec<Point> = units.iter().map(|(_, x, y)| Point { x: *x, y: *y }).collect();
    force(units.into_iter().map(|(unit, ..)| unit).collect(), &places)
}

/// Plays a turn of a scene, the first of the battle, and returns what stands then; every die is used.
pub(crate) fn turn(
    game: &BloodAndSteelGame,
    forces: [&Force; 2],
    plan: Plan,
    set: impl Fn(&mut Field),
    faces: &[u32],
) -> Field {
    let conditions = conditions();
    let battle = Battle { rules: game.rules(), conditions: &conditions, forces, plans: [plan; 2] };
    let mut field = Field::opening(forces);
    set(&mut field);
    let mut dice = ScriptedDice::new(faces);
    Rules::play_turn(&battle, &mut field, 1, &mut dice, &mut NoLog);
    dice.finish().unwrap();
    field
}

pub(crate) fn compiled(game: &BloodAndSteelGame, unit: &UnitSpec) -> UnitPlan {
    UnitPlan::new(unit, &game.rules().numbers, &game.rules().rulings, 1.0)
}

pub(crate) fn five(game: &BloodAndSteelGame, id: &str) -> UnitPlan {
    compiled(game, &game.unit(id).unwrap().resized(5).unwrap())
}

pub(crate) fn unit(field: &Field, side: Side, at: usize) -> Fielded {
    *field.unit(side, at)
}

#[test]
fn a_movement_spell_carries_a_unit_as_far_as_the_wizards_die_shows() {
    // Far from the enemy they would march in column.
    let game = game(&["battle.reforms=false"]);
    let ours = placed(vec![(plan(&game, "elite-wizard"), 96, 16), (plan(&game, "heavy-swords"), 96, 24)]);
    let theirs = placed(vec![(plan(&game, "heavy-swords"), 96, 180)]);
    // d12 against the range die d4, in the first band; then a fireball at 39 or more inches: the fourth band, d10, in vain.
    let carried = turn(&game, [&ours, &theirs], Plan::Assault, |_| (), &[9, 3, 1, 1, 10]);
    let spoilt = turn(&game, [&ours, &theirs], Plan::Assault, |_| (), &[3, 3, 1, 1, 10]);
    let forward = |field: &Field| unit(field, Side::A, 1).at.y - 24;
    // Two moves of three inches of its own, and nine by magic; a tie does not work.
    assert_eq!((forward(&carried), forward(&spoilt)), (24 + 36, 24));
}

#[test]
fn attack_and_defence_spells_raise_the_dice_of_a_melee() {
    let game = game(&[]);
    let ours = placed(vec![(plan(&game, "elite-wizard"), 96, 16), (five(&game, "heavy-swords"), 96, 88)]);
    let theirs = placed(vec![(five(&game, "heavy-swords"), 96, 96)]);
    let locked = |field: &mut Field| {
        field.unit_mut(Side::A, 1).locked = 1;
        field.unit_mut(Side::B, 0).locked = 0b10;
    };
    let faces = [
        9, 1, // attack: d12 against the range die
        9, 1, // defence
        5, 10, 8, 8, // d8 and d10 against d8 and d8: MINOR
        9, 8, 9, // 16 / 10 and the d10 shows more than 6: one hit, d8 against d10 armour
        8, 1, 3, // 15 / 8 and the d8 shows more than 7: one hit, d10 against d8
        8, 8, // both pass their tests
    ];
    let field = turn(&game, [&ours, &theirs], Plan::Assault, locked, &faces);
    assert_eq!([unit(&field, Side::A, 1), unit(&field, Side::B, 0)].map(|unit| unit.figures), [5, 5]);
}

#[test]
fn a_fireball_burns_and_a_wizard_near_its_target_counters_it() {
    let game = game(&[]);
    let ours = placed(vec![(plan(&game, "elite-wizard"), 96, 16)]);
    let alone = placed(vec![(five(&game, "heavy-swords"), 96, 56)]);
    // In the first band: d12 and d10 against d4: MAJOR, 14 / 4 is 3 and 2 over, the range die shows 2: four hits, d10 against d8.
    // The elite wizard has nothing else to spend his second action on.
    let faces = [8, 6, 2, 9, 1, 9, 1, 9, 1, 1, 8, 8];
    let field = turn(&game, [&ours, &alone], Plan::FireLine, |_| (), &faces);
    assert_eq!(unit(&field, Side::B, 0).figures, 2);
    let guarded = placed(vec![(five(&game, "heavy-swords"), 96, 56), (plan(&game, "elite-wizard"), 96, 60)]);
    // The counterspeller's d12 shows 8: neither die is higher. Then his own fireball, in vain.
    let faces = [8, 6, 2, 8, 1, 1, 4, 12];
    let field = turn(&game, [&ours, &guarded], Plan::FireLine, |_| (), &faces);
    assert_eq!(unit(&field, Side::B, 0).figures, 5);
}

#[test]
fn a_character_lets_others_act_and_rallies_them() {
    let game = game(&["battle.reforms=false"]);
    let ours = placed(vec![(plan(&game, "captain"), 96, 16), (plan(&game, "shortbows"), 96, 24)]);
    let theirs = placed(vec![(plan(&game, "heavy-swords"), 96, 110)]);
    // Each of his two actions gives a volley, and the third is their own: all in vain.
    let volley = [1, 1, 4];
    let faces = volley.repeat(3);
    turn(&game, [&ours, &theirs], Plan::FireLine, |_| (), &faces);
    // Broken, rallied twice: its die must show more than both leadership values together, 1 and 2.
    let broken = |field: &mut Field| field.unit_mut(Side::A, 1).confidence = Confidence::Broken;
    let far = placed(vec![(plan(&game, "heavy-swords"), 96, 180)]);
    let swords = placed(vec![(plan(&game, "captain"), 96, 16), (plan(&game, "heavy-swords"), 96, 24)]);
    let field = turn(&game, [&swords, &far], Plan::Assault, broken, &[4, 4]);
    assert_eq!(unit(&field, Side::A, 1).confidence, Confidence::Steady);
    // Once in vain; shaken, it does not dare to go forward with either action.
    let field = turn(&game, [&swords, &far], Plan::Assault, broken, &[3, 4, 4, 4]);
    assert_eq!(unit(&field, Side::A, 1).confidence, Confidence::Shaken);
}

/// CHARACTERS, "chain of command applies".
#[test]
fn a_lieutenant_rallies_units_of_his_own_command_only_until_he_succeeds_the_general() {
    let scene = |sets: &[&str], own: bool, general: bool, faces: &[u32]| {
        let game = game(&[sets, &["battle.reforms=false"]].concat());
        let captain = game.unit("captain").unwrap().clone();
        let foot = || Some("foot".to_owned());
        let lieutenant = UnitSpec { rank: Rank::Lieutenant, command: foot(), ..captain.clone() };
        let swords = game.unit("heavy-swords").unwrap().clone();
        let swords = UnitSpec { command: if own { foot() } else { None }, ..swords };
        let ours = placed(vec![
            (compiled(&game, &lieutenant), 96, 16),
            (compiled(&game, &swords), 96, 24),
            (compiled(&game, &captain), 96, 120),
        ]);
        let theirs = placed(vec![(plan(&game, "heavy-swords"), 10, 188)]);
        let shaken = |field: &mut Field| {
            field.unit_mut(Side::A, 1).confidence = Confidence::Broken;
            if !general {
                field.take_off(Side::A, 2, 1, muster_results::Cause::Melee);
            }
        };
        let field = turn(&game, [&ours, &theirs], Plan::Assault, shaken, faces);
        (unit(&field, Side::A, 1).confidence, unit(&field, Side::A, 0).commands_all)
    };
    let everybody = "rulings.chain_of_command.chosen=everybody";
    let at_once = "rulings.succession.chosen=at_once";
    let nobody = "rulings.succession.chosen=nobody";
    assert_eq!(scene(&[], true, true, &[4, 4]), (Confidence::Steady, false), "his own");
    assert_eq!(scene(&[], false, true, &[]), (Confidence::Broken, false), "not his");
    assert_eq!(scene(&[everybody], false, true, &[4, 4]), (Confidence::Steady, false), "everybody's");
    // The general has fallen: one action to take command, one to rally; two rallies where that costs nothing.
    assert_eq!(scene(&[], false, false, &[4, 4, 4]), (Confidence::Shaken, true), "succeeds");
    assert_eq!(scene(&[at_once], false, false, &[4, 4]), (Confidence::Steady, true), "at once");
    assert_eq!(scene(&[nobody], false, false, &[]), (Confidence::Broken, false), "nobody");
}

#[test]
fn a_character_joins_a_unit_leads_it_and_falls_with_it() {
    let game = game(&[]);
    let ours = placed(vec![(plan(&game, "captain"), 96, 14), (five(&game, "heavy-swords"), 96, 24)]);
    let theirs = placed(vec![(five(&game, "heavy-swords"), 96, 180)]);
    let conditions = conditions();
    let forces = [&ours, &theirs];
    let battle = Battle { rules: game.rules(), conditions: &conditions, forces, plans: [Plan::Assault; 2] };
    let mut field = Field::opening(forces);
    Rules::play_turn(&battle, &mut field, 1, &mut ScriptedDice::new(&[]), &mut NoLog);
    let (captain, swords) = (unit(&field, Side::A, 0), unit(&field, Side::A, 1));
    assert_eq!((captain.joined, swords.led, swords.leadership), (Some(1), true, 1));
    assert_eq!((captain.at, captain.hidden), (swords.at, false), "between turns he is counted by himself");
    // At blows: the unit throws a second quality die, and a 1 among its casualties' dice is his.
    field.unit_mut(Side::A, 1).locked = 1;
    field.unit_mut(Side::B, 0).locked = 0b10;
    let faces = [
        2, // side B begins
        6, // ... with a higher die than side A
        1, 1, 2, 8,
        8, // d8, d8 and d8 of the led, d8 and d8 of their enemies: a MAJOR result against them
        8, 5, 5, 1, // 16 / 8: two hits, both kill
        1, 6, // two dice of d6 for the leader: he is among the fallen
        8, 4, // the test is passed, the next leader is as he was
        8, // the enemies' test
    ];
    let mut dice = ScriptedDice::new(&faces[..]);
    let played = Rules::play_turn(&battle, &mut field, 2, &mut dice, &mut NoLog);
    dice.finish().unwrap();
    assert_eq!(played, None);
    let (captain, swords) = (unit(&field, Side::A, 0), unit(&field, Side::A, 1));
    assert_eq!((captain.figures, swords.figures, swords.led), (0, 3, false));
    assert_eq!(field.standing, [1, 1]);
    assert_eq!(field.lost[0].iter().sum::<u32>(), 3);
}

/// CHARACTERS: friends within reach "must make an immediate morale check", also when the last of his men fall with him.
#[test]
fn a_leader_who_falls_with_the_last_of_his_unit_is_mourned() {
    let game = game(&[]);
    let ours = placed(vec![(plan(&game, "elite-wizard"), 96, 16)]);
    let scene = |id: &str, faces: &[u32]| {
        let theirs = placed(vec![(plan(&game, id), 96, 56), (five(&game, "heavy-swords"), 120, 56)]);
        let one_left = |field: &mut Field| {
            field.take_off(Side::B, 0, 19, muster_results::Cause::Shooting);
        };
        let field = turn(&game, [&ours, &theirs], Plan::FireLine, one_left, faces);
        assert_eq!(unit(&field, Side::B, 0).figures, 0, "{id}");
        unit(&field, Side::B, 1).confidence
    };
    // A MAJOR result and four hits on the one man who is left, d10 against d8.
    let fireball = [8, 6, 2, 9, 1, 9, 1, 9, 1, 1, 8];
    assert_eq!(scene("heavy-swords", &fireball), Confidence::Confident, "nobody led them");
    let (passed, failed) = ([8], [1]);
    assert_eq!(scene("led-swords", &[&fireball[..], &passed].concat()), Confidence::Confident);
    assert!(scene("led-swords", &[&fireball[..], &failed].concat()) > Confidence::Confident);
}

#[test]
fn raw_troops_panic_at_what_they_meet_first() {
    let raw = game(&[]);
    let scene = |game: &BloodAndSteelGame, faces: &[u32]| {
        let ours = placed(vec![(plan(game, "levy"), 96, 16)]);
        let theirs = placed(vec![(plan(game, "heavy-swords"), 96, 180)]);
        let field = turn(game, [&ours, &theirs], Plan::Assault, |_| (), faces);
        let levy = unit(&field, Side::A, 0);
        (levy.nerve, levy.confidence, levy.at.y > 16)
    };
    // Untrained, d4 against a leader of 3: a 4 keeps the nerve; else the activation goes into pulling themselves together.
    assert_eq!(scene(&raw, &[4]), (Nerve::Proved, Confidence::Steady, true));
    assert_eq!(scene(&raw, &[3, 4]), (Nerve::Proved, Confidence::Steady, false));
    assert_eq!(scene(&raw, &[3, 2]), (Nerve::Panicked, Confidence::Steady, false));
    assert_eq!(scene(&raw, &[3, 1]), (Nerve::Panicked, Confidence::Shaken, false));
    let calm = game(&["rulings.panic.chosen=none"]);
    assert_eq!(scene(&calm, &[]), (Nerve::Proved, Confidence::Steady, true));
    // The same in a duel; green troops take fright at horsemen, regulars at a charging terror.
    let nerves = |a: &str, b: &str, gap: i16, faces: &[u32]| {
        let units = [plan(&raw, a), plan(&raw, b)];
        let process = duel::DuelProcess::new(raw.rules(), units, [Policy::Charge; 2], [gap, 96], 30);
        let mut dice = ScriptedDice::new(faces);
        let state = process.step(&process.opening(), &mut dice, &mut NoLog).state();
        dice.finish().unwrap();
        state.units.map(|unit| unit.nerve)
    };
    assert_eq!(nerves("levy", "heavy-swords", 96, &[3, 2])[0], Nerve::Panicked);
    assert_eq!(nerves("green-swords", "heavy-swords", 96, &[])[0], Nerve::Raw);
    assert_eq!(nerves("green-swords", "knights", 96, &[1, 6])[0], Nerve::Proved);
    // A dragon: d8 for its test, twelve inches; then the swordsmen's nerve, and their test at twice the threat of 0. At blows
    // panic has nothing left to forbid.
    nerves("dragon", "heavy-swords", 16, &[8, 12, 2, 8]);
    nerves("giant", "heavy-swords", 16, &[8, 8, 8]);
}

/// MONSTERS: each with the dice, the pace and the terror that the text prints for it.
#[test]
fn each_monster_fights_as_printed() {
    use super::support::fighter;
    let game = game(&[]);
    let foot = plan(&game, "heavy-swords");
    for (id, charging, fire, armour, inches, terror) in [
        ("pegasus", "d8", None, "d6", 24, false),
        ("griffon", "d12", None, "d10", 24, false),
        ("ogre", "d12", None, "d8", 16, false),
        ("giant", "d12x2", None, "d10", 16, false),
        ("hydra", "d10x2", Some("d10"), "d10x2", 20, true),
        ("dragon", "d12x3", Some("d12"), "d12x2", 24, true),
    ] {
        let monster = plan(&game, id);
        let [side, met] = game.rules().contest([&fighter(&monster, true), &fighter(&foot, false)]);
        assert_eq!(side.melee.to_string(), charging, "{id}");
        assert_eq!(side.extra[0].map(|die| die.to_string()).as_deref(), fire, "{id}");
        assert_eq!(side.armour.to_string(), armour, "{id}");
        assert_eq!((monster.longest_combat(), monster.terror), (inches * 4, terror), "{id}");
        // A step past d12 lowers the die of the enemy.
        assert_eq!(met.melee.to_string(), if charging.starts_with("d12x") { "d6" } else { "d8" }, "{id}");
        let mean = game.rules().book.melee([side, met]).mean;
        assert!(mean[1] > 0.3, "{id} kills {}", mean[1]);
    }
}

/// MISSILE FIRE, engines: a weapon die of their own, bands of twice the quality die, one hit or two.
#[test]
fn each_engine_shoots_as_printed() {
    use muster_rules::blood_and_steel::missile::ShotResult;
    use muster_rules::table::Cover;
    let game = game(&[]);
    let foot = plan(&game, "heavy-swords");
    for (id, quality, firepower, impact, band) in [
        ("bolt-thrower", "d8", "d10", "d10", 16),
        ("catapult", "d8", "d8", "d12", 16),
        ("great-cannon", "d10", "d6", "d12x2", 20),
    ] {
        let engine = plan(&game, id);
        let shot = |inches: i32| {
            let missile = &engine.fire[0];
            game.rules().shot(
                &engine,
                (engine.figures, engine.files),
                missile,
                &foot,
                20,
                inches * 4,
                Cover::None,
                0,
                None,
            )
        };
        let first = shot(band).unwrap();
        let dice = (first.quality.to_string(), first.firepower.to_string(), first.impact.to_string());
        assert_eq!(dice, (quality.to_owned(), firepower.to_owned(), impact.to_owned()), "{id}");
        assert_eq!([band, band + 1].map(|at| shot(at).unwrap().range.to_string()), ["d4", "d6"], "{id}");
        assert_eq!((shot(5 * band).is_some(), shot(5 * band + 1)), (true, None), "{id}");
        let most = |wanted: ShotResult| {
            let roll = game.rules().shot_roll(first);
            let fallen = roll.results().filter(|(result, ..)| *result == wanted).map(|(_, fallen, _)| fallen);
            fallen.max()
        };
        assert_eq!(
            [ShotResult::Failure, ShotResult::Minor, ShotResult::Major].map(most),
            [Some(0), Some(1), Some(2)]
        );
    }
}
