//! What an exact solution says: probabilities instead of counts.

use std::collections::BTreeMap;

use crate::outcome::Cause;

/// The exact law of one seating. Wins are always the first force's.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatingLaw {
    /// Probability that the first force wins.
    pub win: f64,
    /// Probability that nobody wins.
    pub draw: f64,
    /// Probability that the second force wins.
    pub loss: f64,
    /// Probability of each pair (figures left of the first force, of the second), 0 to the starting figures.
    pub left: BTreeMap<[u32; 2], f64>,
    /// Expected figures lost, by force and by [`Cause`].
    pub lost: [[f64; 3]; 2],
    /// Expected turns played.
    pub turns: f64,
    /// Probability of each number of turns begun, at least 1.
    pub by_turns: BTreeMap<u32, f64>,
    /// Probability that the turn limit ended the game.
    pub limit: f64,
}

impl SeatingLaw {
    /// The same law seen from the other force.
    #[must_use]
    pub fn mirrored(&self) -> SeatingLaw {
        SeatingLaw {
            win: self.loss,
            loss: self.win,
            left: self.left.iter().map(|([a, b], p)| ([*b, *a], *p)).collect(),
            lost: [self.lost[1], self.lost[0]],
            ..self.clone()
        }
    }

    /// Wins plus half the draws, 0 to 1 whatever a sum of probabilities is off by.
    pub fn score(&self) -> f64 {
        (self.win + self.draw / 2.0).clamp(0.0, 1.0)
    }

    /// Mean figures left of a force (0 first, 1 second), over all games.
    pub fn mean_left(&self, force: usize) -> f64 {
        self.left.iter().map(|(left, p)| f64::from(left[force]) * p).sum()
    }

    /// Expected figures that a force lost to a cause.
    pub fn lost_to(&self, force: usize, cause: Cause) -> f64 {
        self.lost[force][cause as usize]
    }
}

/// Both seatings of one match-up, solved exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeDistribution {
    /// Figures of both forces at the start.
    pub start: [u32; 2],
    /// `[first force is side A, second force is side A]`.
    pub seatings: [SeatingLaw; 2],
    /// Distinct states that were solved.
    pub states: usize,
    /// Outcomes of dice that were followed.
    pub outcomes: u64,
}

impl OutcomeDistribution {
    /// The same law with first and second exchanged.
    #[must_use]
    pub fn mirrored(&self) -> OutcomeDistribution {
        OutcomeDistribution {
            start: [self.start[1], self.start[0]],
            seatings: [self.seatings[1].mirrored(), self.seatings[0].mirrored()],
            ..self.clone()
        }
    }

    /// Mean of both seatings' scores.
    pub fn score(&self) -> f64 {
        (self.seatings[0].score() + self.seatings[1].score()) / 2.0
    }

    /// The mean law of turns begun: probability of each number over both seatings.
    pub fn by_turns(&self) -> BTreeMap<u32, f64> {
        let mut law = BTreeMap::new();
        for (turns, p) in self.seatings.iter().flat_map(|seating| &seating.by_turns) {
            *law.entry(*turns).or_insert(0.0) += p / 2.0;
        }
        law
    }

    /// Mean of both seatings of any quantity of a seating.
    pub fn mean(&self, quantity: impl Fn(&SeatingLaw) -> f64) -> f64 {
        (quantity(&self.seatings[0]) + quantity(&self.seatings[1])) / 2.0
    }

    /// The mean law of figures left: probability of each pair over both seatings.
    pub fn left(&self) -> BTreeMap<[u32; 2], f64> {
        let mut law = BTreeMap::new();
        for seating in &self.seatings {
            for (left, p) in &seating.left {
                *law.entry(*left).or_insert(0.0) += p / 2.0;
            }
        }
        law
    }
}
