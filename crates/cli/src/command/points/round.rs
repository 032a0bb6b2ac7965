//! `muster points round`: prices in whole numbers.

use muster_analysis::rounding::{Rounded, SCALE_SEARCH, round_prices};

use super::{Prices, all_prices};
use crate::args::{Everywhere, RoundArgs};
use crate::command::forces::{PriceBook, PricedUnit, find_box};
use crate::compose::points::{Boxed, Forces, rounded};
use crate::exit::Failure;
use crate::plan::Plan;

/// Prices the units, rounds the prices, and adds up the force asked for.
pub(crate) fn run(everywhere: &Everywhere, args: &RoundArgs) -> Result<(), Failure> {
    let names: Vec<String> = args.boxed.iter().cloned().collect();
    let (plan, ids) = Plan::load_naming(everywhere, &names)?;
    plan.say_warnings();
    let prices = all_prices(&plan, &args.prices, &args.army)?;
    let priced: Vec<usize> = (0..prices.units.len()).filter(|unit| prices.points(*unit).is_some()).collect();
    let exact: Vec<f64> = priced.iter().filter_map(|unit| prices.points(*unit)).collect();
    let search = if args.keep_scale { 0.0 } else { SCALE_SEARCH };
    let found = round_prices(&exact, f64::from(args.step), search)
        .ok_or_else(|| Failure::Fault("a price is no number above 0".to_owned()))?;
    let mut force = Vec::new();
    for (id, count) in &args.force {
        let place = priced.iter().position(|unit| prices.units[*unit].id == *id).ok_or_else(|| {
            Failure::Input(format!(
                "\"{id}\" has no price here\n  name a unit of the list with --force UNIT=N"
            ))
        })?;
        force.push((place, *count));
    }
    let boxed = match ids.first() {
        Some(id) => Some(boxed(&plan, &prices, &priced, &exact, &found, args.step, id)?),
        None => None,
    };
    let forces =
        Forces { priced: &priced, exact: &exact, rounded: &found, force: &force, step: args.step, boxed };
    plan.output.give("rounded", &rounded(&plan, &prices, &forces)?)
}

/// A box added up both ways.
fn boxed(
    plan: &Plan,
    prices: &Prices<'_>,
    priced: &[usize],
    exact: &[f64],
    rounded: &Rounded,
    step: u32,
    id: &str,
) -> Result<Boxed, Failure> {
    let facts = find_box(plan, id)?;
    let book = PriceBook {
        units: priced.iter().map(|unit| prices.units[*unit]).collect(),
        exact: exact.to_vec(),
        rounded: rounded.clone(),
        step,
        from: String::new(),
        most: prices.most,
    };
    let units = book.units_of(plan, facts)?;
    let sum = |of: fn(&PricedUnit) -> Option<f64>| -> f64 {
        let count = |unit: &PricedUnit| if unit.alike { f64::from(unit.figures) } else { 1.0 };
        units.iter().filter_map(|unit| Some(count(unit) * of(unit)?)).sum()
    };
    let step = f64::from(step);
    Ok(Boxed {
        name: facts.name.clone(),
        sum_of_rounded: sum(|unit| unit.rounded),
        rounded_sum: (sum(|unit| unit.exact) / step).round() * step,
        unpriced: units.iter().filter(|unit| unit.exact.is_none()).map(|unit| unit.name.clone()).collect(),
    })
}
