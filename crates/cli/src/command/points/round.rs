//! `muster points round`: prices in whole numbers.

use muster_analysis::rounding::{SCALE_SEARCH, round_prices};

use super::all_prices;
use crate::args::{Everywhere, RoundArgs};
use crate::compose::points::{Forces, rounded};
use crate::exit::Failure;
use crate::plan::Plan;

/// Prices the units, rounds the prices, and adds up the force asked for.
pub(crate) fn run(everywhere: &Everywhere, args: &RoundArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
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
    let forces = Forces { priced: &priced, exact: &exact, rounded: &found, force: &force, step: args.step };
    plan.output.give("rounded", &rounded(&plan, &prices, &forces)?)
}
