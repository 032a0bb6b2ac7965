//! `points.toml` to a formula, with every complaint.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::exact::Exact;
use super::model::{Die, Exemption, Factor, Formula, Item, Kind, Part, Scheme, Worth};
use crate::{
    Diagnostic, Diagnostics, Node, Pack, Reader, Sink, Sources, Value, builtin_files, folders_with,
    load_over, nearest,
};

/// The file that holds a formula.
const FILE: &str = "points.toml";
/// Numbers beyond this are no points of a hobby game, and keep sums far from overflow.
const MOST: i64 = 1_000_000;
/// Steps on a ladder.
const MOST_STEPS: i64 = 20;

/// The formulas that are built in: the data folders with a `points.toml`, sorted by name.
pub fn names() -> Vec<&'static str> {
    folders_with(FILE)
}

/// Loads the formula of the folder `sources.set`, with `--data`, variants and `--set` laid over it under the key
/// `points`. Returns the formula, its data and the warnings.
///
/// # Errors
/// An unknown formula, with the nearest name; every complaint about the data.
pub fn load(sources: &Sources) -> Result<(Formula, Pack, Diagnostics), Diagnostics> {
    let known = names();
    if !known.contains(&sources.set.as_str()) {
        let advice = nearest(&sources.set, known.iter().copied()).map_or_else(
            || "name one of them: --formula NAME".to_owned(),
            |near| format!("did you mean {near}?"),
        );
        let found = format!("the formula \"{}\"", sources.set);
        let expected = format!("one of: {}", known.join(", "));
        return Err(Diagnostic::error(None, found, expected, advice).into());
    }
    let (pack, mut warnings) = load_over(&builtin_files(&sources.set), sources)?;
    let sink = Sink::new();
    let formula = Reader::root(&pack, &sink).table("points").and_then(read);
    warnings.append(sink.into_diagnostics());
    let (formula, warnings) = warnings.into_result(formula)?;
    let unread = || Diagnostic::error(None, "no formula", format!("a {FILE}"), "");
    Ok((formula.ok_or_else(unread)?, pack, warnings))
}

/// The formula of a pack that a rule set is being read from; complaints go to the reader's sink.
pub fn read_from(root: &Reader<'_>) -> Option<Formula> {
    root.table("points").and_then(read)
}

/// Reads a whole file. `None` only after a complaint.
fn read(points: Reader<'_>) -> Option<Formula> {
    let about = points.table("formula")?;
    let name = about.needed_name();
    let provenance = about.provenance("name");
    about.finish();
    let mut formula = Formula {
        name: name?,
        provenance,
        ladder: points.table("dice").map(ladder).unwrap_or_default(),
        values: points.table("values").map(values).unwrap_or_default(),
        factors: points.table("factors").map(factors).unwrap_or_default(),
        exemptions: Vec::new(),
        schemes: BTreeMap::new(),
        items: Vec::new(),
    };
    formula.exemptions =
        points.optional_list("exempt").into_iter().filter_map(|entry| exemption(&formula, entry)).collect();
    let schemes = points.table("schemes").map(|table| table.entries()).unwrap_or_default();
    formula.schemes =
        schemes.into_iter().filter_map(|(id, entry)| Some((id, scheme(&formula, entry)?))).collect();
    let entries = points.list("item");
    // An item may add the price of another before or after it, but not of one that itself adds prices.
    let ids: Vec<(String, bool)> = entries
        .iter()
        .filter_map(|entry| Some((entry.node("id")?.as_text()?.to_owned(), entry.has("plus"))))
        .collect();
    for entry in entries {
        let Some(item) = item(&formula, &ids, entry) else { continue };
        formula.items.push(item);
    }
    points.finish();
    Some(formula)
}

fn ladder(table: Reader<'_>) -> Vec<i64> {
    let mut sides = Vec::new();
    for text in table.texts("ladder") {
        match Die::named(&text)
            .filter(|die| die.times == 1 && sides.last().is_none_or(|last| *last < die.sides))
        {
            Some(die) => sides.push(die.sides),
            None => table.complain(
                "ladder",
                &format!("\"{text}\""),
                "dice from the smallest to the largest, such as \"d4\", \"d6\"",
                "",
            ),
        }
    }
    table.finish();
    sides
}

fn values(table: Reader<'_>) -> BTreeMap<String, IndexMap<String, Worth>> {
    let mut values = BTreeMap::new();
    for (term, entries) in table.entries() {
        let worths = entries.keys().into_iter().filter_map(|name| {
            let worth = worth(&entries, &name)?;
            Some((name, worth))
        });
        values.insert(term, worths.collect());
        entries.finish();
    }
    table.finish();
    values
}

fn factors(table: Reader<'_>) -> BTreeMap<String, Factor> {
    let mut factors = BTreeMap::new();
    for (name, entries) in table.entries() {
        let choices = entries.keys().into_iter().filter_map(|choice| {
            let value = exact(&entries, &choice)?;
            Some((choice, value))
        });
        factors.insert(name, choices.collect());
        entries.finish();
    }
    table.finish();
    factors
}

fn exemption(formula: &Formula, entry: Reader<'_>) -> Option<Exemption> {
    let factor = known(&entry, "factor", entry.text("factor"), "a factor", formula.factors.keys());
    let choices = formula.factors.values().flat_map(IndexMap::keys);
    let beside = known(&entry, "beside", entry.text("beside"), "a choice of a factor", choices);
    entry.finish();
    Some(Exemption { factor: factor?, beside: beside? })
}

fn scheme(formula: &Formula, entry: Reader<'_>) -> Option<Scheme> {
    let adds = entry.texts("adds");
    let times = entry.texts("times");
    if adds.is_empty() && entry.has("adds") {
        entry.complain("adds", "an empty list", "at least one term", "a price begins with a sum");
    }
    let adds = adds
        .into_iter()
        .map(|term| known(&entry, "adds", Some(term), "a term of `values`", formula.values.keys()))
        .collect::<Option<Vec<_>>>();
    let times = times
        .into_iter()
        .map(|factor| known(&entry, "times", Some(factor), "a factor of `factors`", formula.factors.keys()))
        .collect::<Option<Vec<_>>>();
    entry.finish();
    Some(Scheme { adds: adds?, times: times? })
}

fn item(formula: &Formula, ids: &[(String, bool)], entry: Reader<'_>) -> Option<Item> {
    let id = entry.text("id");
    if let Some(id) = id.as_deref().filter(|id| ids.iter().filter(|(other, _)| other == id).count() > 1) {
        entry.complain("id", &format!("\"{id}\" twice"), "another id for each item", "rename one of the two");
    }
    let name = entry.needed_name();
    let kind = entry.one_of("kind", &Kind::WORDS);
    let scheme_name = known(&entry, "scheme", entry.text("scheme"), "a scheme", formula.schemes.keys());
    let figures = entry.whole_or("figures", 1..=MOST, 1);
    let printed = entry.has("printed").then(|| exact(&entry, "printed"));
    let scheme = formula.schemes.get(scheme_name.as_deref()?)?;
    let parts = entry.table("add").and_then(|table| parts(formula, scheme, table));
    let choices =
        entry.optional_table("times").map_or(Some(BTreeMap::new()), |t| choices(formula, scheme, t));
    let plus = entry.optional_texts("plus");
    for other in &plus {
        let simple = ids.iter().filter(|(_, adds)| !adds).map(|(id, _)| id);
        known(&entry, "plus", Some(other.clone()), "an item that adds no other", simple)?;
    }
    let counted =
        entry.optional_table("counted").map_or(Some(BTreeMap::new()), |t| counted(scheme, &plus, t));
    let provenance = entry.provenance("name");
    entry.finish();
    Some(Item {
        id: id?,
        name: name?,
        kind: [Kind::Example, Kind::Monster, Kind::Unit].get(kind?).copied()?,
        scheme: scheme_name?,
        figures,
        printed: match printed {
            Some(read) => Some(read?),
            None => None,
        },
        parts: parts?,
        choices: choices?,
        plus,
        counted: counted?,
        provenance,
    })
}

fn parts(formula: &Formula, scheme: &Scheme, table: Reader<'_>) -> Option<BTreeMap<String, Part>> {
    let read: Vec<_> =
        scheme.adds.iter().map(|term| Some((term.clone(), part(formula, &table, term)?))).collect();
    table.finish();
    read.into_iter().collect()
}

/// One part: a name of the term's values, a die, a number, or a table of one of these with `steps`.
pub(super) fn part(formula: &Formula, table: &Reader<'_>, term: &str) -> Option<Part> {
    let is_table = table.node(term).is_some_and(|node| node.as_table().is_some());
    let inner = if is_table { table.table(term) } else { None };
    let (reader, key) = inner.as_ref().map_or((table, term), |inner| (inner, "value"));
    let named = formula.values.get(term);
    let text = reader.node(key).and_then(Node::as_text);
    let name = text.filter(|text| named.is_some_and(|named| named.contains_key(*text)));
    let base = match (name, text) {
        (Some(name), _) => named.and_then(|named| named.get(name)).copied(),
        (None, Some(text)) if Die::named(text).is_none() => {
            let names = named.into_iter().flat_map(IndexMap::keys);
            known(reader, key, Some(text.to_owned()), &format!("a name of values.{term}, or a die"), names);
            None
        }
        (None, _) => worth(reader, key),
    };
    let steps = inner.as_ref().map_or(0, |inner| inner.whole_or("steps", 0..=MOST_STEPS, 0));
    let steps = usize::try_from(steps).unwrap_or(0);
    let stepped = formula.stepped(base?, steps);
    if stepped.is_none() {
        let found = format!("{steps} steps");
        reader.complain("steps", &found, "no more steps than the ladder of dice has above it", "");
    }
    if let Some(inner) = inner {
        inner.finish();
    }
    Some(Part { name: name.map(str::to_owned), base: base?, steps, worth: stepped? })
}

fn choices(formula: &Formula, scheme: &Scheme, table: Reader<'_>) -> Option<BTreeMap<String, String>> {
    let mut read = Vec::new();
    for factor in scheme.times.iter().filter(|factor| table.has(factor)) {
        let of_factor = formula.factors.get(factor).into_iter().flat_map(IndexMap::keys);
        let expected = format!("a choice of factors.{factor}");
        let choice = known(&table, factor, table.text(factor), &expected, of_factor);
        read.push(choice.map(|choice| (factor.clone(), choice)));
    }
    table.finish();
    read.into_iter().collect()
}

fn counted(scheme: &Scheme, plus: &[String], table: Reader<'_>) -> Option<BTreeMap<String, Exact>> {
    let names = scheme.adds.iter().chain(&scheme.times).chain(plus);
    let read: Vec<_> =
        names.filter(|name| table.has(name)).map(|name| Some((name.clone(), exact(&table, name)?))).collect();
    table.finish();
    read.into_iter().collect()
}

/// A number as written, from nought to a million.
fn exact(reader: &Reader<'_>, key: &str) -> Option<Exact> {
    reader.number(key, 0.0..=Exact::whole(MOST).to_f64())?;
    let read = match reader.node(key)?.value {
        Value::Integer(number) => Some(Exact::whole(number)),
        Value::Number(number) => Exact::decimal(&number.to_string()),
        _ => None,
    };
    if read.is_none() {
        reader.complain(key, "more decimals than can be read", "a number with at most eighteen decimals", "");
    }
    read
}

/// A number, or a die.
fn worth(reader: &Reader<'_>, key: &str) -> Option<Worth> {
    match reader.node(key).and_then(Node::as_text) {
        None => exact(reader, key).map(Worth::Number),
        Some(text) => {
            let die = Die::named(text);
            if die.is_none() {
                let found = format!("\"{text}\"");
                reader.complain(key, &found, "a number, or a die such as \"d10\" or \"d12x2\"", "");
            }
            die.map(Worth::Die)
        }
    }
}

/// The text, when it is one of the known; else a complaint with the nearest of them.
pub(super) fn known<'n>(
    reader: &Reader<'_>,
    key: &str,
    text: Option<String>,
    expected: &str,
    names: impl Iterator<Item = &'n String>,
) -> Option<String> {
    let text = text?;
    let names: Vec<&str> = names.map(String::as_str).collect();
    if names.contains(&text.as_str()) {
        return Some(text);
    }
    let advice = nearest(&text, names.iter().copied()).map_or_else(
        || format!("known are: {}", names.join(", ")),
        |near| format!("did you mean \"{near}\"?"),
    );
    reader.complain(key, &format!("\"{text}\""), expected, &advice);
    None
}
