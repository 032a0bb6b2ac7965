//! Neighbouring streams have nothing to do with each other.
//!
//! Each check is a chi-square test on two million pairs of faces of a d6, which a right program fails with chance 2e-4.
//! It catches 999 times in 1,000 a tie that adds to each of the six doubles 1.7 in 100 of its chance; the tied streams
//! below do just that.

use std::collections::BTreeSet;

use muster_dice::{CellKey, Dice as _, Die, PlainDice, Pmf, Seed, Stream, TableDice};

use crate::brute::Sum;
use crate::chance::chi_square_p;

const PAIRS: u64 = 2_000_000;

fn p_of_pairs(mut pair: impl FnMut(u64) -> (u32, u32)) -> f64 {
    let mut counts = [0; 36];
    for at in 0..PAIRS {
        let (first, second) = pair(at);
        counts[(6 * (first - 1) + second - 1) as usize] += 1;
    }
    chi_square_p(&counts, &Pmf::of_faces(&(0..36).collect::<Vec<u32>>()))
}

fn assert_apart(what: &str, mut stream: impl FnMut(u64) -> Stream) {
    let mut first_face = |at| TableDice::from_stream(stream(at)).die(Die::D6);
    // Each stream belongs to one pair: the pairs are independent.
    let p = p_of_pairs(|at| (first_face(2 * at), first_face(2 * at + 1)));
    assert!((1e-4..=1.0 - 1e-4).contains(&p), "{what}: p = {p}");
}

#[test]
fn neighbouring_games_are_unrelated() {
    let cell = CellKey::of(&["legion", "levy"]);
    assert_apart("games", |game| Stream::of_game(Seed(7), cell, game));
    assert_apart("games far apart", |game| Stream::of_game(Seed(7), cell, game << 40));
}

#[test]
fn neighbouring_cells_are_unrelated() {
    assert_apart("cells", |cell| Stream::of_game(Seed(7), CellKey(cell), 3));
}

#[test]
fn neighbouring_seeds_are_unrelated() {
    assert_apart("seeds", |seed| Stream::of_game(Seed(seed), CellKey::of(&["legion", "levy"]), 3));
}

#[test]
fn seed_cell_and_game_cannot_stand_in_for_each_other() {
    // Were they only added up, the pair would share its stream.
    let stream = |at: u64| Stream::of_game(Seed(5 + at % 2), CellKey(7 - at % 2), at / 2);
    assert_apart("seed for cell", stream);
    assert_apart("cell for game", |at: u64| Stream::of_game(Seed(5), CellKey(at % 2), at / 2 + 1 - at % 2));
}

#[test]
fn throws_within_a_stream_are_unrelated() {
    let mut dice = PlainDice::from_stream(Stream::of_game(Seed(7), CellKey::of(&["within"]), 0));
    let p = p_of_pairs(|_| (dice.die(Die::D6), dice.die(Die::D6)));
    assert!((1e-4..=1.0 - 1e-4).contains(&p), "p = {p}");
}

#[test]
fn tied_streams_are_caught() {
    // The second die copies the first once in 300: each double gains 5/300 of its chance.
    let cell = CellKey::of(&["tied"]);
    let hundred = Die::new(100).unwrap();
    let p = p_of_pairs(|game| {
        let mut dice = TableDice::from_stream(Stream::of_game(Seed(7), cell, game));
        let (first, second) = (dice.die(Die::D6), dice.die(Die::D6));
        let copies = dice.die(hundred) == 1 && dice.die(Die::D6) <= 2;
        (first, if copies { first } else { second })
    });
    assert!(p < 1e-4, "p = {p}");
}

#[test]
fn no_two_games_share_a_stream() {
    let cell = CellKey::of(&["legion", "levy"]);
    let streams: BTreeSet<u128> =
        (0..100_000).map(|game| Stream::of_game(Seed(0), cell, game).state() | 1).collect();
    assert_eq!(streams.len(), 100_000);
}

#[test]
fn names_are_kept_apart() {
    let keys: BTreeSet<CellKey> = [
        CellKey::of(&[]),
        CellKey::of(&[""]),
        CellKey::of(&["", ""]),
        CellKey::of(&["ab", "c"]),
        CellKey::of(&["a", "bc"]),
        CellKey::of(&["abc"]),
        CellKey::of(&["c", "ab"]),
    ]
    .into();
    assert_eq!(keys.len(), 7);
}

#[test]
fn same_stream_rolls_the_same() {
    let stream = Stream::of_game(Seed(9), CellKey::of(&["again"]), 4);
    let sum = Sum::of(8, 0);
    let roll = |_| {
        let mut dice = TableDice::from_stream(stream);
        (0..50).map(|_| dice.resolve(&sum)).collect::<Vec<u32>>()
    };
    assert_eq!(roll(0), roll(1));
}
