//! Words beside the answer.

use std::io::Write as _;

use muster_report::escape::single_line;

/// Writes to standard error, without what terminals obey in names and paths; nobody is left to be told when that fails.
pub(crate) fn tell(text: &str) {
    let lines: Vec<_> = text.split('\n').map(single_line).collect();
    let _ = writeln!(std::io::stderr(), "{}", lines.join("\n"));
}
