//! What rolls are made for, for dice that give each its own luck. Numbers are only ever added; a rule set takes those it
//! needs.

use muster_dice::RollKind;
use muster_results::Side;

/// Who goes first.
pub const ORDER: RollKind = RollKind(1);
/// Shooting, with the saves where they belong to one roll.
pub const SHOOTING: RollKind = RollKind(2);
/// Saves against known hits of shooting.
pub const SHOOTING_SAVES: RollKind = RollKind(3);
/// Melee, with the saves where they belong to one roll.
pub const MELEE: RollKind = RollKind(4);
/// Saves against known hits of melee.
pub const MELEE_SAVES: RollKind = RollKind(5);
/// Whether a unit stands.
pub const MORALE: RollKind = RollKind(6);
/// What becomes of a unit that does not.
pub const MORALE_RESULT: RollKind = RollKind(7);
/// Whether a unit comes back.
pub const RESPAWN: RollKind = RollKind(8);
/// Fire at close quarters, in a phase of its own.
pub const FIREFIGHT: RollKind = RollKind(9);
/// Whether a leader activates what he knows.
pub const ACTIVATION: RollKind = RollKind(10);
/// Whether the leader is among the fallen.
pub const LEADER_LOSS: RollKind = RollKind(11);
/// Whether a vehicle gets stuck.
pub const BOGGING: RollKind = RollKind(12);

/// The number of a unit among those of both sides, by its side and its place in the list (0 to 127).
#[inline]
pub fn unit_slot(side: Side, unit: usize) -> u8 {
    // Whatever does not fit shares the last number: rolls of one number are still told apart by counting.
    let place = u8::try_from(unit.min(127)).unwrap_or(127);
    if side == Side::A { place } else { 128 + place }
}
