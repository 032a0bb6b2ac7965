//! The door people use: arguments in, answers out. All judgement about rules, dice and numbers lies in the other crates.

mod args;
mod command;
mod compose;
mod csv_lines;
mod exit;
mod files;
mod interrupt;
mod output;
mod plan;
mod progress;
mod say;
mod values;

use std::process::ExitCode;

use clap::Parser as _;

/// Runs the program with the arguments of this process, and says how it ended.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match args::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(said) => return exit::guarded(|| output::said_by_the_parser(&said)),
    };
    exit::guarded(|| {
        interrupt::watch()?;
        command::run(&arguments)
    })
}
