//! Comparisons with what was stored: a baseline game by game, a run.json by its counts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use muster_analysis::compare::Tolerance;
use muster_analysis::price_fit::Slope;
use muster_report::number;
use muster_resolver::{Before, KeptCell};
use muster_results::{BASELINE_MEANS, Baseline, BaselineCell, Outcome};
use muster_rules::grammar::counted;

use super::baseline::{forces, terms, values};
use super::cells::Cells;
use super::judged::judge_cells;
use super::runs::{against_run, read_run};
use super::sides::with_rulings;
use crate::args::{CompareArgs, Everywhere, MethodWord};
use crate::compose::compare::{Comparison, Edit, Steepness};
use crate::exit::Failure;
use crate::files::stored_text;
use crate::plan::Plan;

/// Whether a name is that of a stored run.
pub(crate) fn is_record(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "json")
}

/// A file that cannot be used, why, and what to do.
pub(crate) fn refused(file: &Path, what: &str, advice: &str) -> Failure {
    Failure::Input(format!("{}: {what}\n  {advice}", file.display()))
}

/// Compares the rules in force with a baseline or a stored run.
///
/// # Errors
/// A file that is neither, or that cannot be compared; what cannot be played; Ctrl-C.
pub(crate) fn against_file(
    everywhere: &Everywhere,
    args: &CompareArgs,
    tolerance: Tolerance,
    file: &Path,
) -> Result<(Plan, Comparison), Failure> {
    let text =
        stored_text(file, "give a run.json of `muster matrix`, or a baseline of `compare --write-baseline`")?;
    let edited = with_rulings(everywhere, &args.ruling)?;
    if !args.against_set.is_empty() {
        return Err(refused(
            file,
            "a stored answer has its rules already",
            "leave out --against-set, or name data or a variant with --against",
        ));
    }
    // A run record has a manifest; anything else should be a baseline.
    if text.contains("\"manifest\"") {
        let record = read_run(file, &text)?;
        return against_run(&edited, args, tolerance, file, &record);
    }
    let advice = "write it again with `muster compare --write-baseline FILE`";
    let baseline = Baseline::from_json(&text).map_err(|error| refused(file, &error.to_string(), advice))?;
    against_baseline(&edited, args, tolerance, file, &baseline)
}

fn against_baseline(
    everywhere: &Everywhere,
    args: &CompareArgs,
    mut tolerance: Tolerance,
    file: &Path,
    baseline: &Baseline,
) -> Result<(Plan, Comparison), Failure> {
    if baseline.rules != everywhere.rules {
        let what = format!(
            "a baseline of the rule set \"{}\", and the rules in force are \"{}\"",
            baseline.rules, everywhere.rules
        );
        return Err(refused(file, &what, "give --rules, or name another baseline"));
    }
    if baseline.randomness != muster_dice::KEYED_RANDOMNESS || baseline.means != BASELINE_MEANS {
        let what = format!(
            "its games were rolled or counted in another way ({}; {})",
            baseline.randomness, baseline.program
        );
        return Err(refused(file, &what, "write it again with this program: compare --write-baseline"));
    }
    let (plan, ids) =
        Plan::load_naming(&Everywhere { seed: Some(baseline.seed), ..everywhere.clone() }, &args.forces)?;
    plan.say_warnings();
    let mut cells = Cells::choose(&plan, &args.cells, &ids)?;
    if terms(&cells) != baseline.terms {
        let (was, is) = (in_words(&baseline.terms), in_words(&terms(&cells)));
        let what = format!("its forces met in another way: {was}; asked for is {is}");
        return Err(refused(file, &what, "give the options that the baseline was made with"));
    }
    // Limits that were agreed on with the baseline hold unless others are given.
    tolerance.all.band = tolerance.all.band.or(baseline.limits.band);
    tolerance.all.change = tolerance.all.change.or(baseline.limits.change);
    let (kept, missing) = kept_cells(&mut cells, baseline);
    if kept.is_empty() {
        return Err(refused(file, "none of its cells is among those asked for", "write a new baseline"));
    }
    let most = baseline.games.min(args.most_games);
    let limited = CompareArgs {
        games: args.games.map(|games| games.min(baseline.games)),
        most_games: most,
        ..copy(args)
    };
    let judged = judge_cells(&plan, &limited, &cells, &tolerance, Before::Kept(&kept))?;
    let edits = edits_since(&plan, baseline);
    let steepness = baseline.fit.as_ref().map_or(Steepness::Typical, |fit| {
        Steepness::Kept(Slope { value: fit.gamma, error: fit.gamma_error })
    });
    let mut comparison = judged.comparison(&plan, &limited, cells, tolerance, edits, steepness);
    if baseline.data_hash != plan.pack.hash && comparison.edits.is_empty() {
        let note = if baseline.forces.is_empty() {
            "Units or boxes differ from those of the baseline; the rules do not. Written again, a baseline keeps them and they are quoted."
        } else {
            "The data differ from those of the baseline, but neither the rules nor the forces in it do."
        };
        comparison.notes.push(note.to_owned());
    }
    comparison.notes.extend(ignored(everywhere, args, baseline));
    if !missing.is_empty() {
        comparison.notes.push(format!("Not in the baseline, and left out: {}.", missing.join(", ")));
    }
    Ok((plan, comparison))
}

/// What was asked for and cannot be had of a baseline.
fn ignored(everywhere: &Everywhere, args: &CompareArgs, baseline: &Baseline) -> Vec<String> {
    let mut told = Vec::new();
    if let Some(seed) = everywhere.seed.filter(|seed| *seed != baseline.seed) {
        told.push(format!(
            "--seed {seed} was left aside: the games of the baseline have the seed {}, and only games of one seed share their luck.",
            baseline.seed
        ));
    }
    if let Some(games) = args.games.filter(|games| *games > baseline.games) {
        let (games, kept) = (number::count(games), number::count(baseline.games));
        told.push(format!("--games {games} was cut to the {kept} of the baseline."));
    }
    if args.cells.method != MethodWord::Auto {
        told.push("--method was left aside: each cell is answered as it was in the baseline.".to_owned());
    }
    told
}

/// The arguments once more; the fields that hold no answer of their own are left empty.
fn copy(args: &CompareArgs) -> CompareArgs {
    CompareArgs {
        forces: args.forces.clone(),
        against: args.against.clone(),
        against_set: Vec::new(),
        ruling: Vec::new(),
        rulings: false,
        write_baseline: None,
        cells: args.cells.clone(),
        limits: args.limits.clone(),
        ..*args
    }
}

fn in_words(terms: &muster_results::BaselineTerms) -> String {
    let mut words = vec![terms.of.clone()];
    if !terms.conditions.is_empty() {
        words.push(format!("on {}", terms.conditions));
        words.push(terms.plans.join(" against "));
    }
    words.extend(terms.max_turns.map(|turns| counted(turns, "turn", "turns")));
    words.extend(terms.limit_draw.then(|| "a draw at the limit".to_owned()));
    words.join(", ")
}

/// The kept answer of every cell that the baseline has, the cells cut to those; and the forces that it lacks.
fn kept_cells(cells: &mut Cells, baseline: &Baseline) -> (Vec<KeptCell>, Vec<String>) {
    let find = |row: &str, column: &str| -> Option<KeptCell> {
        let cell = baseline.cells.iter().find(|cell| cell.row == row && cell.column == column);
        if let Some(cell) = cell {
            return kept(cell, false);
        }
        kept(baseline.cells.iter().find(|cell| cell.row == column && cell.column == row)?, true)
    };
    let mut found = Vec::new();
    let mut pairs = Vec::new();
    let mut met = BTreeSet::new();
    for pair in &cells.pairs {
        if let Some(cell) = find(&cells.ids[pair.0], &cells.ids[pair.1]) {
            found.push(cell);
            pairs.push(*pair);
            met.extend([pair.0, pair.1]);
        }
    }
    cells.pairs = pairs;
    let missing =
        (0..cells.ids.len()).filter(|at| !met.contains(at)).map(|at| cells.ids[at].clone()).collect();
    (found, missing)
}

fn kept(cell: &BaselineCell, turned: bool) -> Option<KeptCell> {
    let Some(seats) = cell.exact else {
        let outcomes = cell.outcomes()?;
        let turn = |one: Outcome| if turned { one.mirrored() } else { one };
        return Some(KeptCell::Games(outcomes.into_iter().map(turn).collect()));
    };
    // Seen from the column, the seatings change places too.
    let turn = |[win, draw, loss]: [f64; 3]| [loss, draw, win];
    Some(KeptCell::Exact(if turned { [turn(seats[1]), turn(seats[0])] } else { seats }))
}

/// What the rules and the forces of the baseline say now and did not say then.
fn edits_since(plan: &Plan, baseline: &Baseline) -> Vec<Edit> {
    let mut edits = changed_values(plan, "", &baseline.values, &values(plan));
    for (key, before) in &baseline.forces {
        // A force that is no longer there is told of elsewhere.
        if let Some(now) = forces(plan, [key.clone()]).get(key) {
            edits.extend(changed_values(plan, &format!("{key}."), before, now));
        }
    }
    edits
}

fn changed_values(
    plan: &Plan,
    under: &str,
    before: &BTreeMap<String, String>,
    now: &BTreeMap<String, String>,
) -> Vec<Edit> {
    let keys: BTreeSet<&String> = now.keys().chain(before.keys()).collect();
    let spot = |key: &str| {
        let segments: Vec<&str> = key.split('.').collect();
        plan.pack.root.at(&segments).map(|node| node.place.spot())
    };
    keys.into_iter()
        .filter(|key| now.get(*key) != before.get(*key))
        .map(|key| {
            let (before, after, key) =
                (before.get(key).cloned(), now.get(key).cloned(), format!("{under}{key}"));
            Edit { spots: [None, spot(&key)], key, before, after }
        })
        .collect()
}
