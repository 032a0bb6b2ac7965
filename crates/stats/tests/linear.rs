//! Our linear algebra gives what `nalgebra` gives.

use muster_stats::linear::{Matrix, Vector};
use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

/// Rows of `columns` entries each, of modest size.
fn table(rows: usize, columns: usize) -> impl Strategy<Value = Vec<Vec<f64>>> {
    prop::collection::vec(prop::collection::vec(-2.0..2.0_f64, columns), rows)
}

/// The same numbers as their matrix and as ours.
fn both(table: &[Vec<f64>], columns: usize) -> (DMatrix<f64>, Matrix) {
    let entry = |row: usize, column: usize| table[row][column];
    (DMatrix::from_fn(table.len(), columns, entry), Matrix::from_fn(table.len(), columns, entry))
}

fn agree(theirs: &DMatrix<f64>, ours: &Matrix, within: f64) {
    assert_eq!((theirs.nrows(), theirs.ncols()), (ours.rows(), ours.columns()));
    for row in 0..ours.rows() {
        for column in 0..ours.columns() {
            let (one, other) = (theirs[(row, column)], ours[(row, column)]);
            assert!(
                (one - other).abs() <= within * (1.0 + one.abs()),
                "{one} and {other} at ({row}, {column})"
            );
        }
    }
}

proptest! {
    #[test]
    fn systems_are_solved_and_inverted_as_by_nalgebra(
        (half, right) in (1..30_usize).prop_flat_map(|n| (table(n, n), prop::collection::vec(-3.0..3.0_f64, n))),
    ) {
        let n = half.len();
        let (theirs, ours) = both(&half, n);
        // B' B + 1: positive definite, and its smallest eigenvalue at least 1.
        let (theirs, mut square) = (theirs.transpose() * &theirs + DMatrix::identity(n, n), ours.transposed_times(&ours));
        (0..n).for_each(|at| square[(at, at)] += 1.0);
        agree(&theirs, &square, 1e-12);
        let (factor, factored) = (theirs.clone().cholesky().unwrap(), square.clone().cholesky().unwrap());
        let (solved, own) = (factor.solve(&DVector::from_vec(right.clone())), factored.solve(&Vector::from(right)));
        solved.iter().zip(own.iter()).for_each(|(one, other)| assert!((one - other).abs() < 1e-9));
        agree(&factor.inverse(), &factored.inverse(), 1e-9);
        let (one, other) = (theirs.determinant(), factored.determinant());
        prop_assert!((one - other).abs() < 1e-9 * one);
        prop_assert!((theirs.trace() - square.trace()).abs() < 1e-9);
    }

    #[test]
    fn products_and_sums_are_those_of_nalgebra(
        (left, right, x, y) in (1..9_usize, 1..9_usize, 1..9_usize).prop_flat_map(|(n, m, k)| {
            let column = || prop::collection::vec(-3.0..3.0_f64, m);
            (table(n, m), table(m, k), column(), column())
        }),
    ) {
        let (m, k) = (right.len(), right[0].len());
        let ((a, own_a), (b, own_b)) = (both(&left, m), both(&right, k));
        agree(&(&a * &b), &(&own_a * &own_b), 1e-13);
        agree(&(&a * 0.3), &(&own_a * 0.3), 1e-15);
        agree(&a.transpose(), &own_a.transpose(), 0.0);
        let (u, v) = (DVector::from_vec(x.clone()), DVector::from_vec(y.clone()));
        let (own_u, own_v) = (Vector::from(x), Vector::from(y));
        let outer = &a.transpose() * &a + &u * u.transpose() * -0.7;
        let mut own_outer = own_a.transposed_times(&own_a);
        own_outer.add_outer(-0.7, &own_u);
        agree(&outer, &own_outer, 1e-12);
        let same = |theirs: DVector<f64>, ours: Vector| {
            theirs.iter().zip(ours.iter()).all(|(one, other)| (one - other).abs() < 1e-12) && theirs.len() == ours.len()
        };
        prop_assert!(same(&a * &u, &own_a * &own_u));
        prop_assert!(same(&u + &v, &own_u + &own_v) && same(&u - &v, &own_u - &own_v) && same(&u * 2.5, &own_u * 2.5));
        prop_assert!((u.dot(&v) - own_u.dot(&own_v)).abs() < 1e-12);
        prop_assert!((u.amax() - own_u.longest()).abs() < 1e-15);
    }
}

#[test]
fn what_is_not_positive_definite_has_no_factor() {
    let matrix = |entries: [f64; 4]| Matrix::from_fn(2, 2, |row, column| entries[2 * row + column]);
    assert!(matrix([1.0, 1.0, 1.0, 1.0]).cholesky().is_none());
    assert!(matrix([1.0, 2.0, 2.0, 1.0]).cholesky().is_none());
    assert!(matrix([-1.0, 0.0, 0.0, 1.0]).cholesky().is_none());
    assert!(matrix([f64::NAN, 0.0, 0.0, 1.0]).cholesky().is_none());
    assert!(matrix([f64::INFINITY, 0.0, 0.0, 1.0]).cholesky().is_none());
    assert!(matrix([2.0, 1.0, 1.0, 2.0]).cholesky().is_some());
}

#[test]
fn nothing_and_what_is_no_number_are_told() {
    assert!(Matrix::zeros(0, 0).cholesky().is_some_and(|factor| factor.inverse() == Matrix::zeros(0, 0)));
    assert_eq!(Matrix::zeros(0, 5).columns(), 0);
    assert!(Vector::from(vec![1.0, f64::NAN, 2.0]).longest().is_nan());
}
