//! Laws as tables: whose words are whose.

use muster_dice::{Die, Law, Pmf};
use proptest::prelude::*;

/// Laws with gaps, long tails, one value, and values of less than one word.
fn laws() -> Vec<Law> {
    let hit = Pmf::of_faces(&[1, 2, 3, 4, 5, 0]);
    [
        Pmf::certain(0),
        Pmf::certain(7),
        Pmf::uniform_die(Die::D6),
        Pmf::uniform_die(Die::new(100).unwrap()),
        Pmf::of_faces(&[0, 3, 3, 9]),
        hit.times(8),
        hit.times(20).thin(1.0 / 3.0).capped(12),
        Pmf::uniform_die(Die::D6).times(300),
        Pmf::binomial(40, 1e-12),
        Pmf::binomial(40, 1.0 - 1e-12),
        Pmf::binomial(5, 1e-30),
    ]
    .into_iter()
    .map(Law::new)
    .collect()
}

/// 2^64 p, exactly but for the part of a word.
#[expect(clippy::cast_possible_truncation, reason = "a probability times 2^64 fits")]
fn words(p: f64) -> i128 {
    (p * 18_446_744_073_709_551_616.0) as i128
}

#[test]
fn shares_sum_to_all_words_and_equal_the_law() {
    for law in laws() {
        let values = 0..=law.pmf().max_value() + 2;
        let sum: u128 = values.clone().map(|value| law.share(value)).sum();
        assert_eq!(sum, 1 << 64);
        for value in values {
            let share = i128::try_from(law.share(value)).unwrap();
            let off = (share - words(law.pmf().probability(value))).abs();
            // 2^-52 of all words.
            assert!(off <= 1 << 12, "P({value}) off by {off} words");
        }
    }
}

#[test]
fn each_value_owns_the_run_of_words_that_its_share_says() {
    for law in laws() {
        let mut start = 0u128;
        for value in 0..=law.pmf().max_value() {
            let share = law.share(value);
            if share > 0 {
                let (first, last) =
                    (u64::try_from(start).unwrap(), u64::try_from(start + share - 1).unwrap());
                for word in [first, first + (last - first) / 2, last] {
                    assert_eq!(law.sample(word), value, "word {word}");
                }
            }
            start += share;
        }
        assert_eq!(start, 1 << 64);
    }
}

#[test]
fn impossible_values_are_never_drawn() {
    let law = Law::new(Pmf::from_probabilities(vec![0.0, 0.25, 0.0, 0.75, 0.0]).unwrap());
    assert_eq!((law.share(0), law.share(2), law.share(4)), (0, 0, 0));
    assert_eq!(law.share(1), 1 << 62);
    assert_eq!((law.sample(0), law.sample((1 << 62) - 1)), (1, 1));
    assert_eq!((law.sample(1 << 62), law.sample(u64::MAX)), (3, 3));
}

#[test]
fn certain_law_gives_its_value_for_every_word() {
    let law = Law::new(Pmf::certain(7));
    assert_eq!(law.share(7), 1 << 64);
    for word in [0, 1, u64::MAX / 2, u64::MAX] {
        assert_eq!(law.sample(word), 7);
    }
}

#[test]
fn capped_means_match_the_capped_law() {
    for law in laws() {
        for cap in 0..=law.pmf().max_value() + 2 {
            let right = law.pmf().capped(cap).mean();
            let found = law.expected_capped(cap);
            assert!((found - right).abs() <= 1e-12 * right, "cap {cap}: {found}, must be {right}");
        }
        let mean = law.pmf().mean();
        assert!((law.mean() - mean).abs() <= 1e-12 * mean);
    }
}

proptest! {
    #[test]
    fn larger_words_never_give_smaller_values(faces in prop::collection::vec(0..9u32, 1..9), n in 0..30u32, a: u64, b: u64) {
        let law = Law::new(Pmf::of_faces(&faces).times(n));
        prop_assert!(law.sample(a.min(b)) <= law.sample(a.max(b)));
        prop_assert!(law.share(law.sample(a)) > 0);
    }

    #[test]
    fn words_near_a_boundary_fall_on_the_right_side(weights in prop::collection::vec(0..1000u32, 1..40), off in 0..3u64) {
        let sum: u32 = weights.iter().sum();
        prop_assume!(sum > 0);
        let law = Law::new(Pmf::from_probabilities(weights.iter().map(|&w| f64::from(w) / f64::from(sum)).collect()).unwrap());
        let mut end = 0u128;
        for value in 0..=law.pmf().max_value() {
            let start = end;
            end += law.share(value);
            if end - start > 6 {
                prop_assert_eq!(law.sample(u64::try_from(start).unwrap() + off), value);
                prop_assert_eq!(law.sample(u64::try_from(end - 1).unwrap() - off), value);
            }
        }
    }
}
