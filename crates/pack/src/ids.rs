//! Ids and names of what users add: short enough to type, plain enough for every shell and file.

use super::diagnostic::{Diagnostic, Diagnostics};
use super::node::Node;
use super::place::Place;

/// The tables whose keys are ids that people type.
const TABLES: [&str; 3] = ["weapons", "troops", "conditions"];

/// Whether an id is made of small letters, digits, hyphens and underscores, and begins with a letter or a digit.
fn is_sound(id: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    id.chars().all(plain) && id.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Complains about an id that nobody should have to type.
pub(crate) fn check_id(id: &str, place: &Place, complaints: &mut Diagnostics) {
    if is_sound(id) {
        return;
    }
    let plain = plain_form(id);
    let advice = if plain.is_empty() { String::new() } else { format!("for example: {plain}") };
    let found = format!("the id {id:?}");
    complaints.push(Diagnostic::error(
        place.clone(),
        found,
        "an id of small letters, digits and hyphens",
        advice,
    ));
}

/// What the id might be instead: `My Guards!` as `my-guards`.
fn plain_form(id: &str) -> String {
    let plain: String = id
        .to_lowercase()
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' })
        .collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-").trim_start_matches('_').to_owned()
}

/// Complains about the ids of weapons, troop types and conditions, which are keys of tables.
pub(crate) fn check_keys(root: &Node, complaints: &mut Diagnostics) {
    for table in TABLES {
        let entries = root.get(table).and_then(Node::as_table);
        let entries = entries.into_iter().flatten().filter(|(_, entry)| entry.as_table().is_some());
        entries.for_each(|(id, entry)| check_id(id, &entry.place, complaints));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_plain_words() {
        for sound in ["celts", "my-guards", "2nd_foot", "8th"] {
            assert!(is_sound(sound), "{sound}");
        }
        for odd in ["", "My", "a b", "-a", "_a", "a.b", "a/b", "häuptling", "=1+1", "a\"b"] {
            assert!(!is_sound(odd), "{odd}");
        }
        assert_eq!(plain_form("My Guards!"), "my-guards");
        assert_eq!(plain_form("=1+1"), "1-1");
        assert_eq!(plain_form("?"), "");
    }
}
