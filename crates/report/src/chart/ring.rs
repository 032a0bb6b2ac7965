//! Units that beat each other in a circle.

use super::canvas::{Anchor, Canvas, Picture, Rect, Style};
use super::font::{Weight, text_width, wrap};
use super::layout::{self, MARGIN, size};
use super::palette::{self, INK, QUIET};
use crate::document::Figure;
use crate::table::{Column, Table};

/// Distance of the names from the middle, across and up, in pixels.
const REACH: (f64, f64) = (215.0, 150.0);
/// Room that the names at the sides need, in pixels.
const SIDE: f64 = 130.0;
/// Lines of a name are broken beyond this many pixels.
const NAME_WIDTH: f64 = 150.0;
/// Font size of names and steps.
const NAME: f64 = 12.5;
const STEP: f64 = 11.5;
/// Space between a name and an arrow.
const GAP: f64 = 7.0;
/// Half the thickness of an arrow's shaft; length and half the width of its head.
const SHAFT: f64 = 2.2;
const HEAD: (f64, f64) = (13.0, 7.0);

/// A circle of names, each beating the next, the last the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// Title; blank for none.
    pub title: String,
    /// Line below the title.
    pub subtitle: String,
    /// Names, from the top clockwise.
    pub names: Vec<String>,
    /// What each does to the next, such as `62 %`; blank for nothing.
    pub steps: Vec<String>,
    /// Remark below the picture.
    pub footer: String,
}

/// A name in its box.
struct Node {
    middle: (f64, f64),
    half: (f64, f64),
    lines: Vec<String>,
}

impl Ring {
    /// The circle with what it says as a table.
    #[must_use]
    pub fn figure(&self, file_name: &str, caption: &str) -> Figure {
        let columns = vec![Column::text("stronger"), Column::text("weaker"), Column::number("scores")];
        let mut table = Table::new("", columns);
        for (at, name) in self.names.iter().enumerate() {
            let next = &self.names[(at + 1) % self.names.len()];
            let step = self.steps.get(at).cloned().unwrap_or_default();
            table.push(vec![name.as_str().into(), next.as_str().into(), step.into()]);
        }
        Figure::with_numbers(self.picture(), file_name, caption, table)
    }

    /// The circle as a picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut canvas = Canvas::default();
        let width = 2.0 * (REACH.0 + SIDE + MARGIN);
        let top = layout::header(&mut canvas, &self.title, &self.subtitle, width - 2.0 * MARGIN) + 40.0;
        let middle = (width / 2.0, top + REACH.1);
        let nodes: Vec<Node> = (0..self.names.len()).map(|at| self.node(at, middle)).collect();
        for (at, node) in nodes.iter().enumerate() {
            let next = &nodes[(at + 1) % nodes.len()];
            let step = self.steps.get(at).map_or("", String::as_str);
            arrow(&mut canvas, node, next, middle, step);
        }
        nodes.iter().for_each(|node| node.draw(&mut canvas));
        let bottom = middle.1 + REACH.1 + 34.0;
        let height = layout::footer(&mut canvas, &self.footer, width - 2.0 * MARGIN, bottom);
        let title = if self.title.is_empty() { "A circle" } else { &self.title };
        let circle: Vec<&str> = self.names.iter().chain(self.names.first()).map(String::as_str).collect();
        let words = format!("{}. {}", circle.join(" beats "), self.subtitle);
        canvas.finish(width, height, title, &words)
    }

    fn node(&self, at: usize, middle: (f64, f64)) -> Node {
        let turn = std::f64::consts::TAU * size(at) / size(self.names.len().max(1));
        let (sine, cosine) = turn.sin_cos();
        let lines = wrap(&self.names[at], NAME, Weight::Bold, NAME_WIDTH);
        let widest = lines.iter().map(|line| text_width(line, NAME, Weight::Bold)).fold(0.0, f64::max);
        Node {
            middle: (middle.0 + REACH.0 * sine, middle.1 - REACH.1 * cosine),
            half: (widest / 2.0 + 9.0, size(lines.len()) * NAME * 0.65 + 6.0),
            lines,
        }
    }
}

impl Node {
    fn draw(&self, canvas: &mut Canvas) {
        let ((x, y), (across, up)) = (self.middle, self.half);
        let rect = Rect { x: x - across, y: y - up, width: 2.0 * across, height: 2.0 * up };
        canvas.outline(rect, QUIET, 1.0);
        let first = y - size(self.lines.len()) * NAME * 0.65 + NAME;
        for (line, text) in self.lines.iter().enumerate() {
            let style = Style::new(NAME, INK).bold().anchored(Anchor::Middle);
            canvas.text(x, first + size(line) * NAME * 1.3, style, text);
        }
    }

    /// How far the box reaches from its middle in a direction of length 1, with the gap.
    fn reach(&self, (across, up): (f64, f64)) -> f64 {
        let side = |half: f64, step: f64| if step.abs() < 1e-9 { f64::INFINITY } else { half / step.abs() };
        side(self.half.0, across).min(side(self.half.1, up)) + GAP
    }
}

/// The arrow from one name to the next, with its word on the outer side.
fn arrow(canvas: &mut Canvas, from: &Node, to: &Node, middle: (f64, f64), step: &str) {
    let (dx, dy) = (to.middle.0 - from.middle.0, to.middle.1 - from.middle.1);
    let length = dx.hypot(dy);
    if length < 1.0 {
        return;
    }
    let along = (dx / length, dy / length);
    let across = (-along.1, along.0);
    let start = from.reach(along).min(length / 2.0);
    let end = (length - to.reach(along)).max(start + HEAD.0);
    let at = |far: f64, side: f64| {
        (from.middle.0 + along.0 * far + across.0 * side, from.middle.1 + along.1 * far + across.1 * side)
    };
    let neck = end - HEAD.0;
    let corners = vec![
        at(start, -SHAFT),
        at(neck, -SHAFT),
        at(neck, -HEAD.1),
        at(end, 0.0),
        at(neck, HEAD.1),
        at(neck, SHAFT),
        at(start, SHAFT),
    ];
    canvas.polygon(corners, palette::BLUE);
    let half = at(f64::midpoint(start, end), 0.0);
    let out = (half.0 - middle.0, half.1 - middle.1);
    let far = out.0.hypot(out.1).max(1.0);
    let outward = (out.0 / far, out.1 / far);
    let anchor = match outward.0 {
        side if side > 0.3 => Anchor::Start,
        side if side < -0.3 => Anchor::End,
        _ => Anchor::Middle,
    };
    let style = Style::new(STEP, INK).anchored(anchor);
    canvas.text(half.0 + outward.0 * 13.0, half.1 + outward.1 * 16.0 + STEP * 0.36, style, step);
}
