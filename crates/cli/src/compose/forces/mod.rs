//! Fair forces, and the card of prices.

mod card;

use muster_report::{Block, Cell, Column, Document, Table, number};
use muster_rules::BoxFacts;
use muster_rules::grammar::counted;
use serde::Serialize;

pub(crate) use card::card;

use crate::command::forces::{BY_DUELS, Fielded, Force, LEAST_SPENT, PriceBook, PricedUnit};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// A box and what it can field.
pub(crate) struct BoxForces<'b> {
    /// The box.
    pub facts: &'b BoxFacts,
    /// Its units with their prices.
    pub units: Vec<PricedUnit>,
    /// The forces.
    pub fielded: Fielded,
}

#[derive(Serialize)]
struct PartJson<'b> {
    unit: &'b str,
    figures: u32,
    each: f64,
    points: f64,
}

#[derive(Serialize)]
struct ForceJson<'b> {
    points: f64,
    left_over: f64,
    units: Vec<PartJson<'b>>,
}

#[derive(Serialize)]
struct BoxJson<'b> {
    r#box: &'b str,
    whole_box: f64,
    unpriced: Vec<&'b str>,
    forces: Vec<ForceJson<'b>>,
}

#[derive(Serialize)]
struct MusterJson<'b> {
    points: u32,
    step: u32,
    scale: f64,
    prices: &'b str,
    boxes: Vec<BoxJson<'b>>,
    rules: &'b str,
    data_hash: &'b str,
}

/// The answer in every shape.
///
/// # Errors
/// When it cannot be written as JSON.
pub(crate) fn answer(
    plan: &Plan,
    book: &PriceBook<'_>,
    points: u32,
    boxes: &[BoxForces<'_>],
) -> Result<Answer, Failure> {
    let json = MusterJson {
        points,
        step: book.step,
        scale: book.rounded.scale,
        prices: &book.from,
        boxes: boxes.iter().map(|one| box_json(one, points)).collect(),
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
    };
    Answer::new(document(plan, book, points, boxes), &json, csv(points, boxes))
}

fn parts<'b>(one: &'b BoxForces<'_>, force: &Force) -> Vec<PartJson<'b>> {
    force
        .units
        .iter()
        .map(|(at, figures)| {
            let unit = &one.units[*at];
            let each = unit.rounded.unwrap_or(0.0);
            let points = if unit.alike { each * f64::from(*figures) } else { each };
            PartJson { unit: &unit.id, figures: *figures, each, points }
        })
        .collect()
}

fn box_json<'b>(one: &'b BoxForces<'_>, points: u32) -> BoxJson<'b> {
    BoxJson {
        r#box: &one.facts.id,
        whole_box: one.fielded.whole,
        unpriced: unpriced(one).map(|unit| unit.id.as_str()).collect(),
        forces: one
            .fielded
            .forces
            .iter()
            .map(|force| ForceJson {
                points: force.points,
                left_over: f64::from(points) - force.points,
                units: parts(one, force),
            })
            .collect(),
    }
}

fn unpriced<'b>(one: &'b BoxForces<'_>) -> impl Iterator<Item = &'b PricedUnit> {
    one.units.iter().filter(|unit| unit.rounded.is_none())
}

fn document(plan: &Plan, book: &PriceBook<'_>, points: u32, boxes: &[BoxForces<'_>]) -> Document {
    let mut document = Document::new(format!("Forces of {}", counted(points, "point", "points")));
    let found: usize = boxes.iter().map(|one| one.fielded.forces.len()).sum();
    let poor: Vec<String> =
        boxes.iter().filter(|one| one.fielded.forces.is_empty()).map(|one| why_none(one, points)).collect();
    document.paragraph(match found {
        0 => format!("No box fields a force of {points} points."),
        1 => format!("1 force of at most {points} points."),
        _ => {
            format!("{found} forces of at most {points} points.")
        }
    });
    let listed = listed(points, boxes);
    if !listed.is_empty() {
        document.blocks.push(Block::Terms(listed));
    }
    if let ([one], true) = (boxes, found > 0) {
        document.table(price_table(one));
    }
    if !poor.is_empty() {
        document.paragraph(format!("Too poor or too coarse: {}.", poor.join("; ")));
    }
    let mut notes = vec![format!(
        "{}; times {} and rounded to multiples of {}.",
        book.from,
        number::fixed(book.rounded.scale, 3),
        book.step
    )];
    if boxes.iter().flat_map(|one| &one.units).any(|unit| unit.like == BY_DUELS && unit.rounded.is_some()) {
        notes.push(
            "Price of duels: no unit of the price list has these figures, so they are priced by duels against those of the list."
                .to_owned(),
        );
    }
    notes.extend(book.of_duels.then(|| card::OF_DUELS.to_owned()));
    let without: Vec<&str> = boxes.iter().flat_map(unpriced).map(|unit| unit.id.as_str()).collect();
    if !without.is_empty() {
        notes.push(format!("Without a price, because no fight is near even: {}.", without.join(", ")));
    }
    notes.extend(plan.footnotes(false));
    document.list(notes);
    document
}

/// Every force with its points, on lines of its own: a table would cut the units off.
fn listed(points: u32, boxes: &[BoxForces<'_>]) -> Vec<(String, String)> {
    let mut listed = Vec::new();
    for one in boxes {
        for (at, force) in one.fielded.forces.iter().enumerate() {
            let which = match (boxes.len(), one.fielded.forces.len()) {
                (1, _) => format!("Force {}", at + 1),
                (_, 1) => one.facts.name.clone(),
                _ => format!("{}, force {}", one.facts.name, at + 1),
            };
            let left = number::fixed(f64::from(points) - force.points, 0);
            let spent = number::fixed(force.points, 0);
            let noun = if spent == "1" { "point" } else { "points" };
            let title = format!("{which} ({spent} {noun}, {left} left over)");
            listed.push((title, format!("{}.", in_words(one, force))));
        }
    }
    listed
}

/// Why a box fields no force, with the nearest that it could field.
fn why_none(one: &BoxForces<'_>, points: u32) -> String {
    let (name, whole) = (&one.facts.name, number::fixed(one.fielded.whole, 0));
    if one.units.iter().all(|unit| unit.rounded.is_none()) {
        return format!("{name} has no unit with a price");
    }
    if one.fielded.whole < f64::from(points) {
        let part = if unpriced(one).next().is_some() { " as far as its units have a price" } else { "" };
        return format!("{name} is worth {whole} in all{part}");
    }
    let near = number::fixed(LEAST_SPENT * f64::from(points), 0);
    let nearest = one.fielded.nearest.as_ref().map_or_else(
        || "its cheapest unit costs more".to_owned(),
        |force| format!("the nearest costs {}: {}", number::fixed(force.points, 0), in_words(one, force)),
    );
    format!("{name} ({whole} in all) has no force of {near} to {points} points; {nearest}")
}

/// The units of a force, parted by semicolons: names have commas of their own.
fn in_words(one: &BoxForces<'_>, force: &Force) -> String {
    let parts: Vec<String> = force
        .units
        .iter()
        .map(|(at, figures)| {
            let unit = &one.units[*at];
            if unit.alike { format!("{figures} {}", unit.name) } else { unit.name.clone() }
        })
        .collect();
    parts.join("; ")
}

fn price_table(one: &BoxForces<'_>) -> Table {
    let columns = vec![
        Column::text("unit"),
        Column::number("in the box"),
        Column::number("points"),
        Column::text("each"),
        Column::text("price of"),
    ];
    let mut table = Table::new("What they cost", columns);
    for unit in &one.units {
        table.push(vec![
            Cell::text(&unit.name),
            Cell::Count(u64::from(unit.figures)),
            unit.rounded
                .map_or(Cell::text(number::ABSENT), |points| Cell::number(points, number::fixed(points, 0))),
            Cell::text(if unit.alike { "figure" } else { "unit" }),
            Cell::text(&unit.like),
        ]);
    }
    table
}

fn csv(points: u32, boxes: &[BoxForces<'_>]) -> Table {
    let columns = ["box", "force", "asked", "force_points", "unit", "name", "figures", "each", "points"];
    let mut table = Table::new("", columns.map(Column::text).to_vec());
    for one in boxes {
        for (at, force) in one.fielded.forces.iter().enumerate() {
            for (part, (unit, _)) in parts(one, force).into_iter().zip(&force.units) {
                table.push(vec![
                    Cell::text(&one.facts.id),
                    Cell::Count(at as u64 + 1),
                    Cell::Count(u64::from(points)),
                    Cell::number(force.points, ""),
                    Cell::text(part.unit),
                    Cell::text(&one.units[*unit].name),
                    Cell::Count(u64::from(part.figures)),
                    Cell::number(part.each, ""),
                    Cell::number(part.points, ""),
                ]);
            }
        }
    }
    table
}
