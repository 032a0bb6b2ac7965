//! How many games for which difference.

use muster_report::{Cell, Column, Document, Table, number};
use serde::Serialize;

use crate::args::PowerArgs;
use crate::exit::Failure;
use crate::output::Answer;

/// One change and the games that it takes.
#[derive(Clone, Serialize)]
pub(crate) struct Row {
    /// Change of score, a fraction.
    pub change: f64,
    /// Games under either rules that find it.
    pub games: u64,
    /// Games under either rules that show that there is none so large, when there is none.
    pub games_to_exclude: u64,
}

#[derive(Serialize)]
struct Json<'r> {
    variance: f64,
    alpha: f64,
    power: f64,
    cells: u64,
    rows: &'r [Row],
}

/// The rows in every shape.
///
/// # Errors
/// When they cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(args: &PowerArgs, variance: f64, rows: &[Row]) -> Result<Answer, Failure> {
    let mut page = Document::new("How many games for which difference?");
    if let ([row], true) = (rows, args.games.is_some()) {
        page.list(vec![format!(
            "{} under either rules {} a change of {} percentage points {} times in 100.",
            number::counted(row.games, "game", "games"),
            if row.games == 1 { "finds" } else { "find" },
            number::small(row.change * 100.0),
            number::fixed(args.power * 100.0, 0)
        )]);
    }
    let mut table = Table::new(
        "",
        vec![
            Column::number("change, pp"),
            Column::number("games to find it"),
            Column::number("games to exclude it"),
        ],
    );
    for row in rows {
        table.push(vec![
            Cell::number(row.change, number::small(row.change * 100.0)),
            Cell::Count(row.games),
            Cell::Count(row.games_to_exclude),
        ]);
    }
    let mut file = table.clone();
    file.columns = ["change", "games", "games_to_exclude"].map(Column::number).to_vec();
    page.table(table);
    let pairing = match args.pairing {
        one if one <= 1.0 => "independent games".to_owned(),
        times => format!("paired games whose difference varies {} times less", number::fixed(times, 1)),
    };
    let chance = |share: f64| number::small(share * 100.0);
    page.list(vec![
        format!(
            "Games under either rules, {pairing}, at a score of {} % with {} % draws.",
            chance(args.score),
            chance(args.draws)
        ),
        format!(
            "Found {} times in 100; false alarms {} % over {} (each cell has its share).",
            number::fixed(args.power * 100.0, 0),
            chance(args.alpha),
            number::counted(args.cells, "cell", "cells")
        ),
        format!(
            "To exclude: to show, by two one-sided tests, that the change is smaller, 9 times in 10 when there is none; wrongly {} % of the time, each cell by itself.",
            chance(args.alpha)
        ),
    ]);
    let json = Json { variance, alpha: args.alpha, power: args.power, cells: args.cells, rows };
    Answer::new(page, &json, file)
}
