//! Exit codes and what is said with them.
//!
//! 0 the answer was given; 1 it was given and holds a finding; 2 the input was at fault; 3 the fault is ours, or
//! the disk is full; 130 the user pressed Ctrl-C.

use std::panic;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use muster_resolver::resolve::Fault;
use muster_rules::Refusal;
use muster_rules::pack::Diagnostics;

use crate::interrupt::WATCH;
use crate::parquet;
use crate::say::tell;

/// Why a command ended without its answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something that the user gave cannot be used; says what and what to do.
    Input(String),
    /// The arguments are wrong; what is wrong with them has been said.
    Arguments,
    /// The fault is ours, or the machine's.
    Fault(String),
    /// The answer was given, and it holds what the command was to look for.
    Found,
    /// Ctrl-C; what was done so far has been said.
    Interrupted,
    /// Whoever read our output has read enough.
    ReaderGone,
}

impl From<Diagnostics> for Failure {
    fn from(complaints: Diagnostics) -> Failure {
        Failure::Input(complaints.to_string())
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Input(refusal.to_string())
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Input(fault.to_string())
    }
}

/// Code of bad input.
const INPUT: u8 = 2;
/// Code of a fault of ours.
const FAULT: u8 = 3;

/// Runs a command, says why it failed, and gives the exit code. A panic, of whatever thread, is our fault and ends the program.
pub(crate) fn guarded(command: impl FnOnce() -> Result<(), Failure>) -> ExitCode {
    // A hook and not a catch: the release build does without the code that unwinding needs.
    panic::set_hook(Box::new(|panic| {
        static TOLD: AtomicBool = AtomicBool::new(false);
        // Several threads may stumble over the same thing; one of them speaks and ends the program.
        while TOLD.swap(true, Ordering::SeqCst) {
            std::thread::park();
        }
        let (text, code) = parquet::given_up().map_or_else(
            || {
                let report = "please report it with the command line that you typed";
                (format!("a fault of Muster's\n  {report}\n  {panic}"), FAULT)
            },
            |text| (text, INPUT),
        );
        let _ = failed(&text, code);
        WATCH.tidy();
        std::process::exit(i32::from(code));
    }));
    let outcome = command();
    match outcome {
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::from(1),
        Err(Failure::Arguments) => ExitCode::from(INPUT),
        Err(Failure::Input(text)) => failed(&text, INPUT),
        Err(Failure::Fault(text)) => failed(&text, FAULT),
        Err(Failure::Interrupted) => ExitCode::from(130),
    }
}

fn failed(text: &str, code: u8) -> ExitCode {
    tell(&format!("muster: {text}"));
    ExitCode::from(code)
}
