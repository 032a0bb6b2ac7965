//! Files from disk: bytes to text, with a sentence of its own for every kind of wrong file.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::place::Place;

/// Larger files are not data of ours; the limit keeps a wrong path from filling the memory.
const MOST_BYTES: u64 = 8 << 20;

/// How a file of a user is named in messages: as he named it.
pub(crate) fn label(path: &Path) -> Arc<str> {
    Arc::from(path.to_string_lossy().as_ref())
}

/// Reads a text file.
///
/// # Errors
/// The path does not exist, is no plain file or cannot be read; the file is empty, too large, not text, or not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Diagnostics> {
    let whole = Place::new(&label(path), 0, "");
    let complaint = |found: &str, expected: &str, advice: &str| {
        Diagnostics::from(Diagnostic::error(whole.clone(), found, expected, advice))
    };
    if let Ok(metadata) = fs::metadata(path) {
        if metadata.is_dir() {
            return Err(complaint("a directory", "a file", "name a file in it"));
        }
        // A device may be endless, and a pipe may never begin.
        if !metadata.is_file() {
            return Err(complaint("a device or a pipe", "a plain file", "write the text to a file first"));
        }
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(match error.kind() {
            ErrorKind::NotFound => {
                complaint("no such file", "a file", "look at the spelling and the folder you are in")
            }
            ErrorKind::PermissionDenied => {
                complaint("a file that may not be read", "a readable file", "change its permissions")
            }
            _ => complaint(&format!("an error on reading: {error}"), "a readable file", ""),
        });
    }
    checked_text(path, bytes)
}

/// The text of these bytes, which stand for the file.
///
/// # Errors
/// They are empty, too many, not text, or not UTF-8.
pub(crate) fn checked_text(path: &Path, bytes: Vec<u8>) -> Result<String, Diagnostics> {
    let whole = Place::new(&label(path), 0, "");
    let complaint = |found: &str, expected: &str, advice: &str| {
        Diagnostics::from(Diagnostic::error(whole.clone(), found, expected, advice))
    };
    if bytes.len() as u64 > MOST_BYTES {
        return Err(complaint("more than 8 MiB", "a small text file", "this is hardly the file you meant"));
    }
    if let Some((kind, advice)) = document_kind(&bytes) {
        return Err(complaint(kind, "a plain text file", advice));
    }
    if bytes.contains(&0) {
        return Err(complaint(
            "a file that is not text",
            "a plain text file",
            "this is hardly the file you meant",
        ));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|byte| **byte == b'\n').count() + 1;
        let place = Place { line: u32::try_from(line).unwrap_or(u32::MAX), ..whole.clone() };
        let advice = "save the file with the encoding UTF-8";
        Diagnostics::from(Diagnostic::error(place, "a character that is not UTF-8", "text in UTF-8", advice))
    })?;
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Err(complaint("an empty file", "some TOML in it", "leave the file out, or fill it"));
    }
    Ok(text)
}

/// Kinds of files that people take for text, by their first bytes, with advice.
fn document_kind(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const AS_TEXT: &str = "save it as plain text, under a name that ends in .toml";
    const AS_UTF8: &str = "save it with the encoding UTF-8";
    const WRONG_FILE: &str = "this is hardly the file you meant";
    const KINDS: [(&[u8], &str, &str); 8] = [
        (b"PK\x03\x04", "a document of a word processor or a spreadsheet", AS_TEXT),
        (b"\xd0\xcf\x11\xe0", "an old document of a word processor or a spreadsheet", AS_TEXT),
        (b"{\\rtf", "a document of a word processor (RTF)", AS_TEXT),
        (b"%PDF", "a PDF", WRONG_FILE),
        (b"\x89PNG", "a picture", WRONG_FILE),
        (b"\xff\xd8\xff", "a picture", WRONG_FILE),
        (b"\xff\xfe", "text in UTF-16 (\"Unicode\" in some editors)", AS_UTF8),
        (b"\xfe\xff", "text in UTF-16 (\"Unicode\" in some editors)", AS_UTF8),
    ];
    KINDS.iter().find(|(start, ..)| bytes.starts_with(start)).map(|(_, kind, advice)| (*kind, *advice))
}
