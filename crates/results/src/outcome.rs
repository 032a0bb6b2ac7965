//! Who won, why it stopped, and what it cost.

use serde::{Deserialize, Serialize};

/// One of the two symmetric sides of the turn sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first in a turn.
    A,
    /// The side that shoots first in a turn.
    B,
}

impl Side {
    /// Both sides, A first.
    pub const BOTH: [Side; 2] = [Side::A, Side::B];

    /// The other side.
    #[inline]
    pub const fn foe(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }

    /// 0 for side A, 1 for side B.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Who won, by force: the first force of the match-up or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The first force won.
    Win,
    /// Nobody won.
    Draw,
    /// The second force won.
    Loss,
}

impl Outcome {
    /// The same result seen from the other chair.
    #[must_use]
    pub const fn mirrored(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

/// Why a game stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A side (or both) had no figure left.
    Destroyed,
    /// The turn limit was reached.
    Limit,
    /// A side had lost its breaking share of worth.
    Broken,
    /// A side held the objective.
    Objective,
}

impl Ending {
    /// All endings, in the order in which tallies count them.
    pub const ALL: [Ending; 4] = [Ending::Destroyed, Ending::Limit, Ending::Broken, Ending::Objective];
}

/// What took figures off the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// Killed by shooting.
    Shooting,
    /// Killed in melee.
    Melee,
    /// Left by a failed morale test.
    Morale,
}

impl Cause {
    /// All causes, in the order in which tallies count them.
    pub const ALL: [Cause; 3] = [Cause::Shooting, Cause::Melee, Cause::Morale];
}

/// How one game ended. All pairs are `[first force, second force]`, whichever side each sat on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Who won.
    pub outcome: Outcome,
    /// Why it stopped.
    pub ending: Ending,
    /// Turns begun, at least 1.
    pub turns: u32,
    /// Figures left.
    pub left: [u32; 2],
    /// Figures lost, by force and by [`Cause`].
    pub lost: [[u32; 3]; 2],
}

impl GameEnd {
    /// The same game with first and second exchanged.
    #[must_use]
    pub fn mirrored(&self) -> GameEnd {
        GameEnd {
            outcome: self.outcome.mirrored(),
            left: [self.left[1], self.left[0]],
            lost: [self.lost[1], self.lost[0]],
            ..*self
        }
    }
}
