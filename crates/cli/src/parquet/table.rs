//! A table of results as Parquet.

use std::path::Path;

use csv::StringRecord;
use muster_frames::{FrameError, Values, read_table, write_table};
use muster_report::{Align, Cell, Table};

use crate::exit::Failure;
use crate::files::unread;

/// The table as the bytes of a Parquet file. A column with words is text; one with counts alone has whole numbers; every other is of numbers
/// in full, as in the CSV file. What is blank there is null here.
///
/// # Errors
/// What the library refuses, which is a fault of ours.
pub(crate) fn bytes(table: &Table) -> Result<Vec<u8>, Failure> {
    let columns: Vec<(String, Values)> =
        (0..table.width()).map(|at| (table.heading(at).into_owned(), values(table, at))).collect();
    let mut bytes = Vec::new();
    write_table(&columns, &mut bytes).map_err(|error| Failure::Fault(format!("Parquet: {error}")))?;
    Ok(bytes)
}

/// The names of the columns of a Parquet file and its rows, each value as a CSV file has it.
///
/// # Errors
/// A file that cannot be read, with the advice.
pub(crate) fn rows(file: &Path, advice: &str) -> Result<(StringRecord, Vec<StringRecord>), Failure> {
    let columns = read_table(file).map_err(|error| refused(error, advice))?;
    let height = columns.first().map_or(0, |(_, values)| values.len());
    let heading = columns.iter().map(|(name, _)| name.as_str()).collect();
    let row = |row: usize| columns.iter().map(|(_, values)| values.text(row)).collect();
    Ok((heading, (0..height).map(row).collect()))
}

/// Why a file cannot be used, with the advice.
pub(crate) fn refused(error: FrameError, advice: &str) -> Failure {
    match error {
        FrameError::Fault(what) => Failure::Fault(format!("Parquet: {what}")),
        FrameError::Unread { file, error } => {
            Failure::Input(format!("{}: {}\n  {advice}", file.display(), unread(&error)))
        }
        other => Failure::Input(format!("{other}\n  {advice}")),
    }
}

fn values(table: &Table, column: usize) -> Values {
    let cells = || (0..table.rows.len()).map(|row| table.cell(row, column));
    let blank = cells().all(|cell| *cell == Cell::Empty);
    if cells().any(|cell| matches!(cell, Cell::Text(_))) || (blank && table.align(column) == Align::Left) {
        return Values::Text(cells().map(words).collect());
    }
    if !blank && cells().all(|cell| matches!(cell, Cell::Count(_) | Cell::Empty)) {
        let count = |cell: &Cell| if let Cell::Count(count) = cell { Some(*count) } else { None };
        return Values::Counts(cells().map(count).collect());
    }
    Values::Numbers(cells().map(number).collect())
}

fn words(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(text.clone()),
        Cell::Empty => None,
        Cell::Number { .. } | Cell::Count(_) => Some(cell.stored().into_owned()),
    }
}

fn number(cell: &Cell) -> Option<f64> {
    match cell {
        Cell::Number { value, .. } => Some(*value),
        Cell::Count(count) => Some(*count as f64),
        Cell::Text(_) | Cell::Empty => None,
    }
}
