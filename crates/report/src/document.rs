//! The document: what a command has to say, in blocks, before it takes a format.

use serde::{Deserialize, Serialize};

use crate::chart::Picture;
use crate::table::Table;

/// Everything that one command reports. Stored and read again it gives the same pages and pictures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Title of the page.
    pub title: String,
    /// Blocks in reading order.
    pub blocks: Vec<Block>,
}

/// One part of a document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A heading; level 2 is a chapter, 3 a section, 4 a part of one. Other levels are taken as the nearest of these.
    Heading {
        /// 2 to 4.
        level: u8,
        /// One line.
        text: String,
    },
    /// Links to the chapters, where a page can have them.
    Contents,
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
    /// A table that a page shows folded up, and what to call it.
    Folded {
        /// What is in it, in a few words.
        says: String,
        /// The table.
        table: Table,
    },
    /// A picture.
    Figure(Figure),
    /// A matrix to walk through, where a page can run a script.
    Explorer(Explorer),
}

/// A matrix that a reader can sort, walk through and open, with the picture that stands in for it everywhere else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Explorer {
    /// JSON that `templates/explorer.js` reads; its keys are listed there.
    pub data: String,
    /// The same as a picture: for formats without scripts, readers who run none, and paper.
    pub still: Figure,
}

/// A picture with what stands in for it where pictures cannot go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The picture; the HTML page holds it inline.
    pub picture: Picture,
    /// File name to which Markdown and text refer, such as `matrix.svg`; the caller writes that file.
    pub file_name: String,
    /// Sentence below the picture; blank for none.
    pub caption: String,
    /// What is drawn, in numbers: pages hold it folded up below the picture, for those who do not see it and those who want to copy it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Table>,
}

impl Figure {
    /// A picture with the numbers that it shows.
    pub(crate) fn with_numbers(picture: Picture, file_name: &str, caption: &str, numbers: Table) -> Figure {
        Figure {
            picture,
            file_name: file_name.to_owned(),
            caption: caption.to_owned(),
            numbers: Some(numbers),
        }
    }
}

impl Document {
    /// A document without blocks.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), blocks: Vec::new() }
    }

    /// Adds a heading; 2 for a chapter, 3 for a section, 4 for a part of one.
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
            numbers: None,
        }));
    }

    /// Adds a picture that is ready to be shown.
    pub fn draw(&mut self, figure: Figure) {
        self.blocks.push(Block::Figure(figure));
    }

    /// Adds another document as a chapter of its own: its title becomes a heading and its own headings go one level down.
    pub fn chapter(&mut self, chapter: Document) {
        self.heading(2, chapter.title);
        self.blocks.extend(chapter.blocks.into_iter().map(|block| match block {
            Block::Heading { level, text } => Block::Heading { level: level.max(2) + 1, text },
            other => other,
        }));
    }

    /// The same without its pictures, for places that have no room for files beside them.
    #[must_use]
    pub fn without_pictures(&self) -> Document {
        let kept = self.blocks.iter().filter(|block| !matches!(block, Block::Figure(_) | Block::Explorer(_)));
        Document { title: self.title.clone(), blocks: kept.cloned().collect() }
    }

    /// The pictures in reading order, those that stand in for explorers too.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            Block::Explorer(explorer) => Some(&explorer.still),
            _ => None,
        })
    }

    /// The same, to be changed.
    pub fn figures_mut(&mut self) -> impl Iterator<Item = &mut Figure> {
        self.blocks.iter_mut().filter_map(|block| match block {
            Block::Figure(figure) => Some(figure),
            Block::Explorer(explorer) => Some(&mut explorer.still),
            _ => None,
        })
    }
}
