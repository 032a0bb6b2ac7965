//! Single values of the data tree, one by one, with what is said of them.

use muster_results::Assumption;
use muster_rules::pack::{Pack, Status, visit_values};

/// Whether a value is only for people.
fn is_words(key: &str) -> bool {
    [".name", ".says", ".weight", ".id"].iter().any(|ending| key.ends_with(ending))
}

/// The assumed values behind a run: those of the rules, weapons and troop types, and of the conditions that were
/// played. How boxes are split into units stands in the files of the boxes.
pub(crate) fn assumptions(pack: &Pack, conditions: &str) -> Vec<Assumption> {
    let mut found = Vec::new();
    visit_values("", &pack.root, &mut |key, node| {
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
