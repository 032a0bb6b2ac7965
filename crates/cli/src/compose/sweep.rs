//! What a sweep says: one line a value, and a picture.

use muster_report::chart::{Bar, BarChart, BarPanel};
use muster_report::{Cell, Column, Document, Figure, Table, number};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// What the cells off the diagonal come to under one value; fractions of score and of cells.
#[derive(Default, Serialize)]
pub(crate) struct Step {
    /// The value.
    pub value: String,
    /// Cells whose score lies between 40 and 60 %.
    pub fair: f64,
    /// Root mean square of a score's distance from one half, sampling error taken off.
    pub uneven: f64,
    /// What sitting as side A is worth.
    pub first: f64,
    /// Games drawn.
    pub drawn: f64,
    /// Root mean square of the changes against the rules in force.
    pub moved: f64,
    /// Cells surely changed.
    pub changed: f64,
    /// The largest change.
    pub largest: f64,
    /// Half the width of its 95 % interval.
    pub half_width: f64,
    /// Between whom.
    pub between: [String; 2],
}

/// The picture: how fair the cells are under each value.
fn picture(key: &str, steps: &[Step], ground: &str) -> Figure {
    let panel = |heading: &str, measure: &str, value: &dyn Fn(&Step) -> f64| BarPanel {
        heading: heading.to_owned(),
        measure: measure.to_owned(),
        value_heading: key.to_owned(),
        bars: steps
            .iter()
            .map(|step| Bar { value: step.value.clone(), p: value(step).clamp(0.0, 1.0), cumulative: None })
            .collect(),
        ..BarPanel::default()
    };
    BarChart {
        title: format!("{key} through its values"),
        subtitle: ground.to_owned(),
        panels: vec![
            panel("Cells between 40 and 60 %", "of cells", &|step| step.fair),
            panel("Distance from even, root mean square", "of score", &|step| step.uneven),
            panel("Cells surely changed", "of cells", &|step| step.changed),
        ],
        footer: String::new(),
    }
    .figure("sweep.svg", "")
}

/// The sweep in every shape.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(
    plan: &Plan,
    key: &str,
    now: Option<&str>,
    steps: &[Step],
    ground: &str,
    games: u64,
) -> Result<Answer, Failure> {
    let mut page = Document::new(format!("{key} through its values"));
    let fairest = steps.iter().min_by(|a, b| a.uneven.total_cmp(&b.uneven));
    page.list(
        fairest
            .map(|step| {
                format!(
                    "Fairest at {}: scores lie {} pp from even (root mean square), {} % of the cells between 40 and 60 %.",
                    step.value,
                    number::fixed(step.uneven * 100.0, 1),
                    number::fixed(step.fair * 100.0, 0)
                )
            })
            .into_iter()
            .chain(now.map(|now| format!("In force now: {now}.")))
            .collect(),
    );
    page.table(shown(steps, now));
    page.draw(picture(key, steps, ground));
    let mut remarks = vec![
        format!(
            "{ground}. Exact cells are exact; sampled ones {} a cell, the same luck under every value.",
            number::counted(games, "game", "games")
        ),
        "Changed, moved and largest are held against the rules in force. Cells of a force against itself are left out.".to_owned(),
    ];
    remarks.extend(plan.footnotes(true));
    page.list(remarks);
    Answer::new(page, &Json { key, now, steps }, stored(steps))
}

#[derive(Serialize)]
struct Json<'s> {
    key: &'s str,
    now: Option<&'s str>,
    steps: &'s [Step],
}

fn shown(steps: &[Step], now: Option<&str>) -> Table {
    let headings = ["40-60 %", "from even", "side A", "drawn %", "changed %", "moved", "largest"];
    let columns = std::iter::once(Column::text("value")).chain(headings.map(Column::number));
    let mut table = Table::new("", columns.collect());
    let points = |share: f64| Cell::number(share * 100.0, number::fixed(share * 100.0, 1));
    let percent = |share: f64| Cell::number(share * 100.0, number::fixed(share * 100.0, 0));
    for step in steps {
        let mark = if now.is_some_and(|now| now.trim_matches('"') == step.value) { " (now)" } else { "" };
        table.push(vec![
            Cell::text(format!("{}{mark}", step.value)),
            percent(step.fair),
            points(step.uneven),
            points(step.first),
            percent(step.drawn),
            percent(step.changed),
            points(step.moved),
            Cell::number(step.largest * 100.0, number::change(step.largest, step.half_width)),
        ]);
    }
    table.note(
        "From even, side A, moved: percentage points of score; from even and moved are root mean squares.",
    );
    table
}

fn stored(steps: &[Step]) -> Table {
    let headings = ["fair", "uneven", "first", "drawn", "changed", "moved", "largest"];
    let columns = std::iter::once(Column::text("value"))
        .chain(headings.map(Column::number))
        .chain(["row", "column"].map(Column::text));
    let mut table = Table::new("", columns.collect());
    for step in steps {
        let numbers =
            [step.fair, step.uneven, step.first, step.drawn, step.changed, step.moved, step.largest];
        let mut row = vec![Cell::text(step.value.clone())];
        row.extend(numbers.map(|value| Cell::number(value, number::exchange(value))));
        row.extend(step.between.clone().map(Cell::text));
        table.push(row);
    }
    table
}
