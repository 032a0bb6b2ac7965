//! From answers to documents, tables and JSON; what a format makes of them is `report`'s business.

pub(crate) mod audit;
#[cfg(feature = "polars")]
pub(crate) mod battles;
pub(crate) mod bench;
pub(crate) mod charts;
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod encounter;
pub(crate) mod even;
mod even_boxes;
mod even_csv;
pub(crate) mod explorer;
pub(crate) mod forces;
pub(crate) mod gauntlet;
pub(crate) mod heatmap;
pub(crate) mod matrix;
pub(crate) mod matrix_page;
pub(crate) mod matrix_table;
pub(crate) mod packed;
pub(crate) mod points;
pub(crate) mod power;
pub(crate) mod report;
pub(crate) mod short_names;
pub(crate) mod sprt;
pub(crate) mod story;
pub(crate) mod survivors;
pub(crate) mod sweep;

pub(crate) use muster_answers::words;
