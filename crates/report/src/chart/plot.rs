//! Points in a plane, with error bars, joined or not, and guides to read them by; and a list of values with error bars.

use super::canvas::{Anchor, Canvas, Picture, Rect, Style};
use super::font::{Weight, fit, text_width};
use super::layout::{self, MARGIN};
use super::palette::{self, Colour, INK, LINE, QUIET};
use crate::number;

/// Size of the drawn plane in pixels.
const PLANE: (f64, f64) = (560.0, 400.0);
/// Font sizes in pixels: of the numbers along an axis, and of its title.
const TICK: f64 = 11.0;
const AXIS: f64 = 12.0;
/// Side of the square that marks a point.
const DOT: f64 = 6.0;
/// Height of a row of a list of values.
const ROW: f64 = 17.0;
/// Names are cut beyond this many pixels.
const LONGEST_NAME: f64 = 240.0;
/// Numbers that an axis carries, about.
const TICKS: f64 = 6.0;

/// An axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it counts, with its unit.
    pub title: String,
    /// Equal factors are equal lengths; values of 0 and less are then left out.
    pub log: bool,
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

/// A named value with its error.
#[derive(Clone, Debug, PartialEq)]
pub struct Interval {
    /// Name.
    pub name: String,
    /// The value, above 0.
    pub value: f64,
    /// Ends of the error bar; `None` for a value without error.
    pub range: Option<(f64, f64)>,
    /// The value as text.
    pub label: String,
}

/// Values of names below each other, on a scale of equal factors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntervalChart {
    /// Title; blank for none.
    pub title: String,
    /// Line below the title.
    pub subtitle: String,
    /// What the values are.
    pub axis: String,
    /// From top to bottom.
    pub rows: Vec<Interval>,
    /// Remark below the picture.
    pub footer: String,
}

/// A stretch of values laid out along pixels.
#[derive(Clone, Debug)]
struct Scale {
    log: bool,
    from: f64,
    to: f64,
    pixels: (f64, f64),
}

impl Scale {
    /// The scale that holds all values, with a little room; 0 to 1 without any.
    fn over(values: impl Iterator<Item = f64>, log: bool, pixels: (f64, f64)) -> Scale {
        let placed = values.filter(|value| value.is_finite() && (!log || *value > 0.0));
        let placed = placed.map(|value| if log { value.ln() } else { value });
        let (mut from, mut to) = placed
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if from > to {
            (from, to) = (0.0, 1.0);
        }
        let room = if to - from > 1e-9 { 0.04 * (to - from) } else { 0.5 * from.abs().max(1.0) };
        Scale { log, from: from - room, to: to + room, pixels }
    }

    fn place(&self, value: f64) -> Option<f64> {
        let value = if self.log { (value > 0.0).then(|| value.ln())? } else { value };
        let share = (value - self.from) / (self.to - self.from);
        (share.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&share))
            .then_some(self.pixels.0 + share * (self.pixels.1 - self.pixels.0))
    }

    /// Round numbers on the scale.
    fn ticks(&self) -> Vec<f64> {
        if self.log {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "logarithms of finite numbers are below 1000"
            )]
            let decade = |ln: f64| (ln / std::f64::consts::LN_10).floor() as i32;
            let decades = decade(self.from)..=decade(self.to) + 1;
            let steps: &[f64] = if self.to - self.from > 7.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
            let all = decades.flat_map(|decade| steps.iter().map(move |step| step * 10_f64.powi(decade)));
            return all.filter(|value| self.place(*value).is_some()).collect();
        }
        let rough = (self.to - self.from) / TICKS;
        let decade = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * decade).find(|step| *step >= rough);
        let step = step.unwrap_or(decade * 10.0);
        let first = (self.from / step).ceil();
        let ticks = (0..20).map(|at| (first + f64::from(at)) * step);
        ticks.filter(|value| self.place(*value).is_some()).collect()
    }
}

/// A number along an axis, as short as it is.
fn tick(value: f64) -> String {
    let decimals = (0..6).find(|d| {
        let scaled = value * 10_f64.powi(*d);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.abs().max(1.0)
    });
    number::fixed(value, decimals.and_then(|d| usize::try_from(d).ok()).unwrap_or(6))
}

fn dot(canvas: &mut Canvas, x: f64, y: f64, colour: Colour) {
    canvas.rect(square(x, y), colour);
}

impl Plot {
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
        let y = Scale::over(heights, self.y.log, (PLANE.1, 0.0));
        let widest = y.ticks().into_iter().map(|value| text_width(&tick(value), TICK, Weight::Regular));
        let left = MARGIN + 20.0 + widest.fold(0.0, f64::max) + 8.0;
        let width = left + PLANE.0 + MARGIN;
        let top = layout::header(&mut canvas, &self.title, &self.subtitle, width - 2.0 * MARGIN) + 14.0;
        let across = points().map(|point| point.x);
        let x = Scale::over(across, self.x.log, (left, left + PLANE.0));
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
            canvas.text(at, bottom + 16.0, Style::new(TICK, QUIET).anchored(Anchor::Middle), &tick(value));
        }
        for value in y.ticks() {
            let Some(at) = y.place(value) else { continue };
            canvas.line((left, at), (right, at), LINE);
            canvas.text(left - 6.0, at + 4.0, Style::new(TICK, QUIET).anchored(Anchor::End), &tick(value));
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

impl IntervalChart {
    /// The chart as a picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut canvas = Canvas::default();
        let names = self.rows.iter().map(|row| text_width(&row.name, TICK, Weight::Regular));
        let left = MARGIN + names.fold(0.0, f64::max).min(LONGEST_NAME) + 10.0;
        let labels = self.rows.iter().map(|row| text_width(&row.label, TICK, Weight::Regular));
        let labelled = left + PLANE.0 + 10.0 + labels.fold(0.0, f64::max);
        let width = labelled + MARGIN;
        let top = layout::header(&mut canvas, &self.title, &self.subtitle, width - 2.0 * MARGIN) + 14.0;
        let values = self.rows.iter().flat_map(|row| {
            let (low, high) = row.range.unwrap_or((row.value, row.value));
            [row.value, low, high]
        });
        let scale = Scale::over(values, true, (left, left + PLANE.0));
        let bottom = top + ROW * self.rows.len() as f64;
        for value in scale.ticks() {
            let Some(at) = scale.place(value) else { continue };
            canvas.line((at, top), (at, bottom), LINE);
            canvas.text(at, bottom + 16.0, Style::new(TICK, QUIET).anchored(Anchor::Middle), &tick(value));
        }
        for (at, row) in self.rows.iter().enumerate() {
            let middle = top + ROW * (at as f64 + 0.5);
            let name = fit(&row.name, TICK, Weight::Regular, LONGEST_NAME);
            canvas.text(left - 8.0, middle + 4.0, Style::new(TICK, INK).anchored(Anchor::End), &name);
            if let Some((low, high)) = row.range
                && let (Some(low), Some(high)) = (scale.place(low), scale.place(high))
            {
                canvas.line((low, middle), (high, middle), palette::BLUE);
            }
            if let Some(across) = scale.place(row.value) {
                dot(&mut canvas, across, middle, palette::BLUE);
            }
            canvas.text(labelled, middle + 4.0, Style::new(TICK, QUIET).anchored(Anchor::End), &row.label);
        }
        let centre = Style::new(AXIS, INK).anchored(Anchor::Middle);
        canvas.text(left + PLANE.0 / 2.0, bottom + 36.0, centre, &self.axis);
        let height = layout::footer(&mut canvas, &self.footer, width - 2.0 * MARGIN, bottom + 44.0);
        let title = if self.title.is_empty() { "Values" } else { &self.title };
        let words = format!("Chart of {} values: {}. {}", self.rows.len(), self.axis, self.subtitle);
        canvas.finish(width, height, title, &words)
    }
}
