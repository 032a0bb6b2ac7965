//! Games of the pairs, told for the page.

use std::collections::{BTreeMap, BTreeSet};

use muster_analysis::{PayoffMatrix, Summary};
use muster_resolver::schedule::Meeting;
use muster_results::{CellResult, Method, PackedGames, ToldGame};
use muster_rules::{DiceKind, Matchup};
use rayon::prelude::*;

use super::played::Run;
use crate::compose::packed::{Bundle, Packing};
use crate::compose::words::told_apart;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::{Encounter, Plan};

/// Pairs that are packed together: many enough that they share their words, few enough that many threads have something to do.
const TOGETHER: usize = 32;
/// Bundles told at a time: enough for many threads, and few enough that little is told in vain where there is no room for it.
const AT_ONCE: usize = 32;
/// Of a pair that was solved and not played so many games are played, of which the extremes are told.
const TASTE: u64 = 256;
/// A duel is told along its chain of states, which is compiled anew. All chains of a page may come to so many outcomes of dice, and one is taken
/// to come to no more than [`MOST_OF_ONE`], where it is given up: about a second of work for one processor.
const MOST_OUTCOMES: f64 = 5e6;
/// See [`MOST_OUTCOMES`].
const MOST_OF_ONE: f64 = 2e5;

/// Games of every pair, as many as there is room for: first those that the findings name, then the nearest to even. None of a mix of plans,
/// whose games are games of one pair of plans each, so that none stands for the cell.
///
/// # Errors
/// A pair that cannot be told; Ctrl-C.
pub(super) fn stories(
    plan: &Plan,
    run: &Run,
    matrix: &PayoffMatrix<'_>,
    summary: &Summary,
) -> Result<Option<PackedGames>, Failure> {
    if run.mixed.is_some() {
        return Ok(None);
    }
    let all = in_order(matrix, summary);
    let cells = affordable(plan, run, &all)?;
    let mut packing = Packing::default();
    'full: for some in cells.chunks(TOGETHER * AT_ONCE) {
        let bundles: Vec<Result<Bundle, Failure>> =
            some.par_chunks(TOGETHER).map(|cells| bundle(plan, run, cells)).collect();
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        for bundle in bundles {
            if !packing.add(bundle?) {
                break 'full;
            }
        }
    }
    Ok(packing.finish(all.len()))
}

/// As many of the cells as can be told without much work.
fn affordable<'c, 'r>(
    plan: &Plan,
    run: &Run,
    cells: &'c [&'r CellResult],
) -> Result<&'c [&'r CellResult], Failure> {
    if matches!(run.meeting, Meeting::Battles(_)) {
        return Ok(cells);
    }
    let outcomes = |cell: &&CellResult| -> Result<f64, Failure> {
        Ok(compile(plan, run, cell)?.exact_cost().map_or(MOST_OF_ONE, |cost| cost.min(MOST_OF_ONE)))
    };
    let outcomes: Vec<Result<f64, Failure>> = cells.par_iter().map(outcomes).collect();
    let mut sum = 0.0;
    for (at, outcomes) in outcomes.into_iter().enumerate() {
        sum += outcomes?;
        if sum > MOST_OUTCOMES {
            return Ok(&cells[..at]);
        }
    }
    Ok(cells)
}

fn compile<'p>(plan: &'p Plan, run: &Run, cell: &CellResult) -> Result<Box<dyn Matchup + 'p>, Failure> {
    let ids = [cell.row, cell.column].map(|force| run.ids[force].clone());
    Ok(Encounter { ids, meeting: run.meeting.clone() }.compile(plan.game.as_ref())?)
}

/// Games of some cells, packed in the order of the roster, in which neighbours are most alike.
fn bundle(plan: &Plan, run: &Run, cells: &[&CellResult]) -> Result<Bundle, Failure> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let mut told = Vec::new();
    for cell in cells {
        told.extend(tell(plan, run, cell)?);
    }
    Bundle::of(&told)
}

/// The cells, first those that are to be told first; a force against itself comes last.
fn in_order<'r>(matrix: &PayoffMatrix<'r>, summary: &Summary) -> Vec<&'r CellResult> {
    let standouts = [&summary.closest, &summary.most_one_sided].into_iter().flatten();
    let mut named: BTreeSet<(usize, usize)> = standouts.map(|one| (one.winner, one.loser)).collect();
    named.extend(summary.most_seat_bound.map(|(row, column, _)| (row, column)));
    let lead = |score: f64| (score - 0.5).abs();
    named.extend((0..matrix.len()).filter_map(|row| {
        let nearest = matrix.against_others(row).min_by(|a, b| lead(a.score).total_cmp(&lead(b.score)))?;
        Some((row, nearest.column))
    }));
    let is_named = |cell: &CellResult| {
        named.contains(&(cell.row, cell.column)) || named.contains(&(cell.column, cell.row))
    };
    let mut cells: Vec<(bool, bool, &CellResult)> =
        matrix.record().cells.iter().map(|cell| (cell.row == cell.column, !is_named(cell), cell)).collect();
    cells.sort_by(|(own, other, a), (own_b, other_b, b)| {
        (own, other).cmp(&(own_b, other_b)).then(lead(a.score).total_cmp(&lead(b.score)))
    });
    cells.into_iter().map(|(_, _, cell)| cell).collect()
}

/// The longest, the shortest, the most lopsided and the closest game of a pair, each once.
fn tell(plan: &Plan, run: &Run, cell: &CellResult) -> Result<Vec<ToldGame>, Failure> {
    let matchup = compile(plan, run, cell)?;
    let names = matchup.names();
    let names = told_apart([&names[0], &names[1]]);
    let (worth_seeing, among) = worth_seeing(plan, matchup.as_ref(), cell);
    let mut games: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for (game, why) in worth_seeing.into_iter().zip(["longest", "shortest", "most lopsided", "closest"]) {
        if let Some(game) = game {
            games.entry(game).or_default().push(why);
        }
    }
    let told = games.into_iter().map(|(game, why)| {
        let told = matchup.story(plan.seed, game);
        let end = muster_answers::story::ended(&told, &names, matchup.start());
        let title = format!("The {} game{among}, number {game}: {end}", why.join(" and "));
        let [a, b] = [&names[told.seating], &names[1 - told.seating]];
        let text = format!("Side A: {a}. Side B: {b}.\n{}", told.lines.join("\n"));
        ToldGame { row: cell.row, column: cell.column, title, text }
    });
    Ok(told.collect())
}

/// The games of a cell worth seeing, and among how many they were looked for where that is not the games of the cell.
fn worth_seeing(plan: &Plan, matchup: &dyn Matchup, cell: &CellResult) -> ([Option<u64>; 4], String) {
    match cell.method {
        Method::Sample => (cell.games_worth_seeing, String::new()),
        Method::Exact => {
            let tally = matchup.play(plan.seed, 0..TASTE, DiceKind::Tables, false);
            (tally.extremes.games(), format!(" of {TASTE} played"))
        }
    }
}
