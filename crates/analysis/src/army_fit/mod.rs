//! Prices of armies: one cost a unit, added up over a side, from battles of mixed forces.
//!
//! η = γ (ln Σ cost of A - ln Σ cost of B) + h · seat, P(A wins) = 1 / (1 + e^-η), where `seat` is 1 when A sits as side A and
//! -1 when B does. Costs are known up to one factor; γ says how surely points win.

mod curve;
mod fit;
mod held_out;
mod model;
mod order;

pub use curve::{CurvePoint, calibration_curve};
pub use fit::{ArmyFit, fit_armies};
pub use held_out::{EqualPoints, HeldOut, equal_points, held_out, loss_apart};
pub use order::{Ordered, Reversal, in_order};

use muster_stats::Record;

/// Games of one pair of armies.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmyRow {
    /// Both sides: index of a unit, and how many times its price is paid.
    pub sides: [Vec<(usize, f64)>; 2],
    /// Wins, draws and losses of the first: `[it sat as side A, the second did]`.
    pub counts: [Record; 2],
}
