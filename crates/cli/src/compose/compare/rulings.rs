//! The open questions of a rule set, ranked by how much they matter.

use muster_report::chart::{Interval, IntervalChart, Spacing};
use muster_report::{Cell, Column, Document, Figure, Table, number};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// One option of one ruling, tried in place of the chosen one.
#[derive(Serialize)]
pub(crate) struct Tried {
    /// Id of the ruling.
    pub ruling: String,
    /// What it asks.
    pub asks: String,
    /// The chosen option.
    pub chosen: String,
    /// The option that was tried.
    pub option: String,
    /// Root of the mean squared change of score over the cells off the diagonal, sampling error taken off.
    pub rms: f64,
    /// Ends of its 95 % interval.
    pub low: f64,
    /// The upper one.
    pub high: f64,
    /// Share of cells surely changed by at least one point.
    pub changed: f64,
    /// Share of cells that the option cannot touch, or that were alike in every roll.
    pub alike: f64,
    /// The largest change, and between whom.
    pub largest: f64,
    /// Half the width of its 95 % interval.
    pub half_width: f64,
    /// Row and column of it.
    pub between: [String; 2],
}

impl Tried {
    /// How far it moves scores, in percentage points, with its interval.
    fn moves(&self) -> String {
        let shown = |points: f64, decimals| number::fixed(points * 100.0, decimals);
        if self.high <= self.low {
            return shown(self.rms, 2);
        }
        let decimals = number::decimals_for((self.high - self.low) * 50.0);
        let [value, low, high] = [self.rms, self.low, self.high].map(|points| shown(points, decimals));
        format!("{value} ({low} to {high})")
    }
}

/// Most options in the picture.
const DRAWN: usize = 20;

/// The options that move scores the most, from top to bottom.
fn picture(tried: &[Tried], ground: &str) -> Figure {
    let row = |one: &Tried| Interval {
        name: format!("{} = {}", one.ruling, one.option.replace('"', "")),
        value: one.rms * 100.0,
        range: (one.high > one.low).then_some((one.low * 100.0, one.high * 100.0)),
        reach: None,
        label: one.moves(),
    };
    let rows: Vec<Interval> = tried.iter().filter(|one| one.high > 0.0).take(DRAWN).map(row).collect();
    let left_out = tried.len() - rows.len();
    IntervalChart {
        title: "Which open question matters most?".to_owned(),
        subtitle: ground.to_owned(),
        axis: "How far it moves scores, percentage points (root mean square)".to_owned(),
        spacing: Spacing::FromZero,
        rows,
        footer: if left_out > 0 {
            format!("{left_out} options that move less, or nothing, are left out.")
        } else {
            String::new()
        },
    }
    .figure("rulings.svg", "Options of rulings, each tried in place of the chosen one.")
}

/// The ranking.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn ranked(
    plan: &Plan,
    tried: &[Tried],
    games: u64,
    cells: usize,
    ground: &str,
) -> Result<Answer, Failure> {
    let mut page = Document::new("Which open question matters most?");
    let matter: Vec<&Tried> = tried.iter().filter(|one| one.changed > 0.0).collect();
    let mut lines = Vec::new();
    // What is sure to move something: by its mean square, or in one cell.
    let sure = |one: &&Tried| one.low > 0.0 || one.changed > 0.0;
    if tried.iter().all(|one| !sure(&one)) {
        lines.push(
            "None moves scores beyond luck in so many games: more --games tell smaller moves.".to_owned(),
        );
    }
    if let Some(first) = tried.iter().find(sure) {
        lines.push(format!(
            "Settle first: {} ({} = {} instead of {}), which moves a score by {} pp (root mean square).",
            first.asks.trim_end_matches('.'),
            first.ruling,
            first.option,
            first.chosen,
            number::fixed(first.rms * 100.0, 1)
        ));
    }
    let quiet = tried.len() - matter.len();
    lines.push(format!(
        "{} options were tried, one at a time; {quiet} of them change no cell surely.",
        tried.len()
    ));
    page.list(lines);
    page.table(shown(tried));
    page.draw(picture(tried, ground));
    let mut remarks = vec![
        format!(
            "{}; sampled ones {} a cell under each option, with the luck of the game shared.",
            number::counted(cells as u64, "cell", "cells"),
            number::counted(games, "game", "games")
        ),
        "Moved: cells surely changed by one point or more, judged over all cells together, so that a single ± which leaves out 0 need not be sure; alike: no roll differs. The rms is over all cells, those of a force against itself left out, with the sampling error taken off.".to_owned(),
        format!("{ground}."),
    ];
    remarks.extend(plan.footnotes(true));
    page.list(remarks);
    Answer::new(page, &tried, stored(tried))
}

fn shown(tried: &[Tried]) -> Table {
    let mut table = Table::new(
        "From the question that matters most to the one that matters least",
        vec![
            Column::text("ruling"),
            Column::text("option"),
            Column::number("rms, pp"),
            Column::number("moved %"),
            Column::number("alike %"),
            Column::number("largest, pp"),
        ],
    );
    let percent = |share: f64| Cell::number(share * 100.0, number::fixed(share * 100.0, 0));
    for one in tried {
        table.push(vec![
            Cell::text(one.ruling.clone()),
            Cell::text(one.option.trim_matches('"')),
            Cell::number(one.rms * 100.0, one.moves()),
            percent(one.changed),
            percent(one.alike),
            Cell::number(
                one.largest * 100.0,
                number::change(one.largest, one.half_width).trim_end_matches(" pp"),
            ),
        ]);
    }
    table
}

fn stored(tried: &[Tried]) -> Table {
    let mut table = Table::new(
        "",
        ["ruling", "chosen", "option"]
            .map(Column::text)
            .into_iter()
            .chain(["rms", "low", "high", "changed", "alike", "largest"].map(Column::number))
            .chain(["row", "column", "asks"].map(Column::text))
            .collect(),
    );
    let value = |value: f64| Cell::number(value, number::exchange(value));
    for one in tried {
        let mut row = vec![
            Cell::text(one.ruling.clone()),
            Cell::text(one.chosen.clone()),
            Cell::text(one.option.clone()),
        ];
        row.extend([one.rms, one.low, one.high, one.changed, one.alike, one.largest].map(value));
        row.extend([one.between[0].clone(), one.between[1].clone(), one.asks.clone()].map(Cell::text));
        table.push(row);
    }
    table
}
