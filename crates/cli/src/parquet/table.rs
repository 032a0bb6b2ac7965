//! A table of results as Parquet.

use muster_frames::{Values, write_table};
use muster_report::{Align, Cell, Table};

use crate::exit::Failure;

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
