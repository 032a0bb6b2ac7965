//! Playing a schedule while every game is taken down.

use muster_dice::Seed;
use muster_results::Tally;
use muster_rules::{Matchup, PlayedGame};
use rayon::prelude::*;

use crate::observe::Observer;
use crate::resolve::{Answer, Fault, Resolved};
use crate::schedule::Schedule;
use crate::stop::StopRule;

/// Takes down games as they are played.
pub trait Recorder {
    /// Some games of a cell, in the order of their numbers; the cells come in the order of the schedule, and one is done before the next
    /// begins. False when the run should stop because nothing more can be taken down.
    fn record(&mut self, cell: usize, matchup: &dyn Matchup, games: &[PlayedGame]) -> bool;
}

/// Cells that are compiled side by side.
const AT_ONCE: usize = 64;

/// Games a piece of work: small, so that the threads share a round of one cell.
const PIECE: usize = 32;

/// Plays every cell of a schedule as [`crate::resolve()`] does by sampling, to the same counts, and hands each game to the recorder. Cell by
/// cell, so that games need not wait in memory for those that stand before them.
///
/// # Errors
/// When a cell cannot be compiled.
pub fn resolve_recorded(
    schedule: &dyn Schedule,
    seed: Seed,
    stop: StopRule,
    observer: &dyn Observer,
    recorder: &mut dyn Recorder,
) -> Result<Resolved, Fault> {
    let mut run = Resolved { answers: Vec::new(), harmless: Vec::new(), stopped_early: false };
    let cells: Vec<usize> = (0..schedule.cells()).collect();
    for some in cells.chunks(AT_ONCE) {
        let compiled = some.par_iter().map(|cell| schedule.compile(*cell).map_err(Fault::Refused));
        let compiled = compiled.collect::<Result<Vec<_>, Fault>>()?;
        for (cell, matchup) in some.iter().zip(compiled) {
            let mut take = |games: &[PlayedGame]| recorder.record(*cell, matchup.as_ref(), games);
            let tally = play_cell(matchup.as_ref(), seed, stop, observer, &mut take);
            run.stopped_early |= tally.is_none();
            run.harmless.push(matchup.harmless());
            run.answers.push(tally.map(Answer::Sampled));
            if run.stopped_early {
                return Ok(run);
            }
            observer.settled(*cell);
        }
    }
    Ok(run)
}

/// All games of one cell; `None` when it was stopped before its end.
fn play_cell(
    matchup: &dyn Matchup,
    seed: Seed,
    stop: StopRule,
    observer: &dyn Observer,
    take: &mut dyn FnMut(&[PlayedGame]) -> bool,
) -> Option<Tally> {
    let mut tally = Tally::new(matchup.start()).of_mirror(matchup.is_mirror());
    loop {
        let (from, more) = (tally.games(), stop.next_round(&tally));
        if more == 0 {
            return Some(tally);
        }
        let starts: Vec<u64> = (from..from + more).step_by(PIECE).collect();
        let played: Vec<Vec<PlayedGame>> = starts
            .par_iter()
            .map(|start| {
                if observer.stopped() {
                    return Vec::new();
                }
                let end = (start + PIECE as u64).min(from + more);
                let games = matchup.play_each(seed, *start..end);
                observer.played(end - start);
                games
            })
            .collect();
        if observer.stopped() {
            return None;
        }
        let games = played.concat();
        for game in &games {
            tally.count(game.number, game.seating, &game.end);
        }
        if !take(&games) {
            return None;
        }
    }
}
