//! Claims about the rank of a value in a law.

use muster_stats::percentile::{mid_rank, rank};
use proptest::prelude::*;

#[test]
fn three_on_a_die_has_two_faces_below_and_three_above() {
    let die: Vec<(f64, f64)> = (1..=6_u8).map(|face| (f64::from(face), 1.0 / 6.0)).collect();
    let found = rank(&die, 3.0).unwrap();
    assert!((found.below - 2.0 / 6.0).abs() < 1e-15);
    assert!((found.at - 1.0 / 6.0).abs() < 1e-15);
    assert!((found.above - 3.0 / 6.0).abs() < 1e-15);
    assert!((found.mid() - 2.5 / 6.0).abs() < 1e-15);
}

#[test]
fn value_that_the_law_lacks_still_has_a_rank() {
    let law = [(4.0, 3.0), (1.0, 1.0)];
    assert_eq!(mid_rank(&law, 2.0), Some(0.25));
    assert_eq!(mid_rank(&law, 0.0), Some(0.0));
    assert_eq!(mid_rank(&law, 9.0), Some(1.0));
}

#[test]
fn law_without_mass_or_with_nonsense_has_no_ranks() {
    assert_eq!(mid_rank(&[], 1.0), None);
    assert_eq!(mid_rank(&[(1.0, 0.0)], 1.0), None);
    assert_eq!(mid_rank(&[(1.0, -0.5), (2.0, 1.5)], 1.0), None);
    assert_eq!(mid_rank(&[(f64::NAN, 1.0)], 1.0), None);
    assert_eq!(mid_rank(&[(1.0, 1.0)], f64::NAN), None);
}

proptest! {
    #[test]
    fn mean_mid_rank_of_a_law_is_one_half(
        weights in prop::collection::vec(0.01..1.0_f64, 1..12),
    ) {
        let total: f64 = weights.iter().sum();
        let law: Vec<(f64, f64)> = weights.iter().enumerate().map(|(value, &p)| (value as f64, p / total)).collect();
        let mean: f64 = law.iter().map(|&(value, p)| p * mid_rank(&law, value).unwrap()).sum();
        prop_assert!((mean - 0.5).abs() < 1e-12);
        let found = rank(&law, 0.5).unwrap();
        prop_assert!((found.below + found.at + found.above - 1.0).abs() < 1e-12);
    }
}
