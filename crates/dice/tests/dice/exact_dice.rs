//! Forking and scripted dice.

use std::collections::BTreeMap;

use muster_dice::{Dice, Die, ForkingDice, Law, Path, Pmf, Roll, ScriptError, ScriptedDice};

use crate::brute::Sum;

/// What forking dice say of a piece of play.
fn explored(mut play: impl FnMut(&mut ForkingDice) -> u32) -> (BTreeMap<u32, f64>, usize) {
    let (mut law, mut paths) = (BTreeMap::new(), 0);
    ForkingDice::explore(|dice| {
        let value = play(dice);
        *law.entry(value).or_insert(0.0) += dice.weight();
        paths += 1;
    });
    (law, paths)
}

fn assert_is(found: &BTreeMap<u32, f64>, pmf: &Pmf) {
    let sum: f64 = found.values().sum();
    assert!((sum - 1.0).abs() < 1e-12, "weights sum to {sum}");
    let values: Vec<u32> = pmf.iter().map(|(value, _)| value).collect();
    assert_eq!(found.keys().copied().collect::<Vec<u32>>(), values);
    for (value, p) in pmf.iter() {
        assert!((found[&value] - p).abs() < 1e-13, "P({value}) is {}, must be {p}", found[&value]);
    }
}

#[test]
fn forking_die_by_die_gives_the_law() {
    for dice in 0..=6 {
        for six in [0, 6] {
            let sum = Sum::of(dice, six);
            let (law, paths) = explored(|forking| sum.by_dice(forking));
            assert_is(&law, sum.law().pmf());
            assert_eq!(paths, 6usize.pow(dice));
        }
    }
}

#[test]
fn whole_roll_is_one_fork_over_its_law() {
    let sum = Sum::of(8, 0);
    let (law, paths) = explored(|forking| forking.resolve(&sum));
    assert_is(&law, sum.law().pmf());
    assert_eq!(paths, 41);
}

#[test]
fn paths_may_ask_for_different_dice() {
    // As many d4 as a d6 shows: 4 + 16 + ... + 4^6 paths.
    let (law, paths) = explored(|forking| {
        let count = forking.die(Die::D6);
        (0..count).map(|_| forking.die(Die::D4)).sum()
    });
    assert_is(&law, &Pmf::uniform_die(Die::D4).times_random(&Pmf::uniform_die(Die::D6)));
    assert_eq!(paths, 5460);
}

/// A roll whose law has a gap.
struct Gap(Law);

impl Roll for Gap {
    fn law(&self) -> &Law {
        &self.0
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        if dice.die(Die::D4) == 1 { 1 } else { 3 }
    }
}

#[test]
fn impossible_outcomes_are_skipped() {
    let gap = Gap(Law::new(Pmf::of_faces(&[1, 3, 3, 3])));
    let (law, paths) = explored(|forking| forking.resolve(&gap) + 10 * forking.resolve(&gap));
    assert_eq!(law.into_keys().collect::<Vec<u32>>(), [11, 13, 31, 33]);
    assert_eq!(paths, 4);
    assert_is(&explored(|forking| gap.by_dice(forking)).0, gap.law().pmf());
}

#[test]
fn play_without_dice_is_one_path_of_weight_one() {
    let mut weights = Vec::new();
    ForkingDice::explore(|dice| weights.push(dice.weight().to_bits()));
    assert_eq!(weights, [1.0f64.to_bits()]);
}

#[test]
fn memory_used_again_changes_nothing() {
    let mut path = Path::default();
    for dice in [3, 1, 0, 4] {
        let sum = Sum::of(dice, 0);
        let mut law = BTreeMap::new();
        ForkingDice::explore_with(&mut path, |forking| {
            let value = sum.by_dice(forking);
            *law.entry(value).or_insert(0.0) += forking.weight();
        });
        assert_is(&law, sum.law().pmf());
    }
}

#[test]
fn scripted_dice_show_their_faces_in_order() {
    let mut dice = ScriptedDice::new(&[6, 1, 5, 6]);
    assert_eq!(dice.resolve(&Sum::of(3, 0)), 6);
    assert_eq!(dice.die(Die::D12), 6);
    assert_eq!(dice.finish(), Ok(()));
    assert_eq!(ScriptedDice::new(&[]).finish(), Ok(()));
}

#[test]
fn script_that_runs_out_is_told_and_shows_ones() {
    let mut dice = ScriptedDice::new(&[6]);
    assert_eq!((dice.die(Die::D6), dice.die(Die::D6), dice.die(Die::D6)), (6, 1, 1));
    assert_eq!(dice.finish(), Err(ScriptError::RanOut { asked: 3 }));
}

#[test]
fn script_left_over_is_told() {
    let mut dice = ScriptedDice::new(&[6, 5, 4]);
    dice.die(Die::D6);
    assert_eq!(dice.finish(), Err(ScriptError::LeftOver { unused: 2 }));
}

#[test]
fn first_face_that_fits_no_die_is_told() {
    let mut dice = ScriptedDice::new(&[4, 7, 0]);
    assert_eq!((dice.die(Die::D4), dice.die(Die::D6), dice.die(Die::D6)), (4, 1, 1));
    let error = dice.finish().unwrap_err();
    assert_eq!(error, ScriptError::OutOfRange { position: 2, face: 7, sides: 6 });
    assert_eq!(error.to_string(), "face 7 at place 2 of the list is not on a d6");
}
