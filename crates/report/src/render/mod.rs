//! One file for each format of a document or a table.

mod csv;
mod html;
mod markdown;
mod measure;
mod paint;
mod text;
mod text_table;

pub use csv::table as csv;
pub use html::document as html;
pub use markdown::{document as markdown, table as markdown_table};
pub use paint::painted;
pub use text::{document as text, message, table as text_table};
