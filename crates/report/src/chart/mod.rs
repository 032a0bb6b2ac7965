//! Pictures as SVG text, the same shapes as PNG, and bars for a terminal.
//!
//! As files all pictures stand on white, and on a page they go with its ground ([`Picture::svg_in_page`]); they name `DejaVu Sans` first; text is measured in that font, which is among the widest in use, so that nothing is
//! clipped where a browser falls back to another. PNG is drawn with the embedded font and looks alike everywhere.

mod bars;
mod canvas;
mod font;
mod heatmap;
mod intervals;
mod layout;
pub mod palette;
mod plot;
mod png;
mod ring;
mod scale;
mod sign;
mod svg;
mod text_bars;

pub use bars::{Bar, BarChart, BarPanel, Tone};
pub use canvas::Picture;
pub use heatmap::{HeatCell, Heatmap, Legend};
pub use intervals::{Interval, IntervalChart, Spacing};
pub use plot::{Axis, AxisKind, Guide, Plot, PlotPoint, Series};
pub use png::PngError;
pub use ring::Ring;
pub use sign::Sign;
pub use text_bars::{Glyphs, text_bars};
