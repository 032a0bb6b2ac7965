//! A small game as a process: a `Copy` state that the rules advance one phase at a time.
//!
//! The same `step` runs under random dice (a sample), scripted dice (a worked example) and forking dice (the exact
//! answer of [`crate::solve`]).

use std::hash::Hash;

use muster_dice::Dice;
use muster_results::Side;

use crate::log::Log;

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

    /// Figures left, side A first.
    fn left(&self, state: &Self::State) -> [u32; 2];

    /// The side that has won in an ended state, `None` for a draw. A state at the turn limit counts as ended.
    fn winner(&self, state: &Self::State) -> Option<Side>;

    /// Turns after which the game is a draw.
    fn max_turns(&self) -> u32;

    /// A guess at the number of dice outcomes that an exact solution follows.
    fn exact_cost(&self) -> f64;
}
