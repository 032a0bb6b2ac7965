//! Words beside the answer.

use std::io::{IsTerminal as _, Write as _};

use muster_report::render;

use crate::output::COLUMNS;

/// Writes to standard error, without what terminals obey in names and paths, and on a terminal in lines that fit it; nobody is left to be told
/// when that fails.
pub(crate) fn tell(text: &str) {
    let mut out = std::io::stderr();
    // Other programs find a sentence in one piece.
    let columns = if out.is_terminal() { COLUMNS } else { usize::MAX };
    let _ = writeln!(out, "{}", render::message(text, columns));
}
