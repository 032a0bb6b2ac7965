//! The first values of every random path, pinned. A change here moves every sampled result: it belongs in the changelog
//! under *Values moved*.
//!
//! The values were also worked out by a program of its own, in whole numbers and fractions; the hash of no names is the
//! published BLAKE3 hash of the empty string.

use muster_dice::{CellKey, Dice as _, Die, PlainDice, Seed, Stream, TableDice};

use crate::brute::Sum;

fn stream() -> Stream {
    Stream::of_game(Seed(1), CellKey(2), 3)
}

#[test]
fn streams_stay() {
    let of = |seed, cell, game| Stream::of_game(Seed(seed), CellKey(cell), game).state();
    assert_eq!(of(1, 2, 3), 0x95d4_8fd1_1e31_888b_5705_fcaf_f0cc_c4b8);
    assert_eq!(of(0, 0, 0), 0x3104_2cc5_515a_f7ee_39d2_4d2b_6c44_4233);
    assert_eq!(of(u64::MAX, u64::MAX, u64::MAX), 0x13d6_d456_fc7d_1475_18ec_5fb7_7050_a5cb);
}

#[test]
fn cell_keys_stay() {
    assert_eq!(CellKey::of(&[]), CellKey(0xa6a1_f9f5_b949_13af));
    assert_eq!(CellKey::of(&["legion", "levy"]), CellKey(0x9076_69de_771e_e74b));
}

#[test]
fn faces_stay() {
    let hundred = Die::new(100).unwrap();
    let (mut table, mut plain) = (TableDice::from_stream(stream()), PlainDice::from_stream(stream()));
    for face in [1, 5, 5, 6, 1, 5, 4, 3, 5, 4, 6, 4] {
        assert_eq!((table.die(Die::D6), plain.die(Die::D6)), (face, face));
    }
    for face in [14, 62, 44, 77, 59, 24, 70, 44] {
        assert_eq!((table.die(hundred), plain.die(hundred)), (face, face));
    }
}

#[test]
fn whole_rolls_stay() {
    let sum = Sum::of(8, 0);
    let mut table = TableDice::from_stream(stream());
    assert_eq!([(); 8].map(|()| table.resolve(&sum)), [12, 24, 24, 25, 10, 24, 22, 19]);
    let mut plain = PlainDice::from_stream(stream());
    assert_eq!([(); 8].map(|()| plain.resolve(&sum)), [24, 26, 27, 23, 18, 22, 20, 31]);
}
