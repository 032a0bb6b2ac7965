//! The slow twins: every outcome of every die, counted in whole numbers; and what the tests share.

use std::collections::BTreeMap;

use muster_dice::{Dice, Die, Law, Pmf, Roll};

/// Runs `visit` for every way in which dice with these faces can fall.
pub(crate) fn every_fall(pool: &[Vec<u32>], mut visit: impl FnMut(&[u32])) {
    let mut at = vec![0; pool.len()];
    loop {
        let shown: Vec<u32> = at.iter().zip(pool).map(|(&place, faces)| faces[place]).collect();
        visit(&shown);
        let Some(die) = (0..pool.len()).rev().find(|&die| at[die] + 1 < pool[die].len()) else { return };
        at[die] += 1;
        at[die + 1..].fill(0);
    }
}

/// In how many ways a pool comes to each value.
pub(crate) fn ways(pool: &[Vec<u32>], value: impl Fn(&[u32]) -> u32) -> BTreeMap<u32, u128> {
    let mut counts = BTreeMap::new();
    every_fall(pool, |shown| *counts.entry(value(shown)).or_insert(0) += 1);
    counts
}

/// Holds a law to whole-number counts: every probability right to 12 digits, and no other value possible.
pub(crate) fn assert_law(pmf: &Pmf, counts: &BTreeMap<u32, u128>, what: &str) {
    let all: u128 = counts.values().sum();
    for (value, &count) in counts {
        let (found, right) = (pmf.probability(*value), count as f64 / all as f64);
        assert!((found - right).abs() <= 1e-12 * right, "{what}: P({value}) is {found}, must be {right}");
    }
    let possible: Vec<u32> = pmf.iter().map(|(value, _)| value).collect();
    let counted: Vec<u32> = counts.keys().copied().collect();
    assert_eq!(possible, counted, "{what}: the values that can occur");
}

/// Holds two laws to each other, digit by digit.
pub(crate) fn assert_same(a: &Pmf, b: &Pmf, what: &str) {
    assert_eq!(a.len(), b.len(), "{what}: lengths");
    for value in 0..=a.max_value() {
        let (p, q) = (a.probability(value), b.probability(value));
        assert!((p - q).abs() <= 1e-12 * p.max(q), "{what}: P({value}) is {p} or {q}");
    }
}

pub(crate) fn total(pmf: &Pmf) -> f64 {
    pmf.as_slice().iter().sum()
}

pub(crate) fn pips(die: Die) -> Vec<u32> {
    (1..=u32::from(die.sides())).collect()
}

/// The sum of some d6 on which a 6 counts `six`.
#[derive(Debug)]
pub(crate) struct Sum {
    dice: u32,
    six: u32,
    law: Law,
}

impl Sum {
    pub(crate) fn of(dice: u32, six: u32) -> Sum {
        Sum { dice, six, law: Law::new(Pmf::of_faces(&[1, 2, 3, 4, 5, six]).times(dice)) }
    }
}

impl Roll for Sum {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        (0..self.dice).map(|_| dice.die(Die::D6)).map(|face| if face == 6 { self.six } else { face }).sum()
    }
}
