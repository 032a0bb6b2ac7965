//! Work whose speed is worth knowing, each piece beside a twin: the same work done the plain way, in the same binary. A clock on a
//! shared machine says little; the ratio of two ways that take turns says much.
//!
//! `muster bench` times the [`jobs`] on the user's machine, the package `benches` under criterion, and the script
//! `benches/count-instructions` counts what the processor does of each. [`growth`] measures how time and memory grow.

mod growth;
mod job;
mod jobs;
mod plain;
mod sizes;

pub use growth::{Growth, Step, growth, peak_memory};
pub use job::{Job, Timed, Timing, Way, once, time};
pub use jobs::{Games, jobs};
pub use sizes::{Ends, Sizes, series};
