//! Writes SVG shapes. Coordinates are pixels with at most one decimal.

use std::fmt::Write as _;

use super::font::{FAMILIES, Weight};
use super::palette::Colour;
use crate::escape::xml;

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    svg: String,
    title: String,
    width: u32,
    height: u32,
}

impl Picture {
    /// The picture as a whole SVG file, without an XML declaration so that a page may hold it; ends with a line break.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// Title in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }
}

/// Which point of a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Copy, Debug)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// Shapes so far.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    body: String,
}

impl Canvas {
    /// A filled rectangle.
    pub(super) fn rect(&mut self, rect: Rect, fill: Colour) {
        self.element(&format!("<rect {} fill=\"{}\"/>", place(rect), fill.hex()));
    }

    /// The outline of a rectangle.
    pub(super) fn outline(&mut self, rect: Rect, stroke: Colour, width: f64) {
        let (place, stroke) = (place(rect), stroke.hex());
        self.element(&format!(
            "<rect {place} fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{}\"/>",
            px(width)
        ));
    }

    /// A straight line one pixel wide.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Colour) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        let stroke = stroke.hex();
        self.element(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\"/>"));
    }

    /// A line of text whose baseline stands at `y`; blank text leaves no mark.
    pub(super) fn text(&mut self, x: f64, y: f64, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        let (x, y) = (px(x), px(y));
        let mut attributes =
            format!("x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"", px(style.size), style.colour.hex());
        match style.anchor {
            Anchor::Start => {}
            Anchor::Middle => attributes.push_str(" text-anchor=\"middle\""),
            Anchor::End => attributes.push_str(" text-anchor=\"end\""),
        }
        if style.weight == Weight::Bold {
            attributes.push_str(" font-weight=\"bold\"");
        }
        if style.slant.abs() > 0.0 {
            let _ = write!(attributes, " transform=\"rotate({} {x} {y})\"", px(-style.slant));
        }
        self.element(&format!("<text {attributes}>{}</text>", xml(text)));
    }

    /// Opens a group whose shapes share a hint that browsers show under the pointer; none when the hint is blank. Close it with [`Self::close`].
    pub(super) fn open(&mut self, hint: &str) {
        self.body.push_str("<g>");
        if !hint.is_empty() {
            let _ = write!(self.body, "<title>{}</title>", xml(hint));
        }
        self.body.push('\n');
    }

    /// Closes the group that was opened last.
    pub(super) fn close(&mut self) {
        self.element("</g>");
    }

    /// The picture on white, with a title and a description for those who do not see it.
    pub(super) fn finish(self, width: f64, height: f64, title: &str, description: &str) -> Picture {
        let (width, height) = (whole(width), whole(height));
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" font-family=\"{FAMILIES}\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            xml(title),
            xml(description),
            self.body
        );
        Picture { svg, title: title.to_owned(), width, height }
    }

    fn element(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
}

fn place(rect: Rect) -> String {
    let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(px);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// A length with at most one decimal, as short as can be.
fn px(length: f64) -> String {
    let text = crate::number::fixed(length, 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
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
