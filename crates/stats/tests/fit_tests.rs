//! Claims about the tests of whole distributions.

#[expect(dead_code, reason = "each test file uses a part of the sampler")]
mod support;

use muster_stats::fit_tests::{chi_square, kolmogorov_smirnov, kolmogorov_smirnov_counts};
use proptest::prelude::*;
use support::Sampler;

#[test]
fn chi_square_matches_scipy() {
    // scipy 1.17.1, stats.chisquare
    let even = chi_square(&[44, 56, 50, 48, 52, 50], &[50.0; 6]);
    assert_eq!(even.df, 5);
    assert!((even.statistic - 1.6).abs() < 1e-12);
    assert!((even.p_value - 0.901_249_344_501_273_6).abs() < 1e-12);
    let uneven = chi_square(&[18, 25, 9, 40, 108], &[20.0, 20.0, 20.0, 40.0, 100.0]);
    assert!((uneven.statistic - 8.14).abs() < 1e-12);
    assert!((uneven.p_value - 0.086_582_359_732_947_91).abs() < 1e-12);
    // stats.chi2.sf(60, 5), deep in the tail
    let far = chi_square(&[170, 50, 50, 50, 50, 50], &[30.0 + 20.0, 50.0, 50.0, 50.0, 50.0, 50.0]);
    assert!(far.p_value < 1e-50 && far.p_value > 0.0, "{far:?}");
}

#[test]
fn cells_that_expect_fewer_than_five_are_pooled() {
    // Pools to (1+2+4 | 2.5+2+4), (10 | 9), (20+1+0 | 21+1+0.5).
    let pooled = chi_square(&[1, 2, 4, 10, 20, 1, 0], &[2.5, 2.0, 4.0, 9.0, 21.0, 1.0, 0.5]);
    let by_hand = chi_square(&[7, 10, 21], &[8.5, 9.0, 22.5]);
    assert_eq!(pooled.df, 2);
    assert!((pooled.statistic - by_hand.statistic).abs() < 1e-12);
    assert!((by_hand.statistic - (2.25 / 8.5 + 1.0 / 9.0 + 2.25 / 22.5)).abs() < 1e-12);
}

#[test]
fn one_pooled_cell_tests_nothing() {
    let test = chi_square(&[1, 2], &[1.0, 2.0]);
    assert_eq!((test.df, test.p_value.to_bits()), (0, 1.0_f64.to_bits()));
}

#[test]
fn impossible_value_fails_the_law() {
    assert!(!chi_square(&[100, 100, 1], &[100.0, 100.0, 0.0]).passes(1e-9));
    assert!(chi_square(&[100, 100, 0], &[100.0, 100.0, 0.0]).passes(1e-9));
    assert!(!chi_square(&[100, 100], &[200.0]).passes(1e-9));
    assert!(!chi_square(&[100, 100], &[100.0, f64::NAN]).passes(1e-9));
    assert!(!chi_square(&[100, 100], &[f64::MAX, f64::MAX]).passes(1e-9));
}

const FAIR: [f64; 6] = [1.0 / 6.0; 6];
const ROLLS: u64 = 60_000;

/// The false-alarm rate of the die tests. At 60 000 rolls the chi-square test then catches a shift of 0.008 from one
/// face to another with chance 0.98 and the 0.02 of the bent die with chance above 0.999999 (scipy 1.17.1, ncx2.sf).
const ALPHA: f64 = 1e-4;

fn expected(law: &[f64]) -> Vec<f64> {
    law.iter().map(|p| p * ROLLS as f64).collect()
}

#[test]
fn chi_square_keeps_a_fair_die_and_catches_a_bent_one() {
    let fair = Sampler::new(500).counts(ROLLS, &FAIR);
    assert!(chi_square(&fair, &expected(&FAIR)).passes(ALPHA));
    let mut bent = FAIR;
    bent[0] -= 0.02;
    bent[5] += 0.02;
    let rolled = Sampler::new(500).counts(ROLLS, &bent);
    assert!(!chi_square(&rolled, &expected(&FAIR)).passes(ALPHA));
}

#[test]
fn chi_square_p_values_are_uniform_under_the_law() {
    // 2000 tests of 600 rolls: the share of p-values below 0.1 has standard error 0.0067; ±0.03 is a false alarm of
    // 8e-6. One degree of freedom too few (the mutant) puts 0.17 of them there.
    let mut sampler = Sampler::new(501);
    let statistics: Vec<_> =
        (0..2_000).map(|_| chi_square(&sampler.counts(600, &FAIR), &[100.0; 6])).collect();
    let below = |limit: f64| statistics.iter().filter(|test| test.statistic > limit).count() as f64 / 2_000.0;
    let share = statistics.iter().filter(|test| !test.passes(0.1)).count() as f64 / 2_000.0;
    assert!((share - 0.1).abs() < 0.03, "{share}");
    // 7.779 is the upper 10 % point for 4 degrees of freedom (scipy 1.17.1, chi2.isf).
    assert!((below(7.779) - 0.1).abs() > 0.03, "{}", below(7.779));
}

#[test]
fn kolmogorov_smirnov_is_near_scipy_in_a_small_sample() {
    // scipy 1.17.1, stats.kstest(sample, "uniform"): statistic 0.18, exact p-value 0.7696.
    let sample = [0.99, 0.05, 0.13, 0.24, 0.22, 0.41, 0.55, 0.58, 0.71, 0.77, 0.93, 0.97];
    let test = kolmogorov_smirnov(&sample, |x| x);
    assert!((test.statistic - 0.18).abs() < 1e-12);
    assert!((test.p_value - 0.769_6).abs() < 0.03, "{test:?}");
}

#[test]
fn kolmogorov_smirnov_tails_are_within_four_per_cent_of_the_exact_law() {
    // scipy 1.17.1, stats.kstwo.sf(gap, n); two cells make the gap exact.
    let known = [
        ([550, 450], 0.013_012_074_781_090_332),
        ([580, 420], 5.154_189_384_789_824e-6),
        ([2_600, 2_400], 0.036_139_413_953_253_57),
    ];
    for (observed, p_value) in known {
        let test = kolmogorov_smirnov_counts(&observed, &[1.0, 1.0]);
        assert!((test.p_value / p_value - 1.0).abs() < 0.04, "{test:?} for {p_value:e}");
    }
}

#[test]
fn kolmogorov_smirnov_keeps_uniform_numbers_and_catches_bent_ones() {
    // 10 000 numbers at a false-alarm rate of 1e-4: a gap of 2.225/100 sounds the alarm. The bent numbers have a
    // largest gap of 0.0385 (at x = 1/e), so that they are caught with chance above 0.999.
    let mut sampler = Sampler::new(502);
    let uniform: Vec<f64> = (0..10_000).map(|_| sampler.uniform()).collect();
    assert!(kolmogorov_smirnov(&uniform, |x| x).p_value > ALPHA);
    let bent: Vec<f64> = uniform.iter().map(|x| x.powf(1.11)).collect();
    assert!(kolmogorov_smirnov(&bent, |x| x).p_value < ALPHA);
}

#[test]
fn kolmogorov_smirnov_on_counts_keeps_a_fair_die_and_catches_a_bent_one() {
    let fair = Sampler::new(503).counts(ROLLS, &FAIR);
    assert!(kolmogorov_smirnov_counts(&fair, &FAIR).p_value > ALPHA);
    // From 60 000 rolls a gap of 0.0091 sounds the alarm; the bent die's is 0.02.
    let mut bent = FAIR;
    bent[0] -= 0.02;
    bent[5] += 0.02;
    let rolled = Sampler::new(503).counts(ROLLS, &bent);
    assert!(kolmogorov_smirnov_counts(&rolled, &FAIR).p_value < ALPHA);
}

proptest! {
    #[test]
    fn fit_tests_are_never_nan(
        cells in prop::collection::vec(
            (prop_oneof![0..10_u64, any::<u64>()], prop_oneof![0.0..10.0, Just(0.0), any::<f64>()]),
            0..8,
        ),
        extra in 0..2_usize,
    ) {
        let observed: Vec<u64> = cells.iter().map(|cell| cell.0).collect();
        let expected: Vec<f64> = cells.iter().skip(extra).map(|cell| cell.1).collect();
        let chi = chi_square(&observed, &expected);
        prop_assert!(chi.statistic >= 0.0 && (0.0..=1.0).contains(&chi.p_value), "{chi:?}");
        let counts = kolmogorov_smirnov_counts(&observed, &expected);
        prop_assert!((0.0..=1.0).contains(&counts.statistic) && (0.0..=1.0).contains(&counts.p_value));
        let sample = kolmogorov_smirnov(&expected, |x| x);
        prop_assert!((0.0..=1.0).contains(&sample.statistic) && (0.0..=1.0).contains(&sample.p_value));
    }
}
