//! Limits from the command line and from a tolerance file.

use std::path::Path;

use muster_analysis::compare::{Limits, Tolerance, ToleranceRule};
use muster_rules::pack::{Diagnostic, NameOrTable, Reader, Sink, nearest, read_document};

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
    if let Some([low, high]) = options.band.filter(|band| !is_even(*band)) {
        let [low, high] = [low * 100.0, high * 100.0];
        let half = (50.0 - low).min(high - 50.0);
        return Err(Failure::Input(format!(
            "--band {low}:{high}: a band for every cell lies evenly around 50, for no cell has a first side\n  give --band {}:{}, or a band for single cells with --tolerance: [[group]] with `of` and `against`",
            50.0 - half,
            50.0 + half
        )));
    }
    tolerance.all.band = options.band.or(tolerance.all.band);
    tolerance.all.change = options.max_change.or(tolerance.all.change);
    Ok(tolerance)
}

/// What one side scores above 50, the other scores below: a band that holds for both is its own mirror.
fn is_even([low, high]: [f64; 2]) -> bool {
    (low + high - 1.0).abs() < 1e-9
}

/// Refuses names in a tolerance file that no force has: a limit for nobody is always kept.
///
/// # Errors
/// Each such name, with its place and the nearest that is known.
pub(crate) fn check_names(options: &LimitOptions, known: &[String]) -> Result<(), Failure> {
    let Some(path) = &options.tolerance else { return Ok(()) };
    let node = read_document(path)?;
    let sink = Sink::new();
    for group in Reader::of_node(&node, &sink).optional_list("group") {
        for key in ["of", "against"] {
            for entry in group.names_or_tables(key) {
                let NameOrTable::Name(name, place) = entry else { continue };
                if known.iter().any(|id| id == name) {
                    continue;
                }
                let advice = nearest(name, known.iter().map(String::as_str)).map_or_else(
                    || "`muster list` shows them".to_owned(),
                    |near| format!("did you mean \"{near}\"?"),
                );
                let found = format!("{key} = \"{name}\"");
                sink.push(Diagnostic::error(place, found, "the id of a force that can meet here", advice));
            }
        }
    }
    sink.into_diagnostics().into_result(())?;
    Ok(())
}

fn read_file(path: &Path) -> Result<Tolerance, Failure> {
    let node = read_document(path)?;
    let sink = Sink::new();
    let reader = Reader::of_node(&node, &sink);
    reader.know("why");
    let all = limits(&reader, false);
    let rules = reader
        .optional_list("group")
        .into_iter()
        .map(|entry| {
            let (of, against) = (entry.optional_texts("of"), entry.optional_texts("against"));
            let has_sides =
                !of.is_empty() && !against.is_empty() && !of.iter().any(|one| against.contains(one));
            let rule = ToleranceRule { limits: limits(&entry, has_sides), of, against };
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

/// `band = [35, 65]` and `change = 5`, in percent and percentage points. Only where the sides are told apart may the band
/// lie unevenly around 50.
fn limits(reader: &Reader<'_>, has_sides: bool) -> Limits {
    let band = reader.has("band").then(|| reader.numbers("band", 0.0..=100.0)).flatten();
    let band = band.and_then(|ends| {
        let band = match ends.as_slice() {
            [low, high] if low < high => Some([low / 100.0, high / 100.0]),
            _ => None,
        };
        if band.is_some_and(|band| has_sides || is_even(band)) {
            return band;
        }
        let (found, expected, advice) = match (band, ends.as_slice()) {
            (Some(_), [low, high]) => (
                format!("[{low}, {high}]"),
                "a band evenly around 50, for either side may come first",
                "for example band = [35, 65]; [60, 80] needs `of` and `against`, without a force in both",
            ),
            _ => (
                format!("{} numbers", ends.len()),
                "two percentages, the lower first",
                "for example band = [35, 65]",
            ),
        };
        reader.complain("band", &found, expected, advice);
        None
    });
    Limits { band, change: reader.optional_number("change", 0.0..=100.0).map(|points| points / 100.0) }
}
