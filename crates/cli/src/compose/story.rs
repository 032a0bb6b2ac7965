//! A told game laid out for a terminal.

use crate::output::COLUMNS;

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
