//! The door people use: arguments in, answers out. All judgement about rules, dice and numbers lies in the other crates.

mod args;
mod command;
mod compose;
mod csv_lines;
mod exit;
mod files;
mod interrupt;
mod kept;
mod mistyped;
mod output;
mod parquet;
mod plan;
mod progress;
mod say;
mod values;

use std::process::ExitCode;

/// Runs the program with the arguments of this process, and says how it ended.
#[must_use]
pub fn main() -> ExitCode {
    let typed: Vec<_> = std::env::args_os().collect();
    let mut arguments = match mistyped::read(&typed) {
        Ok(arguments) => arguments,
        Err(said) => return exit::guarded(|| output::said_by_the_parser(&said)),
    };
    let words = typed.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    arguments.everywhere.typed = args::repeatable(words, arguments.everywhere.seed());
    exit::guarded(|| {
        interrupt::watch()?;
        command::run(&arguments)
    })
}
