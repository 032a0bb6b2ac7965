//! Draws the shapes of a picture as PNG.

use std::fmt;

use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Rect as Area, Stroke, Transform};

use super::canvas::{Anchor, Mark, Rect, Style, tenths};
use super::font::{self, text_width};
use super::palette::Colour;

/// Neither side of a PNG may be longer than this many pixels.
const LONGEST_SIDE: f32 = 20_000.0;

/// Why a picture could not be drawn. Completes "failed to draw the picture: …".
#[derive(Debug)]
#[non_exhaustive]
pub enum PngError {
    /// The scale is not a positive number.
    Scale(f32),
    /// The picture would have no pixel, or a side of more than 20 000.
    Size {
        /// Width in pixels.
        width: f32,
        /// Height in pixels.
        height: f32,
    },
    /// The pixels could not be packed.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scale(scale) => {
                write!(f, "a scale of {scale} was asked for; it must be a positive number, such as 2")
            }
            Self::Size { width, height } => {
                write!(
                    f,
                    "it would be {width} × {height} pixels; at most {LONGEST_SIDE} a side are drawn, so choose a smaller scale"
                )
            }
            Self::Encoding(error) => write!(f, "the pixels could not be packed ({error})"),
        }
    }
}

impl std::error::Error for PngError {}

/// The shapes on white, `scale` pixels to each of their own, as a PNG file.
pub(super) fn draw(marks: &[Mark], (width, height): (u32, u32), scale: f32) -> Result<Vec<u8>, PngError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(PngError::Scale(scale));
    }
    let (width, height) = ((pixels(width) * scale).ceil(), (pixels(height) * scale).ceil());
    let mut sheet = Sheet { pixmap: pixmap(width, height).ok_or(PngError::Size { width, height })?, scale };
    sheet.pixmap.fill(Color::WHITE);
    for mark in marks {
        match mark {
            Mark::Fill(rect, fill) => sheet.fill(*rect, *fill),
            Mark::Outline(rect, stroke, width) => sheet.outline(*rect, *stroke, *width),
            Mark::Line { from, to, stroke } => sheet.line(*from, *to, *stroke),
            Mark::Polygon(corners, fill) => sheet.polygon(corners, *fill),
            Mark::Text { x, y, style, text } => sheet.text((*x, *y), *style, text),
            // Hints are for browsers.
            Mark::Open(_) | Mark::Close => {}
        }
    }
    sheet.pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

struct Sheet {
    pixmap: Pixmap,
    scale: f32,
}

impl Sheet {
    fn whole(&self) -> Transform {
        Transform::from_scale(self.scale, self.scale)
    }

    fn fill(&mut self, rect: Rect, fill: Colour) {
        // A rectangle without area leaves no mark, as in SVG.
        if let Some(area) = area(rect) {
            self.pixmap.fill_rect(area, &paint(fill), self.whole(), None);
        }
    }

    fn outline(&mut self, rect: Rect, colour: Colour, width: f64) {
        let Some(area) = area(rect) else { return };
        let stroke = Stroke { width: length(width), ..Stroke::default() };
        let path = PathBuilder::from_rect(area);
        self.pixmap.stroke_path(&path, &paint(colour), &stroke, self.whole(), None);
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour) {
        let mut builder = PathBuilder::new();
        builder.move_to(length(from.0), length(from.1));
        builder.line_to(length(to.0), length(to.1));
        if let Some(path) = builder.finish() {
            let stroke = Stroke { width: 1.0, ..Stroke::default() };
            self.pixmap.stroke_path(&path, &paint(colour), &stroke, self.whole(), None);
        }
    }

    fn polygon(&mut self, corners: &[(f64, f64)], fill: Colour) {
        let mut builder = PathBuilder::new();
        for (at, (x, y)) in corners.iter().enumerate() {
            let (x, y) = (length(*x), length(*y));
            if at == 0 { builder.move_to(x, y) } else { builder.line_to(x, y) }
        }
        builder.close();
        if let Some(path) = builder.finish() {
            self.pixmap.fill_path(&path, &paint(fill), FillRule::Winding, self.whole(), None);
        }
    }

    fn text(&mut self, (x, y): (f64, f64), style: Style, text: &str) {
        let width = text_width(text, tenths(style.size), style.weight);
        let start = match style.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        let mut builder = PathBuilder::new();
        font::outline(text, style.size, style.weight, start, &mut builder);
        if let Some(path) = builder.finish() {
            let turned = self.whole().pre_translate(length(x), length(y)).pre_rotate(length(-style.slant));
            self.pixmap.fill_path(&path, &paint(style.colour), FillRule::Winding, turned, None);
        }
    }
}

fn paint(colour: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(colour.red, colour.green, colour.blue, u8::MAX);
    paint
}

fn area(rect: Rect) -> Option<Area> {
    Area::from_xywh(length(rect.x), length(rect.y), length(rect.width), length(rect.height))
}

/// A length rounded as in the SVG.
#[expect(clippy::cast_possible_truncation, reason = "pixels are far below 2^24 and need no more digits")]
fn length(pixels: f64) -> f32 {
    tenths(pixels) as f32
}

#[expect(clippy::cast_precision_loss, reason = "sides beyond 2^24 are refused anyway")]
fn pixels(side: u32) -> f32 {
    side as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to lie between 1 and 20 000"
)]
fn pixmap(width: f32, height: f32) -> Option<Pixmap> {
    let sides = 1.0..=LONGEST_SIDE;
    if sides.contains(&width) && sides.contains(&height) {
        Pixmap::new(width as u32, height as u32)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::palette::INK;

    fn square(scale: f32) -> Result<Vec<u8>, PngError> {
        let rect = Rect { x: 0.0, y: 0.0, width: 10.0, height: 20.0 };
        draw(&[Mark::Fill(rect, INK)], (10, 20), scale)
    }

    #[test]
    fn the_scale_multiplies_both_sides() {
        let pixmap = Pixmap::decode_png(&square(2.5).unwrap()).unwrap();
        assert_eq!((pixmap.width(), pixmap.height()), (25, 50));
    }

    #[test]
    fn bad_input_is_refused_in_words() {
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
            assert!(matches!(square(scale), Err(PngError::Scale(_))));
        }
        assert!(square(5000.0).unwrap_err().to_string().contains("smaller scale"));
        assert!(square(f32::MAX).is_err());
    }
}
