//! `muster bench`: how fast this machine plays, each job beside a twin that does the same work plainly.

use muster_bench::{Ends, Games, Job, growth, jobs, series, time};
use muster_rules::pack::nearest;

use crate::args::{BenchArgs, Everywhere};
use crate::compose::bench::{Line, answer, growth_answer};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::output::{Output, printed};
use crate::plan::output;
use crate::say::tell;

/// Times and prints.
pub(crate) fn run(everywhere: &Everywhere, args: &BenchArgs) -> Result<(), Failure> {
    let games = Games::shipped().map_err(|faults| Failure::Fault(format!("built-in data: {faults}")))?;
    let refused = |refusal| Failure::Fault(format!("built-in data: {refusal}"));
    let out = output(everywhere);
    if args.growth {
        let begun = |what: &str, size: u64| note(everywhere, &format!("{what}: {size}"));
        let stopped = || WATCH.stopped();
        let sizes = if args.small { 2 } else { usize::MAX };
        let ends = Ends { games: args.most_games, figures: args.most_figures };
        let grown = growth(series(&games, ends, sizes), &stopped, &begun).map_err(refused)?;
        return out.give("bench", &growth_answer(&grown)?);
    }
    if args.list {
        let names: Vec<&str> = jobs(&games).map_err(refused)?.iter().map(|job| job.id).collect();
        return printed(format!("{}\n", names.join("\n")).as_bytes());
    }
    let mut jobs = chosen(jobs(&games).map_err(refused)?, &args.jobs)?;
    if args.once {
        for job in &mut jobs {
            muster_bench::once(&mut job.ours);
        }
        return Ok(());
    }
    measure(everywhere, args, &out, jobs)
}

fn measure(
    everywhere: &Everywhere,
    args: &BenchArgs,
    out: &Output,
    jobs: Vec<Job<'_>>,
) -> Result<(), Failure> {
    let mut lines = Vec::new();
    for mut job in jobs {
        if WATCH.stopped() {
            break;
        }
        note(everywhere, job.what);
        let timed = time(&mut job, args.seconds);
        lines.push(Line::of(&job, timed));
    }
    out.give("bench", &answer(&lines)?)
}

fn note(everywhere: &Everywhere, what: &str) {
    if !everywhere.quiet {
        tell(&format!("timing {what}"));
    }
}

/// The jobs of these names, in the order of the list; all of them without names.
fn chosen<'g>(jobs: Vec<Job<'g>>, names: &[String]) -> Result<Vec<Job<'g>>, Failure> {
    let ids: Vec<&str> = jobs.iter().map(|job| job.id).collect();
    if let Some(unknown) = names.iter().find(|name| !ids.contains(&name.as_str())) {
        let hint = match nearest(unknown, ids.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("give some of: {}", ids.join(", ")),
        };
        return Err(Failure::Input(format!("there is no job \"{unknown}\"\n  {hint}")));
    }
    let wanted = |job: &Job<'_>| names.is_empty() || names.iter().any(|name| name == job.id);
    Ok(jobs.into_iter().filter(wanted).collect())
}
