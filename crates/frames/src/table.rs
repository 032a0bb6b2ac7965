//! Any table of results as one Parquet file.

use std::io::Write;

use polars_core::prelude::*;
use polars_io::parquet::write::ParquetWriter;

use crate::error::FrameError;

/// The values of one column, from top to bottom; `None` is written as null.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Words and names.
    Text(Vec<Option<String>>),
    /// Counts.
    Counts(Vec<Option<u64>>),
    /// Numbers in full precision; what is not finite is written as null.
    Numbers(Vec<Option<f64>>),
}

/// Writes named columns of equal length and gives the bytes written.
///
/// # Errors
/// When `out` cannot be written; columns of unequal length or of one name are a fault of the caller's.
pub fn write_table(columns: &[(String, Values)], out: impl Write) -> Result<u64, FrameError> {
    let height = columns.first().map_or(0, |(_, values)| match values {
        Values::Text(values) => values.len(),
        Values::Counts(values) => values.len(),
        Values::Numbers(values) => values.len(),
    });
    let columns = columns.iter().map(|(name, values)| column(name, values)).collect();
    let mut frame = DataFrame::new(height, columns).map_err(FrameError::writing)?;
    ParquetWriter::new(out).finish(&mut frame).map_err(FrameError::writing)
}

fn column(name: &str, values: &Values) -> Column {
    let name = PlSmallStr::from_str(name);
    match values {
        Values::Text(values) => Column::new(name, values),
        Values::Counts(values) => Column::new(name, values),
        Values::Numbers(values) => {
            let finite: Vec<Option<f64>> =
                values.iter().map(|value| value.filter(|value| value.is_finite())).collect();
            Column::new(name, finite)
        }
    }
}
