//! Who said a number: from the value to its table to its file.

use std::collections::BTreeSet;

use super::diagnostic::{Diagnostic, Diagnostics};
use super::load::Pack;
use super::nearest::nearest;
use super::node::{Node, Table, Value};
use super::place::{META_KEYS, Place, Provenance, Status};

/// What a table says about its values, as far as it says it.
#[derive(Clone, Default)]
pub(crate) struct Said {
    source: Option<String>,
    status: Option<Status>,
    why: Option<String>,
}

impl Said {
    /// What a variant or the command line says of its values unless it says more.
    pub(crate) fn assumed_by(source: &str) -> Said {
        Said { source: Some(source.to_owned()), status: Some(Status::Assumed), why: None }
    }

    /// What `table` says, and for the rest what was said above it.
    fn or_above(table: &Table, above: &Said, complaints: &mut Diagnostics) -> Said {
        let text = |key: &str| table.get(key).and_then(Node::as_text).map(str::to_owned);
        let own_status = table.get("status").and_then(|node| read_status(node, complaints));
        // The reason for an assumption is no reason for a value of another status.
        let same_status = own_status.is_none() || own_status == above.status;
        let said = Said {
            source: text("source").or_else(|| above.source.clone()),
            status: own_status.or(above.status),
            why: text("why").or_else(|| above.why.clone().filter(|_| same_status)),
        };
        if own_status == Some(Status::Assumed) && said.why.as_deref().is_none_or(|why| why.trim().is_empty())
        {
            let place = table.get("status").map(|node| node.place.clone());
            let advice = "add why = \"...\": the reason for this choice, in a sentence";
            complaints.push(Diagnostic::error(
                place,
                "status \"assumed\" without a reason",
                "a `why` beside it",
                advice,
            ));
        }
        said
    }

    fn provenance(&self, place: &Place) -> Option<Provenance> {
        Some(Provenance {
            status: self.status?,
            source: self.source.clone()?,
            why: self.why.clone(),
            place: place.clone(),
        })
    }
}

fn read_status(node: &Node, complaints: &mut Diagnostics) -> Option<Status> {
    let read = node.as_text().and_then(Status::from_word);
    if read.is_none() {
        let meant = node.as_text().and_then(|word| nearest(word, Status::WORDS));
        let advice = meant.map_or_else(
            || "say where the number comes from: the rules text, a page, or you".to_owned(),
            |meant| format!("did you mean \"{meant}\"?"),
        );
        let expected = "\"printed\", \"inferred\" or \"assumed\"";
        complaints.push(Diagnostic::error(node.place.clone(), node.value.found(), expected, advice));
    }
    read
}

/// Gives every node of a file its provenance, and replaces `{ value = 4, source = "…" }` by 4. What neither value nor
/// table nor file says comes from `default`.
pub(crate) fn settle_provenance(root: &mut Node, default: &Said, complaints: &mut Diagnostics) {
    let mut above = default.clone();
    for about in ["about", "box"] {
        if let Some(table) = root.as_table().and_then(|root| root.get(about)).and_then(Node::as_table) {
            // Complaints about this table come when it is settled itself.
            above = Said::or_above(table, &above, &mut Diagnostics::new());
        }
    }
    settle(root, &above, complaints);
}

fn settle(node: &mut Node, above: &Said, complaints: &mut Diagnostics) {
    let mut said = above.clone();
    if let Value::Table(table) = &mut node.value {
        said = Said::or_above(table, above, complaints);
        let only_value = table.keys().all(|key| key == "value" || META_KEYS.contains(&key.as_str()));
        if only_value && table.get("value").is_some_and(|value| value.as_table().is_none()) {
            let inner = table.swap_remove("value");
            node.value = inner.map_or_else(|| Value::Text(String::new()), |inner| inner.value);
        }
    }
    node.provenance = said.provenance(&node.place);
    match &mut node.value {
        Value::Table(table) => table.values_mut().for_each(|inner| settle(inner, &said, complaints)),
        Value::Array(items) => items.iter_mut().for_each(|inner| settle(inner, &said, complaints)),
        _ => {}
    }
}

/// Complains about every table of the built-in data with a value that has no source or no status, of its own or
/// inherited. Users' own files need none.
pub fn check_provenance(pack: &Pack) -> Diagnostics {
    let built_in: BTreeSet<&str> =
        pack.files.iter().filter(|file| file.is_built_in()).map(|file| &*file.label).collect();
    let mut complaints = Diagnostics::new();
    check_table("", &pack.root, &built_in, &mut complaints);
    complaints
}

fn check_table(name: &str, node: &Node, built_in: &BTreeSet<&str>, complaints: &mut Diagnostics) {
    match &node.value {
        // The table about the file is itself the source.
        Value::Table(_) if name == "about" => {}
        Value::Table(table) => {
            let lacking: Vec<_> = table
                .iter()
                .filter(|(key, inner)| !META_KEYS.contains(&key.as_str()) && lacks(inner, built_in))
                .collect();
            if let Some((_, first)) = lacking.first() {
                let keys: Vec<_> = lacking.iter().take(4).map(|(key, _)| format!("`{key}`")).collect();
                let more = if lacking.len() > 4 {
                    format!(" and {} more", lacking.len() - 4)
                } else {
                    String::new()
                };
                complaints.push(Diagnostic::error(
                    first.place.clone(),
                    format!("no provenance for {}{more}", keys.join(", ")),
                    "a source and a status",
                    "add source = \"...\" and status = \"printed\", \"inferred\" or \"assumed\" to the table",
                ));
            }
            table.iter().for_each(|(key, inner)| check_table(key, inner, built_in, complaints));
        }
        Value::Array(items) => items.iter().for_each(|inner| check_table("", inner, built_in, complaints)),
        _ => {}
    }
}

/// Whether a scalar or a list of scalars of a built-in file has no provenance.
fn lacks(node: &Node, built_in: &BTreeSet<&str>) -> bool {
    let plain = match &node.value {
        Value::Table(_) => false,
        Value::Array(items) => items.iter().any(|item| item.as_table().is_none()),
        _ => true,
    };
    plain && node.provenance.is_none() && built_in.contains(&*node.place.file)
}
