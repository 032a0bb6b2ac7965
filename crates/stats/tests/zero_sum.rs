//! Claims about matrix games.

#[expect(dead_code, reason = "each test file uses a part of the sampler")]
mod support;

use muster_stats::zero_sum::{Solution, ZeroSumError, solve};
use proptest::prelude::*;
use support::Sampler;

fn matrix<const C: usize>(rows: &[[f64; C]]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| row.to_vec()).collect()
}

/// The largest gain of either side from changing to a single plan, by trying them all.
fn best_deviation(payoff: &[Vec<f64>], solution: &Solution) -> f64 {
    let row_yield =
        |row: &Vec<f64>| row.iter().zip(&solution.column_mix).map(|(value, p)| value * p).sum::<f64>();
    let column_yield =
        |column: usize| payoff.iter().zip(&solution.row_mix).map(|(row, p)| row[column] * p).sum::<f64>();
    let row_gain = payoff.iter().map(|row| row_yield(row) - solution.value);
    let column_gain = (0..payoff[0].len()).map(|column| solution.value - column_yield(column));
    row_gain.chain(column_gain).fold(f64::NEG_INFINITY, f64::max)
}

fn assert_mix(mix: &[f64]) {
    assert!(mix.iter().all(|p| (0.0..=1.0).contains(p)), "{mix:?}");
    assert!((mix.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{mix:?}");
}

#[test]
fn rock_paper_scissors_is_even_and_mixes_by_thirds() {
    let solution = solve(&matrix(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])).unwrap();
    assert!(solution.value.abs() < 1e-12);
    for p in solution.row_mix.iter().chain(&solution.column_mix) {
        assert!((p - 1.0 / 3.0).abs() < 1e-12, "{solution:?}");
    }
}

#[test]
fn two_by_two_game_matches_the_closed_form() {
    // Without a saddle point: value (ad - bc)/(a + d - b - c), first row with chance (d - c)/(a + d - b - c).
    let solution = solve(&matrix(&[[3.0, -1.0], [-2.0, 4.0]])).unwrap();
    assert!((solution.value - 1.0).abs() < 1e-12);
    assert!((solution.row_mix[0] - 0.6).abs() < 1e-12);
    assert!((solution.column_mix[0] - 0.5).abs() < 1e-12);
}

#[test]
fn saddle_point_is_answered_exactly() {
    let solution = solve(&matrix(&[[0.1, 0.7, 0.3], [0.4, 0.6, 0.45], [0.2, 0.0, 0.9]])).unwrap();
    assert_eq!(
        solution,
        Solution { value: 0.4, row_mix: vec![0.0, 1.0, 0.0], column_mix: vec![1.0, 0.0, 0.0] }
    );
}

#[test]
fn dominating_plan_is_played_for_certain() {
    let solution = solve(&matrix(&[[0.5, 0.2, 0.6], [0.7, 0.3, 0.8]])).unwrap();
    assert_eq!(solution, Solution { value: 0.3, row_mix: vec![0.0, 1.0], column_mix: vec![0.0, 1.0, 0.0] });
}

#[test]
fn dominated_plan_is_left_out_of_the_mix() {
    let solution =
        solve(&matrix(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0], [-2.0, -2.0, -2.0]])).unwrap();
    assert!(solution.row_mix[3] < 1e-12, "{solution:?}");
}

#[test]
fn single_cell_is_its_own_value() {
    let solution = solve(&[vec![-0.25]]).unwrap();
    assert_eq!(solution, Solution { value: -0.25, row_mix: vec![1.0], column_mix: vec![1.0] });
}

#[test]
fn unusable_matrices_are_refused_with_the_place() {
    assert_eq!(solve(&[]), Err(ZeroSumError::Empty));
    assert_eq!(solve(&[vec![]]), Err(ZeroSumError::Empty));
    let ragged = solve(&[vec![1.0, 2.0], vec![1.0]]).unwrap_err();
    assert_eq!(ragged, ZeroSumError::Ragged { row: 1, found: 1, expected: 2 });
    assert_eq!(ragged.to_string(), "payoff matrix is uneven: row 1 has 1 payoffs, the first has 2");
    assert_eq!(solve(&[vec![1.0, f64::NAN]]).unwrap_err(), ZeroSumError::NotFinite { row: 0, column: 1 });
}

fn random_matrix(sampler: &mut Sampler, rows: usize, columns: usize) -> Vec<Vec<f64>> {
    (0..rows).map(|_| (0..columns).map(|_| sampler.uniform()).collect()).collect()
}

#[test]
fn no_change_of_plan_gains_in_random_games() {
    let mut sampler = Sampler::new(600);
    for (rows, columns) in [(4, 4), (3, 7), (6, 2), (12, 12)] {
        for _ in 0..100 {
            let payoff = random_matrix(&mut sampler, rows, columns);
            let solution = solve(&payoff).unwrap();
            assert_mix(&solution.row_mix);
            assert_mix(&solution.column_mix);
            let gain = best_deviation(&payoff, &solution);
            assert!(gain <= 1e-9, "{payoff:?}: {solution:?} leaves a gain of {gain:e}");
        }
    }
}

#[test]
fn best_response_test_catches_a_bent_mix() {
    let payoff = matrix(&[[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]);
    let mut solution = solve(&payoff).unwrap();
    solution.row_mix[0] += 1e-6;
    solution.row_mix[1] -= 1e-6;
    assert!(best_deviation(&payoff, &solution) > 1e-7);
}

#[test]
fn same_matrix_gives_the_same_bits() {
    // A game with many best mixes: the first two rows and columns are alike.
    let payoff = matrix(&[[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]]);
    let first = solve(&payoff).unwrap();
    assert!((0..20).all(|_| solve(&payoff).unwrap() == first));
}

#[test]
fn payoffs_of_any_size_are_solved() {
    for scale in [1e-300, 1e-9, 1e9, 1e300, f64::MAX] {
        let solution = solve(&matrix(&[[scale, -scale], [-scale, scale]])).unwrap();
        assert!(solution.value.abs() <= 1e-9 * scale, "{solution:?}");
        assert!((solution.row_mix[0] - 0.5).abs() < 1e-9);
    }
}

proptest! {
    #[test]
    fn value_follows_shift_and_scale(
        payoff in prop::collection::vec(prop::collection::vec(-1.0..1.0_f64, 4), 1..5),
        shift in -10.0..10.0_f64,
        scale in 0.01..100.0_f64,
    ) {
        let plain = solve(&payoff).unwrap();
        let moved: Vec<Vec<f64>> =
            payoff.iter().map(|row| row.iter().map(|value| value * scale + shift).collect()).collect();
        let other = solve(&moved).unwrap();
        prop_assert!((other.value - (plain.value * scale + shift)).abs() < 1e-8 * (scale + shift.abs() + 1.0));
        let carried = Solution { value: other.value, ..plain };
        prop_assert!(best_deviation(&moved, &carried) < 1e-7 * (scale + 1.0));
    }

    #[test]
    fn games_with_ties_are_solved(
        payoff in prop::collection::vec(prop::collection::vec((-2..3_i8).prop_map(f64::from), 5), 1..6),
    ) {
        let solution = solve(&payoff).unwrap();
        prop_assert!(best_deviation(&payoff, &solution) <= 1e-8);
    }

    #[test]
    fn exchanged_sides_negate_the_value(
        payoff in prop::collection::vec(prop::collection::vec(-1.0..1.0_f64, 3), 3),
    ) {
        let turned: Vec<Vec<f64>> = (0..3).map(|column| payoff.iter().map(|row: &Vec<f64>| -row[column]).collect()).collect();
        prop_assert!((solve(&payoff).unwrap().value + solve(&turned).unwrap().value).abs() < 1e-9);
    }
}
