//! Kinds of dice, and the step from a word to a face.

use muster_dice::{CellKey, Dice, Die, PlainDice, Seed, Stream, TableDice, face_of_word};

const ALL: u64 = 1 << 32;

fn every_die() -> impl Iterator<Item = Die> {
    (0..=u8::MAX).filter_map(Die::new)
}

fn at(die: Die, word: u64) -> Option<u32> {
    face_of_word(die, u32::try_from(word).unwrap())
}

#[test]
fn dice_have_two_to_a_hundred_sides() {
    let sides: Vec<u8> = every_die().map(Die::sides).collect();
    assert_eq!(sides, (2..=100).collect::<Vec<u8>>());
    assert_eq!(Die::new(6), Some(Die::D6));
    assert_eq!(Die::D12.to_string(), "d12");
}

/// The words of face `f` are those with `floor(word * sides / 2^32) = f - 1`: a run, in which the low half of the product
/// rises by `sides` from below `sides`. So only the first word of a run can be rejected, and the ends of the runs tell all.
#[test]
fn every_face_has_the_same_number_of_words() {
    for die in every_die() {
        let sides = u64::from(die.sides());
        let mut accepted = 0;
        for face in 1..=sides {
            let (first, last) = (((face - 1) * ALL).div_ceil(sides), (face * ALL).div_ceil(sides) - 1);
            let name = u32::try_from(face).unwrap();
            let rejected = u64::from(at(die, first).is_none());
            for word in [first + 1, first + 2, first.midpoint(last), last - 1, last] {
                assert_eq!(at(die, word), Some(name), "{die}, word {word}");
            }
            assert!(at(die, first).is_none_or(|shown| shown == name));
            let of_face = last - first + 1 - rejected;
            assert_eq!(of_face, ALL / sides, "{die}: words of face {face}");
            accepted += of_face;
        }
        assert_eq!(ALL - accepted, ALL % sides, "{die}: words rejected");
    }
}

#[test]
#[ignore = "half a minute: counts all words of three dice one by one; for the release suite"]
fn every_word_counted_one_by_one() {
    for die in [Die::D6, Die::D10, Die::new(100).unwrap()] {
        let mut counts = vec![0u64; usize::from(die.sides()) + 1];
        for word in 0..=u32::MAX {
            counts[face_of_word(die, word).unwrap_or(0) as usize] += 1;
        }
        let sides = u64::from(die.sides());
        assert_eq!(counts[0], ALL % sides);
        assert!(counts[1..].iter().all(|&count| count == ALL / sides), "{die}: {counts:?}");
    }
}

#[test]
fn every_die_shows_its_lowest_and_highest_face_and_none_beyond() {
    let stream = Stream::of_game(Seed(35), CellKey::of(&["range"]), 0);
    let (mut table, mut plain) = (TableDice::from_stream(stream), PlainDice::from_stream(stream));
    for die in every_die() {
        // A face stays unseen in 20,000 throws of a d100 with chance 2e-87.
        let mut seen = vec![0u32; usize::from(die.sides()) + 1];
        for _ in 0..20_000 {
            seen[table.die(die) as usize] += 1;
            seen[plain.die(die) as usize] += 1;
        }
        assert_eq!(seen[0], 0);
        assert!(seen[1..].iter().all(|&times| times > 0), "{die}");
    }
}

#[test]
fn shifts_stop_at_the_ends_of_the_ladder() {
    assert_eq!(Die::D6.shift(1), (Die::D8, 0));
    assert_eq!(Die::D6.shift(-1), (Die::D4, 0));
    assert_eq!(Die::D6.shift(0), (Die::D6, 0));
    assert_eq!(Die::D10.shift(3), (Die::D12, 2));
    assert_eq!(Die::D6.shift(-4), (Die::D4, -3));
    assert_eq!(Die::D4.shift(4), (Die::D12, 0));
    assert_eq!(Die::D8.shift(i32::MAX), (Die::D12, i32::MAX - 2));
    assert_eq!(Die::D8.shift(i32::MIN), (Die::D4, i32::MIN + 2));
    assert_eq!(Die::new(20).unwrap().shift(-2), (Die::new(20).unwrap(), -2));
}

#[test]
fn plain_dice_count_what_they_throw() {
    let mut dice = PlainDice::from_stream(Stream::of_game(Seed(1), CellKey::of(&["count"]), 0));
    assert_eq!(dice.counted(), 0);
    let sum = dice.resolve(&crate::brute::Sum::of(8, 0));
    assert!(sum <= 40);
    assert_eq!(dice.counted(), 8);
}
