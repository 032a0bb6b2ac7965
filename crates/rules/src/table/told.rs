//! What conditions are, in words.

use super::read::{ConditionsById, Mixes};
use crate::ruleset::ConditionsFacts;

/// Facts of the conditions, then of the mixes.
pub(crate) fn condition_facts(conditions: &ConditionsById, mixes: &Mixes) -> Vec<ConditionsFacts> {
    let single = conditions.values().map(|one| ConditionsFacts {
        id: one.id.clone(),
        name: one.name.clone(),
        says: one.says.clone(),
        parts: Vec::new(),
    });
    let mixed = mixes.iter().map(|(id, parts)| {
        let said: Vec<String> = parts.iter().map(|(part, weight)| format!("{part} x {weight}")).collect();
        ConditionsFacts {
            id: id.clone(),
            name: "A mix of conditions".to_owned(),
            says: said.join(", "),
            parts: parts.clone(),
        }
    });
    single.chain(mixed).collect()
}
