//! All that changes during a duel.

use std::hash::{Hash, Hasher};

use muster_results::Side;

use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Nerve;

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
    /// Files that they stand in.
    pub files: u16,
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
    /// Under an attack spell.
    pub attack: bool,
    /// Under a defence spell.
    pub defence: bool,
    /// Whether it has panicked, or still may.
    pub nerve: Nerve,
}

/// The state of a duel; pairs are `[side A, side B]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl Standing {
    fn packed(&self) -> u64 {
        let flags = [self.attack, self.defence, self.led, self.suppressed, self.moved];
        let flags = flags.into_iter().fold(0u64, |bits, flag| bits << 1 | u64::from(flag));
        let spirits = (self.confidence as u64) << 7 | (self.nerve as u64) << 5 | flags;
        // Leadership values go up to 20.
        (u64::from(self.figures) << 5 ^ u64::from(self.leadership)) << 10 | spirits
    }
}

/// Exact answers look states up by the million: three words are hashed in place of two dozen fields.
impl Hash for DuelState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let charging = self.charging.map_or(0, |side| 1 + side.index() as u64);
        let flags = [self.silenced[0], self.silenced[1], self.locked, self.more, self.first == Side::B];
        let flags = flags.into_iter().fold(charging, |bits, flag| bits << 1 | u64::from(flag));
        let lengths = [self.gap, self.room[0], self.room[1]];
        let lengths =
            lengths.into_iter().fold(0u64, |bits, length| bits << 16 | u64::from(length.cast_unsigned()));
        let [one, other] = self.units.map(|unit| u64::from(unit.files));
        let hurt = one << 48 | other << 32 | u64::from(self.hurt[0]) << 16 | u64::from(self.hurt[1]);
        hasher.write_u64(self.units[0].packed() << 32 | self.units[1].packed());
        hasher.write_u64(lengths << 16 | flags << 3 | self.phase as u64);
        hasher.write_u64(hurt);
    }
}
