//! A printed formula against win rates: of its own rules' units, or of another rule set's in the words of a mapping.

use std::collections::BTreeMap;
use std::path::Path;

use muster_analysis::audit::{CostedUnit, FormulaAudit, Group, Refit, audit_formula, refit};
use muster_analysis::price_fit::Standing;
use muster_rules::UnitFacts;
use muster_rules::formula::{Exact, Formula, MappedUnit, Mapping};

use crate::args::{MethodWord, PriceOptions};
use crate::command::points::{ANCHOR_POINTS, Prices, list, price, price_by};
use crate::exit::Failure;
use crate::plan::Plan;
use muster_answers::prices::known_rates;

/// A number of a formula that its own text fixes and that win rates can be asked about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// A term of a scheme: what one point of it weighs.
    Term {
        /// The scheme.
        scheme: String,
        /// The term.
        term: String,
    },
    /// A choice of a factor: what it multiplies by.
    Factor {
        /// The factor.
        factor: String,
        /// The choice.
        choice: String,
    },
}

/// A formula held against win rates.
pub(crate) struct WinRates<'p> {
    /// Worths of the units, as `points fit` makes them.
    pub prices: Prices<'p>,
    /// Price of each unit by the formula, or why there is none.
    pub mapped: Vec<Result<MappedUnit, String>>,
    /// Over- and underpricing.
    pub audit: FormulaAudit,
    /// The formula's coefficients fitted to the worths, with what they are; `None` when they could not be.
    pub refit: Option<Refit>,
    /// What the coefficients are, and their printed values.
    pub keys: Vec<(Key, f64)>,
}

impl WinRates<'_> {
    /// Formula price of what a unit is counted by: a figure, or the whole unit.
    pub(crate) fn cost(&self, unit: usize) -> Option<f64> {
        let mapped = self.mapped[unit].as_ref().ok()?;
        Some(mapped.total.to_f64() / self.divisor(unit, mapped))
    }

    fn divisor(&self, unit: usize, mapped: &MappedUnit) -> f64 {
        if self.prices.units[unit].alike { Exact::whole(mapped.figures).to_f64().max(1.0) } else { 1.0 }
    }
}

/// A discovery at this rate counts: at most one in twenty of the units named is named wrongly.
pub(crate) const FALSE_DISCOVERY_RATE: f64 = 0.05;

/// Prices the units of another rule set both ways: solved duels, and the formula by a mapping.
///
/// # Errors
/// What keeps units from being priced.
pub(crate) fn by_mapping<'p>(
    plan: &'p Plan,
    formula: &Formula,
    mapping: &Mapping,
    options: &PriceOptions,
) -> Result<WinRates<'p>, Failure> {
    let prices = price(plan, &on_a_scale_of_its_own(options))?;
    win_rates(prices, |unit| {
        let node = plan.pack.root.at(&["units", &unit.id]);
        node.ok_or_else(|| "the data does not describe it".to_owned())
            .and_then(|node| mapping.unit(formula, node))
    })
}

/// Prices the units of the formula's own rules both ways: played duels, and the formula as it is.
///
/// # Errors
/// What keeps units from being priced.
pub(crate) fn of_own_units<'p>(
    plan: &'p Plan,
    options: &PriceOptions,
    games: u64,
) -> Result<WinRates<'p>, Failure> {
    let prices = price_by(plan, &on_a_scale_of_its_own(options), MethodWord::Sample, Some(games))?;
    win_rates(prices, |unit| plan.game.own_price(&unit.id))
}

fn win_rates<'p>(
    prices: Prices<'p>,
    by_formula: impl Fn(&UnitFacts) -> Result<MappedUnit, String>,
) -> Result<WinRates<'p>, Failure> {
    let mapped: Vec<Result<MappedUnit, String>> = prices.units.iter().map(|unit| by_formula(unit)).collect();
    let none = FormulaAudit { units: Vec::new(), equal_cost: NO_PAIRS, slope: None, rms: 0.0 };
    let mut found = WinRates { prices, mapped, audit: none, refit: None, keys: Vec::new() };
    let ln_cost: Vec<Option<f64>> =
        (0..found.mapped.len()).map(|unit| found.cost(unit).map(f64::ln)).collect();
    found.audit = audit_formula(&ln_cost, &known_rates(&found.prices.rates))
        .map_err(|error| Failure::Fault(error.to_string()))?;
    anchor_among_the_compared(&mut found)?;
    (found.keys, found.refit) = coefficients(&found);
    Ok(found)
}

/// The formula that is judged does not lay down the scale of the prices that it is held against.
fn on_a_scale_of_its_own(options: &PriceOptions) -> PriceOptions {
    let mut options = options.clone();
    options.anchor.points.get_or_insert(ANCHOR_POINTS);
    options
}

/// An anchor without an even fight leaves all others without a price: then the compared unit with most of them takes its place.
fn anchor_among_the_compared(found: &mut WinRates<'_>) -> Result<(), Failure> {
    let rates = known_rates(&found.prices.rates);
    let compared = || found.audit.units.iter().map(|one| one.unit);
    let fights = |unit: usize| rates.iter().filter(|rate| [rate.first, rate.second].contains(&unit)).count();
    if compared().any(|unit| unit == found.prices.anchor) {
        return Ok(());
    }
    // The first of those with as many.
    if let Some(anchor) = compared().min_by_key(|unit| std::cmp::Reverse(fights(*unit))) {
        found.prices.list = list(found.prices.units.len(), anchor, &found.prices.rates)?;
        found.prices.anchor = anchor;
    }
    Ok(())
}

const NO_PAIRS: muster_analysis::audit::EqualCost = muster_analysis::audit::EqualCost {
    pairs: 0,
    fair_share: 0.0,
    mean_distance: 0.0,
    fitted_mean_distance: 0.0,
};

/// The formula's own numbers, as far as the units can tell them apart, and what win rates make of them.
fn coefficients(found: &WinRates<'_>) -> (Vec<(Key, f64)>, Option<Refit>) {
    let mut places: BTreeMap<Key, (usize, f64)> = BTreeMap::new();
    let compared: Vec<(usize, &MappedUnit, f64)> = found
        .audit
        .units
        .iter()
        .filter_map(|one| {
            let mapped = found.mapped[one.unit].as_ref().ok()?;
            let Standing::Fitted(theta) = found.prices.list.standings[one.unit] else { return None };
            Some((one.unit, mapped, theta))
        })
        .collect();
    let fixed = always_chosen(&compared);
    let mut place = |key: Key, printed: f64| {
        let next = places.len();
        places.entry(key).or_insert((next, printed)).0
    };
    let mut units = Vec::new();
    for (unit, mapped, theta) in &compared {
        let divisor = found.divisor(*unit, mapped);
        let mut groups = Vec::new();
        for one in &mapped.groups {
            let scheme = &one.item.scheme;
            let (mut product, mut factors) = (1.0, Vec::new());
            for next in one.working.multipliers.iter().filter(|next| next.value != Exact::ONE) {
                let value = next.value.to_f64();
                if fixed.contains(&(scheme.clone(), next.factor.clone(), next.choice.clone())) {
                    product *= value;
                } else {
                    let key = Key::Factor { factor: next.factor.clone(), choice: next.choice.clone() };
                    factors.push((place(key, value), value));
                }
            }
            let terms = one.working.addends.iter().filter(|addend| addend.value != Exact::ZERO);
            let terms = terms
                .map(|addend| {
                    let key = Key::Term { scheme: scheme.clone(), term: addend.term.clone() };
                    (place(key, 1.0), addend.value.to_f64())
                })
                .collect();
            let count = Exact::whole(one.count).to_f64() * product / divisor;
            groups.push(Group { count, terms, factors });
        }
        units.push(CostedUnit { ln_worth: *theta, groups });
    }
    let mut keys: Vec<(usize, Key, f64)> =
        places.into_iter().map(|(key, (at, printed))| (at, key, printed)).collect();
    keys.sort_by_key(|(at, _, _)| *at);
    let refit = refit(keys.len(), &units);
    (keys.into_iter().map(|(_, key, printed)| (key, printed)).collect(), refit)
}

/// Choices that every figure or gun of a scheme has: no unit can tell them from the weight of the terms.
fn always_chosen(compared: &[(usize, &MappedUnit, f64)]) -> Vec<(String, String, String)> {
    let groups: Vec<_> = compared.iter().flat_map(|(_, mapped, _)| &mapped.groups).collect();
    let mut always = Vec::new();
    for one in &groups {
        for next in &one.working.multipliers {
            let same = |other: &&muster_rules::formula::MappedGroup| {
                other.item.choices.get(&next.factor) == Some(&next.choice)
            };
            if groups.iter().filter(|other| other.item.scheme == one.item.scheme).all(same) {
                always.push((one.item.scheme.clone(), next.factor.clone(), next.choice.clone()));
            }
        }
    }
    always.sort();
    always.dedup();
    always
}

/// The mapping of a formula onto the plan's rule set.
///
/// # Errors
/// Every complaint about it.
pub(crate) fn mapping(
    plan: &Plan,
    id: &str,
    formula: &Formula,
    file: Option<&Path>,
) -> Result<Option<Mapping>, Failure> {
    Ok(Mapping::load(&plan.pack, id, formula, file)?)
}
