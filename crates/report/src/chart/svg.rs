//! Writes the shapes of a picture as SVG. Coordinates are pixels with at most one decimal.

use std::fmt::Write as _;

use super::canvas::{Anchor, Mark, Rect, Style, tenths};
use super::font::{FAMILIES, Weight};
use super::palette::{self, Colour};
use crate::escape::xml;

/// What a picture stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// White paper: a file of its own.
    Paper,
    /// A page, whose style says what words and lines look like.
    Page,
}

impl Ground {
    /// A colour as an attribute's value: on a page, those of words and lines are the page's own.
    fn colour(self, colour: Colour) -> String {
        if self == Ground::Paper {
            return colour.hex();
        }
        let named = [
            (palette::INK, "--ink"),
            (palette::QUIET, "--quiet"),
            (palette::LINE, "--line"),
            (palette::VOID, "--void"),
            (palette::BLUE_TEXT, "--row"),
            (palette::ORANGE_TEXT, "--column"),
        ];
        let name = named.into_iter().find(|(one, _)| *one == colour);
        name.map_or_else(|| colour.hex(), |(_, name)| format!("var({name})"))
    }

    fn below(self) -> &'static str {
        match self {
            Ground::Paper => "#ffffff",
            Ground::Page => "var(--paper)",
        }
    }
}

/// A whole SVG file: the shapes on their ground, with a title and a description for those who do not see it.
pub(super) fn write(
    marks: &[Mark],
    (width, height): (u32, u32),
    [title, description]: [&str; 2],
    ground: Ground,
) -> String {
    let mut body = String::new();
    for mark in marks {
        body.push_str(&element(mark, ground));
        body.push('\n');
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FAMILIES}\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n{body}</svg>\n",
        xml(title),
        xml(description),
        ground.below()
    )
}

fn element(mark: &Mark, ground: Ground) -> String {
    match mark {
        Mark::Fill(rect, fill) => format!("<rect {} fill=\"{}\"/>", place(*rect), ground.colour(*fill)),
        Mark::Outline(rect, stroke, width) => {
            let (place, stroke, width) = (place(*rect), ground.colour(*stroke), px(*width));
            format!("<rect {place} fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>")
        }
        Mark::Line { from, to, stroke } => {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
            let stroke = ground.colour(*stroke);
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\"/>")
        }
        Mark::Polygon(corners, fill) => {
            let corners: Vec<String> =
                corners.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect();
            format!("<polygon points=\"{}\" fill=\"{}\"/>", corners.join(" "), ground.colour(*fill))
        }
        Mark::Text { x, y, style, text } => self::text(*x, *y, *style, text, ground),
        Mark::Open(hint) if hint.is_empty() => "<g>".to_owned(),
        Mark::Open(hint) => format!("<g><title>{}</title>", xml(hint)),
        Mark::Close => "</g>".to_owned(),
    }
}

fn text(x: f64, y: f64, style: Style, text: &str, ground: Ground) -> String {
    let (x, y) = (px(x), px(y));
    let mut attributes = format!(
        "x=\"{x}\" y=\"{y}\" font-size=\"{}\" fill=\"{}\"",
        px(style.size),
        ground.colour(style.colour)
    );
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
    format!("<text {attributes}>{}</text>", xml(text))
}

fn place(rect: Rect) -> String {
    let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(px);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

/// A length with at most one decimal, as short as can be.
fn px(length: f64) -> String {
    let text = crate::number::fixed(tenths(length), 1);
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
