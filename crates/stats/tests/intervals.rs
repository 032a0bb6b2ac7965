//! Claims about intervals for scores and chances.

#[expect(dead_code, reason = "each test file uses a part of the sampler")]
mod support;

use muster_stats::{Interval, Record, Z95, clopper_pearson, rule_of_three, wilson};
use proptest::prelude::*;
use support::Sampler;

fn record(wins: u64, draws: u64, losses: u64) -> Record {
    Record { wins, draws, losses }
}

fn assert_near(found: Interval, low: f64, high: f64, slack: f64) {
    let width = high - low;
    let off = (found.low - low).abs().max((found.high - high).abs()) / width;
    assert!(off <= slack, "{found:?} for [{low}, {high}]: off by {off:e} of the width");
}

#[test]
fn score_counts_a_draw_as_half_a_win() {
    let sample = record(3, 4, 1);
    assert_eq!(sample.games(), 8);
    assert_eq!(sample.score(), Some(0.625));
    // (w + d/4)/n - s² = (3 + 1)/8 - 0.390625
    assert!((sample.variance().unwrap() - 0.109_375).abs() < 1e-15);
    assert_eq!(sample.mirrored().score(), Some(0.375));
}

#[test]
fn score_of_no_games_is_absent_and_not_one_half() {
    assert_eq!(Record::default().score(), None);
    assert_eq!(Record::default().variance(), None);
    assert_eq!(wilson(Record::default(), Z95), Interval::UNIT);
}

#[test]
fn wilson_without_draws_matches_scipy() {
    // scipy 1.17.1, stats.binomtest(k, n).proportion_ci(method="wilson")
    let known = [
        (8, 10, 0.490_162_471_536_641_8, 0.943_317_848_545_624_8),
        (60, 100, 0.502_002_586_791_061_8, 0.690_598_713_567_541_1),
        (1, 400, 0.000_441_447_786_801_635_3, 0.014_023_285_075_823_391),
    ];
    for (k, n, low, high) in known {
        assert_near(wilson(record(k, 0, n - k), Z95), low, high, 1e-12);
    }
}

#[test]
fn wilson_with_draws_is_wilson_of_the_effective_sample() {
    // 100 wins, 200 draws, 100 losses: variance 1/8, half of a two-way game's, so worth 800 games.
    // scipy 1.17.1, stats.binomtest(400, 800).proportion_ci(method="wilson")
    let low = 0.46543529182216337;
    assert_near(wilson(record(100, 200, 100), Z95), low, 1.0 - low, 1e-12);
}

#[test]
fn clopper_pearson_matches_scipy() {
    // scipy 1.17.1, stats.beta.ppf(alpha/2, k, n-k+1) and stats.beta.isf(alpha/2, k+1, n-k)
    let known = [
        (0, 10, 0.05, 0.0, 0.308_497_107_818_760_83, 1e-9),
        (1, 10, 0.05, 0.002_528_578_544_461_784_8, 0.445_016_117_028_195_3, 1e-9),
        (7, 20, 0.05, 0.153_909_204_784_541_18, 0.592_188_534_532_828_2, 1e-9),
        (250, 1000, 0.01, 0.215_496_823_241_538_38, 0.286_922_134_440_235_9, 1e-9),
        (3, 100_000, 0.05, 6.186_763_958_922_033e-6, 8.767_020_256_636_2e-5, 1e-5),
        (500_000, 1_000_000, 0.05, 0.499_019_519_195_311_84, 0.500_980_480_804_688_2, 1e-3),
        (10, 10, 0.05, 0.691_502_892_181_239_2, 1.0, 1e-9),
        (999_999, 1_000_000, 0.01, 0.999_992_569_894_388, 0.999_999_994_987_458_2, 1e-3),
        // Beyond a million trials: the Poisson limit and the corrected score interval.
        (100, 1_000_000_000, 0.05, 8.136_399_196_839_12e-8, 1.216_267_924_772_275_7e-7, 1e-3),
        (20_000, 1_000_000_000, 0.05, 1.972_377_031_493_083_8e-5, 2.027_913_079_761_847_7e-5, 1e-3),
        (300_000_000, 1_000_000_000, 0.05, 0.299_971_597_502_396_6, 0.300_028_403_655_352_77, 1e-5),
        (999_999_900, 1_000_000_000, 0.05, 0.999_999_878_373_207_5, 0.999_999_918_636_008, 1e-3),
    ];
    for (k, n, alpha, low, high, slack) in known {
        assert_near(clopper_pearson(k, n, alpha), low, high, slack);
    }
}

#[test]
fn clopper_pearson_does_not_jump_where_the_method_changes() {
    for k in [1, 9_999, 10_000, 300_000] {
        let exact = clopper_pearson(k, 1_000_000, 0.05);
        let limit = clopper_pearson(k, 1_000_001, 0.05);
        assert_near(limit, exact.low, exact.high, 0.01);
    }
}

#[test]
fn interval_of_a_clean_sweep_has_width_and_ends_at_one() {
    // (alpha/2)^(1/n) with alpha/2 = 0.025, the closed form of Clopper and Pearson
    for n in [1, 10, 400, 1_000_000] {
        let interval = wilson(record(n, 0, 0), Z95);
        assert_near(interval, 0.025_f64.powf(1.0 / n as f64), 1.0, 1e-9);
        let mirror = wilson(record(0, 0, n), Z95);
        assert!((mirror.high - (1.0 - interval.low)).abs() < 1e-15);
        assert!(mirror.low <= 0.0 && mirror.high > 0.0);
    }
}

#[test]
fn interval_of_all_draws_is_half_the_rule_of_three() {
    let interval = wilson(record(0, 300, 0), Z95);
    assert_near(interval, 0.495, 0.505, 1e-9);
    assert_eq!(wilson(record(0, 1, 0), Z95), Interval::UNIT);
}

#[test]
fn rule_of_three_bounds_what_was_never_seen() {
    assert_eq!(rule_of_three(0).to_bits(), 1.0_f64.to_bits());
    assert_eq!(rule_of_three(2).to_bits(), 1.0_f64.to_bits());
    // The chance to see nothing in n games at the bound is 5 % as n grows.
    let n = 1000;
    let unseen = (1.0 - rule_of_three(n)).powf(n as f64);
    assert!((unseen - 0.05).abs() < 0.001, "{unseen}");
}

#[test]
fn error_halves_with_four_times_the_games() {
    for (wins, draws, losses) in [(300, 0, 700), (200, 500, 300), (40, 920, 40), (9_900, 0, 100)] {
        let once = wilson(record(wins, draws, losses), Z95).half_width();
        let four = wilson(record(4 * wins, 4 * draws, 4 * losses), Z95).half_width();
        assert!((once / four - 2.0).abs() < 0.02, "{wins} {draws} {losses}: {}", once / four);
    }
}

/// Share of 20 000 samples whose interval holds the true score.
fn coverage(seed: u64, games: u64, win: f64, draw: f64, interval: impl Fn(Record) -> Interval) -> f64 {
    let mut sampler = Sampler::new(seed);
    let truth = win + draw / 2.0;
    let samples = 20_000;
    let held = (0..samples)
        .filter(|_| {
            let mut sample = Record::default();
            sampler.play(&mut sample, games, win, draw);
            interval(sample).contains(truth)
        })
        .count();
    held as f64 / f64::from(samples)
}

/// Standard error of a coverage of 0.95 over 20 000 samples is 0.0015: a right interval leaves 0.94..=0.965 on either
/// side with chance below 1e-9. A coverage 0.006 outside the band is caught with chance 0.9999.
fn in_band(coverage: f64) -> bool {
    (0.94..=0.965).contains(&coverage)
}

#[test]
fn t4_3_wilson_covers_the_score_at_any_share_of_draws() {
    for (case, (win, draw)) in
        [(0.45, 0.05), (0.25, 0.25), (0.3, 0.5), (0.1, 0.6), (0.05, 0.9)].into_iter().enumerate()
    {
        let found = coverage(100 + case as u64, 400, win, draw, |sample| wilson(sample, Z95));
        assert!(in_band(found), "win {win}, draw {draw}: covers {found}");
    }
}

/// The textbook interval s ± z·sqrt(s(1-s)/n): the mutant that the coverage test must catch.
fn wald(sample: Record) -> Interval {
    let score = sample.score().unwrap();
    let half = Z95 * (score * (1.0 - score) / sample.games() as f64).sqrt();
    Interval { low: score - half, high: score + half }
}

#[test]
fn coverage_test_catches_wald_at_the_edge_and_wilson_blind_to_draws() {
    let edge = coverage(200, 50, 0.99, 0.0, wald);
    assert!(!in_band(edge) && edge < 0.5, "{edge}");
    // Half of the draws handed to each side: the score is the same, the variance is not.
    let blind = coverage(201, 400, 0.05, 0.9, |sample| {
        let half = sample.draws / 2;
        wilson(record(sample.wins + half, 0, sample.losses + sample.draws - half), Z95)
    });
    assert!(!in_band(blind), "{blind}");
}

fn any_record() -> impl Strategy<Value = Record> {
    let count = prop_oneof![0..4_u64, 0..1_000_u64, any::<u64>(), Just(u64::MAX)];
    (count.clone(), count.clone(), count).prop_map(|(wins, draws, losses)| record(wins, draws, losses))
}

fn is_sound(interval: Interval) -> bool {
    0.0 <= interval.low && interval.low <= interval.high && interval.high <= 1.0
}

proptest! {
    #[test]
    fn wilson_is_a_sound_interval_around_the_score(sample in any_record(), z in any::<f64>()) {
        for interval in [wilson(sample, z), wilson(sample, Z95)] {
            prop_assert!(is_sound(interval), "{interval:?}");
            if let Some(score) = sample.score() {
                prop_assert!(interval.contains(score), "{interval:?} {score}");
            }
        }
    }

    #[test]
    fn wilson_mirrors_with_the_sides(sample in any_record()) {
        let (own, other) = (wilson(sample, Z95), wilson(sample.mirrored(), Z95));
        prop_assert!((own.low - (1.0 - other.high)).abs() < 1e-12);
        prop_assert!((own.high - (1.0 - other.low)).abs() < 1e-12);
    }

    #[test]
    fn shares_of_win_draw_and_loss_sum_to_one(sample in any_record()) {
        if let Some(shares) = sample.shares() {
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            prop_assert!((0.0..=1.0).contains(&sample.score().unwrap()));
            prop_assert!((0.0..=0.25).contains(&sample.variance().unwrap()));
        }
    }

    #[test]
    fn clopper_pearson_is_a_sound_interval_around_the_share(
        k in prop_oneof![0..30_u64, 0..1_000_000_u64, any::<u64>()],
        n in prop_oneof![0..30_u64, 0..1_100_000_u64, any::<u64>()],
        alpha in prop_oneof![Just(0.05), 1e-13..1.0, any::<f64>()],
    ) {
        let interval = clopper_pearson(k, n, alpha);
        prop_assert!(is_sound(interval), "{interval:?}");
        if n > 0 {
            prop_assert!(interval.contains(k.min(n) as f64 / n as f64));
        }
    }
}
