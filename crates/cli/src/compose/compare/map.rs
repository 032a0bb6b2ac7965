//! The change of every cell as a map, its verdict in a sign and not in colour alone.

use muster_analysis::compare::Verdict;
use muster_report::chart::{HeatCell, Heatmap, Legend, Sign};
use muster_report::{Cell, Column, Figure, Table, number};

use super::page::{shown_change, verdict_in_words};
use super::{Comparison, Line};

/// Changes below this share of score have a decimal in their cells, where all are so small.
const SMALL: f64 = 0.1;

/// The map of a comparison; `None` where no cell moved or only one was compared.
pub(super) fn figure(comparison: &Comparison) -> Option<Figure> {
    let lines = &comparison.lines;
    let largest = lines.iter().map(|line| line.change.change.abs()).fold(0.0, f64::max);
    if lines.len() < 2 || largest <= 1e-12 {
        return None;
    }
    // At least as wide as what counts as a change, so that noise is not painted dark.
    let end = largest.max(comparison.criteria.margin);
    let order = order(comparison);
    let names: Vec<String> = order.iter().map(|force| comparison.names[*force].clone()).collect();
    let cell = |row: usize, column: usize| {
        let found = lines.iter().find(|line| line.pair == (row, column));
        let turned = lines.iter().find(|line| line.pair == (column, row));
        let (line, sign) = found.map(|line| (line, 1.0)).or(turned.map(|line| (line, -1.0)))?;
        Some(heat_cell(comparison, line, sign, end, largest))
    };
    let cells = order.iter().map(|row| order.iter().map(|column| cell(*row, *column)).collect()).collect();
    let points = number::fixed(end * 100.0, 1);
    let map = Heatmap {
        title: "What moved, and how surely".to_owned(),
        subtitle: format!("{}; against {}", comparison.ground, comparison.against),
        row_names: names.clone(),
        column_names: names,
        cells,
        legend: Some(Legend {
            ends: ["row fares worse", "row fares better"].map(str::to_owned),
            ticks: [format!("-{points}"), "0".to_owned(), format!("+{points} pp")],
            signs: signs(comparison),
            says: "Each cell is the change of the row's score against the column in percentage points: blue when the row fares better after the edit, orange when worse; a sign says the verdict.".to_owned(),
        }),
        footer: "Change of the row's score in percentage points; wins plus half the draws, both seatings.".to_owned(),
        ..Heatmap::default()
    };
    Some(Figure {
        picture: map.picture(),
        file_name: "compare.svg".to_owned(),
        caption: "Blue: the row fares better after the edit. Orange: it fares worse. The sign says how sure that is."
            .to_owned(),
        numbers: Some(numbers(comparison)),
    })
}

/// Forces from the one that gained most over all its cells.
fn order(comparison: &Comparison) -> Vec<usize> {
    let gained = |force: usize| -> f64 {
        let of = |line: &Line| match line.pair {
            (row, column) if row == column => 0.0,
            (row, _) if row == force => line.change.change,
            (_, column) if column == force => -line.change.change,
            _ => 0.0,
        };
        comparison.lines.iter().map(of).sum()
    };
    let mut order: Vec<usize> = (0..comparison.ids.len())
        .filter(|force| comparison.lines.iter().any(|line| line.pair.0 == *force || line.pair.1 == *force))
        .collect();
    order.sort_by(|a, b| gained(*b).total_cmp(&gained(*a)).then(a.cmp(b)));
    order
}

fn heat_cell(comparison: &Comparison, line: &Line, turn: f64, end: f64, largest: f64) -> HeatCell {
    let change = turn * line.change.change;
    let shown = number::fixed(change * 100.0, usize::from(largest < SMALL));
    let nought = shown.chars().all(|c| matches!(c, '0' | '.' | '-'));
    let label = match (line.verdict, nought) {
        (Verdict::Identical, _) => String::new(),
        (_, true) => "0".to_owned(),
        _ if change > 0.0 => format!("+{shown}"),
        _ => shown,
    };
    let [row, column] = [line.pair.0, line.pair.1].map(|force| comparison.names[force].as_str());
    HeatCell {
        score: (0.5 + 0.5 * change / end).clamp(0.0, 1.0),
        label,
        hint: format!("{row} against {column}: {}, {}", shown_change(line), verdict_in_words(line.verdict)),
        sign: sign(line.verdict, change),
    }
}

fn sign(verdict: Verdict, change: f64) -> Sign {
    match verdict {
        Verdict::Identical => Sign::None,
        Verdict::Equivalent => Sign::Point,
        Verdict::ChangedNegligible => Sign::Dash,
        Verdict::Changed if change < 0.0 => Sign::Down,
        Verdict::Changed => Sign::Up,
        Verdict::Inconclusive => Sign::Hollow,
    }
}

/// The signs that occur, with the verdicts that they stand for.
fn signs(comparison: &Comparison) -> Vec<(Sign, String)> {
    let all = [
        (
            Verdict::Changed,
            vec![(Sign::Up, "changed, the row fares better"), (Sign::Down, "changed, the row fares worse")],
        ),
        (Verdict::ChangedNegligible, vec![(Sign::Dash, "changed negligibly")]),
        (Verdict::Equivalent, vec![(Sign::Point, "equivalent")]),
        (Verdict::Inconclusive, vec![(Sign::Hollow, "inconclusive")]),
        (Verdict::Identical, vec![(Sign::None, "without a sign: identical")]),
    ];
    let occurring = all.into_iter().filter(|(verdict, _)| comparison.count(*verdict) > 0);
    occurring.flat_map(|(_, signs)| signs).map(|(sign, meaning)| (sign, meaning.to_owned())).collect()
}

fn numbers(comparison: &Comparison) -> Table {
    let mut columns = ["row", "column"].map(Column::text).to_vec();
    columns.extend(["before %", "after %", "change"].map(Column::number));
    columns.push(Column::text("verdict"));
    let mut table = Table::new("", columns);
    let percent = |score: Option<f64>| {
        score.map_or(Cell::Empty, |score| Cell::number(score * 100.0, number::fixed(score * 100.0, 1)))
    };
    for line in &comparison.lines {
        table.push(vec![
            Cell::text(&comparison.names[line.pair.0]),
            Cell::text(&comparison.names[line.pair.1]),
            percent(line.before),
            percent(line.after),
            Cell::number(line.change.change * 100.0, shown_change(line)),
            Cell::text(verdict_in_words(line.verdict)),
        ]);
    }
    table
}
