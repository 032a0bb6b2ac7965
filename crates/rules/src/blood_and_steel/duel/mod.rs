//! Two units on a line: the whole of their game, small enough to be solved.

mod acting;
mod aftermaths;
mod casting;
mod charging;
mod cost;
mod fighting;
mod focus;
mod rounds;
mod rush;
mod state;
mod step;

pub use state::{DuelState, Phase, Standing};
pub use step::DuelProcess;
