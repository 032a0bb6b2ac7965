//! The battle: two boxes on a table, played by plans. Sampled; the procedures of shooting, melee and morale are those of
//! the duel.

mod end;
mod field;
mod fights;
mod pooled;
mod step;
mod targets;

pub use field::{Field, Force, MOST_UNITS};
pub use step::Battle;
