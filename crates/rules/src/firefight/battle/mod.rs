//! Two forces on a table, played by plans. Sampled; what models need, the volleys and the tests are those of the duel. How it is
//! played is written in the folder's `README.md`.

mod aiming;
mod attacking;
mod doctrines;
mod driving;
mod field;
mod firefight;
mod leadership;
mod melee;
mod moving;
mod shooting;
mod step;

pub use field::{Commands, Field, Fielded, Force, State};
pub use step::Battle;
