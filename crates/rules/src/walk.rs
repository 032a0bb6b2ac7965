//! A process as a chain of states to be walked: one random word takes a sampled game through a whole phase, whatever dice
//! the phase throws, and phases that throw none cost nothing.
//!
//! The chain is made from the same `step` as everything else, by following all dice of every state once. It pays where
//! the states are few: two units in a duel. A game is still a pure function of its stream; the die-by-die twin is
//! [`crate::DiceKind::Plain`].

use muster_dice::{Dice as _, Die, ForkingDice, Path, Pmf, Shelf, TableDice};
use muster_results::{Ending, Side};
use rustc_hash::FxHashMap;

use crate::log::{Event, Log as _, StoryLog};
use crate::process::{Flow, Process};

/// Figures lost in a step, by side and cause.
type Lost = [[u32; 3]; 2];

/// A merged outcome and its probability.
type Weighted<S> = ((Flow<S>, Lost), f64);

/// One merged outcome of a state's step, as it is told.
struct Arc<S> {
    flow: Flow<S>,
    lost: Lost,
    /// The state's node.
    to: u32,
}

/// The same outcome as it is walked, in one number, since thousands of them are hot: where the walk goes on, past all states
/// that have only one way to go, and above [`Walk::place_bits`] which toll it takes.
type Stride = u32;

/// What a stride costs; few differ. One row, so that it is added in one go: figures lost, side A's causes before side B's; turns
/// that end on the way; and 1 where the walk ends, because the game is over or goes on off the chain.
type Toll = [u32; 8];

/// Where a [`Toll`] counts turns, and where it says that the walk ends.
const TURNS: usize = 6;
const STOPS: usize = 7;

/// Games that walk a chain side by side. The processor looks up the next places of several while it waits for one: a long
/// chain of look-ups takes a third of the time. The figure is not critical: 8 and 32 do about as well.
const LANES: usize = 16;

/// A game on its way.
struct Lane {
    game: u64,
    dice: TableDice,
    at: u32,
    /// The tolls so far.
    paid: Toll,
}

impl<S> Arc<S> {
    /// For the only arc of a state: walking it takes no dice, costs no figure and does not end the game.
    fn is_certain_and_free(&self) -> bool {
        self.lost == Lost::default() && !matches!(self.flow, Flow::Over(_))
    }
}

/// What a game that stops at a node has come to; apart from [`Node`] because every game looks here.
#[derive(Clone, Copy)]
struct Post {
    left: [u32; 2],
    winner: Option<Side>,
    /// The chain ends here and the game goes on: [`Process::may_rush`].
    leaves: bool,
}

struct Node<S> {
    state: S,
    /// Outcomes in increasing order: the order in which the law counts them does not depend on how states were found.
    arcs: Vec<Arc<S>>,
    law: Pmf,
}

/// A compiled chain; the opening is where [`Walk::play`] begins.
pub struct Walk<S> {
    nodes: Vec<Node<S>>,
    posts: Vec<Post>,
    /// The strides of each node's outcomes and their law, by node.
    strides: Shelf<Stride>,
    tolls: Vec<Toll>,
    /// Bits of a stride that name a node.
    place_bits: u32,
    start: (u32, u32),
    max_turns: u32,
}

/// Where a walk has led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop<S> {
    /// The game is over.
    Ended(Walked),
    /// The game is to be played on from a state of a turn, with these losses so far.
    Left(S, u32, Lost),
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
    /// Compiles a process, or gives up when it has more than `most` outcomes to follow.
    pub fn compile<P: Process<State = S>>(process: &P, most: u64) -> Option<Walk<S>> {
        let (mut nodes, mut posts): (Vec<Node<S>>, Vec<Post>) = (Vec::new(), Vec::new());
        // An ended state is another node than the same state on the way: nothing leads on from it.
        let mut ids: FxHashMap<(S, bool), u32> = FxHashMap::default();
        let mut waiting = vec![(process.opening(), false)];
        ids.insert(waiting[0], 0);
        let (mut path, mut followed) = (Path::default(), 0);
        while let Some(&(state, ended)) = waiting.get(nodes.len()) {
            let leaves = !ended && process.may_rush(&state);
            let outcomes = if ended || leaves {
                Vec::new()
            } else {
                outcomes_of(process, &state, &mut path, &mut followed)
            };
            if followed > most {
                return None;
            }
            let mut arcs = Vec::with_capacity(outcomes.len());
            let mut weights = Vec::with_capacity(outcomes.len());
            for ((flow, lost), weight) in outcomes {
                let fresh = u32::try_from(waiting.len()).ok()?;
                let next = (flow.state(), matches!(flow, Flow::Over(_)));
                let to = *ids.entry(next).or_insert(fresh);
                if to == fresh {
                    waiting.push(next);
                }
                arcs.push(Arc { flow, lost, to });
                weights.push(weight);
            }
            let law = Pmf::from_probabilities(weights).unwrap_or_else(|_| Pmf::certain(0));
            posts.push(Post { left: process.left(&state), winner: process.winner(&state), leaves });
            nodes.push(Node { state, arcs, law });
        }
        let mut walk = Walk {
            start: (0, 0),
            place_bits: usize::BITS - nodes.len().leading_zeros(),
            nodes,
            posts,
            strides: Shelf::default(),
            tolls: Vec::new(),
            max_turns: process.max_turns(),
        };
        walk.skip_certain_steps().then_some(walk)
    }

    /// The arc of a state that has one way to go, on which nobody leaves or (by respawning) comes back: the turn limit
    /// may fall anywhere on a run of such states and finds the same figures.
    fn only_way(&self, at: u32) -> Option<&Arc<S>> {
        let node = &self.nodes[at as usize];
        match node.arcs.as_slice() {
            [only] if only.is_certain_and_free() => {
                (self.posts[only.to as usize].left == self.posts[at as usize].left).then_some(only)
            }
            _ => None,
        }
    }

    /// Lets every arc lead past the states that have only one way to go and lose nothing on it. False where nodes and tolls
    /// are too many to be named together by one number.
    fn skip_certain_steps(&mut self) -> bool {
        let skipped = |mut at: u32, mut turns: u32| {
            // Every turn ends with a step that counts it, so a chain that goes round stops at the turn limit.
            while turns <= self.max_turns {
                let Some(only) = self.only_way(at) else { break };
                turns += u32::from(matches!(only.flow, Flow::TurnOver(_)));
                at = only.to;
            }
            (at, turns)
        };
        let start = skipped(0, 0);
        let mut tolls: Vec<Toll> = Vec::new();
        let mut known: FxHashMap<Toll, u32> = FxHashMap::default();
        let mut strides = Shelf::default();
        for node in &self.nodes {
            let stride = |arc: &Arc<S>| {
                let over = matches!(arc.flow, Flow::Over(_));
                let ends = u32::from(matches!(arc.flow, Flow::TurnOver(_)));
                let (to, turns) = if over { (arc.to, 0) } else { skipped(arc.to, ends) };
                let [[a, b, c], [d, e, f]] = arc.lost;
                let stops = over || self.posts[to as usize].leaves;
                (to, [a, b, c, d, e, f, turns, u32::from(stops)])
            };
            let mut onward = Vec::with_capacity(node.arcs.len());
            for (to, toll) in node.arcs.iter().map(stride) {
                let fresh = u32::try_from(tolls.len()).unwrap_or(u32::MAX);
                let toll_at = *known.entry(toll).or_insert(fresh);
                if toll_at == fresh {
                    tolls.push(toll);
                }
                onward.push(toll_at << self.place_bits | to);
            }
            // An ended node has no outcome; its law stands on the shelf to keep the numbers, and is never drawn from.
            strides.add(&node.law, |value| onward.get(value as usize).copied().unwrap_or(0));
        }
        let room = u32::BITS.saturating_sub(self.place_bits);
        if u64::try_from(tolls.len()).is_ok_and(|tolls| tolls > 1 << room) {
            return false;
        }
        (self.start, self.strides, self.tolls) = (start, strides, tolls);
        true
    }

    /// Plays games, each with its own dice, as far as the chain goes, and hands each over where it stops: its number, its
    /// dice and the stop, in no order that means anything.
    pub fn play(
        &self,
        games: impl Iterator<Item = (u64, TableDice)>,
        mut stopped: impl FnMut(u64, TableDice, Stop<S>),
    ) {
        let mut waiting = games.map(|(game, dice)| self.lane(game, dice));
        let mut lanes: Vec<Lane> = waiting.by_ref().take(LANES).collect();
        while !lanes.is_empty() {
            let mut at = 0;
            while let Some(lane) = lanes.get_mut(at) {
                if self.goes_on(lane) {
                    self.stride(lane);
                    at += 1;
                    continue;
                }
                let stop = self.stop(lane);
                let done = match waiting.next() {
                    Some(fresh) => std::mem::replace(lane, fresh),
                    None => lanes.swap_remove(at),
                };
                stopped(done.game, done.dice, stop);
            }
        }
    }

    /// Plays one game as [`Walk::play`] does.
    pub fn play_one(&self, dice: TableDice) -> (TableDice, Stop<S>) {
        let mut lane = self.lane(0, dice);
        while self.goes_on(&lane) {
            self.stride(&mut lane);
        }
        let stop = self.stop(&lane);
        (lane.dice, stop)
    }

    #[inline]
    fn lane(&self, game: u64, dice: TableDice) -> Lane {
        let (at, skipped) = self.start;
        let mut paid = Toll::default();
        paid[TURNS] = 1 + skipped;
        paid[STOPS] = u32::from(self.posts[at as usize].leaves);
        Lane { game, dice, at, paid }
    }

    #[inline]
    fn goes_on(&self, lane: &Lane) -> bool {
        lane.paid[STOPS] == 0 && lane.paid[TURNS] <= self.max_turns
    }

    #[inline]
    fn stride(&self, lane: &mut Lane) {
        let stride = self.strides.draw(lane.at as usize, lane.dice.word());
        for (sum, more) in lane.paid.iter_mut().zip(self.tolls[(stride >> self.place_bits) as usize]) {
            *sum += more;
        }
        lane.at = stride & ((1 << self.place_bits) - 1);
    }

    fn stop(&self, lane: &Lane) -> Stop<S> {
        let [a, b, c, d, e, f, turns, stops] = lane.paid;
        let lost = [[a, b, c], [d, e, f]];
        let post = self.posts[lane.at as usize];
        if post.leaves && turns <= self.max_turns {
            return Stop::Left(self.nodes[lane.at as usize].state, turns, lost);
        }
        // A game that is over ends in its turn, whatever the limit.
        let over = stops > 0 && !post.leaves;
        let (ending, turns) = if over { (Ending::Destroyed, turns) } else { (Ending::Limit, self.max_turns) };
        Stop::Ended(Walked { winner: post.winner, ending, turns, left: post.left, lost })
    }

    /// Tells the game that [`Walk::play`] plays with the same dice, as far as the chain goes: at each state the outcome is drawn as
    /// there, and among the throws that lead to it one is drawn by `detail`, which has no part in the result. Where the game goes
    /// on off the chain, returns the state and the turn.
    pub fn tell<P: Process<State = S>>(
        &self,
        process: &P,
        dice: &mut TableDice,
        detail: &mut TableDice,
    ) -> (StoryLog, Option<(S, u32)>) {
        let mut log = StoryLog::telling();
        let mut state = process.opening();
        let mut turn = 1;
        log.tell(Event::Turn { number: turn, first: Side::A });
        while turn <= self.max_turns {
            let Some(at) = self.find(&state) else { break };
            let node = &self.nodes[at];
            if self.posts[at].leaves {
                return (log, Some((state, turn)));
            }
            // What `play` skips draws no word here either.
            let skipped = self.only_way(u32::try_from(at).unwrap_or(u32::MAX)).is_some();
            let drawn = if skipped { 0 } else { self.strides.value(at, dice.word()) as usize };
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
        (log, None)
    }

    fn find(&self, state: &S) -> Option<usize> {
        let here =
            |(node, post): (&Node<S>, &Post)| node.state == *state && (post.leaves || !node.arcs.is_empty());
        self.nodes.iter().zip(&self.posts).position(here)
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
        let mut log = StoryLog::counting();
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
        let mut told = StoryLog::telling();
        let flow = process.step(state, dice, &mut told);
        if flow == arc.flow && told.lost == arc.lost {
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
    for (sum, more) in log.lost.iter_mut().flatten().zip(told.lost.iter().flatten()) {
        *sum += more;
    }
}
