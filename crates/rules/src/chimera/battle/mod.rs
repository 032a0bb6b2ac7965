//! The battle: two boxes on a table, played by plans. Sampled; the procedures of shooting, melee and morale are those of
//! the duel.

pub mod field;
pub mod fights;
mod moving;
pub mod pooled;
mod prospects;
mod shooting;
pub mod step;
pub mod targets;

pub use field::{Field, Fielded, Force, Reserves, State};
pub use prospects::Prospects;
pub use step::Battle;
