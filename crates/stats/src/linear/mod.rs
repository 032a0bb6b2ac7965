//! Small dense linear algebra: what fits and their errors need, and no more.
//!
//! Every system that is solved here is symmetric and positive definite (an information, a normal matrix, a Laplacian made regular),
//! so there is one factorisation, Cholesky's. A matrix that is not positive definite is the sign of data that do not determine an
//! answer, and is refused.
//!
//! ```
//! use muster_stats::linear::{Matrix, Vector};
//!
//! let information = Matrix::from_fn(2, 2, |i, j| if i == j { 2.0 } else { 1.0 });
//! let solved = information.cholesky().unwrap().solve(&Vector::from(vec![3.0, 3.0]));
//! assert!((solved[0] - 1.0).abs() < 1e-15 && (solved[1] - 1.0).abs() < 1e-15);
//! assert!(Matrix::zeros(2, 2).cholesky().is_none());
//! ```

mod cholesky;
mod matrix;
mod triangle;
mod vector;

pub use cholesky::Cholesky;
pub use matrix::Matrix;
pub use triangle::{Triangle, axpy, dot};
pub use vector::Vector;
