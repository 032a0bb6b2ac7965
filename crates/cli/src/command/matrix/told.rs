//! Games of the pairs, told for the page.

use std::collections::{BTreeMap, BTreeSet};

use muster_analysis::{PayoffMatrix, Summary};
use muster_results::{CellResult, Method, PackedGames, ToldGame};
use muster_rules::{DiceKind, Matchup};
use rayon::prelude::*;

use super::played::Run;
use crate::compose::packed::Packer;
use crate::compose::words::told_apart;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::{Encounter, Plan};

/// Pairs told at a time: enough for many threads, and few enough that little is told in vain where there is no room for it.
const AT_ONCE: usize = 128;
/// Of a pair that was solved and not played so many games are played, of which the extremes are told.
const TASTE: u64 = 256;

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
    let cells = in_order(matrix, summary);
    let mut packer = Packer::new();
    for some in cells.chunks(AT_ONCE) {
        let told: Vec<Result<Vec<ToldGame>, Failure>> =
            some.par_iter().map(|cell| tell(plan, run, cell)).collect();
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        for games in told {
            packer.add(&games?)?;
            if packer.is_full() {
                return packer.finish(cells.len());
            }
        }
    }
    packer.finish(cells.len())
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
    let pair = [cell.row, cell.column];
    let ids = pair.map(|force| run.ids[force].clone());
    let matchup = Encounter { ids, meeting: run.meeting.clone() }.compile(plan.game.as_ref())?;
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
        ToldGame { row: pair[0], column: pair[1], title, text }
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
