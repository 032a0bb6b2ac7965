//! Blood & Steel: played duels against exact ones, and planted faults that the same comparison must catch.

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

/// Small units of every way to fight, with how they are played.
const PAIRS: [(&str, &str, Policy, Policy); 8] = [
    ("heavy-swords", "halberdiers", Policy::Charge, Policy::Charge),
    ("knights", "heavy-swords", Policy::Charge, Policy::Hold),
    ("longbows", "militia", Policy::Hold, Policy::Charge),
    ("crossbows", "shortbows", Policy::Advance, Policy::Hold),
    ("skirmishers", "green-swords", Policy::Charge, Policy::Charge),
    ("levy", "two-handers", Policy::Hold, Policy::Charge),
    ("elite-wizard", "heavy-swords", Policy::Hold, Policy::Charge),
    ("wizard", "longbows", Policy::Hold, Policy::Hold),
];

fn spec(pair: &(&str, &str, Policy, Policy)) -> DuelSpec {
    let four = |id: &str| if id.contains("wizard") { None } else { Some(4) };
    let figures = [four(pair.0), four(pair.1)];
    DuelSpec { policies: [Some(pair.2), Some(pair.3)], figures, ..DuelSpec::default() }
}

fn game(sets: &[&str]) -> Box<dyn Game> {
    let sets = sets.iter().map(|set| (*set).to_owned()).collect();
    game_of(&Sources { sets, ..Sources::of_set("blood-and-steel") })
}

/// Both seatings of every pair, played under `played` against the exact laws of `exact`.
fn cells(played: &dyn Game, exact: &dyn Game, dice: DiceKind) -> Vec<ChiSquare> {
    let pair = |pair: &(&str, &str, Policy, Policy)| {
        let law = exact.duel(pair.0, pair.1, &spec(pair)).unwrap().solve(BUDGET).unwrap();
        let tally = played.duel(pair.0, pair.1, &spec(pair)).unwrap().play(Seed(61), 0..GAMES, dice, false);
        seatings(&tally, &law.seatings, false)
    };
    PAIRS.iter().flat_map(pair).collect()
}

/// Sixteen cells of 10 000 games, each at [`ALPHA`] and all together, with laws and with every die thrown. A shift of one
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
    for fault in ["armour.heavy=d6", "melee.charging=0", "threat.front=1", "rulings.contest.chosen=pairwise"]
    {
        let p = pooled_p_value(&cells(game(&[fault]).as_ref(), exact.as_ref(), DiceKind::Tables));
        assert!(p < ALPHA, "{fault} is not seen: p = {p}");
    }
}
