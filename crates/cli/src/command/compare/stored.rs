//! Comparisons with what was stored: a baseline game by game, a run.json by its counts.

use std::path::Path;

use muster_analysis::compare::{Evidence, Judge, Tolerance, Verdict};
use muster_resolver::{Before, KeptCell, StopRule, keep_cells};
use muster_results::{
    BASELINE_MEANS, Baseline, BaselineCell, CellResult, Method, Outcome, RunRecord, SeatingResult,
};
use muster_rules::pack::read_text;
use muster_stats::paired::Change;
use muster_stats::{Interval, Record, Z95};

use super::baseline::{terms, values};
use super::cells::Cells;
use super::judged::{criteria, judge_cells, unpaired};
use super::sides::with_rulings;
use crate::args::{CompareArgs, Everywhere};
use crate::compose::compare::{Comparison, Edit, Line};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Games of a cell that is played to be held against stored counts.
const GAMES: u64 = 4096;

/// Whether a name is that of a stored run.
pub(crate) fn is_record(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "json")
}

fn refused(file: &Path, what: &str, advice: &str) -> Failure {
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
    let text = read_text(file)?;
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
        Plan::load_naming(&Everywhere { seed: baseline.seed, ..everywhere.clone() }, &args.forces)?;
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
    let judged = judge_cells(&plan, &limited, &cells, Before::Kept(&kept))?;
    let edits = edits_since(&plan, baseline);
    let mut comparison = judged.comparison(&plan, &limited, cells, tolerance, edits);
    if baseline.data_hash != plan.pack.hash && comparison.edits.is_empty() {
        comparison
            .notes
            .push("Units or boxes differ from those of the baseline; the rules do not.".to_owned());
    }
    if !missing.is_empty() {
        comparison.notes.push(format!("Not in the baseline, and left out: {}.", missing.join(", ")));
    }
    Ok((plan, comparison))
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
    words.extend(terms.max_turns.map(|turns| format!("{turns} turns")));
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
    let mut met = std::collections::BTreeSet::new();
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

/// What the rules say now and did not say then.
fn edits_since(plan: &Plan, baseline: &Baseline) -> Vec<Edit> {
    let now = values(plan);
    let keys: std::collections::BTreeSet<&String> = now.keys().chain(baseline.values.keys()).collect();
    let spot = |key: &str| {
        let segments: Vec<&str> = key.split('.').collect();
        plan.pack.root.at(&segments).map(|node| node.place.spot())
    };
    keys.into_iter()
        .filter(|key| now.get(*key) != baseline.values.get(*key))
        .map(|key| Edit {
            key: key.clone(),
            before: baseline.values.get(key).cloned(),
            after: now.get(key).cloned(),
            spots: [None, spot(key)],
        })
        .collect()
}

/// Reads a run record.
fn read_run(file: &Path, text: &str) -> Result<RunRecord, Failure> {
    let advice = "give the run.json of `muster matrix`";
    RunRecord::from_json(text).map_err(|error| refused(file, &error.to_string(), advice))
}

fn against_run(
    everywhere: &Everywhere,
    args: &CompareArgs,
    tolerance: Tolerance,
    file: &Path,
    record: &RunRecord,
) -> Result<(Plan, Comparison), Failure> {
    if record.manifest.rules != everywhere.rules {
        let what =
            format!("a run of the rule set \"{}\", not of \"{}\"", record.manifest.rules, everywhere.rules);
        return Err(refused(file, &what, "give --rules, or name another run"));
    }
    let (plan, ids) = Plan::load_naming(everywhere, &args.forces)?;
    plan.say_warnings();
    let mut cells = Cells::choose(&plan, &args.cells, &ids)?;
    let of = if cells.of == crate::args::Of::Units { "units" } else { "boxes" };
    if record.manifest.of != of {
        let what = format!("a run of {}, and {of} are asked for", record.manifest.of);
        return Err(refused(file, &what, "give --of"));
    }
    let known = |at: usize| record.roster.iter().any(|row| row.id == cells.ids[at]);
    cells.pairs.retain(|(row, column)| known(*row) && known(*column));
    let schedule = cells.schedule(plan.game.as_ref());
    let games = args.games.unwrap_or(GAMES);
    let progress = Progress::begin(cells.pairs.len(), StopRule::Games(games), true, plan.output.quiet);
    let kept = keep_cells(&schedule, args.cells.method.choice(), plan.seed, games, &progress);
    progress.finish();
    let kept: Option<Vec<KeptCell>> = kept?.into_iter().collect();
    let kept = kept.filter(|_| !WATCH.stopped()).ok_or_else(|| WATCH.interrupted())?;
    let after: Vec<Side> = kept.iter().map(Side::of_kept).collect();
    let before: Vec<Option<Side>> =
        cells.pairs.iter().map(|(row, column)| find(record, &cells.ids[*row], &cells.ids[*column])).collect();
    let mut both: Vec<([Side; 2], (usize, usize))> = Vec::new();
    for ((old, new), pair) in before.into_iter().zip(after).zip(&cells.pairs) {
        if let Some(old) = old {
            both.push(([old, new], *pair));
        }
    }
    let stored = Stored {
        ids: cells.ids.clone(),
        names: cells.names.clone(),
        cells: both,
        ground: cells.ground.clone(),
        against: file.display().to_string(),
        notes: vec!["Counts of independent games: the same change is found sooner by giving the rules themselves with --against.".to_owned()],
        footnotes: plan.footnotes(true),
    };
    let comparison = stored.judge(args, tolerance);
    Ok((plan, comparison))
}

/// One side of a cell that is known by its counts.
enum Side {
    /// Exactly.
    Exact(f64),
    /// By games.
    Counted(Record),
}

impl Side {
    fn of_kept(cell: &KeptCell) -> Side {
        match cell {
            KeptCell::Exact(seats) => {
                Side::Exact(seats.iter().map(|[win, draw, _]| (win + draw / 2.0) / 2.0).sum())
            }
            KeptCell::Games(outcomes) => {
                let count = |wanted: Outcome| outcomes.iter().filter(|one| **one == wanted).count() as u64;
                Side::Counted(Record {
                    wins: count(Outcome::Win),
                    draws: count(Outcome::Draw),
                    losses: count(Outcome::Loss),
                })
            }
        }
    }

    fn of_cell(cell: &CellResult, turned: bool) -> Side {
        if cell.method == Method::Exact {
            return Side::Exact(if turned { 1.0 - cell.score } else { cell.score });
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "counts of games, checked by the reader"
        )]
        let count = |value: &dyn Fn(&SeatingResult) -> f64| {
            cell.seatings.iter().map(|seat| value(seat).round().max(0.0) as u64).sum::<u64>()
        };
        let record = Record {
            wins: count(&|seat| seat.wins),
            draws: count(&|seat| seat.draws),
            losses: count(&|seat| seat.losses),
        };
        Side::Counted(if turned { record.mirrored() } else { record })
    }

    fn score(&self) -> Option<f64> {
        match self {
            Side::Exact(score) => Some(*score),
            Side::Counted(record) => record.score(),
        }
    }
}

/// A cell of a record by the ids of its forces, in either order.
fn find(record: &RunRecord, row: &str, column: &str) -> Option<Side> {
    let at = |id: &str| record.roster.iter().position(|one| one.id == id);
    let (row, column) = (at(row)?, at(column)?);
    record.cells.iter().find_map(|cell| match (cell.row, cell.column) {
        pair if pair == (row, column) => Some(Side::of_cell(cell, false)),
        pair if pair == (column, row) => Some(Side::of_cell(cell, true)),
        _ => None,
    })
}

/// Two stored sides of every cell.
struct Stored {
    ids: Vec<String>,
    names: Vec<String>,
    cells: Vec<([Side; 2], (usize, usize))>,
    ground: String,
    against: String,
    notes: Vec<String>,
    footnotes: Vec<String>,
}

/// Compares two stored runs.
///
/// # Errors
/// Files that are no runs, or runs that cannot be compared.
pub(crate) fn two_runs(
    args: &CompareArgs,
    tolerance: Tolerance,
    old: &Path,
    new: &Path,
) -> Result<Comparison, Failure> {
    let before = read_run(old, &read_text(old)?)?;
    let after = read_run(new, &read_text(new)?)?;
    for (what, a, b) in [
        ("rule set", &before.manifest.rules, &after.manifest.rules),
        ("kind of force", &before.manifest.of, &after.manifest.of),
        ("ground", &before.manifest.conditions, &after.manifest.conditions),
        ("plans", &before.manifest.plans, &after.manifest.plans),
    ] {
        if a != b {
            let told = format!("its {what} is \"{b}\", and that of {} is \"{a}\"", old.display());
            return Err(refused(new, &told, "compare runs that differ in their rules alone"));
        }
    }
    let ids: Vec<String> = after.roster.iter().map(|row| row.id.clone()).collect();
    let cells = after
        .cells
        .iter()
        .filter_map(|cell| {
            let was = find(&before, &ids[cell.row], &ids[cell.column])?;
            Some(([was, Side::of_cell(cell, false)], (cell.row, cell.column)))
        })
        .collect();
    let mut notes = Vec::new();
    if before.manifest.data_hash == after.manifest.data_hash {
        notes.push("Both runs were made with the same rules and data.".to_owned());
        if before.manifest.seed == after.manifest.seed {
            notes.push(
                "They have the same seed too: their games are the same games and tell nothing of each other."
                    .to_owned(),
            );
        }
    }
    let changes = |record: &RunRecord| {
        if record.manifest.changed.is_empty() {
            "none".to_owned()
        } else {
            record.manifest.changed.join("; ")
        }
    };
    notes.push(format!("Changed values before: {}. After: {}.", changes(&before), changes(&after)));
    notes.push("Counts of independent games; `muster compare` with the rules themselves finds the same change sooner.".to_owned());
    let names = after.roster.iter().map(|row| row.name.clone()).collect();
    let ground = format!("{}; {}", after.manifest.conditions, after.manifest.plans);
    let hash = |record: &RunRecord| record.manifest.data_hash.get(..12).unwrap_or("").to_owned();
    let footnotes = vec![format!(
        "Rules: {}, data {} before and {} after.",
        after.manifest.rules,
        hash(&before),
        hash(&after)
    )];
    let against = old.display().to_string();
    Ok(Stored { ids, names, cells, ground, against, notes, footnotes }.judge(args, tolerance))
}

impl Stored {
    fn judge(self, args: &CompareArgs, tolerance: Tolerance) -> Comparison {
        let criteria = criteria(args, 1);
        let mut judge = Judge::new(self.cells.len(), criteria);
        let found: Vec<(Change, Interval, u64)> = self.cells.iter().map(|(sides, _)| change(sides)).collect();
        let evidence: Vec<Evidence> = found
            .iter()
            .map(|(change, _, _)| Evidence {
                change: *change,
                identical: change.is_exact() && change.change.abs() <= 1e-12,
            })
            .collect();
        let verdicts = judge.look(&evidence);
        let adjusted = judge.adjusted();
        let z = criteria.equivalence_score();
        let lines = self
            .cells
            .iter()
            .zip(&found)
            .enumerate()
            .map(|(at, ((sides, pair), (change, interval, games)))| {
                let verdict = verdicts[at];
                let real = matches!(verdict, Verdict::Changed | Verdict::ChangedNegligible);
                let open = verdict == Verdict::Inconclusive;
                Line {
                    pair: *pair,
                    verdict,
                    change: *change,
                    before: sides[0].score(),
                    after: sides[1].score(),
                    interval: *interval,
                    games: *games,
                    basis: if change.is_exact() { "exact" } else { "counts" },
                    adjusted: adjusted[at],
                    to_settle: open.then(|| change.games_to_settle(criteria.margin, z)),
                    breach: tolerance.check(
                        &self.ids[pair.0],
                        &self.ids[pair.1],
                        *interval,
                        change.interval(Z95),
                        real,
                    ),
                }
            })
            .collect();
        Comparison {
            edits: Vec::new(),
            lines,
            pairing: None,
            ids: self.ids,
            names: self.names,
            criteria,
            looks: Vec::new(),
            tolerance,
            played: 0,
            ground: self.ground,
            against: self.against,
            notes: self.notes,
            footnotes: self.footnotes,
        }
    }
}

fn change(sides: &[Side; 2]) -> (Change, Interval, u64) {
    let point = |score: f64| Interval { low: score, high: score };
    match sides {
        [Side::Exact(old), Side::Exact(new)] => (Change::exact(*old, *new), point(*new), 0),
        [Side::Exact(old), Side::Counted(new)] => {
            (Change::against_exact(*old, *new), muster_stats::wilson(*new, Z95), new.games())
        }
        [Side::Counted(old), Side::Exact(new)] => {
            (Change::against_exact(*new, *old).turned(), point(*new), 0)
        }
        [Side::Counted(old), Side::Counted(new)] => {
            let (change, interval) = unpaired(*old, *new);
            (change, interval, new.games())
        }
    }
}
