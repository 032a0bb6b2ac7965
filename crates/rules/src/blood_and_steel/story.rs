//! A game in words: one line an event.

use muster_dice::Die;
use muster_results::{Cause, Side};

use super::melee::{Contest, Outcome};
use crate::grammar::{agreed, agreeing, counted, inches, letter, subject};
use crate::log::Event;

/// The dice of a round and who has won it, as the first side tells it.
pub(super) fn round_in_words(contest: &Contest, outcome: Outcome) -> String {
    let dice = contest.map(|side| {
        let mut words = vec![side.quality.to_string(); usize::from(side.qualities)];
        words.push(side.melee.to_string());
        words.extend(side.extra.iter().flatten().map(ToString::to_string));
        let ranks = if side.ranks > 1 { format!(", {} ranks", side.ranks) } else { String::new() };
        format!("{}{ranks}", words.join(" and "))
    });
    let came = match outcome {
        Outcome::FirstMajor => "a MAJOR result",
        Outcome::FirstMinor => "a MINOR result",
        Outcome::Drawn => "drawn",
        Outcome::SecondMinor => "a MINOR result for the enemy",
        Outcome::SecondMajor => "a MAJOR result for the enemy",
    };
    format!("fights with {} against {}: {came}", dice[0], dice[1])
}

/// A rally that came to nothing.
pub(super) const RALLIED_IN_VAIN: &str = "is rallied in vain";

/// What the dice of a shot or a spell must beat.
pub(super) fn opposed_in_words(range: Die, counterspell: Option<Die>) -> String {
    let counter = counterspell.map_or_else(String::new, |die| format!(" and a counterspell of {die}"));
    format!("against a range die of {range}{counter}")
}

/// What came of getting up (ruling B22).
pub(super) fn got_up_in_words(down: bool) -> String {
    if down { "stays down under fire".to_owned() } else { "gets up again".to_owned() }
}

/// What came of a shaken unit's test before it advances.
pub(super) fn dared_in_words(dares: bool) -> String {
    if dares { "dares to go forward".to_owned() } else { "hangs back".to_owned() }
}

/// Tells events; `names` are the unit names of side A and side B.
pub(super) fn tell(events: &[Event], names: &[Vec<String>; 2]) -> Vec<String> {
    events.iter().filter_map(|event| line(event, names)).collect()
}

fn line(event: &Event, names: &[Vec<String>; 2]) -> Option<String> {
    let name = |side: Side, unit: usize| {
        let name = &names[side.index()][unit];
        subject(&format!("{}'s {}", letter(side), name.strip_prefix("The ").unwrap_or(name)))
    };
    Some(match event {
        Event::Turn { number, .. } => format!("Turn {number}."),
        Event::Moved { side, unit, distance, .. } => {
            let how = if *distance < 0 { "falls back" } else { "moves" };
            let how = agreed(&names[side.index()][*unit], how);
            format!("  {} {how} {}.", name(*side, *unit), inches(distance.abs()))
        }
        Event::Lost { side, unit, cause, figures, left } => {
            let how = match cause {
                Cause::Shooting => "to missiles",
                Cause::Melee => "in melee",
                Cause::Morale => "in rout",
            };
            let count = counted(*figures, "figure", "figures");
            let after = if *left == 0 { "none is left".to_owned() } else { format!("{left} left") };
            let loses = agreeing(&names[side.index()][*unit], "loses", "lose");
            format!("    {} {loses} {count} {how}; {after}.", name(*side, *unit))
        }
        Event::Line { side, unit, text } => {
            format!("  {} {}.", name(*side, *unit), agreed(&names[side.index()][*unit], text))
        }
        // No other event is told under these rules.
        _ => return None,
    })
}
