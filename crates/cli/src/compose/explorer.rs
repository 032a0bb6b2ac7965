//! The matrix as a page to walk through: what `report/templates/explorer.js` reads.

use muster_analysis::{Cell as Pair, PayoffMatrix};
use muster_report::chart::palette::diverging_steps;
use muster_report::{Explorer, Figure, number};
use muster_results::{Cause, Method, PackedGames};
use serde::Serialize;

use super::matrix::{Layout, shown};
use super::words::seat_interval;
use crate::exit::Failure;
use crate::output::compact_json;

/// Above so many forces the page leaves out the laws of figures left, and stays small enough for a phone.
const MOST_WITH_LAWS: usize = 80;
/// A share of games of less than this is not drawn.
const SMALLEST_SHARE: f64 = 5e-5;

#[derive(Serialize)]
struct Page<'a> {
    title: &'a str,
    /// Ground and text of every whole percent.
    palette: Vec<[String; 2]>,
    causes: [&'static str; 3],
    forces: Vec<Force<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commands: Option<[String; 2]>,
    pairs: Vec<Seen>,
    /// Games of the pairs, which the script unpacks when the first pair is opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    packed: Option<&'a PackedGames>,
}

#[derive(Serialize)]
struct Force<'a> {
    id: &'a str,
    name: &'a str,
    figures: u32,
    mean: f64,
    /// The mean in whole percent; blank where not all have met the same others.
    label: String,
}

/// An unordered pair; what comes in twos is `[seen from the row, seen from the column]`, or `[the row's, the column's]`.
#[derive(Serialize)]
struct Seen {
    row: usize,
    column: usize,
    score: f64,
    low: f64,
    high: f64,
    label: [String; 2],
    shown: [String; 2],
    /// Score as side A less score as side B; `null` for a force against itself.
    seat: Option<f64>,
    seats: [[String; 2]; 2],
    method: String,
    turns: String,
    left: [String; 2],
    lost: [[String; 3]; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<[Vec<(u32, f64)>; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    turn_law: Vec<(u32, f64)>,
    game: Option<u64>,
}

/// The explorer of a matrix, with the still picture that stands for it elsewhere.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn explorer(
    matrix: &PayoffMatrix<'_>,
    layout: &Layout,
    packed: Option<&PackedGames>,
    still: Figure,
) -> Result<Explorer, Failure> {
    let roster = matrix.roster();
    let forces = (0..roster.len()).map(|row| Force {
        id: &roster[row].id,
        name: &roster[row].name,
        figures: roster[row].figures,
        mean: matrix.mean(row).unwrap_or(0.5),
        label: matrix
            .mean(row)
            .filter(|_| !layout.gauntlet)
            .map_or_else(String::new, |mean| number::whole_percent(mean, 1)),
    });
    let pairs = (0..roster.len()).flat_map(|row| (row..roster.len()).map(move |column| (row, column)));
    let pairs: Vec<Seen> = pairs
        .filter_map(|(row, column)| {
            Some(seen(matrix, [&matrix.cell(row, column)?, &matrix.cell(column, row)?]))
        })
        .collect();
    let page = Page {
        title: &layout.title,
        palette: diverging_steps(),
        causes: Cause::ALL.map(word),
        forces: forces.collect(),
        commands: commands(matrix),
        pairs,
        packed,
    };
    Ok(Explorer { data: compact_json(&page)?, still })
}

const fn word(cause: Cause) -> &'static str {
    match cause {
        Cause::Shooting => "to shooting",
        Cause::Melee => "to melee",
        Cause::Morale => "to morale",
    }
}

/// A pair from both of its chairs.
fn seen(matrix: &PayoffMatrix<'_>, chairs: [&Pair<'_>; 2]) -> Seen {
    let pair = chairs[0];
    let stored = pair.stored;
    let each = |text: &dyn Fn(&Pair<'_>) -> String| chairs.map(text);
    let seat = |at: usize| {
        seat_interval(&pair.seatings[at]).map_or_else(String::new, |(score, low, high)| {
            number::score(score, low, high, pair.seatings[at].games)
        })
    };
    let mirrored_seat = |at: usize| {
        seat_interval(&chairs[1].seatings[at]).map_or_else(String::new, |(score, low, high)| {
            number::score(score, low, high, chairs[1].seatings[at].games)
        })
    };
    let worth = pair.first_score().zip(pair.second_score()).map(|(first, second)| first - second);
    let one = |figures: f64| number::fixed(figures, 1);
    Seen {
        row: pair.row,
        column: pair.column,
        score: pair.score,
        low: pair.low,
        high: pair.high,
        label: each(&|chair| number::whole_percent(chair.score, chair.games())),
        shown: each(&shown),
        seat: worth.filter(|_| pair.row != pair.column),
        seats: [[seat(0), seat(1)], [mirrored_seat(0), mirrored_seat(1)]],
        method: match pair.method {
            Method::Exact => "exactly: every outcome of every die".to_owned(),
            Method::Sample => format!("by {}", number::counted(pair.games(), "game", "games")),
        },
        turns: one(stored.mean_turns),
        left: stored.mean_left.map(one),
        lost: stored.mean_lost.map(|lost| lost.map(one)),
        turn_law: if matrix.len() <= MOST_WITH_LAWS { shares(&stored.turns) } else { Vec::new() },
        histogram: (matrix.len() <= MOST_WITH_LAWS).then(|| histogram(pair)).flatten(),
        game: game(matrix, pair),
    }
}

/// Shares of games by figures left, of row and column.
fn histogram(pair: &Pair<'_>) -> Option<[Vec<(u32, f64)>; 2]> {
    let laws = &pair.stored.left;
    laws.iter().all(|law| !law.is_empty()).then(|| [shares(&laws[0]), shares(&laws[1])])
}

/// Shares of games of a law, to four digits.
fn shares(law: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let all: f64 = law.iter().map(|(_, weight)| weight).sum();
    let shares = law.iter().map(|(number, weight)| (*number, weight / all));
    let drawn = shares.filter(|(_, share)| *share >= SMALLEST_SHARE);
    drawn.map(|(number, share)| (number, (share * 1e4).round() / 1e4)).collect()
}

/// The command lines that play a pair again and tell a game of it, with `PAIR` and `NUMBER` where their words go; none where a force came from a
/// file, which has no name to call it by.
fn commands(matrix: &PayoffMatrix<'_>) -> Option<[String; 2]> {
    let manifest = &matrix.record().manifest;
    let (named, options) = manifest.command.split_once(" --")?;
    if named.contains(['/', '\\', '"', '\'']) || named.contains(".toml") {
        return None;
    }
    let (verb, of) = if manifest.of == "units" { ("duel", ["of", "method"]) } else { ("battle", ["of", ""]) };
    let line = |words: &str, dropped: &[&str]| {
        let kept = options.split(" --").filter(|option| {
            let name = option.split(' ').next().unwrap_or_default();
            !dropped.contains(&name)
        });
        let kept: String = kept.map(|option| format!(" --{option}")).collect();
        format!("muster {words}{kept}")
    };
    Some([
        line(&format!("{verb} PAIR"), &of),
        line("replay PAIR --game NUMBER", &["of", "method", "games", "half-width"]),
    ])
}

/// The game of a pair that its command tells: the closest, or any of those that were solved and not played. None stands for a mix of plans.
fn game(matrix: &PayoffMatrix<'_>, pair: &Pair<'_>) -> Option<u64> {
    let solved = (pair.method == Method::Exact).then_some(0);
    let mixed = matrix.record().manifest.plans.starts_with("equilibrium");
    pair.stored.games_worth_seeing[3].or(solved).filter(|_| !mixed)
}
