//! What makes a unit cost what it costs.

use muster_report::chart::{Interval, IntervalChart, Spacing};
use muster_report::{Block, Cell, Column, Document, Figure, Table, number};
use serde::Serialize;

use super::page;
use crate::command::points::{Closest, Effect, Explained, Sensitivity};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

#[derive(Serialize)]
struct ChangeJson<'p> {
    change: &'p str,
    says: &'p str,
    points: Option<f64>,
    points_a_figure: Option<f64>,
    standard_error: Option<f64>,
    share: Option<f64>,
    lowest: Option<f64>,
    highest: Option<f64>,
    foes: usize,
    method: Option<&'static str>,
}

#[derive(Serialize)]
struct FormulaJson<'p> {
    coefficients: Vec<(&'p str, f64, f64)>,
    leave_one_out: f64,
    win_rate_error: f64,
    of_unit: Option<f64>,
}

#[derive(Serialize)]
struct ExplainedJson<'p> {
    unit: &'p str,
    points: Option<f64>,
    per: &'static str,
    whole_unit: Option<f64>,
    changes: Vec<ChangeJson<'p>>,
    formula_units: usize,
    product: Option<FormulaJson<'p>>,
    sum: Option<FormulaJson<'p>>,
    rules: &'p str,
    data_hash: &'p str,
}

/// The answer in every shape.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn explained(plan: &Plan, found: &Explained<'_>) -> Result<Answer, Failure> {
    let json = ExplainedJson {
        unit: &found.prices.units[found.unit].id,
        points: found.prices.duel_points(found.unit),
        per: page::per(found.prices.units[found.unit]),
        whole_unit: whole(found),
        changes: found.sensitivities.iter().map(|one| change_json(found, one)).collect(),
        formula_units: found.fitted,
        product: found.product.as_ref().map(|closest| formula_json(found, closest)),
        sum: found.sum.as_ref().map(|closest| formula_json(found, closest)),
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
    };
    Answer::new(document(plan, found), &json, csv(found))
}

/// Price of the whole unit.
fn whole(found: &Explained<'_>) -> Option<f64> {
    found.prices.duel_points(found.unit).map(|points| points * figures(found))
}

fn figures(found: &Explained<'_>) -> f64 {
    let facts = found.prices.units[found.unit];
    if facts.alike { f64::from(facts.figures.max(1)) } else { 1.0 }
}

/// Points of the whole unit that a change of ln(worth) is.
fn points(found: &Explained<'_>, change: f64) -> Option<f64> {
    whole(found).map(|whole| whole * change.exp_m1())
}

/// Some duels of a change were solved and some played.
const BOTH: &str = "exact and sample";

fn method(effect: &Effect) -> &'static str {
    match effect.sampled {
        0 => "exact",
        all if all == effect.foes => "sample",
        _ => BOTH,
    }
}

/// Standard error of the points of a change.
fn error(found: &Explained<'_>, effect: &Effect) -> Option<f64> {
    whole(found).map(|whole| whole * effect.mean.exp() * effect.error)
}

fn change_json<'p>(found: &Explained<'_>, one: &'p Sensitivity) -> ChangeJson<'p> {
    let effect = one.effect.as_ref();
    let worth = effect.and_then(|effect| points(found, effect.mean));
    ChangeJson {
        change: &one.id,
        says: &one.says,
        points: worth,
        points_a_figure: worth.map(|worth| worth / figures(found)),
        standard_error: effect.and_then(|effect| error(found, effect)),
        share: effect.map(|effect| effect.mean.exp_m1()),
        lowest: effect.and_then(|effect| points(found, effect.range[0])),
        highest: effect.and_then(|effect| points(found, effect.range[1])),
        foes: effect.map_or(0, |effect| effect.foes),
        method: effect.map(method),
    }
}

fn formula_json<'p>(found: &Explained<'_>, closest: &'p Closest) -> FormulaJson<'p> {
    let formula = &closest.formula;
    let both = formula.coefficients.iter().zip(&formula.errors);
    FormulaJson {
        coefficients: closest
            .names
            .iter()
            .zip(both)
            .map(|(name, (value, error))| (name.as_str(), *value, *error))
            .collect(),
        leave_one_out: formula.leave_one_out,
        win_rate_error: page::score(formula.leave_one_out, found.prices.list.steepness) - 0.5,
        of_unit: closest.of_unit,
    }
}

fn csv(found: &Explained<'_>) -> Table {
    let columns = [
        "unit",
        "change",
        "says",
        "points",
        "standard_error",
        "share",
        "lowest",
        "highest",
        "foes",
        "method",
    ];
    let mut table = Table::new("", columns.map(Column::text).to_vec());
    let optional = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, ""));
    for one in &found.sensitivities {
        let line = change_json(found, one);
        table.push(vec![
            Cell::text(&found.prices.units[found.unit].id),
            Cell::text(line.change),
            Cell::text(line.says),
            optional(line.points),
            optional(line.standard_error),
            optional(line.share),
            optional(line.lowest),
            optional(line.highest),
            Cell::Count(line.foes as u64),
            line.method.map_or(Cell::Empty, Cell::text),
        ]);
    }
    table
}

/// Whether any change has a worth.
fn told(found: &Explained<'_>) -> bool {
    found.sensitivities.iter().any(|one| one.effect.is_some())
}

/// What is known of a unit without a duel price.
fn unpriced(found: &Explained<'_>) -> String {
    let facts = found.prices.units[found.unit];
    let known = match found.prices.duel_limit(found.unit) {
        Some((limit, status)) => format!(
            "{} has no duel price: all that is known is that a {} is worth {} {} points",
            facts.name,
            page::per(facts),
            status.replace('_', " "),
            number::fixed(limit, 1)
        ),
        None => format!("{} has no duel price", facts.name),
    };
    if told(found) {
        format!("{known}. Changes are told as shares alone.")
    } else {
        format!(
            "{known}. No number of these enemies makes an even fight, so what a change is worth cannot be told; name other enemies with --against."
        )
    }
}

fn document(plan: &Plan, found: &Explained<'_>) -> Document {
    let facts = found.prices.units[found.unit];
    let mut document = Document::new(format!("What makes {} cost what they cost", facts.name));
    let price = match (found.prices.duel_points(found.unit), whole(found)) {
        (Some(points), Some(whole)) if facts.alike => format!(
            "{}: {} points a figure in duels, {} for the {} of them.",
            facts.name,
            number::fixed(points, 2),
            number::fixed(whole, 1),
            facts.figures
        ),
        (Some(points), _) => format!("{}: {} points in duels.", facts.name, number::fixed(points, 1)),
        (None, _) => unpriced(found),
    };
    document.list(vec![price]);
    if plan.output.out.is_some() {
        document.blocks.extend(bars(found).map(Block::Figure));
    }
    if told(found) {
        document.table(changes(found));
    }
    document.list(formulas(plan, found));
    let mut notes = Vec::new();
    if told(found) {
        let worth = [
            "A change is worth what it adds to the number of enemies that make an even fight, at their prices, in points of the whole unit, on average over all enemies that have a price and can be more or fewer.".to_owned(),
            "± is luck alone: an exact answer has none. \"by enemy\" is the least and the most that the change is worth against any of them.".to_owned(),
        ];
        notes.extend(worth);
        if found.sensitivities.iter().any(|one| one.effect.is_none()) {
            notes.push("Method \"none\": no number of any enemy makes an even fight both before and after the change.".to_owned());
        }
    }
    notes.extend([
        format!("{}.", page::paid(found.prices)),
        among(plan, found),
        format!("Duels: {}; each unit by its own policy.", page::ground(plan)),
    ]);
    notes.extend(plan.footnotes(found.prices.played > 0));
    document.list(notes);
    document
}

/// Which units were priced together.
fn among(plan: &Plan, found: &Explained<'_>) -> String {
    let (priced, all) = (found.prices.units.len(), plan.game.units().len());
    if priced >= all {
        return format!("Priced among all {all} units.");
    }
    let names: Vec<&str> = found.prices.units.iter().map(|unit| unit.name.as_str()).collect();
    format!("Priced among {priced} of {all} units: {}.", names.join(", "))
}

/// What each step is worth, as bars from nought; `None` where no step has a worth.
fn bars(found: &Explained<'_>) -> Option<Figure> {
    let unit = found.prices.units[found.unit];
    let priced = whole(found).is_some();
    let worth = |change: f64| points(found, change).unwrap_or_else(|| change.exp_m1() * 100.0);
    let mut rows: Vec<Interval> = found
        .sensitivities
        .iter()
        .filter_map(|one| {
            let effect = one.effect.as_ref()?;
            let value = worth(effect.mean);
            let half = muster_stats::Z95 * error(found, effect).filter(|_| effect.sampled > 0).unwrap_or(0.0);
            Some(Interval {
                name: one.says.clone(),
                value,
                range: (half > 0.0).then_some((value - half, value + half)),
                reach: Some((worth(effect.range[0]), worth(effect.range[1]))),
                label: if half > 0.0 {
                    number::with_half_width(value, half)
                } else {
                    number::fixed(value, 2)
                },
            })
        })
        .collect();
    rows.sort_by(|a, b| b.value.total_cmp(&a.value));
    let axis = if priced { "points of the whole unit" } else { "percent of its worth" };
    (!rows.is_empty()).then(|| {
        IntervalChart {
            title: format!("What one step is worth to {}", unit.name),
            subtitle: "The most at the top".to_owned(),
            axis: axis.to_owned(),
            spacing: Spacing::FromZero,
            rows,
            footer: "The thin line is the least and the most that a step is worth against any enemy; ends with a stop are the 95 % interval of played duels, which solved ones do not need.".to_owned(),
        }
        .figure("explained.svg", "What one step better is worth, on average over all enemies.")
    })
}

fn changes(found: &Explained<'_>) -> Table {
    let columns = vec![
        Column::text("one step better"),
        Column::number("points"),
        Column::number("share"),
        Column::number("by enemy"),
        Column::number("enemies"),
        Column::text("method"),
    ];
    let mut table = Table::new("", columns);
    for one in &found.sensitivities {
        let Some(effect) = &one.effect else {
            let empty = std::iter::repeat_n(Cell::Empty, 3);
            let row = std::iter::once(Cell::text(&one.says)).chain(empty);
            table.push(row.chain([Cell::Count(0), Cell::text("none")]).collect());
            continue;
        };
        let worth = points(found, effect.mean);
        let shown = match (worth, error(found, effect)) {
            (Some(worth), Some(error)) if effect.sampled > 0 => number::with_half_width(worth, error),
            (Some(worth), _) => format!("{} ± 0", number::fixed(worth, 2)),
            _ => String::new(),
        };
        let share = |change: f64| format!("{} %", number::fixed(change.exp_m1() * 100.0, 1));
        let range = match (points(found, effect.range[0]), points(found, effect.range[1])) {
            (Some(low), Some(high)) => format!("{} to {}", number::fixed(low, 1), number::fixed(high, 1)),
            _ => format!("{} to {}", share(effect.range[0]), share(effect.range[1])),
        };
        table.push(vec![
            Cell::text(&one.says),
            worth.map_or(Cell::Empty, |worth| Cell::number(worth, shown)),
            Cell::number(effect.mean.exp_m1(), share(effect.mean)),
            Cell::text(range),
            Cell::Count(effect.foes as u64),
            Cell::text(if method(effect) == BOTH { "both" } else { method(effect) }),
        ]);
    }
    table
}

fn formulas(plan: &Plan, found: &Explained<'_>) -> Vec<String> {
    let off = |closest: &Closest| {
        let leave = closest.formula.leave_one_out;
        let shift = page::score(leave, found.prices.list.steepness) - 0.5;
        format!(
            "it misses a unit that it has not seen by {} % of its price, or {} percentage points of an even fight",
            number::fixed(leave * 100.0, 0),
            number::fixed(shift * 100.0, 0)
        )
    };
    let says = |closest: &Closest| {
        closest.of_unit.map_or_else(String::new, |points| {
            format!(
                " It would have a figure of {} cost {}.",
                found.prices.units[found.unit].name,
                number::fixed(points, 2)
            )
        })
    };
    let mut said = Vec::new();
    said.extend(found.product.as_ref().map(|closest| {
        let formula = &closest.formula;
        format!(
            "The closest product, over {} units: points a figure = {} × (attack × durability)^{}; {}.{}",
            found.fitted,
            number::fixed(formula.coefficients[0].exp(), 2),
            number::with_half_width(formula.coefficients[1], formula.errors[1]),
            off(closest),
            says(closest)
        )
    }));
    said.extend(found.sum.as_ref().map(|closest| {
        let formula = &closest.formula;
        let terms: Vec<String> = closest
            .names
            .iter()
            .zip(&formula.coefficients)
            .skip(1)
            .map(|(name, value)| {
                format!(
                    " {} {} × {name}",
                    if *value < 0.0 { "-" } else { "+" },
                    number::fixed(value.abs(), 2)
                )
            })
            .collect();
        format!(
            "The closest sum: points a figure = {}{}; {}.{}",
            number::fixed(formula.coefficients[0], 2),
            terms.concat(),
            off(closest),
            says(closest)
        )
    }));
    if let (Some(product), Some(sum)) = (&found.product, &found.sum) {
        let better = product.formula.leave_one_out < sum.formula.leave_one_out;
        let facts = found.prices.units.iter().find_map(|unit| plan.game.formula_facts(&unit.id));
        let meaning = facts.map_or_else(String::new, |facts| format!(" {}", facts.meaning));
        let (near, far) = if better { ("product", "sum") } else { ("sum", "product") };
        said.push(format!("The {near} comes closer than the {far}.{meaning}"));
    }
    if said.is_empty() {
        said.push("Too few units, or too like each other, to fit a formula.".to_owned());
    }
    said
}
