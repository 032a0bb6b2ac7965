//! The table block: columns, cells and notes, without any format.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize};

use crate::{escape, number};

/// Where the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// Text: flush left. Text columns may be shortened on a narrow terminal.
    Left,
    /// Numbers: flush right, never shortened.
    Right,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// What the column holds, with its unit.
    pub heading: String,
    /// Where its cells stand.
    pub align: Align,
}

impl Column {
    /// A column of text.
    #[must_use]
    pub fn text(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), align: Align::Left }
    }

    /// A column of numbers.
    #[must_use]
    pub fn number(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), align: Align::Right }
    }
}

/// One cell: what people read, and what a file keeps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cell {
    /// Words or a name, in files as well.
    Text(String),
    /// A number that people see as `shown` (made by [`crate::number`]) and files keep in full.
    Number {
        /// The text with its unit and its half-width.
        shown: String,
        /// The value; a value that is not finite is blank in files.
        #[serde(deserialize_with = "finite_or_nan")]
        value: f64,
    },
    /// A count: in groups of digits for people, plain in files.
    Count(u64),
    /// Nothing.
    Empty,
}

/// JSON has no word for what is not a number and writes nothing for it.
fn finite_or_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Option::<f64>::deserialize(deserializer).map(|value| value.unwrap_or(f64::NAN))
}

impl Cell {
    /// A cell of words.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A cell with a number and the text that people read for it.
    #[must_use]
    pub fn number(value: f64, shown: impl Into<String>) -> Self {
        Self::Number { shown: shown.into(), value }
    }

    /// What people read: one line, without control characters.
    #[must_use]
    pub fn shown(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) | Self::Number { shown: text, .. } => escape::single_line(text),
            Self::Count(count) => Cow::Owned(number::count(*count)),
            Self::Empty => Cow::Borrowed(""),
        }
    }

    /// What a file keeps: full numbers, and text that no spreadsheet runs as a formula. Not yet quoted.
    #[must_use]
    pub fn stored(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => escape::spreadsheet(text),
            Self::Number { value, .. } => Cow::Owned(number::exchange(*value)),
            Self::Count(count) => Cow::Owned(count.to_string()),
            Self::Empty => Cow::Borrowed(""),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

/// A table. Rows may be shorter than the heading (the rest is empty) or longer (the extra columns have no heading):
/// nothing that a row holds is lost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Title above the table; blank for none.
    pub title: String,
    /// Columns from left to right; the first names the rows.
    pub columns: Vec<Column>,
    /// Rows from top to bottom.
    pub rows: Vec<Vec<Cell>>,
    /// Remarks below the table: method, games, what was cut.
    pub notes: Vec<String>,
}

impl Table {
    /// A table without rows.
    #[must_use]
    pub fn new(title: impl Into<String>, columns: Vec<Column>) -> Self {
        Self { title: title.into(), columns, rows: Vec::new(), notes: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Adds a remark.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Number of columns that are needed to show every cell.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).fold(self.columns.len(), usize::max)
    }

    /// Heading of a column, one line; blank where rows are longer than the heading.
    #[must_use]
    pub fn heading(&self, column: usize) -> Cow<'_, str> {
        self.columns.get(column).map_or(Cow::Borrowed(""), |column| escape::single_line(&column.heading))
    }

    /// Where the cells of a column stand.
    #[must_use]
    pub fn align(&self, column: usize) -> Align {
        self.columns.get(column).map_or(Align::Left, |column| column.align)
    }

    /// The cell at a place, [`Cell::Empty`] where the row is shorter.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> &Cell {
        self.rows.get(row).and_then(|cells| cells.get(column)).unwrap_or(&Cell::Empty)
    }
}
