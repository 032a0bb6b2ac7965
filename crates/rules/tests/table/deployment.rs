//! Where units start.

use super::support::at;
use muster_rules::table::{Conditions, Ending, LimitRule, Table, deploy};
use proptest::prelude::*;

fn conditions(width: i32) -> Conditions {
    Conditions {
        id: "open".into(),
        name: "Open ground".into(),
        says: "Nothing on the table.".into(),
        table: Table::open(width, 192),
        gap: 96,
        spacing: 24,
        turns: 20,
        ending: Ending { limit: LimitRule::Draw, break_point: None, objective: None },
    }
}

#[test]
fn single_units_stand_in_the_middle_with_their_front_edges_a_gap_apart() {
    let open = conditions(192);
    assert_eq!(deploy(&[11], true, &open), [at(96, 48 - 11)]);
    assert_eq!(deploy(&[5], false, &open), [at(96, 144 + 5)]);
}

#[test]
fn three_units_stand_six_inches_apart_in_list_order() {
    assert_eq!(deploy(&[4, 4, 4], true, &conditions(192)), [at(72, 44), at(96, 44), at(120, 44)]);
}

#[test]
fn large_units_stand_side_by_side_and_the_outline_is_centred() {
    // Discs of 10 and 20 inches across: the outline is from 36 to 156.
    assert_eq!(deploy(&[20, 40], true, &conditions(192)), [at(56, 28), at(116, 8)]);
}

#[test]
fn twenty_units_fit_on_four_feet() {
    let places = deploy(&[11; 20], true, &conditions(192));
    assert_eq!((places[0].x, places[19].x), (11, 192 - 11));
    for (one, next) in places.iter().zip(&places[1..]) {
        let apart = next.x - one.x;
        assert!(
            (8..=10).contains(&apart),
            "170 q over 19 gaps is 8.9 each, in steps of two about the middle: {apart}"
        );
    }
}

#[test]
fn no_units_take_no_places() {
    assert!(deploy(&[], true, &conditions(192)).is_empty());
}

proptest! {
    #![proptest_config(super::support::cases(1000))]

    #[test]
    fn every_row_is_centred_mirrored_on_the_table_and_in_order(
        radii in prop::collection::vec(1..24_i32, 1..24), half_width in 48..120_i32,
    ) {
        let conditions = conditions(2 * half_width);
        let places = deploy(&radii, true, &conditions);
        let foes = deploy(&radii, false, &conditions);
        prop_assert_eq!(places.len(), radii.len());
        for ((place, foe), radius) in places.iter().zip(&foes).zip(&radii) {
            prop_assert_eq!((foe.x, foe.y), (place.x, 192 - place.y));
            prop_assert_eq!(place.y, 48 - radius);
            prop_assert!((0..=2 * half_width).contains(&place.x));
        }
        prop_assert!(places.is_sorted_by_key(|place| place.x));
        let (left, right) = (places[0].x - radii[0], 2 * half_width - places[radii.len() - 1].x - radii[radii.len() - 1]);
        prop_assert!(left >= 0 && right >= 0);
        prop_assert!((left - right).abs() <= 1, "{} left, {} right", left, right);
        // A row in reverse order is the mirror image.
        let reversed: Vec<i32> = radii.iter().rev().copied().collect();
        for (place, image) in places.iter().zip(deploy(&reversed, true, &conditions).iter().rev()) {
            prop_assert_eq!((place.x, place.y), (2 * half_width - image.x, image.y));
        }
        // Discs overlap only when the table is too narrow for the row.
        let needed: i32 = radii.windows(2).map(|pair| (pair[0] + pair[1]).max(24)).sum();
        if needed + radii[0] + radii[radii.len() - 1] < 2 * half_width {
            for (pair, discs) in places.windows(2).zip(radii.windows(2)) {
                let wanted = (discs[0] + discs[1]).max(24);
                // Between equal ends an odd row grows by a quarter inch in its middle, to stay centred.
                let most = wanted + i32::from(radii[0] == radii[radii.len() - 1]);
                prop_assert!((wanted..=most).contains(&(pair[1].x - pair[0].x)));
            }
        }
    }
}
