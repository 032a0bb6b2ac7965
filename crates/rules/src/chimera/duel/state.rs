//! All that changes during a duel.

use muster_results::Side;

/// Where a turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Roll for who is side A this turn (ruling A20 only).
    Order,
    /// The first side moves.
    FirstMoves,
    /// The second side shoots.
    SecondShoots,
    /// The first side shoots.
    FirstShoots,
    /// The second side moves.
    SecondMoves,
}

/// The state of a duel; pairs are `[side A, side B]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DuelState {
    /// Strength of each unit, in wounds.
    pub strength: [u16; 2],
    /// Gap between the units, quarter inches.
    pub gap: i16,
    /// Room left behind each.
    pub room: [i16; 2],
    /// Rallied: cannot move at the next opportunity.
    pub rallied: [bool; 2],
    /// Has moved, so the cover of its start is lost.
    pub moved: [bool; 2],
    /// In contact: the side that made it.
    pub locked: Option<Side>,
    /// The locked pair has fought in this turn (kept only where the rules in force look at it).
    pub fought: bool,
    /// A fight goes on within this step (`melee_continues = "until_decided"`).
    pub fighting: bool,
    /// Must test morale now, before anything else.
    pub testing: [bool; 2],
    /// Respawns left.
    pub pool: [u8; 2],
    /// Where the turn stands.
    pub phase: Phase,
    /// The side that moves first this turn.
    pub first: Side,
}

impl DuelState {
    /// The side that acts in this phase.
    pub fn acting(&self) -> Side {
        match self.phase {
            Phase::Order | Phase::FirstMoves | Phase::FirstShoots => self.first,
            Phase::SecondShoots | Phase::SecondMoves => self.first.foe(),
        }
    }
}
