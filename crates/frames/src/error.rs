//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use polars_core::prelude::PolarsError;

/// Why a file could not be written or read.
#[derive(Debug)]
pub enum FrameError {
    /// The file system refused, or the disk is full.
    Io(io::Error),
    /// A file that the file system does not let be read.
    Unread {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file that is no Parquet file, or a broken one.
    NotParquet {
        /// The file.
        file: PathBuf,
        /// What the reader says.
        why: String,
    },
    /// A file that does not hold battles as [`crate::BattleWriter`] writes them.
    NotBattles {
        /// The file.
        file: PathBuf,
        /// What is missing or cannot be.
        what: String,
    },
    /// The same battles stand in two files, and would count twice.
    Twice {
        /// Where they stand first, and where again.
        files: [PathBuf; 2],
        /// Who meets, in words.
        what: String,
    },
    /// Whoever asked wants to stop.
    Stopped,
    /// A fault of ours.
    Fault(String),
}

impl FrameError {
    /// A failure while a file is written: the disk, or a fault of ours.
    pub(crate) fn writing(error: PolarsError) -> FrameError {
        match error {
            PolarsError::IO { error, .. } => FrameError::Io(io::Error::new(error.kind(), error.to_string())),
            other => FrameError::Fault(other.to_string()),
        }
    }

    /// A file that the library gave up on.
    #[must_use]
    pub fn damaged(file: &Path) -> FrameError {
        FrameError::NotParquet { file: file.to_owned(), why: "it is damaged".to_owned() }
    }

    /// A failure while a file is read: the file is at fault.
    pub(crate) fn reading(file: &Path, error: &PolarsError) -> FrameError {
        let why = error.to_string();
        // The reader's own advice, below its first line, is for people who write programs.
        let why = why.lines().next().unwrap_or_default().to_owned();
        FrameError::NotParquet { file: file.to_owned(), why }
    }
}

impl std::fmt::Display for FrameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            FrameError::Io(error) => error.fmt(f),
            FrameError::Unread { file, error } => {
                write!(f, "{}: cannot be read: {error}", file.display())
            }
            FrameError::NotParquet { file, why } => {
                write!(f, "{}: cannot be read as a Parquet file: {why}", file.display())
            }
            FrameError::NotBattles { file, what } => write!(f, "{}: {what}", file.display()),
            FrameError::Twice { files: [first, again], what } => {
                write!(f, "{}: {what} stand in {} already", again.display(), first.display())
            }
            FrameError::Stopped => f.write_str("stopped"),
            FrameError::Fault(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for FrameError {}
