//! `muster compare`: what a rule edit changed, with verdicts.

mod baseline;
mod cells;
mod judged;
mod limits;
mod prices;
mod rulings;
mod runs;
mod sides;
mod stored;

use muster_report::render;

pub(crate) use cells::Cells;
pub(crate) use judged::{BATCH, evidence};
use sides::Sides;

use crate::args::{CompareArgs, Everywhere};
use crate::compose::compare::{Comparison, answer};
use crate::exit::Failure;
use crate::files::out_dir;
use crate::interrupt::WATCH;
use crate::output::Answer;
use crate::plan::Plan;

/// Compares, writes the files, prints the answer, and ends with a finding when a limit is broken.
pub(crate) fn run(everywhere: &Everywhere, args: &CompareArgs) -> Result<(), Failure> {
    if let Some(file) = &args.write_baseline {
        return baseline::write(everywhere, args, file);
    }
    let out = out_dir(everywhere, "compare")?;
    if args.rulings {
        let limits = &args.limits;
        if limits.band.is_some() || limits.max_change.is_some() || limits.tolerance.is_some() {
            return Err(Failure::Input(
                "--rulings ranks the options and holds none to limits\n  leave out --band, --max-change and --tolerance, or try one option with --ruling ID=OPTION"
                    .to_owned(),
            ));
        }
        return rulings::run(everywhere, args, &out);
    }
    let tolerance = limits::read(&args.limits)?;
    let runs: Vec<&String> = args.forces.iter().filter(|name| stored::is_record(name)).collect();
    if !runs.is_empty() {
        if runs.len() != 2 || args.forces.len() != 2 || args.against.is_some() {
            return Err(Failure::Input(
                "run.json files are compared two at a time, the older first\n  name two of them and no box; to hold the present rules against one run use --against"
                    .to_owned(),
            ));
        }
        let plan = Plan::load(everywhere)?;
        let comparison = runs::two_runs(args, tolerance, runs[0].as_ref(), runs[1].as_ref())?;
        return give(&plan, &out, &comparison);
    }
    let against =
        args.against.as_deref().filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let (plan, comparison) = match against {
        Some(file) => stored::against_file(everywhere, args, tolerance, file)?,
        None => {
            let (sides, ids) = Sides::load(everywhere, args)?;
            let comparison = judged::two_packs(&sides, args, tolerance, &ids)?;
            (sides.after, comparison)
        }
    };
    give(&plan, &out, &comparison)
}

fn give(plan: &Plan, out: &std::path::Path, comparison: &Comparison) -> Result<(), Failure> {
    let answer = answer(plan, comparison)?;
    if !plan.output.wrote_parquet(&answer.table)? {
        write_and_print(plan, out, &answer)?;
    }
    if comparison.broken() > 0 { Err(Failure::Found) } else { Ok(()) }
}

fn write_and_print(plan: &Plan, out: &std::path::Path, answer: &Answer) -> Result<(), Failure> {
    let mut files = plan.output.files("compare", answer)?;
    // Under a pull request the quoted lines of the rules are shown in colour, and there are no files beside the text.
    for file in files.iter_mut().filter(|file| file.name == "compare.md") {
        file.bytes = render::markdown(&answer.document.without_pictures())
            .replacen("```text\n", "```diff\n", 1)
            .into_bytes();
    }
    WATCH.begin_writing()?;
    plan.output.write(out, &files)?;
    plan.output.print("compare", answer)
}
