//! Pictures as SVG text, the same shapes as PNG, and bars for a terminal.
//!
//! All pictures stand on white and name `DejaVu Sans` first; text is measured in that font, which is among the widest in use, so that nothing is
//! clipped where a browser falls back to another. PNG is drawn with the embedded font and looks alike everywhere.

mod bars;
mod canvas;
mod font;
mod heatmap;
mod layout;
pub mod palette;
mod plot;
mod png;
mod svg;
mod text_bars;

pub use bars::{Bar, BarChart, BarPanel, Tone};
pub use canvas::Picture;
pub use heatmap::{HeatCell, Heatmap};
pub use plot::{Axis, Guide, Interval, IntervalChart, Plot, PlotPoint, Series};
pub use png::PngError;
pub use text_bars::{Glyphs, text_bars};
