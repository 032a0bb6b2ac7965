//! Round prices and what rounding does.

use muster_analysis::rounding::{Rounded, score_shift};
use muster_report::{Cell, Column, Document, Table, number};
use serde::Serialize;

use super::page;
use crate::command::forces::{Listed, without_price};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// What was rounded, and the force that was asked for.
pub(crate) struct Forces<'f> {
    /// The priced units.
    pub listed: &'f Listed<'f>,
    /// What the prices are of: `armies`, `duels` or `file`.
    pub of: &'static str,
    /// The rounded ones.
    pub rounded: &'f Rounded,
    /// Places in the list, and how many of each.
    pub force: &'f [(usize, u32)],
    /// Multiples of this.
    pub step: u32,
    /// The box that was asked for.
    pub boxed: Option<Boxed>,
}

/// A box added up.
#[derive(Serialize)]
pub(crate) struct Boxed {
    /// Its name.
    pub name: String,
    /// Rounded prices added up.
    pub sum_of_rounded: f64,
    /// The exact sum, rounded.
    pub rounded_sum: f64,
    /// Units without a price, which are left out of both.
    pub unpriced: Vec<String>,
}

#[derive(Serialize)]
struct LineJson<'p> {
    unit: &'p str,
    points: f64,
    scaled: f64,
    rounded: f64,
    per: &'static str,
}

#[derive(Serialize)]
struct RoundedJson<'p> {
    scale: f64,
    step: u32,
    of: &'static str,
    from: &'p str,
    prices: Vec<LineJson<'p>>,
    worst_relative_error: f64,
    worst_win_rate_error: Option<f64>,
    sum_of_rounded: Option<f64>,
    rounded_sum: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#box: Option<&'p Boxed>,
    unpriced: &'p [String],
}

impl Forces<'_> {
    /// The force's sum of rounded prices, and its rounded sum.
    fn sums(&self) -> Option<(f64, f64)> {
        let sum = |price: &dyn Fn(usize) -> f64| -> f64 {
            self.force.iter().map(|(place, count)| f64::from(*count) * price(*place)).sum()
        };
        let step = f64::from(self.step);
        let exact = sum(&|place| self.listed.exact[place] * self.rounded.scale);
        (!self.force.is_empty())
            .then(|| (sum(&|place| self.rounded.prices[place]), (exact / step).round() * step))
    }
}

/// The answer in every shape.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn rounded(plan: &Plan, forces: &Forces<'_>) -> Result<Answer, Failure> {
    let found = forces.rounded;
    let steepness = forces.listed.steepness;
    let worst = steepness.map(|slope| found.worst_pair.map_or(0.0, |pair| score_shift(pair.2, slope)));
    let columns = vec![
        Column::text("unit"),
        Column::number("rounded"),
        Column::number("exact"),
        Column::number("off by"),
        Column::text("each"),
    ];
    let mut table = Table::new("", columns);
    let mut csv = Table::new("", ["unit", "rounded", "scaled", "points", "per"].map(Column::text).to_vec());
    let mut lines = Vec::new();
    for (place, facts) in forces.listed.units.iter().enumerate() {
        let (points, whole) = (forces.listed.exact[place], found.prices[place]);
        let scaled = points * found.scale;
        table.push(vec![
            Cell::text(&facts.name),
            Cell::number(whole, number::fixed(whole, 0)),
            Cell::number(scaled, number::fixed(scaled, 2)),
            Cell::number(
                whole / scaled - 1.0,
                format!("{} %", number::fixed((whole / scaled - 1.0) * 100.0, 1)),
            ),
            Cell::text(page::per(facts)),
        ]);
        csv.push(vec![
            Cell::text(&facts.id),
            Cell::number(whole, ""),
            Cell::number(scaled, ""),
            Cell::number(points, ""),
            Cell::text(page::per(facts)),
        ]);
        lines.push(LineJson { unit: &facts.id, points, scaled, rounded: whole, per: page::per(facts) });
    }
    let what = match forces.of {
        "armies" => "Army prices",
        "duels" => "Duel prices",
        _ => &forces.listed.from,
    };
    let mut document = Document::new(format!("{what} in multiples of {}", forces.step));
    let mut said = vec![format!(
        "Scale {}: every price was multiplied by it before rounding.",
        number::fixed(found.scale, 3)
    )];
    if let Some((over, under, _)) = found.worst_pair {
        let name = |place: usize| forces.listed.units[place].name.as_str();
        said.push(match worst {
            Some(worst) => format!(
                "Rounding shifts an even match by {} percentage points at worst: {} against {}.",
                number::fixed(worst * 100.0, 1),
                name(over),
                name(under)
            ),
            None => format!(
                "Rounding hurts most between {} and {}; what that is worth in games the file does not tell.",
                name(over),
                name(under)
            ),
        });
    }
    let sums = forces.sums();
    said.extend(sums.map(|(rounded, sum)| {
        format!(
            "The force costs {} by rounded prices; its exact sum rounds to {}.",
            number::fixed(rounded, 0),
            number::fixed(sum, 0)
        )
    }));
    said.extend(forces.boxed.as_ref().map(|boxed| {
        let without = if boxed.unpriced.is_empty() {
            String::new()
        } else {
            format!(" Without a price, and not counted: {}.", boxed.unpriced.join(", "))
        };
        format!(
            "{}: {} points by rounded prices; the exact sum rounds to {}.{without}",
            boxed.name,
            number::fixed(boxed.sum_of_rounded, 0),
            number::fixed(boxed.rounded_sum, 0)
        )
    }));
    said.extend(without_price(&forces.listed.unpriced));
    document.list(said);
    document.table(table);
    let mut notes = Vec::new();
    if forces.of != "file" {
        notes.push(format!("{}.", forces.listed.from));
    }
    notes.extend(plan.footnotes(forces.of == "armies"));
    document.list(notes);
    let json = RoundedJson {
        scale: found.scale,
        step: forces.step,
        of: forces.of,
        from: &forces.listed.from,
        prices: lines,
        worst_relative_error: found.worst,
        worst_win_rate_error: worst,
        sum_of_rounded: sums.map(|sums| sums.0),
        rounded_sum: sums.map(|sums| sums.1),
        r#box: forces.boxed.as_ref(),
        unpriced: &forces.listed.unpriced,
    };
    Answer::new(document, &json, csv)
}
