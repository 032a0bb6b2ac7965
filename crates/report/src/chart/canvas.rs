//! Shapes of a picture, in pixels from the upper left corner; [`super::svg`] writes them as text and [`super::png`] draws them.

use serde::{Deserialize, Serialize};

use super::font::Weight;
use super::palette::Colour;
use super::png::{self, PngError};
use super::svg;

/// A finished picture. It is stored as its shapes, from which every format can be drawn again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Picture {
    shapes: Stored,
    svg: String,
}

/// What is kept of a picture. Lengths are in tenths of a pixel at the finest, as both drawers use them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Stored {
    title: String,
    description: String,
    width: u32,
    height: u32,
    marks: Vec<Mark>,
}

impl From<Stored> for Picture {
    fn from(shapes: Stored) -> Picture {
        let svg = svg::write(&shapes.marks, shapes.size(), shapes.words(), svg::Ground::Paper);
        Picture { shapes, svg }
    }
}

impl From<Picture> for Stored {
    fn from(picture: Picture) -> Stored {
        picture.shapes
    }
}

impl Stored {
    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Title and description.
    fn words(&self) -> [&str; 2] {
        [&self.title, &self.description]
    }
}

impl Picture {
    /// The picture as a whole SVG file, without an XML declaration so that a page may hold it; ends with a line break.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The same as an element of a page whose style has the colours `--paper`, `--ink`, `--quiet`, `--line`, `--void`, `--row` and
    /// `--column`: ground, words and lines go with the page, light or dark; colours that carry a number stay as they are.
    #[must_use]
    pub fn svg_in_page(&self) -> String {
        svg::write(&self.shapes.marks, self.shapes.size(), self.shapes.words(), svg::Ground::Page)
    }

    /// The same shapes as a PNG file, `scale` pixels to each of the picture's own (2 is sharp on most screens). Letters are the outlines of
    /// the embedded font, so that it looks alike on every machine.
    ///
    /// # Errors
    /// When the scale is not a positive number, or a side would exceed 20 000 pixels.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, PngError> {
        png::draw(&self.shapes.marks, self.shapes.size(), scale)
    }

    /// Title in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.shapes.title
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.shapes.width
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.shapes.height
    }
}

/// One shape, or the bounds of a group of them. Lengths are pixels; both drawers round them by [`tenths`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mark {
    /// A filled rectangle.
    Fill(Rect, Colour),
    /// The outline of a rectangle, and its width.
    Outline(Rect, Colour, f64),
    /// A straight line one pixel wide.
    Line { from: (f64, f64), to: (f64, f64), stroke: Colour },
    /// A filled shape with straight sides.
    Polygon(Vec<(f64, f64)>, Colour),
    /// A line of text whose baseline starts, stands about or ends at the place.
    Text { x: f64, y: f64, style: Style, text: String },
    /// The shapes up to the matching [`Mark::Close`] share a hint; blank for none.
    Open(String),
    /// Ends the group that was opened last.
    Close,
}

/// Which point of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Style {
    pub(super) size: f64,
    pub(super) weight: Weight,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
    /// Degrees, anticlockwise about the place.
    pub(super) slant: f64,
}

impl Style {
    pub(super) fn new(size: f64, colour: Colour) -> Self {
        Self { size, weight: Weight::Regular, colour, anchor: Anchor::Start, slant: 0.0 }
    }

    pub(super) fn bold(self) -> Self {
        Self { weight: Weight::Bold, ..self }
    }

    pub(super) fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(super) fn slanted(self, slant: f64) -> Self {
        Self { slant, ..self }
    }
}

/// A rectangle in pixels from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Shapes so far.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    marks: Vec<Mark>,
}

impl Canvas {
    /// A filled rectangle.
    pub(super) fn rect(&mut self, rect: Rect, fill: Colour) {
        self.marks.push(Mark::Fill(rect, fill));
    }

    /// The outline of a rectangle.
    pub(super) fn outline(&mut self, rect: Rect, stroke: Colour, width: f64) {
        self.marks.push(Mark::Outline(rect, stroke, width));
    }

    /// A straight line one pixel wide.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Colour) {
        self.marks.push(Mark::Line { from, to, stroke });
    }

    /// A filled shape with straight sides.
    pub(super) fn polygon(&mut self, corners: Vec<(f64, f64)>, fill: Colour) {
        self.marks.push(Mark::Polygon(corners, fill));
    }

    /// A line of text whose baseline stands at `y`; blank text leaves no mark.
    pub(super) fn text(&mut self, x: f64, y: f64, style: Style, text: &str) {
        if !text.is_empty() {
            self.marks.push(Mark::Text { x, y, style, text: text.to_owned() });
        }
    }

    /// Opens a group whose shapes share a hint that browsers show under the pointer; none when the hint is blank. Close it with [`Self::close`].
    pub(super) fn open(&mut self, hint: &str) {
        self.marks.push(Mark::Open(hint.to_owned()));
    }

    /// Closes the group that was opened last.
    pub(super) fn close(&mut self) {
        self.marks.push(Mark::Close);
    }

    /// The picture on white, with a title and a description for those who do not see it.
    pub(super) fn finish(self, width: f64, height: f64, title: &str, description: &str) -> Picture {
        let [title, description] = [title, description].map(str::to_owned);
        let marks = self.marks.into_iter().map(Mark::rounded).collect();
        Stored { title, description, width: whole(width), height: whole(height), marks }.into()
    }
}

impl Mark {
    /// The same to a tenth of a pixel, which is all that is drawn and stored.
    fn rounded(self) -> Mark {
        let point = |(x, y): (f64, f64)| (tenths(x), tenths(y));
        match self {
            Mark::Fill(rect, fill) => Mark::Fill(rect.rounded(), fill),
            Mark::Outline(rect, stroke, width) => Mark::Outline(rect.rounded(), stroke, tenths(width)),
            Mark::Line { from, to, stroke } => Mark::Line { from: point(from), to: point(to), stroke },
            Mark::Polygon(corners, fill) => Mark::Polygon(corners.into_iter().map(point).collect(), fill),
            Mark::Text { x, y, style, text } => {
                let style = Style { size: tenths(style.size), slant: tenths(style.slant), ..style };
                Mark::Text { x: tenths(x), y: tenths(y), style, text }
            }
            other => other,
        }
    }
}

impl Rect {
    fn rounded(self) -> Rect {
        let [x, y, width, height] = [self.x, self.y, self.width, self.height].map(tenths);
        Rect { x, y, width, height }
    }
}

/// A length as both drawers use it: to a tenth of a pixel.
pub(super) fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

/// The next whole number of pixels, 1 at least.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of u32 just before"
)]
fn whole(length: f64) -> u32 {
    length.ceil().clamp(1.0, f64::from(u32::MAX)) as u32
}
