//! What evens a fight as rows for programs: the fight as it is, even sizes, scores by size, respawns.

use muster_report::{Cell, Column, Table};
use muster_results::CellResult;
use muster_stats::{Z95, wilson};

use super::even::{Found, Sizes};
use muster_answers::even::nearest;

const COLUMNS: [&str; 12] = [
    "kind",
    "side",
    "figures",
    "even_figures",
    "handicap_share",
    "handicap_points",
    "times",
    "score_of",
    "score",
    "low",
    "high",
    "games_of_a_size",
];

/// A row; what it does not tell stays blank.
#[derive(Default)]
struct Row<'f> {
    kind: &'static str,
    side: &'f str,
    figures: Option<u32>,
    even_figures: Option<f64>,
    handicap_share: Option<f64>,
    handicap_points: Option<f64>,
    times: Option<u32>,
    score_of: &'f str,
    score: Option<f64>,
    range: Option<(f64, f64)>,
    games: Option<u64>,
}

impl<'f> Row<'f> {
    /// A row with the score of the first side.
    fn of_cell(found: &'f Found, kind: &'static str, side: usize, cell: &CellResult) -> Row<'f> {
        Row {
            kind,
            side: &found.ids[side],
            score_of: &found.ids[0],
            score: Some(cell.score),
            range: Some((cell.low, cell.high)),
            ..Row::default()
        }
    }

    fn cells(self) -> Vec<Cell> {
        let number = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, ""));
        let count = |value: Option<u64>| value.map_or(Cell::Empty, Cell::Count);
        vec![
            Cell::text(self.kind),
            Cell::text(self.side),
            count(self.figures.map(u64::from)),
            number(self.even_figures),
            number(self.handicap_share),
            number(self.handicap_points),
            count(self.times.map(u64::from)),
            Cell::text(self.score_of),
            number(self.score),
            number(self.range.map(|range| range.0)),
            number(self.range.map(|range| range.1)),
            count(self.games),
        ]
    }
}

/// Everything that was found, one row each.
pub(super) fn csv(found: &Found) -> Table {
    let mut rows = vec![Row::of_cell(found, "as_they_are", 0, &found.as_they_are)];
    rows.extend(found.sizes.iter().flat_map(|one| sizes(found, one)));
    rows.extend(boxes(found));
    rows.extend(found.comebacks.iter().map(|one| Row {
        figures: Some(one.figures),
        times: Some(one.times),
        ..Row::of_cell(found, "respawns", one.side, &one.cell)
    }));
    let mut table = Table::new("", COLUMNS.map(Column::text).to_vec());
    for row in rows {
        table.push(row.cells());
    }
    table
}

/// The even size of a unit, and the scores around it.
fn sizes<'f>(found: &'f Found, one: &'f Sizes) -> Vec<Row<'f>> {
    let side = found.ids[one.side].as_str();
    let of_size = |kind, figures, score| Row {
        kind,
        side,
        figures: Some(figures),
        score_of: side,
        score: Some(score),
        games: Some(one.games),
        ..Row::default()
    };
    let mut rows = Vec::new();
    if let Ok(point) = &one.point {
        let (figures, score) = nearest(point);
        rows.push(Row {
            even_figures: Some(point.size),
            handicap_share: Some(point.size / f64::from(one.figures) - 1.0),
            ..of_size("even_size", figures, score)
        });
    }
    rows.extend(one.curve.iter().map(|(figures, score)| of_size("size", *figures, *score)));
    rows
}

/// The even size of the stronger box, and every size that was played.
fn boxes(found: &Found) -> Vec<Row<'_>> {
    let Some(shrunk) = &found.boxes else { return Vec::new() };
    let [score, low, high] = shrunk.score();
    let of_size = |kind, figures, score, low, high, games| Row {
        kind,
        side: &found.ids[shrunk.side],
        figures: Some(figures),
        score_of: &found.ids[0],
        score,
        range: Some((low, high)),
        games: Some(games),
        ..Row::default()
    };
    let points = shrunk.points.as_ref();
    let figures = shrunk.figures.saturating_sub(shrunk.left_out);
    let mut rows = vec![Row {
        even_figures: (!shrunk.not_enough).then(|| f64::from(shrunk.figures) - shrunk.even_at),
        handicap_share: points.map(|points| -points.handicap / points.boxes[shrunk.side]),
        handicap_points: points.map(|points| -points.handicap),
        ..of_size("even_size", figures, Some(score), low, high, shrunk.record.games())
    }];
    rows.extend(shrunk.tried.iter().map(|(left_out, record)| {
        let interval = wilson(*record, Z95);
        let fielded = shrunk.figures.saturating_sub(*left_out);
        of_size("size", fielded, record.score(), interval.low, interval.high, record.games())
    }));
    rows
}
