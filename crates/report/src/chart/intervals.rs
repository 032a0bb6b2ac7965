//! Named values below each other, each with its error.

use super::canvas::{Anchor, Canvas, Picture, Rect, Style};
use super::font::{Weight, fit, text_width};
use super::layout::{self, AXIS, MARGIN, PLANE, TICK, size};
use super::palette::{self, INK, LINE, QUIET};
use super::plot::dot;
use super::scale::{Scale, tick};
use crate::document::Figure;
use crate::number;
use crate::table::{Cell, Column, Table};

/// Height of a row.
const ROW: f64 = 17.0;
/// Height of a bar.
const BAR: f64 = 11.0;
/// Names are cut beyond this many pixels.
const LONGEST_NAME: f64 = 240.0;

/// A named value with its error.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interval {
    /// Name.
    pub name: String,
    /// The value; above 0 on a scale of equal factors.
    pub value: f64,
    /// Ends of the error bar; `None` for a value without error.
    pub range: Option<(f64, f64)>,
    /// Ends of a thin line behind it: how far single cases reach; `None` for no such line.
    pub reach: Option<(f64, f64)>,
    /// The value as text.
    pub label: String,
}

/// How values lie along the axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spacing {
    /// Equal factors are equal lengths; values of 0 and less are left out.
    #[default]
    Factors,
    /// Equal differences are equal lengths, and every value is a bar from 0.
    FromZero,
    /// Equal differences are equal lengths, with an upright at one half: scores.
    AboutHalf,
}

/// Values of names below each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntervalChart {
    /// Title; blank for none.
    pub title: String,
    /// Line below the title.
    pub subtitle: String,
    /// What the values are.
    pub axis: String,
    /// How they lie along the axis.
    pub spacing: Spacing,
    /// From top to bottom.
    pub rows: Vec<Interval>,
    /// Remark below the picture.
    pub footer: String,
}

impl Spacing {
    /// The value that all others are read from.
    fn origin(self) -> Option<f64> {
        match self {
            Spacing::Factors => None,
            Spacing::FromZero => Some(0.0),
            Spacing::AboutHalf => Some(0.5),
        }
    }
}

impl IntervalChart {
    /// The chart with the numbers that it draws.
    #[must_use]
    pub fn figure(&self, file_name: &str, caption: &str) -> Figure {
        let numbers = ["low", "high"].map(Column::number);
        let columns = [Column::text("name"), Column::number(&self.axis)];
        let mut table = Table::new("", columns.into_iter().chain(numbers).collect());
        for row in &self.rows {
            let mut cells = vec![Cell::text(&row.name), Cell::number(row.value, &row.label)];
            let ends = row.range.iter().flat_map(|(low, high)| [*low, *high]);
            cells.extend(ends.map(|end| Cell::number(end, number::small(end))));
            table.push(cells);
        }
        Figure::with_numbers(self.picture(), file_name, caption, table)
    }

    /// The chart as a picture.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut canvas = Canvas::default();
        let names = self.rows.iter().map(|row| text_width(&row.name, TICK, Weight::Regular));
        let left = MARGIN + names.fold(0.0, f64::max).min(LONGEST_NAME) + 10.0;
        let labels = self.rows.iter().map(|row| text_width(&row.label, TICK, Weight::Regular));
        let labelled = left + PLANE + 10.0 + labels.fold(0.0, f64::max);
        let width = labelled + MARGIN;
        let top = layout::header(&mut canvas, &self.title, &self.subtitle, width - 2.0 * MARGIN) + 14.0;
        let ends = |range: Option<(f64, f64)>| range.into_iter().flat_map(|(low, high)| [low, high]);
        let values = self
            .rows
            .iter()
            .flat_map(|row| std::iter::once(row.value).chain(ends(row.range)).chain(ends(row.reach)));
        let log = self.spacing == Spacing::Factors;
        let scale = Scale::over(values.chain(self.spacing.origin()), log, (left, left + PLANE));
        let bottom = top + ROW * size(self.rows.len());
        for value in scale.ticks() {
            let Some(at) = scale.place(value) else { continue };
            canvas.line((at, top), (at, bottom), LINE);
            canvas.text(at, bottom + 16.0, Style::new(TICK, QUIET).anchored(Anchor::Middle), &tick(value));
        }
        if let Some(at) = self.spacing.origin().and_then(|origin| scale.place(origin)) {
            canvas.line((at, top), (at, bottom), INK);
        }
        for (at, row) in self.rows.iter().enumerate() {
            let middle = top + ROW * (size(at) + 0.5);
            let name = fit(&row.name, TICK, Weight::Regular, LONGEST_NAME);
            canvas.open(&format!("{}: {}", row.name, row.label));
            canvas.text(left - 8.0, middle + 4.0, Style::new(TICK, INK).anchored(Anchor::End), &name);
            row.draw(&mut canvas, self.spacing, &scale, middle);
            canvas.text(labelled, middle + 4.0, Style::new(TICK, QUIET).anchored(Anchor::End), &row.label);
            canvas.close();
        }
        let centre = Style::new(AXIS, INK).anchored(Anchor::Middle);
        canvas.text(left + PLANE / 2.0, bottom + 36.0, centre, &self.axis);
        let height = layout::footer(&mut canvas, &self.footer, width - 2.0 * MARGIN, bottom + 44.0);
        let title = if self.title.is_empty() { "Values" } else { &self.title };
        let words = format!(
            "Chart of {}: {}. {}",
            number::counted(self.rows.len() as u64, "value", "values"),
            self.axis,
            self.subtitle
        );
        canvas.finish(width, height, title, &words)
    }
}

impl Interval {
    fn draw(&self, canvas: &mut Canvas, spacing: Spacing, scale: &Scale, middle: f64) {
        let place = |range: (f64, f64)| Some((scale.place(range.0)?, scale.place(range.1)?));
        let reach = self.reach.and_then(place);
        let range = self.range.and_then(place);
        let value = scale.place(self.value);
        match (spacing, value, scale.place(0.0)) {
            (Spacing::FromZero, Some(at), Some(zero)) => {
                let colour = if self.value < 0.0 { palette::ORANGE } else { palette::BLUE };
                let (from, to) = (at.min(zero), at.max(zero));
                canvas.rect(Rect { x: from, y: middle - BAR / 2.0, width: to - from, height: BAR }, colour);
                for (low, high) in reach.into_iter().chain(range) {
                    canvas.line((low, middle), (high, middle), INK);
                }
                for end in range.into_iter().flat_map(|(low, high)| [low, high]) {
                    canvas.line((end, middle - 4.0), (end, middle + 4.0), INK);
                }
            }
            _ => {
                if let Some((low, high)) = reach {
                    canvas.line((low, middle), (high, middle), LINE);
                }
                if let Some((low, high)) = range {
                    canvas.line((low, middle), (high, middle), palette::BLUE);
                }
                if let Some(across) = value {
                    dot(canvas, across, middle, palette::BLUE);
                }
            }
        }
    }
}
