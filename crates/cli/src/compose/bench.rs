//! How fast this machine plays, and how the work grows.

use muster_bench::{Growth, Job, Step, Timed};
use muster_report::chart::{Axis, Picture, Plot, PlotPoint, Series};
use muster_report::{Cell, Column, Document, Table, number};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::Answer;

/// One job timed. Rates are units of work a second.
#[derive(Serialize)]
pub(crate) struct Line {
    /// Name of the job.
    pub job: &'static str,
    /// What is done.
    pub what: &'static str,
    /// What is counted.
    pub unit: &'static str,
    /// Our rate, median of the slices.
    pub rate: f64,
    /// What the twin does.
    pub twin: &'static str,
    /// The twin's rate.
    pub twin_rate: f64,
    /// How many times as fast ours is.
    pub ratio: f64,
    /// Smallest and largest ratio of a slice.
    pub ratio_low: f64,
    /// Largest.
    pub ratio_high: f64,
    /// How often a game asks a unit to act.
    pub activations: Option<f64>,
}

impl Line {
    /// A line of a timed job.
    pub(crate) fn of(job: &Job<'_>, timed: Timed) -> Line {
        Line {
            job: job.id,
            what: job.what,
            unit: job.unit,
            rate: timed.ours.median,
            twin: job.twin.label,
            twin_rate: timed.twin.median,
            ratio: timed.ratio.median,
            ratio_low: timed.ratio.low,
            ratio_high: timed.ratio.high,
            activations: job.activations,
        }
    }
}

/// A rate a second, short: 12.3 M, 450 k, 83.
fn rate(per_second: f64) -> String {
    let (scaled, letter) = match per_second {
        rate if rate >= 1e9 => (rate / 1e9, " G"),
        rate if rate >= 1e6 => (rate / 1e6, " M"),
        rate if rate >= 1e3 => (rate / 1e3, " k"),
        rate => (rate, ""),
    };
    format!(
        "{}{letter}",
        number::fixed(
            scaled,
            if scaled < 10.0 {
                2
            } else if scaled < 100.0 {
                1
            } else {
                0
            }
        )
    )
}

/// The timed jobs in every shape.
///
/// # Errors
/// When they cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(lines: &[Line]) -> Result<Answer, Failure> {
    let mut page = Document::new("How fast this machine plays");
    let columns = [Column::text("job"), Column::text("")];
    let numbers = ["a second", "plainly", "ratio", "from", "to"].map(Column::number);
    let mut table = Table::new("", columns.into_iter().chain(numbers).collect());
    for line in lines {
        let ratio = |ratio: f64| Cell::number(ratio, number::fixed(ratio, if ratio < 9.95 { 2 } else { 1 }));
        table.push(vec![
            Cell::text(line.job),
            Cell::text(line.what),
            Cell::number(line.rate, rate(line.rate)),
            Cell::number(line.twin_rate, rate(line.twin_rate)),
            ratio(line.ratio),
            ratio(line.ratio_low),
            ratio(line.ratio_high),
        ]);
    }
    page.table(table);
    let mut notes = vec![
        "The ratio is what to look at: both ways took turns on this machine, in slices; from and to are the worst and best slice."
            .to_owned(),
        "Plainly: the same rules die by die (games), the same chain without merging or memory (exact), one thread (threads, cells), \
         as many matrices at once as there are threads, each alone (together), a textbook's matrix inverted at every step (ratings), a \
         remainder (die)."
            .to_owned(),
        "One core, but for the matrices of boxes, which use all; what together falls short of 1.00 is lost to working together.".to_owned(),
    ];
    notes.extend(lines.iter().filter_map(activations));
    page.list(notes);
    Answer::new(page, &lines, stored(lines))
}

/// What a battle comes to in units asked to act: battles of more units, or of more turns, are no slower work.
fn activations(line: &Line) -> Option<String> {
    let asked = line.activations?;
    Some(format!(
        "{}: a game asks a unit to act {} times (each unit on the table, in every step that is its to act in), which makes {} unit \
         activations a second.",
        line.job,
        number::fixed(asked, 0),
        rate(asked * line.rate)
    ))
}

fn stored(lines: &[Line]) -> Table {
    let texts = ["job", "unit", "twin"].map(Column::text);
    let numbers =
        ["rate", "twin_rate", "ratio", "ratio_low", "ratio_high", "activations"].map(Column::number);
    let mut table = Table::new("", texts.into_iter().chain(numbers).collect());
    for line in lines {
        let value = |value: f64| Cell::number(value, number::small(value));
        table.push(vec![
            Cell::text(line.job),
            Cell::text(line.unit),
            Cell::text(line.twin),
            value(line.rate),
            value(line.twin_rate),
            value(line.ratio),
            value(line.ratio_low),
            value(line.ratio_high),
            line.activations.map_or(Cell::text(""), value),
        ]);
    }
    table
}

#[derive(Serialize)]
struct GrowthLine {
    series: &'static str,
    size: u64,
    seconds: f64,
    peak_bytes: Option<u64>,
}

/// How time and memory grew, in every shape.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn growth_answer(grown: &[Growth]) -> Result<Answer, Failure> {
    let mut page = Document::new("How time and memory grow");
    let mut rows: Vec<GrowthLine> = Vec::new();
    for one in grown {
        page.heading(2, one.what);
        let mut table = Table::new(
            "",
            ["size", "time", "each time as large", "memory at most"].map(Column::number).to_vec(),
        );
        let mut before: Option<&Step> = None;
        for step in &one.steps {
            let slope = before.map(|before| exponent(before, step));
            table.push(vec![
                Cell::Count(step.size),
                Cell::number(step.seconds, number::duration(step.seconds)),
                slope.map_or(Cell::text(""), |slope| {
                    Cell::number(slope, format!("size ^ {}", number::fixed(slope, 1)))
                }),
                step.peak.map_or(Cell::text("not told"), |peak| Cell::number(peak as f64, megabytes(peak))),
            ]);
            rows.push(GrowthLine {
                series: one.id,
                size: step.size,
                seconds: step.seconds,
                peak_bytes: step.peak,
            });
            before = Some(step);
        }
        page.table(table);
        page.figure(picture(one), format!("growth-{}.svg", one.id), "");
    }
    page.list(vec![
        "Time of one run at each size, all threads where there is more than one match-up; memory is that of the whole program, \
         which begins with the data of three rule sets."
            .to_owned(),
    ]);
    let mut table = Table::new(
        "",
        vec![
            Column::text("series"),
            Column::number("size"),
            Column::number("seconds"),
            Column::number("peak_bytes"),
        ],
    );
    for row in &rows {
        table.push(vec![
            Cell::text(row.series),
            Cell::Count(row.size),
            Cell::number(row.seconds, number::small(row.seconds)),
            row.peak_bytes.map_or(Cell::text(""), Cell::Count),
        ]);
    }
    Answer::new(page, &rows, table)
}

/// The power of the size with which time grew between two steps.
fn exponent(before: &Step, after: &Step) -> f64 {
    let larger = (after.size as f64 / before.size.max(1) as f64).ln();
    (after.seconds.max(1e-9) / before.seconds.max(1e-9)).ln() / larger.max(1e-9)
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", number::fixed(bytes as f64 / 1e6, 0))
}

/// Time and memory against size, both in equal factors.
fn picture(one: &Growth) -> Picture {
    let points = |value: &dyn Fn(&Step) -> Option<f64>| {
        let point =
            |step: &Step| Some(PlotPoint { x: step.size as f64, y: value(step)?, ..PlotPoint::default() });
        one.steps.iter().filter_map(point).collect()
    };
    let joined = |points, second| Series { points, joined: true, second };
    Plot {
        title: one.what.to_owned(),
        subtitle: "dark: seconds; light: memory of the whole program, GB".to_owned(),
        x: Axis::log("size"),
        y: Axis::log("seconds, GB"),
        series: vec![
            joined(points(&|step| Some(step.seconds.max(1e-6))), false),
            joined(points(&|step| step.peak.map(|peak| peak as f64 / 1e9)), true),
        ],
        ..Plot::default()
    }
    .picture()
}
