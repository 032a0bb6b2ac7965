//! TOML text to nodes with lines.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::diagnostic::{Diagnostic, Diagnostics};
use super::node::{Node, Table, Value, shorten};
use super::place::{Place, join};
use super::provenance::{Said, settle_provenance};
use super::syntax::syntax_error;

/// Parses a file. Keys of places are paths inside the file; provenance is settled from value to table to file, and
/// at last from `default`.
///
/// # Errors
/// A syntax error, with its line and advice; a number that cannot be used (`nan`, `inf`, too large); a date; a bad
/// provenance (`assumed` without `why`, a status of another name).
pub(crate) fn parse_text(file: &Arc<str>, text: &str, default: &Said) -> Result<Node, Diagnostics> {
    let text = normalise(text);
    let lines = Lines::of(&text);
    let parsed = DeTable::parse(&text).map_err(|error| syntax_error(file, &text, &lines, &error))?;
    read_table(file, parsed.get_ref(), &lines, default)
}

/// Parses what an argument of the command line says, such as `morale.passes_on = 4`; the places have no line.
/// `None` when it is not TOML.
pub(crate) fn parse_argument(
    file: &Arc<str>,
    text: &str,
    default: &Said,
) -> Option<Result<Node, Diagnostics>> {
    let parsed = DeTable::parse(text).ok()?;
    Some(read_table(file, parsed.get_ref(), &Lines(Vec::new()), default))
}

fn read_table(
    file: &Arc<str>,
    table: &DeTable<'_>,
    lines: &Lines,
    default: &Said,
) -> Result<Node, Diagnostics> {
    let mut reading = Reading { file, lines, complaints: Diagnostics::new() };
    let place = Place::new(file, lines.line(0), "");
    let mut root = Node::bare(Value::Table(reading.table(table, "")), place);
    settle_provenance(&mut root, default, &mut reading.complaints);
    root.name_places("");
    reading.complaints.into_result(root).map(|(root, _)| root)
}

/// Without byte order mark, with plain line feeds: what an editor adds must not change what is read.
fn normalise(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace('\r', "\n")
}

/// Line starts of a text; empty for what has no lines.
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect())
    }

    /// The line of a byte, counted from 1; 0 where there are no lines.
    pub(crate) fn line(&self, byte: usize) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= byte)).unwrap_or(u32::MAX)
    }
}

struct Reading<'t> {
    file: &'t Arc<str>,
    lines: &'t Lines,
    complaints: Diagnostics,
}

impl Reading<'_> {
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> Table {
        // The parser sorts by key; people want the order of their file.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries
            .into_iter()
            .map(|(key, value)| {
                let name = key.get_ref().to_string();
                let node = self.node(value, &key.span(), &join(path, &name));
                (name, node)
            })
            .collect()
    }

    fn node(&mut self, value: &Spanned<DeValue<'_>>, span: &Range<usize>, path: &str) -> Node {
        let place = Place::new(self.file, self.lines.line(span.start), path);
        let read = match value.get_ref() {
            DeValue::String(text) => Some(Value::Text(text.to_string())),
            DeValue::Integer(number) => self.integer(number, &place),
            DeValue::Float(number) => self.number(number.as_str(), &place),
            DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
            DeValue::Datetime(date) => {
                let advice = "write it in quotation marks if it is meant as text";
                self.complain(&place, format!("the date {date}"), "a number, a text, true or false", advice);
                None
            }
            DeValue::Array(items) => {
                let items = items.iter().enumerate().map(|(at, item)| {
                    let id = item
                        .get_ref()
                        .as_table()
                        .and_then(|table| table.get("id"))
                        .and_then(|id| id.get_ref().as_str());
                    let segment = id.map_or_else(|| (at + 1).to_string(), str::to_owned);
                    self.node(item, &item.span(), &join(path, &segment))
                });
                Some(Value::Array(items.collect()))
            }
            DeValue::Table(table) => Some(Value::Table(self.table(table, path))),
        };
        // A value that was complained about stands in as an empty text; the complaint stops the file.
        Node::bare(read.unwrap_or_else(|| Value::Text(String::new())), place)
    }

    fn integer(&mut self, number: &DeInteger<'_>, place: &Place) -> Option<Value> {
        let read = i64::from_str_radix(number.as_str(), number.radix()).ok();
        if read.is_none() {
            let found = shorten(&number.to_string());
            self.complain(place, found, "a number of at most eighteen digits", "write a smaller number");
        }
        read.map(Value::Integer)
    }

    fn number(&mut self, number: &str, place: &Place) -> Option<Value> {
        let read = number.parse::<f64>().ok().filter(|number| number.is_finite());
        if read.is_none() {
            self.complain(place, shorten(number), "a finite number", "write it in digits, such as 2");
        }
        // Adding zero turns the negative zero into the plain one.
        read.map(|number| Value::Number(number + 0.0))
    }

    fn complain(&mut self, place: &Place, found: String, expected: &str, advice: &str) {
        self.complaints.push(Diagnostic::error(place.clone(), found, expected, advice));
    }
}
