//! Syntax errors in words for people who know TOML at best.

use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::node::{Value, shorten};
use super::parse::Lines;
use super::place::Place;

/// What a line of a data file may be.
const LINE: &str = "a line such as `save = 5`, or a heading";

/// A syntax error with its line quoted and advice for the usual slips.
pub(crate) fn syntax_error(
    file: &Arc<str>,
    text: &str,
    lines: &Lines,
    error: &toml::de::Error,
) -> Diagnostics {
    if let Some(diagnostic) = spreadsheet(file, text) {
        return diagnostic.into();
    }
    let span = error.span().unwrap_or(0..0);
    let number = lines.line(span.start.min(text.len().saturating_sub(1)));
    let line = text.lines().nth(number as usize - 1).unwrap_or_default();
    let place = Place::new(file, number, "");
    if error.message().starts_with("duplicate key") {
        let key = text.get(span).unwrap_or(line).trim();
        let found = format!("`{}` a second time", shorten(key));
        return Diagnostic::error(
            place,
            found,
            "each key once in a table",
            "remove one of the two, or rename it",
        )
        .into();
    }
    let found = if line.trim().is_empty() {
        "the end of a value that is not finished".to_owned()
    } else {
        format!("`{}`", shorten(line.trim()))
    };
    Diagnostic::error(place, found, LINE, advice(line, error.message())).into()
}

fn advice(line: &str, message: &str) -> String {
    let line = line.split('#').next().unwrap_or(line).trim();
    let (key, value) = line.split_once('=').map_or((line, ""), |(key, value)| (key.trim(), value.trim()));
    if line.contains(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}', '\u{ab}', '\u{bb}']) {
        return "use straight quotation marks (\"), not the curly ones of a word processor".to_owned();
    }
    if line.contains('=') && value.is_empty() {
        return format!("write a value after the equals sign of `{}`", shorten(key));
    }
    if is_decimal_comma(value) {
        return format!(
            "write a decimal point instead of the comma: {} = {}",
            shorten(key),
            value.replace(',', ".")
        );
    }
    if ["True", "TRUE", "False", "FALSE"].contains(&value) {
        return format!("write it in small letters: {} = {}", shorten(key), value.to_lowercase());
    }
    // `save = 5 inches`.
    if let Some((number, _)) = value.split_once(char::is_whitespace)
        && number.parse::<f64>().is_ok_and(f64::is_finite)
    {
        return format!("write the number alone: {} = {number}", shorten(key));
    }
    if message.contains("string values must be quoted") || starts_like_text(value) {
        return format!(
            "put text into quotation marks: {} = \"{}\"",
            shorten(key),
            shorten(value.trim_matches('"'))
        );
    }
    if !line.contains('=') && !line.starts_with('[') {
        if let Some((key, value)) = line.split_once(':') {
            let value = if starts_like_text(value.trim()) {
                Value::Text(value.trim().to_owned()).show()
            } else {
                value.trim().to_owned()
            };
            let line = format!("{} = {value}", key.trim());
            return format!("write an equals sign instead of the colon: {}", shorten(&line));
        }
        return "write key = value, or begin the line with # to make it a remark".to_owned();
    }
    if line.starts_with('[') {
        return "close the heading with as many brackets as it opens: [morale] or [[unit]]".to_owned();
    }
    if key.contains(' ') && !key.starts_with('"') {
        return format!(
            "a key has no blanks: write {}",
            shorten(&key.split_whitespace().collect::<Vec<_>>().join("_"))
        );
    }
    in_words(message).map_or_else(
        || format!("the TOML reader says: {}", message.lines().next().unwrap_or("this is not TOML")),
        str::to_owned,
    )
}

/// What the parser says, in words of people, where its own are those of a grammar.
fn in_words(message: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 9] = [
        ("invalid basic string, expected `\"`", "close the quotation mark at the end of the text"),
        ("invalid literal string", "close the quotation mark at the end of the text"),
        ("invalid basic string", "write \\\\ for a backslash, and no control characters"),
        ("missing opening quote", "open the quotation mark, or leave out the closing one"),
        ("unclosed array", "close the list with a ]"),
        ("unclosed inline table", "close the table with a }"),
        ("unquoted keys cannot be empty", "write a key before the equals sign"),
        ("unexpected leading zero", "leave out the zero in front"),
        ("unexpected key or value", "begin a new line after the value, or put a # before a remark"),
    ];
    WORDS.iter().find(|(start, _)| message.starts_with(start)).map(|(_, words)| *words)
}

/// `0,5` as people outside the English-speaking world write it.
fn is_decimal_comma(value: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    value.trim_start_matches('-').split_once(',').is_some_and(|(whole, rest)| digits(whole) && digits(rest))
}

fn starts_like_text(value: &str) -> bool {
    let word: String = value.chars().take_while(|c| c.is_alphanumeric()).collect();
    value.starts_with(char::is_alphabetic) && !["true", "false", "inf", "nan"].contains(&word.as_str())
}

/// A table of a spreadsheet: separators in the first line, and no equals sign.
fn spreadsheet(file: &Arc<str>, text: &str) -> Option<Diagnostic> {
    let (at, first) = text.lines().enumerate().find(|(_, line)| !line.trim().is_empty())?;
    let separators = [',', ';', '\t'].map(|separator| first.matches(separator).count());
    if first.contains('=')
        || first.trim_start().starts_with(['[', '#'])
        || separators.iter().all(|count| *count < 2)
    {
        return None;
    }
    Some(Diagnostic::error(
        Place::new(file, u32::try_from(at + 1).unwrap_or(u32::MAX), ""),
        format!("what looks like a table of a spreadsheet (CSV): `{}`", shorten(first.trim())),
        "a TOML file",
        "write each row as a block: [[unit]], then id = \"...\", name = \"...\", one key a line",
    ))
}
