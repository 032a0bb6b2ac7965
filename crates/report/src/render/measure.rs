//! How wide text stands in a terminal, and how it is made to fit.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns of a terminal that a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text cut to so many columns, with "…" in place of what is left out.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    if limit == 0 {
        return String::new();
    }
    let mut shortened = String::new();
    let mut taken = 0;
    for character in text.chars() {
        let next = character.width().unwrap_or(0);
        if taken + next + 1 > limit {
            break;
        }
        shortened.push(character);
        taken += next;
    }
    let mut shortened = shortened.trim_end().to_owned();
    shortened.push('…');
    shortened
}

/// The text broken at spaces into lines of at most so many columns; a longer word gets a line to itself. Never empty.
pub(super) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if !line.is_empty() && width(&line) + 1 + width(word) > limit {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_text_fits_and_says_so() {
        assert_eq!(shorten("Italeri 6020 Mongols", 13), "Italeri 6020…");
        assert_eq!(shorten("Italeri", 7), "Italeri");
        assert_eq!(shorten("日本軍歩兵", 6), "日本…");
        for limit in 0..12 {
            assert!(width(&shorten("日本軍 infantry", limit)) <= limit);
        }
    }

    #[test]
    fn wrapping_keeps_every_word() {
        let text = "a sampled win of every game prints as a bound";
        for limit in 1..50 {
            assert_eq!(wrap(text, limit).join(" "), text);
        }
        assert_eq!(wrap("", 10), [""]);
    }
}
