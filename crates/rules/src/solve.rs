//! The exact solver: follows every outcome of every roll, merges equal states after each phase, and carries the
//! probabilities forward turn by turn.
//!
//! Transitions do not depend on the number of the turn, so each state's row is found once and used in every turn.

use std::collections::{BTreeMap, HashMap};

use muster_dice::{ForkingDice, Path};
use muster_results::{SeatingLaw, Side};

use crate::log::CauseLog;
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Next,
    TurnOver,
    Over,
}

/// One state's transitions: where they lead, how likely, and what they cost on average.
struct Row {
    arcs: Vec<(Kind, u32, f64)>,
    lost: [[f64; 3]; 2],
}

struct Graph<'p, P: Process> {
    process: &'p P,
    ids: HashMap<P::State, u32>,
    states: Vec<P::State>,
    rows: Vec<Option<Row>>,
    path: Path,
    outcomes: u64,
    budget: u64,
    /// Scratch: probability by target, three kinds a state, and the targets touched.
    weight: Vec<[f64; 3]>,
    touched: Vec<u32>,
}

impl<'p, P: Process> Graph<'p, P> {
    fn id(&mut self, state: P::State) -> u32 {
        let fresh = u32::try_from(self.states.len()).unwrap_or(u32::MAX);
        let id = *self.ids.entry(state).or_insert(fresh);
        if id == fresh {
            self.states.push(state);
            self.rows.push(None);
            self.weight.push([0.0; 3]);
        }
        id
    }

    fn expand(&mut self, id: u32) -> Result<(), TooLarge> {
        let state = self.states[id as usize];
        let process = self.process;
        let mut lost = [[0.0; 3]; 2];
        let mut path = std::mem::take(&mut self.path);
        let mut outcomes = 0u64;
        ForkingDice::explore_with(&mut path, |dice| {
            let mut log = CauseLog::default();
            let flow = process.step(&state, dice, &mut log);
            let weight = dice.weight();
            outcomes += 1;
            for side in 0..2 {
                for cause in 0..3 {
                    lost[side][cause] += weight * f64::from(log.lost[side][cause]);
                }
            }
            let (kind, to) = match flow {
                Flow::Next(to) => (Kind::Next, to),
                Flow::TurnOver(to) => (Kind::TurnOver, to),
                Flow::Over(to) => (Kind::Over, to),
            };
            let target = self.id(to);
            let slot = &mut self.weight[target as usize];
            if *slot == [0.0; 3] {
                self.touched.push(target);
            }
            slot[kind as usize] += weight;
        });
        self.path = path;
        self.outcomes += outcomes;
        let mut arcs = Vec::with_capacity(self.touched.len());
        for target in self.touched.drain(..) {
            let slot = std::mem::take(&mut self.weight[target as usize]);
            for (kind, p) in [Kind::Next, Kind::TurnOver, Kind::Over].into_iter().zip(slot) {
                if p > 0.0 {
                    arcs.push((kind, target, p));
                }
            }
        }
        self.rows[id as usize] = Some(Row { arcs, lost });
        if self.outcomes > self.budget { Err(TooLarge { followed: self.outcomes }) } else { Ok(()) }
    }
}

/// Probabilities by state, with the list of states that hold any.
#[derive(Default)]
struct Mass {
    weight: Vec<f64>,
    held: Vec<u32>,
}

impl Mass {
    fn add(&mut self, id: u32, weight: f64) {
        let at = id as usize;
        if at >= self.weight.len() {
            self.weight.resize(at + 1, 0.0);
        }
        if self.weight[at] == 0.0 {
            self.held.push(id);
        }
        self.weight[at] += weight;
    }

    fn take(&mut self) -> Vec<(u32, f64)> {
        let mut taken: Vec<(u32, f64)> =
            self.held.drain(..).map(|id| (id, std::mem::take(&mut self.weight[id as usize]))).collect();
        taken.sort_unstable_by_key(|(id, _)| *id);
        taken
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
    let mut graph = Graph {
        process,
        ids: HashMap::new(),
        states: Vec::new(),
        rows: Vec::new(),
        path: Path::default(),
        outcomes: 0,
        budget,
        weight: Vec::new(),
        touched: Vec::new(),
    };
    let opening = graph.id(process.opening());
    let mut law = SeatingLaw {
        win: 0.0,
        draw: 0.0,
        loss: 0.0,
        left: BTreeMap::new(),
        lost: [[0.0; 3]; 2],
        turns: 0.0,
        limit: 0.0,
    };
    let (mut start, mut ended) = (Mass::default(), Mass::default());
    start.add(opening, 1.0);
    for _turn in 0..process.max_turns() {
        let alive = start.total();
        if alive < NEGLIGIBLE {
            break;
        }
        law.turns += alive;
        let mut layer = std::mem::take(&mut start);
        // A turn has a few layers; a fight "until decided" may have many, each lighter than the last.
        while layer.total() > 0.0 {
            let dying = layer.total() < NEGLIGIBLE;
            let mut next = Mass::default();
            for (id, weight) in layer.take() {
                if graph.rows[id as usize].is_none() {
                    graph.expand(id)?;
                }
                let Some(row) = &graph.rows[id as usize] else { continue };
                for side in 0..2 {
                    for cause in 0..3 {
                        law.lost[side][cause] += weight * row.lost[side][cause];
                    }
                }
                for (kind, to, p) in &row.arcs {
                    let onward = match kind {
                        Kind::Next if !dying => &mut next,
                        Kind::Next | Kind::TurnOver => &mut start,
                        Kind::Over => &mut ended,
                    };
                    onward.add(*to, weight * p);
                }
            }
            layer = next;
        }
    }
    law.limit = start.total();
    for (id, weight) in ended.take().into_iter().chain(start.take()) {
        let state = graph.states[id as usize];
        *law.left.entry(process.left(&state)).or_insert(0.0) += weight;
        match process.winner(&state) {
            Some(Side::A) => law.win += weight,
            None => law.draw += weight,
            Some(Side::B) => law.loss += weight,
        }
    }
    Ok(Solution { law, states: graph.states.len(), outcomes: graph.outcomes })
}
