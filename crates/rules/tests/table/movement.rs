//! Travel and retreat.

use super::support::*;
use muster_rules::table::{Going, Point, Table, distance_squared};
use proptest::prelude::*;

/// How far the slow twin's sums may be off, in q of movement: eight edges of rough ground, each within a step.
const SLACK: f64 = 0.25;

#[test]
fn a_move_along_an_axis_is_exact_to_the_quarter_inch() {
    let table = Table::open(192, 192);
    // Twenty-four inches apart, six inches a turn, contact at two discs of 2.75 inches.
    let (mut here, there, keep) = (at(96, 40), at(96, 136), 22);
    for turn in 1..=3 {
        let travel = table.travel(here, there, keep, 24, &GOING);
        assert_eq!(travel.to, at(96, 40 + 24 * turn));
        assert!(travel.moved && !travel.reached);
        here = travel.to;
    }
    let contact = table.travel(here, there, keep, 24, &GOING);
    assert_eq!(contact.to, at(96, 136 - keep));
    assert!(contact.reached && contact.moved);
    let stays = table.travel(contact.to, there, keep, 24, &GOING);
    assert_eq!((stays.to, stays.reached, stays.moved), (contact.to, true, false));
}

#[test]
fn a_goal_at_exactly_the_allowance_is_reached_and_one_beyond_is_not() {
    let table = Table::open(192, 192);
    let (from, to) = (at(10, 10), at(10 + 60, 10 + 80));
    assert!(table.can_reach(from, to, 30, 70, &GOING));
    assert!(!table.can_reach(from, to, 30, 69, &GOING));
    assert!(table.travel(from, to, 30, 70, &GOING).reached);
    assert!(!table.travel(from, to, 30, 69, &GOING).reached);
    assert_eq!(table.travel(from, to, 30, 70, &GOING).to, at(10 + 42, 10 + 56));
}

#[test]
fn a_unit_within_keep_stays_and_has_reached_it() {
    let table = Table::open(192, 192);
    let travel = table.travel(at(50, 50), at(55, 50), 10, 24, &GOING);
    assert_eq!((travel.to, travel.reached, travel.moved), (at(50, 50), true, false));
    let same = table.travel(at(50, 50), at(50, 50), 0, 24, &GOING);
    assert_eq!((same.to, same.reached, same.moved), (at(50, 50), true, false));
}

#[test]
fn rough_ground_halves_the_part_of_the_move_inside_it() {
    let table = Table { areas: vec![rough(0, 50, 192, 20)], ..Table::open(192, 192) };
    // Ten in the open, then fourteen left for seven in the rough.
    assert_eq!(table.travel(at(96, 40), at(96, 180), 0, 24, &GOING).to, at(96, 57));
    // From inside: thirteen to the edge cost twenty-six.
    assert_eq!(table.travel(at(96, 57), at(96, 180), 0, 24, &GOING).to, at(96, 69));
    assert_eq!(table.travel(at(96, 57), at(96, 180), 0, 30, &GOING).to, at(96, 74));
    // All of it: ten, twenty for forty, and the rest in the open again.
    assert_eq!(table.travel(at(96, 40), at(96, 180), 0, 60, &GOING).to, at(96, 80));
    assert!(table.can_reach(at(96, 40), at(96, 90), 10, 60, &GOING));
    assert!(!table.can_reach(at(96, 40), at(96, 90), 9, 60, &GOING));
}

#[test]
fn overlapping_rough_areas_slow_a_unit_once() {
    let one = Table { areas: vec![rough(0, 50, 192, 20)], ..Table::open(192, 192) };
    let two = Table { areas: vec![rough(0, 50, 192, 15), rough(40, 58, 80, 12)], ..Table::open(192, 192) };
    for allowance in 0..80 {
        let go = |table: &Table| table.travel(at(96, 40), at(96, 180), 0, allowance, &GOING);
        assert_eq!(go(&one), go(&two), "allowance {allowance}");
    }
}

#[test]
fn a_hedge_costs_three_inches_and_stops_a_unit_with_less() {
    let table = Table { lines: vec![hedge(at(0, 96), at(192, 96))], ..Table::open(192, 192) };
    let go = |y: i32, allowance: i32| table.travel(at(100, y), at(100, 180), 0, allowance, &GOING).to.y;
    // Sixteen to the hedge, twelve to cross it.
    assert_eq!(go(80, 15), 95);
    assert_eq!(go(80, 24), 95, "nobody stands on the line: short of it by a quarter inch");
    assert_eq!(go(80, 28), 95, "the whole move is spent on crossing: not beyond it yet");
    assert_eq!(go(80, 29), 97);
    assert_eq!(go(80, 40), 108);
    assert_eq!(go(95, 12), 95, "crossing alone is paid for, but nothing is left to go beyond");
    assert_eq!(go(95, 14), 97);
    assert!(!table.can_reach(at(100, 80), at(100, 120), 10, 41, &GOING));
    assert!(table.can_reach(at(100, 80), at(100, 120), 10, 42, &GOING));
    // A goal on the near side of the hedge is free of it.
    assert!(table.can_reach(at(100, 80), at(100, 110), 14, 16, &GOING));
}

#[test]
fn a_unit_goes_round_the_end_of_a_hedge_for_nothing() {
    let table = Table { lines: vec![hedge(at(0, 96), at(99, 96))], ..Table::open(192, 192) };
    assert_eq!(table.travel(at(100, 80), at(100, 180), 0, 24, &GOING).to, at(100, 104));
    assert_eq!(table.travel(at(99, 80), at(99, 180), 0, 24, &GOING).to, at(99, 95));
}

#[test]
fn the_corner_where_two_hedges_meet_is_paid_for_once() {
    let lines = vec![hedge(at(60, 90), at(100, 96)), hedge(at(100, 96), at(150, 120))];
    let table = Table { lines, ..Table::open(192, 192) };
    assert!(table.can_reach(at(100, 80), at(100, 140), 20, 40 + 12, &GOING));
    assert!(!table.can_reach(at(100, 80), at(100, 140), 20, 40 + 11, &GOING));
}

#[test]
fn a_unit_retreats_straight_away_and_stops_at_the_edge() {
    let table = Table::open(192, 192);
    let away = |from, threat, radius| table.retreat(from, threat, radius, 24, &GOING);
    assert_eq!(away(at(96, 60), at(96, 80), 8).to, at(96, 36));
    assert_eq!(away(at(96, 20), at(96, 80), 8).to, at(96, 8));
    assert!(!away(at(96, 8), at(96, 80), 8).moved);
    assert!(!away(at(96, 3), at(96, 80), 8).moved, "over the edge already: no further, and not pushed back");
    assert_eq!(away(at(184, 96), at(170, 96), 5).to, at(187, 96));
    // Down and to the left, five to the edge on one axis ends the whole move: no sliding.
    assert_eq!(away(at(50, 13), at(60, 23), 8).to, at(45, 8));
    let cornered = away(at(50, 50), at(50, 50), 8);
    assert!(!cornered.moved && cornered.to == at(50, 50));
}

#[test]
fn a_retreat_pays_for_rough_ground_and_hedges() {
    let table = Table {
        areas: vec![rough(0, 40, 192, 10)],
        lines: vec![hedge(at(0, 30), at(192, 30))],
        ..Table::open(192, 192)
    };
    let away = |allowance| table.retreat(at(96, 60), at(96, 80), 8, allowance, &GOING).to.y;
    assert_eq!(away(10), 50);
    assert_eq!(away(20), 45);
    assert_eq!(away(30), 40);
    assert_eq!(away(45), 31);
    assert_eq!(away(60), 22);
}

#[test]
fn no_move_ends_nearer_than_keep_or_beyond_its_allowance_in_a_hundred_thousand_cases() {
    let mut state = 7_u64;
    let mut draw = |below: i32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((state >> 33) % u64::try_from(below).expect("positive")).expect("small")
    };
    let table = Table::open(192, 192);
    let (mut moved, mut contacts) = (0, 0);
    for _ in 0..100_000 {
        let (from, to) = (at(draw(193), draw(193)), at(draw(193), draw(193)));
        let (keep, allowance) = (draw(30), draw(72));
        let travel = table.travel(from, to, keep, allowance, &GOING);
        if travel.moved {
            moved += 1;
            assert!(
                distance_squared(travel.to, to) >= i64::from(keep * keep),
                "{from:?} {to:?} {keep} {allowance}"
            );
        }
        contacts += i32::from(travel.reached);
        let length = (distance_squared(from, to) as f64).sqrt();
        let straight = f64::from(allowance).min((length - f64::from(keep)).max(0.0));
        let ideal = |a: i32, b: i32| if length > 0.0 { f64::from(b - a) * straight / length } else { 0.0 };
        for (start, goal, end) in [(from.x, to.x, travel.to.x), (from.y, to.y, travel.to.y)] {
            let beyond = (f64::from(end - start).abs() - ideal(start, goal).abs()).max(0.0);
            assert!(beyond <= 0.5 + 1e-9, "{from:?} {to:?} {keep} {allowance}: {beyond} too far");
        }
        // Rounding and stepping back never cost more than a quarter inch and a half.
        let came = (distance_squared(from, travel.to) as f64).sqrt();
        // What is told of a move: never more than was allowed, and within the rounding of the place.
        assert!(travel.far <= allowance, "{} of {allowance}", travel.far);
        assert!((f64::from(travel.far) - came).abs() <= 1.25, "{} and {came}", travel.far);
        assert!(came >= straight - 1.5, "{from:?} {to:?} {keep} {allowance}: {came} of {straight}");
    }
    assert!(
        moved > 80_000 && contacts > 15_000,
        "the cases are worth something: {moved} moves, {contacts} contacts"
    );
}

/// The least allowance with which a goal is reached, by trying them all.
fn least_allowance(table: &Table, from: Point, to: Point, keep: i32) -> i32 {
    (0..2000).find(|allowance| table.can_reach(from, to, keep, *allowance, &GOING)).expect("within 2000 q")
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn a_corner_of_hedges_is_paid_for_once_from_every_direction(
        half in (-40..=40_i32, 1..=40_i32), left in (1..=40_i32, -30..=30_i32), right in (1..=40_i32, -30..=30_i32),
    ) {
        let joint = at(48, 48);
        let (from, to) = (at(48 - half.0, 48 - half.1), at(48 + half.0, 48 + half.1));
        let lines = vec![hedge(at(48 - left.0, 48 + left.1), joint), hedge(joint, at(48 + right.0, 48 + right.1))];
        prop_assume!(lines.iter().all(|line| line.divides(from, to)));
        let corner = Table { lines: lines.clone(), ..Table::open(SIDE, SIDE) };
        let one = Table { lines: lines[..1].to_vec(), ..corner.clone() };
        prop_assert_eq!(least_allowance(&corner, from, to, 0), least_allowance(&one, from, to, 0));
    }
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn reaching_costs_what_the_slow_twin_counts(table in tables(), from in places(), to in places(), keep in 0..20) {
        prop_assume!(distance_squared(from, to) > i64::from(keep * keep));
        let slow = SlowWalk::new(&table, from, to, &GOING);
        let (near, far) = costs_around(&slow, slow.length - f64::from(keep));
        let least = f64::from(least_allowance(&table, from, to, keep));
        prop_assert!(near - SLACK <= least && least <= far + 1.0 + SLACK, "{near} to {far}, but {least}");
    }

    #[test]
    fn travel_comes_as_far_as_the_slow_twin(
        table in tables(), from in places(), to in places(), keep in 0..20, allowance in 0..90,
    ) {
        prop_assume!(distance_squared(from, to) > i64::from(keep * keep));
        let slow = SlowWalk::new(&table, from, to, &GOING);
        let limit = slow.length - f64::from(keep);
        let least = slow.covered(f64::from(allowance) - SLACK).min(limit);
        let most = slow.covered(f64::from(allowance) + SLACK).min(limit);
        let travel = table.travel(from, to, keep, allowance, &GOING);
        let came = (distance_squared(from, travel.to) as f64).sqrt();
        // What is told of a move: never more than was allowed, and within the rounding of the place.
        prop_assert!(travel.far <= allowance, "{} of {allowance}", travel.far);
        prop_assert!((f64::from(travel.far) - came).abs() <= 1.25, "{} and {came}", travel.far);
        prop_assert!(came <= most + 0.75 + SLACK, "{came} of at most {most}");
        // A hedge that runs along the way may put a unit further back, so only open ends are held to the twin from below.
        if table.lines.is_empty() {
            prop_assert!(came >= least - 1.5 - SLACK, "{came} of at least {least}");
        }
    }

    #[test]
    fn can_reach_says_what_travel_says(
        table in tables(), from in places(), to in places(), keep in 0..20, allowance in 0..150,
    ) {
        let travel = table.travel(from, to, keep, allowance, &GOING);
        prop_assert_eq!(travel.reached, table.can_reach(from, to, keep, allowance, &GOING));
        prop_assert_eq!(travel.moved, travel.to != from);
        prop_assert!(!travel.moved || distance_squared(travel.to, to) >= i64::from(keep * keep));
        prop_assert!((0..=SIDE).contains(&travel.to.x) && (0..=SIDE).contains(&travel.to.y));
    }

    #[test]
    fn nobody_stands_on_a_hedge_or_beyond_one_that_is_too_dear(
        table in tables(), from in places(), to in places(), keep in 0..20, allowance in 0..90,
    ) {
        let dear = Going { wall_costs: 1000, ..GOING };
        let away = table.retreat(from, to, keep, allowance, &dear).to;
        for place in [table.travel(from, to, keep, allowance, &dear).to, away] {
            prop_assert!(!table.lines.iter().any(|line| line.divides(from, place)));
            for line in &table.lines {
                let on = |place| muster_rules::table::Line { cover_reach: 0, ..line.clone() }.shelters(place);
                prop_assert!(on(from) || !on(place), "{:?} on {:?}", place, line);
            }
        }
    }

    #[test]
    fn a_retreat_never_comes_nearer_and_stays_on_the_table(
        table in tables(), from in places(), threat in places(), radius in 0..12, allowance in 0..90,
    ) {
        let away = table.retreat(from, threat, radius, allowance, &GOING);
        prop_assert!(!away.reached);
        prop_assert!(distance_squared(away.to, threat) >= distance_squared(from, threat));
        let held = |place: i32, start: i32| (radius.min(start)..=(SIDE - radius).max(start)).contains(&place);
        prop_assert!(held(away.to.x, from.x) && held(away.to.y, from.y), "{:?}", away);
    }

    #[test]
    fn a_mirrored_table_mirrors_travel_and_retreat(
        table in tables(), from in places(), to in places(), keep in 0..20, allowance in 0..90,
    ) {
        for mirror in Mirror::BOTH {
            let mirrored = mirror.table(&table);
            let (from_there, to_there) = (mirror.point(from), mirror.point(to));
            let here = table.travel(from, to, keep, allowance, &GOING);
            let there = mirrored.travel(from_there, to_there, keep, allowance, &GOING);
            prop_assert_eq!(mirror.point(here.to), there.to);
            prop_assert_eq!((here.reached, here.moved), (there.reached, there.moved));
            let here = table.retreat(from, to, keep, allowance, &GOING);
            let there = mirrored.retreat(from_there, to_there, keep, allowance, &GOING);
            prop_assert_eq!(mirror.point(here.to), there.to);
        }
    }

    #[test]
    fn the_fast_path_of_an_open_table_equals_the_general_path(
        from in places(), to in places(), keep in 0..20, allowance in 0..90,
    ) {
        let open = Table::open(SIDE, SIDE);
        // Ground that counts as terrain and costs nothing: the general path, with the same answers.
        let busy = Table { areas: vec![rough(0, 0, 40, SIDE), rough(30, 0, SIDE - 30, SIDE)], ..open.clone() };
        let free = Going { rough_divides_by: 1, wall_costs: 0 };
        prop_assert_eq!(open.travel(from, to, keep, allowance, &GOING), busy.travel(from, to, keep, allowance, &free));
        prop_assert_eq!(open.retreat(from, to, keep, allowance, &GOING), busy.retreat(from, to, keep, allowance, &free));
        prop_assert_eq!(
            open.can_reach(from, to, keep, allowance, &GOING),
            busy.can_reach(from, to, keep, allowance, &free)
        );
    }
}

/// What the way costs a little before and a little after `distance`: a hedge there may or may not be paid for.
fn costs_around(slow: &SlowWalk, distance: f64) -> (f64, f64) {
    let step = 2.0 * slow.length / 16_384.0;
    (slow.cost((distance - step).max(0.0)), slow.cost((distance + step).min(slow.length)))
}

#[test]
fn the_slow_twin_catches_ground_that_is_a_third_slower_and_hedges_half_an_inch_dearer() {
    let table = Table {
        areas: vec![rough(0, 40, SIDE, 24)],
        lines: vec![hedge(at(0, 80), at(SIDE, 72))],
        ..Table::open(SIDE, SIDE)
    };
    let (from, to) = (at(20, 10), at(70, 95));
    let least = f64::from(least_allowance(&table, from, to, 0));
    let agrees = |going: &Going| {
        let slow = SlowWalk::new(&table, from, to, going);
        let cost = slow.cost(slow.length);
        cost - SLACK <= least && least <= cost + 1.0 + SLACK
    };
    assert!(agrees(&GOING));
    assert!(!agrees(&Going { rough_divides_by: 3, ..GOING }));
    assert!(!agrees(&Going { wall_costs: GOING.wall_costs + 2, ..GOING }));
}
