//! A game in words: one line an event.

use muster_results::Cause;

use super::numbers::Attacks;
use super::volley::{Shots, Struck, Volley};
use crate::grammar::{agreed, agreeing, counted, inches, letter, of_count};
use crate::log::Event;

/// What an attack rolls and needs, and whether its wounds suppress, as the attacker tells it.
pub(super) fn volley_in_words(phase: Attacks, volley: &Volley, target: &str, struck: Struck) -> String {
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
    let fall = of_count(struck.removed, "falls", "fall");
    format!("{verb} {target}: {}; {} {fall}", kinds.join(", "), struck.removed)
}

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
            format!("  {}'s {name} {} {}{double}.", letter(*side), agreed(name, how), inches(distance.abs()))
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
            format!("    {}'s {name} {loses} {lost} {how}; {after}.", letter(*side))
        }
        Event::Line { side, unit, text } => {
            let name = named(*side, *unit);
            format!("  {}'s {name} {}.", letter(*side), agreed(name, text))
        }
        // No other event is told under these rules.
        _ => return None,
    })
}
