//! Starts the program. All of it is in the library beside this file, so that the compiler can work on it while the rules are still being optimised.

use std::process::ExitCode;

fn main() -> ExitCode {
    muster_cli::main()
}
