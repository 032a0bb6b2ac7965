//! Tables as comma-separated values: RFC 4180 quoting, lines that end in LF, numbers in full.

use csv::{Terminator, WriterBuilder};

use crate::escape;
use crate::table::Table;

/// A table as CSV in UTF-8. Numbers are written in full precision and blank when they are not finite; text that a spreadsheet would run as
/// a formula gets a leading apostrophe; line breaks in text become spaces. Title and notes are left out, for other programs read this.
#[must_use]
pub fn table(table: &Table) -> String {
    let width = table.width();
    if width == 0 {
        return String::new();
    }
    let mut writer =
        WriterBuilder::new().terminator(Terminator::Any(b'\n')).flexible(true).from_writer(Vec::new());
    let headings = (0..width).map(|column| escape::spreadsheet(&table.heading(column)).into_owned());
    let mut sound = writer.write_record(headings).is_ok();
    for row in 0..table.rows.len() {
        let fields =
            (0..width).map(|column| escape::single_line(&table.cell(row, column).stored()).into_owned());
        sound &= writer.write_record(fields).is_ok();
    }
    debug_assert!(sound, "writing to memory cannot fail");
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
