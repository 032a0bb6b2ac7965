//! When a battle ends, and who has won it.

use muster_results::{Ending, Side};

use super::field::{Field, Force};
use crate::table::{Conditions, LimitRule, Point, within};

/// A verdict by side: the winner, `None` for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub ending: Ending,
}

/// A side with no figure left loses; both gone is a draw.
#[inline]
pub fn destroyed(field: &Field) -> Option<Verdict> {
    let beaten = Side::BOTH.map(|side| field.is_beaten(side));
    let winner = match beaten {
        [false, false] => return None,
        [false, true] => Some(Side::A),
        [true, false] => Some(Side::B),
        [true, true] => None,
    };
    Some(Verdict { winner, ending: Ending::Destroyed })
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
    let rules = &conditions.ending;
    let share = |side: Side| share_left(field, forces, side);
    if let Some(point) = rules.break_point {
        let broken = Side::BOTH.map(|side| 1.0 - share(side) >= point);
        let winner = match broken {
            [false, false] => None,
            [false, true] => Some(Some(Side::A)),
            [true, false] => Some(Some(Side::B)),
            [true, true] => Some(None),
        };
        if let Some(winner) = winner {
            return Some(Verdict { winner, ending: Ending::Broken });
        }
    }
    if let Some(objective) = &rules.objective
        && turn == objective.turn
    {
        let middle = Point { x: conditions.table.width / 2, y: conditions.table.depth / 2 };
        let holds = Side::BOTH.map(|side| {
            field.units[side.index()]
                .iter()
                .any(|unit| unit.strength > 0 && within(unit.at, middle, objective.radius))
        });
        match holds {
            [true, false] => return Some(Verdict { winner: Some(Side::A), ending: Ending::Objective }),
            [false, true] => return Some(Verdict { winner: Some(Side::B), ending: Ending::Objective }),
            _ => {}
        }
    }
    if turn < conditions.turns {
        return None;
    }
    let winner = match rules.limit {
        LimitRule::Draw => None,
        LimitRule::ShareOfWorth { margin } => {
            let lead = share(Side::A) - share(Side::B);
            // A lead of exactly the margin wins; the tiny slack keeps that true in binary fractions.
            let slack = 1e-12;
            if lead >= margin - slack && lead > 0.0 {
                Some(Side::A)
            } else if -lead >= margin - slack && lead < 0.0 {
                Some(Side::B)
            } else {
                None
            }
        }
    };
    Some(Verdict { winner, ending: Ending::Limit })
}
