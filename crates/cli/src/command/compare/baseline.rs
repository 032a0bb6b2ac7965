//! Writing a baseline.

use std::collections::BTreeMap;
use std::path::Path;

use muster_resolver::schedule::Meeting;
use muster_resolver::{KeptCell, StopRule, keep_cells};
use muster_results::{
    BASELINE_FORMAT, BASELINE_KIND, BASELINE_MEANS, Baseline, BaselineCell, BaselineLimits, BaselineTerms,
};

use super::cells::{Cells, known};
use super::limits;
use super::prices;
use super::sides::with_rulings;
use super::stored::refused;
use crate::args::{CompareArgs, Everywhere, Of};
use crate::exit::Failure;
use crate::files::{File, check_target, check_writable, refused_with};
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Games of a sampled cell.
const GAMES: u64 = 1024;

/// Plays every cell with keyed dice and keeps the results.
///
/// # Errors
/// What cannot be played or written; Ctrl-C.
pub(crate) fn write(everywhere: &Everywhere, args: &CompareArgs, file: &Path) -> Result<(), Failure> {
    let dir = file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Some(name) = file.file_name() else {
        return Err(Failure::Input(format!(
            "{}: no file is named\n  give a path such as reports/baseline/chimera.json with --write-baseline",
            file.display()
        )));
    };
    check_replaceable(file)?;
    check_writable(dir)?;
    let tolerance = limits::read(&args.limits)?;
    let (plan, ids) = Plan::load_naming(&with_rulings(everywhere, &args.ruling)?, &args.forces)?;
    plan.say_warnings();
    limits::check_names(&args.limits, &known(&plan, args.cells.of))?;
    let cells = Cells::choose(&plan, &args.cells, &ids)?;
    let games = args.games.unwrap_or(GAMES);
    let schedule = cells.schedule(plan.game.as_ref());
    let progress = Progress::begin(cells.pairs.len(), StopRule::Games(games), true, plan.output.quiet);
    let kept = keep_cells(&schedule, args.cells.method.choice(), plan.seed, games, &progress);
    progress.finish();
    let kept: Option<Vec<KeptCell>> = kept?.into_iter().collect();
    let kept = kept.filter(|_| !WATCH.stopped()).ok_or_else(|| WATCH.interrupted())?;
    let fit = prices::fit(&plan, &cells, &kept)?;
    let baseline = Baseline {
        kind: BASELINE_KIND.to_owned(),
        format: BASELINE_FORMAT,
        program: format!("muster {}", env!("CARGO_PKG_VERSION")),
        randomness: muster_dice::KEYED_RANDOMNESS.to_owned(),
        means: BASELINE_MEANS.to_owned(),
        rules: plan.pack.set.clone(),
        data_hash: plan.pack.hash.clone(),
        terms: terms(&cells),
        seed: plan.seed.0,
        games,
        limits: BaselineLimits { band: tolerance.all.band, change: tolerance.all.change },
        values: values(&plan),
        forces: forces(&plan, cells.ids.iter().map(|id| format!("{}.{id}", of(&cells)))),
        fit,
        cells: cells
            .pairs
            .iter()
            .zip(&kept)
            .map(|((row, column), kept)| {
                let (row, column) = (&cells.ids[*row], &cells.ids[*column]);
                match kept {
                    KeptCell::Exact(seats) => BaselineCell::exact(row, column, *seats),
                    KeptCell::Games(outcomes) => BaselineCell::sampled(row, column, outcomes),
                }
            })
            .collect(),
    };
    let text = baseline.to_json().map_err(|error| Failure::Fault(error.to_string()))?;
    WATCH.begin_writing()?;
    plan.output.write(dir, &[File { name: name.to_string_lossy().into_owned(), bytes: text.into_bytes() }])
}

/// Only an earlier baseline is replaced.
fn check_replaceable(file: &Path) -> Result<(), Failure> {
    let advice = "give another path with --write-baseline";
    check_target(file).map_err(|error| refused_with(file, &error, advice))?;
    if !file.exists() {
        return Ok(());
    }
    // One that breaks off, or of another version, is still a baseline.
    let text = std::fs::read(file).map_err(|error| refused_with(file, &error, advice))?;
    if String::from_utf8_lossy(&text).contains(&format!("\"{BASELINE_KIND}\"")) {
        return Ok(());
    }
    Err(refused(file, "the file is there, and it is no baseline", advice))
}

/// How the forces met.
pub(crate) fn terms(cells: &Cells) -> BaselineTerms {
    let of = of(cells).to_owned();
    match &cells.meeting {
        Meeting::Battles(spec) => BaselineTerms {
            of,
            conditions: spec.conditions.clone(),
            plans: spec.plans.iter().map(|plan| plan.word().to_owned()).collect(),
            max_turns: spec.max_turns,
            limit_draw: spec.limit_is_draw,
        },
        Meeting::Duels(spec) => BaselineTerms {
            of,
            conditions: String::new(),
            plans: Vec::new(),
            max_turns: spec.max_turns,
            limit_draw: false,
        },
    }
}

fn of(cells: &Cells) -> &'static str {
    if cells.of == Of::Units { "units" } else { "boxes" }
}

/// The values of units or boxes, such as `boxes.celts`, by the key of each.
pub(crate) fn forces(
    plan: &Plan,
    keys: impl IntoIterator<Item = String>,
) -> BTreeMap<String, BTreeMap<String, String>> {
    let values = |key: String| {
        let segments: Vec<&str> = key.split('.').collect();
        let force = plan.pack.root.at(&segments)?;
        Some((key, force.flatten().into_iter().collect()))
    };
    keys.into_iter().filter_map(values).collect()
}

/// Every value of the rules by its key. Units and boxes are many: those that meet are kept apart (see [`forces`]).
pub(crate) fn values(plan: &Plan) -> BTreeMap<String, String> {
    let known =
        |key: &String| !["units.", "boxes.", "about.", "claims."].iter().any(|table| key.starts_with(table));
    plan.pack.root.flatten().into_iter().filter(|(key, _)| known(key)).collect()
}
