//! Single values of the data tree, one by one, with what is said of them.

use muster_results::Assumption;
use muster_rules::pack::{Node, Pack, Status};

/// Keys that speak about values and are none.
pub(crate) fn is_remark(key: &str) -> bool {
    ["source", "status", "why", "note", "about"].contains(&key)
}

/// Visits every single value below a node, which stands at `key`; a list of plain values is one value.
pub(crate) fn visit<'n>(key: &str, node: &'n Node, see: &mut impl FnMut(&str, &'n Node)) {
    let below = |segment: &str| if key.is_empty() { segment.to_owned() } else { format!("{key}.{segment}") };
    if let Some(table) = node.as_table() {
        table
            .iter()
            .filter(|(inner, _)| !is_remark(inner))
            .for_each(|(inner, node)| visit(&below(inner), node, see));
    } else if let Some(items) =
        node.as_array().filter(|items| items.iter().any(|item| item.as_table().is_some()))
    {
        for (at, item) in items.iter().enumerate() {
            let id =
                item.get("id").and_then(Node::as_text).map_or_else(|| (at + 1).to_string(), str::to_owned);
            visit(&below(&id), item, see);
        }
    } else {
        see(key, node);
    }
}

/// Whether a value is only for people.
fn is_words(key: &str) -> bool {
    [".name", ".says", ".weight", ".id"].iter().any(|ending| key.ends_with(ending))
}

/// The assumed values behind a run: those of the rules, weapons and troop types, and of the conditions that were
/// played. How boxes are split into units stands in the files of the boxes.
pub(crate) fn assumptions(pack: &Pack, conditions: &str) -> Vec<Assumption> {
    let mut found = Vec::new();
    visit("", &pack.root, &mut |key, node| {
        let list = key.split('.').next().unwrap_or_default();
        let counts = match list {
            "boxes" | "units" | "claims" => false,
            "conditions" => {
                (conditions == "mix" || key.split('.').nth(1) == Some(conditions)) && !is_words(key)
            }
            "rulings" => key.ends_with(".chosen"),
            _ => !is_words(key),
        };
        let Some(said) = node.provenance.as_ref().filter(|said| counts && said.status == Status::Assumed)
        else {
            return;
        };
        let why = said.why.clone().unwrap_or_default();
        found.push(Assumption { key: key.to_owned(), value: node.value.show(), why });
    });
    found
}
