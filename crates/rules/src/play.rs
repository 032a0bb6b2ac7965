//! The loop around a process: one game with random dice.

use muster_dice::Dice;
use muster_results::{Ending, GameEnd, Outcome, Side};

use crate::log::{CauseLog, Event, Log};
use crate::process::{Flow, Process};

/// Plays one game to its end. The force of side A is `first_is_a ? first : second`; `lost` is left to the log.
pub fn play<P: Process, D: Dice, L: Log>(process: &P, dice: &mut D, log: &mut L) -> (P::State, Ending, u32) {
    log.tell(Event::Turn { number: 1, first: Side::A });
    play_on(process, process.opening(), 1, dice, log)
}

/// Plays a game to its end from a state of a turn.
pub fn play_on<P: Process, D: Dice, L: Log>(
    process: &P,
    mut state: P::State,
    mut turn: u32,
    dice: &mut D,
    log: &mut L,
) -> (P::State, Ending, u32) {
    dice.turn(turn);
    loop {
        match process.step(&state, dice, log) {
            Flow::Next(next) => state = next,
            Flow::Over(ended) => return (ended, Ending::Destroyed, turn),
            Flow::TurnOver(next) => {
                state = next;
                if turn == process.max_turns() {
                    return (state, Ending::Limit, turn);
                }
                turn += 1;
                dice.turn(turn);
                log.tell(Event::Turn { number: turn, first: Side::A });
            }
        }
    }
}

/// As [`play_on`], with the same luck to the same end, and quicker where the process can rush.
pub fn hurry<P: Process, D: Dice>(
    process: &P,
    mut state: P::State,
    mut turn: u32,
    dice: &mut D,
    log: &mut CauseLog,
) -> (P::State, Ending, u32) {
    dice.turn(turn);
    loop {
        if process.may_rush(&state) {
            if let Some(ending) = process.rush(&mut state, &mut turn, dice, log) {
                return (state, ending, turn);
            }
            continue;
        }
        match process.step(&state, dice, log) {
            Flow::Next(next) => state = next,
            Flow::Over(ended) => return (ended, Ending::Destroyed, turn),
            Flow::TurnOver(next) => {
                state = next;
                if turn == process.max_turns() {
                    return (state, Ending::Limit, turn);
                }
                turn += 1;
                dice.turn(turn);
            }
        }
    }
}

/// Turns a result by side into one by force. `seating` 0: the first force is side A.
pub fn by_force(
    winner: Option<Side>,
    ending: Ending,
    turns: u32,
    left: [u32; 2],
    lost: [[u32; 3]; 2],
    seating: usize,
) -> GameEnd {
    let outcome = match winner {
        None => Outcome::Draw,
        Some(side) if side.index() == seating => Outcome::Win,
        Some(_) => Outcome::Loss,
    };
    let swap = |pair: [u32; 2]| if seating == 0 { pair } else { [pair[1], pair[0]] };
    let lost = if seating == 0 { lost } else { [lost[1], lost[0]] };
    GameEnd { outcome, ending, turns, left: swap(left), lost }
}
