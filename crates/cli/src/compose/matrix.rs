//! What a matrix has to say, for the terminal and for a page.

use muster_analysis::{Cell as Pair, PayoffMatrix, Standout, Summary};
use muster_report::{Block, Cell, Column, Document, Explorer, Table, number};
use muster_results::{Manifest, Method, RunRecord};
use muster_rules::grammar::agreeing;
use muster_rules::orders::Plan;

use super::short_names::short_names;
use super::words::seat_interval;

/// Matrices of more forces than this are too wide for a terminal; the files hold them.
const WIDEST: usize = 12;
/// Columns of a terminal for the name of a row, and for each of the two names beside it.
const NAME_COLUMNS: [usize; 2] = [20, 15];
/// Pairs that a remark names before it counts.
const NAMED: usize = 4;

/// Which forces stand in rows and in columns, and the words that all outputs share.
pub(crate) struct Layout {
    /// Roster indices of the rows, from the strongest.
    pub rows: Vec<usize>,
    /// Roster indices of the columns.
    pub columns: Vec<usize>,
    /// Title.
    pub title: String,
    /// Method and games, in a sentence.
    pub method: String,
    /// One force against all others.
    pub gauntlet: bool,
    /// What sitting as side A and as side B means.
    pub seats: [String; 2],
}

/// The score of a pair with its doubt.
pub(crate) fn shown(pair: &Pair<'_>) -> String {
    number::score(pair.score, pair.low, pair.high, pair.games())
}

impl Layout {
    /// The layout of a record.
    pub(crate) fn new(matrix: &PayoffMatrix<'_>, summary: &Summary, seats: [String; 2]) -> Layout {
        let record = matrix.record();
        let gauntlet = matrix.len() > 2 && record.cells.iter().all(|cell| cell.row == 0);
        let order = matrix.by_strength();
        let noun = if record.manifest.of == "units" { "units" } else { "boxes" };
        let (rows, columns, title) = if gauntlet {
            let score = |other: &usize| matrix.cell(0, *other).map_or(0.5, |pair| pair.score);
            let mut others: Vec<usize> = (1..matrix.len()).collect();
            others.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
            let title = format!("{} against {} {noun}", matrix.roster()[0].name, others.len());
            (vec![0], others, title)
        } else {
            (order.clone(), order, format!("Win matrix of {} {noun}", matrix.len()))
        };
        Layout { rows, columns, title, method: method(record, summary), gauntlet, seats }
    }
}

/// How the cells were answered, in a sentence.
fn method(record: &RunRecord, summary: &Summary) -> String {
    let exact = record.cells.iter().filter(|cell| cell.method == Method::Exact).count();
    let target =
        record.manifest.target_half_width.map(|width| format!(" to ± {} %", number::exchange(width * 100.0)));
    let sampled = format!(
        "sampled{} (95 %), {}",
        target.unwrap_or_default(),
        number::counted(summary.games, "game", "games")
    );
    match (exact, record.cells.len() - exact) {
        (_, 0) => "All cells exact.".to_owned(),
        (0, _) => format!("All cells {sampled}."),
        (exact, rest) => {
            format!("{} exact, {rest} {sampled}.", number::counted(exact as u64, "cell", "cells"))
        }
    }
}

/// The summary for a terminal.
pub(crate) fn terminal(
    matrix: &PayoffMatrix<'_>,
    summary: &Summary,
    layout: &Layout,
    footnotes: &[String],
) -> Document {
    let mut document = Document::new(&layout.title);
    document.list(findings(matrix, summary, layout));
    if layout.gauntlet {
        document.table(opponents(matrix, layout));
    } else {
        document.table(strengths(matrix, summary, true));
        if matrix.len() <= WIDEST {
            document.table(scores(matrix, layout, true));
        }
    }
    document.list(notes(matrix, layout, footnotes));
    document
}

/// The page: the same with the picture, the whole matrix, and the meaning of the words.
pub(crate) fn page(
    matrix: &PayoffMatrix<'_>,
    summary: &Summary,
    layout: &Layout,
    footnotes: &[String],
    explorer: Explorer,
) -> Document {
    let mut document = Document::new(&layout.title);
    let mut found = findings(matrix, summary, layout);
    if let Some(lead) = lead(matrix, summary, layout) {
        document.paragraph(lead);
        // Who is strongest and who weakest has been said.
        found.drain(..2);
    }
    document.list(found);
    document.blocks.push(Block::Explorer(explorer));
    if layout.gauntlet {
        document.table(opponents(matrix, layout));
    } else {
        document.table(strengths(matrix, summary, false));
        document.table(scores(matrix, layout, false));
    }
    let mut remarks = notes(matrix, layout, footnotes);
    remarks.push(format!("Repeat with: {}", matrix.record().manifest.command));
    let assumed = matrix.record().assumptions.len();
    remarks.push(format!("{assumed} values behind this run are assumed and not the rules author's; the page and run.json list them with reasons."));
    document.list(remarks);
    document.heading(2, "Words");
    document.blocks.push(Block::Terms(terms(layout)));
    document
}

fn terms(layout: &Layout) -> Vec<(String, String)> {
    let [first, second] = &layout.seats;
    let seating = format!("who sits as side A ({first}) and who as side B ({second})");
    [
        ("score", "wins plus half the draws, divided by the games; the mean of both seatings"),
        ("seating", seating.as_str()),
        ("± behind a score", "half the width of its 95 % interval; it says how sure the score is, not how much single games vary"),
        ("mean", "the unweighted mean of a force's scores against all others"),
        ("above 60 %", "how many others a force scores more than 60 % against"),
        ("too close to call", "the 95 % interval holds 50 %"),
    ]
    .map(|(term, meaning)| (term.to_owned(), meaning.to_owned()))
    .to_vec()
}

fn notes(matrix: &PayoffMatrix<'_>, layout: &Layout, footnotes: &[String]) -> Vec<String> {
    let manifest = &matrix.record().manifest;
    let mut notes = vec![format!("{}; {}.", manifest.conditions, manifest.plans), layout.method.clone()];
    notes.extend(what_plans_do(manifest));
    notes.extend(footnotes.iter().cloned());
    notes
}

/// What the usual way of playing does to the numbers, so that nobody takes them for what a box is worth at its best.
fn what_plans_do(manifest: &Manifest) -> Option<String> {
    let shooters = "every unit with a ranged weapon walks up to the range of its longest and stays there to shoot, all others charge. Some do much better otherwise";
    match manifest.of.as_str() {
        "units" => Some(format!("In these duels {shooters}: see `muster duel A B --policy-a charge`.")),
        _ if manifest.plans.contains(Plan::Combined.word()) => Some(format!(
            "Under {} {shooters}: see `--plans assault`, or `--plans equilibrium` for the best mix of plans.",
            Plan::Combined.word()
        )),
        _ => None,
    }
}

/// The remarks that a person reads first.
fn findings(matrix: &PayoffMatrix<'_>, summary: &Summary, layout: &Layout) -> Vec<String> {
    let name = |row: usize| matrix.roster()[row].name.as_str();
    let exact = is_exact(matrix);
    let mut found = Vec::new();
    if layout.gauntlet {
        if let Some(own) = summary.lines.iter().find(|line| line.row == 0) {
            found.push(format!(
                "{} {} {} % on average and more than 60 % against {} of {}.",
                name(0),
                agreeing(name(0), "scores", "score"),
                percent(own.mean, exact),
                own.clear_wins,
                layout.columns.len()
            ));
            found.push(format!("Best against {}, worst against {}.", name(own.best.0), name(own.worst.0)));
        }
    } else if let (Some(first), Some(last)) = (summary.lines.first(), summary.lines.last()) {
        found.push(format!("Strongest: {}, mean score {} %.", name(first.row), percent(first.mean, exact)));
        found.push(format!("Weakest: {}, mean score {} %.", name(last.row), percent(last.mean, exact)));
    }
    let standout = |one: &Standout| {
        let score = number::score(one.score, one.low, one.high, one.games);
        format!("{} against {}, {score}", name(one.winner), name(one.loser))
    };
    found.extend(summary.most_one_sided.as_ref().map(|one| one_sided(summary, one, &standout(one))));
    found.extend(summary.closest.as_ref().map(|one| format!("Closest: {}.", standout(one))));
    if summary.pairs > 0 {
        found.push(first_side(matrix, summary, layout));
        if summary.undecided > 0 {
            found.push(format!(
                "Too close to call: {} of {} pairs (their 95 % intervals hold 50 %).",
                summary.undecided,
                number::count(summary.pairs as u64)
            ));
        }
    }
    let pair = |(row, column): &(usize, usize)| format!("{} and {}", name(*row), name(*column));
    if !summary.harmless.is_empty() {
        let named: Vec<String> = summary.harmless.iter().take(NAMED).map(pair).collect();
        found.push(format!(
            "Cannot hurt each other: {}{}.",
            named.join("; "),
            and_more(summary.harmless.len())
        ));
    }
    if !summary.slow.is_empty() {
        let named: Vec<String> =
            summary.slow.iter().take(NAMED).map(|(row, column, _)| pair(&(*row, *column))).collect();
        let found_slow =
            format!("Mostly end at the turn limit: {}{}.", named.join("; "), and_more(summary.slow.len()));
        found.push(found_slow);
    }
    found
}

/// The question that most readers come with, answered in a sentence or two; `None` of one force against many, whose first remark says it.
fn lead(matrix: &PayoffMatrix<'_>, summary: &Summary, layout: &Layout) -> Option<String> {
    let (first, last) = (summary.lines.first()?, summary.lines.last()?);
    if layout.gauntlet || first.row == last.row {
        return None;
    }
    let name = |row: usize| matrix.roster()[row].name.as_str();
    let exact = is_exact(matrix);
    let noun = if matrix.record().manifest.of == "units" { "units" } else { "boxes" };
    Some(format!(
        "{} {} strongest of {} {noun}: {} % of the score on average, and more than 60 % against {} of {} others. {} {} weakest, with {} %.",
        name(first.row),
        agreeing(name(first.row), "is", "are"),
        matrix.len(),
        percent(first.mean, exact),
        first.clear_wins,
        matrix.len() - 1,
        name(last.row),
        agreeing(name(last.row), "is", "are"),
        percent(last.mean, exact)
    ))
}

/// The most one-sided pair; where several are won in every game, how many, and what chose this one.
fn one_sided(summary: &Summary, one: &Standout, told: &str) -> String {
    if summary.always_won < 2 {
        return format!("Most one-sided: {told}.");
    }
    let share = |left: f64| number::fixed(left * 100.0, 0);
    format!(
        "One side won every game in {} of {} pairs. By figures left the most one-sided of these is {told}: {} % are left against {} %.",
        number::count(summary.always_won as u64),
        number::count(summary.pairs as u64),
        share(one.left[0]),
        share(one.left[1]),
    )
}

fn first_side(matrix: &PayoffMatrix<'_>, summary: &Summary, layout: &Layout) -> String {
    let name = |row: usize| matrix.roster()[row].name.as_str();
    let worth = number::change(summary.first_side, first_side_half_width(matrix));
    let mut text = format!("Side A ({}) is {worth} off 50 % on average", layout.seats[0]);
    if let Some((row, column, by)) = summary.most_seat_bound {
        // Under a point whole numbers would say nothing.
        let by = number::change(by, if by.abs() < 0.01 { SEAT_DIGITS / 10.0 } else { SEAT_DIGITS });
        let by = by.split(' ').next().unwrap_or_default();
        text.push_str(&format!("; furthest from it in {} against {}, {by} pp", name(row), name(column)));
    }
    text.push('.');
    text
}

/// Half-width that leaves a change in whole percentage points.
const SEAT_DIGITS: f64 = 0.03;

/// Half-width of the 95 % interval of what the seat is worth, from those of both seatings of every pair; 0 when exact.
fn first_side_half_width(matrix: &PayoffMatrix<'_>) -> f64 {
    let pairs = matrix.record().cells.iter().filter(|cell| cell.row != cell.column);
    let half_widths: Vec<f64> = pairs
        .filter_map(|cell| {
            let [(_, low_a, high_a), (_, low_b, high_b)] =
                [seat_interval(&cell.seatings[0])?, seat_interval(&cell.seatings[1])?];
            Some(((high_a - low_a) / 2.0).hypot((high_b - low_b) / 2.0))
        })
        .collect();
    let square: f64 = half_widths.iter().map(|half| half * half).sum();
    square.sqrt() / (2.0 * half_widths.len().max(1) as f64)
}

fn and_more(count: usize) -> String {
    match count.saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {}", number::counted(more as u64, "more pair", "more pairs")),
    }
}

/// A mean of scores in percent. What is not all or nothing never rounds to it, and of a sample nothing is surely all.
fn percent(mean: f64, exact: bool) -> String {
    let text = number::fixed(mean * 100.0, 1);
    match text.as_str() {
        "100.0" if mean < 1.0 || !exact => ">99.9".to_owned(),
        "0.0" if mean > 0.0 || !exact => "<0.1".to_owned(),
        _ => text,
    }
}

/// Whether no cell of the matrix was sampled.
fn is_exact(matrix: &PayoffMatrix<'_>) -> bool {
    matrix.record().cells.iter().all(|cell| cell.method == Method::Exact)
}

/// One row a force, from the strongest; a terminal has room for the beginnings of names only.
fn strengths(matrix: &PayoffMatrix<'_>, summary: &Summary, short: bool) -> Table {
    let names: Vec<&str> = matrix.roster().iter().map(|row| row.name.as_str()).collect();
    let whole_names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let [own, others] = match short {
        true => NAME_COLUMNS.map(|columns| short_names(&names, columns)),
        false => [whole_names.clone(), whole_names.clone()],
    };
    let columns = vec![
        Column::number("#"),
        Column::text(if matrix.record().manifest.of == "units" { "unit" } else { "box" }),
        Column::number("mean %"),
        Column::number("above 60 %"),
        Column::number("%"),
        Column::text("best against"),
        Column::number("%"),
        Column::text("worst against"),
    ];
    let mut table = Table::new("From the strongest to the weakest", columns);
    let whole = |row: usize, (other, score): (usize, f64)| {
        let games = matrix.cell(row, other).map_or(0, |pair| pair.games());
        Cell::number(score, number::whole_percent(score, games))
    };
    let exact = is_exact(matrix);
    for (place, line) in (1u64..).zip(&summary.lines) {
        table.push(vec![
            Cell::Count(place),
            Cell::text(&own[line.row]),
            Cell::number(line.mean, percent(line.mean, exact)),
            Cell::Count(line.clear_wins as u64),
            whole(line.row, line.best),
            Cell::text(&others[line.best.0]),
            whole(line.row, line.worst),
            Cell::text(&others[line.worst.0]),
        ]);
    }
    table.note("The percentage before a name is the score against it.");
    if others != whole_names {
        table.note("Long names are cut here; the files have them whole.");
    }
    table
}

/// What the opponents of one force are ordered by: of a score of all games only its lower end is printed, which may be below another's.
const ORDER: &str = "From the easiest to the hardest by the share of games won and half of those drawn; \"over\" stands where every game was won.";

/// One row an opponent of a single force, the easiest first.
fn opponents(matrix: &PayoffMatrix<'_>, layout: &Layout) -> Table {
    let columns = vec![
        Column::text("against"),
        Column::number("score"),
        Column::number("as side A"),
        Column::number("as side B"),
        Column::number("left"),
        Column::number("enemy left"),
    ];
    let mut table = Table::new("", columns);
    for column in &layout.columns {
        let Some(pair) = matrix.cell(0, *column) else { continue };
        let seat = |score: Option<f64>| {
            score.map_or(Cell::Empty, |score| Cell::number(score, number::whole_percent(score, pair.games())))
        };
        table.push(vec![
            Cell::text(&matrix.roster()[*column].name),
            Cell::number(pair.score, shown(&pair)),
            seat(pair.first_score()),
            seat(pair.second_score()),
            Cell::number(pair.mean_left[0], number::fixed(pair.mean_left[0], 1)),
            Cell::number(pair.mean_left[1], number::fixed(pair.mean_left[1], 1)),
        ]);
    }
    table.note(ORDER);
    table
}

/// Row against column in whole percent; `numbered` heads the columns with places instead of names.
fn scores(matrix: &PayoffMatrix<'_>, layout: &Layout, numbered: bool) -> Table {
    let name = |row: usize| matrix.roster()[row].name.as_str();
    let mut columns = vec![Column::text("row against column, score in %")];
    for (place, column) in (1..).zip(&layout.columns) {
        columns.push(Column::number(if numbered { place.to_string() } else { name(*column).to_owned() }));
    }
    let mut table = Table::new("", columns);
    for (place, row) in (1..).zip(&layout.rows) {
        let mut cells = vec![Cell::text(if numbered {
            format!("{place} {}", name(*row))
        } else {
            name(*row).to_owned()
        })];
        for column in &layout.columns {
            cells.push(matrix.cell(*row, *column).map_or(Cell::Empty, |pair| {
                Cell::number(pair.score, number::whole_percent(pair.score, pair.games()))
            }));
        }
        table.push(cells);
    }
    table
}
