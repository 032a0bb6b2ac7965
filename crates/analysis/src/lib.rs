//! What the numbers mean. Reads records only; never reaches the rules.

mod matrix;
mod summary;

pub use matrix::{Cell, PayoffMatrix};
pub use summary::{BoxLine, Standout, Summary, summarise};
