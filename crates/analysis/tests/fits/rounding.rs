//! Round prices.

use muster_analysis::rounding::{SCALE_SEARCH, round_prices, score_shift};

#[test]
fn searching_the_scale_never_hurts_and_often_helps() {
    let shape = [1.0, 1.37, 2.11, 3.3, 4.9, 7.77];
    for cheapest in [5.0, 10.0, 20.0] {
        let prices: Vec<f64> = shape.iter().map(|price| price * cheapest).collect();
        let plain = round_prices(&prices, 1.0, 0.0).unwrap();
        let searched = round_prices(&prices, 1.0, SCALE_SEARCH).unwrap();
        assert!((plain.scale - 1.0).abs() < 1e-12);
        assert!(searched.worst <= plain.worst);
        assert!((searched.scale - 1.0).abs() <= SCALE_SEARCH + 1e-12);
        for (price, rounded) in prices.iter().zip(&searched.prices) {
            assert!((rounded / (price * searched.scale)).ln().abs() <= searched.worst + 1e-12);
            assert!(rounded.fract().abs() < 1e-12);
        }
    }
}

#[test]
fn the_bound_on_rounding_holds_for_the_cheapest_price() {
    // |ln(rounded / c)| is about 1/(2c) at most: at 20 points a fortieth.
    let prices: Vec<f64> = (0..200).map(|at| 20.0 + 0.37 * f64::from(at)).collect();
    let plain = round_prices(&prices, 1.0, 0.0).unwrap();
    assert!(plain.worst <= -(1.0_f64 - 0.5 / 20.0).ln());
    let (over, under, apart) = plain.worst_pair.unwrap();
    let error = |unit: usize| (plain.prices[unit] / prices[unit]).ln();
    assert!((error(over) - error(under) - apart).abs() < 1e-12);
    assert!((0..200).all(|unit| error(unit) <= error(over) && error(unit) >= error(under)));
}

#[test]
fn multiples_of_five_are_at_least_five() {
    let rounded = round_prices(&[0.8, 12.4, 13.1], 5.0, 0.0).unwrap();
    assert_eq!(rounded.prices, [5.0, 10.0, 15.0]);
}

#[test]
fn what_is_no_price_is_refused() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(round_prices(&[1.0, bad], 1.0, 0.0), None);
        assert_eq!(round_prices(&[1.0], bad, 0.0), None);
    }
    assert_eq!(round_prices(&[1.0], 1.0, 1.0), None);
    assert_eq!(round_prices(&[], 1.0, 0.1).unwrap().worst_pair, None);
}

#[test]
fn an_error_in_points_shifts_the_score_by_a_quarter_of_the_steepness() {
    assert!((score_shift(0.01, 7.0) - 0.0175).abs() < 1e-4);
    assert!(score_shift(-5.0, 7.0) <= 0.5);
}
