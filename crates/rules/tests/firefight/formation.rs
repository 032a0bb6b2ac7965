//! Models in ranks behind the near edge: who is in range, who waits, and who comes up to strike.

use muster_rules::firefight::FirefightGame;
use muster_rules::firefight::attack::{Exposure, Fighter, Meeting};
use muster_rules::firefight::needed::Needed;
use muster_rules::firefight::numbers::Attacks;
use muster_rules::orders::Policy;
use muster_rules::table::Cover;
use muster_rules::{DuelSpec, Game as _};

use super::support::{chosen, game, game_of, plan};

/// Outcomes of dice that one solution may follow.
const BUDGET: u64 = 40_000_000;

/// Dice that guardsmen throw at swordsmen across a gap in inches, when so many of them wait for the firefight, or come up so far.
fn dice(game: &FirefightGame, phase: Attacks, gap: i32, change: impl FnOnce(&mut Fighter<'_>)) -> u32 {
    let (men, foe) = (plan(game, "guardsmen"), plan(game, "swordsmen"));
    let mut men = Fighter::fresh(&men);
    change(&mut men);
    let telling = game.rules().telling(foe.figures, false, 0);
    let foe = Fighter::fresh(&foe);
    let (attacker, target, exposure) = (&men, &foe, Exposure::of(Cover::None));
    let volley = game.rules().volley(Meeting { phase, attacker, target, exposure, gap: gap * 4 }, telling);
    volley.map_or(0, |volley| volley.shots.iter().map(|shots| shots.count).sum())
}

/// Ten men with two shots each: ranks of four, four and two, 3 inches apart, or one inch in close order.
#[test]
fn range_and_firefight_distance_are_judged_rank_by_rank() {
    let of = |sets: &[&str], phase: Attacks, gap: i32| dice(&game(sets), phase, gap, |_| ());
    let shooting = [18, 19, 21, 22, 24, 25];
    assert_eq!(shooting.map(|gap| of(&[], Attacks::Shooting, gap)), [20, 16, 16, 8, 8, 0]);
    assert_eq!([6, 7, 9, 10, 12].map(|gap| of(&[], Attacks::Firefight, gap)), [20, 16, 16, 8, 8]);
    let close = chosen("formation", "close");
    assert_eq!([22, 23, 24].map(|gap| of(&[&close], Attacks::Shooting, gap)), [20, 16, 8]);
    let unit = chosen("formation", "unit");
    assert_eq!([12, 24, 25].map(|gap| of(&[&unit], Attacks::Shooting, gap)), [20, 20, 0]);
    // The gap between men is data: without one they stand base to base.
    assert_eq!(of(&["movement.coherency=0"], Attacks::Shooting, 23), 16);
}

#[test]
fn front_ranks_wait_and_those_behind_shoot() {
    let game = game(&[]);
    let shots = |waiting: u32| dice(&game, Attacks::Shooting, 8, |men| men.waiting = waiting);
    assert_eq!([0, 4, 8, 10, u32::MAX].map(shots), [20, 12, 4, 0, 0]);
}

#[test]
fn who_cannot_come_up_does_not_strike() {
    let game = game(&[]);
    let blows = |inches: i32| dice(&game, Attacks::Melee, 0, |men| men.coming_up = inches * 4);
    assert_eq!([0, 2, 3, 5, 6, 8].map(blows), [4, 4, 8, 8, 10, 10]);
}

fn score(sets: &[&str], ids: [&str; 2], policies: [Policy; 2], start: f64, figures: [u32; 2]) -> f64 {
    let spec = DuelSpec {
        policies: policies.map(Some),
        start: Some(start),
        figures: figures.map(Some),
        ..DuelSpec::default()
    };
    game(sets).duel(ids[0], ids[1], &spec).unwrap().solve(BUDGET).unwrap().score()
}

/// Each number and reading that places models matters, in the direction that it should.
#[test]
fn coherency_pile_in_charge_and_formation_tell_in_duels() {
    use Policy::{Charge, Hold};
    // Half of the charged unit cannot pile in when it may not move.
    let ids = ["swordsmen", "guardsmen"];
    let defended = |sets: &[&str]| score(sets, ids, [Charge, Hold], 4.0, [6, 6]);
    assert!(defended(&["movement.pile_in=0"]) > defended(&[]) + 1e-3);
    // A charge of 2 inches brings the front rank home and leaves the second behind.
    assert!(defended(&["movement.charge=2"]) < defended(&[]) - 1e-3);
    let near = |sets: &[&str]| score(sets, ["guardsmen", "conscripts"], [Hold; 2], 11.0, [4, 4]);
    let usual = near(&[]);
    for set in [
        "movement.coherency=0".to_owned(),
        chosen("formation", "close"),
        chosen("formation", "unit"),
        chosen("near_shooters", "unit"),
    ] {
        assert!((near(&[&set]) - usual).abs() > 1e-4, "{set} changes nothing: {usual}");
    }
    // A line abreast knows no ranks: the readings of who waits come to the same.
    let line = chosen("formation", "unit");
    assert!((near(&[&line]) - near(&[&line, &chosen("near_shooters", "unit")])).abs() < 1e-12);
}

/// A sergeant of skill 2 among plain men: he hits better, and is hit as they are.
#[test]
fn models_of_one_unit_hit_by_their_own_skill() {
    let units = r#"
[[unit]]
id = "led"
leadership = 4
figures = [
  { count = 3, weapons = ["carbine"] },
  { count = 1, skill = 2, weapons = ["carbine"] },
  { count = 1, melee_skill = 1, weapons = ["carbine"] },
]
"#;
    let game = game_of(&[], units);
    let led = plan(&game, "led");
    let hits = |phase: Attacks| {
        let (men, telling) = (Fighter::fresh(&led), game.rules().telling(5, false, 0));
        let (attacker, target, exposure) = (&men, &men, Exposure::of(Cover::None));
        let meeting = Meeting { phase, attacker, target, exposure, gap: 4 };
        let volley = game.rules().volley(meeting, telling).unwrap();
        volley.shots.iter().map(|shots| (shots.count, shots.hit)).collect::<Vec<_>>()
    };
    assert_eq!(hits(Attacks::Shooting), [(8, Needed::Face(4)), (2, Needed::Face(2))]);
    assert_eq!(hits(Attacks::Melee), [(3, Needed::Face(4)), (1, Needed::Face(2)), (1, Needed::Face(3))]);
}
