//! Any table of results as one Parquet file.

use std::io::Write;
use std::path::Path;

use polars_core::prelude::*;
use polars_io::SerReader as _;
use polars_io::parquet::write::ParquetWriter;

use crate::error::FrameError;
use crate::read::{guarded, opened};

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

impl Values {
    /// How many values there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Values::Text(values) => values.len(),
            Values::Counts(values) => values.len(),
            Values::Numbers(values) => values.len(),
        }
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A value as text, a number in the fewest digits that read back as itself; blank where there is none.
    #[must_use]
    pub fn text(&self, row: usize) -> String {
        fn told<T: ToString>(values: &[Option<T>], row: usize) -> String {
            values.get(row).and_then(Option::as_ref).map_or_else(String::new, T::to_string)
        }
        match self {
            Values::Text(values) => told(values, row),
            Values::Counts(values) => told(values, row),
            Values::Numbers(values) => told(values, row),
        }
    }
}

/// Writes named columns of equal length and gives the bytes written.
///
/// # Errors
/// When `out` cannot be written; columns of unequal length or of one name are a fault of the caller's.
pub fn write_table(columns: &[(String, Values)], out: impl Write) -> Result<u64, FrameError> {
    let height = columns.first().map_or(0, |(_, values)| values.len());
    let columns = columns.iter().map(|(name, values)| column(name, values)).collect();
    let mut frame = DataFrame::new(height, columns).map_err(FrameError::writing)?;
    ParquetWriter::new(out).finish(&mut frame).map_err(FrameError::writing)
}

/// Reads the columns of a small file: all that hold words or numbers, in their order. Others are passed over.
///
/// # Errors
/// A file that cannot be read, is no Parquet file or a damaged one; counts below 0.
pub fn read_table(path: &Path) -> Result<Vec<(String, Values)>, FrameError> {
    let broken = |error: PolarsError| FrameError::reading(path, &error);
    let (_, mut reader) = opened(path)?;
    let schema = guarded(path, || reader.schema())?;
    let known = schema.iter_values().filter(|field| is_known(&field.dtype));
    let names: Vec<String> = known.map(|field| field.name.to_string()).collect();
    if names.is_empty() {
        return Ok(Vec::new());
    }
    let reader = reader.with_columns(Some(names.clone()));
    let frame = guarded(path, || reader.finish())?;
    let read = |name: String| {
        let column = frame.column(&name).map_err(broken)?;
        let values = values(column).map_err(broken)?.ok_or_else(|| FrameError::NotBattles {
            file: path.to_owned(),
            what: format!("the column \"{name}\" holds a count below 0"),
        })?;
        Ok((name, values))
    };
    names.into_iter().map(read).collect()
}

/// Whether a column of this type is read.
fn is_known(kind: &ArrowDataType) -> bool {
    use ArrowDataType::{Float32, Float64, Int32, Int64, LargeUtf8, UInt32, UInt64, Utf8, Utf8View};
    matches!(kind, Utf8 | LargeUtf8 | Utf8View | Int32 | Int64 | UInt32 | UInt64 | Float32 | Float64)
}

/// What a column holds; `None` where a count is below 0.
fn values(column: &Column) -> PolarsResult<Option<Values>> {
    Ok(Some(match column.dtype() {
        DataType::String => Values::Text(column.str()?.iter().map(|word| word.map(str::to_owned)).collect()),
        DataType::Float32 | DataType::Float64 => {
            Values::Numbers(column.cast(&DataType::Float64)?.f64()?.iter().collect())
        }
        _ => {
            let counts = column.cast(&DataType::UInt64)?;
            if counts.null_count() != column.null_count() {
                return Ok(None);
            }
            Values::Counts(counts.u64()?.iter().collect())
        }
    }))
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
