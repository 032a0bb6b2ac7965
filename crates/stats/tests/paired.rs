//! Claims about comparing two sets of rules.

#[expect(dead_code, reason = "each test file uses a part of the sampler")]
mod support;

use muster_stats::paired::{Change, PairedCounts, detectable_change, games_to_detect, games_within};
use muster_stats::{Record, quantile};
use proptest::prelude::*;
use support::Sampler;

/// Paired games of which a share went better and a share worse by one whole point, all others won before and after or lost
/// before and after.
fn play(sampler: &mut Sampler, games: u64, better: f64, worse: f64) -> PairedCounts {
    let same = (1.0 - better - worse) / 2.0;
    let counts = sampler.counts(games, &[better, worse, same, same]);
    let mut pairs = PairedCounts::default();
    for (count, (before, after)) in counts.iter().zip([(0, 2), (2, 0), (0, 0), (2, 2)]) {
        pairs.counts[before][after] += count;
    }
    pairs
}

#[test]
fn variance_is_that_of_the_differences_one_by_one() {
    let pairs = PairedCounts { counts: [[5, 2, 1], [3, 7, 4], [2, 1, 6]] };
    let mut differences = Vec::new();
    for (before, row) in (0i32..).zip(pairs.counts) {
        for (after, count) in (0i32..).zip(row) {
            differences.extend((0..count).map(|_| f64::from(after - before) / 2.0));
        }
    }
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / n;
    assert!((pairs.change() - mean).abs() < 1e-14 && (pairs.variance() - variance).abs() < 1e-14);
    assert_eq!(pairs.before(), Record { wins: 9, draws: 14, losses: 8 });
    assert_eq!(pairs.after(), Record { wins: 11, draws: 10, losses: 10 });
    assert_eq!(pairs.discordant(), [7, 6]);
    let change = pairs.after().score().unwrap() - pairs.before().score().unwrap();
    assert!((pairs.change() - change).abs() < 1e-14);
}

#[test]
fn few_games_that_differ_are_judged_exactly() {
    // Nine of nine one way: 2 / 2^9.
    let pairs = PairedCounts { counts: [[500, 0, 9], [0, 0, 0], [0, 0, 500]] };
    assert!((Change::paired(&pairs).p_value - 2.0 / 512.0).abs() < 1e-12);
    let none = PairedCounts { counts: [[500, 0, 0], [0, 0, 0], [0, 0, 500]] };
    assert!((Change::paired(&none).p_value - 1.0).abs() < 1e-15);
}

/// 2 000 runs of a change that is just the margin. A rate of 0.05 has a standard error of 0.0049 and passes 0.065 with chance
/// 0.999. A test without the floor under the variance, or one that reads the margin as 0.03, fails.
#[test]
fn t7_5_change_equal_to_the_margin_is_seldom_taken_for_none() {
    let (margin, z) = (0.02, quantile(0.95));
    for (seed, games, worse) in [(751, 4_096, 0.0), (752, 1_024, 0.0), (753, 4_096, 0.03)] {
        let mut sampler = Sampler::new(seed);
        let taken = (0..2_000)
            .filter(|_| {
                Change::paired(&play(&mut sampler, games, margin + worse, worse)).is_within(margin, z)
            })
            .count();
        assert!(taken <= 130, "{games} games, {worse} worse: {taken} of 2000");
        let wider = (0..2_000)
            .filter(|_| Change::paired(&play(&mut sampler, games, margin + worse, worse)).is_within(0.03, z))
            .count();
        assert!(wider > 130, "a margin read as 0.03 is caught: {wider} of 2000");
    }
}

/// 4 000 runs without a change: 90 % have a standard error of 0.5 %, so ±3 % is six of them; half the games give 57 %.
#[test]
fn t7_6_planned_games_reach_their_power() {
    let (margin, z) = (0.02, quantile(0.95));
    let mut sampler = Sampler::new(76);
    for share in [0.02, 0.1] {
        let planned = games_within(2.0 * share, margin, z);
        let mut power = |games: u64| {
            let within = (0..4_000)
                .filter(|_| Change::paired(&play(&mut sampler, games, share, share)).is_within(margin, z))
                .count();
            within as f64 / 4_000.0
        };
        let reached = power(planned);
        assert!((0.87..=0.93).contains(&reached), "{planned} games: {reached}");
        assert!(power(planned / 2) < 0.8, "half of them are too few");
    }
}

/// Section 7.2 of the methods: two independent runs at even odds, 1 % two-sided, found 9 times in 10.
#[test]
fn detectable_changes_are_those_of_the_textbook() {
    for (games, points) in [(1_000, 8.6), (5_000, 3.9), (20_000, 1.9), (100_000, 0.9)] {
        let found = 100.0 * detectable_change(0.5, games, 0.01, 0.9);
        assert!((found - points).abs() < 0.06, "{games}: {found}");
    }
    assert_eq!(games_to_detect(0.5, detectable_change(0.5, 5_000, 0.01, 0.9), 0.01, 0.9), 5_000);
    assert_eq!(games_within(0.5, 0.02, quantile(0.95)), 13_528);
}

/// T7.8, the numbers of it: certain results on both sides.
#[test]
fn t7_8_certain_results_give_numbers() {
    let won = Record { wins: 4_096, draws: 0, losses: 0 };
    let lost = Record { wins: 0, draws: 0, losses: 4_096 };
    let pairs = PairedCounts { counts: [[0, 0, 0], [0, 0, 0], [0, 0, 4_096]] };
    let z = quantile(0.95);
    for change in [
        Change::paired(&pairs),
        Change::unpaired(won, won),
        Change::against_exact(1.0, won),
        Change::exact(1.0, 1.0),
    ] {
        assert!(change.is_within(0.02, z) && change.p_value > 0.99, "{change:?}");
        assert!(change.interval(1.96).iter().all(|end| end.is_finite()));
    }
    for change in [Change::unpaired(won, lost), Change::exact(1.0, 0.0)] {
        assert!(!change.is_within(0.02, z) && change.p_value < 1e-9, "{change:?}");
    }
    let nothing = Change::unpaired(Record::default(), won);
    assert!(!nothing.is_within(0.5, z) && (nothing.p_value - 1.0).abs() < 1e-15);
}

proptest! {
    #[test]
    fn every_number_is_a_number(counts in proptest::array::uniform9(0u64..1_000_000), margin in 0.001..0.2_f64) {
        let [a, b, c, d, e, f, g, h, i] = counts;
        let pairs = PairedCounts { counts: [[a, b, c], [d, e, f], [g, h, i]] };
        let change = Change::paired(&pairs);
        prop_assert!(change.change.is_finite() && change.standard_error.is_finite());
        prop_assert!((0.0..=1.0).contains(&change.p_value));
        prop_assert!(change.interval(1.96).iter().all(|end| end.is_finite()));
        prop_assert!(change.games_to_settle(margin, 1.645) >= 1);
        prop_assert!(pairs.variance() <= 1.0 + 1e-12);
    }
}
