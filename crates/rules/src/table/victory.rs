//! When a battle ends on a table, and who has won it: the same for every rule set.

use muster_results::{Ending, Side};

use super::conditions::{Conditions, LimitRule};
use super::point::Point;

/// A verdict by side: the winner, `None` for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub ending: Ending,
}

/// A side with nothing left loses; both gone is a draw.
#[inline]
pub fn destroyed(beaten: [bool; 2]) -> Option<Verdict> {
    let winner = match beaten {
        [false, false] => return None,
        [false, true] => Some(Side::A),
        [true, false] => Some(Side::B),
        [true, true] => None,
    };
    Some(Verdict { winner, ending: Ending::Destroyed })
}

impl Conditions {
    /// Looked at when a turn is over: break point, objective, turn limit. `shares` tells the shares of their worth (0 to 1)
    /// that the sides have left, where that is asked; `near` tells which sides have a unit whose centre is so near (in q) to a place.
    pub fn after_turn(
        &self,
        turn: u32,
        shares: impl Fn() -> [f64; 2],
        near: impl Fn(Point, i32) -> [bool; 2],
    ) -> Option<Verdict> {
        let rules = &self.ending;
        if let Some(point) = rules.break_point {
            let broken = shares().map(|share| 1.0 - share >= point);
            if let Some(verdict) = destroyed(broken) {
                return Some(Verdict { ending: Ending::Broken, ..verdict });
            }
        }
        if let Some(objective) = rules.objective.filter(|objective| turn == objective.turn) {
            let middle = Point { x: self.table.width / 2, y: self.table.depth / 2 };
            match near(middle, objective.radius) {
                [true, false] => return Some(Verdict { winner: Some(Side::A), ending: Ending::Objective }),
                [false, true] => return Some(Verdict { winner: Some(Side::B), ending: Ending::Objective }),
                _ => {}
            }
        }
        if turn < self.turns {
            return None;
        }
        let winner = match rules.limit {
            LimitRule::Draw => None,
            LimitRule::ShareOfWorth { margin } => {
                let [a, b] = shares();
                let lead = a - b;
                // A lead of exactly the margin wins; the tiny slack keeps that true in binary fractions.
                let wins = |lead: f64| lead >= margin - 1e-12 && lead > 0.0;
                if wins(lead) {
                    Some(Side::A)
                } else if wins(-lead) {
                    Some(Side::B)
                } else {
                    None
                }
            }
        };
        Some(Verdict { winner, ending: Ending::Limit })
    }
}
