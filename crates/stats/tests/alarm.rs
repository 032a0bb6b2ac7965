//! Claims about the checks on random output.

#[expect(dead_code, reason = "each test file uses a part of the sampler")]
mod support;

use muster_stats::Record;
use muster_stats::alarm::{Check, DEFAULT_ALPHA, POWER};
use proptest::prelude::*;
use support::Sampler;

#[test]
fn p_values_match_the_binomial_law() {
    // scipy 1.17.1, 2·min(stats.binom.sf(k-1, n, p), stats.binom.cdf(k, n, p)).
    let known = [
        (12, 1_000, 0.005, 0.010_660_022_412_512_732, 1e-9),
        (0, 1_000, 0.005, 0.013_307_937_157_663_987, 1e-9),
        (600, 1_000, 0.5, 2.728_464_156_065_947e-10, 1e-9),
        (560, 1_000, 0.5, 0.000_165_049_870_550_452_86, 1e-9),
        (1_150, 100_000, 0.01, 3.383_371_448_611_68e-6, 1e-6),
        (995, 1_000, 0.99, 0.132_279_023_214_503_3, 1e-9),
        // Poisson limit
        (30, 10_000_000, 1e-6, 5.019_804_844_256_251e-7, 1e-4),
        (2, 10_000_000, 1e-6, 0.005_538_773_269_475_256, 1e-4),
        (25, 10_000_000, 1e-6, 9.389_773_843_888_641e-5, 1e-4),
        // normal law: 2·stats.norm.sf(4)
        (502_000, 1_000_000, 0.5, 6.334_248_366_623_973e-5, 1e-9),
    ];
    for (k, n, p, p_value, slack) in known {
        let found = Check::proportion(k, n, p).verdict().p_value;
        assert!((found / p_value - 1.0).abs() < slack, "{k} of {n} at {p}: {found:e} for {p_value:e}");
    }
}

#[test]
fn default_alarm_sounds_between_4_65_and_4_66_standard_scores() {
    // A million even games: one standard score is 500 wins, and scipy's norm.isf(3.3e-6 / 2) is 4.6512.
    let quiet = Check::proportion(502_325, 1_000_000, 0.5).verdict();
    let loud = Check::proportion(502_330, 1_000_000, 0.5).verdict();
    assert!(quiet.passed && (quiet.z - 4.65).abs() < 1e-9, "{quiet}");
    assert!(!loud.passed && (loud.z - 4.66).abs() < 1e-9, "{loud}");
}

#[test]
fn shift_of_a_third_of_a_point_is_caught_in_a_million_even_games() {
    let verdict = Check::proportion(500_000, 1_000_000, 0.5).verdict();
    assert!((verdict.smallest_shift - 0.003_27).abs() < 1e-5, "{verdict}");
}

/// Share of `repeats` checks that fail when the true chance is `truth`.
fn alarm_rate(seed: u64, repeats: u32, n: u64, expected: f64, truth: f64, alpha: f64) -> f64 {
    let mut sampler = Sampler::new(seed);
    let failed = (0..repeats)
        .filter(|_| {
            !Check::proportion(sampler.successes(n, truth), n, expected).alpha(alpha).verdict().passed
        })
        .count();
    failed as f64 / f64::from(repeats)
}

#[test]
fn smallest_shift_is_caught_with_the_stated_power() {
    // 3000 repeats: the rate's standard error is 0.0031, so a power of 0.97 leaves ±0.016 with chance 3e-7. A true
    // power 0.02 away is caught with chance 0.9; the mutant (nine tenths of the shift) has power below 0.92.
    for (case, (n, p)) in [(400, 0.3), (4_400, 0.35), (1_000, 0.01)].into_iter().enumerate() {
        let shift = Check::proportion(0, n, p).alpha(1e-3).verdict().smallest_shift;
        let seed = 300 + case as u64;
        let caught = alarm_rate(seed, 3_000, n, p, p + shift, 1e-3);
        assert!((caught - POWER).abs() < 0.016, "{n} games at {p}, shift {shift}: {caught}");
        let mutant = alarm_rate(seed, 3_000, n, p, p + 0.9 * shift, 1e-3);
        assert!(mutant < POWER - 0.016, "{n} games at {p}: {mutant}");
    }
}

#[test]
fn false_alarms_stay_below_the_stated_rate() {
    // 10 000 repeats at alpha 0.05: standard error 0.0022, so 0.06 is passed by a right check with chance 3e-6.
    // A true rate of 0.07 is caught with chance 0.9999.
    for (case, (n, p)) in [(500, 0.5), (500, 0.01), (5_000, 0.4)].into_iter().enumerate() {
        let repeats = if n > 1_000 { 2_000 } else { 10_000 };
        let slack = if n > 1_000 { 0.025 } else { 0.01 };
        let rate = alarm_rate(400 + case as u64, repeats, n, p, p, 0.05);
        assert!(rate <= 0.05 + slack, "{n} games at {p}: {rate}");
    }
}

#[test]
fn score_check_uses_the_smaller_variance_of_draws() {
    // 8 000 of 10 000 games drawn: variance 0.05 instead of 0.25, so the score 0.51 is 4.47 standard scores off.
    let sample = Record { wins: 1_100, draws: 8_000, losses: 900 };
    let with_draws = Check::score(sample, 0.5).verdict();
    let without = Check::proportion(5_100, 10_000, 0.5).verdict();
    assert!((with_draws.z - 4.48).abs() < 0.01, "{with_draws}");
    assert!((without.z - 2.0).abs() < 1e-9, "{without}");
    assert!(with_draws.smallest_shift < without.smallest_shift / 2.0);
}

#[test]
fn certain_outcome_allows_no_deviation_and_no_false_alarm() {
    assert!(Check::proportion(0, 100, 0.0).verdict().passed);
    assert!(Check::proportion(100, 100, 1.0).verdict().passed);
    assert!(!Check::proportion(1, 100, 0.0).verdict().passed);
    assert!(!Check::proportion(99, 100, 1.0).verdict().passed);
    // 1 - (1 - shift)^100 = 0.97
    let verdict = Check::proportion(0, 100, 0.0).verdict();
    assert!((verdict.smallest_shift - 0.034_459).abs() < 1e-5, "{verdict}");
}

#[test]
fn check_on_nothing_or_on_nonsense_fails() {
    assert!(!Check::proportion(0, 0, 0.5).verdict().passed);
    assert!(!Check::proportion(3, 2, 0.5).verdict().passed);
    assert!(!Check::proportion(1, 2, f64::NAN).verdict().passed);
    assert!(!Check::score(Record::default(), 0.5).verdict().passed);
    assert!(!Check::score(Record { wins: 1, draws: 0, losses: 1 }, 1.5).verdict().passed);
}

#[test]
fn sample_too_small_to_fail_says_so() {
    let verdict = Check::proportion(0, 5, 0.5).verdict();
    assert!(verdict.passed);
    assert_eq!(verdict.smallest_shift.to_bits(), 1.0_f64.to_bits());
    assert!(verdict.to_string().ends_with("no shift would be caught"), "{verdict}");
}

#[test]
fn verdict_prints_what_it_would_have_caught() {
    let text = Check::proportion(500_700, 1_000_000, 0.5).verdict().to_string();
    assert_eq!(
        text,
        "passed: 0.500700 found, 0.500000 expected in 1000000 games, z = 1.40, p = 1.62e-1, \
         false-alarm rate 3.3e-6; a shift of 3.27e-3 would be caught 97 times in 100"
    );
}

proptest! {
    #[test]
    fn verdict_is_never_nan(
        k in prop_oneof![0..40_u64, any::<u64>()],
        n in prop_oneof![0..40_u64, 0..200_000_u64, any::<u64>()],
        p in prop_oneof![Just(0.0), Just(1.0), 0.0..1.0, 0.0..1e-4, any::<f64>()],
        draws in any::<u64>(),
        alpha in prop_oneof![Just(DEFAULT_ALPHA), 0.0..1.0, any::<f64>()],
    ) {
        let sample = Record { wins: k, draws, losses: n };
        for check in [Check::proportion(k, n, p), Check::proportion(k.min(n), n, p), Check::score(sample, p)] {
            let verdict = check.alpha(alpha).verdict();
            prop_assert!(!verdict.z.is_nan() && !verdict.observed.is_nan() && !verdict.expected.is_nan());
            prop_assert!((0.0..=1.0).contains(&verdict.p_value), "{verdict}");
            prop_assert!((0.0..=1.0).contains(&verdict.smallest_shift), "{verdict}");
        }
    }
}
