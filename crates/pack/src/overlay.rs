//! Layers over layers: what a later layer says wins, key by key.

use super::node::{Node, Value};
use super::place::{Provenance, Status, join};

/// Lays a tree over another: tables merge, everything else is replaced and brings its place along. A box is replaced
/// whole, for a unit that is not in the new list must not linger.
pub(crate) fn overlay(target: &mut Node, source: Node) {
    overlay_at(target, source, "");
}

fn overlay_at(target: &mut Node, source: Node, path: &str) {
    match (&mut target.value, source.value) {
        (Value::Table(known), Value::Table(added)) => {
            for (key, node) in added {
                match known.get_mut(&key) {
                    Some(old) if path != "boxes" => overlay_at(old, node, &join(path, &key)),
                    _ => {
                        known.insert(key, node);
                    }
                }
            }
        }
        (_, value) => {
            let changed = target.value.show() != value.show();
            let mut node = Node { value, place: source.place, provenance: source.provenance };
            // A copy of a printed file with a number changed still carries the printed source: the new number is not
            // from there.
            if changed && says_the_same(target.provenance.as_ref(), node.provenance.as_ref()) {
                let source = node.place.file.to_string();
                stamp(&mut node, Status::Assumed, &source);
            }
            *target = node;
        }
    }
}

fn says_the_same(old: Option<&Provenance>, new: Option<&Provenance>) -> bool {
    match (old, new) {
        (Some(old), Some(new)) => old.status == new.status && old.source == new.source,
        (_, new) => new.is_none(),
    }
}

/// Gives a value and all below it a new provenance, at the places where they stand.
fn stamp(node: &mut Node, status: Status, source: &str) {
    let place = node.place.clone();
    node.provenance = Some(Provenance { status, source: source.to_owned(), why: None, place });
    match &mut node.value {
        Value::Table(table) => table.values_mut().for_each(|inner| stamp(inner, status, source)),
        Value::Array(items) => items.iter_mut().for_each(|inner| stamp(inner, status, source)),
        _ => {}
    }
}
