//! Values that remember where they stand.

use indexmap::IndexMap;

use super::place::{META_KEYS, Place, Provenance, join};

/// A table: entries in the order of the file.
pub type Table = IndexMap<String, Node>;

/// A value with its place and, where the data give one, its provenance.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The value; `{ value = 4, source = "…" }` is read as 4.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
    /// Its own provenance, else that of its table, of the tables above, of the file's `[about]` or `[box]`.
    pub provenance: Option<Provenance>,
}

/// What the data files can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Named entries.
    Table(Table),
    /// A list.
    Array(Vec<Node>),
    /// A whole number.
    Integer(i64),
    /// A number with a fraction; always finite, never the negative zero.
    Number(f64),
    /// A text.
    Text(String),
    /// True or false.
    Flag(bool),
}

/// Longest rendering of a value inside a complaint, in characters.
const SHOWN_CHARS: usize = 60;

impl Value {
    /// The value as it would be written in a data file, tables and lists included.
    pub fn show(&self) -> String {
        match self {
            Value::Integer(number) => number.to_string(),
            Value::Number(number) => format!("{number:?}"),
            Value::Text(text) => show_text(text),
            Value::Flag(flag) => flag.to_string(),
            Value::Array(items) => {
                format!("[{}]", items.iter().map(|item| item.value.show()).collect::<Vec<_>>().join(", "))
            }
            Value::Table(table) if table.is_empty() => "{}".to_owned(),
            Value::Table(table) => {
                let entries: Vec<_> = table
                    .iter()
                    .map(|(key, node)| format!("{} = {}", join("", key), node.value.show()))
                    .collect();
                format!("{{ {} }}", entries.join(", "))
            }
        }
    }

    /// The value as a phrase for "found …": short, and saying what kind of thing it is.
    pub(crate) fn found(&self) -> String {
        match self {
            Value::Table(_) => "a table".to_owned(),
            Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
            Value::Array(items) => format!("a list of {}", items.len()),
            scalar => shorten(&scalar.show()),
        }
    }

    /// The kind of the value as a phrase for "expected …".
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Table(_) => "a table",
            Value::Array(_) => "a list",
            Value::Integer(_) => "a whole number",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::Flag(_) => "true or false",
        }
    }
}

impl Node {
    /// A node without provenance of its own.
    pub(crate) fn bare(value: Value, place: Place) -> Node {
        Node { value, place, provenance: None }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        if let Value::Table(table) = &self.value { Some(table) } else { None }
    }

    pub(crate) fn as_table_mut(&mut self) -> Option<&mut Table> {
        if let Value::Table(table) = &mut self.value { Some(table) } else { None }
    }

    /// The list, if it is one.
    pub fn as_array(&self) -> Option<&[Node]> {
        if let Value::Array(items) = &self.value { Some(items) } else { None }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Value::Text(text) = &self.value { Some(text) } else { None }
    }

    /// An entry of a table, or of a list by its `id` or its number counted from 1.
    pub fn get(&self, segment: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(table) => table.get(segment),
            Value::Array(items) => items.get(position(items, segment)?),
            _ => None,
        }
    }

    pub(crate) fn get_mut(&mut self, segment: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Table(table) => table.get_mut(segment),
            Value::Array(items) => {
                let at = position(items, segment)?;
                items.get_mut(at)
            }
            _ => None,
        }
    }

    /// The value at a path of segments.
    pub fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, segment| node.get(segment))
    }

    /// Visits this node and all nodes below it, in the order of the files, with their dotted paths.
    pub(crate) fn visit<'a>(&'a self, path: &str, see: &mut impl FnMut(&str, &'a Node)) {
        see(path, self);
        match &self.value {
            Value::Table(table) => table.iter().for_each(|(key, node)| node.visit(&join(path, key), see)),
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    item.visit(&join(path, &segment_of(item, at)), see);
                }
            }
            _ => {}
        }
    }

    /// Writes the dotted paths below `path` into the places of this node and all below it.
    pub(crate) fn name_places(&mut self, path: &str) {
        path.clone_into(&mut self.place.key);
        if let Some(provenance) = &mut self.provenance {
            provenance.place = self.place.clone();
        }
        match &mut self.value {
            Value::Table(table) => {
                table.iter_mut().for_each(|(key, node)| node.name_places(&join(path, key)));
            }
            Value::Array(items) => {
                for (at, item) in items.iter_mut().enumerate() {
                    let segment = segment_of(item, at);
                    item.name_places(&join(path, &segment));
                }
            }
            _ => {}
        }
    }

    /// All settable values as text by their paths, in the order of the files. A list of plain values is one value;
    /// a list of tables goes entry by entry. Provenance keys are left out.
    pub fn flatten(&self) -> IndexMap<String, String> {
        let mut flat = IndexMap::new();
        self.flatten_into("", &mut flat);
        flat
    }

    fn flatten_into(&self, path: &str, flat: &mut IndexMap<String, String>) {
        match &self.value {
            Value::Table(table) => {
                for (key, node) in table.iter().filter(|(key, _)| !META_KEYS.contains(&key.as_str())) {
                    node.flatten_into(&join(path, key), flat);
                }
            }
            Value::Array(items)
                if !items.is_empty() && items.iter().all(|item| item.as_table().is_some()) =>
            {
                for (at, item) in items.iter().enumerate() {
                    item.flatten_into(&join(path, &segment_of(item, at)), flat);
                }
            }
            plain => {
                flat.insert(path.to_owned(), plain.show());
            }
        }
    }
}

/// Visits every single value below a node, which stands at the path `key`; a list of plain values is one value, and what speaks about
/// values is none.
pub fn visit_values<'n>(key: &str, node: &'n Node, see: &mut impl FnMut(&str, &'n Node)) {
    let below = |segment: &str| if key.is_empty() { segment.to_owned() } else { format!("{key}.{segment}") };
    let is_remark = |key: &str| key == "about" || META_KEYS.contains(&key);
    if let Some(table) = node.as_table() {
        for (inner, node) in table.iter().filter(|(inner, _)| !is_remark(inner)) {
            visit_values(&below(inner), node, see);
        }
    } else if let Some(items) =
        node.as_array().filter(|items| items.iter().any(|item| item.as_table().is_some()))
    {
        for (at, item) in items.iter().enumerate() {
            visit_values(&below(&segment_of(item, at)), item, see);
        }
    } else {
        see(key, node);
    }
}

/// An entry of a list by its `id`, else by its number counted from 1.
fn position(items: &[Node], segment: &str) -> Option<usize> {
    let by_id = items.iter().position(|item| id_of(item) == Some(segment));
    by_id.or_else(|| segment.parse::<usize>().ok()?.checked_sub(1)).filter(|at| *at < items.len())
}

/// The `id` of a table.
pub(crate) fn id_of(node: &Node) -> Option<&str> {
    node.as_table()?.get("id")?.as_text()
}

/// What an entry of a list is called in a path.
fn segment_of(item: &Node, at: usize) -> String {
    id_of(item).map_or_else(|| (at + 1).to_string(), str::to_owned)
}

/// A text in straight quotes, with control characters escaped as TOML wants them.
fn show_text(text: &str) -> String {
    let mut shown = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => shown.push_str("\\\""),
            '\\' => shown.push_str("\\\\"),
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            c if c.is_control() => shown.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => shown.push(c),
        }
    }
    shown.push('"');
    shown
}

/// At most sixty characters of a text, none of them a control character: a quoted line must not steer the terminal.
pub(crate) fn shorten(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    if text.chars().count() <= SHOWN_CHARS {
        return text.chars().map(plain).collect();
    }
    let start: String = text.chars().map(plain).take(SHOWN_CHARS - 1).collect();
    format!("{}…", start.trim_end())
}
