//! Documents and tables for a terminal.

use super::measure::{width, wrap};
use super::text_table;
use crate::document::{Block, Document, Figure};
use crate::escape::single_line;
use crate::table::Table;

/// Narrower terminals than this are treated as this wide: below it no table can be read.
const NARROWEST: usize = 20;

/// A document as text of at most `columns` columns (80 is customary, at least 20); ends with one line break. Verbatim blocks keep their own width.
#[must_use]
pub fn document(document: &Document, columns: usize) -> String {
    let columns = columns.max(NARROWEST);
    let mut parts = Vec::with_capacity(document.blocks.len() + 1);
    if !document.title.is_empty() {
        parts.push(underlined(&document.title, '=', columns));
    }
    let said = document.blocks.iter().filter(|block| !matches!(block, Block::Contents));
    parts.extend(said.map(|block| self::block(block, columns)));
    let mut text = parts.join("\n\n");
    text.push('\n');
    text
}

/// A table as text of at most `columns` columns (at least 20), with title and notes; ends with one line break.
#[must_use]
pub fn table(table: &Table, columns: usize) -> String {
    let mut text = table_lines(table, columns.max(NARROWEST)).join("\n");
    text.push('\n');
    text
}

/// A message of several lines as text of at most `columns` columns (at least 20), without what terminals obey. What is too long for a line goes
/// on below it, four columns in.
#[must_use]
pub fn message(text: &str, columns: usize) -> String {
    let columns = columns.max(NARROWEST);
    let fitted = |line: &str| {
        let line = single_line(line);
        if width(&line) <= columns {
            return line.into_owned();
        }
        let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
        format!("{indent}{}", wrap(&line, columns - indent.len().max(4)).join("\n    "))
    };
    text.split('\n').map(fitted).collect::<Vec<_>>().join("\n")
}

fn block(block: &Block, columns: usize) -> String {
    match block {
        Block::Heading { level, text } => underlined(text, if *level <= 2 { '-' } else { '~' }, columns),
        Block::Contents => String::new(),
        Block::Paragraph(text) => wrap(&single_line(text), columns).join("\n"),
        Block::List(items) => {
            items.iter().map(|item| hanging("- ", item, columns)).collect::<Vec<_>>().join("\n")
        }
        Block::Terms(terms) => {
            let term =
                |(term, meaning): &(String, String)| hanging("", &format!("{term}: {meaning}"), columns);
            terms.iter().map(term).collect::<Vec<_>>().join("\n")
        }
        Block::Verbatim(text) => {
            text.lines().map(|line| single_line(line).into_owned()).collect::<Vec<_>>().join("\n")
        }
        Block::Table(table) => table_lines(table, columns).join("\n"),
        Block::Folded { says, table } => {
            [wrap(&single_line(says), columns), vec![String::new()], table_lines(table, columns)]
                .concat()
                .join("\n")
        }
        Block::Figure(figure) => hanging("", &figure_line(figure), columns),
        Block::Explorer(explorer) => hanging("", &figure_line(&explorer.still), columns),
    }
}

fn table_lines(table: &Table, columns: usize) -> Vec<String> {
    let mut lines = Vec::with_capacity(table.rows.len() + 4);
    if !table.title.is_empty() {
        lines.extend(wrap(&single_line(&table.title), columns));
        lines.push(String::new());
    }
    lines.extend(text_table::lines(table, columns));
    if !table.notes.is_empty() {
        lines.push(String::new());
        lines.extend(table.notes.iter().map(|note| hanging("", note, columns)));
    }
    lines
}

/// What a terminal can say of a picture.
fn figure_line(figure: &Figure) -> String {
    let mut line = format!("Picture: {}", figure.picture.title());
    if !figure.file_name.is_empty() {
        line.push_str(&format!(" ({})", figure.file_name));
    }
    if !figure.caption.is_empty() {
        line.push_str(&format!(". {}", figure.caption));
    }
    line
}

fn underlined(text: &str, mark: char, columns: usize) -> String {
    let lines = wrap(&single_line(text), columns);
    let longest = lines.iter().map(|line| width(line)).max().unwrap_or(0).min(columns);
    format!("{}\n{}", lines.join("\n"), mark.to_string().repeat(longest))
}

/// Wrapped text whose second and later lines are indented by two.
fn hanging(mark: &str, text: &str, columns: usize) -> String {
    let line = format!("{mark}{}", single_line(text));
    wrap(&line, columns.saturating_sub(2)).join("\n  ")
}
