//! Keyed dice: the generator's known answers, the laws of each path, and what a key keeps apart and together.

use std::collections::BTreeSet;

use muster_dice::{CellKey, Dice, Die, KeyedDice, Law, Pmf, Roll, RollKind, Seed, philox4x32};

use crate::brute::Sum;
use crate::chance::{ROLLS, chi_square_p};

/// The authors' file of known answers: `kat_vectors` of the Random123 library.
#[test]
fn t3_1_philox_gives_its_known_answers() {
    let zeros = philox4x32([0; 4], [0; 2]);
    assert_eq!(zeros, [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    let ones = philox4x32([u32::MAX; 4], [u32::MAX; 2]);
    assert_eq!(ones, [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
    let pi = philox4x32([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]);
    assert_eq!(pi, [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]);
}

fn dice() -> KeyedDice {
    KeyedDice::new(Seed(1), CellKey::of(&["legion", "levy"]))
}

#[test]
fn first_values_stay() {
    let mut dice = dice();
    dice.start(3);
    dice.turn(2);
    dice.phase(1);
    dice.unit(65);
    dice.kind(RollKind(4));
    let faces = [(); 12].map(|()| dice.die(Die::D6));
    let sum = Sum::of(8, 0);
    let sums = [(); 8].map(|()| dice.resolve(&sum));
    assert_eq!((faces, sums), (FACES, SUMS));
    assert_eq!(dice.trace(), TRACE);
}

/// Worked out by a program of its own, in whole numbers and fractions.
const FACES: [u32; 12] = [4, 4, 6, 3, 3, 2, 3, 4, 5, 4, 4, 6];
const SUMS: [u32; 8] = [23, 21, 11, 22, 22, 23, 22, 16];
const TRACE: u64 = 0x9631_675f_2fa5_899a;

/// One roll of 8 dice a game: each game has a name of its own. 39 degrees of freedom; a right program fails with chance
/// 2e-4; `sums.rs` shows what the same check catches.
#[test]
fn t3_2_eight_dice_keep_their_law_by_sum_and_by_face() {
    let sum = Sum::of(8, 0);
    let law = sum.law().pmf().clone();
    for whole in [true, false] {
        let mut counts = vec![0; law.len()];
        let mut dice = dice();
        for game in 0..u64::from(ROLLS) {
            dice.start(game);
            let value = if whole { dice.resolve(&sum) } else { sum.by_dice(&mut dice) };
            counts[value as usize] += 1;
        }
        let p = chi_square_p(&counts, &law);
        assert!((1e-4..=1.0 - 1e-4).contains(&p), "whole rolls {whole}: p = {p}");
    }
}

/// The face that a roll of this name shows.
fn face(game: u64, [turn, phase, unit, kind]: [u8; 4], before: u32) -> u32 {
    let mut dice = dice();
    dice.start(game);
    dice.turn(u32::from(turn));
    dice.phase(phase);
    dice.unit(unit);
    dice.kind(RollKind(kind));
    (0..before).for_each(|_| {
        dice.die(Die::D6);
    });
    dice.die(Die::D6)
}

/// A million pairs of faces; a right program fails each with chance 2e-4. A tie that adds 2 in 100 to the doubles is caught.
#[test]
fn neighbouring_names_are_unrelated() {
    let names = [[2, 1, 1, 1], [1, 2, 1, 1], [1, 1, 2, 1], [1, 1, 1, 2]];
    let pairs = Pmf::of_faces(&(0..36).collect::<Vec<u32>>());
    for (name, before) in names.map(|name| (name, 0)).into_iter().chain([([1; 4], 1)]) {
        let mut counts = [0; 36];
        for game in 0..1_000_000 {
            let (first, second) = (face(game, [1; 4], 0), face(game, name, before));
            counts[(6 * (first - 1) + second - 1) as usize] += 1;
        }
        let p = chi_square_p(&counts, &pairs);
        assert!((1e-4..=1.0 - 1e-4).contains(&p), "{name:?} after {before}: p = {p}");
    }
}

#[test]
fn rolls_of_another_name_move_no_roll() {
    let roll = |others: bool| {
        let mut dice = dice();
        dice.start(11);
        dice.turn(1);
        let mut faces = Vec::new();
        for phase in [1, 2] {
            dice.phase(phase);
            for unit in 0..3 {
                if others {
                    dice.unit(unit);
                    dice.kind(RollKind(9));
                    dice.die(Die::D6);
                }
                dice.unit(unit);
                dice.kind(RollKind(1));
                faces.push(dice.die(Die::D6));
                faces.push(dice.die(Die::D6));
            }
        }
        faces
    };
    assert_eq!(roll(true), roll(false));
}

#[test]
fn coming_back_to_a_phase_goes_on_counting() {
    let mut dice = dice();
    dice.start(0);
    dice.turn(1);
    dice.phase(1);
    let first: Vec<u32> = (0..20).map(|_| dice.die(Die::D6)).collect();
    dice.phase(1);
    let second: Vec<u32> = (0..20).map(|_| dice.die(Die::D6)).collect();
    assert_ne!(first, second);
}

#[test]
fn better_odds_never_turn_a_roll_for_the_worse() {
    // Two laws, one above the other everywhere: sixes that count nothing, and sixes that count.
    let (plain, better) = (Sum::of(8, 0), Sum::of(8, 6));
    for game in 0..20_000 {
        let mut rolled = [0; 2];
        for (value, roll) in rolled.iter_mut().zip([&plain, &better]) {
            let mut dice = dice();
            dice.start(game);
            *value = dice.resolve(roll);
        }
        assert!(rolled[0] <= rolled[1], "game {game}: {rolled:?}");
    }
}

#[test]
fn a_trace_tells_games_apart() {
    let traces: BTreeSet<u64> = (0..50_000)
        .map(|game| {
            let mut dice = dice();
            dice.start(game);
            (0..40).for_each(|_| {
                dice.die(Die::D6);
            });
            dice.trace()
        })
        .collect();
    assert_eq!(traces.len(), 50_000);
}

#[test]
fn values_beyond_what_is_looked_at_leave_no_trace() {
    struct Capped(Sum, u32);
    impl Roll for Capped {
        fn law(&self) -> &Law {
            self.0.law()
        }
        fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
            self.0.by_dice(dice)
        }
        fn cap(&self) -> u32 {
            self.1
        }
    }
    let trace = |roll: &Capped, game| {
        let mut dice = dice();
        dice.start(game);
        dice.resolve(roll);
        dice.trace()
    };
    let one = Capped(Sum::of(8, 3), 8);
    let other = Capped(Sum::of(8, 6), 8);
    assert!((0..100).all(|game| trace(&one, game) == trace(&other, game)));
    let free = Capped(Sum::of(8, 6), u32::MAX);
    assert!((0..100).any(|game| trace(&one, game) != trace(&free, game)));
}
