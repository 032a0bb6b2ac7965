//! Played games against exact laws, over the whole catalogue, and planted faults that the same comparison must catch.

use std::sync::OnceLock;

use muster_dice::Seed;
use muster_resolver::EXACT_BUDGET;
use muster_results::OutcomeDistribution;
use muster_rules::orders::Policy;
use muster_rules::{DiceKind, DuelSpec, Game};
use muster_stats::fit_tests::ChiSquare;
use muster_verify::judge::{figures_left, pooled_p_value, seatings, turns};
use muster_verify::{ALPHA, chimera};
use rayon::prelude::*;

/// Games of a pair, both seatings together.
const GAMES: u64 = 20_000;

/// Pairs that are played.
const PAIRS: usize = 52;

/// The most outcomes of dice that a pair of this test may cost: all of them together take a second or two.
const CHEAP: f64 = 3e6;

/// Two units, how they are played, and what the exact engine says.
struct Pair {
    ids: [String; 2],
    spec: DuelSpec,
    law: OutcomeDistribution,
}

/// Pairs spread over the catalogue, every unit in at least one, with all sixteen pairs of policies in turn.
fn pairs() -> &'static [Pair] {
    static SOLVED: OnceLock<Vec<Pair>> = OnceLock::new();
    SOLVED.get_or_init(|| {
        let game = chimera(&[], &[], &[]);
        let ids: Vec<&str> = game.units().iter().map(|unit| unit.id.as_str()).collect();
        let mut wanted = Vec::new();
        // A step of 17 goes round the list; a second lap meets other neighbours.
        for at in 0..2 * ids.len() {
            let other = (at + 17 + at / ids.len() * 6) % ids.len();
            let pair = [ids[at % ids.len()], ids[other]];
            let policies = [Policy::ALL[at % 4], Policy::ALL[at / 4 % 4]].map(Some);
            let spec = DuelSpec { policies, ..DuelSpec::default() };
            let cost = game.duel(pair[0], pair[1], &spec).unwrap().exact_cost().unwrap();
            if cost <= CHEAP && wanted.len() < PAIRS && pair[0] != pair[1] {
                wanted.push((pair.map(str::to_owned), spec));
            }
        }
        wanted
            .into_par_iter()
            .map(|(ids, spec)| {
                let law = game.duel(&ids[0], &ids[1], &spec).unwrap().solve(EXACT_BUDGET).unwrap();
                Pair { ids, spec, law }
            })
            .collect()
    })
}

/// The cells of all pairs, sampled in `game`, against the exact laws of the shipped rules.
fn cells(game: &dyn Game, games: u64, dice: DiceKind) -> Vec<ChiSquare> {
    pairs()
        .par_iter()
        .flat_map_iter(|pair| {
            let matchup = game.duel(&pair.ids[0], &pair.ids[1], &pair.spec).unwrap();
            let tally = matchup.play(Seed(49), 0..games, dice, false);
            seatings(&tally, &pair.law.seatings, false)
        })
        .collect()
}

/// 104 cells of 10 000 games against their laws, judged together at [`ALPHA`], once with table dice and once with every die
/// thrown. A shift of all scores by 0.6 points would be caught 97 times in 100, as would one of 4 points in one cell.
#[test]
fn played_duels_agree_with_exact_ones_over_the_catalogue() {
    let game = chimera(&[], &[], &[]);
    assert!(pairs().len() >= 49, "only {} pairs", pairs().len());
    for policy in Policy::ALL {
        let with = pairs().iter().filter(|pair| pair.spec.policies.contains(&Some(policy))).count();
        assert!(with >= 10, "{policy:?} is played in {with} pairs only");
    }
    for dice in [DiceKind::Tables, DiceKind::Plain] {
        let found = cells(game.as_ref(), GAMES, dice);
        let p = pooled_p_value(&found);
        assert!(p > ALPHA, "{dice:?}: p = {p}");
        for (at, cell) in found.iter().enumerate() {
            let ids = &pairs()[at / 2].ids;
            assert!(cell.p_value > ALPHA, "{dice:?}: {} v {}: p = {}", ids[0], ids[1], cell.p_value);
        }
    }
}

/// Planted faults, each of which the comparison above must catch, and does with a quarter of its games.
#[test]
fn a_lost_charge_bonus_a_harder_morale_test_and_a_worse_save_are_caught() {
    for fault in [
        "melee.charge_bonus=0",
        "morale.passes_on=4",
        "saves.armour-or-shield=6",
        "rulings.melee_zero_face.chosen='6'",
        "movement.bonus_move=0",
    ] {
        let game = chimera(&[fault], &[], &[]);
        let p = pooled_p_value(&cells(game.as_ref(), GAMES / 4, DiceKind::Tables));
        assert!(p < ALPHA, "{fault} is not seen: p = {p}");
    }
}

/// Unlike units, each pair with the policies that it is most often played with.
const LEFT_PAIRS: [(&str, &str, Policy, Policy); 5] = [
    ("legionaries", "warband", Policy::Charge, Policy::Charge),
    ("horse-archers", "heavy-foot", Policy::Skirmish, Policy::Charge),
    ("rifles", "smg-squad", Policy::Hold, Policy::Advance),
    ("elephants", "shield-foot", Policy::Charge, Policy::Hold),
    ("cannon", "musket-skirmishers", Policy::Hold, Policy::Advance),
];

/// Three p-values a pair: figures left of either force, and turns.
fn law_p_values(game: &dyn Game, exact: &dyn Game) -> Vec<f64> {
    let value = |(a, b, pa, pb): &(&str, &str, Policy, Policy)| {
        let spec = DuelSpec { policies: [Some(*pa), Some(*pb)], ..DuelSpec::default() };
        let law = exact.duel(a, b, &spec).unwrap().solve(EXACT_BUDGET).unwrap();
        let tally = game.duel(a, b, &spec).unwrap().play(Seed(50), 0..GAMES, DiceKind::Tables, false);
        let left = |force: usize| figures_left(&tally, &law.seatings, force).p_value;
        [left(0), left(1), turns(&tally, &law.seatings).p_value]
    };
    LEFT_PAIRS.par_iter().flat_map_iter(value).collect()
}

/// Ten laws of figures left and five of turns, each at [`ALPHA`]. A change of 4 points in the share of games that end with one number of
/// figures, or in one turn, would be caught.
#[test]
fn figures_left_and_turns_agree_with_their_exact_laws() {
    let game = chimera(&[], &[], &[]);
    for (at, p) in law_p_values(game.as_ref(), game.as_ref()).into_iter().enumerate() {
        let what = ["left of the first", "left of the second", "turns"][at % 3];
        assert!(p > ALPHA, "{:?}, {what}: p = {p}", LEFT_PAIRS[at / 3]);
    }
    for fault in ["melee.charge_bonus=0", "shooting.zero_face=5"] {
        let mutant = chimera(&[fault], &[], &[]);
        let p_values = law_p_values(mutant.as_ref(), game.as_ref());
        let caught = |turns: bool| {
            let of_kind = p_values.iter().enumerate().filter(|(at, _)| (at % 3 == 2) == turns);
            of_kind.filter(|(_, p)| **p < ALPHA).count()
        };
        assert!(caught(false) >= 2, "{fault}: only {} laws of ten notice", caught(false));
        assert!(caught(true) >= 1, "{fault}: no law of turns notices");
    }
}

/// The law of turns sums to one and has the mean that is told.
#[test]
fn laws_of_turns_sum_to_one_and_have_the_mean_that_is_told() {
    for pair in pairs() {
        for seat in &pair.law.seatings {
            let sum: f64 = seat.by_turns.values().sum();
            let mean: f64 = seat.by_turns.iter().map(|(turns, p)| f64::from(*turns) * p).sum();
            assert!(
                (sum - 1.0).abs() < 1e-12 && (mean - seat.turns).abs() < 1e-10,
                "{:?}: {sum}, {mean}",
                pair.ids
            );
            assert!(seat.by_turns.keys().all(|turns| *turns >= 1), "{:?}", pair.ids);
        }
    }
}

/// Means of figures lost by cause and of turns over the same pairs, both kinds of dice: seven means a pair at [`ALPHA`] each. No
/// spread of a whole number between 0 and n is wider than n/2, so the bounds are wide: a shift of one figure in thirty would
/// be caught for a unit of ten.
#[test]
fn losses_by_cause_and_turns_agree_with_their_exact_means() {
    let game = chimera(&[], &[], &[]);
    let far = |mean: f64, expected: f64, most: f64| {
        let error = most / 2.0 / (GAMES as f64).sqrt();
        (mean - expected).abs() > 4.65 * error
    };
    for pair in pairs() {
        let matchup = game.duel(&pair.ids[0], &pair.ids[1], &pair.spec).unwrap();
        for dice in [DiceKind::Tables, DiceKind::Plain] {
            let tally = matchup.play(Seed(51), 0..GAMES, dice, false);
            let what = format!("{} v {}, {dice:?}", pair.ids[0], pair.ids[1]);
            for force in 0..2 {
                for cause in 0..3 {
                    let mean = tally.lost[force][cause] as f64 / GAMES as f64;
                    let expected = pair.law.mean(|seat| seat.lost[force][cause]);
                    let most = f64::from(tally.start[force]);
                    assert!(
                        !far(mean, expected, most),
                        "{what}, force {force}, cause {cause}: {mean}, not {expected}"
                    );
                }
            }
            let (turns, expected) = (tally.turns as f64 / GAMES as f64, pair.law.mean(|seat| seat.turns));
            assert!(!far(turns, expected, 30.0), "{what}: {turns} turns, not {expected}");
        }
    }
    // The comparison can fail: one figure in thirty is seen.
    assert!(far(1.0 / 3.0 + 4.0, 4.0, 10.0));
}
