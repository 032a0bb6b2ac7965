//! The hash of a pack: of its values alone, whatever their order, comments, sources and files.

use super::node::{Node, Value};
use super::place::META_KEYS;

/// BLAKE3 of the values in the order of their keys, as 64 hexadecimal digits. 4 and 4.0 count as equal.
pub(crate) fn hash_values(set: &str, root: &Node) -> String {
    let mut hasher = blake3::Hasher::new();
    feed_text(&mut hasher, set);
    feed(&mut hasher, &root.value);
    hasher.finalize().to_hex().to_string()
}

/// Every value begins with a letter for its kind, and every text and list with its length, so that no two different
/// trees feed the same bytes.
fn feed(hasher: &mut blake3::Hasher, value: &Value) {
    match value {
        Value::Integer(number) => {
            hasher.update(b"i").update(&number.to_le_bytes());
        }
        Value::Number(number) => match as_whole(*number) {
            Some(whole) => feed(hasher, &Value::Integer(whole)),
            None => {
                hasher.update(b"n").update(&number.to_bits().to_le_bytes());
            }
        },
        Value::Text(text) => {
            hasher.update(b"t");
            feed_text(hasher, text);
        }
        Value::Flag(flag) => {
            hasher.update(if *flag { b"y" } else { b"f" });
        }
        Value::Array(items) => {
            hasher.update(b"a").update(&(items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| feed(hasher, &item.value));
        }
        Value::Table(table) => {
            let mut keys: Vec<_> = table.keys().filter(|key| !META_KEYS.contains(&key.as_str())).collect();
            keys.sort_unstable();
            hasher.update(b"k").update(&(keys.len() as u64).to_le_bytes());
            for key in keys {
                feed_text(hasher, key);
                feed(hasher, &table[key].value);
            }
        }
    }
}

fn feed_text(hasher: &mut blake3::Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
}

/// The whole number that a number equals, up to 2⁵³, where all whole numbers are exact.
fn as_whole(number: f64) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.trunc().to_bits() != number.to_bits() || number.abs() > EXACT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    Some(number as i64)
}
