//! A game in words: one line an event.

use muster_results::Cause;

use super::numbers::Attacks;
use super::volley::{Shots, Struck, Telling, Volley};
use crate::grammar::{agreed, agreeing, counted, inches, letter, of_count, subject};
use crate::log::Event;

/// What an attack rolls and needs, the wounds that count for suppression, and who falls, as the attacker tells it; `before` models of the
/// target fall to other attacks of the same phase.
pub(super) fn volley_in_words(
    phase: Attacks,
    volley: &Volley,
    target: &str,
    struck: Struck,
    before: u32,
) -> String {
    let verb = if phase == Attacks::Melee { "strikes at" } else { "fires at" };
    let kind = |shots: &Shots| {
        let again = if shots.reroll { " with misses rolled again" } else { "" };
        format!(
            "{} (to hit {}{again}, to wound {}, save {})",
            counted(shots.count, "die", "dice"),
            shots.hit.words(),
            shots.wound.words(),
            shots.save.words(),
        )
    };
    let kinds: Vec<String> = volley.shots.iter().map(kind).collect();
    let wounds = wounds_in_words(volley.telling, struck.told);
    let falls = falls_in_words(struck.removed, volley.models.saturating_sub(before));
    format!("{verb} {target}: {}; {wounds}{falls}", kinds.join(", "))
}

/// SUPPRESSION: the wounds before saves, as far as they are counted; nothing of a unit that cannot be suppressed.
fn wounds_in_words(telling: Telling, told: u32) -> String {
    match telling {
        Telling::Wounds(0) | Telling::Suppression { usual: 0, .. } => String::new(),
        Telling::Wounds(most) => {
            let more = if told == most { " or more" } else { "" };
            format!("{}{more}, ", counted(told, "wound", "wounds"))
        }
        Telling::Suppression { .. } => {
            let enough = if told & 1 == 1 { "enough" } else { "too few" };
            format!("{enough} wounds to suppress, ")
        }
    }
}

/// Who falls where so many are left: a second wound on a model that falls already takes nobody off.
fn falls_in_words(removed: u32, left: u32) -> String {
    let fall = removed.min(left);
    let falls = format!("{fall} {}", of_count(fall, "falls", "fall"));
    match removed - fall {
        0 => falls,
        more => {
            format!("{falls}, {} on models that fall already", counted(more, "more wound", "more wounds"))
        }
    }
}

/// A leadership test that a doctrine had rolled again, in vain.
pub(super) const FAILED_AGAIN: &str = "fails the test again";

/// Tells events; `names` are the unit names of side A and side B.
pub(super) fn tell(events: &[Event], names: &[Vec<String>; 2]) -> Vec<String> {
    events.iter().filter_map(|event| line(event, names)).collect()
}

fn line(event: &Event, names: &[Vec<String>; 2]) -> Option<String> {
    let named = |side: muster_results::Side, unit: usize| &names[side.index()][unit];
    Some(match event {
        Event::Turn { number, .. } => format!("Turn {number}."),
        // Under these rules the flag tells of a double move, which costs the unit its shots.
        Event::Moved { side, unit, distance, instead_of_shooting } => {
            let how = if *distance < 0 { "falls back" } else { "moves" };
            let name = named(*side, *unit);
            let double = if *instead_of_shooting { ", a double move" } else { "" };
            format!(
                "  {}'s {} {} {}{double}.",
                letter(*side),
                subject(name),
                agreed(name, how),
                inches(distance.abs())
            )
        }
        Event::Lost { side, unit, cause, figures, left } => {
            let how = match cause {
                Cause::Shooting => "to fire",
                Cause::Melee => "in melee",
                Cause::Morale => "by breaking",
            };
            let after = if *left == 0 { "none is left".to_owned() } else { format!("{left} left") };
            let name = named(*side, *unit);
            let loses = agreeing(name, "loses", "lose");
            let lost = counted(*figures, "model", "models");
            format!("    {}'s {} {loses} {lost} {how}; {after}.", letter(*side), subject(name))
        }
        Event::Line { side, unit, text } => {
            let name = named(*side, *unit);
            format!("  {}'s {} {}.", letter(*side), subject(name), agreed(name, text))
        }
        // No other event is told under these rules.
        _ => return None,
    })
}
