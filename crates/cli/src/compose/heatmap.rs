//! The picture of a matrix.

use muster_analysis::PayoffMatrix;
use muster_report::chart::{HeatCell, Heatmap, Picture};
use muster_report::number;

use super::matrix::{Layout, shown};

/// Rows and columns from the strongest to the weakest; a single force against many has one row.
pub(crate) fn picture(matrix: &PayoffMatrix<'_>, layout: &Layout) -> Picture {
    let roster = matrix.roster();
    let manifest = &matrix.record().manifest;
    let names = |order: &[usize]| order.iter().map(|row| roster[*row].name.clone()).collect();
    let cell = |row: usize, column: usize| {
        matrix.cell(row, column).map(|cell| HeatCell {
            score: cell.score,
            label: number::whole_percent(cell.score, cell.games()),
            hint: format!("{} against {}: {}", roster[row].name, roster[column].name, shown(&cell)),
            ..HeatCell::default()
        })
    };
    let cells = layout
        .rows
        .iter()
        .map(|row| layout.columns.iter().map(|column| cell(*row, *column)).collect())
        .collect();
    let noun = if manifest.of == "units" { "unit" } else { "box" };
    let map = Heatmap {
        title: layout.title.clone(),
        subtitle: format!("{}; {}; seed {}", manifest.conditions, manifest.plans, manifest.seed),
        noun: noun.to_owned(),
        row_names: names(&layout.rows),
        column_names: names(&layout.columns),
        cells,
        row_means: Vec::new(),
        legend: None,
        footer: format!(
            "Score of the row in percent: wins plus half the draws, both seatings. {}",
            layout.method
        ),
    };
    map.with_row_means().picture()
}
