//! Every ruling: its readings give different results, and the usual one is the text's.

use muster_rules::firefight::FirefightGame;
use muster_rules::firefight::attack::Fighter;
use muster_rules::firefight::needed::Needed;
use muster_rules::firefight::numbers::Attacks;
use muster_rules::orders::Policy;
use muster_rules::table::Cover;
use muster_rules::{DuelSpec, Game as _};

use super::support::{attack, chosen, game, plan};

/// Outcomes of dice that one solution may follow.
const BUDGET: u64 = 20_000_000;

/// Exact score of a duel.
fn score(game: &FirefightGame, ids: [&str; 2], policies: [Policy; 2], start: f64, figures: [u32; 2]) -> f64 {
    let spec = DuelSpec {
        policies: policies.map(Some),
        start: Some(start),
        figures: figures.map(Some),
        ..DuelSpec::default()
    };
    game.duel(ids[0], ids[1], &spec).unwrap().solve(BUDGET).unwrap().score()
}

/// Scores of a duel under the usual reading and another, which must differ.
fn scores(
    ruling: &str,
    word: &str,
    ids: [&str; 2],
    policies: [Policy; 2],
    start: f64,
    figures: [u32; 2],
) -> [f64; 2] {
    let of = |sets: &[&str]| score(&game(sets), ids, policies, start, figures);
    let both = [of(&[]), of(&[&chosen(ruling, word)])];
    assert!((both[0] - both[1]).abs() > 1e-6, "{ruling} = {word} changes nothing: {both:?}");
    both
}

const MEN: [&str; 2] = ["guardsmen", "conscripts"];

#[test]
fn c1_shooting_first_spares_movers_their_penalty() {
    // Whoever moves into range shoots at once only where movement comes first.
    scores("phase_order", "shoot_first", MEN, [Policy::Advance, Policy::Hold], 30.0, [4, 4]);
}

#[test]
fn c2_just_as_many_wounds_suppress_less_often() {
    let told = |sets: &[&str]| {
        let game = game(sets);
        let men = plan(&game, "guardsmen-5");
        let men = Fighter::fresh(&men);
        let roll = game.rules().roll(attack(&game, Attacks::Firefight, &men, &men, Cover::None));
        roll.outcomes().filter(|(struck, _)| struck.told > 0).map(|(_, p)| p).sum::<f64>()
    };
    let (usual, exactly) = (told(&[]), told(&[&chosen("suppressed_at", "exactly")]));
    assert!((usual - 0.409_210_430).abs() < 1e-9 && exactly < usual - 0.1, "{usual}, {exactly}");
}

#[test]
fn c4_suppression_may_end_with_the_turn_or_with_a_test() {
    for word in ["game_turn", "leadership"] {
        scores("suppression_lasts", word, MEN, [Policy::Hold; 2], 10.0, [4, 4]);
    }
}

#[test]
fn c5_penalties_of_suppression_and_cowering_may_add_up() {
    let hit = |sets: &[&str]| {
        let game = game(sets);
        let men = plan(&game, "guardsmen");
        let low = Fighter { suppressed: true, cowering: true, ..Fighter::fresh(&men) };
        attack(&game, Attacks::Shooting, &low, &Fighter::fresh(&men), Cover::None).shots[0].hit
    };
    assert_eq!(hit(&[]), Needed::Face(6));
    assert_eq!(hit(&[&chosen("suppressed_and_cowering", "both")]), Needed::Slim);
}

#[test]
fn c7_having_moved_may_spoil_fire_in_the_enemys_turn() {
    scores("moved_shooters", "enemy_turn_too", MEN, [Policy::Charge, Policy::Charge], 11.0, [4, 4]);
}

#[test]
fn c8_a_double_move_may_begin_near_the_enemy() {
    scores(
        "double_move",
        "end",
        ["guardsmen", "assault-troops"],
        [Policy::Skirmish, Policy::Charge],
        6.0,
        [3, 3],
    );
}

#[test]
fn c9_saves_beyond_the_die_and_after_double_moves() {
    let save = |sets: &[&str], phase: Attacks| {
        let game = game(sets);
        let men = plan(&game, "guardsmen");
        let runner = Fighter { doubled: true, ..Fighter::fresh(&men) };
        attack(&game, phase, &Fighter::fresh(&men), &runner, Cover::None).shots[0].save
    };
    assert_eq!(save(&[], Attacks::Shooting), Needed::Face(5));
    assert_eq!(save(&[], Attacks::Firefight), Needed::Slim);
    assert_eq!(save(&[&chosen("doubled_saves", "none")], Attacks::Shooting), Needed::Never);
    assert_eq!(save(&[&chosen("hopeless_save", "never")], Attacks::Firefight), Needed::Never);
}

#[test]
fn c11_the_active_side_alone_may_fire() {
    scores("firefight_by", "active", MEN, [Policy::Hold; 2], 10.0, [4, 4]);
}

#[test]
fn c12_hits_may_be_shared_out_evenly() {
    // Guardsmen lose less to the same fire when no wound is wasted on a fallen man: twenty shots at four.
    let both = scores("allocation", "even", MEN, [Policy::Hold; 2], 10.0, [5, 2]);
    assert!(both[1] < both[0], "{both:?}");
}

#[test]
fn c15_and_c16_dice_in_the_enemys_turn_and_further_attempts() {
    let of = |sets: &[&str]| score(&game(sets), ["stoics", "guardsmen"], [Policy::Hold; 2], 10.0, [3, 3]);
    let (usual, own_turn) = (of(&[]), of(&[&chosen("doctrines_in_enemy_turn", "false")]));
    assert!(own_turn < usual - 1e-6, "{usual}, {own_turn}");
    let of = |sets: &[&str]| {
        let sets: Vec<&str> = ["doctrine.dice=2"].into_iter().chain(sets.iter().copied()).collect();
        score(&game(&sets), ["furious-swordsmen", "swordsmen"], [Policy::Charge; 2], 4.0, [3, 3])
    };
    let (usual, again) = (of(&[]), of(&[&chosen("same_leader_again", "true")]));
    assert!(again > usual + 1e-6, "{usual}, {again}");
}

#[test]
fn c17_half_of_its_strength_may_be_enough_to_test() {
    let breaks = |sets: &[&str], figures: u32| {
        let game = game(sets);
        let men = plan(&game, "guardsmen");
        men.breaks(figures, game.rules().numbers.leadership.break_share, game.rules().rulings.break_at_half)
    };
    assert_eq!([6, 5, 4, 1, 0].map(|figures| breaks(&[], figures)), [false, false, true, true, false]);
    let half = chosen("break_below", "half_or_under");
    assert_eq!([6, 5, 4, 1, 0].map(|figures| breaks(&[&half], figures)), [false, true, true, true, false]);
}

#[test]
fn c24_a_wound_beyond_the_die_may_be_out_of_reach_and_buttoned_vehicles_are_always_safe() {
    let wound = |sets: &[&str], target: &str| {
        let game = game(sets);
        let (men, target) = (plan(&game, "guardsmen"), plan(&game, target));
        let (men, target) = (Fighter::fresh(&men), Fighter::fresh(&target));
        attack(&game, Attacks::Shooting, &men, &target, Cover::None).shots[0].wound
    };
    assert_eq!(wound(&[], "tank"), Needed::Never);
    assert_eq!(wound(&["to_wound.base=3"], "death-robots"), Needed::Slim);
    let never = chosen("hopeless_wound", "never");
    assert_eq!(wound(&["to_wound.base=3", &never], "death-robots"), Needed::Never);
}

#[test]
fn units_in_melee_may_fire_too() {
    scores("engaged_units_fire", "true", ["guardsmen", "swordsmen"], [Policy::Charge; 2], 4.0, [3, 3]);
}

#[test]
fn a_special_leader_may_be_the_last_to_fall() {
    let spec = DuelSpec { policies: [Some(Policy::Hold); 2], start: Some(10.0), ..DuelSpec::default() };
    let played = |sets: &[&str]| {
        let game = game(sets);
        let duel = game.duel("command-squad", "guardsmen-5", &spec).unwrap();
        duel.play(muster_dice::Seed(5), 0..4000, muster_rules::DiceKind::Tables, false)
    };
    let (usual, last) = (played(&[]), played(&[&chosen("leader_loss", "last")]));
    assert_ne!(usual, last);
}
