//! Lines of a table that somebody else wrote, CSV or Parquet, and what to say where they cannot be read.

use std::path::Path;

use csv::StringRecord;
use muster_report::number;
use serde::de::DeserializeOwned;

use crate::exit::Failure;
use crate::files::unread;
use crate::parquet;

/// The heading, and the lines below it, each with its number in the file.
type Lines = (StringRecord, Vec<(u64, StringRecord)>);

/// The lines below the heading, each with its number in the file (of a Parquet file, its row, the first being 1); columns that are not asked
/// for are passed over.
///
/// # Errors
/// A file that cannot be read, that lacks one of the `needed` columns, or with a line that cannot be; each ends in the advice.
pub(crate) fn read<T: DeserializeOwned>(
    file: &Path,
    needed: &[&str],
    advice: &str,
) -> Result<Vec<(u64, T)>, Failure> {
    let told =
        |place: String, what: &str| Failure::Input(format!("{}{place}: {what}\n  {advice}", file.display()));
    let (heading, records) = if parquet::is_named(file) {
        let (heading, rows) = parquet::rows(file, advice)?;
        (heading, (1..).zip(rows).collect())
    } else {
        lines(file, &told)?
    };
    if let Some(missing) = needed.iter().find(|name| heading.iter().all(|one| one != **name)) {
        let separated = heading.len() == 1 && heading.iter().any(|one| one.contains([';', '\t']));
        let hint = if separated { "; separate the columns by commas, not by semicolons or tabs" } else { "" };
        return Err(told(":1".to_owned(), &format!("there is no column \"{missing}\"{hint}")));
    }
    let mut lines = Vec::with_capacity(records.len());
    for (number, record) in records {
        let line = record.deserialize::<T>(Some(&heading)).map_err(|error| {
            let at = match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => err.field(),
                _ => None,
            };
            let at = at.and_then(|at| usize::try_from(at).ok());
            let what = match at.and_then(|at| Some((heading.get(at)?, record.get(at)?))) {
                Some((column, found)) => format!("\"{found}\" cannot stand in the column \"{column}\""),
                None => "the line cannot be read".to_owned(),
            };
            told(format!(":{number}"), &what)
        })?;
        lines.push((number, line));
    }
    Ok(lines)
}

/// The lines of a CSV file, as text.
fn lines(file: &Path, told: &dyn Fn(String, &str) -> Failure) -> Result<Lines, Failure> {
    let plain = |error: &csv::Error| match error.kind() {
        csv::ErrorKind::Utf8 { pos, .. } => {
            let place = pos.as_ref().map_or_else(String::new, |pos| format!(":{}", pos.line()));
            told(place, "the line is not UTF-8 text: save the file as CSV in UTF-8")
        }
        csv::ErrorKind::Io(error) => told(String::new(), &unread(error)),
        _ => told(String::new(), "the file cannot be read as CSV"),
    };
    let mut reader =
        csv::ReaderBuilder::new().trim(csv::Trim::All).from_path(file).map_err(|error| plain(&error))?;
    let heading = reader.headers().map_err(|error| plain(&error))?.clone();
    let mut lines = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| match error.kind() {
            csv::ErrorKind::UnequalLengths { pos, expected_len, len } => {
                let place = pos.as_ref().map_or_else(String::new, |pos| format!(":{}", pos.line()));
                told(
                    place,
                    &format!(
                        "the line has {}, and the heading {expected_len}",
                        number::counted(*len, "value", "values")
                    ),
                )
            }
            _ => plain(&error),
        })?;
        lines.push((record.position().map_or(0, csv::Position::line), record));
    }
    Ok((heading, lines))
}
