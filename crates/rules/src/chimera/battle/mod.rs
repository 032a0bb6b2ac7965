//! The battle: two boxes on a table, played by plans. Sampled; the procedures of shooting, melee and morale are those of
//! the duel.

pub mod end;
pub mod field;
pub mod fights;
mod moving;
pub mod pooled;
mod shooting;
pub mod step;
pub mod targets;

pub use field::{Field, Force, MOST_UNITS};
pub use step::Battle;
