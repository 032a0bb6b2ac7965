//! A game in words: one line an event.

use muster_results::{Cause, Side};

use super::melee::{Contest, Outcome};
use crate::grammar::{agreeing, is_plural};
use crate::log::Event;
use crate::table::QUARTERS;

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

/// A predicate that agrees with the name before it: `Halberdiers pass their test`, `Levy passes its test`.
fn agreed(name: &str, predicate: &str) -> String {
    if !is_plural(name) {
        return predicate.to_owned();
    }
    let (verb, rest) = predicate.split_once(' ').unwrap_or((predicate, ""));
    let verb = match verb {
        "is" => "are",
        "has" => "have",
        "passes" => "pass",
        verb => verb.strip_suffix('s').unwrap_or(verb),
    };
    let rest = rest.replace(" and is ", " and are ").replace(" and fights ", " and fight ");
    let rest = rest.strip_prefix("its ").map_or_else(|| rest.clone(), |rest| format!("their {rest}"));
    format!("{verb} {}", rest.replace(" its ", " their ")).trim_end().to_owned()
}

fn inches(quarters: i32) -> String {
    let inches = f64::from(quarters) / QUARTERS;
    format!("{inches}\"")
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

/// Tells events; `names` are the unit names of side A and side B.
pub(super) fn tell(events: &[Event], names: &[Vec<String>; 2]) -> Vec<String> {
    events.iter().filter_map(|event| line(event, names)).collect()
}

fn line(event: &Event, names: &[Vec<String>; 2]) -> Option<String> {
    let name = |side: Side, unit: usize| format!("{}'s {}", letter(side), names[side.index()][unit]);
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
            let count = if *figures == 1 { "1 figure".to_owned() } else { format!("{figures} figures") };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_agree_with_names() {
        assert_eq!(
            agreed("Halberdiers", "fails its test under fire and is shaken"),
            "fail their test under fire and are shaken"
        );
        assert_eq!(agreed("Knights", "falls short of its charge"), "fall short of their charge");
        assert_eq!(agreed("Knights", "routs"), "rout");
        assert_eq!(agreed("Levy", "passes its test"), "passes its test");
    }
}
