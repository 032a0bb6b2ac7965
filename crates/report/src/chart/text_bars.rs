//! Horizontal bars for a terminal.

use unicode_width::UnicodeWidthStr;

use super::bars::BarPanel;
use super::layout::size;
use crate::escape::single_line;
use crate::number;

/// What bars are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Glyphs {
    /// `▇`, and `▏` for what is too little for one.
    #[default]
    Blocks,
    /// `#`, and `.` for what is too little for one.
    Ascii,
}

/// Bars are never drawn longer than this many columns: beyond it they only push the numbers away.
const LONGEST: usize = 50;

/// A distribution as bars of at most `columns` columns of a terminal (80 is customary): value, probability, cumulative probability and bar on each
/// line. Ends with a line break.
#[must_use]
pub fn text_bars(panel: &BarPanel, columns: usize, glyphs: Glyphs) -> String {
    let cumulative = panel.bars.iter().any(|bar| bar.cumulative.is_some());
    let heads = [
        panel.value_heading.as_str(),
        "chance",
        if cumulative { panel.cumulative_heading.as_str() } else { "" },
    ];
    let mut rows = vec![heads.map(|head| single_line(head).into_owned())];
    rows.extend(panel.bars.iter().map(|bar| {
        let below = bar.cumulative.map_or_else(String::new, number::exact_percent);
        [single_line(&bar.value).into_owned(), number::exact_percent(bar.p), below]
    }));
    let widths = [0, 1, 2].map(|column| rows.iter().map(|row| row[column].width()).max().unwrap_or(0));
    let taken: usize = widths.iter().filter(|&&width| width > 0).map(|width| width + 2).sum();
    let room = columns.saturating_sub(taken).clamp(1, LONGEST);
    let top = panel.bars.iter().map(|bar| bar.p).filter(|p| p.is_finite()).fold(0.0, f64::max);
    let mut text = String::new();
    if !panel.heading.is_empty() {
        text.push_str(&format!("{}\n", single_line(&panel.heading)));
    }
    for (index, row) in rows.iter().enumerate() {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(widths).filter(|&(_, width)| width > 0) {
            line.push_str(&" ".repeat(width - cell.width()));
            line.push_str(cell);
            line.push_str("  ");
        }
        if let Some(bar) = index.checked_sub(1).and_then(|at| panel.bars.get(at)) {
            line.push_str(&drawn(bar.p, top, room, glyphs));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The bar of one probability when the longest, `room` columns, stands for `top`.
fn drawn(p: f64, top: f64, room: usize, glyphs: Glyphs) -> String {
    let (full, little) = match glyphs {
        Glyphs::Blocks => ('▇', '▏'),
        Glyphs::Ascii => ('#', '.'),
    };
    // Also false for what is not a number.
    if !(p > 0.0 && top > 0.0) {
        return String::new();
    }
    let share = p / top;
    let filled = (1..=room).take_while(|&at| share * size(room) >= size(at) - 0.5).count();
    if filled == 0 { little.to_string() } else { full.to_string().repeat(filled) }
}
