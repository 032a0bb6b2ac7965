//! The win matrix as a heat map: who beats whom at one glance.

use super::canvas::{Anchor, Canvas, Picture, Rect, Style};
use super::font::{Weight, fit, text_width};
use super::layout::{self, MARGIN, SMALL, SMALLEST_LABEL, TICK, size};
use super::palette::{self, GREY, INK, LINE, QUIET, VOID};
use super::sign::Sign;

/// Names are cut beyond this many times their font size, some 70 letters; the hint of the name then holds it in full.
const LONGEST_NAME: f64 = 40.0;
/// Degrees by which column names rise to the right.
const SLANT: f64 = 50.0;
/// Space between a name and its cells, in pixels.
const NAME_GAP: f64 = 7.0;
/// Steps of colour in the legend.
const LEGEND_STEPS: u8 = 20;
/// Width of one of them, in pixels.
const LEGEND_STEP: f64 = 9.0;
/// Space beside the band.
const LEGEND_GAP: f64 = 10.0;
/// Height of the legend's band of colours, in pixels.
const LEGEND_BAND: f64 = 12.0;

/// One meeting of a row with a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatCell {
    /// The row's score, 0 to 1: 1 when the row always wins.
    pub score: f64,
    /// Text in the cell, such as [`crate::number::whole_percent`] gives; left out where cells are small.
    pub label: String,
    /// Sentence that browsers show under the pointer; blank for none.
    pub hint: String,
    /// Sign in the cell; the legend says what it means.
    pub sign: Sign,
}

/// What the colours and the signs of a heat map mean, where they are not scores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legend {
    /// Words at the ends of the band: what the colours of 0 and of 1 stand for.
    pub ends: [String; 2],
    /// Numbers below the band: at 0, at one half and at 1.
    pub ticks: [String; 3],
    /// Signs and what they mean.
    pub signs: Vec<(Sign, String)>,
    /// What a cell says, in a sentence for those who do not see it.
    pub says: String,
}

/// A win matrix, drawn in the order given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heatmap {
    /// Title; blank for none.
    pub title: String,
    /// Line below the title: rule set, conditions, seed.
    pub subtitle: String,
    /// What rows and columns are, in the singular, for the legend: `box`, `unit`. Blank reads as `box`.
    pub noun: String,
    /// Names of the rows from top to bottom.
    pub row_names: Vec<String>,
    /// Names of the columns from left to right.
    pub column_names: Vec<String>,
    /// Rows of cells; `None` or a missing cell for a pair that was not played.
    pub cells: Vec<Vec<Option<HeatCell>>>,
    /// Mean of each row, drawn as one more column; empty for no such column. [`Heatmap::with_row_means`] fills it.
    pub row_means: Vec<Option<HeatCell>>,
    /// What colours and signs mean; `None` for scores.
    pub legend: Option<Legend>,
    /// Remark below the picture: method, games, what was cut.
    pub footer: String,
}

/// Sizes in pixels that follow from the number and the names of rows and columns.
struct Grid {
    cell: f64,
    name_size: f64,
    label_size: Option<f64>,
    left: f64,
    top: f64,
    rows: f64,
    columns: f64,
    width: f64,
}

impl Heatmap {
    /// Fills the column of means: each row's unweighted mean over the cells that are there, the meeting with its own name left out.
    #[must_use]
    pub fn with_row_means(mut self) -> Self {
        self.row_means = (0..self.row_names.len()).map(|row| self.row_mean(row)).collect();
        self
    }

    /// The heat map as SVG. Blue cells are won by the row, orange ones by the column, pale ones are even.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let mut canvas = Canvas::default();
        let grid = self.grid(&mut canvas);
        self.draw_names(&grid, &mut canvas);
        self.draw_cells(&grid, &mut canvas);
        self.draw_means(&grid, &mut canvas);
        let bottom = self.draw_legend(&grid, &mut canvas);
        let height = layout::footer(&mut canvas, &self.footer, grid.width - 2.0 * MARGIN, bottom);
        canvas.finish(grid.width, height, &self.shown_title(), &self.description())
    }

    fn row_mean(&self, row: usize) -> Option<HeatCell> {
        let name = &self.row_names[row];
        let mut total = 0.0;
        let mut met = 0_u32;
        for (column, foe) in self.column_names.iter().enumerate() {
            if let Some(cell) = self.cell(row, column).filter(|cell| foe != name && cell.score.is_finite()) {
                total += cell.score;
                met += 1;
            }
        }
        (met > 0).then(|| {
            let score = total / f64::from(met);
            HeatCell {
                score,
                label: crate::number::fixed(score * 100.0, 0),
                hint: format!("{name}: mean {} % over {met} others", crate::number::fixed(score * 100.0, 1)),
                sign: Sign::None,
            }
        })
    }

    fn cell(&self, row: usize, column: usize) -> Option<&HeatCell> {
        self.cells.get(row).and_then(|cells| cells.get(column)).and_then(Option::as_ref)
    }

    /// Whether every row has met every column.
    fn is_complete(&self) -> bool {
        let (rows, columns) = (self.row_names.len(), self.column_names.len());
        (0..rows).all(|row| (0..columns).all(|column| self.cell(row, column).is_some()))
    }

    fn noun(&self) -> &str {
        if self.noun.is_empty() { "box" } else { &self.noun }
    }

    fn shown_title(&self) -> String {
        if self.title.is_empty() { "Win matrix".to_owned() } else { self.title.clone() }
    }

    /// What a screen reader says instead of the picture.
    fn description(&self) -> String {
        format!(
            "Heat map of {} rows and {} columns. {} {}",
            self.row_names.len(),
            self.column_names.len(),
            self.legend().says,
            self.subtitle
        )
    }

    /// The legend in force: that of scores, unless told.
    fn legend(&self) -> Legend {
        let noun = self.noun();
        self.legend.clone().unwrap_or_else(|| Legend {
            ends: [format!("column {noun} wins"), format!("row {noun} wins")],
            ticks: ["0", "50", "100 %"].map(str::to_owned),
            signs: Vec::new(),
            says: format!(
                "Each cell is the score of the row's {noun} against the column's {noun} in percent: blue when the row's \
                 {noun} wins, orange when the column's {noun} wins, pale when even."
            ),
        })
    }

    /// Lays the picture out, and writes title and subtitle, whose height it needs.
    fn grid(&self, canvas: &mut Canvas) -> Grid {
        let (rows, columns) = (size(self.row_names.len()), size(self.column_names.len()));
        let cell = (840.0 / rows.max(columns).max(1.0)).round().clamp(15.0, 64.0);
        let name_size = (cell * 0.55).clamp(8.5, 13.0);
        let width_of =
            |name: &String| text_width(name, name_size, Weight::Regular).min(LONGEST_NAME * name_size);
        let left = MARGIN + NAME_GAP + self.row_names.iter().map(width_of).fold(0.0, f64::max);
        let (sine, cosine) = SLANT.to_radians().sin_cos();
        // The ends of the slanted column names, to the right of the first cell's edge and above the cells.
        let mut reach = self.mean_left(cell, columns) + if self.row_means.is_empty() { 0.0 } else { cell };
        let mut rise = 0.0_f64;
        for (column, name) in self.column_names.iter().enumerate() {
            reach = reach.max((size(column) + 0.5) * cell + width_of(name) * cosine + name_size * sine);
            rise = rise.max(width_of(name) * sine + name_size * cosine);
        }
        let width = (left + reach + MARGIN)
            .max(layout::NARROWEST)
            .max(self.legend_width() + 2.0 * MARGIN)
            .max(layout::widest_word(&self.title) + 2.0 * MARGIN);
        let below_title = layout::header(canvas, &self.title, &self.subtitle, width - 2.0 * MARGIN);
        let top = below_title + 12.0 + rise + NAME_GAP;
        Grid { cell, name_size, label_size: self.label_size(cell), left, top, rows, columns, width }
    }

    /// Left edge of the column of means, to the right of the first cell's edge.
    fn mean_left(&self, cell: f64, columns: f64) -> f64 {
        let gap = if self.row_means.is_empty() { 0.0 } else { (cell * 0.3).max(6.0) };
        columns * cell + gap
    }

    /// One size for all labels: as large as the widest allows, none when that cannot be read.
    fn label_size(&self, cell: f64) -> Option<f64> {
        let cells = self.cells.iter().flatten().chain(&self.row_means).flatten();
        let widest = cells.map(|cell| text_width(&cell.label, 1.0, Weight::Bold)).fold(0.0, f64::max);
        let size =
            (cell * 0.38).min(17.0).min(if widest > 0.0 { (cell - 4.0) / widest } else { f64::INFINITY });
        (size >= SMALLEST_LABEL).then_some(size)
    }

    fn draw_names(&self, grid: &Grid, canvas: &mut Canvas) {
        let style = Style::new(grid.name_size, INK);
        for (row, name) in self.row_names.iter().enumerate() {
            let y = grid.top + (size(row) + 0.5) * grid.cell + grid.name_size * 0.36;
            draw_name(canvas, grid.left - NAME_GAP, y, style.anchored(Anchor::End), name);
        }
        // The baseline starts right of the cell's middle, so that the letters, which stand above it, are centred.
        let shift = grid.name_size * 0.36 * SLANT.to_radians().sin();
        for (column, name) in self.column_names.iter().enumerate() {
            let x = grid.left + (size(column) + 0.5) * grid.cell + shift;
            draw_name(canvas, x, grid.top - NAME_GAP, style.slanted(SLANT), name);
        }
        if !self.row_means.is_empty() {
            let x = grid.left + self.mean_left(grid.cell, grid.columns) + grid.cell / 2.0 + shift;
            canvas.text(x, grid.top - NAME_GAP, style.bold().slanted(SLANT), "mean");
        }
    }

    fn draw_cells(&self, grid: &Grid, canvas: &mut Canvas) {
        for row in 0..self.row_names.len() {
            for column in 0..self.column_names.len() {
                let (x, y) = (grid.left + size(column) * grid.cell, grid.top + size(row) * grid.cell);
                draw_cell(canvas, grid, (x, y), self.cell(row, column), Weight::Regular);
            }
        }
    }

    fn draw_means(&self, grid: &Grid, canvas: &mut Canvas) {
        let x = grid.left + self.mean_left(grid.cell, grid.columns);
        for (row, mean) in self.row_means.iter().enumerate().take(self.row_names.len()) {
            draw_cell(canvas, grid, (x, grid.top + size(row) * grid.cell), mean.as_ref(), Weight::Bold);
        }
    }

    /// Pixels that the legend takes: both ends in words, the band between them.
    fn legend_width(&self) -> f64 {
        let words: f64 = self.legend().ends.iter().map(|end| text_width(end, TICK, Weight::Bold)).sum();
        words + 2.0 * LEGEND_GAP + f64::from(LEGEND_STEPS) * LEGEND_STEP
    }

    /// Draws the legend below the cells; returns the y below it.
    fn draw_legend(&self, grid: &Grid, canvas: &mut Canvas) -> f64 {
        let y = grid.top + grid.rows * grid.cell + 22.0;
        let legend = self.legend();
        let [low, high] = &legend.ends;
        let band = f64::from(LEGEND_STEPS) * LEGEND_STEP;
        // Under the cells, unless that would push the words out of the picture.
        let start = grid.left.min(grid.width - MARGIN - self.legend_width()).max(MARGIN);
        let style = Style::new(TICK, INK);
        let low_width = text_width(low, TICK, Weight::Bold);
        canvas.text(start, y + 10.0, Style { colour: palette::ORANGE_TEXT, ..style }.bold(), low);
        let left = start + low_width + LEGEND_GAP;
        for at in 0..LEGEND_STEPS {
            let score = (f64::from(at) + 0.5) / f64::from(LEGEND_STEPS);
            let rect =
                Rect { x: left + f64::from(at) * LEGEND_STEP, y, width: LEGEND_STEP, height: LEGEND_BAND };
            canvas.rect(rect, palette::diverging(score));
        }
        canvas.outline(Rect { x: left, y, width: band, height: LEGEND_BAND }, LINE, 1.0);
        canvas.text(
            left + band + LEGEND_GAP,
            y + 10.0,
            Style { colour: palette::BLUE_TEXT, ..style }.bold(),
            high,
        );
        let tick = Style::new(SMALL, QUIET).anchored(Anchor::Middle);
        for (share, text) in [0.0, 0.5, 1.0].into_iter().zip(&legend.ticks) {
            let x = left + band * share;
            canvas.line((x, y + LEGEND_BAND), (x, y + LEGEND_BAND + 4.0), QUIET);
            canvas.text(x, y + LEGEND_BAND + 15.0, tick, text);
        }
        let below = draw_signs(canvas, &legend.signs, start, y + LEGEND_BAND + 18.0);
        if self.is_complete() {
            return below;
        }
        let swatch = Rect { x: left, y: below + 6.0, width: LEGEND_BAND, height: LEGEND_BAND };
        draw_void(canvas, swatch);
        canvas.text(left + LEGEND_BAND + 7.0, swatch.y + 10.0, Style::new(SMALL, QUIET), "not played");
        below + LEGEND_BAND + 8.0
    }
}

/// Signs and what they mean, one a line; returns the y below them.
fn draw_signs(canvas: &mut Canvas, signs: &[(Sign, String)], left: f64, y: f64) -> f64 {
    let mut y = y;
    for (sign, meaning) in signs {
        y += 17.0;
        sign.draw(canvas, (left + 6.0, y - 4.0), 9.0, INK);
        canvas.text(left + 19.0, y, Style::new(TICK, INK), meaning);
    }
    y
}

/// A name, cut when it is far too long; the hint then holds all of it.
fn draw_name(canvas: &mut Canvas, x: f64, y: f64, style: Style, name: &str) {
    let shown = fit(name, style.size, style.weight, LONGEST_NAME * style.size);
    if shown == name {
        canvas.text(x, y, style, name);
    } else {
        canvas.open(name);
        canvas.text(x, y, style, &shown);
        canvas.close();
    }
}

fn draw_cell(canvas: &mut Canvas, grid: &Grid, (x, y): (f64, f64), cell: Option<&HeatCell>, weight: Weight) {
    // Half a pixel of white on each side parts the cells.
    let rect = Rect { x: x + 0.5, y: y + 0.5, width: grid.cell - 1.0, height: grid.cell - 1.0 };
    let Some(cell) = cell else {
        draw_void(canvas, rect);
        return;
    };
    let ground = palette::diverging(cell.score);
    canvas.open(&cell.hint);
    canvas.rect(rect, ground);
    let ink = palette::text_on(ground);
    // With a sign beside it a label makes room above; where labels are too small, the sign has the cell to itself.
    let (lift, sign) = match (grid.label_size, cell.sign) {
        (_, Sign::None) => (0.0, None),
        (Some(size), _) => (size * 0.45, Some((y + grid.cell * 0.76, (grid.cell * 0.24).min(9.0)))),
        (None, _) => (0.0, Some((y + grid.cell / 2.0, grid.cell * 0.5))),
    };
    if let Some(size) = grid.label_size {
        let style = Style { weight, ..Style::new(size, ink).anchored(Anchor::Middle) };
        canvas.text(x + grid.cell / 2.0, y + grid.cell / 2.0 + size * 0.36 - lift, style, &cell.label);
    }
    if let Some((middle, side)) = sign {
        cell.sign.draw(canvas, (x + grid.cell / 2.0, middle), side, ink);
    }
    canvas.close();
}

/// A place without a meeting: grey and crossed out, so that nobody takes it for an even one.
fn draw_void(canvas: &mut Canvas, rect: Rect) {
    canvas.rect(rect, VOID);
    canvas.line((rect.x, rect.y + rect.height), (rect.x + rect.width, rect.y), GREY);
}
