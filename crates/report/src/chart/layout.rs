//! What all pictures share: margins, the lines above and below the drawing.

use super::canvas::{Canvas, Style};
use super::font::{Weight, text_width, wrap};
use super::palette::{INK, QUIET};

/// White space around every picture, in pixels.
pub(super) const MARGIN: f64 = 24.0;

/// Font size of the numbers along an axis, of legends and of names beside rows.
pub(super) const TICK: f64 = 11.0;
/// Font size of an axis' title.
pub(super) const AXIS: f64 = 12.0;
/// Font size of small print: numbers below a legend.
pub(super) const SMALL: f64 = 10.0;
/// Labels smaller than this many pixels are left out: nobody could read them.
pub(super) const SMALLEST_LABEL: f64 = 7.0;
/// Width of a plane with an axis across, in pixels.
pub(super) const PLANE: f64 = 560.0;

const TITLE_SIZE: f64 = 18.0;
const SUBTITLE_SIZE: f64 = 12.5;
const FOOTER_SIZE: f64 = 10.5;
/// Distance of two baselines, as a share of the font size.
const LEADING: f64 = 1.4;

/// A column of pictures never gets narrower than this, so that a title has room.
pub(super) const NARROWEST: f64 = 420.0;

/// Writes title and subtitle at the top within `width` pixels of text; returns the y below them.
pub(super) fn header(canvas: &mut Canvas, title: &str, subtitle: &str, width: f64) -> f64 {
    let y = lines(canvas, title, Style::new(TITLE_SIZE, INK).bold(), width, MARGIN);
    let y = if y > MARGIN { y + 2.0 } else { y };
    lines(canvas, subtitle, Style::new(SUBTITLE_SIZE, QUIET), width, y)
}

/// Writes the footer below `y` within `width` pixels; returns the height of the whole picture.
pub(super) fn footer(canvas: &mut Canvas, text: &str, width: f64, y: f64) -> f64 {
    let start = if text.is_empty() { y } else { y + 14.0 };
    lines(canvas, text, Style::new(FOOTER_SIZE, QUIET), width, start) + MARGIN - 4.0
}

/// Widest word of a text, below which a picture cannot wrap it.
pub(super) fn widest_word(title: &str) -> f64 {
    title.split_whitespace().map(|word| text_width(word, TITLE_SIZE, Weight::Bold)).fold(0.0, f64::max)
}

/// Writes wrapped text below `y`; returns the y below it.
fn lines(canvas: &mut Canvas, text: &str, style: Style, width: f64, y: f64) -> f64 {
    let mut y = y;
    for line in wrap(text, style.size, style.weight, width) {
        canvas.text(MARGIN, y + style.size, style, &line);
        y += style.size * LEADING;
    }
    y
}

/// A count as a factor of lengths.
#[expect(clippy::cast_precision_loss, reason = "numbers of rows, columns and bars stay far below 2^53")]
pub(super) fn size(count: usize) -> f64 {
    count as f64
}
