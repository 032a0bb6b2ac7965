//! The document: what a command has to say, in blocks, before it takes a format.

use crate::chart::Picture;
use crate::table::Table;

/// Everything that one command reports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Title of the page.
    pub title: String,
    /// Blocks in reading order.
    pub blocks: Vec<Block>,
}

/// One part of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading; level 2 is a chapter, 3 a section. Other levels are taken as the nearer of the two.
    Heading {
        /// 2 or 3.
        level: u8,
        /// One line.
        text: String,
    },
    /// A paragraph of plain text.
    Paragraph(String),
    /// A list of short remarks.
    List(Vec<String>),
    /// Terms with their meanings, such as the glossary of a report.
    Terms(Vec<(String, String)>),
    /// Text whose line breaks and spaces count, such as a bar chart for the terminal.
    Verbatim(String),
    /// A table.
    Table(Table),
    /// A picture.
    Figure(Figure),
    /// A matrix to walk through, where a page can run a script.
    Explorer(Explorer),
}

/// A matrix that a reader can sort, walk through and open, with the picture that stands in for it everywhere else.
#[derive(Clone, Debug, PartialEq)]
pub struct Explorer {
    /// JSON that `templates/explorer.js` reads; its keys are listed there.
    pub data: String,
    /// The same as a picture: for formats without scripts, readers who run none, and paper.
    pub still: Figure,
}

/// A picture with what stands in for it where pictures cannot go.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The picture; the HTML page holds it inline.
    pub picture: Picture,
    /// File name to which Markdown and text refer, such as `matrix.svg`; the caller writes that file.
    pub file_name: String,
    /// Sentence below the picture; blank for none.
    pub caption: String,
}

impl Document {
    /// A document without blocks.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading; 2 for a chapter, 3 for a section.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading { level, text: text.into() });
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(text.into()));
    }

    /// Adds a list.
    pub fn list(&mut self, items: Vec<String>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        self.blocks.push(Block::Table(table));
    }

    /// Adds a picture with its file name and caption.
    pub fn figure(&mut self, picture: Picture, file_name: impl Into<String>, caption: impl Into<String>) {
        self.blocks.push(Block::Figure(Figure {
            picture,
            file_name: file_name.into(),
            caption: caption.into(),
        }));
    }
}
