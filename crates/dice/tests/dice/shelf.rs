//! Alias tables give every value exactly the words that its law gives it.

use muster_dice::{Law, Pmf, Shelf};

fn laws() -> Vec<Pmf> {
    vec![
        Pmf::certain(3),
        Pmf::of_faces(&[1, 2, 3, 4, 5, 0]),
        Pmf::of_faces(&[1, 2, 3, 4, 5, 0]).times(4).plus(&Pmf::of_faces(&[1, 2, 3, 0, 0, 0])),
        Pmf::binomial(40, 1e-3),
        Pmf::of_faces(&[1, 1, 1, 1, 1, 9]).times(20),
        Pmf::from_probabilities(vec![1.0 - 1e-12, 0.0, 1e-12]).unwrap(),
    ]
}

#[test]
fn every_value_has_the_same_words_as_in_its_law() {
    let mut shelf = Shelf::default();
    let places: Vec<usize> = laws().iter().map(|pmf| shelf.add(pmf, |value| value)).collect();
    for (pmf, place) in laws().into_iter().zip(places) {
        let law = Law::new(pmf.clone());
        let mut all = 0;
        for value in 0..=pmf.max_value() {
            assert_eq!(shelf.share(place, value), law.share(value), "value {value} of {pmf:?}");
            all += shelf.share(place, value);
        }
        assert_eq!(all, 1 << 64);
    }
}

#[test]
fn counted_words_give_the_shares_that_are_claimed() {
    let mut shelf = Shelf::default();
    let pmf = Pmf::of_faces(&[0, 0, 1, 2, 2, 2]);
    let law = shelf.add(&pmf, |value| value * 7);
    // Every word whose lower 48 bits are 0: the shares in these are those of all words, to one part in 65 536.
    let mut counts = [0u32; 3];
    for leading in 0..1u64 << 16 {
        let word = leading << 48;
        let value = shelf.value(law, word);
        assert_eq!(shelf.draw(law, word), value * 7);
        counts[value as usize] += 1;
    }
    for (value, count) in counts.iter().enumerate() {
        let expected = pmf.as_slice()[value] * 65_536.0;
        assert!((f64::from(*count) - expected).abs() <= 4.0, "{value}: {count} of {expected}");
    }
}
