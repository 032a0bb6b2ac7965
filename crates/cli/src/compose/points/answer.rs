//! A price list as a document, as JSON, and as `points.csv`.

use muster_analysis::price_fit::Standing;
use muster_report::{Cell, Column, Table};
use serde::Serialize;

use super::page;
use crate::command::points::Prices;
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// The columns of `points.csv`; others script against them.
const COLUMNS: [&str; 14] = [
    "unit",
    "points",
    "standard_error",
    "status",
    "duel_points",
    "per",
    "win_rate_error",
    "name",
    "figures",
    "policy",
    "conditions",
    "anchor",
    "rules",
    "data_hash",
];

#[derive(Serialize)]
struct PriceJson<'p> {
    unit: &'p str,
    points: f64,
    standard_error: Option<f64>,
    status: &'static str,
    duel_points: f64,
    per: &'static str,
    win_rate_error: Option<f64>,
}

#[derive(Serialize)]
struct MismatchJson<'p> {
    stronger: &'p str,
    weaker: &'p str,
    rate_over_prices: f64,
    score_at_equal_points: f64,
}

#[derive(Serialize)]
struct ListJson<'p> {
    prices: Vec<PriceJson<'p>>,
    unpriced: Vec<&'p str>,
    steepness: f64,
    rms_residual: f64,
    degrees_of_freedom: usize,
    strongest_cycle: Vec<&'p str>,
    cycle_score: Option<f64>,
    linear_program_score: f64,
    worst: Vec<MismatchJson<'p>>,
    mix: Vec<(&'p str, f64)>,
    duels_solved: u32,
    method: &'static str,
    rules: &'p str,
    data_hash: &'p str,
}

/// The list in every shape.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn answer(plan: &Plan, prices: &Prices<'_>) -> Result<Answer, Failure> {
    let list = &prices.list;
    let id = |unit: usize| prices.units[unit].id.as_str();
    let json = ListJson {
        prices: (0..prices.units.len()).filter_map(|unit| line(prices, unit)).collect(),
        unpriced: (0..prices.units.len())
            .filter(|unit| list.standings[*unit] == Standing::Unknown)
            .map(id)
            .collect(),
        steepness: list.steepness,
        rms_residual: list.rms,
        degrees_of_freedom: list.degrees_of_freedom,
        strongest_cycle: list.cycle.iter().flat_map(|cycle| &cycle.units).map(|unit| id(*unit)).collect(),
        cycle_score: list.cycle.as_ref().map(|cycle| page::score(cycle.mean_lead, list.steepness)),
        linear_program_score: page::score(list.least_worst_lead, list.steepness),
        worst: list
            .mismatches
            .iter()
            .take(page::WORST)
            .map(|one| MismatchJson {
                stronger: id(one.stronger),
                weaker: id(one.weaker),
                rate_over_prices: one.lead.exp(),
                score_at_equal_points: one.score,
            })
            .collect(),
        mix: page::mix(prices).into_iter().map(|(unit, share)| (id(unit), share)).collect(),
        duels_solved: prices.rates.iter().map(|one| one.solved).sum(),
        method: "exact",
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
    };
    Answer::new(page::document(plan, prices), &json, table(plan, prices))
}

/// One unit's line, `None` when nothing is known of it.
fn line<'p>(prices: &Prices<'p>, unit: usize) -> Option<PriceJson<'p>> {
    let facts = prices.units[unit];
    let per = page::per(facts);
    if let Some((points, status)) = prices.limit(unit) {
        let (standard_error, win_rate_error) = (None, None);
        let unit = facts.id.as_str();
        return Some(PriceJson {
            unit,
            points,
            standard_error,
            status,
            duel_points: points,
            per,
            win_rate_error,
        });
    }
    let points = prices.points(unit)?;
    let relative = prices.list.errors[unit].filter(|_| unit != prices.anchor);
    Some(PriceJson {
        unit: &facts.id,
        points,
        standard_error: relative.map(|error| error * points),
        status: if unit == prices.anchor { "anchor" } else { "fitted" },
        duel_points: points,
        per,
        win_rate_error: relative.map(|error| prices.list.steepness * error / 4.0),
    })
}

fn table(plan: &Plan, prices: &Prices<'_>) -> Table {
    let mut table = Table::new("", COLUMNS.into_iter().map(Column::text).collect());
    let full = |value: f64| Cell::number(value, "");
    let optional = |value: Option<f64>| value.map_or(Cell::Empty, full);
    for unit in 0..prices.units.len() {
        let Some(line) = line(prices, unit) else { continue };
        let facts = prices.units[unit];
        table.push(vec![
            Cell::text(line.unit),
            full(line.points),
            optional(line.standard_error),
            Cell::text(line.status),
            full(line.duel_points),
            Cell::text(line.per),
            optional(line.win_rate_error),
            Cell::text(&facts.name),
            Cell::Count(u64::from(facts.figures)),
            Cell::text(page::policy(facts)),
            Cell::text(page::ground(plan)),
            Cell::text(&prices.units[prices.anchor].id),
            Cell::text(&plan.pack.set),
            Cell::text(&plan.pack.hash),
        ]);
    }
    table
}
