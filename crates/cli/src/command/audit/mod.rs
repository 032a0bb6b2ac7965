//! `muster audit`: a printed points formula held against the prices that its own text prints.

use muster_rules::formula::{self, Formula};
use muster_rules::pack::{Diagnostic, Diagnostics, Sources, nearest};
use muster_rules::{RULE_SETS, rule_set};

use crate::args::{AuditArgs, Everywhere};
use crate::compose::audit::{Checked, answer};
use crate::exit::Failure;
use crate::output::tell;
use crate::plan::{output, sources};

/// Checks a formula; ends with code 1 when something contradicts it.
pub(crate) fn run(everywhere: &Everywhere, args: &AuditArgs) -> Result<(), Failure> {
    known_rules(&everywhere.rules)?;
    // Units of the user have no place in a check of printed prices.
    let own = Sources { set: args.formula.clone(), unit_files: Vec::new(), ..sources(everywhere) };
    let (formula, pack, warnings) = formula::load(&own)?;
    let output = output(everywhere);
    if !warnings.is_empty() && !output.quiet {
        tell(&warnings.to_string());
    }
    let checked = Checked {
        id: &args.formula,
        formula: &formula,
        items: formula.audit(),
        note: why_nothing_was_played(&args.formula, &formula),
        pack: &pack,
    };
    let found = checked.contradicted() > 0;
    output.give("audit", &answer(&checked)?)?;
    if found { Err(Failure::Found) } else { Ok(()) }
}

/// Refuses a `--rules` that is neither a rule set nor the home of a formula.
fn known_rules(rules: &str) -> Result<(), Diagnostics> {
    let mut known: Vec<&str> = RULE_SETS.iter().map(|set| set.id()).collect();
    known.extend(formula::names().into_iter().filter(|name| rule_set(name).is_none()));
    if known.contains(&rules) {
        return Ok(());
    }
    let advice = nearest(rules, known.iter().copied())
        .map_or_else(String::new, |near| format!("did you mean {near}?"));
    let expected = format!("one of: {}", known.join(", "));
    Err(Diagnostic::error(None, format!("the rule set \"{rules}\""), expected, advice).into())
}

fn why_nothing_was_played(id: &str, formula: &Formula) -> String {
    let lacking = if rule_set(id).is_none() {
        format!("The mechanics of {} are not in Muster yet, so nothing was played", formula.name)
    } else {
        "Nothing was played".to_owned()
    };
    format!("{lacking}: printed prices are held against the printed formula, and not against win rates.")
}
