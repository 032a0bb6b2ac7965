//! `muster audit`: a printed points formula held against the prices that its own text prints, and against win rates.

mod win_rates;

use std::path::Path;

use muster_rules::formula::{self, Formula};
use muster_rules::pack::{Diagnostic, Diagnostics, Pack, Sources, nearest};
use muster_rules::{RULE_SETS, rule_set};

pub(crate) use win_rates::{FALSE_DISCOVERY_RATE, Key, WinRates};

use crate::args::{AuditArgs, Everywhere};
use crate::compose::audit::{Checked, answer, answer_played};
use crate::compose::points::page;
use crate::exit::Failure;
use crate::plan::{Plan, output, sources};
use crate::say::tell;

/// What of the data belongs to the formula when it is held against another rule set.
const OF_FORMULA: &str = "points.";

/// Checks a formula; ends with code 1 when something contradicts it.
pub(crate) fn run(everywhere: &Everywhere, args: &AuditArgs) -> Result<(), Failure> {
    known_rules(&everywhere.rules)?;
    let id = match &args.formula {
        Some(id) => id.as_str(),
        None => own_formula(&everywhere.rules)?,
    };
    let own = everywhere.rules == id;
    if own && args.mapping.is_some() {
        return Err(Failure::Input(
            "--mapping is for units of another rule set, and those of the formula's own rules are priced as they are\n  leave it out, or name other rules with --rules"
                .to_owned(),
        ));
    }
    // What of `--set` speaks of the formula, and what of other rules.
    let (of_formula, of_rules): (Vec<String>, Vec<String>) =
        everywhere.set.iter().cloned().partition(|change| own || change.trim_start().starts_with(OF_FORMULA));
    let (formula, pack) = load(everywhere, id, &of_formula)?;
    if args.no_play || rule_set(&everywhere.rules).is_none() {
        return check(everywhere, id, &formula, &pack, &why_nothing_was_played(args, &formula));
    }
    let plan = if own {
        // What was to be said of these data has been said with the formula.
        Plan::load(everywhere)?
    } else {
        let plan = Plan::load(&Everywhere { set: of_rules, ..everywhere.clone() })?;
        plan.say_warnings();
        plan
    };
    let mapping = match own {
        true => None,
        false => match win_rates::mapping(&plan, id, &formula, args.mapping.as_deref())? {
            Some(mapping) => Some(mapping),
            None => {
                let note = format!(
                    "Nothing was played: no mapping says what the troops of {} are in the words of {}; --mapping FILE names one.",
                    plan.rules_name(),
                    formula.name
                );
                return check(everywhere, id, &formula, &pack, &note);
            }
        },
    };
    let rates = match &mapping {
        Some(mapping) => win_rates::by_mapping(&plan, &formula, mapping, &args.prices)?,
        None => win_rates::of_own_units(&plan, &args.prices, args.duel_games)?,
    };
    plan.output.note(&page::effort(&rates.prices));
    let checked = Checked { id, formula: &formula, items: formula.audit(), note: String::new(), pack: &pack };
    let mispriced = rates.audit.units.iter().any(|one| one.adjusted <= FALSE_DISCOVERY_RATE);
    let found = checked.contradicted() > 0 || mispriced;
    plan.output.give("audit", &answer_played(&plan, &checked, &rates, mapping.as_ref())?)?;
    if found { Err(Failure::Found) } else { Ok(()) }
}

/// The formula with its changed values.
fn load(everywhere: &Everywhere, id: &str, sets: &[String]) -> Result<(Formula, Pack), Failure> {
    let alone = everywhere.rules == id || rule_set(&everywhere.rules).is_none();
    let has_own = |dir: &Path| dir.join(id).is_dir();
    // Units of the user have no place in a check of printed prices, and a directory or a variant of the other rule set
    // would be told that it has no formula.
    let own = Sources {
        set: id.to_owned(),
        sets: sets.to_vec(),
        unit_files: Vec::new(),
        data: everywhere.data.clone().filter(|dir| alone || has_own(dir)),
        variants: if alone { everywhere.variant.clone() } else { Vec::new() },
        ..sources(everywhere)
    };
    let (formula, pack, warnings) = formula::load(&own)?;
    if !warnings.is_empty() && !everywhere.quiet {
        tell(&warnings.to_string());
    }
    Ok((formula, pack))
}

/// The check of printed prices alone.
fn check(
    everywhere: &Everywhere,
    id: &str,
    formula: &Formula,
    pack: &Pack,
    note: &str,
) -> Result<(), Failure> {
    let checked = Checked { id, formula, items: formula.audit(), note: note.to_owned(), pack };
    let found = checked.contradicted() > 0;
    output(everywhere).give("audit", &answer(&checked)?)?;
    if found { Err(Failure::Found) } else { Ok(()) }
}

/// The formula of a rule set's own text.
///
/// # Errors
/// A text that prints none.
fn own_formula(rules: &str) -> Result<&'static str, Failure> {
    let printed = formula::names();
    if let Some(own) = printed.iter().find(|name| **name == rules) {
        return Ok(own);
    }
    let what = format!("the text of \"{rules}\" prints no points formula of its own");
    let advice = format!(
        "name the one that its units are to be held against: --formula {}",
        printed.join(" or --formula ")
    );
    Err(Failure::Input(format!("{what}\n  {advice}")))
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

fn why_nothing_was_played(args: &AuditArgs, formula: &Formula) -> String {
    if args.no_play {
        return "Nothing was played, as asked: printed prices are held against the printed formula alone."
            .to_owned();
    }
    format!(
        "The mechanics of {} are not in Muster, so nothing was played: printed prices are held against the printed formula, and not against win rates.",
        formula.name
    )
}
