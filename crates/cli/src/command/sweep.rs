//! `muster sweep`: one number of the rules through its values.

use muster_analysis::compare::{Criteria, Evidence, Judge, Verdict};
use muster_resolver::{Before, PairedCell, PairedOptions, StopRule, play_paired};
use muster_rules::pack::Node;

use super::compare::{BATCH, Cells, evidence};
use crate::args::{Everywhere, SweepArgs};
use crate::compose::sweep::{Step, answer};
use crate::exit::Failure;
use crate::files::out_dir;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Plays every value, writes the files and prints the table.
pub(crate) fn run(everywhere: &Everywhere, args: &SweepArgs) -> Result<(), Failure> {
    let out = out_dir(everywhere, "sweep")?;
    let (plan, ids) = Plan::load_naming(everywhere, &args.forces)?;
    plan.say_warnings();
    let cells = Cells::choose(&plan, &args.cells, &ids)?;
    let segments: Vec<&str> = args.key.split('.').collect();
    let now = plan.pack.root.at(&segments).map(shown);
    // All values are read before the first is played: a wrong one is told at once.
    let packs = args
        .values
        .0
        .iter()
        .map(|value| {
            let mut sets = everywhere.set.clone();
            sets.push(format!("{}={value}", args.key));
            let edited = Everywhere { set: sets, threads: None, ..everywhere.clone() };
            Plan::load_naming(&edited, &args.forces).map(|(plan, _)| plan)
        })
        .collect::<Result<Vec<Plan>, Failure>>()?;
    let progress = Progress::begin(
        packs.len() * cells.pairs.len(),
        StopRule::Games(2 * args.games),
        true,
        plan.output.quiet,
    );
    let mut steps = Vec::new();
    for (pack, value) in packs.iter().zip(&args.values.0) {
        steps.push(play_value(&plan, pack, args, &cells, value, &progress)?);
    }
    if let Some(played) = progress.finish() {
        plan.output.note(&played);
    }
    let answer = answer(&plan, &args.key, now.as_deref(), &steps, &cells.ground, args.games)?;
    WATCH.begin_writing()?;
    plan.output.write(&out, &plan.output.files("sweep", &answer)?)?;
    plan.output.print("sweep", &answer)
}

/// A value as it is written; of a ruling what is chosen.
fn shown(node: &Node) -> String {
    node.get("chosen").unwrap_or(node).value.show()
}

fn play_value(
    plan: &Plan,
    pack: &Plan,
    args: &SweepArgs,
    cells: &Cells,
    value: &str,
    progress: &Progress,
) -> Result<Step, Failure> {
    let (old, new) = (cells.schedule(plan.game.as_ref()), cells.schedule(pack.game.as_ref()));
    let options = PairedOptions {
        method: args.cells.method.choice(),
        seed: plan.seed,
        looks: vec![args.games],
        batch: BATCH,
        score_untouched: true,
        hurry: false,
    };
    let mut judge = Judge::new(cells.pairs.len(), Criteria::default());
    let mut verdicts = Vec::new();
    let run = play_paired(Before::Rules(&old), &new, &options, progress, |shown| {
        let evidence: Vec<Evidence> = shown.iter().map(evidence).collect();
        verdicts = judge.look(&evidence);
        vec![false; shown.len()]
    })?;
    if run.stopped_early || WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    Ok(measure(value, cells, &run.cells, &verdicts))
}

/// Score of the row as side A, as side B, and the share of games drawn, after the edit; and the variance of its mean score.
fn after(cell: &PairedCell) -> ([f64; 2], f64, f64) {
    if let Some(seats) = &cell.exact[1] {
        let score = seats.map(|[win, draw, _]| win + draw / 2.0);
        return (score, f64::midpoint(seats[0][1], seats[1][1]), 0.0);
    }
    let total = cell.total().after();
    let score = [0, 1].map(|at: usize| cell.counts[at].after().score().unwrap_or(0.5));
    let games = total.games().max(2) as f64;
    let drawn = total.draws as f64 / games;
    (score, drawn, total.variance().unwrap_or(0.0) / (games - 1.0))
}

fn measure(value: &str, cells: &Cells, found: &[PairedCell], verdicts: &[Verdict]) -> Step {
    let mut step = Step { value: value.to_owned(), ..Step::default() };
    let (mut count, mut uneven, mut moved) = (0.0, 0.0, 0.0);
    for ((cell, pair), verdict) in found.iter().zip(&cells.pairs).zip(verdicts) {
        if pair.0 == pair.1 {
            continue;
        }
        let (seats, drawn, variance) = after(cell);
        let score = f64::midpoint(seats[0], seats[1]);
        let seen = evidence(cell);
        let error = seen.change.standard_error;
        count += 1.0;
        uneven += (score - 0.5) * (score - 0.5) - variance;
        moved += seen.change.change * seen.change.change - error * error;
        step.fair += f64::from(u8::from((0.4..=0.6).contains(&score)));
        step.first += (seats[0] - seats[1]) / 2.0;
        step.drawn += drawn;
        let real = matches!(verdict, Verdict::Changed | Verdict::ChangedNegligible);
        step.changed += f64::from(u8::from(real));
        if seen.change.change.abs() > step.largest.abs() {
            step.largest = seen.change.change;
            step.half_width = 1.96 * error;
            step.between = [cells.names[pair.0].clone(), cells.names[pair.1].clone()];
        }
    }
    let count = f64::max(count, 1.0);
    for sum in [&mut step.fair, &mut step.first, &mut step.drawn, &mut step.changed] {
        *sum /= count;
    }
    step.uneven = (uneven / count).max(0.0).sqrt();
    step.moved = (moved / count).max(0.0).sqrt();
    step
}
