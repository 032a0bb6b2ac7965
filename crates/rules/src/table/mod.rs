//! The battle table: geometry, terrain, deployment, conditions. It serves all rule sets alike and holds no number of any.
//!
//! Lengths are quarter inches in `i32`, written `q`: 4 q are an inch. `x` runs from the left edge, `y` from side A's edge.
//! A place on the table is the centre of a unit; its radius is the caller's. Whole numbers decide all that whole numbers
//! can (distances, sight, cover); the rest uses `+ - * /` and `sqrt` on `f64`, which IEEE 754 fixes to the last bit, so
//! that every machine moves a unit to the same place. Turning a table and everything on it over, left to right or A to B,
//! turns every answer over with it, exactly.
//!
//! Coordinates may be anything within 2^20 q (over four miles) of the origin; what is read from data stays far below.

mod conditions;
mod deploy;
mod hardship;
mod lengths;
mod point;
mod ray;
mod read;
mod sight;
mod terrain;
mod terrain_read;
mod told;
mod travel;
mod victory;

pub use conditions::{Conditions, Ending, LimitRule, Objective};
pub use deploy::deploy;
pub use hardship::Hardship;
pub use lengths::{INCH, QUARTERS, quarters};
pub use point::{Point, distance_squared, gap, passes, radius_of_area, within};
pub use read::{ConditionsById, Mixes, read_all};
pub use terrain::{Area, Cover, Line, LineKind, Table};
pub(crate) use told::condition_facts;
pub use travel::{Going, Travel};
pub use victory::{Verdict, destroyed};
