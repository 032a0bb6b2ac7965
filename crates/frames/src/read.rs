//! A file of battles, read a batch at a time.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use polars_core::prelude::*;
use polars_io::SerReader as _;
use polars_io::parquet::metadata::FileMetadataRef;
use polars_io::parquet::read::{ParallelStrategy, ParquetReader};

use crate::battles::ROWS;
use crate::error::FrameError;

/// Some rows of a file: the first, and how many.
pub(crate) type Batch = (usize, usize);

/// The file that the library reads at present.
static BEING_READ: Mutex<Option<PathBuf>> = Mutex::new(None);

fn set_being_read(file: Option<PathBuf>) {
    *BEING_READ.lock().unwrap_or_else(PoisonError::into_inner) = file;
}

/// The file that is being read at present, if one is. The library panics at some damaged pages: whoever hears of a panic finds here whose fault it
/// is, which only he can tell where panics end the program.
#[must_use]
pub fn being_read() -> Option<PathBuf> {
    BEING_READ.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Lets the library read; that it gives up is the file's fault.
pub(crate) fn guarded<T>(path: &Path, read: impl FnOnce() -> PolarsResult<T>) -> Result<T, FrameError> {
    set_being_read(Some(path.to_owned()));
    let read = catch_unwind(AssertUnwindSafe(read));
    set_being_read(None);
    match read {
        Ok(read) => read.map_err(|error| FrameError::reading(path, &error)),
        Err(_) => Err(FrameError::damaged(path)),
    }
}

/// A file whose footer has been read and is sound, with the reader that read it.
///
/// # Errors
/// A file that is not there or no Parquet file.
pub(crate) fn opened(path: &Path) -> Result<(File, ParquetReader<File>), FrameError> {
    let unread = |error: std::io::Error| FrameError::Unread { file: path.to_owned(), error };
    // Some systems open a directory like a file.
    if path.is_dir() {
        return Err(unread(std::io::ErrorKind::IsADirectory.into()));
    }
    let file = File::open(path).map_err(unread)?;
    let mut reader = ParquetReader::new(file.try_clone().map_err(unread)?);
    guarded(path, || reader.get_metadata().map(drop))?;
    Ok((file, reader))
}

/// A Parquet file whose footer has been read, and nothing else.
pub(crate) struct BattleFile {
    path: PathBuf,
    file: File,
    metadata: FileMetadataRef,
    /// Names and types of the columns.
    columns: Vec<(String, ArrowDataType)>,
}

impl BattleFile {
    /// Reads the footer.
    ///
    /// # Errors
    /// A file that is not there or no Parquet file.
    pub(crate) fn open(path: &Path) -> Result<BattleFile, FrameError> {
        let (file, mut reader) = opened(path)?;
        let (metadata, schema) = guarded(path, || Ok((reader.get_metadata()?.clone(), reader.schema()?)))?;
        let columns =
            schema.iter_values().map(|field| (field.name.to_string(), field.dtype.clone())).collect();
        Ok(BattleFile { path: path.to_owned(), file, metadata, columns })
    }

    /// The rows in batches of at most [`ROWS`], none of which reaches over the end of a row group.
    pub(crate) fn batches(&self) -> Vec<Batch> {
        let mut batches = Vec::new();
        let mut first = 0;
        for group in &self.metadata.row_groups {
            let end = first + group.num_rows();
            while first < end {
                let rows = (end - first).min(ROWS);
                batches.push((first, rows));
                first += rows;
            }
        }
        batches
    }

    /// Some columns of a batch: text as text, `numbers` as 32 bits without sign, `large` as 64 bits. No value is missing.
    ///
    /// # Errors
    /// A column that is not there, is of another type, or lacks a value.
    pub(crate) fn read(
        &self,
        batch: Batch,
        text: &[&str],
        numbers: &[&str],
        large: &[&str],
    ) -> Result<DataFrame, FrameError> {
        let wanted: Vec<&str> = [text, numbers, large].concat();
        wanted.iter().try_for_each(|name| self.check(name, text.contains(name)))?;
        let broken = |error: &PolarsError| FrameError::reading(&self.path, error);
        let file =
            self.file.try_clone().map_err(|error| FrameError::Unread { file: self.path.clone(), error })?;
        let mut reader = ParquetReader::new(file);
        reader.set_metadata(self.metadata.clone());
        let reader = reader
            .with_slice(Some(batch))
            .with_columns(Some(wanted.iter().map(|name| (*name).to_owned()).collect()))
            .read_parallel(ParallelStrategy::Columns)
            .set_rechunk(true);
        let frame = guarded(&self.path, || reader.finish())?;
        if frame.height() != batch.1 {
            return Err(FrameError::damaged(&self.path));
        }
        let mut columns = Vec::new();
        for (names, kind) in
            [(text, DataType::String), (numbers, DataType::UInt32), (large, DataType::UInt64)]
        {
            for name in names {
                let column = frame.column(name).map_err(|error| broken(&error))?;
                // What does not fit becomes null.
                let column = column.cast(&kind).map_err(|error| broken(&error))?;
                if column.null_count() > 0 {
                    let what = format!("the column \"{name}\" has rows without a value that can be");
                    return Err(self.not_battles(what));
                }
                columns.push(column);
            }
        }
        DataFrame::new(batch.1, columns).map_err(|error| broken(&error))
    }

    /// Whether a column is there and of a type that can be read: the library gives up on types that it was built without.
    fn check(&self, name: &str, text: bool) -> Result<(), FrameError> {
        use ArrowDataType::{Int32, Int64, LargeUtf8, UInt32, UInt64, Utf8, Utf8View};
        let Some((_, found)) = self.columns.iter().find(|(known, _)| known == name) else {
            return Err(self.not_battles(format!("there is no column \"{name}\"")));
        };
        let (sound, wants) = match text {
            true => (matches!(found, Utf8 | LargeUtf8 | Utf8View), "text"),
            false => (matches!(found, Int32 | Int64 | UInt32 | UInt64), "whole numbers of 32 or 64 bits"),
        };
        if sound {
            return Ok(());
        }
        Err(self.not_battles(format!("the column \"{name}\" does not hold {wants}")))
    }

    /// A complaint about what the file holds.
    pub(crate) fn not_battles(&self, what: String) -> FrameError {
        FrameError::NotBattles { file: self.path.clone(), what }
    }
}
