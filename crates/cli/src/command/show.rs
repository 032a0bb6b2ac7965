//! `muster show`: all about one thing of the data, with where it comes from.

use std::collections::BTreeSet;

use muster_report::{Cell, Column, Document, Table, number};
use muster_rules::grammar::counted;
use muster_rules::pack::{Node, Provenance, nearest, visit_values};
use muster_rules::{BoxFacts, SourceFacts, UnitFacts};
use serde::Serialize;

use crate::args::{Everywhere, ShowArgs};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

#[derive(Serialize)]
struct ShowJson {
    values: Vec<ValueJson>,
}

/// One value with its provenance.
#[derive(Serialize)]
struct ValueJson {
    key: String,
    value: String,
    /// The value before, of a variant's changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
    status: Option<&'static str>,
    source: Option<String>,
    why: Option<String>,
    place: String,
}

/// Shows everything of that name.
pub(crate) fn run(everywhere: &Everywhere, args: &ShowArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    let id = args.id.as_str();
    let mut document = Document::new("");
    if let Some(one) = plan.game.boxes().iter().find(|one| one.id == id) {
        show_box(&plan, one, &mut document);
    }
    if let Some(unit) = plan.game.units().iter().find(|unit| unit.id == id) {
        document.heading(2, format!("Unit {} ({})", unit.name, unit.id));
        show_unit(&plan, unit, &mut document);
    }
    let keys = keys_of(&plan, id);
    let mut values = Vec::new();
    for (key, node) in &keys {
        if !(key.starts_with("boxes.") || key.starts_with("units.")) || id.contains('.') {
            show_node(key, node, &mut document);
        }
        gather(key, node, &mut values);
    }
    show_variant(&plan, id, &mut document, &mut values)?;
    if document.blocks.is_empty() {
        return Err(unknown(&plan, id));
    }
    let columns = ["key", "value", "status", "source", "why", "place", "was"];
    let mut table = Table::new("", columns.into_iter().map(Column::text).collect());
    for value in &values {
        let text = |text: Option<&str>| Cell::text(text.unwrap_or(""));
        table.push(vec![
            Cell::text(&value.key),
            Cell::text(&value.value),
            text(value.status),
            text(value.source.as_deref()),
            text(value.why.as_deref()),
            Cell::text(&value.place),
            text(value.was.as_deref()),
        ]);
    }
    plan.output.give("show", &Answer::new(document, &ShowJson { values }, table)?)
}

/// Tables whose entries are named by their ids alone.
const LISTS: [&str; 8] =
    ["boxes", "units", "weapons", "troops", "monsters", "doctrines", "rulings", "conditions"];

/// The places of the tree that a name means: a dotted key, or an entry of one of the lists.
fn keys_of<'p>(plan: &'p Plan, id: &str) -> Vec<(String, &'p Node)> {
    let path: Vec<&str> = id.split('.').collect();
    if let Some(node) = plan.pack.root.at(&path).filter(|_| !id.is_empty()) {
        return vec![(id.to_owned(), node)];
    }
    let named =
        LISTS.into_iter().filter_map(|list| Some((format!("{list}.{id}"), plan.pack.root.at(&[list, id])?)));
    let named: Vec<_> = named.collect();
    if named.is_empty() { rulings_of(plan, id) } else { named }
}

/// The rulings that bear the number of a question, such as `B5`.
fn rulings_of<'p>(plan: &'p Plan, number: &str) -> Vec<(String, &'p Node)> {
    let rulings = plan.pack.root.get("rulings").and_then(Node::as_table);
    let bears = |ruling: &Node| {
        ruling.get("id").and_then(Node::as_text).is_some_and(|id| id.eq_ignore_ascii_case(number))
    };
    let found = rulings.into_iter().flatten().filter(|(_, ruling)| bears(ruling));
    found.map(|(name, ruling)| (format!("rulings.{name}"), ruling)).collect()
}

fn unknown(plan: &Plan, id: &str) -> Failure {
    let mut known = BTreeSet::new();
    for list in LISTS {
        let table = plan.pack.root.get(list).and_then(Node::as_table);
        let ids = || table.into_iter().flat_map(|table| table.keys());
        known.extend(ids().cloned());
        known.extend(ids().map(|id| format!("{list}.{id}")));
    }
    known.extend(plan.pack.variant_names().into_iter().map(str::to_owned));
    let mut values = Vec::new();
    gather("", &plan.pack.root, &mut values);
    known.extend(values.into_iter().map(|value| value.key).filter(|key| !key.starts_with("boxes.")));
    let advice = nearest(id, known.iter().map(String::as_str)).map_or_else(
        || "`muster list` shows what there is".to_owned(),
        |near| format!("did you mean \"{near}\"?"),
    );
    Failure::Input(format!("there is nothing called \"{id}\"\n  {advice}"))
}

fn show_box(plan: &Plan, one: &BoxFacts, document: &mut Document) {
    document.heading(2, format!("Box {} ({})", one.name, one.id));
    let era = if one.era.is_empty() { String::new() } else { format!("; {}", one.era) };
    let figures = counted(one.figures, "figure", "figures");
    document.paragraph(format!("{}{era}. {figures} in the box.", one.maker));
    show_source(one.source.as_ref(), document);
    for unit in &one.units {
        document.heading(3, format!("{} ({})", unit.name, unit.id));
        show_unit(plan, unit, document);
    }
}

fn show_unit(plan: &Plan, unit: &UnitFacts, document: &mut Document) {
    let mut words = vec![counted(unit.figures, "figure", "figures")];
    if let Some([melee, fire]) = plan.game.strengths() {
        words.push(strength(&number::fixed(unit.melee_points, 0), melee));
        words.push(strength(&number::exchange(unit.firepower), fire));
    }
    words.extend(unit.values.iter().map(|(key, value)| format!("{key} {value}")));
    document.paragraph(format!("{}.", words.join(", ")));
    document.list(unit.parts.clone());
    show_source(unit.source.as_ref(), document);
}

/// `3 melee dice`, `1 melee die`, `7 MP`.
fn strength(shown: &str, of: &str) -> String {
    match of.strip_suffix("dice") {
        Some(kind) if shown == "1" => format!("1 {kind}die"),
        _ => format!("{shown} {of}"),
    }
}

/// What a variant changes, where the id is that of one.
fn show_variant(
    plan: &Plan,
    id: &str,
    document: &mut Document,
    values: &mut Vec<ValueJson>,
) -> Result<(), Failure> {
    let Some(changes) = plan.pack.variant_changes(id) else { return Ok(()) };
    let changes = changes?;
    document.heading(2, format!("Variant {id}"));
    let name = format!("variants/{id}.toml");
    let about = plan.pack.document(&name)?;
    let why = about.as_ref().and_then(|about| about.get("why")).and_then(Node::as_text);
    if let Some(why) = why {
        document.paragraph(format!("{}.", capital(why.trim_end_matches('.'))));
    }
    document.list(changes.iter().map(ToString::to_string).collect());
    if let Some(file) = plan.pack.file(&name) {
        document.paragraph(format!("Stands in {}; `--variant {id}` plays with it.", file.label));
    }
    values.extend(changes.into_iter().map(|change| ValueJson {
        key: change.key,
        value: change.after.unwrap_or_default(),
        was: change.before,
        status: None,
        source: None,
        why: why.map(str::to_owned),
        place: change.place.spot(),
    }));
    Ok(())
}

fn show_source(source: Option<&SourceFacts>, document: &mut Document) {
    if let Some(source) = source {
        let why = source.why.as_ref().map_or_else(String::new, |why| format!("; {why}"));
        document.paragraph(format!("{} ({}{why})", capital(&source.status), source.source));
    }
}

fn show_node(key: &str, node: &Node, document: &mut Document) {
    document.heading(2, key.to_owned());
    let mut values = Vec::new();
    gather(key, node, &mut values);
    let mut last: Option<Provenance> = None;
    let mut lines = Vec::new();
    for value in &values {
        let shown =
            value.key.strip_prefix(key).map_or(value.key.as_str(), |rest| rest.trim_start_matches('.'));
        lines.push(if shown.is_empty() { value.value.clone() } else { format!("{shown} = {}", value.value) });
    }
    document.list(lines);
    let mut said = BTreeSet::new();
    visit_values(key, node, &mut |_, inner| {
        let Some(provenance) = &inner.provenance else { return };
        let why = provenance.why.as_ref().map_or_else(String::new, |why| format!("; {why}"));
        if last.as_ref() != Some(provenance) {
            let text = format!("{} ({}{why})", capital(provenance.status.word()), provenance.source);
            if said.insert(text.clone()) {
                document.paragraph(text);
            }
            last = Some(provenance.clone());
        }
    });
    document.paragraph(format!("Stands in {}.", node.place.spot()));
}

/// Single values below a key, with the provenance of each.
fn gather(key: &str, node: &Node, values: &mut Vec<ValueJson>) {
    visit_values(key, node, &mut |key, leaf| {
        let said = leaf.provenance.as_ref();
        values.push(ValueJson {
            key: key.to_owned(),
            value: leaf.value.show(),
            was: None,
            status: said.map(|said| said.status.word()),
            source: said.map(|said| said.source.clone()),
            why: said.and_then(|said| said.why.clone()),
            place: leaf.place.spot(),
        });
    });
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
