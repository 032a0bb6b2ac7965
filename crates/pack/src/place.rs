//! Where a value stands and where it comes from.

use std::fmt;
use std::sync::Arc;

/// Where a value stands: file, line and key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// `datasets/chimera/rules.toml (built in)`, the path as the user gave it, or `--set`.
    pub file: Arc<str>,
    /// Line, counted from 1; 0 where there is none, as on the command line.
    pub line: u32,
    /// Dotted path of the key, such as `morale.passes_on` or `units.guards.figures.1.mp`. An entry of a list
    /// goes by its `id`, or by its number counted from 1. Empty for a whole file.
    pub key: String,
}

impl Place {
    /// A place in a file.
    pub fn new(file: &Arc<str>, line: u32, key: impl Into<String>) -> Place {
        Place { file: Arc::clone(file), line, key: key.into() }
    }

    /// The same file and line under another key.
    pub fn with_key(&self, key: impl Into<String>) -> Place {
        Place { file: Arc::clone(&self.file), line: self.line, key: key.into() }
    }

    /// File and line without the key: `my.toml:12`.
    pub fn spot(&self) -> String {
        if self.line == 0 { self.file.to_string() } else { format!("{}:{}", self.file, self.line) }
    }
}

impl fmt::Display for Place {
    /// `my.toml:12: unit "guards", key `save``.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spot())?;
        let words = key_in_words(&self.key);
        if words.is_empty() { Ok(()) } else { write!(f, ": {words}") }
    }
}

/// Where a number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It stands in the rules text.
    Printed,
    /// It follows from the text or from a page that is cited.
    Inferred,
    /// It is ours; a reason is required.
    Assumed,
}

impl Status {
    /// The words of the data files, in the order of the variants.
    pub const WORDS: [&'static str; 3] = ["printed", "inferred", "assumed"];

    /// Reads a word of the data files.
    pub fn from_word(word: &str) -> Option<Status> {
        [Status::Printed, Status::Inferred, Status::Assumed].into_iter().find(|status| status.word() == word)
    }

    /// The word of the data files.
    pub fn word(self) -> &'static str {
        Status::WORDS[self as usize]
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Where a value comes from, as the data say it of the value, its table or its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// Printed, inferred or assumed.
    pub status: Status,
    /// The passage, page or file.
    pub source: String,
    /// The reason; always there for an assumed value of the built-in data.
    pub why: Option<String>,
    /// Where the value stands.
    pub place: Place,
}

/// The keys that speak about provenance; every table may have them.
pub(crate) const META_KEYS: [&str; 4] = ["source", "status", "why", "note"];

/// Adds a segment to a dotted path; segments that TOML would have to quote are quoted.
pub(crate) fn join(path: &str, segment: &str) -> String {
    let bare =
        !segment.is_empty() && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let segment = if bare { segment.to_owned() } else { format!("{segment:?}") };
    if path.is_empty() { segment } else { format!("{path}.{segment}") }
}

/// Splits a dotted path into its segments, still quoted where they were.
fn segments(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (at, c) in path.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '.' if !quoted => {
                parts.push(&path[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&path[start..]);
    parts
}

/// A dotted path as people say it: `units.guards.save` is `` unit "guards", key `save` ``.
pub(crate) fn key_in_words(path: &str) -> String {
    if path.is_empty() {
        return String::new();
    }
    let parts = segments(path);
    let mut rest = parts.as_slice();
    let mut words = Vec::new();
    if let ["boxes", id, tail @ ..] = rest {
        words.push(format!("box {}", quoted(id)));
        rest = match tail {
            ["box", tail @ ..] => tail,
            other => other,
        };
    }
    if let ["units" | "unit", id, tail @ ..] = rest {
        words.push(format!("unit {}", quoted(id)));
        rest = tail;
    }
    let is_number = |segment: &&str| segment.bytes().all(|b| b.is_ascii_digit());
    while let Some(at) = rest.iter().skip(1).position(is_number) {
        let (name, tail) = rest.split_at(at + 1);
        words.push(format!("entry {} of `{}`", tail[0], name.join(".")));
        rest = &tail[1..];
    }
    if !rest.is_empty() {
        words.push(format!("key `{}`", rest.join(".")));
    }
    words.join(", ")
}

fn quoted(segment: &str) -> String {
    match segment {
        number if number.bytes().all(|b| b.is_ascii_digit()) => number.to_owned(),
        name if name.starts_with('"') => name.to_owned(),
        name => format!("\"{name}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_reads_as_people_say_it() {
        assert_eq!(key_in_words("units.guards.save"), "unit \"guards\", key `save`");
        assert_eq!(
            key_in_words("boxes.zulus.unit.horn.figures.2.mp"),
            "box \"zulus\", unit \"horn\", entry 2 of `figures`, key `mp`"
        );
        assert_eq!(key_in_words("boxes.zulus.box.figures"), "box \"zulus\", key `figures`");
        assert_eq!(key_in_words("unit.3"), "unit 3");
        assert_eq!(key_in_words("morale.passes_on"), "key `morale.passes_on`");
        assert_eq!(key_in_words("morale.retreat_percent.2"), "entry 2 of `morale.retreat_percent`");
        assert_eq!(key_in_words(&join("units", "the old.guard")), "unit \"the old.guard\"");
        assert_eq!(key_in_words(""), "");
    }

    #[test]
    fn a_place_without_line_shows_only_its_file() {
        assert_eq!(Place::new(&Arc::from("--set"), 0, "a.b").to_string(), "--set: key `a.b`");
        assert_eq!(Place::new(&Arc::from("x.toml"), 7, "").to_string(), "x.toml:7");
    }

    #[test]
    fn every_status_word_reads_back() {
        for word in Status::WORDS {
            assert_eq!(Status::from_word(word).map(Status::word), Some(word));
        }
        assert_eq!(Status::from_word("guessed"), None);
    }
}
