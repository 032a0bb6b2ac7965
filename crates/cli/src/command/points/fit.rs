//! `muster points fit`: prices, errors, and what no price can fix.

use std::path::Path;

use muster_report::render;

use super::{all_prices, results};
use crate::args::{Everywhere, FitArgs};
use crate::compose::points::{answer, correlations};
use crate::exit::Failure;
use crate::files::{File, out_dir};
use crate::interrupt::WATCH;
use crate::output::Answer;
use crate::plan::Plan;

/// Battles of a fit, unless told.
const GAMES: u64 = 600_000;

/// Prices the units, writes the list and prints it.
pub(crate) fn run(everywhere: &Everywhere, args: &FitArgs) -> Result<(), Failure> {
    let out = out_dir(everywhere, "points")?;
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    if let Some(file) = &args.results {
        return give(&plan, &out, &results::answer(&plan, file, &args.prices)?, None);
    }
    let prices = all_prices(&plan, &args.prices, &args.army, GAMES)?;
    let more = correlations(&prices).map(|table| ("correlations.csv", render::csv(&table)));
    give(&plan, &out, &answer(&plan, &prices)?, more)
}

fn give(plan: &Plan, out: &Path, answer: &Answer, more: Option<(&str, String)>) -> Result<(), Failure> {
    if plan.output.wrote_parquet(&answer.table)? {
        return Ok(());
    }
    let mut files = plan.output.files("points", answer)?;
    files.extend(more.map(|(name, text)| File { name: name.to_owned(), bytes: text.into_bytes() }));
    WATCH.begin_writing()?;
    plan.output.write(out, &files)?;
    plan.output.print("points", answer)
}
