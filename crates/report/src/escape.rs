//! Makes foreign text safe: names come from files that strangers write.

use std::borrow::Cow;

/// Replaces control characters, which XML forbids and terminals obey, by spaces (line breaks, tabs) or U+FFFD (the rest).
#[must_use]
pub fn single_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    let mut previous = None;
    for character in text.chars() {
        match character {
            '\n' if previous == Some('\r') => {}
            '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => line.push(' '),
            c if is_unprintable(c) => line.push('\u{fffd}'),
            c => line.push(c),
        }
        previous = Some(character);
    }
    Cow::Owned(line)
}

/// Text for XML and HTML, in elements and in double-quoted attributes.
#[must_use]
pub fn xml(text: &str) -> String {
    written(text, |character, out| match entity(character) {
        Some(entity) => out.push_str(entity),
        None => out.push(character),
    })
}

/// JSON inside a `<script>` element: no text of a stranger can end the element or begin a comment.
#[must_use]
pub fn json_in_html(json: &str) -> String {
    json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e")
}

/// Text for Markdown, in paragraphs and in table cells: no markup, no HTML, no new cell or line.
#[must_use]
pub fn markdown(text: &str) -> String {
    written(text, |character, out| match (character, entity(character)) {
        ('&' | '<' | '>', Some(entity)) => out.push_str(entity),
        ('\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~', _) => out.extend(['\\', character]),
        _ => out.push(character),
    })
}

/// What XML has for the characters that mean something in it.
fn entity(character: char) -> Option<&'static str> {
    Some(match character {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\'' => "&#39;",
        _ => return None,
    })
}

/// One line of text, each character as `write` puts it.
fn written(text: &str, write: impl Fn(char, &mut String)) -> String {
    let text = single_line(text);
    let mut out = String::with_capacity(text.len() + 8);
    text.chars().for_each(|character| write(character, &mut out));
    out
}

/// A text field for CSV: spreadsheets run a field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a
/// formula, some of them after blanks too, so such a field gets a leading apostrophe (OWASP, "CSV Injection"). Quoting is
/// left to the writer.
#[must_use]
pub fn spreadsheet(text: &str) -> Cow<'_, str> {
    let begins =
        |text: &str| text.starts_with(['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}']);
    if text.starts_with(['\t', '\r', '\n']) || begins(text.trim_start()) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Characters that may not reach a terminal or an XML file: C0 and C1 controls, the two line separators, the marks that
/// turn the direction of writing (they can disguise a name), and the two noncharacters that XML 1.0 forbids.
fn is_unprintable(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_name_stays_text() {
        assert_eq!(
            xml("<script>alert(\"a\" & 'b')</script>"),
            "&lt;script&gt;alert(&quot;a&quot; &amp; &#39;b&#39;)&lt;/script&gt;"
        );
        assert_eq!(markdown("a|b <i>*x*</i>"), "a\\|b &lt;i&gt;\\*x\\*&lt;/i&gt;");
    }

    #[test]
    fn json_cannot_end_its_script() {
        assert_eq!(
            json_in_html(r#"{"a":"</script><!--&"}"#),
            r#"{"a":"\u003c/script\u003e\u003c!--\u0026"}"#
        );
    }

    #[test]
    fn control_characters_never_get_out() {
        assert_eq!(single_line("a\r\nb\tc\u{1b}[31m\0"), "a b c\u{fffd}[31m\u{fffd}");
        assert_eq!(xml("x\u{202e}y"), "x\u{fffd}y");
    }

    #[test]
    fn fields_that_a_spreadsheet_would_run_get_an_apostrophe() {
        for field in ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1"] {
            assert_eq!(spreadsheet(field), format!("'{field}"));
        }
        assert_eq!(spreadsheet("Zvezda 8052"), "Zvezda 8052");
    }
}
