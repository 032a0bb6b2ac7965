//! What typed reading asks of numbers, noted for whoever wants to offer them to people.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// What a number may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowed {
    /// Least.
    pub least: f64,
    /// Most.
    pub most: f64,
    /// What it is where the data leave it out; `None` where they give it, or where nothing stands in for it.
    pub left_out: Option<f64>,
}

/// What numbers may be, by their dotted keys: those of the data, and those that they leave out.
pub type Ranges = BTreeMap<String, Allowed>;

thread_local! {
    static NOTED: RefCell<Option<Ranges>> = const { RefCell::new(None) };
}

/// Runs a reading and returns what it gives, with what it asks of every number that it looked for on this thread. What is read twice keeps
/// what both readings allow.
pub fn noting_ranges<T>(read: impl FnOnce() -> T) -> (T, Ranges) {
    let outer = NOTED.replace(Some(Ranges::new()));
    let given = read();
    let noted = NOTED.replace(outer);
    (given, noted.unwrap_or_default())
}

/// Notes, if anybody asked, that a number lies between two others: for checks that look at more than the number itself. An end that is not
/// bound is infinite.
pub fn note_range(key: &str, least: f64, most: f64) {
    note(|| key.to_owned(), (least, most), None);
}

/// Notes what a number may be, and what it is where it is left out, if anybody asked.
pub(crate) fn note(key: impl FnOnce() -> String, (least, most): (f64, f64), left_out: Option<f64>) {
    NOTED.with_borrow_mut(|noted| {
        let Some(noted) = noted else { return };
        let allowed = noted.entry(key()).or_insert(Allowed { least, most, left_out });
        (allowed.least, allowed.most) = (allowed.least.max(least), allowed.most.min(most));
        allowed.left_out = allowed.left_out.or(left_out);
    });
}
