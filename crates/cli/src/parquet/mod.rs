//! The door to Parquet files, which are a feature of the build: what can be asked of them, and what is said where they are left out.

#[cfg(feature = "polars")]
mod battles;
#[cfg(feature = "polars")]
mod table;

use std::io::IsTerminal as _;
use std::path::Path;

#[cfg(feature = "polars")]
pub(crate) use battles::Recording;
#[cfg(feature = "polars")]
pub(crate) use table::{bytes, refused, rows};

use crate::args::{Arguments, Command, Format, PointsCommand};
use crate::exit::Failure;

/// Whether this program was built with Parquet files.
pub(crate) const BUILT_IN: bool = cfg!(feature = "polars");

/// The answer to whoever asks a program without Parquet files for one.
pub(crate) fn missing(what: &str) -> Failure {
    Failure::Input(format!(
        "{what}: this program was built without Parquet files\n  take that of a release archive, or build it with: cargo install --path crates/cli --features polars"
    ))
}

/// A file of battles, which this program cannot write.
#[cfg(not(feature = "polars"))]
pub(crate) struct Recording<'p>(std::convert::Infallible, std::marker::PhantomData<&'p ()>);

#[cfg(not(feature = "polars"))]
impl Recording<'_> {
    /// Never called: there is no such file.
    pub(crate) fn keep(self) -> Result<String, Failure> {
        match self.0 {}
    }
}

/// The table as Parquet, which this program cannot write.
#[cfg(not(feature = "polars"))]
pub(crate) fn bytes(_table: &muster_report::Table) -> Result<Vec<u8>, Failure> {
    Err(missing("--format parquet"))
}

/// The rows of a Parquet file, which this program cannot read.
#[cfg(not(feature = "polars"))]
pub(crate) fn rows(
    file: &Path,
    _advice: &str,
) -> Result<(csv::StringRecord, Vec<csv::StringRecord>), Failure> {
    Err(missing(&file.display().to_string()))
}

/// What is to be said of a panic while a Parquet file is read: the library gives up so on some that are damaged.
pub(crate) fn given_up() -> Option<String> {
    #[cfg(feature = "polars")]
    if let Some(file) = muster_frames::being_read() {
        return Some(format!(
            "{}\n  name files that are whole: write it again, or leave it out",
            muster_frames::FrameError::damaged(&file)
        ));
    }
    None
}

/// Whether a file's name is that of a Parquet file.
pub(crate) fn is_named(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
}

/// Refuses `--format parquet` where it cannot be answered, before anything is played.
///
/// # Errors
/// A command without a table for other programs, a program without Parquet files, bytes for a terminal.
pub(crate) fn admit(arguments: &Arguments) -> Result<(), Failure> {
    let everywhere = &arguments.everywhere;
    if everywhere.format != Format::Parquet {
        return Ok(());
    }
    let has_one = match &arguments.command {
        Command::Matrix(_) | Command::Summarise(_) => true,
        Command::Points(args) => matches!(args.command, PointsCommand::Fit(_)),
        Command::Compare(args) => !args.rulings && args.write_baseline.is_none(),
        _ => false,
    };
    if !has_one {
        let sentence = "--format parquet is for matrices, prices and comparisons\n  use it with `matrix`, `points fit`, `compare` or `summarise`, and --format csv elsewhere";
        return Err(Failure::Input(sentence.to_owned()));
    }
    if !BUILT_IN {
        return Err(missing("--format parquet"));
    }
    if target(everywhere.format, everywhere.out.as_deref()).is_none() && std::io::stdout().is_terminal() {
        let sentence = "--format parquet: a terminal cannot show Parquet\n  name a file with --out FILE.parquet, or send standard output to one";
        return Err(Failure::Input(sentence.to_owned()));
    }
    Ok(())
}

/// The Parquet file that `--out` names under `--format parquet`; any other name is that of a directory.
pub(crate) fn target(format: Format, out: Option<&Path>) -> Option<&Path> {
    out.filter(|out| format == Format::Parquet && is_named(out))
}
