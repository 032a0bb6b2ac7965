//! What a sequential test says.

use muster_report::{Cell, Column, Document, Table, number};
use muster_stats::sprt::{Bounds, Decision, ScoreCounts};
use muster_stats::{Record, Z95};
use serde::Serialize;

use crate::exit::Failure;
use crate::output::Answer;

/// What was tested and what came of it.
pub(crate) struct Tested {
    /// The counts.
    pub counts: ScoreCounts,
    /// Games or pairs from lost to won.
    pub shown: Vec<u64>,
    /// Games behind them.
    pub games: u64,
    /// Mean score, and half the width of its 95 % interval.
    pub score: (f64, f64),
    /// Log-likelihood ratio.
    pub ratio: f64,
    /// The decision.
    pub decision: Decision,
    /// Who met, when it was played here.
    pub names: Option<[String; 2]>,
}

impl Tested {
    /// Single games.
    pub(crate) fn of_games(record: Record) -> Tested {
        let counts = vec![record.losses, record.draws, record.wins];
        Tested::new(ScoreCounts::of_games(record), counts, record.games())
    }

    /// Pairs of games.
    pub(crate) fn of_pairs(pairs: [u64; 5]) -> Tested {
        let games = pairs.iter().sum::<u64>().saturating_mul(2);
        Tested::new(ScoreCounts::of_pairs(pairs), pairs.to_vec(), games)
    }

    fn new(counts: ScoreCounts, shown: Vec<u64>, games: u64) -> Tested {
        let total = shown.iter().sum::<u64>().max(1) as f64;
        let last = (shown.len() - 1) as f64;
        let values: Vec<(f64, f64)> =
            (0u32..).zip(&shown).map(|(at, count)| (f64::from(at) / last, *count as f64 / total)).collect();
        let mean: f64 = values.iter().map(|(value, share)| value * share).sum();
        let variance: f64 = values.iter().map(|(value, share)| share * (value - mean) * (value - mean)).sum();
        let half = Z95 * (variance / total).sqrt();
        Tested {
            counts,
            shown,
            games,
            score: (mean, half),
            ratio: 0.0,
            decision: Decision::GoOn,
            names: None,
        }
    }
}

#[derive(Serialize)]
struct Json<'t> {
    decision: &'static str,
    llr: f64,
    lower: f64,
    upper: f64,
    h0: &'t str,
    h1: &'t str,
    games: u64,
    counts: &'t [u64],
    score: f64,
    half_width: f64,
}

/// The test in every shape.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(
    tested: &Tested,
    hypotheses: &[String; 2],
    bounds: Bounds,
    notes: Vec<String>,
) -> Result<Answer, Failure> {
    let title = match &tested.names {
        Some([a, b]) => format!("Sequential test: {a} against {b}"),
        None => "Sequential test".to_owned(),
    };
    let mut page = Document::new(title);
    let (word, sentence) = match tested.decision {
        Decision::AcceptH1 => {
            ("h1", format!("Decided: the score is nearer to {} than to {}.", hypotheses[1], hypotheses[0]))
        }
        Decision::AcceptH0 => {
            ("h0", format!("Decided: the score is nearer to {} than to {}.", hypotheses[0], hypotheses[1]))
        }
        Decision::GoOn => ("go_on", "Not decided: more games are needed.".to_owned()),
    };
    page.list(vec![
        sentence,
        format!(
            "Log-likelihood ratio {} between the bounds {} and {}.",
            number::fixed(tested.ratio, 2),
            number::fixed(bounds.lower, 2),
            number::fixed(bounds.upper, 2)
        ),
        format!(
            "{}, score {} %{}.",
            number::counted(tested.games, "game", "games"),
            number::with_half_width(tested.score.0 * 100.0, tested.score.1 * 100.0),
            if tested.decision != Decision::GoOn && tested.names.is_some() {
                "; a score at which a test stopped is overstated on average"
            } else {
                ""
            }
        ),
    ]);
    page.table(table(tested));
    if !notes.is_empty() {
        page.list(notes);
    }
    let json = Json {
        decision: word,
        llr: tested.ratio,
        lower: bounds.lower,
        upper: bounds.upper,
        h0: &hypotheses[0],
        h1: &hypotheses[1],
        games: tested.games,
        counts: &tested.shown,
        score: tested.score.0,
        half_width: tested.score.1,
    };
    Answer::new(page, &json, table(tested))
}

fn table(tested: &Tested) -> Table {
    let (of, words): (&str, &[&str]) = match tested.shown.len() {
        3 => ("games", &["lost", "drawn", "won"]),
        _ => ("pairs", &["0", "1/2", "1", "1 1/2", "2"]),
    };
    let heading = if of == "games" { "result" } else { "points of a pair" };
    let mut table = Table::new("", vec![Column::text(heading), Column::number(of)]);
    for (word, count) in words.iter().zip(&tested.shown) {
        table.push(vec![Cell::text(*word), Cell::Count(*count)]);
    }
    table
}
