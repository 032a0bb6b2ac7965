//! The table of all cells, for files.

use muster_report::number;
use muster_report::{Cell, Column, Table};

use super::Comparison;

/// One row a cell.
pub(super) fn table(comparison: &Comparison) -> Table {
    let mut table = Table::new(
        "",
        vec![
            Column::text("row"),
            Column::text("column"),
            Column::number("before"),
            Column::number("after"),
            Column::number("change"),
            Column::text("verdict"),
            Column::number("standard_error"),
            Column::number("logits"),
            Column::number("price"),
            Column::number("p_adjusted"),
            Column::number("games"),
            Column::text("basis"),
            Column::number("games_to_settle"),
            Column::text("limits"),
        ],
    );
    let value =
        |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, number::exchange(value)));
    for line in &comparison.lines {
        let limits = match (&line.breach, comparison.tolerance.is_set()) {
            (_, false) => "",
            (breach, _) if breach.is_broken() => "broken",
            (breach, _) if breach.is_open() => "open",
            _ => "kept",
        };
        table.push(vec![
            Cell::text(comparison.ids[line.pair.0].clone()),
            Cell::text(comparison.ids[line.pair.1].clone()),
            value(line.before),
            value(line.after),
            value(Some(line.change.change)),
            Cell::text(line.verdict.word()),
            value(Some(line.change.standard_error)),
            value(line.logits()),
            value(line.price(comparison.steepness)),
            value(Some(line.adjusted)),
            Cell::Count(line.games),
            Cell::text(line.basis),
            line.to_settle.map_or(Cell::Empty, Cell::Count),
            Cell::text(limits),
        ]);
    }
    table
}
