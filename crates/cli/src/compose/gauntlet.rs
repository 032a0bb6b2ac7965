//! What is said of one force against many.

use muster_report::chart::{Interval, IntervalChart, Spacing};
use muster_report::{Cell, Column, Document, Figure, Table, number};
use muster_results::CellResult;
use serde::Serialize;

use super::words::{games, score, seat_interval};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

#[derive(Serialize)]
struct Json<'g> {
    force: &'g str,
    mean: f64,
    enemies: Vec<EnemyJson<'g>>,
}

#[derive(Serialize)]
struct EnemyJson<'g> {
    enemy: &'g str,
    method: &'static str,
    games: u64,
    score: f64,
    low: f64,
    high: f64,
    first_score: Option<f64>,
    second_score: Option<f64>,
}

/// The gauntlet in every shape; the row of every cell is the force.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(
    plan: &Plan,
    ids: &[String],
    names: &[String],
    ground: &str,
    found: &[CellResult],
) -> Result<Answer, Failure> {
    let mut cells: Vec<&CellResult> = found.iter().collect();
    cells.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.column.cmp(&b.column)));
    let mean = cells.iter().map(|cell| cell.score).sum::<f64>() / cells.len().max(1) as f64;
    let name = &names[0];
    let count = |what: &dyn Fn(&CellResult) -> bool| cells.iter().filter(|cell| what(cell)).count();
    let mut page = Document::new(format!("{name} against {}", enemies(cells.len())));
    let mut summary = vec![format!("Mean score {} %.", number::fixed(mean * 100.0, 1))];
    if let (Some(best), Some(worst)) = (cells.first(), cells.last()) {
        summary.push(format!("Best against {}, {}.", names[best.column], score(best)));
        summary.push(format!("Worst against {}, {}.", names[worst.column], score(worst)));
    }
    summary.push(format!(
        "Surely above one half against {}, surely below against {}, too close to call against {}.",
        count(&|cell| cell.low > 0.5),
        count(&|cell| cell.high < 0.5),
        count(&|cell| cell.low <= 0.5 && cell.high >= 0.5)
    ));
    page.list(summary);
    if plan.output.out.is_some() {
        page.draw(intervals(name, &cells, names));
    }
    page.table(shown(&cells, names));
    let mut remarks = vec![
        format!("{ground}."),
        "Scores are wins plus half the draws over both seatings, with 95 % intervals.".to_owned(),
    ];
    remarks.extend(plan.footnotes(true));
    page.list(remarks);
    let seat = |cell: &CellResult, at: usize| seat_interval(&cell.seatings[at]).map(|(score, _, _)| score);
    let json = Json {
        force: &ids[0],
        mean,
        enemies: cells
            .iter()
            .map(|cell| EnemyJson {
                enemy: &ids[cell.column],
                method: cell.method.word(),
                games: games(cell),
                score: cell.score,
                low: cell.low,
                high: cell.high,
                first_score: seat(cell, 0),
                second_score: seat(cell, 1),
            })
            .collect(),
    };
    Answer::new(page, &json, stored(&cells, ids))
}

fn enemies(count: usize) -> String {
    if count == 1 { "one enemy".to_owned() } else { format!("{count} enemies") }
}

/// Scores against every enemy with their intervals.
fn intervals(name: &str, cells: &[&CellResult], names: &[String]) -> Figure {
    let row = |cell: &&CellResult| Interval {
        name: names[cell.column].clone(),
        value: cell.score,
        range: (cell.low < cell.high).then_some((cell.low, cell.high)),
        reach: None,
        label: score(cell),
    };
    IntervalChart {
        title: format!("{name} against {}", enemies(cells.len())),
        subtitle: "From the easiest to the hardest".to_owned(),
        axis: "score: wins plus half the draws".to_owned(),
        spacing: Spacing::AboutHalf,
        rows: cells.iter().map(row).collect(),
        footer: "Bars are 95 % intervals; exact scores have none. The upright is an even fight.".to_owned(),
    }
    .figure("gauntlet.svg", "Scores with their 95 % intervals.")
}

fn shown(cells: &[&CellResult], names: &[String]) -> Table {
    let mut table = Table::new(
        "From the easiest to the hardest",
        vec![
            Column::text("enemy"),
            Column::number("score"),
            Column::number("as A %"),
            Column::number("as B %"),
            Column::number("figures left"),
        ],
    );
    for cell in cells {
        let seat = |at: usize| {
            let seat = &cell.seatings[at];
            // A sampled 100 % is no certainty, and is not printed as one.
            seat_interval(seat).map_or(Cell::Empty, |(score, _, _)| {
                Cell::number(score, number::whole_percent(score, seat.games))
            })
        };
        table.push(vec![
            Cell::text(names[cell.column].clone()),
            Cell::number(cell.score, score(cell)),
            seat(0),
            seat(1),
            Cell::number(cell.mean_left[0], number::fixed(cell.mean_left[0], 1)),
        ]);
    }
    table
}

fn stored(cells: &[&CellResult], ids: &[String]) -> Table {
    let numbers = ["games", "score", "low", "high", "first_score", "second_score"];
    let columns =
        ["force", "enemy", "method"].map(Column::text).into_iter().chain(numbers.map(Column::number));
    let mut table = Table::new("", columns.collect());
    let value = |value: f64| Cell::number(value, number::exchange(value));
    for cell in cells {
        let seat =
            |at: usize| seat_interval(&cell.seatings[at]).map_or(Cell::Empty, |(score, _, _)| value(score));
        table.push(vec![
            Cell::text(ids[0].clone()),
            Cell::text(ids[cell.column].clone()),
            Cell::text(cell.method.word()),
            Cell::Count(games(cell)),
            value(cell.score),
            value(cell.low),
            value(cell.high),
            seat(0),
            seat(1),
        ]);
    }
    table
}
