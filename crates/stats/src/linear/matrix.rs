//! Dense matrices by columns.

use std::ops::{Index, IndexMut, Mul};

use super::triangle::{axpy, dot};
use super::{Cholesky, Triangle, Vector};

/// A dense matrix; entries are reached by `(row, column)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    entries: Vec<f64>,
}

impl Matrix {
    /// `rows` by `columns` noughts.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Matrix {
        Matrix { rows, entries: vec![0.0; rows * columns] }
    }

    /// Every entry by its row and column.
    #[must_use]
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> f64) -> Matrix {
        let mut matrix = Matrix::zeros(rows, columns);
        for column in 0..columns {
            for row in 0..rows {
                matrix[(row, column)] = entry(row, column);
            }
        }
        matrix
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns; 0 when there are no rows.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.entries.len().checked_div(self.rows).unwrap_or(0)
    }

    /// The entries of one column.
    #[must_use]
    pub fn column(&self, at: usize) -> &[f64] {
        &self.entries[at * self.rows..(at + 1) * self.rows]
    }

    fn column_mut(&mut self, at: usize) -> &mut [f64] {
        &mut self.entries[at * self.rows..(at + 1) * self.rows]
    }

    /// All entries, column after column.
    pub fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.entries.iter()
    }

    /// Σ entries of the diagonal.
    #[must_use]
    pub fn trace(&self) -> f64 {
        (0..self.rows.min(self.columns())).map(|at| self[(at, at)]).sum()
    }

    /// Rows as columns.
    #[must_use]
    pub fn transpose(&self) -> Matrix {
        Matrix::from_fn(self.columns(), self.rows, |row, column| self[(column, row)])
    }

    /// self' · other: of two matrices with as many rows the product of their columns, each with each.
    #[must_use]
    pub fn transposed_times(&self, other: &Matrix) -> Matrix {
        debug_assert_eq!(self.rows, other.rows);
        Matrix::from_fn(self.columns(), other.columns(), |row, column| {
            dot(self.column(row), other.column(column))
        })
    }

    /// self += factor · x x', for an x as long as the matrix has rows and columns.
    pub fn add_outer(&mut self, factor: f64, x: &[f64]) {
        debug_assert!(x.len() == self.rows && x.len() == self.columns());
        for (column, weight) in x.iter().enumerate() {
            axpy(self.column_mut(column), factor * weight, x);
        }
    }

    /// The factorisation of a symmetric matrix, of which only what stands on and below the diagonal is read; `None` when that is not
    /// positive definite.
    #[must_use]
    pub fn cholesky(self) -> Option<Cholesky> {
        debug_assert_eq!(self.rows, self.columns());
        Triangle::cholesky(self.rows, self.entries).map(Cholesky)
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    #[inline]
    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        debug_assert!(row < self.rows);
        &self.entries[column * self.rows + row]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    #[inline]
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        debug_assert!(row < self.rows);
        &mut self.entries[column * self.rows + row]
    }
}

impl Mul<&Matrix> for &Matrix {
    type Output = Matrix;

    fn mul(self, other: &Matrix) -> Matrix {
        debug_assert_eq!(self.columns(), other.rows);
        let mut product = Matrix::zeros(self.rows, other.columns());
        for at in 0..other.columns() {
            let target = product.column_mut(at);
            for (own, factor) in other.column(at).iter().enumerate() {
                axpy(target, *factor, self.column(own));
            }
        }
        product
    }
}

impl Mul<&Vector> for &Matrix {
    type Output = Vector;

    fn mul(self, other: &Vector) -> Vector {
        debug_assert_eq!(self.columns(), other.len());
        let mut product = Vector::zeros(self.rows);
        for (column, factor) in other.iter().enumerate() {
            axpy(&mut product, *factor, self.column(column));
        }
        product
    }
}

impl Mul<f64> for &Matrix {
    type Output = Matrix;

    fn mul(self, factor: f64) -> Matrix {
        Matrix { rows: self.rows, entries: self.entries.iter().map(|one| one * factor).collect() }
    }
}
