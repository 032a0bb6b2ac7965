//! Tiny chances, many dice, and input that is no law.

use muster_dice::{Die, Law, Pmf, PmfError};

use crate::brute::total;

#[test]
fn one_in_a_million_million_is_kept() {
    for p in [1e-12, 1.0 - 1e-12, 1e-300] {
        let one = Pmf::bernoulli(p);
        assert!((one.probability(1) - p).abs() <= 1e-15 * p);
        for n in [1, 2, 20, 300] {
            let many = Pmf::binomial(n, p);
            assert!((total(&many) - 1.0).abs() < 1e-12, "n {n}, p {p}: sum {}", total(&many));
            let mean = f64::from(n) * p;
            assert!((many.mean() - mean).abs() <= 1e-12 * mean, "n {n}, p {p}: mean {}", many.mean());
            let law = Law::new(many);
            assert!((law.mean() - mean).abs() <= 1e-12 * mean);
        }
    }
    // Twenty saves, all made or all failed by a hair.
    let all = Pmf::binomial(20, 1e-12).probability(20);
    assert!((all / 1e-240 - 1.0).abs() < 1e-12, "{all}");
}

#[test]
fn three_hundred_dice_keep_sum_and_tail() {
    let law = Pmf::uniform_die(Die::D6).times(300);
    assert!((total(&law) - 1.0).abs() < 1e-12);
    assert!((law.mean() - 1050.0).abs() < 1e-9);
    // 6^-300, by repeated division: about 3.6e-234.
    let rarest = (0..300).fold(1.0, |p, _| p / 6.0);
    assert!((law.probability(300) / rarest - 1.0).abs() < 1e-12);
    assert!((law.probability(1800) / rarest - 1.0).abs() < 1e-12);
    assert_eq!((law.len(), law.max_value()), (1801, 1800));
    let thinned = law.thin(1.0 / 3.0);
    assert!((total(&thinned) - 1.0).abs() < 1e-12);
    assert!((thinned.mean() - 350.0).abs() < 1e-9);
}

#[test]
fn what_is_no_law_is_refused() {
    assert!(matches!(
        Pmf::from_probabilities(vec![0.5, f64::NAN]),
        Err(PmfError::NotAProbability { value: 1, found }) if found.is_nan()
    ));
    assert_eq!(
        Pmf::from_probabilities(vec![1.5, -0.5]),
        Err(PmfError::NotAProbability { value: 1, found: -0.5 })
    );
    assert!(Pmf::from_probabilities(vec![f64::INFINITY]).is_err());
    assert_eq!(Pmf::from_probabilities(vec![]), Err(PmfError::SumIsNotOne { sum: 0.0 }));
    assert!(Pmf::from_probabilities(vec![0.5, 0.5 + 2e-9]).is_err());
    let mended = Pmf::from_probabilities(vec![0.5, 0.5 + 0.5e-9, 0.0]).unwrap();
    assert!((total(&mended) - 1.0).abs() < 1e-15);
    assert_eq!(mended.len(), 2, "zeros at the end are dropped");
}

#[test]
fn chances_outside_zero_to_one_are_brought_in() {
    assert_eq!(Pmf::binomial(3, -0.5), Pmf::certain(0));
    assert_eq!(Pmf::binomial(3, 1.5), Pmf::certain(3));
    assert_eq!(Pmf::binomial(3, f64::NAN), Pmf::certain(0));
    assert_eq!(Pmf::uniform_die(Die::D6).thin(f64::NAN), Pmf::certain(0));
}

#[test]
fn values_beyond_the_list_have_no_chance() {
    let six = Pmf::uniform_die(Die::D6);
    assert_eq!(six.probability(u32::MAX).to_bits(), 0.0f64.to_bits());
    assert_eq!(six.at_least(7).to_bits(), 0.0f64.to_bits());
    assert_eq!(six.at_least(u32::MAX).to_bits(), 0.0f64.to_bits());
    assert_eq!(six.at_most(u32::MAX).to_bits(), 1.0f64.to_bits());
    assert_eq!(six.at_most(6).to_bits(), 1.0f64.to_bits());
    assert_eq!(six.at_least(0).to_bits(), 1.0f64.to_bits());
    assert!((six.at_least(5) - 1.0 / 3.0).abs() < 1e-15);
    assert!((six.at_most(1) - 1.0 / 6.0).abs() < 1e-15);
}
