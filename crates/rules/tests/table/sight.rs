//! Sight and cover.

use super::support::*;
use muster_rules::table::{Area, Cover, Line, Point, Table};
use proptest::prelude::*;

fn building(x: i32, y: i32, width: i32, depth: i32) -> Area {
    Area { blocking: true, cover: Cover::Hard, ..area(x, y, width, depth) }
}

#[test]
fn a_building_stops_sight_through_it_and_not_past_it() {
    let table = Table { areas: vec![building(40, 40, 20, 20)], ..Table::open(SIDE, SIDE) };
    assert!(!table.sees(at(50, 0), at(50, 90)));
    assert!(!table.sees(at(0, 50), at(90, 51)));
    assert!(table.sees(at(39, 0), at(39, 90)));
    assert!(table.sees(at(40, 0), at(40, 90)), "along its wall");
    assert!(table.sees(at(20, 60), at(60, 20)) == table.sees(at(60, 20), at(20, 60)));
    assert!(table.sees(at(30, 50), at(50, 30)), "past its corner");
    assert!(!table.sees(at(30, 51), at(51, 30)), "through its corner");
    assert!(table.sees(at(50, 0), at(50, 39)), "in front of it");
}

#[test]
fn a_unit_sees_out_of_its_own_building_and_not_through_another() {
    let areas = vec![building(40, 40, 20, 20), building(40, 70, 20, 10)];
    let table = Table { areas, ..Table::open(SIDE, SIDE) };
    assert!(table.sees(at(50, 50), at(50, 0)));
    assert!(table.sees(at(50, 0), at(50, 50)));
    assert!(table.sees(at(50, 50), at(50, 75)), "each out of its own");
    assert!(!table.sees(at(50, 50), at(50, 90)));
}

#[test]
fn woods_that_do_not_block_hide_nothing() {
    let table = Table { areas: vec![rough(40, 40, 20, 20)], ..Table::open(SIDE, SIDE) };
    assert!(table.sees(at(50, 0), at(50, 90)));
}

#[test]
fn a_hedge_covers_only_the_unit_near_it_and_only_against_fire_across_it() {
    let table = Table { lines: vec![hedge(at(20, 48), at(70, 48))], ..Table::open(SIDE, SIDE) };
    let foe = at(50, 90);
    assert_eq!(table.cover(at(50, 47), foe), Cover::Soft);
    assert_eq!(table.cover(at(50, 40), foe), Cover::Soft, "two inches behind it");
    assert_eq!(table.cover(at(50, 39), foe), Cover::None, "further behind it");
    assert_eq!(table.cover(at(50, 47), at(50, 10)), Cover::None, "from its own side");
    assert_eq!(table.cover(foe, at(50, 47)), Cover::None, "the foe in the open");
    assert_eq!(table.cover(at(80, 47), foe), Cover::None, "past its end");
    assert_eq!(table.cover(at(50, 48), foe), Cover::None, "on it is not behind it");
    // Near the end of the hedge: the shot passes beside it.
    assert_eq!(table.cover(at(71, 44), at(75, 90)), Cover::None);
    assert_eq!(table.cover(at(71, 44), at(60, 60)), Cover::Soft);
}

#[test]
fn reach_is_measured_to_the_hedge_between_its_ends() {
    let line = Line { cover_reach: 5, ..hedge(at(20, 20), at(60, 50)) };
    // Three to four is the slope; (-3, 4) stands square on it.
    assert!(line.shelters(at(40 - 3, 35 + 4)));
    assert!(!line.shelters(at(40 - 4, 35 + 4)));
    assert!(line.shelters(at(20 - 3, 20 - 4)) && !line.shelters(at(20 - 4, 20 - 4)));
    assert!(line.shelters(at(60 + 4, 50 + 3)) && !line.shelters(at(60 + 4, 50 + 4)));
}

#[test]
fn the_best_of_all_cover_counts() {
    let mut table = Table { lines: vec![hedge(at(20, 48), at(70, 48))], ..Table::open(SIDE, SIDE) };
    table.areas.push(Area { cover: Cover::Hard, ..area(40, 40, 10, 7) });
    assert_eq!(table.cover(at(45, 45), at(45, 90)), Cover::Hard);
    assert_eq!(table.cover(at(50, 47), at(45, 90)), Cover::Hard, "on its edge is in it");
    assert_eq!(table.cover(at(52, 45), at(52, 90)), Cover::Soft);
    assert_eq!(table.cover(at(45, 45), at(45, 0)), Cover::Hard, "an area covers from all sides");
}

/// Looks along the line of sight in thousands of exact steps: whether one lies inside the area.
fn slowly_cuts(area: &Area, from: Point, to: Point) -> bool {
    // Terrain lies on a grid of 8 q on a table of 96: the inside that a line cuts, if any, is longer than this step.
    const STEPS: i64 = 1 << 15;
    let inside = |start: i32, end: i32, low: i32, size: i32, k: i64| {
        let place = i64::from(start) * STEPS + i64::from(end - start) * k;
        i64::from(low) * STEPS < place && place < i64::from(low + size) * STEPS
    };
    (0..=STEPS)
        .any(|k| inside(from.x, to.x, area.x, area.width, k) && inside(from.y, to.y, area.y, area.depth, k))
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn sight_agrees_with_a_slow_look_along_it(table in tables(), from in places(), to in places()) {
        let blocked = table.areas.iter().any(|area| {
            area.blocking && !area.contains(from) && !area.contains(to) && slowly_cuts(area, from, to)
        });
        prop_assert_eq!(table.sees(from, to), !blocked);
        prop_assert_eq!(table.sees(from, to), table.sees(to, from));
    }

    #[test]
    fn a_mirrored_table_mirrors_sight_and_cover(table in tables(), from in places(), to in places()) {
        for mirror in Mirror::BOTH {
            let mirrored = mirror.table(&table);
            let (from_there, to_there) = (mirror.point(from), mirror.point(to));
            prop_assert_eq!(table.sees(from, to), mirrored.sees(from_there, to_there));
            prop_assert_eq!(table.cover(from, to), mirrored.cover(from_there, to_there));
        }
    }
}
