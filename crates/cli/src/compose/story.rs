//! A game told in words: how it ended, and its lines for a terminal.

use muster_results::{Ending, Outcome};
use muster_rules::Story;
use muster_rules::grammar::{agreeing, counted};

use crate::output::COLUMNS;

fn wins(name: &str) -> String {
    format!("{name} {}", agreeing(name, "wins", "win"))
}

/// Who won, why, and what is left.
pub(crate) fn ended(story: &Story, names: &[String; 2], start: [u32; 2]) -> String {
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

/// The lines, wrapped to the terminal and indented as they were.
pub(crate) fn told(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        let indent = line.len() - line.trim_start().len();
        let mut column = 0;
        for word in line.split_whitespace() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > COLUMNS {
                text.push('\n');
                column = 0;
                // Wrapped lines hang a little below their first.
                text.push_str(&" ".repeat(indent + 4));
                column += indent + 4;
            } else if column == 0 {
                text.push_str(&" ".repeat(indent));
                column = indent;
            } else {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += width;
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn long_lines_wrap_at_eighty_columns_and_keep_their_indent() {
        let told = told(&["Turn 1: A moves first.".to_owned(), format!("  {}", "word ".repeat(30))]);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "Turn 1: A moves first.");
        assert!(lines[1].starts_with("  word") && lines[2].starts_with("      word"), "{told}");
        assert!(lines.iter().all(|line| line.chars().count() <= 80), "{told}");
    }
}
