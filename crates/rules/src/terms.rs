//! What a duel comes to when the data fills in what was not asked.

use crate::orders::Policy;
use crate::ruleset::{DuelSpec, Refusal, Respawns};
use crate::table::QUARTERS;

/// The most inches of a start or a room.
const MOST_INCHES: f64 = 1000.0;

/// Where and how long a duel is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelTerms {
    /// Gap at the start, quarter inches.
    pub start: i16,
    /// Room behind each, quarter inches.
    pub room: i16,
    /// Turn limit, at least 1.
    pub max_turns: u32,
}

/// The most turns that a user may give a game. A program may give more, so as to play to the very end.
pub const MOST_TURNS: u32 = 10_000;

impl DuelTerms {
    /// The terms of a duel, those of the data (quarter inches, turns) where none were asked.
    ///
    /// # Errors
    /// A start or room that is no length from 0 to 1000 inches in whole quarters, or a duel of 0 turns.
    pub fn of(spec: &DuelSpec, start: i32, room: i32, max_turns: u32) -> Result<DuelTerms, Refusal> {
        let start = quarters(spec.start, start, "a start")?;
        let room = quarters(spec.room, room, "a room")?;
        let max_turns = spec.max_turns.unwrap_or(max_turns);
        if max_turns == 0 {
            let advice = "give --max-turns 1 or more".to_owned();
            return Err(Refusal { what: "a duel of 0 turns".to_owned(), advice });
        }
        Ok(DuelTerms { start, room, max_turns })
    }
}

/// A turn limit that a user asked for.
///
/// # Errors
/// Outside 1 to [`MOST_TURNS`].
pub fn turn_limit(asked: Option<u32>) -> Result<Option<u32>, Refusal> {
    match asked {
        Some(turns) if !(1..=MOST_TURNS).contains(&turns) => {
            let advice = format!("give a whole number from 1 to {MOST_TURNS}");
            Err(Refusal { what: format!("a limit of {turns} turns"), advice })
        }
        asked => Ok(asked),
    }
}

fn quarters(inches: Option<f64>, default: i32, what: &str) -> Result<i16, Refusal> {
    let wanted = inches.map_or(f64::from(default), |inches| inches * QUARTERS);
    if !(0.0..=MOST_INCHES * QUARTERS).contains(&wanted) || (wanted - wanted.round()).abs() > 1e-9 {
        return Err(Refusal {
            what: format!("{what} of {} inches", inches.unwrap_or_default()),
            advice: format!("give whole quarter inches from 0 to {MOST_INCHES}"),
        });
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked to lie within 0..=4000")]
    Ok(wanted.round() as i16)
}

/// How a unit plays that was told nothing: it advances if it `shoots`, and charges if not.
pub fn policy_of(asked: Option<Policy>, shoots: bool) -> Policy {
    asked.unwrap_or(if shoots { Policy::Advance } else { Policy::Charge })
}

/// Refuses respawns under a rule set that has none.
///
/// # Errors
/// When any were asked for.
pub fn refuse_respawns(asked: &[Option<Respawns>; 2], rule_set: &str) -> Result<(), Refusal> {
    if asked.iter().flatten().any(|respawns| respawns.pool > 0) {
        return Err(Refusal {
            what: format!("respawns under {rule_set}"),
            advice: "these rules have none: leave the option out".to_owned(),
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_limit_is_at_least_one_turn_and_has_a_most() {
        for asked in [None, Some(1), Some(MOST_TURNS)] {
            assert_eq!(turn_limit(asked).ok(), Some(asked));
        }
        for asked in [0, MOST_TURNS + 1] {
            let refusal = turn_limit(Some(asked)).expect_err("no such limit");
            assert!(refusal.to_string().contains(&format!("a limit of {asked} turns")), "{refusal}");
        }
    }
}
