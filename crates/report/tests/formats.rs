//! Each block in each format, pinned; foreign text stays text; everything fits its width.

use insta::assert_snapshot;
use muster_report::chart::{Bar, BarPanel, Glyphs, HeatCell, Heatmap, Tone, text_bars};
use muster_report::{Block, Cell, Column, Document, Explorer, Figure, Table, number, render};

const EVIL: &str = "<script>alert(1)</script> | =cmd & \"x\"\nnext\u{1b}[31m";

fn table() -> Table {
    let columns =
        vec![Column::text("box"), Column::number("games"), Column::number("score"), Column::text("remark")];
    let mut table = Table::new("Scores", columns);
    table.push(vec![
        "Zvezda 8052 Roman Auxiliaries".into(),
        Cell::Count(1_200_000),
        Cell::number(0.6213, number::score(0.6213, 0.612, 0.630, 10_000)),
        "a|b".into(),
    ]);
    table.push(vec![
        "=cmd|' /C calc'!A0".into(),
        Cell::Count(400),
        Cell::number(1.0, number::score(1.0, 0.9908, 1.0, 400)),
    ]);
    table.push(vec![
        EVIL.into(),
        Cell::Empty,
        Cell::number(f64::NAN, number::fixed(f64::NAN, 1)),
        "-1".into(),
        "extra".into(),
    ]);
    table.note("Sampled; intervals at 95 %.");
    table
}

fn heatmap() -> Heatmap {
    let cell = |score: f64| {
        Some(HeatCell {
            score,
            label: number::whole_percent(score, 100),
            hint: EVIL.to_owned(),
            ..HeatCell::default()
        })
    };
    Heatmap {
        title: "Who beats whom".to_owned(),
        subtitle: "Open ground.".to_owned(),
        row_names: vec!["Romans".to_owned(), EVIL.to_owned()],
        column_names: vec!["Romans".to_owned(), EVIL.to_owned()],
        cells: vec![vec![cell(0.5), cell(0.75)], vec![cell(0.25), None]],
        footer: "100 games a cell.".to_owned(),
        ..Heatmap::default()
    }
    .with_row_means()
}

fn panel() -> BarPanel {
    let bars = [(0, 0.125, 0.125), (1, 0.5, 0.625), (2, 0.374_999, 0.999_999), (3, 1e-6, 1.0)];
    BarPanel {
        heading: "Mongols".to_owned(),
        value_heading: "removed".to_owned(),
        measure: String::new(),
        cumulative_heading: "or fewer".to_owned(),
        tone: Tone::SideB,
        bars: bars
            .map(|(value, p, sum)| Bar { value: format!("{value}"), p, cumulative: Some(sum) })
            .to_vec(),
    }
}

fn document() -> Document {
    let mut document = Document::new("A report & <its> title");
    document.heading(2, "Chapter_one");
    document.heading(3, "Section");
    document.paragraph("1. This begins like a list, but is a paragraph that is long enough to be wrapped in a terminal of eighty columns.");
    document.list(vec!["first".to_owned(), EVIL.to_owned()]);
    document.table(table());
    document.figure(heatmap().picture(), "matrix.svg", "Blue wins.");
    document.blocks.push(Block::Terms(vec![("score".to_owned(), "wins plus half the draws".to_owned())]));
    document.blocks.push(Block::Verbatim(text_bars(&panel(), 80, Glyphs::Blocks)));
    document
}

#[test]
fn text_format_is_pinned() {
    assert_snapshot!("document_text", render::text(&document(), 80));
}

#[test]
fn markdown_format_is_pinned() {
    assert_snapshot!("document_markdown", render::markdown(&document()));
}

#[test]
fn html_format_is_pinned() {
    let page = render::html(&document());
    let body = page.split_once("<body>").map(|(_, body)| body).unwrap();
    assert_snapshot!("document_html_body", body);
}

#[test]
fn csv_format_is_pinned() {
    assert_snapshot!("table_csv", render::csv(&table()));
}

#[test]
fn terminal_bars_are_pinned() {
    assert_snapshot!("bars_blocks", text_bars(&panel(), 60, Glyphs::Blocks));
    let ascii = text_bars(&panel(), 60, Glyphs::Ascii);
    assert!(ascii.is_ascii());
    assert_snapshot!("bars_ascii", ascii);
}

#[test]
fn no_markup_from_a_name_reaches_a_page() {
    for page in [render::html(&document()), render::markdown(&document())] {
        assert!(!page.contains("<script"), "{page}");
        assert!(!page.contains('\u{1b}'));
    }
    assert!(!render::text(&document(), 80).contains('\u{1b}'));
}

#[test]
fn markdown_rows_keep_their_number_of_cells() {
    let markdown = render::markdown_table(&table());
    let rows: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), 5);
    for row in rows {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 6, "{row}");
    }
}

#[test]
fn csv_ends_lines_with_lf_alone_and_disarms_formulas() {
    let csv = render::csv(&table());
    assert!(!csv.contains('\r') && csv.ends_with('\n'));
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.contains("'=cmd|"));
    assert!(csv.contains("1200000,0.6213,"), "counts and numbers in full: {csv}");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert!(reader.records().all(|record| record.unwrap().len() == 5));
}

#[test]
fn a_page_needs_no_network() {
    let page = render::html(&document());
    for outside in ["src=", "href=", "url(", "@import", "<script", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // The namespace of SVG is a name, and nothing is fetched from it.
    let names = page.matches("xmlns=\"http").count() + page.matches("http-equiv").count();
    assert_eq!(page.matches("http").count(), names);
}

/// A table of so many text and number columns with long names.
fn wide(texts: usize, numbers: usize) -> Table {
    let text = (0..texts).map(|at| Column::text(format!("name of thing {at}")));
    let number = (0..numbers).map(|at| Column::number(format!("a number {at}")));
    let mut table = Table::new("Wide", text.chain(number).collect());
    for row in 0..4 {
        let mut cells: Vec<Cell> =
            (0..texts).map(|at| format!("Italeri 60{row}{at} Mongol horsemen and 日本軍").into()).collect();
        cells.extend((0..numbers).map(|at| Cell::number(0.5, format!("{row}2.{at} % ± 0.9"))));
        table.push(cells);
    }
    table
}

#[test]
fn tables_fit_the_terminal_and_lose_no_number() {
    for columns in [20, 40, 80, 132] {
        for texts in 1..4 {
            for numbers in 0..9 {
                let text = render::text_table(&wide(texts, numbers), columns);
                for line in text.lines() {
                    assert!(unicode_width::UnicodeWidthStr::width(line) <= columns, "{columns}: {line}");
                }
                for row in 0..4 {
                    for at in 0..numbers {
                        assert!(
                            text.contains(&format!("{row}2.{at} % ± 0.9")),
                            "{columns} {texts} {numbers}:\n{text}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn documents_fit_the_terminal() {
    for line in render::text(&document(), 80).lines() {
        assert!(unicode_width::UnicodeWidthStr::width(line) <= 80, "{line}");
    }
}

#[test]
fn empty_things_render_without_fuss() {
    let mut document = Document::default();
    document.table(Table::default());
    document.figure(Heatmap::default().picture(), "", "");
    assert!(render::html(&document).contains("<table>"));
    assert!(render::text(&document, 0).ends_with('\n'));
    assert_eq!(render::csv(&Table::default()), "");
    assert_eq!(text_bars(&BarPanel::default(), 80, Glyphs::Ascii).trim(), "chance");
}

#[test]
fn headings_use_the_width_that_is_free_before_they_wrap() {
    let heads =
        ["Roman Auxiliaries sits as", "Roman Auxiliaries wins", "draws", "score of Roman Auxiliaries"];
    let mut table = Table::new("", heads.into_iter().map(Column::number).collect());
    table.push(["side A", "69.0 %", "12.6 %", "75 %"].into_iter().map(Cell::text).collect());
    let height = |columns: usize| {
        let text = render::text_table(&table, columns);
        text.lines().position(|line| line.starts_with("--")).expect("a rule")
    };
    // Whole headings need 85 columns; all words one below the other need the width of the longest.
    assert_eq!((height(85), height(80), height(50)), (1, 2, 3));
    for columns in 20..90 {
        assert!(height(columns) >= height(columns + 1), "{columns}");
    }
}

/// A document with an explorer whose data hold a hostile name.
fn explored() -> Document {
    let picture = Heatmap { title: "still".to_owned(), ..Heatmap::default() }.picture();
    let still = Figure { picture, file_name: "matrix.svg".to_owned(), caption: String::new(), numbers: None };
    let mut document = Document::new("walk");
    let data = format!("{{\"name\":{:?}}}", "</script><img onerror=alert(1)>");
    document.blocks.push(Block::Explorer(Explorer { data, still }));
    document
}

#[test]
fn an_explorer_brings_its_data_and_script_and_keeps_the_picture_for_readers_without() {
    let page = render::html(&explored());
    let data = page.find("type=\"application/json\"").expect("the data");
    let script = page.rfind("<script>").expect("the script");
    assert!(page.find("<svg").expect("the picture") < data && data < script, "{page}");
    assert!(page.contains("default-src 'none'"), "no page may load anything");
    assert!(!page.contains("<img"), "a name in the data ended its element");
    assert_eq!(page.matches("</script>").count(), 2, "data and script, and nothing that a name closed");
    for outside in ["src=", "href=", "url(", "@import", "fetch(", "XMLHttpRequest", "import("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn formats_without_scripts_show_the_still_picture_of_an_explorer() {
    assert!(render::text(&explored(), 80).contains("matrix.svg"));
    assert!(render::markdown(&explored()).contains("(<matrix.svg>)"));
}
