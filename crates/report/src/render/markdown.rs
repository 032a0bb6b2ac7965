//! Documents and tables as Markdown that GitHub and forums show.

use crate::document::{Block, Document, Figure};
use crate::escape::{markdown as escape, single_line};
use crate::table::{Align, Table};

/// A document as Markdown; pictures are links to their file names. Ends with one line break.
#[must_use]
pub fn document(document: &Document) -> String {
    let mut parts = Vec::with_capacity(document.blocks.len() + 1);
    if !document.title.is_empty() {
        parts.push(format!("# {}", escape(&document.title)));
    }
    let said = document.blocks.iter().filter(|block| !matches!(block, Block::Contents));
    parts.extend(said.map(block));
    let mut text = parts.join("\n\n");
    text.push('\n');
    text
}

/// A table as Markdown, with title and notes; ends with one line break.
#[must_use]
pub fn table(table: &Table) -> String {
    format!("{}\n", table_lines(table).join("\n"))
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading { level, text } => {
            format!("{} {}", "#".repeat((*level).clamp(2, 4).into()), escape(text))
        }
        // Those who show Markdown make their own contents.
        Block::Contents => String::new(),
        Block::Paragraph(text) => paragraph(text),
        Block::List(items) => {
            items.iter().map(|item| format!("- {}", paragraph(item))).collect::<Vec<_>>().join("\n")
        }
        Block::Terms(terms) => {
            let term = |(term, meaning): &(String, String)| {
                format!("- **{}**: {}", escape(term.trim()), escape(meaning))
            };
            terms.iter().map(term).collect::<Vec<_>>().join("\n")
        }
        Block::Verbatim(text) => verbatim(text),
        Block::Table(table) => table_lines(table).join("\n"),
        Block::Folded { says, table } => {
            format!("**{}**\n\n{}", escape(says.trim()), table_lines(table).join("\n"))
        }
        Block::Figure(figure) => self::figure(figure),
        Block::Explorer(explorer) => self::figure(&explorer.still),
    }
}

/// Escaped text that no reader takes for a list, a rule or a heading because of how it begins.
fn paragraph(text: &str) -> String {
    let text = escape(text.trim());
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if text.starts_with(['-', '+', '=']) {
        format!("\\{text}")
    } else if digits > 0 && text[digits..].starts_with(['.', ')']) {
        format!("{}\\{}", &text[..digits], &text[digits..])
    } else {
        text
    }
}

/// A fenced block whose fence is longer than any run of backticks inside.
fn verbatim(text: &str) -> String {
    let lines: Vec<_> = text.lines().map(single_line).collect();
    let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}", lines.join("\n"))
}

fn figure(figure: &Figure) -> String {
    let mut text = if figure.file_name.is_empty() {
        paragraph(figure.picture.title())
    } else {
        // In angle brackets a link may hold spaces; the characters that would end it are written as percent codes.
        let link =
            single_line(&figure.file_name).replace('<', "%3C").replace('>', "%3E").replace('\\', "%5C");
        format!("![{}](<{link}>)", escape(figure.picture.title()))
    };
    if !figure.caption.is_empty() {
        text.push_str(&format!("\n\n{}", paragraph(&figure.caption)));
    }
    text
}

fn table_lines(table: &Table) -> Vec<String> {
    let width = table.width();
    let mut lines = Vec::with_capacity(table.rows.len() + 6);
    if !table.title.is_empty() {
        lines.extend([format!("**{}**", escape(table.title.trim())), String::new()]);
    }
    if width > 0 {
        lines.push(row((0..width).map(|column| escape(&table.heading(column)))));
        lines.push(row((0..width).map(|column| match table.align(column) {
            Align::Left => "---".to_owned(),
            Align::Right => "---:".to_owned(),
        })));
        lines.extend(
            (0..table.rows.len())
                .map(|at| row((0..width).map(|column| escape(&table.cell(at, column).shown())))),
        );
    }
    for note in &table.notes {
        lines.extend([String::new(), paragraph(note)]);
    }
    lines
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
}
