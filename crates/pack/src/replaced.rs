//! Warnings about what a user's files put in place of shipped entries: a known id is easily taken by accident.

use super::diagnostic::{Diagnostic, Diagnostics};
use super::node::{Node, Table};
use super::place::Place;

/// The warning about one entry that is used whole in place of another: `what` is a box or a unit.
pub(crate) fn replaced(what: &str, id: &str, old: &Place, new: &Place) -> Diagnostic {
    warning(what, id, [old, new], "this one is used and not that one; give it another id to have both")
}

fn warning(what: &str, id: &str, [old, new]: [&Place; 2], advice: &str) -> Diagnostic {
    let found = format!("{what} \"{id}\", which is also at {}", old.spot());
    Diagnostic::warning(new.clone(), found, "an id of its own", advice)
}

/// Where the id of a box stands.
pub(crate) fn place_of_box(node: &Node) -> &Place {
    &node.at(&["box", "id"]).unwrap_or(node).place
}

/// Warns about the entries of `--data` that take the place of other ones although they are no edited copies of them:
/// a box in a file of another name, and in a file that has not all of the shipped entries one that differs.
pub(crate) fn warn_of_data(root: &Node, data: &Node, complaints: &mut Diagnostics) {
    let tables = |list: &str| -> Option<(&Table, &Table)> {
        Some((root.get(list)?.as_table()?, data.get(list)?.as_table()?))
    };
    if let Some((known, added)) = tables("boxes") {
        for (id, node) in added {
            let (Some(old), new) = (known.get(id).map(place_of_box), place_of_box(node)) else { continue };
            if file_name(old) != file_name(new) {
                complaints.push(replaced("the box", id, old, new));
            }
        }
    }
    for (list, what) in [("units", "the unit"), ("weapons", "the weapon"), ("troops", "the troop type")] {
        let Some((known, added)) = tables(list) else { continue };
        if known.keys().all(|id| added.contains_key(id)) {
            continue;
        }
        for (id, node) in added.iter().filter(|(_, node)| node.as_table().is_some()) {
            let Some(old) = known.get(id).filter(|old| old.value.show() != node.value.show()) else {
                continue;
            };
            let advice =
                "what it says is used in place of what stands there; give it another id to have both";
            complaints.push(warning(what, id, [&old.place, &node.place], advice));
        }
    }
}

/// The last part of a path, without the remark that the file is built in.
fn file_name(place: &Place) -> &str {
    let path = place.file.split(" (built in)").next().unwrap_or_default();
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
