//! `muster points fit`: prices, errors, and what no price can fix.

use std::path::{Path, PathBuf};

use muster_report::render;

use super::{price, results};
use crate::args::{Everywhere, FitArgs};
use crate::compose::points::{answer, page};
use crate::exit::Failure;
use crate::files::{File, check_writable};
use crate::interrupt::WATCH;
use crate::output::Answer;
use crate::plan::Plan;

/// Prices the units, writes the list and prints it.
pub(crate) fn run(everywhere: &Everywhere, args: &FitArgs) -> Result<(), Failure> {
    let out = everywhere.out.clone().unwrap_or_else(|| PathBuf::from("muster-out").join("points"));
    check_writable(&out)?;
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    if let Some(file) = &args.results {
        return give(&plan, &out, &results::answer(file, &args.prices)?);
    }
    let prices = price::price(&plan, &args.prices)?;
    plan.output.note(&page::effort(&prices));
    give(&plan, &out, &answer(&plan, &prices)?)
}

fn give(plan: &Plan, out: &Path, answer: &Answer) -> Result<(), Failure> {
    let file = |name: &str, text: String| File { name: name.to_owned(), bytes: text.into_bytes() };
    let files = [
        file("points.csv", render::csv(&answer.table)),
        file("points.md", render::markdown(&answer.document)),
        file("points.html", render::html(&answer.document)),
        file("points.json", answer.json.clone()),
    ];
    WATCH.begin_writing()?;
    plan.output.write(out, &files)?;
    plan.output.print(answer)
}
