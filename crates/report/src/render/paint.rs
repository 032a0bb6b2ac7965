//! Colour for text on a terminal: headings, rules, verdicts and bars, and nothing else.
//!
//! The text is laid out first and painted afterwards, so that colour can move no column: without its escapes a painted text is the text.

use anstyle::{AnsiColor, Style};

const HEADING: Style = Style::new().bold();
const RULE: Style = Style::new().dimmed();
const BAR: Style = AnsiColor::Blue.on_default();
/// What asks for attention. Yellow and cyan are told apart by whoever does not see red and green; each stands on a word that says the same.
const ALARM: Style = AnsiColor::Yellow.on_default().bold();
const CALM: Style = AnsiColor::Cyan.on_default();

/// Verdicts, as they end a line or a row of a table.
const VERDICTS: [(&str, Style); 15] = [
    ("changed negligibly", RULE),
    ("inconclusive", RULE),
    ("undecided", RULE),
    ("unclear", RULE),
    ("not different", RULE),
    ("not borne out", ALARM),
    ("borne out", CALM),
    ("overpriced", ALARM),
    ("underpriced", ALARM),
    ("changed", ALARM),
    ("broken", ALARM),
    ("equivalent", CALM),
    ("identical", CALM),
    ("fair", CALM),
    ("kept", CALM),
];

/// The glyphs of bars.
const BARS: [char; 2] = ['▇', '▏'];

/// Text of [`super::text()`] with the escapes of a terminal that shows colour.
#[must_use]
pub fn painted(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut painted = String::with_capacity(text.len() + text.len() / 8);
    for (at, line) in lines.iter().enumerate() {
        if is_rule(line) && at > 0 {
            put(&mut painted, line, RULE);
        } else if is_head(&lines, at) {
            put(&mut painted, line, HEADING);
        } else {
            body(&mut painted, line);
        }
        painted.push('\n');
    }
    if !text.ends_with('\n') {
        painted.pop();
    }
    painted
}

/// Whether a line underlines what stands above it: runs of one mark with spaces between.
fn is_rule(line: &str) -> bool {
    ['=', '-', '~']
        .into_iter()
        .any(|mark| line.starts_with(mark) && line.chars().all(|c| c == mark || c == ' ') && line.len() > 1)
}

/// Whether a rule underlines this line: no empty line stands between.
fn is_head(lines: &[&str], at: usize) -> bool {
    let below = lines[at..].iter().take_while(|line| !line.is_empty());
    let rule = below.enumerate().find(|(_, line)| is_rule(line)).map(|(down, _)| at + down);
    let Some(rule) = rule.filter(|rule| *rule > at) else { return false };
    // Rows of a table stand below its own rule, and another block's rule below them is separated by an empty line.
    let above = lines[..at].iter().rev().take_while(|line| !line.is_empty());
    !above.into_iter().any(|line| is_rule(line)) && rule - at <= TALLEST
}

/// Lines that the head of a table may have.
const TALLEST: usize = 6;

/// A line below the headings: its bars, and the verdict at its end.
fn body(painted: &mut String, line: &str) {
    let end = line.strip_suffix('.').unwrap_or(line);
    for (word, style) in VERDICTS {
        let before = end.strip_suffix(word);
        if let Some(before) = before.filter(|before| before.ends_with("  ") || before.ends_with(": ")) {
            painted.push_str(before);
            put(painted, word, style);
            painted.push_str(&line[end.len()..]);
            return;
        }
    }
    let mut rest = line;
    while let Some(from) = rest.find(BARS) {
        let bar = &rest[from..];
        let to = bar.find(|c| !BARS.contains(&c)).unwrap_or(bar.len());
        painted.push_str(&rest[..from]);
        put(painted, &bar[..to], BAR);
        rest = &bar[to..];
    }
    painted.push_str(rest);
}

fn put(painted: &mut String, text: &str, style: Style) {
    painted.push_str(&format!("{style}{text}{style:#}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Title of a page\n===============\n\n- A remark that is too long for\n  one line.\n\nA table\n\nrow        change, pp\nof all     and more    verdict\n---------  ----------  -------\nCelts           -4.01  changed\nZulus            0.00  equivalent\n\n2   5.00 %  ▇▇▇▇ 4\n\nclaim-1: not borne out.\n";

    /// Without escapes: what a reader of a file would see.
    fn stripped(painted: &str) -> String {
        let mut text = String::new();
        let mut parts = painted.split('\u{1b}');
        text.push_str(parts.next().unwrap_or_default());
        parts.for_each(|part| text.push_str(part.split_once('m').map_or("", |(_, rest)| rest)));
        text
    }

    #[test]
    fn colour_adds_escapes_and_moves_nothing() {
        assert_eq!(stripped(&painted(TEXT)), TEXT);
        assert_eq!(painted(""), "");
        assert_eq!(painted("no line break"), "no line break");
    }

    #[test]
    fn headings_verdicts_and_bars_are_painted_and_prose_is_not() {
        let painted = painted(TEXT);
        for part in ["\u{1b}[1mTitle of a page\u{1b}[0m", "\u{1b}[1mof all     and more    verdict\u{1b}[0m"]
        {
            assert!(painted.contains(part), "{painted:?}");
        }
        for (word, style) in
            [("changed", ALARM), ("equivalent", CALM), ("not borne out", ALARM), ("▇▇▇▇", BAR)]
        {
            assert!(painted.contains(&format!("{style}{word}{style:#}")), "{word}: {painted:?}");
        }
        assert!(
            painted.contains("\n- A remark that is too long for\n  one line.\n\nA table\n"),
            "{painted:?}"
        );
        assert!(painted.contains("\nCelts           -4.01  "), "{painted:?}");
    }
}
