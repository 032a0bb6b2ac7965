//! Documents as one self-contained HTML page: no network, light and dark, phone and paper. A script comes in only with an explorer, and the page
//! says the same without it.

use crate::chart::Picture;
use crate::document::{Block, Document, Explorer, Figure};
use crate::escape;
use crate::table::{Align, Cell, Table};

/// Style of the page, embedded in it.
const STYLE: &str = include_str!("../../templates/style.css");
/// Style of an explorer.
const EXPLORER_STYLE: &str = include_str!("../../templates/explorer.css");
/// What makes an explorer move.
const EXPLORER_SCRIPT: &str = include_str!("../../templates/explorer.js");
/// The page may load nothing at all; names in it come from strangers' files.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A document as a complete HTML page in UTF-8.
#[must_use]
pub fn document(document: &Document) -> String {
    let title = xml(&document.title);
    let chapters: Vec<&str> = document.blocks.iter().filter_map(chapter).collect();
    let (mut body, mut begun) = (String::new(), 0);
    for block in &document.blocks {
        begun += usize::from(chapter(block).is_some());
        body.push_str(&match block {
            Block::Contents => contents(&chapters),
            Block::Heading { level, text } => heading(*level, text, begun),
            other => self::block(other),
        });
    }
    let explores = document.blocks.iter().any(|block| matches!(block, Block::Explorer(_)));
    let (style, script) = if explores { (EXPLORER_STYLE, EXPLORER_SCRIPT) } else { ("", "") };
    let script = if explores { format!("<script>\n{script}</script>\n") } else { String::new() };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"Muster\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n{script}</body>\n</html>\n"
    )
}

/// Escaped text in which no unit and no interval is parted from its number at the end of a line.
fn xml(text: &str) -> String {
    escape::xml(text).replace(" %", "\u{a0}%").replace(" pp", "\u{a0}pp").replace(" ± ", "\u{a0}±\u{a0}")
}

/// Escaped text in which what stands between two backticks is set as code.
fn prose(text: &str) -> String {
    let text = xml(text);
    let mut parts = text.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        match parts.next() {
            Some(after) => out.push_str(&format!("<code>{part}</code>{after}")),
            None => out.push_str(&format!("`{part}")),
        }
    }
    out
}

/// The heading of a chapter.
fn chapter(block: &Block) -> Option<&str> {
    match block {
        Block::Heading { level, text } if *level <= 2 => Some(text),
        _ => None,
    }
}

/// A heading; that of the chapter of a number has a name to go to.
fn heading(level: u8, text: &str, number: usize) -> String {
    match level.clamp(2, 4) {
        2 => format!("<h2 id=\"chapter-{number}\">{}</h2>\n", xml(text)),
        level => format!("<h{level}>{}</h{level}>\n", xml(text)),
    }
}

/// Links to the chapters.
fn contents(chapters: &[&str]) -> String {
    let item = |(number, text): (usize, &&str)| {
        format!("<li><a href=\"#chapter-{number}\">{}</a></li>\n", xml(text))
    };
    let items: String = (1..).zip(chapters).map(item).collect();
    format!("<nav aria-label=\"Contents\"><ol>\n{items}</ol></nav>\n")
}

fn block(block: &Block) -> String {
    match block {
        // Said with the whole document at hand.
        Block::Heading { .. } | Block::Contents => String::new(),
        Block::Paragraph(text) => format!("<p>{}</p>\n", prose(text)),
        Block::List(items) => {
            let items: String = items.iter().map(|item| format!("<li>{}</li>\n", prose(item))).collect();
            format!("<ul>\n{items}</ul>\n")
        }
        Block::Terms(terms) => {
            let term = |(term, meaning): &(String, String)| {
                format!("<dt>{}</dt><dd>{}</dd>\n", xml(term), xml(meaning))
            };
            format!("<dl>\n{}</dl>\n", terms.iter().map(term).collect::<String>())
        }
        Block::Verbatim(text) => {
            let lines: Vec<_> = text.lines().map(escape::xml).collect();
            format!("<div class=\"scroll\" tabindex=\"0\"><pre>{}</pre></div>\n", lines.join("\n"))
        }
        Block::Table(table) => self::table(table),
        Block::Folded { says, table } => folded("folded", &xml(says), table),
        Block::Figure(figure) => self::figure(figure),
        Block::Explorer(explorer) => self::explorer(explorer),
    }
}

/// What a reader without scripts would see otherwise.
const WITHOUT_SCRIPT: &str = "Where scripts may run, this picture is a table to sort and search, and each pair of it opens: what it loses to what, how many figures and turns are left of its games, and those games told that are worth seeing.";

/// The picture, which the script replaces, and what the script reads.
fn explorer(explorer: &Explorer) -> String {
    format!(
        "<div class=\"explorer\">\n{}<noscript><p class=\"note\">{WITHOUT_SCRIPT}</p></noscript>\n</div>\n<script type=\"application/json\">{}</script>\n",
        figure(&explorer.still),
        escape::json_in_html(&explorer.data)
    )
}

/// A table of more columns than this is set small on paper, which does not scroll.
const WIDE: usize = 14;

/// A table that is folded up until it is asked for.
fn folded(class: &str, says: &str, table: &Table) -> String {
    format!("<details class=\"{class}\">\n<summary>{says}</summary>\n{}</details>\n", self::table(table))
}

fn table(table: &Table) -> String {
    let class = if table.width() > WIDE { "table wide" } else { "table" };
    let mut html = format!("<div class=\"{class}\">\n");
    let label = if table.title.is_empty() { "Table".to_owned() } else { xml(&table.title) };
    html.push_str(&format!(
        "<div class=\"scroll\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\">\n<table>\n"
    ));
    if !table.title.is_empty() {
        html.push_str(&format!("<caption><span>{label}</span></caption>\n"));
    }
    html.push_str("<thead><tr>");
    for column in 0..table.width() {
        let class = if table.align(column) == Align::Right { " class=\"number\"" } else { "" };
        html.push_str(&format!("<th scope=\"col\"{class}>{}</th>", xml(&table.heading(column))));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in 0..table.rows.len() {
        html.push_str("<tr>");
        for column in 0..table.width() {
            html.push_str(&cell(table.cell(row, column), column, table.align(column)));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody>\n</table>\n</div>\n");
    for note in &table.notes {
        html.push_str(&format!("<p class=\"note\">{}</p>\n", prose(note)));
    }
    html.push_str("</div>\n");
    html
}

/// One cell; the first of a row is the heading of that row.
fn cell(cell: &Cell, column: usize, align: Align) -> String {
    let class = if align == Align::Right { " class=\"number\"" } else { "" };
    let text = xml(&cell.shown());
    if column == 0 {
        format!("<th scope=\"row\"{class}>{text}</th>")
    } else {
        format!("<td{class}>{text}</td>")
    }
}

fn figure(figure: &Figure) -> String {
    let caption = if figure.caption.is_empty() {
        String::new()
    } else {
        format!("<figcaption>{}</figcaption>\n", xml(&figure.caption))
    };
    let numbers = figure.numbers.as_ref().filter(|table| !table.rows.is_empty());
    let numbers =
        numbers.map_or_else(String::new, |table| folded("numbers", "These numbers as a table", table));
    let picture = &figure.picture;
    format!(
        "<figure>\n<div class=\"scroll picture\" tabindex=\"0\"><div style=\"min-width:{}px;max-width:{}px\">\n{}</div></div>\n{caption}{numbers}</figure>\n",
        smallest_width(picture),
        picture.width(),
        picture.svg_in_page()
    )
}

/// A picture shrinks with the page down to what can still be read, and then scrolls sideways.
fn smallest_width(picture: &Picture) -> u32 {
    const ALWAYS_READABLE: u32 = 340;
    picture.width().min(ALWAYS_READABLE.max(picture.width() / 3 * 2))
}
