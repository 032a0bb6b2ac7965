//! Battles of forces put together from units.

use muster_dice::Seed;
use muster_rules::orders::Plan;
use muster_rules::{BattleSpec, DiceKind, Game as _, Respawns, Roster};

use super::support::game;

fn roster(units: &[(&str, Option<u32>)]) -> Roster {
    Roster { units: units.iter().map(|(id, figures)| ((*id).to_owned(), *figures)).collect() }
}

fn spec() -> BattleSpec {
    BattleSpec {
        conditions: "open".to_owned(),
        plans: [Plan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

#[test]
fn forces_are_made_of_units_whole_with_other_numbers_or_without_those_that_fall_first() {
    let game = game(&[]);
    let one = roster(&[("guardsmen", None), ("guardsmen-with-gun", Some(4))]);
    let other = roster(&[("brutes", Some(12)), ("rifle-platoon:squad-1", None)]);
    let battle = game.battle_of(&one, &other, &spec()).unwrap();
    assert_eq!(battle.start(), [14, 20]);
    let exchanged = game.battle_of(&other, &one, &spec()).unwrap();
    let played = battle.play(Seed(3), 0..200, DiceKind::Tables, false);
    assert_eq!(played, exchanged.play(Seed(3), 0..200, DiceKind::Tables, false).mirrored());
    assert!(played.total().wins > 0 && played.total().losses > 0, "{played:?}");
}

#[test]
fn forces_that_cannot_be_are_refused_with_advice() {
    let game = game(&[]);
    let men = roster(&[("guardsmen", None)]);
    for (force, expected) in [
        (roster(&[]), "0 units"),
        (roster(&[("guardsman", None)]), "guardsman"),
        (roster(&[("guardsmen", Some(0))]), "0 models"),
        (roster(&[("guardsmen-with-gun", Some(11))]), "11 models"),
    ] {
        let refused = game.battle_of(&men, &force, &spec()).err().unwrap_or_else(|| panic!("{force}"));
        assert!(refused.what.contains(expected) && !refused.advice.is_empty(), "{refused}");
    }
    let back = BattleSpec { respawns: [Some(Respawns { pool: 1, figures: None }), None], ..spec() };
    assert!(game.battle_of(&men, &men, &back).is_err());
}
