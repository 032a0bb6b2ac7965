//! `muster report`: one page of stored runs. Nothing is played.

use std::path::{Path, PathBuf};

use muster_report::render;
use muster_results::{RunRecord, Shown};

use crate::args::{Everywhere, Format, ReportArgs};
use crate::compose::matrix_page;
use crate::compose::report::{Chapter, answer, page};
use crate::exit::Failure;
use crate::files::{File, out_dir, stored_text, unread};
use crate::interrupt::WATCH;
use crate::kept::{self, Stored};
use crate::output::{pictures, printed};
use crate::plan::{Plan, output};

/// What is advised where nothing was found.
const ADVICE: &str = "name a run.json, a NAME.run.json, or the directory that a run was written to (--out)";

/// Reads the runs, writes the page and says what is on it.
pub(crate) fn run(everywhere: &Everywhere, args: &ReportArgs) -> Result<(), Failure> {
    let out = out_dir(everywhere, "report")?;
    let mut files = Vec::new();
    for path in &args.runs {
        files.extend(runs_of(path)?);
    }
    files.sort();
    files.dedup();
    let chapters =
        files.iter().map(|file| chapter(everywhere, file)).collect::<Result<Vec<Chapter>, Failure>>()?;
    let said = answer(&chapters)?;
    let page = page(chapters, args.title.as_deref());
    let file = |name: &str, text: String| File { name: name.to_owned(), bytes: text.into_bytes() };
    let mut files =
        vec![file("report.html", render::html(&page)), file("report.md", render::markdown(&page))];
    files.extend(pictures(&page)?);
    let output = output(everywhere);
    WATCH.begin_writing()?;
    output.write(&out, &files)?;
    if output.format == Format::Html {
        return printed(&files[0].bytes);
    }
    output.print("report", &said)
}

fn refused(path: &Path, what: &str, advice: &str) -> Failure {
    Failure::Input(format!("{}: {what}\n  {advice}", path.display()))
}

/// The stored runs that a path means: a file; those in a directory; or those in the directories in it.
fn runs_of(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = runs_in(path)?;
    if found.is_empty() {
        for inner in entries(path)?.into_iter().filter(|entry| entry.is_dir()) {
            found.extend(runs_in(&inner)?);
        }
    }
    if found.is_empty() {
        return Err(refused(path, "no stored run in this directory or in one below it", ADVICE));
    }
    Ok(found)
}

fn runs_in(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let stored = |entry: &PathBuf| {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        entry.is_file() && (name == "run.json" || name.ends_with(".run.json"))
    };
    Ok(entries(dir)?.into_iter().filter(stored).collect())
}

/// What is in a directory, by name.
fn entries(dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = |error: &std::io::Error| refused(dir, &unread(error), ADVICE);
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(dir).map_err(|error| read(&error))? {
        entries.push(entry.map_err(|error| read(&error))?.path());
    }
    entries.sort();
    Ok(entries)
}

fn chapter(everywhere: &Everywhere, file: &Path) -> Result<Chapter, Failure> {
    let text = stored_text(file, ADVICE)?;
    match kept::read(&text).map_err(|what| refused(file, &what, ADVICE))? {
        Stored::Page(kept) => Ok(Chapter::of(*kept)),
        Stored::Matrix(record) => {
            let shown = record.shown.clone().map_or_else(|| shown(everywhere, file, &record), Ok)?;
            let document = matrix_page::document(&record, &shown)?;
            Ok(Chapter::of_matrix(&record, document))
        }
    }
}

/// What a record of before `shown` leaves unsaid: its rule set, as it is here, says what the seats mean.
fn shown(everywhere: &Everywhere, file: &Path, record: &RunRecord) -> Result<Shown, Failure> {
    let manifest = &record.manifest;
    let plain = Everywhere {
        rules: manifest.rules.clone(),
        data: None,
        variant: Vec::new(),
        set: Vec::new(),
        units: Vec::new(),
        threads: None,
        ..everywhere.clone()
    };
    let plan = Plan::load(&plain).map_err(|_| {
        let what = format!("a run of the rule set \"{}\", which this program does not have", manifest.rules);
        refused(file, &what, "name a run of another")
    })?;
    let hash = manifest.data_hash.get(..12).unwrap_or(&manifest.data_hash);
    let mut notes = vec![format!("Rules: {}, data {hash}; seed {}.", manifest.rules, manifest.seed)];
    if !manifest.changed.is_empty() {
        notes.push(format!("Changed: {}.", manifest.changed.join("; ")));
    }
    Ok(Shown { seats: plan.game.seats().map(str::to_owned), notes, told: Vec::new(), packed: None })
}
