//! Firefight: played duels against exact ones, and planted faults that the same comparison must catch.

use muster_dice::Seed;
use muster_rules::orders::Policy;
use muster_rules::pack::Sources;
use muster_rules::{DiceKind, DuelSpec, Game};
use muster_stats::fit_tests::ChiSquare;
use muster_verify::judge::{pooled_p_value, seatings};
use muster_verify::{ALPHA, game_of};

/// Games of a pair, both seatings together.
const GAMES: u64 = 20_000;

/// Outcomes of dice that one solution may follow.
const BUDGET: u64 = 40_000_000;

/// Two units, how they are played, inches between them, and their figures.
type Meeting = (&'static str, &'static str, [Policy; 2], f64, [u32; 2]);

/// Units of every way to fight, how they are played, where they start, and how many they are.
const PAIRS: [Meeting; 7] = [
    ("guardsmen", "conscripts", [Policy::Hold, Policy::Hold], 10.0, [6, 6]),
    ("guardsmen", "swordsmen", [Policy::Advance, Policy::Charge], 18.0, [5, 8]),
    ("assault-troops", "cultists", [Policy::Charge, Policy::Charge], 14.0, [5, 7]),
    ("veterans", "submachine-gunners", [Policy::Advance, Policy::Advance], 24.0, [5, 6]),
    ("armoured-marines", "brutes", [Policy::Skirmish, Policy::Charge], 16.0, [3, 6]),
    ("horsemen", "hounds", [Policy::Charge, Policy::Hold], 24.0, [4, 4]),
    ("stoics", "close-shooters", [Policy::Hold, Policy::Advance], 12.0, [3, 3]),
];

fn spec(pair: &Meeting) -> DuelSpec {
    DuelSpec {
        policies: pair.2.map(Some),
        start: Some(pair.3),
        figures: pair.4.map(Some),
        ..DuelSpec::default()
    }
}

fn game(sets: &[&str]) -> Box<dyn Game> {
    let sets = sets.iter().map(|set| (*set).to_owned()).collect();
    game_of(&Sources { sets, ..Sources::of_set("firefight") })
}

/// Both seatings of every pair, played under `played` against the exact laws of `exact`.
fn cells(played: &dyn Game, exact: &dyn Game, dice: DiceKind) -> Vec<ChiSquare> {
    let pair = |pair: &Meeting| {
        let law = exact.duel(pair.0, pair.1, &spec(pair)).unwrap().solve(BUDGET).unwrap();
        let tally = played.duel(pair.0, pair.1, &spec(pair)).unwrap().play(Seed(67), 0..GAMES, dice, false);
        seatings(&tally, &law.seatings, false)
    };
    PAIRS.iter().flat_map(pair).collect()
}

/// Fourteen cells of 10 000 games, each at [`ALPHA`] and all together, with laws and with every die thrown. A shift of one
/// score by 4 points would be caught in a cell, and one of all scores by 1 point in the sum.
#[test]
fn played_duels_agree_with_exact_ones() {
    let game = game(&[]);
    for dice in [DiceKind::Tables, DiceKind::Plain] {
        let found = cells(game.as_ref(), game.as_ref(), dice);
        let p = pooled_p_value(&found);
        assert!(p > ALPHA, "{dice:?}: p = {p}");
        for (at, cell) in found.iter().enumerate() {
            assert!(cell.p_value > ALPHA, "{dice:?}: {:?}: p = {}", PAIRS[at / 2], cell.p_value);
        }
    }
}

/// Planted faults, each of which the comparison above must catch.
#[test]
fn planted_faults_are_caught() {
    let exact = game(&[]);
    let faults = [
        "save.firefight=4",
        "to_wound.base=3",
        "to_hit.suppressed=-2",
        "leadership.break_share=0.6",
        "movement.charge=6",
        "movement.coherency=6",
        "movement.pile_in=0",
        "rulings.formation.chosen=unit",
        "rulings.firefight_by.chosen=active",
        "rulings.allocation.chosen=even",
    ];
    let p_value =
        |fault: &str| pooled_p_value(&cells(game(&[fault]).as_ref(), exact.as_ref(), DiceKind::Tables));
    let unseen: Vec<(&str, f64)> =
        faults.into_iter().map(|fault| (fault, p_value(fault))).filter(|(_, p)| *p >= ALPHA).collect();
    assert!(unseen.is_empty(), "not seen: {unseen:?}");
}
