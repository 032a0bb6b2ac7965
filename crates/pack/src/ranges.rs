//! The ranges that typed reading asks of numbers, noted for whoever wants to offer them to people.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::node::Node;

/// Least and most of numbers by their dotted keys.
pub type Ranges = BTreeMap<String, (f64, f64)>;

thread_local! {
    static NOTED: RefCell<Option<Ranges>> = const { RefCell::new(None) };
}

/// Runs a reading and returns what it gives, with the range of every number that it read on this thread. What is read twice keeps what both
/// ranges allow.
pub fn noting_ranges<T>(read: impl FnOnce() -> T) -> (T, Ranges) {
    let outer = NOTED.replace(Some(Ranges::new()));
    let given = read();
    let noted = NOTED.replace(outer);
    (given, noted.unwrap_or_default())
}

/// Notes the range of a number, if anybody asked.
pub(crate) fn note(node: &Node, least: f64, most: f64) {
    NOTED.with_borrow_mut(|noted| {
        let Some(noted) = noted else { return };
        let range = noted.entry(node.place.key.clone()).or_insert((least, most));
        *range = (range.0.max(least), range.1.min(most));
    });
}
