//! The embedded font: text widths for the layout, and outlines of letters for PNG.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use tiny_skia::PathBuilder;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Families in order; the first is embedded, the others are as wide or narrower.
pub(super) const FAMILIES: &str =
    "DejaVu Sans, Verdana, Bitstream Vera Sans, Segoe UI, Helvetica, Arial, sans-serif";

/// Width of a character that the font lacks, as a share of the font size: as wide as the widest scripts.
const UNKNOWN: f64 = 1.1;

/// Stroke weights in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// One of the embedded faces; `None` only if its file were broken.
fn face(weight: Weight) -> Option<&'static Face<'static>> {
    static REGULAR: LazyLock<Option<Face<'static>>> =
        LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).ok());
    static BOLD: LazyLock<Option<Face<'static>>> =
        LazyLock::new(|| Face::parse(dejavu::sans::bold(), 0).ok());
    match weight {
        Weight::Regular => REGULAR.as_ref(),
        Weight::Bold => BOLD.as_ref(),
    }
}

/// The glyph of a character and its advance as a share of the font size; `None` and a wide advance where the font lacks it.
fn glyph(face: &Face<'_>, character: char) -> (Option<GlyphId>, f64) {
    let found = face.glyph_index(character).and_then(|id| Some((id, face.glyph_hor_advance(id)?)));
    match found {
        Some((id, advance)) => (Some(id), f64::from(advance) / f64::from(face.units_per_em())),
        None => (None, UNKNOWN),
    }
}

/// Width in pixels of a line of text at a font size in pixels. Kerning, which only tightens, is left out.
pub(super) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    let Some(face) = face(weight) else { return text.chars().map(|_| UNKNOWN * size).sum() };
    text.chars().map(|character| glyph(face, character).1 * size).sum()
}

/// Adds the outlines of a line of text whose baseline starts `start` pixels right of the origin. A character that the font lacks is drawn as the font's box.
pub(super) fn outline(text: &str, size: f64, weight: Weight, start: f64, path: &mut PathBuilder) {
    let Some(face) = face(weight) else { return };
    let scale = size / f64::from(face.units_per_em());
    let mut x = start;
    for character in text.chars() {
        let (id, advance) = glyph(face, character);
        let mut pen = Pen { path, x: narrow(x), scale: narrow(scale) };
        face.outline_glyph(id.unwrap_or(GlyphId(0)), &mut pen);
        x += advance * size;
    }
}

#[expect(clippy::cast_possible_truncation, reason = "pixels are far below 2^24 and need no more digits")]
fn narrow(length: f64) -> f32 {
    length as f32
}

/// Draws one glyph: font units grow upwards, pixels downwards.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    x: f32,
    scale: f32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// Text cut to a width in pixels, with "…" for what is left out.
pub(super) fn fit(text: &str, size: f64, weight: Weight, limit: f64) -> String {
    if text_width(text, size, weight) <= limit {
        return text.to_owned();
    }
    let mut characters: Vec<char> = text.chars().collect();
    while characters.pop().is_some() {
        let shortened = format!("{}…", characters.iter().collect::<String>().trim_end());
        if text_width(&shortened, size, weight) <= limit {
            return shortened;
        }
    }
    String::new()
}

/// Text broken at spaces into lines of at most so many pixels; a longer word gets a line to itself.
pub(super) fn wrap(text: &str, size: f64, weight: Weight, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, weight) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_dejavu_sans() {
        // The font file gives 1303 of 2048 units for every digit.
        assert!((text_width("62", 2048.0, Weight::Regular) - 2.0 * 1303.0).abs() < 1.0);
        assert!(text_width("Roman", 10.0, Weight::Bold) > text_width("Roman", 10.0, Weight::Regular));
        assert!((text_width("日", 10.0, Weight::Regular) - 11.0).abs() < 1e-9);
    }

    #[test]
    fn fitted_text_is_never_wider_than_its_limit() {
        for limit in 0..200 {
            let limit = f64::from(limit);
            let fitted = fit("Zvezda 8052 Roman Auxiliaries", 11.0, Weight::Regular, limit);
            assert!(text_width(&fitted, 11.0, Weight::Regular) <= limit);
        }
    }
}
