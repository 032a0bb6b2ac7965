//! A game in words: one line an event.

use muster_results::{Cause, Side};

use super::catalogue::inches;
use crate::grammar::{agreeing, counted, of_count, subject};
use crate::log::{Event, MoraleResult};

fn figures(n: u32) -> String {
    counted(n, "figure", "figures")
}

/// Tells events; `names` are the unit names of side A and side B.
pub(super) fn tell(events: &[Event], names: &[Vec<String>; 2]) -> Vec<String> {
    events.iter().map(|event| line(event, names)).collect()
}

fn line(event: &Event, names: &[Vec<String>; 2]) -> String {
    let unit = |side: Side, unit: usize| format!("{}'s {}", letter(side), names[side.index()][unit]);
    let named = |side: Side, at: usize| subject(&unit(side, at));
    let verb = |side: Side, unit: usize, one: &'static str, several: &'static str| {
        agreeing(&names[side.index()][unit], one, several)
    };
    match event {
        Event::Turn { number, first } => format!("Turn {number}: {} moves first.", letter(*first)),
        Event::Moved { side, unit: at, distance, instead_of_shooting } => {
            let how = match *distance < 0 {
                true => verb(*side, *at, "falls back", "fall back"),
                false => verb(*side, *at, "moves", "move"),
            };
            let why = if *instead_of_shooting { " instead of shooting" } else { "" };
            format!("  {} {how} {}{why}.", named(*side, *at), inches(distance.abs()))
        }
        Event::HeldByRally { side, unit: at } => format!(
            "  {} {} just rallied and {}.",
            named(*side, *at),
            verb(*side, *at, "has", "have"),
            verb(*side, *at, "stands", "stand"),
        ),
        Event::Fired { side, unit: at, target, firepower, armour_piercing, save_needed, scored, gap } => {
            format!(
                "  {} {} {firepower} FP at AP {armour_piercing}, {} off, at {} (save {save_needed}+): {} failed.",
                named(*side, *at),
                verb(*side, *at, "fires", "fire"),
                inches(*gap),
                unit(side.foe(), *target),
                counted(*scored, "save", "saves"),
            )
        }
        Event::Fought { side, unit: at, enemy, charging, melee_points, scored } => {
            let how = match charging == &Some(*side) {
                true => verb(*side, *at, "charges", "charge"),
                false => verb(*side, *at, "fights", "fight"),
            };
            format!(
                "  {} {how} {} ({} MP against {}): {} {} to {}, {} to the enemy.",
                named(*side, *at),
                unit(side.foe(), *enemy),
                melee_points[0],
                melee_points[1],
                scored[0],
                of_count(scored[0], "falls", "fall"),
                verb(*side, *at, "it", "them"),
                scored[1],
            )
        }
        Event::FoughtTogether { side, units, scored } => format!(
            "  {} of side {} {} {} together: {} {} to them, {} to the enemy.",
            counted(units[0], "unit", "units"),
            letter(*side),
            of_count(units[0], "fights", "fight"),
            counted(units[1], "unit", "units"),
            scored[0],
            of_count(scored[0], "falls", "fall"),
            scored[1],
        ),
        Event::Lost { side, unit: at, cause, figures: lost, left } => {
            let how = match cause {
                Cause::Shooting => "to shooting",
                Cause::Melee => "in melee",
                Cause::Morale => "by morale",
            };
            let after = if *left == 0 { "none is left".to_owned() } else { format!("{left} left") };
            let loses = verb(*side, *at, "loses", "lose");
            format!("    {} {loses} {} {how}; {after}.", named(*side, *at), figures(*lost))
        }
        Event::Tested { side, unit: at, result } => {
            let fails = verb(*side, *at, "fails", "fail");
            let came = match result {
                MoraleResult::Passed => verb(*side, *at, "passes", "pass").to_owned(),
                MoraleResult::Rallied => format!(
                    "{fails} but {}: no move at {} next opportunity",
                    verb(*side, *at, "rallies", "rally"),
                    verb(*side, *at, "its", "their"),
                ),
                MoraleResult::Leaves(percent) => format!("{fails}: {percent} % leave the battle"),
            };
            format!("    {} {} morale and {came}.", named(*side, *at), verb(*side, *at, "tests", "test"))
        }
        Event::Line { side, unit: at, text } => format!("  {} {text}.", named(*side, *at)),
        Event::Respawned { side, unit: at, figures: back } => {
            let comes = verb(*side, *at, "comes", "come");
            format!("  {} {comes} back with {}.", named(*side, *at), figures(*back))
        }
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_agree_with_units_and_with_numbers() {
        let names = [vec!["Tanks".to_owned()], vec!["Rifle squad".to_owned()]];
        let lost = |side, figures| Event::Lost { side, unit: 0, cause: Cause::Melee, figures, left: 0 };
        assert_eq!(line(&lost(Side::A, 1), &names), "    A's Tanks lose 1 figure in melee; none is left.");
        assert_eq!(
            line(&lost(Side::B, 2), &names),
            "    B's Rifle squad loses 2 figures in melee; none is left."
        );
        let charge = Event::Fought {
            side: Side::A,
            unit: 0,
            enemy: 0,
            charging: Some(Side::A),
            melee_points: [10, 8],
            scored: [1, 0],
        };
        assert_eq!(
            line(&charge, &names),
            "  A's Tanks charge B's Rifle squad (10 MP against 8): 1 falls to them, 0 to the enemy."
        );
    }
}
