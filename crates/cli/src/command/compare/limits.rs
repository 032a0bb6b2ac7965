//! Limits from the command line and from a tolerance file.

use std::path::Path;

use muster_analysis::compare::{Limits, Tolerance, ToleranceRule};
use muster_rules::pack::{Reader, Sink, read_document};

use crate::args::LimitOptions;
use crate::exit::Failure;

/// The limits that are asked for. What the command line says holds for every cell; the file may say more of some.
///
/// # Errors
/// Every complaint about the file.
pub(crate) fn read(options: &LimitOptions) -> Result<Tolerance, Failure> {
    let mut tolerance = match &options.tolerance {
        Some(path) => read_file(path)?,
        None => Tolerance::default(),
    };
    tolerance.all.band = options.band.or(tolerance.all.band);
    tolerance.all.change = options.max_change.or(tolerance.all.change);
    Ok(tolerance)
}

fn read_file(path: &Path) -> Result<Tolerance, Failure> {
    let node = read_document(path)?;
    let sink = Sink::new();
    let reader = Reader::of_node(&node, &sink);
    reader.know("why");
    let all = limits(&reader);
    let rules = reader
        .optional_list("group")
        .into_iter()
        .map(|entry| {
            let rule = ToleranceRule {
                of: entry.optional_texts("of"),
                against: entry.optional_texts("against"),
                limits: limits(&entry),
            };
            entry.know("why");
            entry.finish();
            rule
        })
        .collect();
    reader.finish();
    let (tolerance, _) = sink.into_diagnostics().into_result(Tolerance { all, rules })?;
    if tolerance.is_set() {
        return Ok(tolerance);
    }
    Err(Failure::Input(format!(
        "{}: no limit is set\n  write `band = [35, 65]` or `change = 5`, at the top or under [[group]]",
        path.display()
    )))
}

/// `band = [35, 65]` and `change = 5`, in percent and percentage points.
fn limits(reader: &Reader<'_>) -> Limits {
    let band = reader.has("band").then(|| reader.numbers("band", 0.0..=100.0)).flatten();
    let band = band.and_then(|ends| match ends.as_slice() {
        [low, high] if low < high && *low <= 50.0 && *high >= 50.0 => Some([low / 100.0, high / 100.0]),
        _ => {
            let found = format!("{} numbers", ends.len());
            reader.complain(
                "band",
                &found,
                "two percentages around 50, the lower first",
                "for example band = [35, 65]",
            );
            None
        }
    });
    Limits { band, change: reader.optional_number("change", 0.0..=100.0).map(|points| points / 100.0) }
}
