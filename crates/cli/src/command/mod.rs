//! The commands, one file each: look up, run, compose, give.

pub(crate) mod audit;
mod battle;
mod bench;
mod check;
mod claims;
mod compare;
mod duel;
mod encounter;
mod even;
pub(crate) mod even_boxes;
pub(crate) mod forces;
mod gauntlet;
mod init;
mod ladder;
mod list;
mod luck;
mod manual;
mod matrix;
mod odds;
mod playground;
pub(crate) mod points;
mod power;
mod replay;
mod report;
mod show;
mod sprt;
mod summarise;
mod sweep;

pub(crate) use claims::{Claim, Measured, NO_END, Part, ReadAs};

use crate::args::{Arguments, Command};
use crate::exit::Failure;
use crate::{output, parquet};

/// Runs the command of the arguments.
///
/// # Errors
/// Whatever kept the command from its answer.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let everywhere = &arguments.everywhere;
    parquet::admit(arguments)?;
    output::admit(arguments)?;
    match &arguments.command {
        Command::Odds(args) => odds::run(everywhere, args),
        Command::Duel(args) => duel::run(everywhere, args),
        Command::Battle(args) => battle::run(everywhere, args),
        Command::Replay(args) => replay::run(everywhere, args),
        Command::Luck(args) => luck::run(everywhere, args),
        Command::Matrix(args) => matrix::run(everywhere, args),
        Command::Points(args) => points::run(everywhere, args),
        Command::Even(args) => even::run(everywhere, args),
        Command::Muster(args) => forces::run(everywhere, args),
        Command::Audit(args) => audit::run(everywhere, args),
        Command::Compare(args) => compare::run(everywhere, args),
        Command::Sweep(args) => sweep::run(everywhere, args),
        Command::Gauntlet(args) => gauntlet::run(everywhere, args),
        Command::Sprt(args) => sprt::run(everywhere, args),
        Command::Power(args) => power::run(everywhere, args),
        Command::Claims(args) => claims::run(everywhere, args),
        Command::Report(args) => report::run(everywhere, args),
        Command::Playground(_) => playground::run(everywhere),
        Command::Summarise(args) => summarise::run(everywhere, args),
        Command::Bench(args) => bench::run(everywhere, args),
        Command::Init(args) => init::run(everywhere, args),
        Command::Check(args) => check::run(everywhere, args),
        Command::List(args) => list::run(everywhere, args),
        Command::Show(args) => show::run(everywhere, args),
        Command::Completions(args) => manual::completions(args),
        Command::Man(_) => manual::man(everywhere),
    }
}
