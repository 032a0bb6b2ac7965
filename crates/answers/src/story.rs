//! How a told game ended.

use muster_results::{Ending, Outcome};
use muster_rules::Story;
use muster_rules::grammar::{agreeing, counted};

fn wins(name: &str) -> String {
    format!("{name} {}", agreeing(name, "wins", "win"))
}

/// Who won, why, and what is left.
pub fn ended(story: &Story, names: &[String; 2], start: [u32; 2]) -> String {
    let end = &story.end;
    let winner = match end.outcome {
        Outcome::Win => wins(&names[0]),
        Outcome::Draw => "A draw".to_owned(),
        Outcome::Loss => wins(&names[1]),
    };
    let why = match end.ending {
        Ending::Destroyed => "nobody else is left",
        Ending::Limit => "by the count at the turn limit",
        Ending::Broken => "the enemy is broken",
        Ending::Objective => "it holds the objective",
    };
    let why = match (end.outcome, end.ending) {
        (Outcome::Draw, Ending::Limit) => "at the turn limit",
        (Outcome::Draw, Ending::Destroyed) => "nobody is left",
        (Outcome::Draw, _) => "on equal terms",
        _ => why,
    };
    let after = counted(end.turns, "turn", "turns");
    let left = [0, 1].map(|at: usize| format!("{} of {} {}", end.left[at], start[at], names[at]));
    format!("{winner} after {after}: {why}. Left: {}, {}.", left[0], left[1])
}
