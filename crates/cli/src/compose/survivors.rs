//! The law of figures left: how often how many are still standing.

use muster_report::chart::{Bar, BarChart, BarPanel, Tone};
use muster_report::{Cell, Column, Figure, Table, number};
use muster_resolver::Answer;
use serde::Serialize;

/// Most rows of the table for people; files hold every value.
const MOST_ROWS: u32 = 12;

/// Figures left of one force: probabilities (exact) or counts of games, by number left.
pub(crate) struct LeftLaw {
    weights: Vec<f64>,
    games: u64,
}

/// One value of a law in JSON.
#[derive(Serialize)]
pub(crate) struct ValueJson {
    value: usize,
    p: f64,
}

impl LeftLaw {
    /// The laws of both forces of an answer.
    pub(crate) fn of(answer: &Answer, start: [u32; 2]) -> [LeftLaw; 2] {
        [0, 1].map(|force: usize| match answer {
            Answer::Sampled(tally) => LeftLaw {
                weights: tally.left[force].iter().map(|count| *count as f64).collect(),
                games: tally.games(),
            },
            Answer::Exact(law) => {
                let mut weights = vec![0.0; start[force] as usize + 1];
                for (left, p) in law.left() {
                    weights[left[force] as usize] += p;
                }
                LeftLaw { weights, games: 0 }
            }
        })
    }

    /// Chance of each number left.
    pub(crate) fn json(&self) -> Vec<ValueJson> {
        let total = self.total();
        self.weights
            .iter()
            .enumerate()
            .map(|(value, weight)| ValueJson { value, p: weight / total })
            .collect()
    }

    /// Mean figures left, with the half-width of its 95 % interval when sampled.
    pub(crate) fn mean(&self) -> String {
        let total = self.total();
        let moment = |power: i32| -> f64 {
            self.weights
                .iter()
                .enumerate()
                .map(|(left, weight)| (left as f64).powi(power) * weight)
                .sum::<f64>()
                / total
        };
        let (mean, variance) = (moment(1), (moment(2) - moment(1).powi(2)).max(0.0));
        match self.games {
            0 => number::fixed(mean, 2),
            games => number::with_half_width(mean, muster_stats::Z95 * (variance / games as f64).sqrt()),
        }
    }

    fn total(&self) -> f64 {
        self.weights.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    }

    fn sum(&self, from: u32, to: u32) -> f64 {
        self.weights.iter().take(to as usize + 1).skip(from as usize).sum()
    }

    /// Nought or more is certain, whatever was sampled.
    fn or_more(&self, from: u32, most: u32) -> Cell {
        if from == 0 { Cell::number(1.0, number::exact_percent(1.0)) } else { self.shown(from, most) }
    }

    fn shown(&self, from: u32, to: u32) -> Cell {
        if from as usize >= self.weights.len() {
            return Cell::Empty;
        }
        let weight = self.sum(from, to);
        Cell::number(weight / self.total(), super::words::share(weight, self.games))
    }
}

/// Both laws as bars, one panel a force.
pub(crate) fn figure(title: &str, names: [&str; 2], laws: &[LeftLaw; 2]) -> Figure {
    let panel = |at: usize, tone: Tone| {
        let law = &laws[at];
        let most = law.weights.len().saturating_sub(1);
        let bar = |value: usize| Bar {
            value: value.to_string(),
            p: law.weights[value] / law.total(),
            cumulative: Some(law.weights[value..].iter().sum::<f64>() / law.total()),
        };
        BarPanel {
            heading: names[at].to_owned(),
            value_heading: "figures left".to_owned(),
            cumulative_heading: "or more".to_owned(),
            tone,
            measure: String::new(),
            bars: (0..=most).filter(|value| *value < law.weights.len()).map(bar).collect(),
        }
    };
    let games = match laws[0].games {
        0 => "Exact: every outcome of every die.".to_owned(),
        games => format!("Shares of {}.", number::counted(games, "game", "games")),
    };
    BarChart {
        title: title.to_owned(),
        subtitle: "Figures left at the end".to_owned(),
        panels: vec![panel(0, Tone::SideA), panel(1, Tone::SideB)],
        footer: games,
    }
    .figure("survivors.svg", "How many figures are left at the end, and how often.")
}

/// Both laws side by side, each with its cumulative column; large forces in steps.
pub(crate) fn table(names: [&str; 2], laws: &[LeftLaw; 2]) -> Table {
    let most = laws.iter().map(|law| law.weights.len().saturating_sub(1)).max().unwrap_or(0);
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    let step = most.div_ceil(MOST_ROWS).max(1);
    let columns = vec![
        Column::text("left"),
        Column::number(names[0]),
        Column::number("or more"),
        Column::number(names[1]),
        Column::number("or more"),
    ];
    let mut table = Table::new("Figures left at the end", columns);
    let mut row = |from: u32, to: u32| {
        let label = if from == to { from.to_string() } else { format!("{from} to {to}") };
        let [a, b] = laws;
        table.push(vec![
            Cell::text(label),
            a.shown(from, to),
            a.or_more(from, most),
            b.shown(from, to),
            b.or_more(from, most),
        ]);
    };
    row(0, 0);
    let mut from = 1;
    while from <= most {
        let to = (from + step - 1).min(most);
        row(from, to);
        from = to + 1;
    }
    if step > 1 {
        table.note("In steps; --format json has every number.");
    }
    table
}
