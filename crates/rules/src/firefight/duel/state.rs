//! All that changes during a duel.

use muster_results::Side;

/// Where a side's turn stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Movement.
    Move,
    /// Shooting.
    Shoot,
    /// The firefight.
    Firefight,
    /// Charges and melee.
    Melee,
    /// What ends with the turn.
    End,
}

/// One unit as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    /// Models left.
    pub figures: u16,
    /// Suppressed for so many ends of its own turn; 0 when it is not.
    pub suppressed: u8,
    /// Cowering.
    pub cowering: bool,
    /// Has moved in its own turn.
    pub moved: bool,
    /// Has made a double move since its last turn began.
    pub doubled: bool,
    /// Still in the cover of its start.
    pub sheltered: bool,
    /// Its special leader stands.
    pub led: bool,
    /// Activation dice left.
    pub dice: u8,
    /// Doctrines tried in this phase, one bit each.
    pub tried: u8,
    /// Must test leadership now, before anything else.
    pub testing: bool,
}

/// The state of a duel; pairs are `[side A, side B]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DuelState {
    /// The units.
    pub units: [Standing; 2],
    /// Gap between the units, q.
    pub gap: i16,
    /// Room left behind each, q.
    pub room: [i16; 2],
    /// They are in melee.
    pub engaged: bool,
    /// The active side has fired in this turn's firefight.
    pub fired: bool,
    /// Whose turn it is.
    pub active: Side,
    /// Where it stands.
    pub phase: Phase,
}
