//! What evens a fight of two boxes: figures left out, and the points that they are worth.

use muster_report::{Cell, Column, Table, number};
use muster_rules::grammar::agreeing;
use muster_stats::{Z95, wilson};
use serde::Serialize;

use super::even::Found;
use crate::command::even_boxes::Shrunk;

/// The figures and points that even two boxes, for programs.
#[derive(Serialize)]
pub(super) struct BoxesJson<'f> {
    stronger: &'f str,
    figures: u32,
    figures_left_out: u32,
    even_at_left_out: f64,
    enough: bool,
    score: f64,
    low: f64,
    high: f64,
    left_over: f64,
    units: Vec<UnitJson<'f>>,
    points: Option<[f64; 2]>,
    handicap: Option<f64>,
    handicap_share: Option<f64>,
}

#[derive(Serialize)]
struct UnitJson<'f> {
    unit: &'f str,
    fielded: u32,
    in_the_box: u32,
}

/// The same as JSON.
pub(super) fn json<'f>(found: &'f Found, shrunk: &'f Shrunk) -> BoxesJson<'f> {
    let [score, low, high] = shrunk.score();
    BoxesJson {
        stronger: &found.ids[shrunk.side],
        figures: shrunk.figures,
        figures_left_out: shrunk.left_out,
        even_at_left_out: shrunk.even_at,
        enough: !shrunk.not_enough,
        score,
        low,
        high,
        left_over: score - 0.5,
        units: shrunk
            .units
            .iter()
            .map(|(unit, fielded, in_the_box)| UnitJson { unit, fielded: *fielded, in_the_box: *in_the_box })
            .collect(),
        points: shrunk.points.as_ref().map(|points| points.boxes),
        handicap: shrunk.points.as_ref().map(|points| points.handicap),
        handicap_share: shrunk.points.as_ref().map(|points| points.handicap / points.boxes[shrunk.side]),
    }
}

/// Figures, then points.
pub(super) fn sentences(found: &Found, shrunk: &Shrunk) -> Vec<String> {
    let name = &found.names[shrunk.side];
    let scores = agreeing(&found.names[0], "scores", "score");
    let [score, low, high] = shrunk.score();
    let games = shrunk.record.games();
    let left = number::score(score, low, high, games);
    if shrunk.not_enough {
        return vec![format!(
            "Figures: even with one figure of each unit that can be made smaller {name} stays ahead ({} {scores} {left}).",
            found.names[0]
        )];
    }
    let units: Vec<String> = shrunk
        .units
        .iter()
        .filter(|(_, fielded, all)| fielded != all)
        .map(|(unit, fielded, all)| format!("{fielded} of {all} {unit}"))
        .collect();
    let mut said = vec![if shrunk.left_out == 0 {
        format!(
            "Figures: no figure left out of {name} comes nearer to even ({} {scores} {left}).",
            found.names[0]
        )
    } else {
        format!(
            "Figures: with {} of its {} figures left in the box {name} fights even: {}. Then {} {scores} {left}.",
            shrunk.left_out,
            shrunk.figures,
            units.join(", "),
            found.names[0]
        )
    }];
    said.extend(shrunk.points.as_ref().map(|points| {
        format!(
            "Points: by duels of their units the boxes are worth {} and {} points ({} = {}); the even fight asks for a handicap of {} points, {} % of {name}. A whole figure being the least, {} pp are left over.",
            number::fixed(points.boxes[0], 0),
            number::fixed(points.boxes[1], 0),
            points.anchor,
            number::exchange(points.scale),
            number::fixed(points.handicap, 0),
            number::fixed(points.handicap / points.boxes[shrunk.side] * 100.0, 0),
            number::fixed((score - 0.5).abs() * 100.0, 1)
        )
    }));
    said
}

/// Every strength that was tried.
pub(super) fn table(found: &Found, shrunk: &Shrunk) -> Table {
    let columns = vec![
        Column::number("figures left out"),
        Column::number("fielded"),
        Column::number(format!("{} scores", found.names[0])),
    ];
    let mut table = Table::new(format!("{} with fewer figures", found.names[shrunk.side]), columns);
    for (left_out, record) in &shrunk.tried {
        let score = record.score().unwrap_or(0.5);
        let interval = wilson(*record, Z95);
        table.push(vec![
            Cell::Count(u64::from(*left_out)),
            Cell::Count(u64::from(shrunk.figures - left_out)),
            Cell::number(score, number::score(score, interval.low, interval.high, record.games())),
        ]);
    }
    table.note(
        "Forces made smaller have dice of their own, so that the row of 0 left out is a second sample of the fight as it is.",
    );
    table
}
