//! `muster compare --rulings`: every option of every ruling, one at a time.

use std::path::Path;

use muster_resolver::{Before, PairedCell, PairedOptions, StopRule, play_paired};
use muster_rules::pack::{Node, Value};
use muster_stats::Z95;

use super::cells::Cells;
use super::judged::{BATCH, criteria, evidence};
use crate::args::{CompareArgs, Everywhere};
use crate::compose::compare::{Tried, ranked};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;
use muster_analysis::compare::{Evidence, Judge, Verdict};

/// Games of a cell under each option: the ranking adds up over all cells.
const GAMES: u64 = 128;

/// An option that is not the chosen one.
struct Alternative {
    ruling: String,
    asks: String,
    chosen: String,
    option: String,
}

/// Tries all options, ranks them, writes the files and prints the ranking.
///
/// # Errors
/// What cannot be played or written; Ctrl-C.
pub(crate) fn run(everywhere: &Everywhere, args: &CompareArgs, out: &Path) -> Result<(), Failure> {
    let (plan, ids) = Plan::load_naming(everywhere, &args.forces)?;
    plan.say_warnings();
    let cells = Cells::choose(&plan, &args.cells, &ids)?;
    let options = options(&plan.pack.root);
    if options.is_empty() {
        return Err(Failure::Input(format!(
            "the rule set \"{}\" has no rulings to try\n  `muster list rulings` shows them",
            plan.pack.set
        )));
    }
    let games = args.games.unwrap_or(GAMES);
    let progress = Progress::begin(
        options.len() * cells.pairs.len(),
        StopRule::Games(2 * games),
        true,
        plan.output.quiet,
    );
    let mut tried = Vec::new();
    for option in options {
        tried.push(try_one(everywhere, args, &plan, &cells, option, games, &progress)?);
    }
    if let Some(played) = progress.finish() {
        plan.output.note(&played);
    }
    tried.sort_by(|a, b| {
        b.rms.total_cmp(&a.rms).then_with(|| (&a.ruling, &a.option).cmp(&(&b.ruling, &b.option)))
    });
    let answer = ranked(&plan, &tried, games, cells.pairs.len(), &cells.ground)?;
    WATCH.begin_writing()?;
    plan.output.write(out, &plan.output.files("rulings", &answer)?)?;
    plan.output.print("rulings", &answer)
}

/// Every option that is not chosen. Of a ruling that chooses several, each further one is added to those chosen.
fn options(root: &Node) -> Vec<Alternative> {
    let Some(rulings) = root.at(&["rulings"]).and_then(Node::as_table) else { return Vec::new() };
    let mut all = Vec::new();
    for (id, ruling) in rulings.iter() {
        let (Some(chosen), Some(options)) =
            (ruling.get("chosen"), ruling.get("options").and_then(Node::as_array))
        else {
            continue;
        };
        let asks = ruling.get("asks").and_then(Node::as_text).unwrap_or(id).to_owned();
        let several: Option<Vec<String>> =
            chosen.as_array().map(|chosen| chosen.iter().map(|one| one.value.show()).collect());
        for option in options {
            let shown = option.value.show();
            let value = match &several {
                None if shown == chosen.value.show() => continue,
                None => shown,
                Some(chosen) if chosen.contains(&shown) || matches!(option.value, Value::Array(_)) => {
                    continue;
                }
                Some(chosen) => format!("[{}, {shown}]", chosen.join(", ")),
            };
            all.push(Alternative {
                ruling: id.clone(),
                asks: asks.clone(),
                chosen: chosen.value.show(),
                option: value,
            });
        }
    }
    all
}

fn try_one(
    everywhere: &Everywhere,
    args: &CompareArgs,
    plan: &Plan,
    cells: &Cells,
    option: Alternative,
    games: u64,
    progress: &Progress,
) -> Result<Tried, Failure> {
    let mut sets = everywhere.set.clone();
    sets.push(format!("rulings.{}.chosen={}", option.ruling, option.option));
    let edited = Everywhere { set: sets, threads: None, ..everywhere.clone() };
    let (other, _) = Plan::load_naming(&edited, &args.forces)?;
    let (old, new) = (cells.schedule(plan.game.as_ref()), cells.schedule(other.game.as_ref()));
    let options = PairedOptions {
        method: args.cells.method.choice(),
        seed: plan.seed,
        looks: vec![games],
        batch: BATCH,
        score_untouched: false,
        hurry: false,
    };
    let mut judge = Judge::new(cells.pairs.len(), criteria(args, 1));
    let mut verdicts = Vec::new();
    let run = play_paired(Before::Rules(&old), &new, &options, progress, |shown| {
        let evidence: Vec<Evidence> = shown.iter().map(evidence).collect();
        verdicts = judge.look(&evidence);
        vec![false; shown.len()]
    })?;
    if run.stopped_early || WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    Ok(weigh(option, cells, &run.cells, &verdicts))
}

/// How much an option matters.
fn weigh(option: Alternative, cells: &Cells, found: &[PairedCell], verdicts: &[Verdict]) -> Tried {
    let (mut sum, mut error, mut count) = (0.0, 0.0, 0.0);
    let (mut changed, mut alike) = (0.0, 0.0);
    let mut largest = (0.0_f64, 0.0, [String::new(), String::new()]);
    for ((cell, pair), verdict) in found.iter().zip(&cells.pairs).zip(verdicts) {
        if pair.0 == pair.1 {
            continue;
        }
        let seen = evidence(cell);
        let (change, variance) =
            (seen.change.change, seen.change.standard_error * seen.change.standard_error);
        sum += change * change - variance;
        error += 4.0 * change * change * variance + 2.0 * variance * variance;
        count += 1.0;
        changed += f64::from(u8::from(matches!(verdict, Verdict::Changed | Verdict::ChangedNegligible)));
        alike += f64::from(u8::from(seen.identical));
        if change.abs() > largest.0.abs() {
            largest = (change, Z95 * variance.sqrt(), [cells.ids[pair.0].clone(), cells.ids[pair.1].clone()]);
        }
    }
    let cells = f64::max(count, 1.0);
    // The root of both ends of the mean square's interval: near 0 a root has no error that is the same on both sides.
    let (square, half_width) = (sum / cells, Z95 * error.sqrt() / cells);
    let root = |square: f64| square.max(0.0).sqrt();
    Tried {
        ruling: option.ruling,
        asks: option.asks,
        chosen: option.chosen,
        option: option.option,
        rms: root(square),
        low: root(square - half_width),
        high: root(square + half_width),
        changed: changed / cells,
        alike: alike / cells,
        largest: largest.0,
        half_width: largest.1,
        between: largest.2,
    }
}
