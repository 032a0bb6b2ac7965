//! What is said of recorded games, group by group.

use muster_frames::{Group, Histogram, Key, Summary};
use muster_report::{Cell, Column, Document, Table, number};
use muster_stats::{Record, Z95, wilson};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::Answer;

/// Shares of games whose quantiles are told.
const SHARES: [f64; 3] = [0.1, 0.5, 0.9];

/// Mean with its 95 % interval, and the [`SHARES`]' quantiles, of a number that games end with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct Spread {
    mean: f64,
    low: f64,
    high: f64,
    q10: u32,
    q50: u32,
    q90: u32,
}

impl Spread {
    /// What a histogram comes to; the interval is that of the normal law, and of a single game the number itself.
    fn of(histogram: &Histogram) -> Spread {
        let mean = histogram.mean().unwrap_or(0.0);
        let half = histogram.standard_error().map_or(0.0, |error| error * Z95);
        let [q10, q50, q90] = SHARES.map(|share| histogram.quantile(share).unwrap_or(0));
        Spread { mean, low: mean - half, high: mean + half, q10, q50, q90 }
    }
}

#[derive(Serialize)]
struct Line {
    #[serde(skip)]
    key: Vec<(&'static str, String)>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    win_rate: f64,
    win_low: f64,
    win_high: f64,
    score: f64,
    low: f64,
    high: f64,
    row_left: Spread,
    column_left: Spread,
    turns: Spread,
}

impl Line {
    fn of(by: &[Key], group: &Group) -> Line {
        let Group { wins, draws, losses, .. } = *group;
        let whole = Record { wins, draws, losses };
        let won = Record { wins, draws: 0, losses: draws + losses };
        let (score, rate) = (wilson(whole, Z95), wilson(won, Z95));
        Line {
            key: by.iter().map(|key| key.word()).zip(group.key.iter().map(ToString::to_string)).collect(),
            games: group.battles(),
            wins,
            draws,
            losses,
            win_rate: won.score().unwrap_or(0.0),
            win_low: rate.low,
            win_high: rate.high,
            score: whole.score().unwrap_or(0.0),
            low: score.low,
            high: score.high,
            row_left: Spread::of(&group.left[0]),
            column_left: Spread::of(&group.left[1]),
            turns: Spread::of(&group.turns),
        }
    }
}

#[derive(Serialize)]
struct Json<'l> {
    by: Vec<&'static str>,
    games: u64,
    groups: &'l [LineJson<'l>],
}

#[derive(Serialize)]
struct LineJson<'l> {
    key: serde_json::Map<String, serde_json::Value>,
    #[serde(flatten)]
    counts: &'l Line,
}

/// The groups in every shape.
///
/// # Errors
/// When they cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(by: &[Key], summary: &Summary) -> Result<Answer, Failure> {
    let lines: Vec<Line> = summary.groups.iter().map(|group| Line::of(by, group)).collect();
    let mut page = Document::new(format!("{} recorded games", number::count(summary.battles)));
    let force = by.contains(&Key::Force);
    page.table(for_people(by, &lines, force));
    let mut notes = vec![
        "Score: wins of the row plus half the draws, with the 95 % interval. Left and turns: mean with the 95 % interval, then the numbers that 10, 50 and 90 % of the games do not exceed.".to_owned(),
    ];
    if force {
        notes.push(
            "Each game counts twice, once for either force; games of a force against itself are left out."
                .to_owned(),
        );
    }
    page.list(notes);
    let values: Vec<LineJson<'_>> = lines
        .iter()
        .map(|line| {
            let key = line.key.iter().map(|(name, word)| ((*name).to_owned(), word.clone().into()));
            LineJson { key: key.collect(), counts: line }
        })
        .collect();
    let words = by.iter().map(|key| key.word()).collect();
    let json = Json { by: words, games: summary.battles, groups: &values };
    Answer::new(page, &json, for_files(by, &lines))
}

fn for_people(by: &[Key], lines: &[Line], force: bool) -> Table {
    let [first, second] = if force { ["left", "enemy left"] } else { ["row left", "column left"] };
    let mut columns: Vec<Column> = by.iter().map(|key| Column::text(key.word().replace('_', " "))).collect();
    columns.push(Column::number("games"));
    columns.push(Column::number("score"));
    for name in [first, second, "turns"] {
        columns.push(Column::number(name));
        columns.push(Column::number("10, 50, 90 %"));
    }
    let mut table = Table::new("", columns);
    for line in lines {
        let mut row: Vec<Cell> = line.key.iter().map(|(_, word)| Cell::text(word)).collect();
        row.push(Cell::Count(line.games));
        row.push(Cell::number(line.score, number::score(line.score, line.low, line.high, line.games)));
        for spread in [&line.row_left, &line.column_left, &line.turns] {
            let half = (spread.high - spread.low) / 2.0;
            row.push(Cell::number(spread.mean, number::with_half_width(spread.mean, half)));
            row.push(Cell::text(format!("{} {} {}", spread.q10, spread.q50, spread.q90)));
        }
        table.push(row);
    }
    table
}

fn for_files(by: &[Key], lines: &[Line]) -> Table {
    let mut columns: Vec<Column> = by.iter().map(|key| Column::text(key.word())).collect();
    let counts = ["games", "wins", "draws", "losses"];
    let shares = ["win_rate", "win_low", "win_high", "score", "low", "high"];
    columns.extend(counts.into_iter().chain(shares).map(Column::number));
    for name in ["row_left", "column_left", "turns"] {
        let parts = ["mean", "low", "high", "q10", "q50", "q90"];
        columns.extend(parts.map(|part| Column::number(format!("{name}_{part}"))));
    }
    let mut table = Table::new("", columns);
    let full = |value: f64| Cell::number(value, "");
    for line in lines {
        let mut row: Vec<Cell> = line.key.iter().map(|(_, word)| Cell::text(word)).collect();
        row.extend([line.games, line.wins, line.draws, line.losses].map(Cell::Count));
        let shares = [line.win_rate, line.win_low, line.win_high, line.score, line.low, line.high];
        row.extend(shares.map(full));
        for spread in [&line.row_left, &line.column_left, &line.turns] {
            row.extend([spread.mean, spread.low, spread.high].map(full));
            row.extend([spread.q10, spread.q50, spread.q90].map(|count| Cell::Count(u64::from(count))));
        }
        table.push(row);
    }
    table
}
