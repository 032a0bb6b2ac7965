//! Fits a table into a terminal: first headings wrap, then names are shortened, then the table is split into blocks.

use super::measure::{shorten, width, wrap};
use crate::table::{Align, Table};

/// Spaces between two columns.
const GAP: usize = 2;

/// To fit all columns side by side a text column is not shortened below this many columns of the terminal: names would no longer tell apart.
const NARROWEST_TEXT: usize = 18;

/// Width to which text columns are cut when the table must be split into blocks anyway.
const SPLIT_TEXT: usize = 26;

/// A table that is laid out: shown cells, and the width of each column.
struct Layout<'a> {
    table: &'a Table,
    shown: Vec<Vec<String>>,
    widths: Vec<usize>,
}

/// Heading, rule and rows, each line at most `limit` columns wide; several blocks, each with the first column, when the columns do not fit side by side.
pub(super) fn lines(table: &Table, limit: usize) -> Vec<String> {
    let layout = Layout::new(table, limit);
    let blocks = layout.blocks(limit);
    let mut lines = Vec::new();
    for (index, columns) in blocks.iter().enumerate() {
        if index > 0 {
            lines.push(String::new());
        }
        layout.block(columns, limit, &mut lines);
    }
    lines
}

impl<'a> Layout<'a> {
    fn new(table: &'a Table, limit: usize) -> Self {
        let count = table.width();
        let shown: Vec<Vec<String>> = (0..table.rows.len())
            .map(|row| (0..count).map(|column| table.cell(row, column).shown().into_owned()).collect())
            .collect();
        let body = |column: usize| shown.iter().map(|row| width(&row[column])).max().unwrap_or(0);
        let mut widths: Vec<usize> =
            (0..count).map(|column| body(column).max(width(&table.heading(column)))).collect();
        if total(&widths) > limit {
            for (column, wide) in widths.iter_mut().enumerate() {
                let longest_word = table.heading(column).split(' ').map(width).max().unwrap_or(0);
                *wide = body(column).max(longest_word);
            }
        }
        let mut layout = Self { table, shown, widths };
        layout.shorten_text_columns(limit);
        layout.spread_headings(limit);
        layout
    }

    /// Gives what width is free to the headings with the most lines, as long as that makes the head of the table lower.
    fn spread_headings(&mut self, limit: usize) {
        let headings: Vec<_> =
            (0..self.widths.len()).map(|column| self.table.heading(column).into_owned()).collect();
        let height = |column: usize, wide: usize| wrap(&headings[column], wide).len();
        loop {
            let heights: Vec<usize> =
                (0..headings.len()).map(|column| height(column, self.widths[column])).collect();
            let Some(&tallest) = heights.iter().max().filter(|tallest| **tallest > 1) else { return };
            // All headings of that height must give way, or the head stays as it is.
            let mut wider = self.widths.clone();
            for column in (0..headings.len()).filter(|column| heights[*column] == tallest) {
                let least = (wider[column]..).find(|wide| height(column, *wide) < tallest);
                wider[column] = least.unwrap_or(wider[column]);
            }
            if total(&wider) > limit {
                return;
            }
            self.widths = wider;
        }
    }

    /// Takes from the widest text column, one terminal column at a time, until the table fits. When it cannot fit, text columns are only cut as far as
    /// blocks need.
    fn shorten_text_columns(&mut self, limit: usize) {
        let text_columns: Vec<usize> =
            (0..self.widths.len()).filter(|&column| self.table.align(column) == Align::Left).collect();
        let floor = NARROWEST_TEXT.min(limit / 3);
        let smallest: Vec<usize> = (0..self.widths.len())
            .map(|column| {
                if text_columns.contains(&column) {
                    self.widths[column].min(floor)
                } else {
                    self.widths[column]
                }
            })
            .collect();
        if total(&smallest) > limit {
            let cut = SPLIT_TEXT.min(limit / 3);
            text_columns.iter().for_each(|&column| self.widths[column] = self.widths[column].min(cut));
            return;
        }
        while total(&self.widths) > limit {
            // Of equally wide columns the last shrinks first: the first one names the rows.
            let Some(&widest) = text_columns.iter().max_by_key(|&&column| self.widths[column]) else {
                return;
            };
            self.widths[widest] -= 1;
        }
    }

    /// Columns of each block; every block after the first repeats column 0.
    fn blocks(&self, limit: usize) -> Vec<Vec<usize>> {
        let mut blocks = Vec::new();
        let mut block: Vec<usize> = Vec::new();
        for column in 0..self.widths.len() {
            let taken: usize = block.iter().map(|&c| self.widths[c] + GAP).sum();
            if block.len() > 1 && taken + self.widths[column] > limit {
                blocks.push(std::mem::replace(&mut block, vec![0]));
            }
            block.push(column);
        }
        if !block.is_empty() {
            blocks.push(block);
        }
        blocks
    }

    fn block(&self, columns: &[usize], limit: usize, lines: &mut Vec<String>) {
        let headings: Vec<Vec<String>> =
            columns.iter().map(|&column| wrap(&self.table.heading(column), self.widths[column])).collect();
        let height = headings.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            // Headings stand on the rule, so short ones start lower.
            let part = |index: usize| {
                (line + headings[index].len())
                    .checked_sub(height)
                    .map_or("", |at| headings[index][at].as_str())
            };
            lines.push(self.line(columns, limit, part));
        }
        let rule: Vec<String> = columns.iter().map(|&column| "-".repeat(self.widths[column])).collect();
        lines.push(shorten(&rule.join(&" ".repeat(GAP)), limit));
        for row in &self.shown {
            lines.push(self.line(columns, limit, |index| row[columns[index]].as_str()));
        }
    }

    /// One line of a block; `part` gives the text for the index within the block.
    fn line<'t>(&self, columns: &[usize], limit: usize, part: impl Fn(usize) -> &'t str) -> String {
        let mut line = String::new();
        for (index, &column) in columns.iter().enumerate() {
            if index > 0 {
                line.push_str(&" ".repeat(GAP));
            }
            let text = shorten(part(index), self.widths[column]);
            let padding = " ".repeat(self.widths[column].saturating_sub(width(&text)));
            match self.table.align(column) {
                Align::Left => line.extend([text.as_str(), &padding]),
                Align::Right => line.extend([padding.as_str(), &text]),
            }
        }
        shorten(line.trim_end(), limit)
    }
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}
