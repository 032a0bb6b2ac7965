//! A process as a chain of states to be walked: one random word takes a sampled game through a whole phase, whatever dice
//! the phase throws, and phases that throw none cost nothing.
//!
//! The chain is made from the same `step` as everything else, by following all dice of every state once. It pays where
//! the states are few: two units in a duel. A game is still a pure function of its stream; the die-by-die twin is
//! [`crate::DiceKind::Plain`].

use muster_dice::{Dice as _, Die, ForkingDice, Law, Path, Pmf, TableDice};
use muster_results::{Ending, Side};
use rustc_hash::FxHashMap;

use crate::log::{CauseLog, Event, Log as _, StoryLog};
use crate::process::{Flow, Process};

/// Figures lost in a step, by side and cause.
type Lost = [[u32; 3]; 2];

/// A merged outcome and its probability.
type Weighted<S> = ((Flow<S>, Lost), f64);

/// The state that a flow leads to.
fn target<S: Copy>(flow: &Flow<S>) -> S {
    match flow {
        Flow::Next(to) | Flow::TurnOver(to) | Flow::Over(to) => *to,
    }
}

/// One merged outcome of a state's step, as it is told.
struct Arc<S> {
    flow: Flow<S>,
    lost: Lost,
    /// The state's node.
    to: u32,
}

/// The same outcome as it is walked: small, since thousands of them are hot.
#[derive(Clone, Copy)]
struct Stride {
    /// Where the walk goes on, past all states that have only one way to go.
    to: u32,
    /// Turns that end on the way.
    turns: u16,
    over: bool,
    lost: [[u16; 3]; 2],
}

impl<S> Arc<S> {
    /// For the only arc of a state: walking it takes no dice, costs no figure and does not end the game.
    fn is_certain_and_free(&self) -> bool {
        self.lost == Lost::default() && !matches!(self.flow, Flow::Over(_))
    }
}

struct Node<S> {
    state: S,
    left: [u32; 2],
    winner: Option<Side>,
    /// Outcomes in increasing order: the order in which the law counts them does not depend on how states were found.
    arcs: Vec<Arc<S>>,
    strides: Vec<Stride>,
    law: Law,
}

/// A compiled chain; the opening is where [`Walk::play`] begins.
pub struct Walk<S> {
    nodes: Vec<Node<S>>,
    start: (u32, u32),
    max_turns: u32,
}

/// How a walked game ended, by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walked {
    /// The side that won.
    pub winner: Option<Side>,
    /// Why it stopped.
    pub ending: Ending,
    /// Turns begun.
    pub turns: u32,
    /// Figures left.
    pub left: [u32; 2],
    /// Figures lost.
    pub lost: Lost,
}

impl<S: Copy + Eq + std::hash::Hash + Ord> Walk<S> {
    /// Compiles a process, or gives up when it has more than `most` outcomes to follow or more turns than are counted
    /// here.
    pub fn compile<P: Process<State = S>>(process: &P, most: u64) -> Option<Walk<S>> {
        u16::try_from(process.max_turns()).ok().filter(|turns| *turns < u16::MAX)?;
        let mut nodes: Vec<Node<S>> = Vec::new();
        // An ended state is another node than the same state on the way: nothing leads on from it.
        let mut ids: FxHashMap<(S, bool), u32> = FxHashMap::default();
        let mut waiting = vec![(process.opening(), false)];
        ids.insert(waiting[0], 0);
        let (mut path, mut followed) = (Path::default(), 0);
        while let Some(&(state, ended)) = waiting.get(nodes.len()) {
            let outcomes =
                if ended { Vec::new() } else { outcomes_of(process, &state, &mut path, &mut followed) };
            if followed > most {
                return None;
            }
            let mut arcs = Vec::with_capacity(outcomes.len());
            let mut weights = Vec::with_capacity(outcomes.len());
            for ((flow, lost), weight) in outcomes {
                let fresh = u32::try_from(waiting.len()).ok()?;
                let next = (target(&flow), matches!(flow, Flow::Over(_)));
                let to = *ids.entry(next).or_insert(fresh);
                if to == fresh {
                    waiting.push(next);
                }
                arcs.push(Arc { flow, lost, to });
                weights.push(weight);
            }
            let law = Law::new(Pmf::from_probabilities(weights).unwrap_or_else(|_| Pmf::certain(0)));
            nodes.push(Node {
                state,
                left: process.left(&state),
                winner: process.winner(&state),
                arcs,
                strides: Vec::new(),
                law,
            });
        }
        let mut walk = Walk { start: (0, 0), nodes, max_turns: process.max_turns() };
        walk.skip_certain_steps();
        Some(walk)
    }

    /// Lets every arc lead past the states that have only one way to go and lose nothing on it.
    fn skip_certain_steps(&mut self) {
        let skipped = |mut at: u32, mut turns: u32| {
            // Every turn ends with a step that counts it, so a chain that goes round stops at the turn limit.
            while turns <= self.max_turns {
                match self.nodes[at as usize].arcs.as_slice() {
                    [only] if only.is_certain_and_free() => {
                        turns += u32::from(matches!(only.flow, Flow::TurnOver(_)));
                        at = only.to;
                    }
                    _ => break,
                }
            }
            (at, turns)
        };
        let start = skipped(0, 0);
        let small = |n: u32| u16::try_from(n).unwrap_or(u16::MAX);
        let stride = |arc: &Arc<S>| {
            let over = matches!(arc.flow, Flow::Over(_));
            let ends = u32::from(matches!(arc.flow, Flow::TurnOver(_)));
            let (to, turns) = if over { (arc.to, 0) } else { skipped(arc.to, ends) };
            Stride { to, turns: small(turns), over, lost: arc.lost.map(|side| side.map(small)) }
        };
        let strides: Vec<Vec<Stride>> =
            self.nodes.iter().map(|node| node.arcs.iter().map(stride).collect()).collect();
        for (node, strides) in self.nodes.iter_mut().zip(strides) {
            node.strides = strides;
        }
        self.start = start;
    }

    /// Plays one game.
    #[inline]
    pub fn play(&self, dice: &mut TableDice) -> Walked {
        let (mut at, skipped) = self.start;
        let mut turns = 1 + skipped;
        let mut lost = Lost::default();
        loop {
            let node = &self.nodes[at as usize];
            if turns > self.max_turns {
                let ending = Ending::Limit;
                return Walked { winner: node.winner, ending, turns: self.max_turns, left: node.left, lost };
            }
            let stride = node.strides[dice.draw(&node.law) as usize];
            for (sum, more) in lost.iter_mut().flatten().zip(stride.lost.iter().flatten()) {
                *sum += u32::from(*more);
            }
            turns += u32::from(stride.turns);
            at = stride.to;
            if stride.over {
                let node = &self.nodes[at as usize];
                return Walked {
                    winner: node.winner,
                    ending: Ending::Destroyed,
                    turns,
                    left: node.left,
                    lost,
                };
            }
        }
    }

    /// Tells the game that [`Walk::play`] plays with the same dice: at each state the outcome is drawn as there, and among
    /// the throws that lead to it one is drawn by `detail`, which has no part in the result.
    pub fn tell<P: Process<State = S>>(
        &self,
        process: &P,
        dice: &mut TableDice,
        detail: &mut TableDice,
    ) -> StoryLog {
        let mut log = StoryLog::default();
        let mut state = process.opening();
        let mut turn = 1;
        log.tell(Event::Turn { number: turn, first: Side::A });
        while turn <= self.max_turns {
            let Some(at) = self.find(&state) else { break };
            let node = &self.nodes[at];
            // What `play` skips draws no word here either.
            let skipped = matches!(node.arcs.as_slice(), [only] if only.is_certain_and_free());
            let drawn = if skipped { 0 } else { dice.draw(&node.law) as usize };
            let arc = &node.arcs[drawn];
            one_of_the_throws(process, &state, arc, detail, &mut log);
            match arc.flow {
                Flow::Next(to) => state = to,
                Flow::Over(_) => break,
                Flow::TurnOver(to) => {
                    state = to;
                    turn += 1;
                    if turn <= self.max_turns {
                        log.tell(Event::Turn { number: turn, first: Side::A });
                    }
                }
            }
        }
        log
    }

    fn find(&self, state: &S) -> Option<usize> {
        self.nodes.iter().position(|node| node.state == *state && !node.arcs.is_empty())
    }
}

/// All outcomes of a state, merged and in increasing order, with their probabilities.
fn outcomes_of<P: Process>(
    process: &P,
    state: &P::State,
    path: &mut Path,
    followed: &mut u64,
) -> Vec<Weighted<P::State>> {
    let mut merged: FxHashMap<(Flow<P::State>, Lost), f64> = FxHashMap::default();
    ForkingDice::explore_with(path, |dice| {
        let mut log = CauseLog::default();
        let flow = process.step(state, dice, &mut log);
        *merged.entry((flow, log.lost)).or_insert(0.0) += dice.weight();
        *followed += 1;
    });
    let mut outcomes: Vec<Weighted<P::State>> = merged.into_iter().collect();
    outcomes.sort_unstable_by_key(|outcome| outcome.0);
    outcomes
}

/// Appends the events of one path of dice that leads to an outcome, drawn by weight.
fn one_of_the_throws<P: Process>(
    process: &P,
    state: &P::State,
    arc: &Arc<P::State>,
    detail: &mut TableDice,
    log: &mut StoryLog,
) {
    let mut paths: Vec<(f64, StoryLog)> = Vec::new();
    ForkingDice::explore(|dice| {
        let mut told = StoryLog::default();
        let flow = process.step(state, dice, &mut told);
        if flow == arc.flow && told.counts.lost == arc.lost {
            paths.push((dice.weight(), told));
        }
    });
    let total: f64 = paths.iter().map(|(weight, _)| weight).sum();
    // A thousandth is fine enough to choose between throws that come to the same.
    let Some(die) = Die::new(100) else { return };
    let point = f64::from(detail.die(die) * 100 + detail.die(die) - 101) / 10_000.0 * total;
    let mut below = 0.0;
    let chosen = paths.iter().position(|(weight, _)| {
        below += weight;
        below > point
    });
    let Some((_, told)) = paths.into_iter().nth(chosen.unwrap_or(0)) else { return };
    log.events.extend(told.events);
    for (sum, more) in log.counts.lost.iter_mut().flatten().zip(told.counts.lost.iter().flatten()) {
        *sum += more;
    }
}
