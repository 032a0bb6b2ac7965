//! The duel: one unit against one unit on a line, small enough to be solved exactly.
//!
//! A stands at 0, B at `start`; only the gap between them and the room behind each are kept. Distances are quarter
//! inches. The turn is CHIMERA Turn order: A moves, B shoots, A shoots, B moves.

mod fighting;
mod moving;
mod shooting;
pub mod state;
pub mod step;
#[cfg(test)]
mod tests;

pub use state::DuelState;
pub use step::DuelProcess;
