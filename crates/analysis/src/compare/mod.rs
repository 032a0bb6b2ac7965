//! What a rule edit changed: a verdict for every cell, and the limits that an edit must keep.
//!
//! [`Judge`] keeps its error rate over many cells and over several looks at each; [`Tolerance`] says which cells break the
//! limits that somebody set.

mod effect;
mod judge;
mod steepness;
mod strength;
mod tolerance;

pub use effect::{STEEPNESS, logit_change, price_change};
pub use judge::{Criteria, Evidence, Judge, Verdict};
pub use steepness::{Outnumbered, steepness};
pub use strength::{RatedCell, Shift, Strengths, shifts, strengths};
pub use tolerance::{Breach, Holds, Limits, Tolerance, ToleranceRule};
