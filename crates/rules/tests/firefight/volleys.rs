//! The law of a volley against its die-by-die twin, and against a hand count.

use muster_dice::{Die, ForkingDice, Roll as _};
use muster_rules::firefight::needed::Needed;
use muster_rules::firefight::volley::{Shots, Telling, Volley, VolleyRoll};

fn shots(count: u32, hit: Needed, wound: Needed, save: Needed) -> Shots {
    Shots { count, hit, reroll: false, wound, save }
}

/// The law by brute force.
fn by_dice(roll: &VolleyRoll) -> Vec<f64> {
    let mut law = vec![0.0; roll.law().pmf().len()];
    ForkingDice::explore(|dice| {
        let value = roll.by_dice(dice) as usize;
        law[value] += dice.weight();
    });
    law
}

/// Volleys of every kind that are small enough to throw in every way: dice with few faces do for the arithmetic.
fn small_volleys() -> Vec<Volley> {
    let die = Die::new(3).unwrap();
    let (sure, two, three) = (Needed::Sure, Needed::Face(2), Needed::Face(3));
    let tellings = [
        Telling::Suppression { usual: 2, raised: 0, exactly: false },
        Telling::Suppression { usual: 1, raised: 2, exactly: false },
        Telling::Suppression { usual: 1, raised: 2, exactly: true },
        Telling::Suppression { usual: 0, raised: 0, exactly: false },
        Telling::Wounds(2),
    ];
    let kinds = [
        vec![shots(3, two, two, three)],
        vec![shots(2, three, sure, two), shots(1, two, two, Needed::Never)],
        vec![shots(1, two, two, two), shots(1, two, three, two), shots(1, three, two, sure)],
        vec![Shots { reroll: true, ..shots(2, three, two, Needed::Slim) }],
        vec![shots(3, two, Needed::Never, two)],
        vec![shots(0, two, two, two)],
    ];
    let mut volleys = Vec::new();
    for telling in tellings {
        for shots in &kinds {
            for models in 1..=3 {
                for even in [false, true] {
                    volleys.push(Volley { die, shots: shots.clone(), models, telling, even });
                }
            }
        }
    }
    volleys
}

#[test]
fn the_law_of_a_volley_is_that_of_its_dice() {
    for volley in small_volleys() {
        let roll = VolleyRoll::new(volley);
        let law = roll.law().pmf();
        assert!((law.as_slice().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (value, p) in by_dice(&roll).iter().enumerate() {
            let found = law.as_slice()[value];
            assert!((found - p).abs() < 1e-12, "{:?}: {value}: {found} and not {p}", roll.volley);
        }
    }
}

/// With one hit a model at most, and no model hit twice, both ways of sharing hits out come to the same.
#[test]
fn hits_shared_out_evenly_waste_second_wounds() {
    let volley = |even: bool, models: u32| Volley {
        die: Die::D6,
        shots: vec![shots(4, Needed::Face(4), Needed::Face(2), Needed::Face(5))],
        models,
        telling: Telling::Wounds(0),
        even,
    };
    let mean = |even: bool, models: u32| VolleyRoll::new(volley(even, models)).mean;
    assert!((mean(true, 4) - mean(false, 4)).abs() < 1e-12);
    assert!(mean(true, 2) < mean(false, 2) - 0.03);
}

#[test]
fn wounds_are_told_as_asked() {
    let suppression = Telling::Suppression { usual: 3, raised: 6, exactly: false };
    assert_eq!([0, 2, 3, 5, 6, 9].map(|wounds| suppression.of(wounds)), [0, 0, 1, 1, 3, 3]);
    let exactly = Telling::Suppression { usual: 3, raised: 6, exactly: true };
    assert_eq!([2, 3, 4, 6, 7].map(|wounds| exactly.of(wounds)), [0, 1, 0, 2, 0]);
    assert_eq!([1, 4, 9].map(|wounds| Telling::Wounds(4).of(wounds)), [1, 4, 4]);
    let nobody = Telling::Suppression { usual: 0, raised: 0, exactly: false };
    assert_eq!(nobody.of(100), 0);
}
