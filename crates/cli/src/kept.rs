//! A page as it lies on disk (`NAME.run.json`): what a command had to say, to be shown again without playing.
//!
//! `matrix` keeps its numbers in `run.json` instead ([`RunRecord`]), from which its page is composed anew.
//!
//! Format changes: 1 first version.

use muster_report::Document;
use muster_results::{Assumption, RunRecord};
use serde::{Deserialize, Serialize};

use crate::exit::Failure;
use crate::output::compact_json;

/// Version of the format; a reader refuses a newer one.
const FORMAT: u32 = 1;

/// Who made a page, from what, and how to repeat it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Origin {
    /// Name and version of the program.
    pub program: String,
    /// Name and version of the way random numbers are made.
    pub randomness: String,
    /// Id of the rule set.
    pub rules: String,
    /// blake3 of the merged rules and data; blank where none were read.
    pub data_hash: String,
    /// Keys that a variant or `--set` changed, as `key = value (was value)`.
    pub changed: Vec<String>,
    /// The user's seed.
    pub seed: u64,
    /// The command line that repeats the run.
    pub command: String,
}

/// What stands behind an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Behind {
    /// Where it came from.
    pub origin: Origin,
    /// Values of the data that are ours and not the rules author's.
    pub assumptions: Vec<Assumption>,
}

/// A page with what stands behind it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// [`FORMAT`] of the writer.
    format: u32,
    /// Which command's page it is: the stem of its files.
    pub page: String,
    /// Where it came from and what was assumed.
    #[serde(flatten)]
    pub behind: Behind,
    /// What the command had to say.
    pub document: Document,
}

/// A stored run of either kind.
pub(crate) enum Stored {
    /// The numbers of a matrix.
    Matrix(Box<RunRecord>),
    /// Any other command's page.
    Page(Box<Kept>),
}

impl Kept {
    /// A page to be kept.
    pub(crate) fn new(page: &str, behind: Behind, document: Document) -> Kept {
        Kept { format: FORMAT, page: page.to_owned(), behind, document }
    }

    /// As JSON text with one line break at the end.
    ///
    /// # Errors
    /// When it cannot be written as JSON, which is a fault of ours.
    pub(crate) fn json(&self) -> Result<String, Failure> {
        compact_json(self).map(|text| text + "\n")
    }
}

/// Reads a stored run.
///
/// # Errors
/// A sentence about what is wrong with the text.
pub(crate) fn read(text: &str) -> Result<Stored, String> {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
        page: Option<String>,
    }
    let malformed = |error: serde_json::Error| muster_results::malformed("stored run", &error);
    let head: Head = serde_json::from_str(text).map_err(malformed)?;
    if head.page.is_none() {
        return RunRecord::from_json(text)
            .map(|record| Stored::Matrix(Box::new(record)))
            .map_err(|error| error.to_string());
    }
    if head.format > FORMAT {
        return Err(format!("a stored page of format {}; this program reads up to {FORMAT}", head.format));
    }
    serde_json::from_str(text).map(|kept| Stored::Page(Box::new(kept))).map_err(malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> Kept {
        let origin = Origin {
            program: "muster 0".to_owned(),
            randomness: String::new(),
            rules: "chimera".to_owned(),
            data_hash: String::new(),
            changed: Vec::new(),
            seed: 1,
            command: "muster audit".to_owned(),
        };
        Kept::new("audit", Behind { origin, assumptions: Vec::new() }, Document::new("A page"))
    }

    #[test]
    fn a_page_of_a_newer_format_is_refused() {
        let text = kept().json().expect("JSON");
        assert!(matches!(read(&text), Ok(Stored::Page(page)) if *page == kept()));
        let newer = text.replacen("\"format\":1", "\"format\":99", 1);
        assert!(read(&newer).is_err_and(|why| why.contains("format 99")));
    }

    #[test]
    fn what_is_no_run_is_told_so() {
        for text in ["", "[]", "{}", "{\"format\": 1}", "{\"format\": 1, \"page\": \"x\"}"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
