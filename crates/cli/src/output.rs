//! Where an answer goes: one format to standard output, the others to files when asked.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use muster_report::{Document, Table, render};

use crate::args::{Arguments, Command, Format};
use crate::compose::report::{Chapter, page};
use crate::exit::Failure;
use crate::files::{self, File};
use crate::interrupt::WATCH;
use crate::kept::{Behind, Kept};
use crate::parquet;
use crate::say::tell;

/// Columns that everything printed fits into.
pub(crate) const COLUMNS: usize = 80;

/// Endings of files that answers are written to.
const ENDINGS: [&str; 10] = ["html", "htm", "json", "csv", "md", "txt", "svg", "png", "pdf", "parquet"];

/// Refuses an `--out` that reads as a file where it names a directory, before anything is played.
///
/// # Errors
/// A name with the ending of a file that is no directory yet.
pub(crate) fn admit(arguments: &Arguments) -> Result<(), Failure> {
    let everywhere = &arguments.everywhere;
    let Some(out) = everywhere.out.as_deref().filter(|out| !out.is_dir()) else { return Ok(()) };
    let takes_a_file = matches!(arguments.command, Command::Playground(_))
        || parquet::target(everywhere.format, Some(out)).is_some();
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let Some(ending) = ending.filter(|ending| !takes_a_file && ENDINGS.contains(&ending.as_str())) else {
        return Ok(());
    };
    let stem = out.with_extension("");
    let advice = match ending.as_str() {
        "parquet" => "add --format parquet to write that file".to_owned(),
        _ => format!("give --out {} and find a .{ending} file in it", stem.display()),
    };
    let what = format!("--out {}: it reads as a file, and --out names a directory", out.display());
    Err(Failure::Input(format!("{what}\n  {advice}")))
}

/// What a command has to say, in every shape.
pub(crate) struct Answer {
    /// For people: text, Markdown, HTML.
    pub document: Document,
    /// For programs: one JSON value.
    pub json: String,
    /// For spreadsheets.
    pub table: Table,
}

impl Answer {
    /// An answer whose JSON is `value`.
    ///
    /// # Errors
    /// When the value cannot be written as JSON, which is a fault of ours.
    pub(crate) fn new(
        document: Document,
        value: &impl serde::Serialize,
        table: Table,
    ) -> Result<Answer, Failure> {
        Ok(Answer { document, json: json(value)?, table })
    }
}

/// A value as JSON text with one line break at the end.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, Failure> {
    let mut text =
        serde_json::to_string_pretty(value).map_err(|error| Failure::Fault(format!("JSON: {error}")))?;
    text.push('\n');
    Ok(text)
}

/// A value as JSON text without blanks, for programs alone.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn compact_json(value: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Fault(format!("JSON: {error}")))
}

/// Pixels of a PNG to each of its picture, and to each of one that is wide.
const PNG_SCALES: [f32; 2] = [2.0, 1.5];
/// Pictures of more pixels across are wide.
const WIDE: u32 = 900;

/// The pictures of a document, each as the SVG file that the text names and as a PNG beside it.
///
/// # Errors
/// A picture that cannot be drawn, which is a fault of ours.
pub(crate) fn pictures(document: &Document) -> Result<Vec<File>, Failure> {
    let mut files = Vec::new();
    for figure in document.figures() {
        let scale = PNG_SCALES[usize::from(figure.picture.width() > WIDE)];
        let stem = figure.file_name.strip_suffix(".svg").unwrap_or(&figure.file_name);
        let png = figure.picture.png(scale);
        let png = png.map_err(|error| Failure::Fault(format!("{stem}.png: {error}")))?;
        files.push(File { name: format!("{stem}.svg"), bytes: figure.picture.svg().as_bytes().to_vec() });
        files.push(File { name: format!("{stem}.png"), bytes: png });
    }
    Ok(files)
}

/// One chapter as a page by itself.
pub(crate) fn html(chapter: Chapter) -> String {
    render::html(&page(vec![chapter], None))
}

/// How the user wants to hear.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// Format on standard output.
    pub format: Format,
    /// Directory for files, when named.
    pub out: Option<PathBuf>,
    /// Leave out progress, notes and warnings.
    pub quiet: bool,
    /// What stands behind the answer.
    pub behind: Behind,
}

impl Output {
    /// The files of an answer: in every format, as pictures, and as a run that `report` reads.
    ///
    /// # Errors
    /// What cannot be drawn or written as JSON, which is a fault of ours.
    pub(crate) fn files(&self, name: &str, answer: &Answer) -> Result<Vec<File>, Failure> {
        let kept = Kept::new(name, self.behind.clone(), answer.document.clone());
        let rendered = [
            ("json", answer.json.clone()),
            ("csv", render::csv(&answer.table)),
            ("md", render::markdown(&answer.document)),
            ("run.json", kept.json()?),
            ("html", self.page(name, &answer.document)),
        ];
        let file = |(ending, text): (&str, String)| File {
            name: format!("{name}.{ending}"),
            bytes: text.into_bytes(),
        };
        Ok(rendered.into_iter().map(file).chain(pictures(&answer.document)?).collect())
    }

    /// Prints an answer, and writes it in all formats to `--out` when that was given.
    ///
    /// # Errors
    /// When standard output or the directory cannot be written.
    pub(crate) fn give(&self, name: &str, answer: &Answer) -> Result<(), Failure> {
        WATCH.begin_writing()?;
        if let Some(dir) = &self.out {
            self.write(dir, &self.files(name, answer)?)?;
        }
        self.print(name, answer)
    }

    /// The page of an answer.
    fn page(&self, name: &str, document: &Document) -> String {
        html(Chapter::of(Kept::new(name, self.behind.clone(), document.clone())))
    }

    /// Prints an answer in the format asked for; its pictures are files, and stand in a page alone. `name` is the command's page.
    ///
    /// # Errors
    /// When standard output cannot be written.
    pub(crate) fn print(&self, name: &str, answer: &Answer) -> Result<(), Failure> {
        print(&match self.format {
            Format::Text => {
                return print_for_people(&render::text(&answer.document.without_pictures(), COLUMNS));
            }
            Format::Json => answer.json.clone(),
            Format::Csv => render::csv(&answer.table),
            Format::Md => render::markdown(&answer.document.without_pictures()),
            Format::Html => self.page(name, &answer.document),
            Format::Parquet => return printed(&parquet::bytes(&answer.table)?),
        })
    }

    /// Writes the table to the Parquet file that `--out` names, when it names one: then that is the whole answer.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn wrote_parquet(&self, table: &Table) -> Result<bool, Failure> {
        let Some(file) = parquet::target(self.format, self.out.as_deref()) else { return Ok(false) };
        let (dir, name) = files::placed(file);
        let bytes = parquet::bytes(table)?;
        WATCH.begin_writing()?;
        self.write(&dir, &[File { name: name.to_string_lossy().into_owned(), bytes }])?;
        Ok(true)
    }

    /// Writes files and says so, and whether others gave way to them.
    ///
    /// # Errors
    /// See [`files::write_all`].
    pub(crate) fn write(&self, dir: &Path, files: &[File]) -> Result<(), Failure> {
        let replaced = files.iter().any(|file| dir.join(&file.name).exists());
        files::write_all(dir, files)?;
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        let over = if replaced { ", over those of an earlier run" } else { "" };
        self.note(&format!("Wrote {} to {}{over}", names.join(", "), dir.display()));
        Ok(())
    }

    /// Something worth knowing that is not part of the answer.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }

    /// Whether the answer itself is for people, so that remarks may stand in it.
    pub(crate) fn is_for_people(&self) -> bool {
        matches!(self.format, Format::Text | Format::Md)
    }
}

/// Prints the help or the version that was asked for, or what is wrong with the arguments.
///
/// # Errors
/// When the arguments are at fault, or standard output cannot be written.
pub(crate) fn said_by_the_parser(said: &clap::Error) -> Result<(), Failure> {
    let printed = said.print().and_then(|()| std::io::stdout().flush());
    if said.use_stderr() {
        // Nobody is left to be told when standard error is gone.
        return Err(Failure::Arguments);
    }
    printed.map_err(|error| unprinted(&error))
}

/// Prints text, in colour where standard output is a terminal that shows it and nobody asked for none (`NO_COLOR`, `CLICOLOR`, `TERM`).
fn print_for_people(text: &str) -> Result<(), Failure> {
    let choice = AutoStream::choice(&std::io::stdout());
    if choice == ColorChoice::Never {
        return print(text);
    }
    // On Windows this also makes the console understand the escapes.
    let mut out = AutoStream::new(std::io::stdout().lock(), choice);
    let written = out.write_all(render::painted(text).as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| unprinted(&error))
}

fn print(text: &str) -> Result<(), Failure> {
    printed(text.as_bytes())
}

/// Writes bytes to standard output as they are.
///
/// # Errors
/// When standard output cannot be written.
pub(crate) fn printed(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| unprinted(&error))
}

fn unprinted(error: &std::io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::Fault(format!("standard output: {error}")),
    }
}
