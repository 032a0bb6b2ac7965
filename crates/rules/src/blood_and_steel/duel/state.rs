//! All that changes during a duel.

use muster_results::Side;

use crate::blood_and_steel::confidence::Confidence;

/// Where the turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Who begins?
    Initiative,
    /// The side that begins activates its unit.
    FirstActs,
    /// The other side activates its unit.
    SecondActs,
    /// A round of melee.
    Fight,
    /// Side A's test after it.
    TestA,
    /// Side B's test after it, and what follows.
    TestB,
}

/// One unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// Figures left.
    pub figures: u16,
    /// Leadership value.
    pub leadership: u8,
    /// Level.
    pub confidence: Confidence,
    /// A character leads it in person.
    pub led: bool,
    /// Suppressed (ruling B22).
    pub suppressed: bool,
    /// Has moved: cover and height of its start are lost.
    pub moved: bool,
}

/// The state of a duel; pairs are `[side A, side B]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DuelState {
    /// The units.
    pub units: [Standing; 2],
    /// Gap between the units, quarter inches.
    pub gap: i16,
    /// Room left behind each.
    pub room: [i16; 2],
    /// They are in melee.
    pub locked: bool,
    /// The side that has charged in this turn, until the charge is fought.
    pub charging: Option<Side>,
    /// Failed its test against a charge: inflicts nothing this turn.
    pub silenced: [bool; 2],
    /// Figures that fell in the round that is being tested for.
    pub hurt: [u16; 2],
    /// An activation of this turn is still to come.
    pub more: bool,
    /// Where the turn stands.
    pub phase: Phase,
    /// The side that begins this turn.
    pub first: Side,
}
