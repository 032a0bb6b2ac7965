//! A printed points formula against what units are worth: which units it prices wrong, how fair its equal points are, and
//! what its coefficients would have to be.

mod overpricing;
mod refit;

pub use overpricing::{EqualCost, FormulaAudit, Mispriced, audit_formula};
pub use refit::{Coefficient, CostedUnit, Group, Refit, refit};
