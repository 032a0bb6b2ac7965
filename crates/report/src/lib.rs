//! How it is shown; computes nothing.
//!
//! Others fill plain values in ([`Document`], [`Table`], [`chart::Heatmap`], [`chart::BarChart`]) and get text and bytes back: [`render`] makes
//! terminal text, Markdown, HTML and CSV; [`chart`] makes SVG, PNG and bars for a terminal. [`number`] is the only place where numbers become
//! text. The crate opens no file, knows no game and uses none of the other crates. The same input gives the same bytes.
//!
//! ```
//! use muster_report::{Cell, Column, Document, Table, number, render};
//!
//! let mut table = Table::new("Scores", vec![Column::text("box"), Column::number("score")]);
//! table.push(vec!["Zvezda 8052".into(), Cell::number(0.6213, number::score(0.6213, 0.612, 0.630, 10_000))]);
//! let mut document = Document::new("Report");
//! document.table(table);
//! assert!(render::text(&document, 80).contains("62.1 % ± 0.9"));
//! ```

pub mod chart;
mod document;
pub mod escape;
pub mod number;
pub mod render;
mod table;

pub use document::{Block, Document, Explorer, Figure};
pub use table::{Align, Cell, Column, Table};
