//! Scenes with scripted dice: spells that end in contact, spells on the wizard's own unit, and ranks that are changed.

use muster_dice::ScriptedDice;
use muster_results::Side;
use muster_rules::battle::BattleRules as _;
use muster_rules::blood_and_steel::confidence::Confidence;
use muster_rules::blood_and_steel::plan::UnitPlan;
use muster_rules::blood_and_steel::rules::Rules;
use muster_rules::blood_and_steel::{BloodAndSteelGame, duel};
use muster_rules::log::{Event, NoLog, StoryLog};
use muster_rules::orders::{Plan, Policy};
use muster_rules::process::Process as _;

use super::scenes::{compiled, five, placed, turn, unit};
use super::support::{game, game_with, plan};

fn of_size(game: &BloodAndSteelGame, id: &str, figures: u32) -> UnitPlan {
    compiled(game, &game.unit(id).unwrap().resized(figures).unwrap())
}

/// MAGIC ¶6: behind the enemy, no test, no charge; the enemy's activation brings the melee, and the spell on the weapons with it.
#[test]
fn a_movement_spell_may_end_in_contact_behind_the_enemy() {
    let game = game(&[]);
    let scene = |faces: &[u32]| {
        let ours =
            placed(vec![(plan(&game, "elite-wizard"), 96, 16), (of_size(&game, "halberdiers", 4), 96, 24)]);
        let theirs = placed(vec![(five(&game, "heavy-swords"), 96, 60)]);
        turn(&game, [&ours, &theirs], Plan::Assault, |_| (), faces)
    };
    let landed = [
        12, 1, // d12 against d4: twelve inches, of which nearly all lead behind the swordsmen
        9, 1, // the attack spell, in the second band
    ];
    let fought = [
        5, 12, 3, 4, // d8 and d10, a step up, against d8 and d8: a MAJOR result
        8, 12, 1, 1, 8, // 17 / 8: two hits and no third; d12 against d8 twice
        8, // the halberdiers' test
        6, // the leader is not among the fallen
    ];
    // Leader 2, from behind 3, one casualty: 6 must be beaten.
    for (face, level) in [(6, Confidence::Steady), (7, Confidence::Confident)] {
        let field = scene(&[&landed[..], &fought[..], &[face]].concat());
        let (ours, theirs) = (unit(&field, Side::A, 1), unit(&field, Side::B, 0));
        assert_eq!((ours.at.x, ours.at.y, theirs.figures, theirs.confidence), (96, 71, 4, level));
        assert_eq!((ours.locked, theirs.taken_behind, ours.attack), (1, 0b10, false), "the spell is over");
    }
    // Eight inches reach the front only: the same dice, but the test needs 4.
    let front = [&[8, 1, 9, 1][..], &fought[..], &[4]].concat();
    let field = scene(&front);
    assert_eq!((unit(&field, Side::A, 1).at.y, unit(&field, Side::B, 0).taken_behind), (49, 0));
    assert_eq!(unit(&field, Side::B, 0).confidence, Confidence::Confident);
}

/// "Only those units directly in contact fight in the new melee": the two who have fought in this turn do not fight again.
#[test]
fn who_is_carried_into_a_melee_that_is_over_fights_it_alone() {
    let game = game(&[]);
    let ours = placed(vec![
        (five(&game, "heavy-swords"), 96, 70),
        (plan(&game, "elite-wizard"), 96, 16),
        (of_size(&game, "halberdiers", 4), 96, 24),
    ]);
    let theirs = placed(vec![(five(&game, "heavy-swords"), 96, 60)]);
    let locked = |field: &mut muster_rules::blood_and_steel::battle::Field| {
        field.unit_mut(Side::A, 0).locked = 1;
        field.unit_mut(Side::B, 0).locked = 1;
    };
    let faces = [
        1, 2, 1, 2, // drawn: 3 / 8 on each side
        8, 8, // and no hit
        8, 8, // both tests
        9, 1, // the movement spell, nine inches: the swordsmen's flank or front, as far as it reaches
        // No attack spell: nobody but the halberdiers, whose activation would end it, is left to act.
        5, 10, 3, 4, // the halberdiers and those whom they have come upon, and nobody else
        8, 1, 8, // 15 / 8: one hit and no second, which does not go through
        8, 8, // both tests
    ];
    let field = turn(&game, [&ours, &theirs], Plan::Assault, locked, &faces);
    assert_eq!([0, 2].map(|at| unit(&field, Side::A, at).figures), [5, 4]);
    assert_eq!(unit(&field, Side::B, 0).locked, 0b101);
}

/// MAGIC ¶6 in a duel.
#[test]
fn a_wizard_carries_the_unit_that_he_leads_into_contact() {
    let game = game(&[]);
    let acted = |gap: i16, faces: &[u32]| {
        let units = [plan(&game, "wizard-guard"), plan(&game, "heavy-swords")];
        let process = duel::DuelProcess::new(game.rules(), units, [Policy::Charge; 2], [gap, 96], 30);
        let mut dice = ScriptedDice::new(faces);
        let state = process.step(&process.opening(), &mut dice, &mut NoLog).state();
        dice.finish().unwrap();
        (state.gap, state.locked, state.charging)
    };
    // d10 against d4, ten inches: contact, and nobody has charged. Nine: an inch short, and then a fireball in vain.
    assert_eq!(acted(40, &[10, 1]), (0, true, None));
    assert_eq!(acted(40, &[9, 1, 1, 1, 4]), (4, false, None));
    // A tie does not work; the second action throws fire.
    assert_eq!(acted(40, &[4, 4, 1, 1, 4]), (40, false, None));
    // Where a charge can reach, it charges: its test, six inches.
    assert!(acted(24, &[8, 6, 8]).1);
}

/// MAGIC ¶4-5 in a duel, "until its next activation".
#[test]
fn a_wizard_wards_himself_when_he_has_shot() {
    let game = game(&[]);
    let duel_of = |enemy: UnitPlan, gap: i16| {
        let units = [plan(&game, "elite-wizard"), enemy];
        duel::DuelProcess::new(game.rules(), units, [Policy::Hold; 2], [gap, 96], 30)
    };
    let acted = |process: &duel::DuelProcess<'_>, faces: &[u32]| {
        let mut dice = ScriptedDice::new(faces);
        let state = process.step(&process.opening(), &mut dice, &mut NoLog).state();
        dice.finish().unwrap();
        state
    };
    // A fireball in vain, then against swordsmen who could charge an attack spell.
    let near = duel_of(five(&game, "heavy-swords"), 16);
    let state = acted(&near, &[1, 1, 4, 9, 1]);
    assert_eq!((state.units[0].attack, state.units[0].defence), (true, false));
    // Out of their reach, who cannot shoot, there is no need.
    acted(&duel_of(five(&game, "heavy-swords"), 40), &[1, 1, 4]);
    // Against bowmen a defence spell: d8 in place of d6, which shows an 8 against the arrow.
    let far = duel_of(five(&game, "longbows"), 40);
    let state = acted(&far, &[1, 1, 4, 9, 1]);
    assert!(state.units[0].defence && !state.units[0].attack);
    let mut dice = ScriptedDice::new(&[8, 8, 6, 8, 8, 8, 8, 12]);
    let next = far.step(&state, &mut dice, &mut NoLog).state();
    dice.finish().unwrap();
    assert_eq!(next.units[0].figures, 1);
}

/// MOVEMENT ¶2: a rank more is worth an action; facing another way brings it along.
#[test]
fn massed_units_change_their_ranks_when_they_reorganise() {
    let usual = game(&[]);
    let wide = |game: &BloodAndSteelGame, enemy: i32, figures: u32, faces: &[u32]| {
        let id = if figures == 10 { "heavy-swords-wide" } else { "heavy-swords" };
        let ours = placed(vec![(of_size(game, id, figures), 96, 90)]);
        let theirs = placed(vec![(five(game, "heavy-swords"), 96, enemy)]);
        let field = turn(game, [&ours, &theirs], Plan::Assault, |_| (), faces);
        let ours = unit(&field, Side::A, 0);
        (ours.files, ours.at.y)
    };
    assert_eq!(wide(&usual, 170, 10, &[]), (5, 102), "one action for the ranks, one for three inches");
    assert_eq!(wide(&game(&["battle.reforms=false"]), 170, 10, &[]), (10, 114));
    // Nine men have one rank that counts either way: no action for that, but when they turn about they take the broad front.
    assert_eq!(wide(&usual, 170, 9, &[]), (5, 114));
    assert_eq!(wide(&usual, 20, 9, &[]), (9, 78));
    // In a duel, too.
    let files = |game: &BloodAndSteelGame| {
        let units = [of_size(game, "heavy-swords-wide", 10), five(game, "heavy-swords")];
        let process = duel::DuelProcess::new(game.rules(), units, [Policy::Charge; 2], [96, 96], 30);
        let state = process.step(&process.opening(), &mut ScriptedDice::new(&[]), &mut NoLog).state();
        (state.units[0].files, state.gap)
    };
    assert_eq!(files(&usual), (5, 84));
    assert_eq!(files(&game(&["duel.reforms=false"])), (10, 72));
}

/// MOVEMENT ¶3: two reorganisations and three marches in place of six moves; not where arrows may fall on it.
#[test]
fn a_unit_forms_a_column_where_that_is_quicker_and_out_of_shot() {
    let game = game(&[]);
    let marches = |enemies: &str, far: i32, faces: &[u32]| {
        let ours = placed(vec![(plan(&game, "heavy-swords"), 96, 20)]);
        let theirs = placed(vec![(five(&game, enemies), 96, far)]);
        let field = turn(&game, [&ours, &theirs], Plan::Assault, |_| (), faces);
        let ours = unit(&field, Side::A, 0);
        (ours.column, ours.at.y)
    };
    assert_eq!(marches("heavy-swords", 180, &[]), (true, 44));
    assert_eq!(marches("heavy-swords", 120, &[]), (false, 44));
    assert_eq!(marches("longbows", 180, &[1, 1, 10]), (false, 44));
}

/// Under ruling B20 bowmen take two ranks to shoot from.
#[test]
fn where_two_ranks_shoot_bowmen_form_two() {
    let files = |sets: &[&str]| {
        let game = game_with(sets, &[]);
        let units = [of_size(&game, "longbows", 20), five(&game, "heavy-swords")];
        let process = duel::DuelProcess::new(game.rules(), units, [Policy::Hold; 2], [200, 96], 30);
        process.step(&process.opening(), &mut ScriptedDice::new(&[]), &mut NoLog).state().units[0].files
    };
    assert_eq!((files(&[]), files(&["rulings.firepower_of.chosen=two_ranks"])), (5, 10));
}

/// Ruling B44: one against three. Without passing the second of the three acts after the one; with it, all three go first.
#[test]
fn b44_the_side_with_fewer_units_left_passes() {
    let order = |sets: &[&str]| {
        let game = game(&[sets, &["battle.reforms=false"]].concat());
        let swords = |x: i32, y: i32| (five(&game, "heavy-swords"), x, y);
        let ours = placed(vec![swords(96, 20)]);
        let theirs = placed(vec![swords(60, 170), swords(96, 170), swords(130, 170)]);
        let conditions = super::support::conditions();
        let forces = [&ours, &theirs];
        let battle = muster_rules::blood_and_steel::battle::Battle {
            rules: game.rules(),
            conditions: &conditions,
            forces,
            plans: [Plan::Assault; 2],
        };
        let mut field = muster_rules::blood_and_steel::battle::Field::opening(forces);
        let mut log = StoryLog::telling();
        Rules::play_turn(&battle, &mut field, 1, &mut ScriptedDice::new(&[]), &mut log);
        let moved = log.events.iter().filter_map(|event| match event {
            Event::Moved { side, .. } => Some(*side),
            _ => None,
        });
        let mut sides: Vec<Side> = moved.collect();
        sides.dedup();
        sides
    };
    assert_eq!(order(&[]), [Side::A, Side::B]);
    assert_eq!(order(&["rulings.passing.chosen=when_fewer"]), [Side::B, Side::A, Side::B]);
}
