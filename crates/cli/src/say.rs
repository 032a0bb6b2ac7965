//! Words beside the answer.

use std::io::Write as _;

/// Writes to standard error; nobody is left to be told when that fails.
pub(crate) fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
