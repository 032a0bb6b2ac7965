//! The rule sets: one line each.

use crate::ruleset::RuleSet;

/// Every rule set of the program, in the order in which lists show them.
pub const RULE_SETS: [&dyn RuleSet; 3] =
    [&crate::chimera::Chimera, &crate::blood_and_steel::BloodAndSteel, &crate::firefight::Firefight];

/// The rule set of an id.
pub fn rule_set(id: &str) -> Option<&'static dyn RuleSet> {
    RULE_SETS.into_iter().find(|set| set.id() == id)
}
