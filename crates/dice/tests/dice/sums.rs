//! Adding, thinning, capping and rerolling against identities and the slow twins.

use muster_dice::{Die, Pmf};
use proptest::prelude::*;

use crate::brute::{assert_law, assert_same, pips, total, ways};

const DICE: [&[u32]; 6] = [&[0], &[3], &[0, 1], &[1, 2, 3, 4, 5, 0], &[1, 1, 2, 7], &[0, 0, 5]];

#[test]
fn rerolled_six_is_five_plus_one() {
    // A d6 whose ones are drawn again for ever is a five-sided die plus one.
    let five_plus_one = Pmf::uniform_die(Die::new(5).unwrap()).plus(&Pmf::certain(1));
    let six = Pmf::uniform_die(Die::D6);
    assert_same(&six.given(|face| face != 1).unwrap(), &five_plus_one, "given");
    let often = six.rerolled(|face| face == 1, 10_000);
    assert!(often.probability(1) < 1e-300, "ten thousand rerolls leave no 1");
    assert_same(&often.given(|face| face != 1).unwrap(), &five_plus_one, "rerolled");
}

#[test]
fn twenty_three_points_of_shooting_give_the_known_law() {
    let law = Pmf::of_faces(&[1, 2, 3, 4, 5, 0]).times(4).plus(&Pmf::of_faces(&[1, 2, 3, 0, 0, 0]));
    assert!((law.probability(0) - 1.0 / 2592.0).abs() < 1e-16);
    assert!((law.mean() - 11.0).abs() < 1e-12);
    assert!((total(&law) - 1.0).abs() < 1e-12);
    assert_eq!(law.max_value(), 23);
}

#[test]
fn sum_of_two_is_every_pair_counted() {
    for a in DICE {
        for b in DICE {
            let counts = ways(&[a.to_vec(), b.to_vec()], |shown| shown.iter().sum());
            assert_law(&Pmf::of_faces(a).plus(&Pmf::of_faces(b)), &counts, &format!("{a:?} plus {b:?}"));
        }
    }
}

#[test]
fn sum_of_many_is_every_fall_counted() {
    for faces in DICE {
        for n in 0..=6u32 {
            let counts = ways(&vec![faces.to_vec(); n as usize], |shown| shown.iter().sum());
            assert_law(&Pmf::of_faces(faces).times(n), &counts, &format!("{n} times {faces:?}"));
        }
    }
}

#[test]
fn thinning_is_one_saving_die_a_unit() {
    for faces in DICE {
        for kept_faces in 0..=3u32 {
            // The die first, then as many saving dice of three faces as it can ever need.
            let most = faces.iter().copied().max().unwrap();
            let mut pool = vec![faces.to_vec()];
            pool.extend((0..most).map(|_| vec![1, 2, 3]));
            let counts = ways(&pool, |shown| {
                let saves = &shown[1..=shown[0] as usize];
                u32::try_from(saves.iter().filter(|&&face| face <= kept_faces).count()).unwrap()
            });
            let law = Pmf::of_faces(faces).thin(f64::from(kept_faces) / 3.0);
            assert_law(&law, &counts, &format!("{faces:?} thinned by {kept_faces}/3"));
        }
    }
}

#[test]
fn capping_moves_what_lies_above_to_the_cap() {
    for faces in DICE {
        for cap in 0..=15u32 {
            let counts = ways(&[faces.to_vec(), faces.to_vec()], |shown| shown.iter().sum::<u32>().min(cap));
            let law = Pmf::of_faces(faces).times(2);
            assert_law(&law.capped(cap), &counts, &format!("two {faces:?} capped at {cap}"));
            assert_same(&law.capped(cap), &law.map(|value| value.min(cap)), "capped by map");
        }
    }
}

#[test]
fn reroll_at_most_k_matches_hand_enumeration() {
    // A d6 that draws its ones and twos again: 1/3 of each draw goes on.
    let six = Pmf::uniform_die(Die::D6);
    let by_hand: [[(u32, u32); 2]; 4] = [
        // (1 or 2 each, 3 to 6 each) as fractions: limit 0, 1, 2, 3.
        [(1, 6), (1, 6)],
        [(1, 18), (4, 18)],
        [(1, 54), (13, 54)],
        [(1, 162), (40, 162)],
    ];
    for (limit, [low, high]) in (0..).zip(by_hand) {
        let law = six.rerolled(|face| face <= 2, limit);
        for face in 1..=6 {
            let (part, whole) = if face <= 2 { low } else { high };
            let right = f64::from(part) / f64::from(whole);
            assert!((law.probability(face) - right).abs() < 1e-15, "limit {limit}, face {face}");
        }
        // And every draw counted: the first that stands, else the last.
        let draws = vec![pips(Die::D6); limit as usize + 1];
        let stands =
            |shown: &[u32]| shown.iter().copied().find(|&face| face > 2).unwrap_or(shown[limit as usize]);
        assert_law(&law, &ways(&draws, stands), &format!("reroll at most {limit}"));
    }
}

#[test]
fn rerolling_everything_changes_nothing() {
    let six = Pmf::uniform_die(Die::D6);
    for limit in [0, 1, 2, 3, u32::MAX] {
        assert_same(&six.rerolled(|_| true, limit), &six, "all rerolled");
        assert_same(&six.rerolled(|_| false, limit), &six, "none rerolled");
    }
    assert_eq!(six.given(|face| face > 6), None);
}

#[test]
fn random_number_of_dice_may_be_none() {
    // A die that shows how many d6 to throw: 0, 1 or 2.
    let law = Pmf::uniform_die(Die::D6).times_random(&Pmf::of_faces(&[0, 1, 2]));
    let pool = [vec![0, 1, 2], pips(Die::D6), pips(Die::D6)];
    assert_law(&law, &ways(&pool, |shown| shown[1..=shown[0] as usize].iter().sum()), "0 to 2 dice");
    let (none, one, two) = (Pmf::certain(0), Pmf::uniform_die(Die::D6), Pmf::uniform_die(Die::D6).times(2));
    assert_same(&law, &Pmf::mixture(&[(2.0, &none), (2.0, &one), (2.0, &two)]), "as a mixture");
}

#[test]
fn mixture_leaves_out_parts_without_weight() {
    let (one, two) = (Pmf::certain(1), Pmf::certain(2));
    let law =
        Pmf::mixture(&[(0.0, &one), (f64::NAN, &one), (-1.0, &one), (f64::INFINITY, &one), (f64::MAX, &two)]);
    assert_eq!(law, two);
    assert_eq!(Pmf::mixture(&[]), Pmf::certain(0));
    assert_eq!(Pmf::mixture(&[(0.0, &two)]), Pmf::certain(0));
    let halves = Pmf::mixture(&[(f64::MAX, &one), (f64::MAX, &two)]);
    assert!((halves.probability(1) - 0.5).abs() < 1e-15);
}

fn faces() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0..12u32, 1..8)
}

proptest! {
    #[test]
    fn repeated_squaring_is_repeated_adding(faces in faces(), n in 0..40u32) {
        let die = Pmf::of_faces(&faces);
        let added = (0..n).fold(Pmf::certain(0), |sum, _| sum.plus(&die));
        assert_same(&die.times(n), &added, "times and plus");
        assert_same(&die.times(n), &die.times_random(&Pmf::certain(n)), "times and a certain number of times");
    }

    #[test]
    fn sums_agree_with_enumeration(a in faces(), b in faces(), c in faces()) {
        let law = Pmf::of_faces(&a).plus(&Pmf::of_faces(&b)).plus(&Pmf::of_faces(&c));
        assert_law(&law, &ways(&[a, b, c], |shown| shown.iter().sum()), "three dice");
    }

    #[test]
    fn moments_add_up(a in faces(), b in faces(), n in 0..30u32) {
        let (a, b) = (Pmf::of_faces(&a), Pmf::of_faces(&b));
        let sum = a.times(n).plus(&b);
        let (mean, variance) = (f64::from(n) * a.mean() + b.mean(), f64::from(n) * a.variance() + b.variance());
        prop_assert!((sum.mean() - mean).abs() < 1e-12 * mean.max(1.0));
        prop_assert!((sum.variance() - variance).abs() < 1e-11 * variance.max(1.0));
    }

    #[test]
    fn thinning_twice_is_thinning_once(faces in faces(), n in 0..10u32, p in 0.0..=1.0f64, q in 0.0..=1.0f64) {
        let law = Pmf::of_faces(&faces).times(n);
        let (twice, once) = (law.thin(p).thin(q), law.thin(p * q));
        prop_assert!((twice.mean() - law.mean() * p * q).abs() < 1e-12 * law.mean().max(1.0));
        for value in 0..=law.max_value() {
            prop_assert!((twice.probability(value) - once.probability(value)).abs() < 1e-12);
        }
    }

    #[test]
    fn thinning_each_die_is_thinning_the_sum(faces in faces(), n in 0..12u32, keep in 0.0..=1.0f64) {
        let die = Pmf::of_faces(&faces);
        let (each, all) = (die.thin(keep).times(n), die.times(n).thin(keep));
        for value in 0..=all.max_value() {
            prop_assert!((each.probability(value) - all.probability(value)).abs() < 1e-13);
        }
    }

    #[test]
    fn tails_meet(faces in faces(), n in 1..12u32, cut in 1..60u32) {
        let law = Pmf::of_faces(&faces).times(n);
        prop_assert!((law.at_least(cut) + law.at_most(cut - 1) - 1.0).abs() < 1e-12);
    }
}
