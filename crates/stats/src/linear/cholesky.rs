//! A symmetric positive definite matrix as L L'.

use super::{Matrix, Triangle, Vector};

/// The factor of a symmetric positive definite matrix, made by [`Matrix::cholesky`].
#[derive(Clone, Debug, PartialEq)]
pub struct Cholesky(pub(super) Triangle);

impl Cholesky {
    /// The x whose product with the matrix is `right`.
    #[must_use]
    pub fn solve(&self, right: &Vector) -> Vector {
        Vector::from(self.0.solve(right))
    }

    /// The inverse of the matrix.
    #[must_use]
    pub fn inverse(&self) -> Matrix {
        // (L L')⁻¹ = L⁻' L⁻¹: every entry is the product of two columns of L⁻¹, each of which begins at its diagonal.
        let factor = self.0.inverse();
        let size = factor.size();
        let mut inverse = Matrix::zeros(size, size);
        for column in 0..size {
            for row in 0..=column {
                let entry = super::dot(&factor.column(row)[column..], &factor.column(column)[column..]);
                inverse[(row, column)] = entry;
                inverse[(column, row)] = entry;
            }
        }
        inverse
    }

    /// The determinant of the matrix, above 0.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        (0..self.0.size()).map(|at| self.0.column(at)[at].powi(2)).product()
    }
}
