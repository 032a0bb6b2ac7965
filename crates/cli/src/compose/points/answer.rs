//! A price list as a document, as JSON, and as `points.csv`.

use std::collections::BTreeMap;

use muster_analysis::price_fit::{Slope, Standing};
use muster_report::{Cell, Column, Table};
use serde::Serialize;

use super::limits::{self, Limits, LimitsJson, MismatchJson};
use super::{alike, army_page, page};
use crate::command::points::{ArmyPrices, Prices};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// The columns of `points.csv`; others script against them.
const COLUMNS: [&str; 18] = [
    "unit",
    "points",
    "standard_error",
    "status",
    "duel_points",
    "army_points",
    "duel_standard_error",
    "lowest_by_conditions",
    "highest_by_conditions",
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
    duel_points: Option<f64>,
    army_points: Option<f64>,
    duel_standard_error: Option<f64>,
    by_conditions: BTreeMap<String, f64>,
    per: &'static str,
    win_rate_error: Option<f64>,
}

#[derive(Serialize)]
struct SlopeJson {
    value: f64,
    standard_error: f64,
}

impl From<Slope> for SlopeJson {
    fn from(slope: Slope) -> SlopeJson {
        SlopeJson { value: slope.value, standard_error: slope.error }
    }
}

#[derive(Serialize)]
struct FreshJson {
    pairs: usize,
    games: u64,
    log_loss: f64,
    log_loss_floor: f64,
    log_loss_of_duel_prices: Option<f64>,
    duel_prices_lose_more: Option<SlopeJson>,
    brier: f64,
    brier_floor: f64,
    calibration_slope: SlopeJson,
    calibration_intercept: SlopeJson,
    share_of_what_can_be_known: f64,
}

#[derive(Serialize)]
struct EqualJson<'p> {
    pairs: usize,
    mean_distance: f64,
    mean_distance_by_luck: f64,
    within_40_to_60: usize,
    worst_score: f64,
    worst: &'p Option<[String; 2]>,
}

#[derive(Serialize)]
struct ReversalJson<'p> {
    better: &'p str,
    worse: &'p str,
    ln_ratio: f64,
    standard_error: f64,
}

#[derive(Serialize)]
struct ArmyJson<'p> {
    conditions: &'p str,
    plans: &'static str,
    games: u64,
    pairs: u64,
    games_fitted: u64,
    pairs_fitted: usize,
    steepness: SlopeJson,
    side_a: SlopeJson,
    dispersion: f64,
    fresh: Option<FreshJson>,
    equal_points: Option<EqualJson<'p>>,
    not_told_apart: Vec<Vec<&'p str>>,
    pairs_in_which_one_is_better: usize,
    reversed_beyond_luck: Vec<ReversalJson<'p>>,
    pooled: Vec<[&'p str; 2]>,
    method: &'static str,
    seed: u64,
}

#[derive(Serialize)]
struct ListJson<'p> {
    prices: Vec<PriceJson<'p>>,
    unpriced: Vec<&'p str>,
    pairs_not_told_apart: Vec<[&'p str; 2]>,
    steepness: f64,
    rms_residual: f64,
    degrees_of_freedom: usize,
    strongest_cycle: Vec<&'p str>,
    cycle_score: Option<f64>,
    linear_program_score: f64,
    worst: Vec<MismatchJson<'p>>,
    mix: Vec<(&'p str, f64)>,
    limits: LimitsJson<'p>,
    duels_solved: u32,
    duels_played: u64,
    army: Option<ArmyJson<'p>>,
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
    let limits = Limits::of(prices);
    let json = ListJson {
        prices: (0..prices.units.len()).filter_map(|unit| line(prices, unit)).collect(),
        unpriced: (0..prices.units.len())
            .filter(|unit| list.standings[*unit] == Standing::Unknown)
            .map(id)
            .collect(),
        pairs_not_told_apart: alike::pairs(prices).into_iter().map(|pair| pair.map(id)).collect(),
        steepness: list.steepness,
        rms_residual: list.rms,
        degrees_of_freedom: list.degrees_of_freedom,
        strongest_cycle: limits.cycle(),
        cycle_score: list.cycle.as_ref().map(|cycle| page::score(cycle.mean_lead, list.steepness)),
        linear_program_score: page::score(list.least_worst_lead, list.steepness),
        worst: limits.worst(),
        limits: limits::json(&limits),
        mix: page::mix(&prices.list).into_iter().map(|(unit, share)| (id(unit), share)).collect(),
        duels_solved: prices.rates.iter().map(|one| one.solved).sum(),
        army: prices.army.as_ref().map(|army| army_json(plan, prices, army)),
        duels_played: prices.played,
        method: if prices.played > 0 { "sample" } else { "exact" },
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
    };
    Answer::new(page::document(plan, prices), &json, table(plan, prices))
}

fn army_json<'p>(plan: &Plan, prices: &'p Prices<'_>, army: &'p ArmyPrices) -> ArmyJson<'p> {
    let fit = &army.fit;
    let id = |unit: usize| prices.units[unit].id.as_str();
    let named = |run: Vec<usize>| run.into_iter().map(id).collect();
    ArmyJson {
        conditions: &army.conditions,
        plans: "combined",
        games: army.games,
        pairs: army.pairs,
        games_fitted: fit.games,
        pairs_fitted: fit.pairs,
        steepness: fit.steepness.into(),
        side_a: fit.side.into(),
        dispersion: fit.dispersion,
        fresh: army.fresh.as_ref().map(|fresh| FreshJson {
            pairs: fresh.pairs,
            games: fresh.games,
            log_loss: fresh.log_loss,
            log_loss_floor: fresh.floor,
            log_loss_of_duel_prices: army.fresh_by_duels.map(|duels| duels.log_loss),
            duel_prices_lose_more: army.duels_apart.map(SlopeJson::from),
            brier: fresh.brier,
            brier_floor: fresh.brier_floor,
            calibration_slope: fresh.slope.into(),
            calibration_intercept: fresh.intercept.into(),
            share_of_what_can_be_known: army_page::share_known(fresh),
        }),
        equal_points: army.equal.map(|equal| EqualJson {
            pairs: equal.pairs,
            mean_distance: equal.mean,
            mean_distance_by_luck: equal.luck,
            within_40_to_60: equal.within,
            worst_score: equal.worst_score,
            worst: &army.worst,
        }),
        not_told_apart: alike::groups(prices).into_iter().map(named).collect(),
        pairs_in_which_one_is_better: army.better,
        reversed_beyond_luck: army
            .reversed
            .iter()
            .map(|pair| ReversalJson {
                better: id(pair.better),
                worse: id(pair.worse),
                ln_ratio: pair.lead,
                standard_error: pair.error,
            })
            .collect(),
        pooled: army.pooled.iter().map(|(better, worse)| [id(*better), id(*worse)]).collect(),
        method: "sample",
        seed: plan.seed.0,
    }
}

/// One unit's line, `None` when nothing is known of it.
fn line<'p>(prices: &Prices<'p>, unit: usize) -> Option<PriceJson<'p>> {
    let facts = prices.units[unit];
    let (points, relative, status) = match (prices.points(unit), prices.limit(unit)) {
        (Some(points), _) if unit == prices.anchor => (points, None, "anchor"),
        (Some(points), _) => (points, prices.error(unit), "fitted"),
        (None, Some((limit, status))) => (limit, None, status),
        (None, None) => return None,
    };
    let duel = prices.duel_points(unit);
    let duel_error = prices.list.errors[unit].filter(|_| unit != prices.anchor);
    let by_conditions = prices.army.iter().flat_map(|army| army_page::on_conditions(prices, army, unit));
    Some(PriceJson {
        unit: &facts.id,
        points,
        standard_error: relative.map(|error| error * points),
        status,
        duel_points: duel.or_else(|| prices.duel_limit(unit).map(|limit| limit.0)),
        army_points: prices.army.as_ref().map(|_| points),
        duel_standard_error: duel.zip(duel_error).map(|(points, error)| points * error),
        by_conditions: by_conditions.collect(),
        per: page::per(facts),
        win_rate_error: relative.map(|error| prices.steepness() * error / 4.0),
    })
}

fn table(plan: &Plan, prices: &Prices<'_>) -> Table {
    let mut table = Table::new("", COLUMNS.into_iter().map(Column::text).collect());
    let full = |value: f64| Cell::number(value, "");
    let optional = |value: Option<f64>| value.map_or(Cell::Empty, full);
    let army = prices.army.as_ref();
    for unit in 0..prices.units.len() {
        let Some(line) = line(prices, unit) else { continue };
        let facts = prices.units[unit];
        table.push(vec![
            Cell::text(line.unit),
            full(line.points),
            optional(line.standard_error),
            Cell::text(line.status),
            optional(line.duel_points),
            optional(line.army_points),
            optional(line.duel_standard_error),
            optional(line.by_conditions.values().copied().reduce(f64::min)),
            optional(line.by_conditions.values().copied().reduce(f64::max)),
            Cell::text(line.per),
            optional(line.win_rate_error),
            Cell::text(&facts.name),
            Cell::Count(u64::from(facts.figures)),
            Cell::text(if army.is_some() { "combined" } else { page::policy(facts) }),
            army.map_or_else(|| Cell::text(page::ground(plan)), |army| Cell::text(&army.conditions)),
            Cell::text(&prices.units[prices.anchor].id),
            Cell::text(&plan.pack.set),
            Cell::text(&plan.pack.hash),
        ]);
    }
    table
}
