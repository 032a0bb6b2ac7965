//! `muster points round`: prices in whole numbers.

use muster_analysis::rounding::{Rounded, SCALE_SEARCH, round_prices};

use super::all_prices;
use crate::args::{Everywhere, Of, RoundArgs};
use crate::command::forces::{Listed, PriceBook, PricedUnit, find_box, of_file, of_prices};
use crate::compose::points::{Boxed, Forces, page, rounded};
use crate::exit::Failure;
use crate::plan::Plan;

/// Battles that prices are worked out by when they are only rounded, unless told.
const GAMES: u64 = 120_000;

/// Prices the units or reads their prices, rounds them, and adds up the force asked for.
pub(crate) fn run(everywhere: &Everywhere, args: &RoundArgs) -> Result<(), Failure> {
    let names: Vec<String> = args.boxed.iter().cloned().collect();
    let (plan, ids) = Plan::load_naming(everywhere, &names)?;
    plan.say_warnings();
    let (listed, of) = listed(&plan, args)?;
    let search = if args.keep_scale { 0.0 } else { SCALE_SEARCH };
    let found = round_prices(&listed.exact, f64::from(args.step), search)
        .ok_or_else(|| Failure::Fault("a price is no number above 0".to_owned()))?;
    let mut force = Vec::new();
    for (id, count) in &args.force {
        let place = listed.units.iter().position(|unit| unit.id == *id).ok_or_else(|| {
            Failure::Input(format!(
                "\"{id}\" has no price here\n  name a unit of the list with --force UNIT=N"
            ))
        })?;
        force.push((place, *count));
    }
    let boxed = match ids.first() {
        Some(id) => Some(boxed(&plan, &listed, &found, args, id)?),
        None => None,
    };
    let forces = Forces { listed: &listed, of, rounded: &found, force: &force, step: args.step, boxed };
    plan.output.give("rounded", &rounded(&plan, &forces)?)
}

/// The prices, and what they are of.
fn listed<'p>(plan: &'p Plan, args: &RoundArgs) -> Result<(Listed<'p>, &'static str), Failure> {
    if let Some(file) = &args.points_file {
        return Ok((of_file(plan, file)?, "file"));
    }
    if args.army.of == Of::Boxes {
        plan.output
            .note("Prices are worked out first; --prices FILE reads those that `points fit` has written");
    }
    let prices = all_prices(plan, &args.prices, &args.army, GAMES)?;
    let of = if prices.army.is_some() { "armies" } else { "duels" };
    let from = page::origin(plan, &prices);
    Ok((of_prices(&prices, from), of))
}

/// A box added up both ways.
fn boxed(
    plan: &Plan,
    listed: &Listed<'_>,
    rounded: &Rounded,
    args: &RoundArgs,
    id: &str,
) -> Result<Boxed, Failure> {
    let facts = find_box(plan, id)?;
    let book = PriceBook {
        units: listed.units.clone(),
        exact: listed.exact.clone(),
        rounded: rounded.clone(),
        step: args.step,
        from: String::new(),
        of_duels: args.points_file.is_none(),
        most: args.prices.most,
        unpriced: Vec::new(),
    };
    let units: Vec<PricedUnit> = book.units_of(plan, &[facts])?.into_iter().flatten().collect();
    let sum = |of: fn(&PricedUnit) -> Option<f64>| -> f64 {
        let count = |unit: &PricedUnit| if unit.alike { f64::from(unit.figures) } else { 1.0 };
        units.iter().filter_map(|unit| Some(count(unit) * of(unit)?)).sum()
    };
    let step = f64::from(args.step);
    Ok(Boxed {
        name: facts.name.clone(),
        sum_of_rounded: sum(|unit| unit.rounded),
        rounded_sum: (sum(|unit| unit.exact) / step).round() * step,
        unpriced: units.iter().filter(|unit| unit.exact.is_none()).map(|unit| unit.name.clone()).collect(),
    })
}
