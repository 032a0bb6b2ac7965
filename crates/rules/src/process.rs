//! A small game as a process: a `Copy` state that the rules advance one phase at a time.
//!
//! The same `step` runs under random dice (a sample), scripted dice (a worked example) and forking dice (the exact
//! answer of [`crate::solve`]).

use std::hash::Hash;

use muster_dice::Dice;
use muster_results::{Ending, Side};

use crate::log::{CauseLog, Log};

/// What a step led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flow<S> {
    /// The turn goes on.
    Next(S),
    /// The turn is over, the game is not.
    TurnOver(S),
    /// The game is over.
    Over(S),
}

impl<S: Copy> Flow<S> {
    /// The state that it leads to.
    #[inline]
    pub fn state(&self) -> S {
        match self {
            Flow::Next(to) | Flow::TurnOver(to) | Flow::Over(to) => *to,
        }
    }
}

/// A game small enough to be solved. Pure: no clock, no threads, no strings.
pub trait Process: Sync {
    /// All that changes during a game, and nothing else.
    type State: Copy + Eq + Hash + Ord + Send + Sync;

    /// The state before the first turn.
    fn opening(&self) -> Self::State;

    /// Plays one phase (or one round of a fight that goes on). All luck comes through `dice`, all telling goes to `log`.
    fn step<D: Dice, L: Log>(&self, state: &Self::State, dice: &mut D, log: &mut L) -> Flow<Self::State>;

    /// Whether [`Process::focus`] leaves anything out, so that it pays to ask.
    const FOCUSES: bool = false;

    /// The state as far as its next step looks at it: all that the step neither asks for nor changes is set to one value. What
    /// follows from a focus follows from every state that has it, once [`Process::restore`] has put the rest back.
    fn focus(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// What a flow from the focus of `before` is as one from `before` itself.
    fn restore(&self, _before: &Self::State, flow: Flow<Self::State>) -> Flow<Self::State> {
        flow
    }

    /// Whether a stretch of play begins here that [`Process::rush`] plays in one go.
    fn may_rush(&self, _state: &Self::State) -> bool {
        false
    }

    /// Plays a stretch, phase by phase as [`Process::step`] does and with the same luck, without looking up from it. Returns how
    /// the game ended, or `None` where the stretch is over and the game is not; `turn` is the turn that has been begun.
    fn rush<D: Dice>(
        &self,
        _state: &mut Self::State,
        _turn: &mut u32,
        _dice: &mut D,
        _log: &mut CauseLog,
    ) -> Option<Ending> {
        None
    }

    /// Figures left, side A first.
    fn left(&self, state: &Self::State) -> [u32; 2];

    /// The side that has won in an ended state, `None` for a draw. A state at the turn limit counts as ended.
    fn winner(&self, state: &Self::State) -> Option<Side>;

    /// Turns after which the game is a draw.
    fn max_turns(&self) -> u32;

    /// A guess at the number of dice outcomes that an exact solution follows.
    fn exact_cost(&self) -> f64;

    /// A guess at the number of dice outcomes that a chain to be walked follows, up to where the process may rush.
    fn walk_cost(&self) -> f64 {
        self.exact_cost()
    }
}
