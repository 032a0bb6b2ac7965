//! Lengths of the data: inches there, whole quarters (q) in all calculations.

use std::ops::RangeInclusive;

use crate::pack::Reader;

/// An inch in q: positions are whole quarter inches.
pub const INCH: i32 = 4;
/// The same, for lengths that come as decimal fractions of an inch.
pub const QUARTERS: f64 = INCH as f64;
/// The largest length in a conditions file, in inches: no table of people is larger, and all sums stay exact.
const MOST_INCHES: f64 = 1000.0;

/// Reads a length in inches within a range, which must stay below 2^28, as quarter inches; complains when it is not a
/// whole number of quarters.
pub fn quarters(reader: &Reader<'_>, key: &str, range: RangeInclusive<f64>) -> Option<i32> {
    let inches = reader.number(key, range)?;
    let quarters = inches * QUARTERS;
    if quarters.fract().abs() > 0.0 {
        let (below, above) = (quarters.floor() / QUARTERS, quarters.ceil() / QUARTERS);
        let advice = format!("write {below} or {above}");
        reader.complain(key, &format!("{inches} inches"), "inches in whole quarters", &advice);
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a whole number within the range above")]
    Some(quarters as i32)
}

/// A length of at least a quarter inch, in q.
pub(super) fn length(reader: &Reader<'_>, key: &str) -> Option<i32> {
    inches(reader, key, 1.0 / QUARTERS)
}

/// A length of so many inches at least and a thousand at most, in q.
pub(super) fn inches(reader: &Reader<'_>, key: &str, least: f64) -> Option<i32> {
    quarters(reader, key, least..=MOST_INCHES)
}

/// A length in words, in inches.
pub(super) fn in_inches(quarters: i32) -> f64 {
    f64::from(quarters) / QUARTERS
}
