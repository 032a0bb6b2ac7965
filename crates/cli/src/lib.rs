//! The door people use: arguments in, answers out. All judgement about rules, dice and numbers lies in the other crates.

mod args;
mod command;
mod compose;
mod exit;
mod files;
mod interrupt;
mod output;
mod plan;
mod progress;
mod values;

use std::process::ExitCode;

use clap::Parser as _;

/// Runs the program with the arguments of this process, and says how it ended.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    exit::guarded(|| {
        interrupt::watch()?;
        command::run(&arguments)
    })
}
