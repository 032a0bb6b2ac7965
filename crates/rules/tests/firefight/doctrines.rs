//! Each doctrine's effect, when dice are spent, and the special leader without whom there are none.

use muster_dice::ScriptedDice;
use muster_rules::firefight::FirefightGame;
use muster_rules::firefight::duel::{DuelState, Phase};
use muster_rules::log::{Event, StoryLog};
use muster_rules::orders::Policy;
use muster_rules::process::{Flow, Process as _};

use super::support::{duel, game_of};

/// Two men and a doctrine, against two without.
fn pair_with(doctrine: &str, key: &str) -> FirefightGame {
    let units = format!(
        "[[unit]]\nid = \"drilled\"\nleadership = 4\ndice = 1\n{key} = [\"{doctrine}\"]\nfigures = [{{ count = 2, weapons = [\"carbine\"] }}]\n\
         [[unit]]\nid = \"plain\"\nleadership = 4\nfigures = [{{ count = 2, weapons = [\"carbine\"] }}]\n"
    );
    game_of(&["rulings.firefight_by.chosen=active"], &units)
}

/// Plays one phase of a duel of `drilled` (side A) and `plain`, at 10 inches; the faces must be used up.
fn play(game: &FirefightGame, change: impl FnOnce(&mut DuelState), faces: &[u32]) -> (DuelState, StoryLog) {
    let duel = duel(game, ["drilled", "plain"], [Policy::Hold; 2], 10);
    let mut state = duel.opening();
    state.phase = Phase::Firefight;
    change(&mut state);
    let (mut dice, mut log) = (ScriptedDice::new(faces), StoryLog::telling());
    let flow = duel.step(&state, &mut dice, &mut log);
    dice.finish().unwrap_or_else(|error| panic!("{error}: {:?}", log.events));
    match flow {
        Flow::Next(state) | Flow::TurnOver(state) | Flow::Over(state) => (state, log),
    }
}

fn says(log: &StoryLog, words: &str) -> bool {
    log.events.iter().any(|event| matches!(event, Event::Line { text, .. } if text.contains(words)))
}

#[test]
fn misses_are_rolled_again_once_when_the_die_shows_enough() {
    let game = pair_with("close-shooting", "doctrines");
    // The activation die shows 4; of four shots two miss, and one of them hits at the second throw.
    let (state, log) = play(&game, |_| {}, &[4, 4, 3, 4, 2, 1, 5, 1, 1, 1]);
    assert!(says(&log, "activates Close shooting"));
    assert_eq!(state.units[1].figures, 2);
    // The die shows 3: nothing is rolled again.
    let (_, log) = play(&game, |_| {}, &[3, 4, 3, 5, 2, 1, 1]);
    assert!(says(&log, "fails to activate Close shooting"));
}

#[test]
fn explosive_charges_take_a_save_away_and_rapid_fire_adds_dice() {
    // 5+ in the firefight becomes 6+: a 5 does not save.
    let (state, _) = play(&pair_with("heavy-charges", "doctrines"), |_| {}, &[4, 4, 1, 1, 1, 2, 5]);
    assert_eq!(state.units[1].figures, 1);
    // Three dice a man.
    let (state, _) = play(&pair_with("rapid-fire", "doctrines"), |_| {}, &[6, 1, 1, 1, 1, 1, 1]);
    assert_eq!(state.units[1].figures, 2);
}

#[test]
fn stoic_troops_need_twice_the_wounds_and_spend_a_die_only_when_it_may_help() {
    let game = pair_with("stoic", "doctrines");
    let enemy_turn = |state: &mut DuelState| {
        state.active = muster_results::Side::B;
        state.units[0].dice = 1;
    };
    // Two wounds on two men: the die shows 4, and they are not suppressed. Both saves are made.
    let (state, log) = play(&game, enemy_turn, &[4, 4, 1, 1, 2, 2, 5, 6, 4]);
    assert!(says(&log, "activates Stoic"));
    assert_eq!((state.units[0].suppressed, state.units[0].dice), (0, 0));
    // It shows 3: they are.
    let (state, _) = play(&game, enemy_turn, &[4, 4, 1, 1, 2, 2, 5, 6, 3]);
    assert_eq!(state.units[0].suppressed, 1);
    // Four wounds are too many even so: no die is spent.
    let (state, log) = play(&game, enemy_turn, &[4, 4, 4, 4, 2, 2, 2, 2, 5, 6, 5, 5]);
    assert_eq!((state.units[0].suppressed, state.units[0].dice), (1, 1));
    assert!(says(&log, "; enough wounds to suppress, 0 fall"));
    // One wound is too few: no die is spent.
    let (state, log) = play(&game, enemy_turn, &[4, 1, 1, 1, 2, 5]);
    assert!(says(&log, "; too few wounds to suppress, 0 fall"));
    assert_eq!((state.units[0].suppressed, state.units[0].dice), (0, 1));
}

#[test]
fn a_failed_leadership_test_is_rolled_again_or_passed() {
    let testing = |state: &mut DuelState| state.units[0].testing = true;
    let rerolled = pair_with("stubborn", "doctrines");
    assert_eq!(play(&rerolled, testing, &[3, 4, 4]).0.units[0].figures, 2);
    let (state, log) = play(&rerolled, testing, &[3, 4, 3]);
    assert!(state.units[0].figures == 0 && says(&log, "fails the test again"));
    assert!(!says(&play(&rerolled, testing, &[3, 4, 4]).1, "fails the test again"));
    assert_eq!(play(&rerolled, testing, &[3, 3]).0.units[0].figures, 0);
    let passed = pair_with("to-the-last", "doctrines");
    assert_eq!(play(&passed, testing, &[3, 5]).0.units[0].figures, 2);
    assert_eq!(play(&passed, testing, &[3, 4]).0.units[0].figures, 0);
}

#[test]
fn better_saves_help_the_unit_that_is_fired_at() {
    let game = pair_with("hit-the-dirt", "doctrines");
    let enemy_turn = |state: &mut DuelState| {
        state.active = muster_results::Side::B;
        state.units[0].dice = 1;
    };
    // 5+ becomes 4+: a 4 saves.
    let (state, _) = play(&game, enemy_turn, &[4, 4, 1, 1, 1, 2, 4]);
    assert_eq!(state.units[0].figures, 2);
}

/// SPECIAL LEADERS: what he confers is lost with him.
#[test]
fn a_special_leaders_doctrines_die_with_him() {
    let game = pair_with("close-shooting", "confers");
    let (_, log) = play(&game, |_| {}, &[4, 4, 4, 4, 4, 1, 1, 1, 1]);
    assert!(says(&log, "activates Close shooting"));
    let (_, log) = play(&game, |state| state.units[0].led = false, &[4, 4, 4, 4, 1, 1, 1, 1]);
    assert!(!says(&log, "Close shooting"));
}

/// Of the men who stood before a loss any may be the leader: a die with as many sides.
#[test]
fn a_special_leader_falls_as_often_as_any_of_his_men() {
    let game = pair_with("close-shooting", "confers");
    let enemy_turn = |state: &mut DuelState| {
        state.active = muster_results::Side::B;
        state.units[0].dice = 0;
    };
    for (face, led) in [(1, false), (2, true)] {
        // One of two falls; one of two is not below half.
        let (state, _) = play(&game, enemy_turn, &[4, 1, 1, 1, 2, 1, face]);
        assert_eq!((state.units[0].figures, state.units[0].led), (1, led));
    }
}
