//! Units and boxes from files that the user names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::diagnostic::Diagnostics;
use super::files::label;
use super::load::Sources;
use super::mount::{Origin, PackFile, box_entry, twice, unit_entries};
use super::node::{Node, Table, Value};
use super::parse::parse_text;
use super::place::Place;
use super::provenance::Said;
use super::replaced::{place_of_box, replaced};

/// Adds the units of the files to `units` and returns their ids. A unit of the data with the same id is replaced
/// whole, with a warning; two units of the user with one id are a complaint that names both places.
pub(crate) fn mount_units(
    root: &mut Node,
    sources: &Sources,
    files: &mut Vec<PackFile>,
    complaints: &mut Diagnostics,
) -> Vec<String> {
    let mut seen: BTreeMap<String, Place> = BTreeMap::new();
    let mut ids = Vec::new();
    let mut read = Vec::new();
    for path in &sources.unit_files {
        if repeated(path, &mut read) {
            continue;
        }
        let Some((node, file)) = taken(read_file(sources, path, Origin::Units(path.clone())), complaints)
        else {
            continue;
        };
        files.push(file);
        for (id, unit) in unit_entries(node, complaints) {
            if let Some(first) = seen.get(&id) {
                complaints.push(twice(&id, "unit", first, &unit.place));
                continue;
            }
            seen.insert(id.clone(), unit.place.clone());
            if let Some(old) = root.at(&["units", &id]) {
                complaints.push(replaced("the unit", &id, &old.place, &unit.place));
            }
            put_under(root, "units", &id, unit);
            ids.push(id);
        }
    }
    ids
}

/// Adds the boxes of the files to `boxes` and returns the id of each file's box, in order; a file named twice is
/// loaded once and returned twice. A box of the data with the same id is replaced whole, with a warning.
pub(crate) fn mount_boxes(
    root: &mut Node,
    sources: &Sources,
    files: &mut Vec<PackFile>,
    complaints: &mut Diagnostics,
) -> Vec<String> {
    let mut seen: BTreeMap<String, Place> = BTreeMap::new();
    let mut read: Vec<(PathBuf, Option<String>)> = Vec::new();
    for path in &sources.box_files {
        let real = real_path(path);
        if let Some((_, id)) = read.iter().find(|(earlier, _)| *earlier == real) {
            let again = (real, id.clone());
            read.push(again);
            continue;
        }
        let mut id = None;
        if let Some((node, file)) = taken(read_file(sources, path, Origin::Box(path.clone())), complaints) {
            files.push(file);
            if let Some((own, node)) = box_entry(node, complaints) {
                if let Some(first) = seen.get(&own) {
                    complaints.push(twice(&own, "box", first, place_of_box(&node)));
                } else {
                    seen.insert(own.clone(), place_of_box(&node).clone());
                    if let Some(old) = root.at(&["boxes", &own]) {
                        complaints.push(replaced("the box", &own, place_of_box(old), place_of_box(&node)));
                    }
                    put_under(root, "boxes", &own, node);
                    id = Some(own);
                }
            }
        }
        read.push((real, id));
    }
    read.into_iter().filter_map(|(_, id)| id).collect()
}

fn read_file(sources: &Sources, path: &Path, origin: Origin) -> Result<(Node, PackFile), Diagnostics> {
    let text = sources.text_of(path)?;
    let label = label(path);
    let node = parse_text(&label, &text, &Said::default())?;
    Ok((node, PackFile { label, relative: None, origin, text: Arc::from(text) }))
}

fn taken<T>(read: Result<T, Diagnostics>, complaints: &mut Diagnostics) -> Option<T> {
    read.map_err(|faults| complaints.append(faults)).ok()
}

fn real_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn repeated(path: &Path, read: &mut Vec<PathBuf>) -> bool {
    let real = real_path(path);
    let repeated = read.contains(&real);
    read.push(real);
    repeated
}

fn put_under(root: &mut Node, table: &str, id: &str, node: Node) {
    let place = node.place.clone();
    let Some(tables) = root.as_table_mut() else { return };
    let under =
        tables.entry(table.to_owned()).or_insert_with(|| Node::bare(Value::Table(Table::new()), place));
    if let Some(entries) = under.as_table_mut() {
        entries.insert(id.to_owned(), node);
    }
}
