//! Points in a plane, with error bars, joined or not, and guides to read them by.

use super::canvas::{Anchor, Canvas, Picture, Rect, Style};
use super::font::{Weight, text_width};
use super::layout::{self, AXIS, MARGIN, TICK};
use super::palette::{self, Colour, INK, LINE, QUIET};
use super::scale::{Scale, tick};
use crate::document::Figure;
use crate::number;
use crate::table::{Cell, Column, Table};

/// Size of the drawn plane in pixels.
const PLANE: (f64, f64) = (layout::PLANE, 400.0);
/// Side of the square that marks a point.
const DOT: f64 = 6.0;

/// An axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it counts, with its unit.
    pub title: String,
    /// How values lie along it.
    pub kind: AxisKind,
}

/// How values lie along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisKind {
    /// Equal steps are equal lengths.
    #[default]
    Plain,
    /// Equal factors are equal lengths; values of 0 and less are left out.
    Log,
    /// It counts shares, such as scores: it goes from 0 to 1 whatever the points, and its numbers are percentages.
    Share,
}

impl Axis {
    /// Equal steps are equal lengths.
    #[must_use]
    pub fn plain(title: &str) -> Axis {
        Axis { title: title.to_owned(), kind: AxisKind::Plain }
    }

    /// Equal factors are equal lengths.
    #[must_use]
    pub fn log(title: &str) -> Axis {
        Axis { kind: AxisKind::Log, ..Axis::plain(title) }
    }

    /// Shares, such as scores.
    #[must_use]
    pub fn share(title: &str) -> Axis {
        Axis { kind: AxisKind::Share, ..Axis::plain(title) }
    }

    /// Where values stand.
    fn scale(&self, values: impl Iterator<Item = f64>, pixels: (f64, f64)) -> Scale {
        match self.kind {
            AxisKind::Share => Scale::over([0.0, 1.0].into_iter(), false, pixels),
            kind => Scale::over(values, kind == AxisKind::Log, pixels),
        }
    }

    /// A number along it.
    fn tick(&self, value: f64) -> String {
        if self.kind == AxisKind::Share { format!("{} %", tick(value * 100.0)) } else { tick(value) }
    }
}

/// A point with its error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotPoint {
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// Ends of the error bar along y; `None` for a point without error.
    pub range: Option<(f64, f64)>,
    /// What a browser shows under the pointer; blank for nothing.
    pub hint: String,
    /// Name drawn beside the point, where there is room for it; blank for none.
    pub label: String,
}

/// Points of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The points, from left to right where they are joined.
    pub points: Vec<PlotPoint>,
    /// Joined by lines.
    pub joined: bool,
    /// Drawn in the second colour.
    pub second: bool,
}

/// A line to read points by.
#[derive(Clone, Debug, PartialEq)]
pub enum Guide {
    /// Where both values are the same.
    Diagonal,
    /// All across, at this height.
    Level(f64),
    /// Up and down, at this place, with a word beside it.
    Upright(f64, String),
}

/// A chart of points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// Title; blank for none.
    pub title: String,
    /// Line below the title.
    pub subtitle: String,
    /// Across.
    pub x: Axis,
    /// Up.
    pub y: Axis,
    /// Points.
    pub series: Vec<Series>,
    /// Guides.
    pub guides: Vec<Guide>,
    /// Remark below the picture.
    pub footer: String,
}

pub(super) fn dot(canvas: &mut Canvas, x: f64, y: f64, colour: Colour) {
    canvas.rect(square(x, y), colour);
}

impl Plot {
    /// The chart with the numbers that it draws.
    #[must_use]
    pub fn figure(&self, file_name: &str, caption: &str) -> Figure {
        let ends = ["low", "high"].map(Column::number);
        let columns = [Column::text("point"), Column::number(&self.x.title), Column::number(&self.y.title)];
        let mut table = Table::new("", columns.into_iter().chain(ends).collect());
        let shown = |value: f64| Cell::number(value, number::small(value));
        for point in self.series.iter().flat_map(|series| &series.points) {
            let name = if point.label.is_empty() { &point.hint } else { &point.label };
            let mut row = vec![Cell::text(name), shown(point.x), shown(point.y)];
            row.extend(point.range.iter().flat_map(|(low, high)| [shown(*low), shown(*high)]));
            table.push(row);
        }
        Figure::with_numbers(self.picture(), file_name, caption, table)
    }

    /// The chart as a picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut canvas = Canvas::default();
        let points = || self.series.iter().flat_map(|series| &series.points);
        let level = self.guides.iter().filter_map(|guide| match guide {
            Guide::Level(y) => Some(*y),
            _ => None,
        });
        let heights = points()
            .flat_map(|point| {
                let (low, high) = point.range.unwrap_or((point.y, point.y));
                [point.y, low, high]
            })
            .chain(level);
        let y = self.y.scale(heights, (PLANE.1, 0.0));
        let widest =
            y.ticks().into_iter().map(|value| text_width(&self.y.tick(value), TICK, Weight::Regular));
        let left = MARGIN + 20.0 + widest.fold(0.0, f64::max) + 8.0;
        let width = left + PLANE.0 + MARGIN;
        let top = layout::header(&mut canvas, &self.title, &self.subtitle, width - 2.0 * MARGIN) + 14.0;
        let across = points().map(|point| point.x);
        let x = self.x.scale(across, (left, left + PLANE.0));
        let y = Scale { pixels: (top + PLANE.1, top), ..y };
        self.axes(&mut canvas, (&x, &y), left, top);
        self.guides.iter().for_each(|guide| draw_guide(&mut canvas, guide, (&x, &y), left, top));
        for series in &self.series {
            draw_series(&mut canvas, series, &x, &y);
        }
        draw_labels(&mut canvas, &self.series, &x, &y);
        let below = top + PLANE.1 + 44.0;
        let height = layout::footer(&mut canvas, &self.footer, width - 2.0 * MARGIN, below);
        let title = if self.title.is_empty() { "Points" } else { &self.title };
        let count = points().count();
        let words =
            format!("Chart of {count} points: {} against {}. {}", self.y.title, self.x.title, self.subtitle);
        canvas.finish(width, height, title, &words)
    }

    fn axes(&self, canvas: &mut Canvas, (x, y): (&Scale, &Scale), left: f64, top: f64) {
        let (right, bottom) = (left + PLANE.0, top + PLANE.1);
        for value in x.ticks() {
            let Some(at) = x.place(value) else { continue };
            canvas.line((at, top), (at, bottom), LINE);
            canvas.text(
                at,
                bottom + 16.0,
                Style::new(TICK, QUIET).anchored(Anchor::Middle),
                &self.x.tick(value),
            );
        }
        for value in y.ticks() {
            let Some(at) = y.place(value) else { continue };
            canvas.line((left, at), (right, at), LINE);
            canvas.text(
                left - 6.0,
                at + 4.0,
                Style::new(TICK, QUIET).anchored(Anchor::End),
                &self.y.tick(value),
            );
        }
        let middle = Style::new(AXIS, INK).anchored(Anchor::Middle);
        canvas.text(f64::midpoint(left, right), bottom + 36.0, middle, &self.x.title);
        canvas.text(MARGIN + 10.0, f64::midpoint(top, bottom), middle.slanted(90.0), &self.y.title);
    }
}

fn draw_guide(canvas: &mut Canvas, guide: &Guide, (x, y): (&Scale, &Scale), left: f64, top: f64) {
    match guide {
        Guide::Level(value) => {
            if let Some(at) = y.place(*value) {
                canvas.line((left, at), (left + PLANE.0, at), INK);
            }
        }
        Guide::Upright(value, word) => {
            if let Some(at) = x.place(*value) {
                canvas.line((at, top), (at, top + PLANE.1), INK);
                let anchor = if at > left + PLANE.0 / 2.0 { Anchor::End } else { Anchor::Start };
                let beside = if anchor == Anchor::End { at - 5.0 } else { at + 5.0 };
                canvas.text(beside, top + 13.0, Style::new(TICK, INK).anchored(anchor), word);
            }
        }
        Guide::Diagonal => {
            let value = |scale: &Scale, end: f64| if scale.log { end.exp() } else { end };
            let from = value(x, x.from).max(value(y, y.from));
            let to = value(x, x.to).min(value(y, y.to));
            let ends = [from, to].map(|value| Some((x.place(value)?, y.place(value)?)));
            if let [Some(a), Some(b)] = ends {
                canvas.line(a, b, INK);
            }
        }
    }
}

fn square(x: f64, y: f64) -> Rect {
    Rect { x: x - DOT / 2.0, y: y - DOT / 2.0, width: DOT, height: DOT }
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/// Names of points, right or left of them, a line higher or lower where that is taken; none over a dot or another name.
fn draw_labels(canvas: &mut Canvas, series: &[Series], x: &Scale, y: &Scale) {
    let points = || series.iter().flat_map(|series| &series.points);
    let at = |point: &PlotPoint| Some((x.place(point.x)?, y.place(point.y)?));
    let mut taken: Vec<Rect> = points().filter_map(at).map(|(across, up)| square(across, up)).collect();
    for point in points().filter(|point| !point.label.is_empty()) {
        let Some((across, up)) = at(point) else { continue };
        let width = text_width(&point.label, TICK, Weight::Regular);
        let beside = [across + DOT, across - DOT - width];
        let places = [0.0, -TICK, TICK].into_iter().flat_map(|lower| beside.map(|from| (from, up + lower)));
        let free = places
            .map(|(from, middle)| Rect { x: from, y: middle - TICK / 2.0, width, height: TICK })
            .find(|place| {
                let inside = place.x >= x.pixels.0 && place.x + width <= x.pixels.1;
                inside && !taken.iter().any(|other| overlap(place, other))
            });
        if let Some(place) = free {
            canvas.text(place.x, place.y + TICK * 0.86, Style::new(TICK, INK), &point.label);
            taken.push(place);
        }
    }
}

fn draw_series(canvas: &mut Canvas, series: &Series, x: &Scale, y: &Scale) {
    let colour = if series.second { palette::ORANGE } else { palette::BLUE };
    let at = |point: &PlotPoint| Some((x.place(point.x)?, y.place(point.y)?));
    if series.joined {
        for pair in series.points.windows(2) {
            if let (Some(a), Some(b)) = (at(&pair[0]), at(&pair[1])) {
                canvas.line(a, b, colour);
            }
        }
    }
    for point in &series.points {
        let Some((across, up)) = at(point) else { continue };
        canvas.open(&point.hint);
        if let Some((low, high)) = point.range
            && let (Some(low), Some(high)) = (y.place(low), y.place(high))
        {
            canvas.line((across, low), (across, high), colour);
        }
        dot(canvas, across, up, colour);
        canvas.close();
    }
}
