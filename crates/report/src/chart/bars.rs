//! Horizontal bars for a distribution: casualties of a volley, survivors of a fight.

use super::canvas::{Anchor, Canvas, Picture, Rect, Style};
use super::font::{Weight, text_width};
use super::layout::{self, MARGIN, SMALL, SMALLEST_LABEL, TICK, size};
use super::palette::{self, Colour, INK, LINE, QUIET};
use crate::document::Figure;
use crate::number;
use crate::table::{Cell, Column, Table};

/// Length in pixels of the longest bar.
const LONGEST_BAR: f64 = 380.0;
/// Bars beyond this many lose their tails of values that hardly occur.
const MANY_BARS: usize = 40;
/// Probability below which a value at either end of a long chart is left out.
const HARDLY: f64 = 0.0005;
/// Space between columns of the chart, in pixels.
const GAP: f64 = 10.0;

/// Colour of a panel, by whose numbers it shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Nobody's in particular.
    #[default]
    Neutral,
    /// Side A's, or the row's: blue.
    SideA,
    /// Side B's, or the column's: orange.
    SideB,
}

impl Tone {
    fn colour(self) -> Colour {
        match self {
            Self::Neutral => palette::GREY,
            Self::SideA => palette::BLUE,
            Self::SideB => palette::ORANGE,
        }
    }
}

/// One value of a distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The value, as text.
    pub value: String,
    /// Its probability, 0 to 1.
    pub p: f64,
    /// Probability of this value or a lower one (or a higher one: the heading says which); `None` for no such column.
    pub cumulative: Option<f64>,
}

/// The bars of one distribution.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarPanel {
    /// Heading of the panel, such as the unit's name; blank for none.
    pub heading: String,
    /// What the values are: `figures removed`, `survivors`.
    pub value_heading: String,
    /// What the lengths are; blank for chances.
    pub measure: String,
    /// What the cumulative column says, such as `or fewer`.
    pub cumulative_heading: String,
    /// Whose numbers these are.
    pub tone: Tone,
    /// Values in the order in which they are drawn.
    pub bars: Vec<Bar>,
}

/// A chart of one distribution or several below each other, all to one scale.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarChart {
    /// Title; blank for none.
    pub title: String,
    /// Line below the title.
    pub subtitle: String,
    /// Distributions from top to bottom.
    pub panels: Vec<BarPanel>,
    /// Remark below the picture.
    pub footer: String,
}

/// Sizes in pixels that all panels share.
struct Frame {
    values: f64,
    bars: f64,
    percents: f64,
    cumulatives: f64,
    width: f64,
    top_p: f64,
}

/// The part of a panel that is drawn.
struct Shown<'a> {
    bars: &'a [Bar],
    left_out: usize,
}

impl BarChart {
    /// The chart with the numbers that it draws.
    #[must_use]
    pub fn figure(&self, file_name: &str, caption: &str) -> Figure {
        let cumulative = self.panels.first().map_or("", |panel| panel.cumulative_heading.as_str());
        let measure = self.panels.first().map_or("", BarPanel::measured);
        let heads = [Column::text("of"), Column::number("value"), Column::number(measure)];
        let heads = heads.into_iter().chain((!cumulative.is_empty()).then(|| Column::number(cumulative)));
        let mut table = Table::new("", heads.collect());
        for panel in &self.panels {
            for bar in &panel.bars {
                let shown = |p: f64| Cell::number(p, number::exact_percent(p));
                let mut row = vec![Cell::text(&panel.heading), Cell::text(&bar.value), shown(bar.p)];
                row.extend(bar.cumulative.map(shown));
                table.push(row);
            }
        }
        Figure::with_numbers(self.picture(), file_name, caption, table)
    }

    /// The chart as SVG. In panels of more than 40 bars values at either end with a probability below 0.05 % are left out, and a line says how many.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut canvas = Canvas::default();
        let frame = self.frame();
        let text = frame.width - 2.0 * MARGIN;
        let mut y = layout::header(&mut canvas, &self.title, &self.subtitle, text) + 10.0;
        for panel in &self.panels {
            y = panel.draw(&mut canvas, &frame, y) + 16.0;
        }
        let height = layout::footer(&mut canvas, &self.footer, text, y - 12.0);
        let title = if self.title.is_empty() { "Distribution" } else { &self.title };
        canvas.finish(frame.width, height, title, &self.description())
    }

    fn frame(&self) -> Frame {
        let widest = |texts: &mut dyn Iterator<Item = String>, size: f64, weight: Weight| {
            texts.map(|text| text_width(&text, size, weight)).fold(0.0, f64::max)
        };
        let bars = || self.panels.iter().flat_map(|panel| panel.shown().bars);
        let heads = |head: fn(&BarPanel) -> &String| {
            widest(&mut self.panels.iter().map(|panel| head(panel).clone()), SMALL, Weight::Regular)
        };
        let values = widest(&mut bars().map(|bar| bar.value.clone()), TICK, Weight::Regular);
        let left = MARGIN + values.max(heads(|panel| &panel.value_heading)) + GAP;
        let percent = widest(&mut bars().map(|bar| number::exact_percent(bar.p)), TICK, Weight::Regular);
        let percents = left + LONGEST_BAR + GAP + percent;
        let cumulative = widest(
            &mut bars().filter_map(|bar| bar.cumulative.map(number::exact_percent)),
            TICK,
            Weight::Regular,
        );
        let cumulatives = if cumulative > 0.0 {
            percents + 2.0 * GAP + cumulative.max(heads(|panel| &panel.cumulative_heading))
        } else {
            percents
        };
        let top_p = bars().map(|bar| bar.p).filter(|p| p.is_finite()).fold(0.0, f64::max);
        let heading = widest(&mut self.panels.iter().map(|panel| panel.heading.clone()), PANEL, Weight::Bold);
        let width = (cumulatives + MARGIN)
            .max(layout::widest_word(&self.title) + 2.0 * MARGIN)
            .max(heading + 2.0 * MARGIN)
            .max(layout::NARROWEST);
        Frame { values: left - GAP, bars: left, percents, cumulatives, width, top_p }
    }

    /// What a screen reader says instead of the picture: the likeliest value of each panel.
    fn description(&self) -> String {
        let mut words = format!("Bar chart. {}", self.subtitle);
        for panel in &self.panels {
            let known = panel.bars.iter().filter(|bar| bar.p.is_finite());
            if let Some(likeliest) = known.reduce(|best, bar| if bar.p > best.p { bar } else { best }) {
                let (value, p) = (&likeliest.value, number::exact_percent(likeliest.p));
                let heading = if panel.heading.is_empty() { &panel.value_heading } else { &panel.heading };
                words.push_str(&format!(
                    " {heading}: {}, the likeliest is {value} with {p}.",
                    number::counted(panel.bars.len() as u64, "value", "values")
                ));
            }
        }
        words
    }
}

/// Font size in pixels of panel headings.
const PANEL: f64 = 13.0;

impl BarPanel {
    fn measured(&self) -> &str {
        if self.measure.is_empty() { "chance" } else { &self.measure }
    }

    fn shown(&self) -> Shown<'_> {
        if self.bars.len() <= MANY_BARS {
            return Shown { bars: &self.bars, left_out: 0 };
        }
        let occurs = |bar: &Bar| bar.p >= HARDLY;
        let first = self.bars.iter().position(occurs).unwrap_or(0);
        let end = self.bars.iter().rposition(occurs).map_or(self.bars.len(), |last| last + 1);
        Shown { bars: &self.bars[first..end], left_out: self.bars.len() - (end - first) }
    }

    /// Draws the panel below `y`; returns the y below it.
    fn draw(&self, canvas: &mut Canvas, frame: &Frame, y: f64) -> f64 {
        let mut y = y;
        if !self.heading.is_empty() {
            canvas.text(MARGIN, y + PANEL, Style::new(PANEL, INK).bold(), &self.heading);
            y += PANEL * 1.5;
        }
        self.draw_heads(canvas, frame, y + SMALL);
        y += SMALL * 1.6;
        let shown = self.shown();
        let pitch = (900.0 / size(shown.bars.len().max(1))).clamp(5.0, 19.0);
        let start = y;
        for bar in shown.bars {
            self.draw_bar(canvas, frame, y, pitch, bar);
            y += pitch;
        }
        canvas.line((frame.bars, start - 2.0), (frame.bars, y + 2.0), LINE);
        if shown.left_out > 0 {
            let limit = number::fixed(HARDLY * 100.0, 2);
            let words = match shown.left_out {
                1 => format!("1 value at the end, under {limit} %, is left out"),
                several => format!("{several} values at the ends, each under {limit} %, are left out"),
            };
            canvas.text(frame.bars, y + SMALL + 4.0, Style::new(SMALL, QUIET), &words);
            y += SMALL * 1.6;
        }
        y
    }

    fn draw_heads(&self, canvas: &mut Canvas, frame: &Frame, y: f64) {
        let style = Style::new(SMALL, QUIET).anchored(Anchor::End);
        canvas.text(frame.values, y, style, &self.value_heading);
        canvas.text(frame.percents, y, style, self.measured());
        if frame.cumulatives > frame.percents {
            canvas.text(frame.cumulatives, y, style, &self.cumulative_heading);
        }
    }

    fn draw_bar(&self, canvas: &mut Canvas, frame: &Frame, y: f64, pitch: f64, bar: &Bar) {
        let p = if bar.p.is_finite() { bar.p.max(0.0) } else { 0.0 };
        let length = if frame.top_p > 0.0 { p / frame.top_p * LONGEST_BAR } else { 0.0 };
        let percent = number::exact_percent(bar.p);
        canvas.open(&format!("{} {}: {percent}", bar.value, self.value_heading));
        if length > 0.0 {
            // A thin line stays visible where the bar would vanish: what can happen is never drawn as nothing.
            let rect =
                Rect { x: frame.bars, y: y + pitch * 0.12, width: length.max(0.5), height: pitch * 0.76 };
            canvas.rect(rect, self.tone.colour());
        }
        let label = (pitch * 0.75).min(TICK);
        if label >= SMALLEST_LABEL {
            let baseline = y + pitch / 2.0 + label * 0.36;
            let style = Style::new(label, INK).anchored(Anchor::End);
            canvas.text(frame.values, baseline, style, &bar.value);
            canvas.text(frame.percents, baseline, style, &percent);
            if let Some(cumulative) = bar.cumulative {
                let quiet = Style { colour: QUIET, ..style };
                canvas.text(frame.cumulatives, baseline, quiet, &number::exact_percent(cumulative));
            }
        }
        canvas.close();
    }
}
