//! `matrix.csv`: one row an ordered pair, the diagonal included, inputs repeated.

use muster_analysis::{Cell as Pair, PayoffMatrix};
use muster_report::{Cell, Column, Table};
use muster_results::RosterRow;

/// The columns; others script against them.
const COLUMNS: [&str; 41] = [
    "row",
    "column",
    "method",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "low",
    "high",
    "first_score",
    "second_score",
    "conditions",
    "plans",
    "seed",
    "rules",
    "data_hash",
    "changed",
    "row_name",
    "row_units",
    "row_figures",
    "row_melee_points",
    "row_firepower",
    "column_name",
    "column_units",
    "column_figures",
    "column_melee_points",
    "column_firepower",
    "mean_left_row",
    "mean_left_column",
    "row_lost_to_shooting",
    "row_lost_to_melee",
    "row_lost_to_morale",
    "column_lost_to_shooting",
    "column_lost_to_melee",
    "column_lost_to_morale",
    "mean_turns",
    "limit_share",
    "harmless",
    "row_plan_mix",
    "column_plan_mix",
];

/// The table of a matrix, in the order of the roster.
pub(crate) fn table(matrix: &PayoffMatrix<'_>) -> Table {
    let mut table = Table::new("", COLUMNS.into_iter().map(Column::text).collect());
    for row in 0..matrix.len() {
        for column in 0..matrix.len() {
            if let Some(pair) = matrix.cell(row, column) {
                table.push(cells(matrix, &pair));
            }
        }
    }
    table
}

fn full(value: f64) -> Cell {
    Cell::number(value, "")
}

fn cells(matrix: &PayoffMatrix<'_>, pair: &Pair<'_>) -> Vec<Cell> {
    let manifest = &matrix.record().manifest;
    let (row, column) = (&matrix.roster()[pair.row], &matrix.roster()[pair.column]);
    let [wins, draws, losses] = pair.totals();
    let optional = |value: Option<f64>| value.map_or(Cell::Empty, full);
    // The stored cell is told from the force that comes first in the roster.
    let turned = pair.row > pair.column;
    let side = |force: usize| if turned { 1 - force } else { force };
    let mut cells = vec![
        Cell::text(&row.id),
        Cell::text(&column.id),
        Cell::text(pair.method.word()),
        Cell::Count(pair.games()),
        full(wins),
        full(draws),
        full(losses),
        full(pair.score),
        full(pair.low),
        full(pair.high),
        optional(pair.first_score()),
        optional(pair.second_score()),
        Cell::text(&manifest.conditions),
        Cell::text(&manifest.plans),
        Cell::Count(manifest.seed),
        Cell::text(&manifest.rules),
        Cell::text(&manifest.data_hash),
        Cell::text(manifest.changed.join("; ")),
    ];
    cells.extend(roster(row));
    cells.extend(roster(column));
    cells.extend(pair.mean_left.map(full));
    for force in 0..2 {
        cells.extend(pair.stored.mean_lost[side(force)].map(full));
    }
    cells.extend([
        full(pair.stored.mean_turns),
        full(pair.stored.limit_share),
        Cell::text(if pair.stored.harmless { "yes" } else { "no" }),
    ]);
    for force in 0..2 {
        let mix = pair.stored.mix.as_ref().map_or_else(String::new, |mix| {
            let weights = if side(force) == 0 { &mix.row } else { &mix.column };
            let parts = mix.plans.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
            parts.map(|(plan, weight)| format!("{plan} {weight}")).collect::<Vec<_>>().join("; ")
        });
        cells.push(Cell::text(mix));
    }
    cells
}

fn roster(row: &RosterRow) -> [Cell; 5] {
    [
        Cell::text(&row.name),
        Cell::Count(u64::from(row.units)),
        Cell::Count(u64::from(row.figures)),
        full(row.melee_points),
        full(row.firepower),
    ]
}
