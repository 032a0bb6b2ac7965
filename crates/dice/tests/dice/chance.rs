//! Ten million rolls of every random path against its exact law.
//!
//! Each check is a chi-square test that a right program fails with chance 2e-4 (p outside 1e-4..1 - 1e-4); the seeds are
//! fixed, so a failure means that the code has moved. With ten million throws of a d6 a shift of 8.3e-4 of probability
//! from one face to another is caught 999 times in 1,000, and with ten million sums of eight dice one sum in fifty that
//! is one too high. The bent dice below do just that.

use muster_dice::{CellKey, Dice, Die, PlainDice, Pmf, Roll as _, Seed, Stream, TableDice};
use statrs::distribution::{ChiSquared, ContinuousCDF as _};

use crate::brute::Sum;

pub(crate) const ROLLS: u32 = 10_000_000;

/// The chance of counts at least this far from a law. Values expected fewer than ten times are taken together.
pub(crate) fn chi_square_p(counts: &[u64], law: &Pmf) -> f64 {
    let rolls: u64 = counts.iter().sum();
    let (mut statistic, mut cells) = (0.0, 0u32);
    let (mut rare_count, mut rare_expected) = (0, 0.0);
    let mut add = |count: u64, expected: f64| {
        statistic += (count as f64 - expected) * (count as f64 - expected) / expected;
        cells += 1;
    };
    for (value, &count) in (0..).zip(counts) {
        let expected = rolls as f64 * law.probability(value);
        if expected >= 10.0 {
            add(count, expected);
        } else {
            rare_count += count;
            rare_expected += expected;
        }
    }
    if rare_expected > 0.0 {
        add(rare_count, rare_expected);
    } else if rare_count > 0 {
        return 0.0;
    }
    ChiSquared::new(f64::from(cells - 1)).unwrap().sf(statistic)
}

fn count(law: &Pmf, mut roll: impl FnMut() -> u32) -> Vec<u64> {
    let mut counts = vec![0; law.len() + 1];
    for _ in 0..ROLLS {
        counts[(roll() as usize).min(law.len())] += 1;
    }
    counts
}

fn p_of(law: &Pmf, roll: impl FnMut() -> u32) -> f64 {
    chi_square_p(&count(law, roll), law)
}

fn assert_fair(p: f64, what: &str) {
    assert!((1e-4..=1.0 - 1e-4).contains(&p), "{what}: p = {p}");
}

fn stream(name: &str) -> Stream {
    Stream::of_game(Seed(2026), CellKey::of(&["chance", name]), 0)
}

const DICE: [u8; 8] = [4, 6, 8, 10, 12, 2, 7, 100];

#[test]
fn faces_of_table_dice_are_fair() {
    let mut dice = TableDice::from_stream(stream("table faces"));
    for die in DICE.into_iter().filter_map(Die::new) {
        assert_fair(p_of(&Pmf::uniform_die(die), || dice.die(die)), &format!("table {die}"));
    }
}

#[test]
fn faces_of_plain_dice_are_fair() {
    let mut dice = PlainDice::from_stream(stream("plain faces"));
    for die in DICE.into_iter().filter_map(Die::new) {
        assert_fair(p_of(&Pmf::uniform_die(die), || dice.die(die)), &format!("plain {die}"));
    }
}

#[test]
fn sums_of_eight_from_the_table_follow_the_law() {
    let mut dice = TableDice::from_stream(stream("table sums"));
    let sum = Sum::of(8, 0);
    assert_fair(p_of(sum.law().pmf(), || dice.resolve(&sum)), "table sum");
}

#[test]
fn sums_of_eight_thrown_die_by_die_follow_the_law() {
    let mut dice = PlainDice::from_stream(stream("plain sums"));
    let sum = Sum::of(8, 0);
    assert_fair(p_of(sum.law().pmf(), || dice.resolve(&sum)), "plain sum");
    assert_eq!(dice.counted(), 8 * u64::from(ROLLS));
}

#[test]
fn bent_die_is_caught() {
    // One 1 in 200 is turned into a 6.
    let bend = Die::new(100).unwrap();
    let mut dice = PlainDice::from_stream(stream("bent die"));
    let p = p_of(&Pmf::uniform_die(Die::D6), || match dice.die(Die::D6) {
        1 if dice.die(bend) == 1 && dice.die(Die::D4) <= 2 => 6,
        face => face,
    });
    assert!(p < 1e-4, "p = {p}");
}

#[test]
fn die_made_of_a_byte_is_caught() {
    // A byte times 6 over 256, as a simulator of our field had it: four faces have 43 bytes, two have 42.
    let mut dice = PlainDice::from_stream(stream("byte"));
    let nibble = Die::new(16).unwrap();
    let p = p_of(&Pmf::uniform_die(Die::D6), || {
        ((dice.die(nibble) - 1) * 16 + dice.die(nibble) - 1) * 6 / 256 + 1
    });
    assert!(p < 1e-4, "p = {p}");
}

#[test]
fn bent_sums_are_caught() {
    let sum = Sum::of(8, 0);
    let one_in_fifty = Die::new(50).unwrap();
    let mut bend = PlainDice::from_stream(stream("bend"));
    let mut table = TableDice::from_stream(stream("bent table sums"));
    let p = p_of(sum.law().pmf(), || table.resolve(&sum) + u32::from(bend.die(one_in_fifty) == 1));
    assert!(p < 1e-4, "table: p = {p}");
    let mut plain = PlainDice::from_stream(stream("bent plain sums"));
    let p = p_of(sum.law().pmf(), || plain.resolve(&sum) + u32::from(bend.die(one_in_fifty) == 1));
    assert!(p < 1e-4, "plain: p = {p}");
}

#[test]
fn counts_that_are_too_even_are_caught() {
    // A generator that deals the faces in turn fits its law too well.
    let mut next = 0;
    let p = p_of(&Pmf::uniform_die(Die::D8), || {
        next = next % 8 + 1;
        next
    });
    assert!(p > 1.0 - 1e-4, "p = {p}");
}

#[test]
fn impossible_value_is_caught() {
    assert!(chi_square_p(&[1_000_000, 1_000_000, 1], &Pmf::of_faces(&[0, 1])) < 1e-300);
}
