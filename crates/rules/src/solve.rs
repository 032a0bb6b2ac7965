//! The exact solver: follows every outcome of every roll, merges equal states after each phase, and carries the
//! probabilities forward turn by turn.
//!
//! Transitions do not depend on the number of the turn, so each state's row is found once and used in every turn.

use std::collections::BTreeMap;

use muster_dice::{ForkingDice, Path};
use muster_results::{SeatingLaw, Side};
use rustc_hash::FxHashMap;

use crate::log::StoryLog;
use crate::process::{Flow, Process};

/// Probability below which a game that never ends is given up as a draw: it cannot move a printed digit.
const NEGLIGIBLE: f64 = 1e-16;

/// Why an exact solution was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Outcomes of dice that were followed before giving up.
    pub followed: u64,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "too large to solve exactly ({} outcomes of dice followed)", self.followed)
    }
}

impl std::error::Error for TooLarge {}

/// The law of one process and the work it took.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The law, the first force sitting as side A.
    pub law: SeatingLaw,
    /// Distinct states.
    pub states: usize,
    /// Outcomes of dice followed.
    pub outcomes: u64,
}

/// Where a transition leads: on within the turn, to the next turn, or to the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Next,
    TurnOver,
    Over,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Next, Kind::TurnOver, Kind::Over];

    fn of<S>(flow: &Flow<S>) -> Kind {
        match flow {
            Flow::Next(_) => Kind::Next,
            Flow::TurnOver(_) => Kind::TurnOver,
            Flow::Over(_) => Kind::Over,
        }
    }
}

/// What may follow from all states of one focus (see [`Process::focus`]), merged, and what it costs on average.
struct Row<S> {
    weights: Vec<f64>,
    /// Where the outcomes lead, the rest of the state left out of account.
    flows: Vec<Flow<S>>,
    /// Where the outcomes of each [`Kind`] end.
    ends: [usize; Kind::ALL.len()],
    /// `None` where nothing is ever lost.
    lost: Option<[[f64; 3]; 2]>,
}

/// Adds weighted losses by side and cause.
fn add_lost(sum: &mut [[f64; 3]; 2], weight: f64, lost: &[[f64; 3]; 2]) {
    for side in 0..2 {
        for cause in 0..3 {
            sum[side][cause] += weight * lost[side][cause];
        }
    }
}

struct Graph<'p, P: Process> {
    process: &'p P,
    ids: FxHashMap<P::State, u32>,
    states: Vec<P::State>,
    /// By state: its row and where its targets begin, `None` until it is expanded.
    expanded: Vec<Option<(u32, u32)>>,
    rows: Vec<Row<P::State>>,
    targets: Vec<u32>,
    /// Rows by focus, of processes that have one.
    known: FxHashMap<P::State, u32>,
    path: Path,
    outcomes: u64,
    budget: u64,
    /// Scratch: the outcomes of one row and their places in it.
    seen: FxHashMap<Flow<P::State>, usize>,
}

impl<'p, P: Process> Graph<'p, P> {
    fn new(process: &'p P, budget: u64) -> Graph<'p, P> {
        Graph {
            process,
            ids: FxHashMap::default(),
            states: Vec::new(),
            expanded: Vec::new(),
            rows: Vec::new(),
            targets: Vec::new(),
            known: FxHashMap::default(),
            path: Path::default(),
            outcomes: 0,
            budget,
            seen: FxHashMap::default(),
        }
    }

    fn id(&mut self, state: P::State) -> u32 {
        let fresh = u32::try_from(self.states.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(state).or_insert(fresh);
        if id == fresh {
            self.states.push(state);
            self.expanded.push(None);
        }
        id
    }

    /// The row of a focus, followed out when it is first met.
    fn row(&mut self, focus: P::State) -> u32 {
        if let Some(known) = self.known.get(&focus) {
            return *known;
        }
        let row = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        let made = self.follow(&focus);
        self.rows.push(made);
        if P::FOCUSES {
            self.known.insert(focus, row);
        }
        row
    }

    fn follow(&mut self, state: &P::State) -> Row<P::State> {
        let (process, seen) = (self.process, &mut self.seen);
        seen.clear();
        let mut lost = [[0.0; 3]; 2];
        let mut found: Vec<(Flow<P::State>, f64)> = Vec::new();
        let mut outcomes = 0u64;
        ForkingDice::explore_with(&mut self.path, |dice| {
            let mut log = StoryLog::counting();
            let flow = process.step(state, dice, &mut log);
            let weight = dice.weight();
            outcomes += 1;
            add_lost(&mut lost, weight, &log.lost.map(|side| side.map(f64::from)));
            let fresh = found.len();
            let at = *seen.entry(flow).or_insert(fresh);
            if at == fresh {
                found.push((flow, weight));
            } else {
                found[at].1 += weight;
            }
        });
        self.outcomes += outcomes;
        found.sort_by_key(|(flow, _)| Kind::of(flow));
        let (flows, weights): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let ends = Kind::ALL.map(|kind| flows.partition_point(|flow| Kind::of(flow) <= kind));
        let lost = Some(lost).filter(|lost| lost.iter().flatten().any(|lost| *lost > 0.0));
        Row { weights, flows, ends, lost }
    }

    fn expand(&mut self, id: u32) -> Result<(), TooLarge> {
        let state = self.states[id as usize];
        let row = self.row(if P::FOCUSES { self.process.focus(&state) } else { state });
        let begin = u32::try_from(self.targets.len()).unwrap_or(u32::MAX);
        let mut flows = std::mem::take(&mut self.rows[row as usize].flows);
        for flow in &flows {
            let to = if P::FOCUSES { self.process.restore(&state, *flow) } else { *flow };
            let target = self.id(to.state());
            self.targets.push(target);
        }
        // Other states that share the row ask for its flows again.
        if P::FOCUSES {
            self.outcomes += flows.len() as u64;
            self.rows[row as usize].flows = std::mem::take(&mut flows);
        }
        self.expanded[id as usize] = Some((row, begin));
        if self.outcomes > self.budget { Err(TooLarge { followed: self.outcomes }) } else { Ok(()) }
    }
}

/// Weight below which a state is not followed further: with tens of thousands of states over a hundred steps, what is
/// dropped stays below 1e-13 in all, and the law still sums to one within 1e-12.
const FOLLOWED: f64 = 1e-20;

/// Probabilities by state, with the list of states that hold any.
#[derive(Default)]
struct Mass {
    weight: Vec<f64>,
    held: Vec<u32>,
}

impl Mass {
    fn make_room(&mut self, states: usize) {
        self.weight.resize(states, 0.0);
    }

    #[inline]
    fn add(&mut self, id: u32, weight: f64) {
        let slot = &mut self.weight[id as usize];
        // A state that holds nothing is not listed yet; weights that are added are never 0.
        if *slot <= 0.0 {
            self.held.push(id);
        }
        *slot += weight;
    }

    fn add_all(&mut self, targets: &[u32], weights: &[f64], weight: f64) {
        // Not two iterators side by side: the compiler builds that pair out of line here, a seventh of the whole solution.
        let weights = &weights[..targets.len()];
        for (at, to) in targets.iter().enumerate() {
            let moved = weight * weights[at];
            if moved > FOLLOWED {
                self.add(*to, moved);
            }
        }
    }

    /// Empties the list; weights are taken with [`Mass::take`].
    fn list(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.held)
    }

    fn take(&mut self, id: u32) -> f64 {
        std::mem::take(&mut self.weight[id as usize])
    }

    fn total(&self) -> f64 {
        self.held.iter().map(|id| self.weight[*id as usize]).sum()
    }
}

/// Solves a process exactly.
///
/// # Errors
/// [`TooLarge`] when more than `budget` outcomes of dice would have to be followed.
pub fn solve<P: Process>(process: &P, budget: u64) -> Result<Solution, TooLarge> {
    let mut graph = Graph::new(process, budget);
    let mut flow = Forward::from_opening(graph.id(process.opening()));
    for _turn in 0..process.max_turns() {
        let alive = flow.start.total();
        if alive < NEGLIGIBLE {
            break;
        }
        flow.begun.push(alive);
        flow.play_turn(&mut graph)?;
    }
    Ok(flow.law(&mut graph))
}

/// The probabilities on their way through the turns.
struct Forward {
    /// At the start of the turn to come.
    start: Mass,
    /// Within this turn.
    layer: Mass,
    next: Mass,
    ended: Mass,
    lost: [[f64; 3]; 2],
    /// Probability that each turn was begun, the first turn first.
    begun: Vec<f64>,
}

impl Forward {
    fn from_opening(opening: u32) -> Forward {
        let mut start = Mass::default();
        start.make_room(opening as usize + 1);
        start.add(opening, 1.0);
        let [layer, next, ended] = [const { Mass { weight: Vec::new(), held: Vec::new() } }; 3];
        Forward { start, layer, next, ended, lost: [[0.0; 3]; 2], begun: Vec::new() }
    }

    fn play_turn<P: Process>(&mut self, graph: &mut Graph<'_, P>) -> Result<(), TooLarge> {
        std::mem::swap(&mut self.layer, &mut self.start);
        // A turn has a few layers; a fight "until decided" may have many, each lighter than the last.
        while !self.layer.held.is_empty() {
            let dying = self.layer.total() < NEGLIGIBLE;
            for id in self.layer.list() {
                let weight = self.layer.take(id);
                if graph.expanded[id as usize].is_none() {
                    graph.expand(id)?;
                    for mass in [&mut self.start, &mut self.next, &mut self.layer, &mut self.ended] {
                        mass.make_room(graph.states.len());
                    }
                }
                let Some((row, begin)) = graph.expanded[id as usize] else { continue };
                let (row, targets) = (&graph.rows[row as usize], &graph.targets[begin as usize..]);
                if let Some(lost) = &row.lost {
                    add_lost(&mut self.lost, weight, lost);
                }
                let onward = if dying { &mut self.start } else { &mut self.next };
                let [next, turn, over] = row.ends;
                onward.add_all(&targets[..next], &row.weights[..next], weight);
                self.start.add_all(&targets[next..turn], &row.weights[next..turn], weight);
                self.ended.add_all(&targets[turn..over], &row.weights[turn..over], weight);
            }
            std::mem::swap(&mut self.layer, &mut self.next);
        }
        Ok(())
    }

    /// Reads the law off the ended states and those that the turn limit stopped.
    fn law<P: Process>(mut self, graph: &mut Graph<'_, P>) -> Solution {
        let mut law = SeatingLaw {
            win: 0.0,
            draw: 0.0,
            loss: 0.0,
            left: BTreeMap::new(),
            lost: self.lost,
            turns: self.begun.iter().sum(),
            by_turns: turn_law(&self.begun),
            limit: self.start.total(),
        };
        for mass in [&mut self.ended, &mut self.start] {
            for id in mass.list() {
                let weight = mass.take(id);
                let state = graph.states[id as usize];
                *law.left.entry(graph.process.left(&state)).or_insert(0.0) += weight;
                match graph.process.winner(&state) {
                    Some(Side::A) => law.win += weight,
                    None => law.draw += weight,
                    Some(Side::B) => law.loss += weight,
                }
            }
        }
        Solution { law, states: graph.states.len(), outcomes: graph.outcomes }
    }
}

/// Probability of each number of turns, from that of each turn being begun: whoever begins turn n and not turn n + 1 played n.
fn turn_law(begun: &[f64]) -> BTreeMap<u32, f64> {
    let later = begun.iter().skip(1).chain([&0.0]);
    let ended = begun.iter().zip(later).map(|(begun, later)| begun - later);
    (1..).zip(ended).filter(|(_, p)| *p > 0.0).collect()
}
