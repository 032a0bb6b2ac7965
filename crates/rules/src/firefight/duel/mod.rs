//! Two units on a line: the turn as a process. How it is played is written in the folder's `README.md`.

mod attacking;
mod doctrines;
mod moving;
mod state;
mod step;
mod testing;

pub use state::{DuelState, Phase, Standing};
pub use step::DuelProcess;
