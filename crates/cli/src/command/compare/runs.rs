//! Comparisons of stored runs, by their counts: each with another, or with the rules in force.

use std::path::Path;

use muster_analysis::compare::{Evidence, Judge, Tolerance, Verdict};
use muster_resolver::{KeptCell, StopRule, keep_cells};
use muster_results::{CellResult, Method, Outcome, RunRecord, SeatingResult};
use muster_stats::paired::Change;
use muster_stats::{Interval, Record, Z95};

use super::cells::{Cells, known};
use super::judged::{criteria, unpaired};
use super::limits::check_names;
use super::prices;
use super::stored::refused;
use crate::args::{CompareArgs, Everywhere, Of};
use crate::compose::compare::{Comparison, Line, Steepness};
use crate::exit::Failure;
use crate::files::stored_text;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Games of a cell that is played to be held against stored counts.
const GAMES: u64 = 4096;

/// What is advised where a stored run cannot be used.
const RUNS: &str = "give the run.json of `muster matrix`";

/// Reads a run record.
///
/// # Errors
/// A text that is none.
pub(crate) fn read_run(file: &Path, text: &str) -> Result<RunRecord, Failure> {
    RunRecord::from_json(text).map_err(|error| refused(file, &error.to_string(), RUNS))
}

/// Compares the rules in force with a stored run.
///
/// # Errors
/// A run that cannot be compared; what cannot be played; Ctrl-C.
pub(crate) fn against_run(
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
    check_names(&args.limits, &known(&plan, args.cells.of))?;
    let mut cells = Cells::choose(&plan, &args.cells, &ids)?;
    let of = if cells.of == Of::Units { "units" } else { "boxes" };
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
        same_games: false,
        ground: cells.ground.clone(),
        against: file.display().to_string(),
        notes: vec!["Counts of independent games: the same change is found sooner by giving the rules themselves with --against.".to_owned()],
        footnotes: plan.footnotes(true),
    };
    let mut comparison = stored.judge(args, tolerance);
    comparison.steepness = prices::steepness_of(&plan, &cells, comparison.anything_changed())?;
    Ok((plan, comparison))
}

/// One side of a cell that is known by its counts.
pub(super) enum Side {
    /// Exactly.
    Exact(f64),
    /// By games.
    Counted(Record),
}

impl Side {
    /// What a kept cell came to, both seatings together.
    pub(super) fn of_kept(cell: &KeptCell) -> Side {
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

    /// Score of the row; `None` without games.
    pub(super) fn score(&self) -> Option<f64> {
        match self {
            Side::Exact(score) => Some(*score),
            Side::Counted(record) => record.score(),
        }
    }

    /// Games that were played, 0 for an exact answer.
    pub(super) fn games(&self) -> u64 {
        match self {
            Side::Exact(_) => 0,
            Side::Counted(record) => record.games(),
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
    /// Both sides were played by the same rules from the same seed.
    same_games: bool,
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
    let before = read_run(old, &stored_text(old, RUNS)?)?;
    let after = read_run(new, &stored_text(new, RUNS)?)?;
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
    check_names(&args.limits, &ids)?;
    let cells: Vec<([Side; 2], (usize, usize))> = after
        .cells
        .iter()
        .filter_map(|cell| {
            let was = find(&before, &ids[cell.row], &ids[cell.column])?;
            Some(([was, Side::of_cell(cell, false)], (cell.row, cell.column)))
        })
        .collect();
    let counted = cells
        .iter()
        .any(|(sides, pair)| pair.0 != pair.1 && sides.iter().any(|side| matches!(side, Side::Counted(_))));
    let mut same_games = false;
    let mut notes = Vec::new();
    if before.manifest.data_hash == after.manifest.data_hash {
        notes.push("Both runs were made with the same rules and data.".to_owned());
        same_games =
            before.manifest.seed == after.manifest.seed && before.manifest.changed == after.manifest.changed;
        if same_games && counted {
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
    if counted && !same_games {
        notes.push("Counts of independent games; `muster compare` with the rules themselves finds the same change sooner.".to_owned());
    }
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
    Ok(Stored { ids, names, cells, same_games, ground, against, notes, footnotes }.judge(args, tolerance))
}

impl Stored {
    /// The change of a cell, the interval of its score after, and the games that both rest on. A force against itself scores
    /// 1/2 whatever was counted, and games that are the same games have not changed.
    fn change(&self, sides: &[Side; 2], pair: (usize, usize)) -> (Change, Interval, u64) {
        if pair.0 == pair.1 {
            return (Change::exact(0.5, 0.5), Interval { low: 0.5, high: 0.5 }, 0);
        }
        let (found, interval, games) = change(sides);
        match sides {
            [Side::Counted(old), Side::Counted(new)] if self.same_games && old == new => {
                (Change::exact(0.0, 0.0), interval, games)
            }
            _ => (found, interval, games),
        }
    }

    fn judge(self, args: &CompareArgs, tolerance: Tolerance) -> Comparison {
        let criteria = criteria(args, 1);
        let mut judge = Judge::new(self.cells.len(), criteria);
        let found: Vec<(Change, Interval, u64)> =
            self.cells.iter().map(|(sides, pair)| self.change(sides, *pair)).collect();
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
        let lines: Vec<Line> = self
            .cells
            .iter()
            .zip(&found)
            .enumerate()
            .map(|(at, ((sides, pair), (change, interval, games)))| {
                let verdict = verdicts[at];
                let mirror = (pair.0 == pair.1).then_some(0.5);
                let real = adjusted[at] <= criteria.discovery_rate;
                let open = verdict == Verdict::Inconclusive;
                Line {
                    pair: *pair,
                    verdict,
                    change: *change,
                    before: mirror.or_else(|| sides[0].score()),
                    after: mirror.or_else(|| sides[1].score()),
                    interval: *interval,
                    games: *games,
                    basis: match sides {
                        _ if pair.0 == pair.1 => "mirror",
                        [Side::Exact(_), Side::Exact(_)] => "exact",
                        _ => "counts",
                    },
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
            steepness: Steepness::Typical,
            shifts: prices::moved(self.ids.len(), &lines),
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
