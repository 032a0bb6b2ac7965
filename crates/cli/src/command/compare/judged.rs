//! Playing the cells under both rules and judging them, look after look.

use muster_analysis::compare::{Breach, Criteria, Evidence, Judge, Tolerance, Verdict};
use muster_resolver::{Before, PairedCell, PairedOptions, PairedRun, StopRule, play_paired};
use muster_stats::paired::{Change, PairedCounts};
use muster_stats::{Interval, Record, Z95, wilson};

use super::cells::{Cells, known};
use super::limits::check_names;
use super::prices;
use super::sides::Sides;
use crate::args::CompareArgs;
use crate::compose::compare::{Comparison, Edit, Line, Pairing, Steepness};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Games after which cells are first looked at; each further look doubles them.
const FIRST_LOOK: u64 = 1024;

/// Games of a piece of work.
pub(crate) const BATCH: u64 = 128;

/// The numbers of games at which cells are looked at.
pub(crate) fn looks(games: Option<u64>, most: u64) -> Vec<u64> {
    if let Some(games) = games {
        return vec![games];
    }
    let doubled = std::iter::successors(Some(FIRST_LOOK), |games| games.checked_mul(2));
    let looks: Vec<u64> = doubled.take_while(|games| *games <= most).collect();
    if looks.is_empty() { vec![most] } else { looks }
}

/// The criteria that the arguments ask for.
pub(crate) fn criteria(args: &CompareArgs, looks: usize) -> Criteria {
    let looks = u32::try_from(looks).unwrap_or(u32::MAX);
    Criteria { margin: args.margin, least: args.least, looks, ..Criteria::default() }
}

/// Compares two packs.
///
/// # Errors
/// What cannot be played; Ctrl-C.
pub(crate) fn two_packs(
    sides: &Sides,
    args: &CompareArgs,
    tolerance: Tolerance,
    ids: &[String],
) -> Result<Comparison, Failure> {
    let mut cells = Cells::choose(&sides.after, &args.cells, ids)?;
    let missing = cells.keep_known(sides.before.game.as_ref());
    let old = cells.schedule(sides.before.game.as_ref());
    let judged = judge_cells(&sides.after, args, &cells, &tolerance, Before::Rules(&old))?;
    let steepness = prices::steepness_of(&sides.before, &cells, judged.changed())?;
    let mut comparison = judged.comparison(&sides.after, args, cells, tolerance, sides.edits(), steepness);
    if !missing.is_empty() {
        comparison.notes.push(format!("Not in the rules before, and left out: {}.", missing.join(", ")));
    }
    Ok(comparison)
}

/// Cells played and judged.
pub(crate) struct Judged {
    run: PairedRun,
    verdicts: Vec<Verdict>,
    judge: Judge,
    looks: Vec<u64>,
    /// What games of either side are called in the files.
    basis: &'static str,
}

/// Plays and judges all cells.
///
/// # Errors
/// What cannot be played; Ctrl-C.
pub(crate) fn judge_cells(
    plan: &Plan,
    args: &CompareArgs,
    cells: &Cells,
    tolerance: &Tolerance,
    before: Before<'_>,
) -> Result<Judged, Failure> {
    check_names(&args.limits, &known(plan, args.cells.of))?;
    let looks = looks(args.games, args.most_games);
    let mut judge = Judge::new(cells.pairs.len(), criteria(args, looks.len()));
    let mut verdicts = vec![Verdict::Inconclusive; cells.pairs.len()];
    let new = cells.schedule(plan.game.as_ref());
    let criteria = *judge.criteria();
    let options = PairedOptions {
        method: args.cells.method.choice(),
        seed: plan.seed,
        looks: looks.clone(),
        batch: BATCH,
        score_untouched: true,
        hurry: !tolerance.is_set(),
    };
    let progress = Progress::begin(
        cells.pairs.len(),
        StopRule::Games(looks.first().map_or(1, |games| 2 * games)),
        true,
        plan.output.quiet,
    );
    let basis = if matches!(before, Before::Kept(_)) { "kept" } else { "paired" };
    let run = play_paired(before, &new, &options, &progress, |shown| {
        let evidence: Vec<Evidence> = shown.iter().map(evidence).collect();
        verdicts = judge.look(&evidence);
        let (adjusted, pairs) = (judge.adjusted(), &cells.pairs);
        let goes_on = |at: usize| {
            let ids = [&cells.ids[pairs[at].0], &cells.ids[pairs[at].1]];
            verdicts[at] == Verdict::Inconclusive
                || breach(&shown[at], ids, verdicts[at], adjusted[at], &criteria, tolerance).is_open()
        };
        (0..shown.len()).map(goes_on).collect()
    });
    let played = progress.finish();
    let run = run?;
    if run.stopped_early || WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    if let Some(played) = played {
        plan.output.note(&played);
    }
    Ok(Judged { run, verdicts, judge, looks, basis })
}

/// What a cell shows of its change.
pub(crate) fn evidence(cell: &PairedCell) -> Evidence {
    let score =
        |seats: &[[f64; 3]; 2]| seats.iter().map(|[win, draw, _]| (win + draw / 2.0) / 2.0).sum::<f64>();
    if cell.untouched {
        return Evidence { change: Change::exact(0.0, 0.0), identical: true };
    }
    let alike = cell.alike > 0 && cell.alike == cell.games();
    let same = |old: &[[f64; 3]; 2], new: &[[f64; 3]; 2]| {
        old.iter().flatten().zip(new.iter().flatten()).all(|(a, b)| (a - b).abs() <= 1e-12)
    };
    if cell.mirror {
        let exact = matches!(&cell.exact, [Some(old), Some(new)] if same(old, new));
        return Evidence { change: Change::exact(0.5, 0.5), identical: alike || exact };
    }
    match &cell.exact {
        [Some(old), Some(new)] => {
            Evidence { change: Change::exact(score(old), score(new)), identical: same(old, new) }
        }
        [Some(old), None] => {
            Evidence { change: Change::against_exact(score(old), cell.total().after()), identical: false }
        }
        _ => Evidence { change: Change::paired(&cell.total()), identical: alike },
    }
}

impl Judged {
    /// Whether any cell changed, however little.
    fn changed(&self) -> bool {
        self.verdicts.iter().any(|verdict| verdict.is_change())
    }

    /// Everything that is said of the comparison.
    pub(crate) fn comparison(
        self,
        plan: &Plan,
        args: &CompareArgs,
        cells: Cells,
        tolerance: Tolerance,
        edits: Vec<Edit>,
        steepness: Steepness,
    ) -> Comparison {
        let criteria = *self.judge.criteria();
        let adjusted = self.judge.adjusted();
        let lines: Vec<Line> = self
            .run
            .cells
            .iter()
            .zip(&cells.pairs)
            .enumerate()
            .map(|(at, (cell, pair))| {
                let ids = [&cells.ids[pair.0], &cells.ids[pair.1]];
                line(cell, *pair, ids, self.verdicts[at], adjusted[at], &criteria, &tolerance)
            })
            .map(|line| Line { basis: if line.basis == "paired" { self.basis } else { line.basis }, ..line })
            .collect();
        let played =
            self.run.cells.iter().filter(|cell| !cell.untouched && !cell.mirror && cell.exact[0].is_none());
        Comparison {
            edits,
            steepness,
            shifts: prices::moved(cells.ids.len(), &lines),
            lines,
            pairing: pairing(played.map(PairedCell::total), &criteria),
            ids: cells.ids,
            names: cells.names,
            criteria,
            looks: self.looks,
            tolerance,
            played: self.run.played,
            ground: cells.ground,
            against: against_in_words(args),
            notes: Vec::new(),
            footnotes: plan.footnotes(true),
        }
    }
}

fn against_in_words(args: &CompareArgs) -> String {
    match &args.against {
        Some(path) => path.display().to_string(),
        None => "the same data without the edit".to_owned(),
    }
}

/// What a cell does to its limits. Like the verdicts, each look has its share of the error rate.
fn breach(
    cell: &PairedCell,
    ids: [&String; 2],
    verdict: Verdict,
    adjusted: f64,
    criteria: &Criteria,
    tolerance: &Tolerance,
) -> Breach {
    let z = criteria.limit_score();
    let score = known_score(cell, 1)
        .map_or_else(|| wilson(cell.total().after(), z), |score| Interval { low: score, high: score });
    // Games that were alike in every roll have no change to be unsure of.
    let change = if verdict == Verdict::Identical { [0.0; 2] } else { evidence(cell).change.interval(z) };
    tolerance.check(ids[0], ids[1], score, change, adjusted <= criteria.discovery_rate)
}

/// The score of the row before (0) or after (1) where it is known without games.
fn known_score(cell: &PairedCell, at: usize) -> Option<f64> {
    let exact =
        cell.exact[at].map(|seats| seats.iter().map(|[win, draw, _]| (win + draw / 2.0) / 2.0).sum::<f64>());
    cell.mirror.then_some(0.5).or(exact)
}

/// One cell in numbers.
pub(crate) fn line(
    cell: &PairedCell,
    pair: (usize, usize),
    ids: [&String; 2],
    verdict: Verdict,
    adjusted: f64,
    criteria: &Criteria,
    tolerance: &Tolerance,
) -> Line {
    let evidence = evidence(cell);
    let total = cell.total();
    let known = known_score(cell, 1);
    let before = known_score(cell, 0).or_else(|| total.before().score());
    let after = known.or_else(|| total.after().score());
    let interval =
        known.map_or_else(|| wilson(total.after(), Z95), |score| Interval { low: score, high: score });
    let games = if known.is_some() { 0 } else { total.games() };
    let basis = match (cell.untouched, cell.mirror, known.is_some()) {
        (true, _, _) => "untouched",
        (_, true, _) => "mirror",
        (_, _, true) => "exact",
        _ => "paired",
    };
    let z = criteria.equivalence_score();
    let open = verdict == Verdict::Inconclusive;
    Line {
        pair,
        verdict,
        change: evidence.change,
        before,
        after,
        interval,
        games,
        basis,
        adjusted,
        to_settle: open.then(|| evidence.change.games_to_settle(criteria.margin, z)),
        breach: breach(cell, ids, verdict, adjusted, criteria, tolerance),
    }
}

/// What pairing saved: the variance of one game's difference beside that of two independent games, over the cells that were
/// played twice; `None` without any.
pub(crate) fn pairing(cells: impl Iterator<Item = PairedCounts>, criteria: &Criteria) -> Option<Pairing> {
    let (mut together, mut apart, mut games, mut independent) = (0.0, 0.0, 0.0, 0.0);
    for counts in cells.filter(|counts| counts.games() > 0) {
        let (paired, alone) = (counts.variance(), counts.independent_variance());
        together += paired;
        apart += alone;
        // However alike the games are, some are needed to know it.
        let least = criteria.margin / 2.0 - criteria.margin * criteria.margin;
        let n = counts.games() as f64;
        games += 2.0 * n;
        independent += 2.0 * n * (alone.max(least) / paired.max(least));
    }
    (games > 0.0).then(|| Pairing {
        games,
        independent,
        reduction: (together > 0.0).then_some(apart / together),
    })
}

/// Change, score and interval of two records of independent games.
pub(crate) fn unpaired(before: Record, after: Record) -> (Change, Interval) {
    (Change::unpaired(before, after), wilson(after, Z95))
}
