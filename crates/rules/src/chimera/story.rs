//! A game in words: one line an event.

use muster_results::{Cause, Side};

use super::catalogue::inches;
use crate::log::{Event, MoraleResult};

fn count(n: u32, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

fn figures(n: u32) -> String {
    count(n, "figure", "figures")
}

/// Tells events; `names` are the unit names of side A and side B.
pub(super) fn tell(events: &[Event], names: &[Vec<String>; 2]) -> Vec<String> {
    events.iter().map(|event| line(event, names)).collect()
}

fn line(event: &Event, names: &[Vec<String>; 2]) -> String {
    let unit = |side: Side, unit: usize| format!("{}'s {}", side_name(side), names[side.index()][unit]);
    match event {
        Event::Turn { number, first } => format!("Turn {number}: {} moves first.", side_name(*first)),
        Event::Moved { side, unit: at, distance, instead_of_shooting } => {
            let how = if *distance < 0 { "falls back" } else { "moves" };
            let why = if *instead_of_shooting { " instead of shooting" } else { "" };
            format!("  {} {how} {}{why}.", unit(*side, *at), inches(distance.abs()))
        }
        Event::HeldByRally { side, unit: at } => {
            format!("  {} has just rallied and stands.", unit(*side, *at))
        }
        Event::Fired { side, unit: at, target, firepower, armour_piercing, save_needed, scored, gap } => {
            format!(
                "  {} fires {firepower} FP at AP {armour_piercing}, {} off, at {} (save {save_needed}+): {} failed.",
                unit(*side, *at),
                inches(*gap),
                unit(side.foe(), *target),
                count(*scored, "save", "saves"),
            )
        }
        Event::Fought { side, unit: at, enemy, charging, melee_points, scored } => {
            let verb = if charging == &Some(*side) { "charges" } else { "fights" };
            format!(
                "  {} {verb} {} ({} MP against {}): {} fall to it, {} to the enemy.",
                unit(*side, *at),
                unit(side.foe(), *enemy),
                melee_points[0],
                melee_points[1],
                scored[0],
                scored[1],
            )
        }
        Event::FoughtTogether { side, units, scored } => format!(
            "  {} of side {} fight {} together: {} fall to them, {} to the enemy.",
            count(units[0], "unit", "units"),
            side_letter(*side),
            count(units[1], "unit", "units"),
            scored[0],
            scored[1],
        ),
        Event::Lost { side, unit: at, cause, figures: lost, left } => {
            let how = match cause {
                Cause::Shooting => "to shooting",
                Cause::Melee => "in melee",
                Cause::Morale => "by morale",
            };
            let after = if *left == 0 { "none is left".to_owned() } else { format!("{left} left") };
            format!("    {} loses {} {how}; {after}.", unit(*side, *at), figures(*lost))
        }
        Event::Tested { side, unit: at, result } => {
            let came = match result {
                MoraleResult::Passed => "passes".to_owned(),
                MoraleResult::Rallied => "fails but rallies: no move at its next opportunity".to_owned(),
                MoraleResult::Leaves(percent) => format!("fails: {percent} % leave the battle"),
            };
            format!("    {} tests morale and {came}.", unit(*side, *at))
        }
        Event::Respawned { side, unit: at, figures: back } => {
            format!("  {} comes back with {}.", unit(*side, *at), figures(*back))
        }
    }
}

fn side_letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

fn side_name(side: Side) -> &'static str {
    side_letter(side)
}
