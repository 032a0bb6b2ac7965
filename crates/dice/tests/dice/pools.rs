//! Pools of mixed dice against every fall, counted in whole numbers.

use muster_dice::{CellKey, Dice, Die, PlainDice, Pmf, Seed, Stream};

use crate::brute::{assert_law, pips, ways};

/// Twenty pools of one to six dice, with their faces.
fn random_pools() -> Vec<Vec<Vec<u32>>> {
    let mut dice = PlainDice::from_stream(Stream::of_game(Seed(20), CellKey::of(&["pools"]), 0));
    let odd_faces = [vec![1, 2, 3, 4, 5, 0], vec![0, 0, 1], vec![2, 2, 3, 9]];
    let one_die = |dice: &mut PlainDice| match dice.die(Die::D8) {
        kind @ 1..=5 => pips([Die::D4, Die::D6, Die::D8, Die::D10, Die::D12][kind as usize - 1]),
        kind => odd_faces[kind as usize - 6].clone(),
    };
    (0..20).map(|_| (0..dice.die(Die::D6)).map(|_| one_die(&mut dice)).collect::<Vec<Vec<u32>>>()).collect()
}

fn fold(pool: &[Vec<u32>], with: impl Fn(&Pmf, &Pmf) -> Pmf) -> Pmf {
    let laws: Vec<Pmf> = pool.iter().map(|faces| Pmf::of_faces(faces)).collect();
    laws[1..].iter().fold(laws[0].clone(), |so_far, die| with(&so_far, die))
}

#[test]
fn twenty_random_pools_match_whole_number_counts() {
    let pools = random_pools();
    assert!(pools.iter().any(|pool| pool.len() >= 5), "some pools are large");
    for pool in pools {
        let name = format!("{pool:?}");
        assert_law(
            &fold(&pool, Pmf::plus),
            &ways(&pool, |shown| shown.iter().sum()),
            &format!("sum of {name}"),
        );
        let highest = |shown: &[u32]| shown.iter().copied().max().unwrap();
        assert_law(&fold(&pool, Pmf::higher), &ways(&pool, highest), &format!("highest of {name}"));
        let lowest = |shown: &[u32]| shown.iter().copied().min().unwrap();
        assert_law(&fold(&pool, Pmf::lower), &ways(&pool, lowest), &format!("lowest of {name}"));
    }
}

#[test]
fn empty_pool_is_nothing_for_certain() {
    assert_eq!(Pmf::of_faces(&[]), Pmf::certain(0));
    assert_eq!(Pmf::uniform_die(Die::D6).times(0), Pmf::certain(0));
    assert_eq!(Pmf::certain(0).times(50), Pmf::certain(0));
    assert_eq!(Pmf::binomial(0, 0.5), Pmf::certain(0));
    assert_eq!(Pmf::certain(0).thin(0.5), Pmf::certain(0));
    assert_eq!(Pmf::uniform_die(Die::D6).times_random(&Pmf::certain(0)), Pmf::certain(0));
    assert_eq!(Pmf::uniform_die(Die::D6).thin(0.0), Pmf::certain(0));
    assert_eq!(Pmf::uniform_die(Die::D6).capped(0), Pmf::certain(0));
}

#[test]
fn never_more_than_the_dice_can_show() {
    for n in 0..50 {
        assert_eq!(Pmf::uniform_die(Die::D6).times(n).max_value(), 6 * n);
        assert_eq!(Pmf::of_faces(&[1, 2, 3, 4, 5, 0]).times(n).thin(0.5).max_value(), 5 * n);
    }
}
