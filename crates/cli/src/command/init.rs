//! `muster init`: the data written out for editing, and what an edited copy changes.

use muster_report::{Cell, Column, Document, Table};
use muster_rules::pack::{Change, WriteOutError, diff, write_out};
use serde::Serialize;

use crate::args::{Everywhere, InitArgs, RULES};
use crate::exit::Failure;
use crate::files::refused_with;
use crate::interrupt::WATCH;
use crate::output::Answer;
use crate::plan::output;

#[derive(Serialize)]
struct DiffJson {
    changes: Vec<ChangeJson>,
}

#[derive(Serialize)]
struct ChangeJson {
    key: String,
    before: Option<String>,
    after: Option<String>,
    place: String,
}

#[derive(Serialize)]
struct WrittenJson {
    written: Vec<String>,
}

/// Writes the data out, or compares.
pub(crate) fn run(everywhere: &Everywhere, args: &InitArgs) -> Result<(), Failure> {
    let answer = if args.diff { compared(everywhere, args)? } else { written(everywhere, args)? };
    output(everywhere).print("init", &answer)
}

fn written(everywhere: &Everywhere, args: &InitArgs) -> Result<Answer, Failure> {
    WATCH.begin_writing()?;
    let paths = write_out(&everywhere.rules, &args.dir).map_err(|error| match &error {
        WriteOutError::Io { path, error } => refused_with(path, error, "name another directory"),
        _ => Failure::Input(error.to_string()),
    })?;
    let dir = args.dir.join(&everywhere.rules);
    let mut document = Document::new("");
    document.paragraph(match paths.len() {
        0 => format!("Nothing to write: {} holds the same files already.", dir.display()),
        count => format!("Wrote {count} files to {}.", dir.display()),
    });
    let rules = match everywhere.rules.as_str() {
        RULES => String::new(),
        other => format!(" --rules {other}"),
    };
    document.paragraph(format!(
        "Edit them and play with `muster --data {} matrix{rules}`; files that you do not change may be deleted.",
        args.dir.display()
    ));
    let written: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let mut table = Table::new("", vec![Column::text("written")]);
    written.iter().for_each(|path| table.push(vec![Cell::text(path)]));
    Answer::new(document, &WrittenJson { written }, table)
}

fn compared(everywhere: &Everywhere, args: &InitArgs) -> Result<Answer, Failure> {
    let changes = diff(&everywhere.rules, &args.dir)?;
    let mut document = Document::new(format!("What {} changes", args.dir.display()));
    let mut table =
        Table::new("", ["key", "before", "after", "place"].into_iter().map(Column::text).collect());
    for change in &changes {
        let shown = |value: &Option<String>| Cell::text(value.as_deref().unwrap_or("-"));
        table.push(vec![
            Cell::text(&change.key),
            shown(&change.before),
            shown(&change.after),
            Cell::text(change.place.spot()),
        ]);
    }
    if changes.is_empty() {
        document.paragraph("Nothing: all values are those of the data that come with the program.");
    } else {
        // A table would cut long values short; one line a value keeps them whole.
        document.list(changes.iter().map(told).collect());
    }
    let json = DiffJson { changes: changes.into_iter().map(ChangeJson::from).collect() };
    Answer::new(document, &json, table)
}

fn told(change: &Change) -> String {
    let place = change.place.spot();
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => format!("{} = {after} (was {before}) {place}", change.key),
        (None, Some(after)) => format!("{} = {after} (new) {place}", change.key),
        (Some(before), None) => format!("{} is gone (was {before})", change.key),
        (None, None) => change.key.clone(),
    }
}

impl From<Change> for ChangeJson {
    fn from(change: Change) -> ChangeJson {
        let place = change.place.spot();
        ChangeJson { key: change.key, before: change.before, after: change.after, place }
    }
}
