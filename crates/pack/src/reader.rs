//! Typed reading of a table, with the complaints collected.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::diagnostic::{Diagnostic, Sink};
use super::load::Pack;
use super::nearest::nearest;
use super::node::{Node, Table, Value};
use super::place::{META_KEYS, Place, Provenance, join};

/// Reads one table: every key that is asked for becomes a known key, every fault goes to the sink, and
/// [`finish`](Reader::finish) complains about the keys that nobody asked for.
///
/// The methods without `_or` or `optional_` complain about a missing key. All of them return `None` (or nothing, in
/// lists) after a complaint, so that a caller can go on and gather further complaints.
#[derive(Debug)]
pub struct Reader<'a> {
    pub(super) node: &'a Node,
    pub(super) table: &'a Table,
    pub(super) sink: &'a Sink,
    name: String,
    known: RefCell<BTreeSet<String>>,
}

static EMPTY: LazyLock<Table> = LazyLock::new(Table::new);

impl<'a> Reader<'a> {
    /// A reader of the whole tree of a pack.
    pub fn root(pack: &'a Pack, sink: &'a Sink) -> Reader<'a> {
        Reader::of_node(&pack.root, sink)
    }

    /// A reader of any table; complains about anything else and then reads as an empty table.
    pub fn of_node(node: &'a Node, sink: &'a Sink) -> Reader<'a> {
        let table = node.as_table().unwrap_or_else(|| {
            let advice = "write it as a table: a heading in brackets, or { key = value }";
            sink.push(Diagnostic::error(node.place.clone(), node.value.found(), "a table", advice));
            &EMPTY
        });
        Reader { node, table, sink, name: node.place.key.clone(), known: RefCell::default() }
    }

    /// Dotted path of the table, such as `rulings.split_fire`; empty for the root.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Place of a key, or, for a missing one, of its table.
    pub fn place(&self, key: &str) -> Place {
        let place = self.table.get(key).map_or(&self.node.place, |node| &node.place);
        place.with_key(join(&self.name, key))
    }

    /// Whether a later layer (`--data`, a variant, `--set`) has given the key its value: it stands in another file than its table.
    pub fn is_overlaid(&self, key: &str) -> bool {
        self.table.get(key).is_some_and(|node| node.place.file != self.node.place.file)
    }

    /// Makes a key known without reading it.
    pub fn know(&self, key: &str) {
        if !self.known.borrow().contains(key) {
            self.known.borrow_mut().insert(key.to_owned());
        }
    }

    /// Whether the key is there; makes it known.
    pub fn has(&self, key: &str) -> bool {
        self.node(key).is_some()
    }

    /// The node of a key; makes it known.
    pub fn node(&self, key: &str) -> Option<&'a Node> {
        self.know(key);
        self.table.get(key)
    }

    /// All keys but the ones about provenance, in the order of the file. Makes none of them known.
    pub fn keys(&self) -> Vec<String> {
        self.table.keys().filter(|key| !META_KEYS.contains(&key.as_str())).cloned().collect()
    }

    /// The node of a key that must be there.
    pub(super) fn required(&self, key: &str, expected: &str) -> Option<&'a Node> {
        let node = self.node(key);
        if node.is_none() {
            let near = nearest(
                key,
                self.table.keys().map(String::as_str).filter(|near| !self.known.borrow().contains(*near)),
            );
            let advice =
                near.map_or_else(|| format!("add {key} = ..."), |near| format!("is `{near}` meant for it?"));
            self.complain(key, "nothing", expected, &advice);
        }
        node
    }

    /// A table below this one.
    pub fn table(&self, key: &str) -> Option<Reader<'a>> {
        self.required(key, "a table")?;
        self.optional_table(key)
    }

    /// A table below this one, if it is there.
    pub fn optional_table(&self, key: &str) -> Option<Reader<'a>> {
        let node = self.node(key)?;
        let reader = Reader::of_node(node, self.sink);
        node.as_table().map(|_| reader)
    }

    /// All tables below this one by their keys, in the order of the file; makes them known. Other values stay for
    /// [`finish`](Reader::finish) to complain about.
    pub fn entries(&self) -> Vec<(String, Reader<'a>)> {
        let tables = self.table.iter().filter(|(_, node)| node.as_table().is_some());
        tables
            .map(|(key, node)| {
                self.know(key);
                (key.clone(), Reader::of_node(node, self.sink))
            })
            .collect()
    }

    /// The tables of a list that must be there.
    pub fn list(&self, key: &str) -> Vec<Reader<'a>> {
        if self.required(key, "a list of tables").is_none() { Vec::new() } else { self.optional_list(key) }
    }

    /// The tables of a list; nothing when it is not there.
    pub fn optional_list(&self, key: &str) -> Vec<Reader<'a>> {
        let Some(items) = self.array(key, "a list of tables") else { return Vec::new() };
        let tables = items.iter().map(|item| (item.as_table().is_some(), Reader::of_node(item, self.sink)));
        tables.filter(|(is_table, _)| *is_table).map(|(_, reader)| reader).collect()
    }

    /// The entries of a list that may hold names and tables mixed, such as `weapons = ["longbow", { fp = 1 }]`; nothing
    /// when it is not there.
    pub fn names_or_tables(&self, key: &str) -> Vec<NameOrTable<'a>> {
        let Some(items) = self.array(key, "a list") else { return Vec::new() };
        let mut read = Vec::new();
        for item in items {
            match &item.value {
                Value::Text(name) => read.push(NameOrTable::Name(name, item.place.clone())),
                Value::Table(_) => read.push(NameOrTable::Table(Reader::of_node(item, self.sink))),
                other => self.push(&item.place, other.found(), "a name in quotation marks, or a table", ""),
            }
        }
        read
    }

    /// The items of a list, if the key is there.
    pub(super) fn array(&self, key: &str, expected: &str) -> Option<&'a [Node]> {
        let node = self.node(key)?;
        let items = node.as_array();
        if items.is_none() {
            let advice = match node.value {
                Value::Table(_) => format!("write a list: [[{key}]] with double brackets, or {key} = [...]"),
                _ => format!("put it into brackets: {key} = [{}]", node.value.found()),
            };
            self.push(&node.place, node.value.found(), expected, &advice);
        }
        items
    }

    /// Where the value of a key comes from: as its data say, its table, the tables above or the file.
    pub fn provenance(&self, key: &str) -> Option<Provenance> {
        self.node(key)?.provenance.clone()
    }

    /// Complains about every plain value of this table that has neither a source nor a status, nor inherits them.
    pub fn require_provenance(&self) {
        for (key, node) in self.table.iter().filter(|(key, _)| !META_KEYS.contains(&key.as_str())) {
            if node.as_table().is_none() && node.provenance.is_none() {
                let advice =
                    "add source = \"...\" and status = \"printed\", \"inferred\" or \"assumed\" to the table";
                self.complain(key, "no provenance", "a source and a status", advice);
            }
        }
    }

    /// Complains about a key: an error.
    pub fn complain(&self, key: &str, found: &str, expected: &str, advice: &str) {
        self.sink.push(Diagnostic::error(self.place(key), found, expected, advice));
    }

    /// Warns about a key.
    pub fn warn(&self, key: &str, found: &str, expected: &str, advice: &str) {
        self.sink.push(Diagnostic::warning(self.place(key), found, expected, advice));
    }

    pub(super) fn push(&self, place: &Place, found: impl Into<String>, expected: &str, advice: &str) {
        self.sink.push(Diagnostic::error(place.clone(), found, expected, advice));
    }

    /// Complains about every key that nobody asked for, with the nearest key that is known.
    pub fn finish(self) {
        let known = self.known.borrow();
        for (key, node) in self.table {
            if known.contains(key) || META_KEYS.contains(&key.as_str()) {
                continue;
            }
            let (used, unused): (Vec<&str>, Vec<&str>) =
                known.iter().map(String::as_str).partition(|near| self.table.contains_key(*near));
            // A key that is not there yet is more likely meant than one that is.
            let near = nearest(key, unused).or_else(|| nearest(key, used));
            let advice = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => "remove it, or look at the shipped data for the keys of this table".to_owned(),
            };
            self.push(&node.place.with_key(join(&self.name, key)), "an unknown key", "", &advice);
        }
    }
}

/// An entry of a list of names and tables.
#[derive(Debug)]
pub enum NameOrTable<'a> {
    /// A name, and where it stands.
    Name(&'a str, Place),
    /// A table.
    Table(Reader<'a>),
}

/// A range of whole numbers in words: `a whole number from -3 to 12`.
pub(super) fn whole_in_words(range: &RangeInclusive<i64>) -> String {
    match (*range.start(), *range.end()) {
        (i64::MIN, i64::MAX) => "a whole number".to_owned(),
        (least, i64::MAX) => format!("a whole number of at least {least}"),
        (i64::MIN, most) => format!("a whole number of at most {most}"),
        (least, most) => format!("a whole number from {least} to {most}"),
    }
}

/// A range of numbers in words: `a number from 0 to 1`.
pub(super) fn number_in_words(range: &RangeInclusive<f64>) -> String {
    match (*range.start(), *range.end()) {
        (least, most) if least <= f64::MIN && most >= f64::MAX => "a number".to_owned(),
        (least, most) if most >= f64::MAX => format!("a number of at least {least}"),
        (least, most) if least <= f64::MIN => format!("a number of at most {most}"),
        (least, most) => format!("a number from {least} to {most}"),
    }
}
