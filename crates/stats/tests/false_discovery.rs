//! The false discovery rate.

use muster_stats::benjamini_hochberg;

#[test]
fn adjusted_p_values_are_those_of_the_paper() {
    // Benjamini and Hochberg 1995, table of 15 p-values: at q = 0.05 the four smallest are discoveries.
    let p = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0,
    ];
    let adjusted = benjamini_hochberg(&p);
    assert_eq!(adjusted.iter().filter(|one| **one <= 0.05).count(), 4);
    // By hand: 0.0095 * 15 / 4; 0.0201 * 15 / 5 = 0.0603; the sixth's 0.0695 and the seventh's 0.06386 become the smaller
    // of what follows, 0.0298 * 15 / 7.
    for (at, expected) in [(3, 0.035_625), (4, 0.0603), (5, 0.063_857_142_857_142_85), (14, 1.0)] {
        assert!((adjusted[at] - expected).abs() < 1e-12, "{at}: {}", adjusted[at]);
    }
}

#[test]
fn the_order_of_the_tests_moves_nothing_and_odd_input_is_no_discovery() {
    let [straight, turned] = [[0.01, 0.04, 0.03, f64::NAN], [f64::NAN, 0.03, 0.04, 0.01]];
    let mut back = benjamini_hochberg(&turned);
    back.reverse();
    assert_eq!(benjamini_hochberg(&straight), back);
    assert_eq!(benjamini_hochberg(&[f64::NAN]), [1.0]);
    assert!(benjamini_hochberg(&[]).is_empty());
}
