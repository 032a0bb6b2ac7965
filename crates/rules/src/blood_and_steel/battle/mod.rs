//! Two forces on a table: alternate activation, played by sampling.

mod acting;
mod carrying;
mod command;
mod field;
mod fighting;
mod flight;
mod joining;
mod magic;
mod moving;
mod nerves;
mod reorganising;
mod shooting;
mod step;
mod targets;

pub use field::{Field, Fielded, Force};
pub use step::Battle;
