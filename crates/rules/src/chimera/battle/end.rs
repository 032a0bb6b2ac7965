//! When a battle ends, and who has won it.

use muster_results::Side;

use super::field::{Field, Force};
use crate::table::{self, Conditions, within};

pub use crate::table::Verdict;

/// A side with no figure left loses; both gone is a draw.
#[inline]
pub fn destroyed(field: &Field) -> Option<Verdict> {
    table::destroyed(Side::BOTH.map(|side| field.is_beaten(side)))
}

fn worth_left(field: &Field, forces: [&Force; 2], side: Side) -> u64 {
    let units = field.units[side.index()].iter().zip(&forces[side.index()].units);
    units.map(|(fielded, plan)| u64::from(plan.worth[fielded.strength as usize])).sum()
}

/// Share of the starting worth that a side has left; a force without any worth counts by figures.
fn share_left(field: &Field, forces: [&Force; 2], side: Side) -> f64 {
    let force = forces[side.index()];
    if force.worth() > 0 {
        return worth_left(field, forces, side) as f64 / force.worth() as f64;
    }
    let units = field.units[side.index()].iter().zip(&force.units);
    let left: u32 = units.map(|(fielded, plan)| plan.figures[fielded.strength as usize]).sum();
    f64::from(left) / f64::from(force.figures().max(1))
}

/// The conditions looked at when a turn is over: break point, objective, turn limit.
pub fn after_turn(field: &Field, forces: [&Force; 2], conditions: &Conditions, turn: u32) -> Option<Verdict> {
    let shares = Side::BOTH.map(|side| share_left(field, forces, side));
    conditions.after_turn(turn, shares, |middle, radius| {
        Side::BOTH.map(|side| {
            let units = &field.units[side.index()];
            units.iter().any(|unit| unit.strength > 0 && within(unit.at, middle, radius))
        })
    })
}
