//! One page to print: a price list and a card for each unit.

use muster_report::{Cell, Column, Document, Table, number};
use muster_rules::UnitFacts;
use serde::Serialize;

use crate::command::forces::{PriceBook, without_price};
use crate::compose::points::page;
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// What prices of duels are worth in battles.
pub(super) const OF_DUELS: &str = "These are prices of duels, unit against unit. `muster points fit` fits prices to battles of armies and says how well either foretells them; --prices FILE takes them.";

#[derive(Serialize)]
struct UnitJson<'c> {
    unit: &'c str,
    name: &'c str,
    points: f64,
    per: &'static str,
    figures: u32,
    whole_unit: f64,
}

#[derive(Serialize)]
struct CardJson<'c> {
    rules: &'c str,
    data_hash: &'c str,
    date: Option<&'c str>,
    scale: f64,
    step: u32,
    prices: &'c str,
    unpriced: &'c [String],
    units: Vec<UnitJson<'c>>,
}

/// The card in every shape.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn card(plan: &Plan, book: &PriceBook<'_>, date: Option<&str>) -> Result<Answer, Failure> {
    let units: Vec<UnitJson<'_>> = book
        .units
        .iter()
        .zip(&book.rounded.prices)
        .map(|(facts, points)| UnitJson {
            unit: &facts.id,
            name: &facts.name,
            points: *points,
            per: page::per(facts),
            figures: facts.figures,
            whole_unit: if facts.alike { points * f64::from(facts.figures) } else { *points },
        })
        .collect();
    let document = document(plan, book, date);
    let mut csv =
        Table::new("", ["unit", "name", "points", "per", "figures", "whole_unit"].map(Column::text).to_vec());
    for one in &units {
        csv.push(vec![
            Cell::text(one.unit),
            Cell::text(one.name),
            Cell::number(one.points, ""),
            Cell::text(one.per),
            Cell::Count(u64::from(one.figures)),
            Cell::number(one.whole_unit, ""),
        ]);
    }
    let json = CardJson {
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
        date,
        scale: book.rounded.scale,
        step: book.step,
        prices: &book.from,
        unpriced: &book.unpriced,
        units,
    };
    Answer::new(document, &json, csv)
}

fn document(plan: &Plan, book: &PriceBook<'_>, date: Option<&str>) -> Document {
    let mut document = Document::new(format!("{}: points", plan.rules_name()));
    let hash = plan.pack.hash.get(..12).unwrap_or(&plan.pack.hash);
    let dated = date.map_or_else(|| "; date: not given (--date)".to_owned(), |date| format!(", {date}"));
    document.paragraph(format!(
        "Rules version {hash}{dated}. {}, rounded to multiples of {}.",
        book.from, book.step
    ));
    if book.of_duels {
        document.paragraph(OF_DUELS);
    }
    if !plan.pack.changed.is_empty() {
        document.paragraph(format!("Changed: {}.", plan.changed().join("; ")));
    }
    let mut order: Vec<usize> = (0..book.units.len()).collect();
    order.sort_by(|a, b| {
        let price = |at: usize| book.rounded.prices[at];
        price(*b).total_cmp(&price(*a)).then(a.cmp(b))
    });
    let columns = vec![
        Column::text("unit"),
        Column::number("points"),
        Column::text("each"),
        Column::number("figures"),
        Column::number("whole unit"),
    ];
    let mut table = Table::new("Price list", columns);
    for at in &order {
        let (facts, points) = (book.units[*at], book.rounded.prices[*at]);
        let whole = if facts.alike { points * f64::from(facts.figures) } else { points };
        table.push(vec![
            Cell::text(&facts.name),
            Cell::number(points, number::fixed(points, 0)),
            Cell::text(page::per(facts)),
            Cell::Count(u64::from(facts.figures)),
            Cell::number(whole, number::fixed(whole, 0)),
        ]);
    }
    document.table(table);
    document.list(without_price(&book.unpriced).into_iter().collect());
    document.heading(2, "Unit cards");
    document.blocks.push(muster_report::Block::Terms(
        order.iter().map(|at| terms(book.units[*at], book.rounded.prices[*at])).collect(),
    ));
    document
}

/// A unit's name and price, and everything that one needs to play it.
fn terms(facts: &UnitFacts, points: f64) -> (String, String) {
    let points = number::fixed(points, 0);
    let noun = if points == "1" { "point" } else { "points" };
    let price = format!("{points} {noun} a {}", page::per(facts));
    let values: Vec<String> = facts.values.iter().map(|(name, value)| format!("{name} {value}")).collect();
    (format!("{} ({price})", facts.name), format!("{}; {}.", facts.parts.join("; "), values.join(", ")))
}
