//! Writes the shapes of a picture as SVG. Coordinates are pixels with at most one decimal.

use std::fmt::Write as _;

use super::canvas::{Anchor, Mark, Rect, Style, tenths};
use super::font::{FAMILIES, Weight};
use crate::escape::xml;

/// A whole SVG file: the shapes on white, with a title and a description for those who do not see it.
pub(super) fn write(marks: &[Mark], (width, height): (u32, u32), title: &str, description: &str) -> String {
    let mut body = String::new();
    for mark in marks {
        body.push_str(&element(mark));
        body.push('\n');
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" font-family=\"{FAMILIES}\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n",
        xml(title),
        xml(description),
    )
}

fn element(mark: &Mark) -> String {
    match mark {
        Mark::Fill(rect, fill) => format!("<rect {} fill=\"{}\"/>", place(*rect), fill.hex()),
        Mark::Outline(rect, stroke, width) => {
            let (place, stroke, width) = (place(*rect), stroke.hex(), px(*width));
            format!("<rect {place} fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>")
        }
        Mark::Line { from, to, stroke } => {
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
            let stroke = stroke.hex();
            format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{stroke}\"/>")
        }
        Mark::Text { x, y, style, text } => self::text(*x, *y, *style, text),
        Mark::Open(hint) if hint.is_empty() => "<g>".to_owned(),
        Mark::Open(hint) => format!("<g><title>{}</title>", xml(hint)),
        Mark::Close => "</g>".to_owned(),
    }
}

fn text(x: f64, y: f64, style: Style, text: &str) -> String {
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
