//! Complaints about data, in people's words.

use std::cell::RefCell;
use std::fmt;

use super::place::Place;

/// Whether a complaint stops the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The data cannot be used.
    Error,
    /// The data can be used, but probably not as meant.
    Warning,
}

/// One complaint: where, what was found, what was expected, what to do.
///
/// ```text
/// my.toml:12: unit "guards", key `save`
///   found "five", expected a whole number from -3 to 12
///   write it as a bare number, for example: save = 5
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where; `None` when no file is to blame.
    pub place: Option<Place>,
    /// What was found, a phrase that fits "found …".
    pub found: String,
    /// What was expected, a phrase that fits "expected …"; may be empty.
    pub expected: String,
    /// What to do; may be empty.
    pub advice: String,
}

impl Diagnostic {
    /// A complaint that stops the program.
    pub fn error(
        place: impl Into<Option<Place>>,
        found: impl Into<String>,
        expected: impl Into<String>,
        advice: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            place: place.into(),
            found: found.into(),
            expected: expected.into(),
            advice: advice.into(),
        }
    }

    /// A complaint that does not stop the program.
    pub fn warning(
        place: impl Into<Option<Place>>,
        found: impl Into<String>,
        expected: impl Into<String>,
        advice: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(place, found, expected, advice) }
    }
}

/// Columns of a line; a longer one is broken before "expected".
const WIDTH: usize = 80;

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = if self.severity == Severity::Warning { "warning: " } else { "" };
        let mut indent = "";
        if let Some(place) = &self.place {
            write!(f, "{head}{place}")?;
            indent = "\n  ";
        } else {
            f.write_str(head)?;
        }
        write!(f, "{indent}found {}", self.found)?;
        if !self.expected.is_empty() {
            let length =
                self.found.chars().count() + self.expected.chars().count() + "  found , expected ".len();
            let gap = if length > WIDTH { "\n  " } else { " " };
            write!(f, ",{gap}expected {}", self.expected)?;
        }
        if !self.advice.is_empty() {
            write!(f, "\n  {}", self.advice)?;
        }
        Ok(())
    }
}

/// Complaints in the order in which they came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

/// How many complaints are shown before "and N more".
const SHOWN: usize = 20;
/// In longer lists repeats are no longer looked for: a file of a million faults must not take forever.
const REMEMBERED: usize = 1000;

impl Diagnostics {
    /// No complaints.
    pub fn new() -> Diagnostics {
        Diagnostics::default()
    }

    /// Adds a complaint; one that says the same of the same place as an earlier one is dropped.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.0.len() > REMEMBERED || !self.0.contains(&diagnostic) {
            self.0.push(diagnostic);
        }
    }

    /// Adds the complaints of another list.
    pub fn append(&mut self, other: Diagnostics) {
        other.0.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many complaints there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether one of them stops the program.
    pub fn has_errors(&self) -> bool {
        self.errors().next().is_some()
    }

    /// The errors, in order.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// The warnings, in order.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning)
    }

    /// All complaints, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// The value with the warnings, or, when there is an error, all complaints.
    ///
    /// # Errors
    /// The complaints, when one of them is an error.
    pub fn into_result<T>(self, value: T) -> Result<(T, Diagnostics), Diagnostics> {
        if self.has_errors() { Err(self) } else { Ok((value, self)) }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Diagnostics {
        Diagnostics(vec![diagnostic])
    }
}

impl fmt::Display for Diagnostics {
    /// Errors first, at most twenty complaints, then how many more there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, diagnostic) in self.errors().chain(self.warnings()).take(SHOWN).enumerate() {
            if count > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{diagnostic}")?;
        }
        if self.len() > SHOWN { write!(f, "\nand {} more", self.len() - SHOWN) } else { Ok(()) }
    }
}

impl std::error::Error for Diagnostics {}

/// Takes complaints from readers that share it.
#[derive(Debug, Default)]
pub struct Sink(RefCell<Diagnostics>);

impl Sink {
    /// An empty sink.
    pub fn new() -> Sink {
        Sink::default()
    }

    /// Adds a complaint.
    pub fn push(&self, diagnostic: Diagnostic) {
        self.0.borrow_mut().push(diagnostic);
    }

    /// Whether a complaint so far stops the program.
    pub fn has_errors(&self) -> bool {
        self.0.borrow().has_errors()
    }

    /// All complaints so far.
    pub fn into_diagnostics(self) -> Diagnostics {
        self.0.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn save() -> Diagnostic {
        let place = Place::new(&Arc::from("my.toml"), 12, "units.guards.save");
        Diagnostic::error(
            place,
            "\"five\"",
            "a whole number from -3 to 12",
            "write it as a bare number, for example: save = 5",
        )
    }

    #[test]
    fn a_complaint_reads_in_three_lines() {
        assert_eq!(
            save().to_string(),
            "my.toml:12: unit \"guards\", key `save`\n  found \"five\", expected a whole number from -3 to 12\n  \
             write it as a bare number, for example: save = 5"
        );
    }

    #[test]
    fn a_complaint_without_place_reads_in_one_line() {
        assert_eq!(Diagnostic::warning(None, "nothing", "", "").to_string(), "warning: found nothing");
    }

    #[test]
    fn twenty_complaints_are_shown_and_the_rest_counted() {
        let mut all = Diagnostics::new();
        for line in 0..25 {
            all.push(Diagnostic::error(None, format!("fault {line}"), "", ""));
        }
        all.push(Diagnostic::error(None, "fault 3", "", ""));
        let text = all.to_string();
        assert_eq!(text.lines().count(), 21);
        assert!(text.ends_with("found fault 19\nand 5 more"), "{text}");
    }

    #[test]
    fn warnings_alone_keep_the_value() {
        let warned = Diagnostics::from(Diagnostic::warning(None, "x", "", ""));
        assert_eq!(warned.clone().into_result(1), Ok((1, warned)));
        assert_eq!(Diagnostics::from(save()).into_result(1), Err(Diagnostics::from(save())));
    }
}
