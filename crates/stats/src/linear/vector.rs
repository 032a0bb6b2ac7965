//! Columns of numbers that add and scale.

use std::ops::{Add, AddAssign, Deref, DerefMut, Mul, Sub, SubAssign};

use super::triangle::{axpy, dot};

/// A column of numbers; entries are reached as those of a slice.
#[derive(Clone, Debug, PartialEq)]
pub struct Vector(Vec<f64>);

impl Vector {
    /// `size` noughts.
    #[must_use]
    pub fn zeros(size: usize) -> Vector {
        Vector(vec![0.0; size])
    }

    /// Σ self · other, over as many entries as the shorter has.
    #[must_use]
    pub fn dot(&self, other: &[f64]) -> f64 {
        dot(self, other)
    }

    /// Largest absolute value; 0 of an empty vector, NaN where an entry is.
    #[must_use]
    pub fn longest(&self) -> f64 {
        self.iter()
            .map(|one| one.abs())
            .fold(0.0, |most: f64, one| if most.is_nan() || one <= most { most } else { one })
    }

    /// Each entry by itself through a function.
    #[must_use]
    pub fn map(self, to: impl FnMut(f64) -> f64) -> Vector {
        Vector(self.0.into_iter().map(to).collect())
    }
}

impl From<Vec<f64>> for Vector {
    fn from(entries: Vec<f64>) -> Vector {
        Vector(entries)
    }
}

impl From<&[f64]> for Vector {
    fn from(entries: &[f64]) -> Vector {
        Vector(entries.to_vec())
    }
}

impl From<Vector> for Vec<f64> {
    fn from(vector: Vector) -> Vec<f64> {
        vector.0
    }
}

impl Deref for Vector {
    type Target = [f64];

    fn deref(&self) -> &[f64] {
        &self.0
    }
}

impl DerefMut for Vector {
    fn deref_mut(&mut self) -> &mut [f64] {
        &mut self.0
    }
}

impl AddAssign<&Vector> for Vector {
    fn add_assign(&mut self, other: &Vector) {
        debug_assert_eq!(self.len(), other.len());
        axpy(self, 1.0, other);
    }
}

impl SubAssign<&Vector> for Vector {
    fn sub_assign(&mut self, other: &Vector) {
        debug_assert_eq!(self.len(), other.len());
        axpy(self, -1.0, other);
    }
}

impl Add<&Vector> for &Vector {
    type Output = Vector;

    fn add(self, other: &Vector) -> Vector {
        let mut sum = self.clone();
        sum += other;
        sum
    }
}

impl Sub<&Vector> for &Vector {
    type Output = Vector;

    fn sub(self, other: &Vector) -> Vector {
        let mut difference = self.clone();
        difference -= other;
        difference
    }
}

impl Mul<f64> for &Vector {
    type Output = Vector;

    fn mul(self, factor: f64) -> Vector {
        Vector(self.iter().map(|one| one * factor).collect())
    }
}
