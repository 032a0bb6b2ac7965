//! What a formula held against win rates says: in words first, then unit by unit and number by number.

mod table;

use muster_report::{Cell, Column, Document, Figure, Table, number};
use muster_rules::formula::{Exact, Mapping, Meaning};
use serde::Serialize;

use super::{Checked, in_words};
use crate::command::audit::{FALSE_DISCOVERY_RATE, Key, WinRates};
use crate::compose::charts;
use crate::compose::points::page;
use crate::exit::Failure;
use crate::output::{Answer, json};
use crate::plan::Plan;

/// Standard error of ln(coefficient) beyond which it is not told.
const UNTOLD: f64 = 1.0;
/// Units named in a sentence.
const NAMED: usize = 3;

/// A formula held against win rates.
struct Played<'a> {
    plan: &'a Plan,
    checked: &'a Checked<'a>,
    rates: &'a WinRates<'a>,
    /// `None` for units of the formula's own rules.
    mapping: Option<&'a Mapping>,
    /// Formula points that one of the fitted points is worth: they agree on the median unit.
    scale: f64,
}

/// One unit, in full.
#[derive(Serialize)]
struct UnitJson<'a> {
    unit: &'a str,
    per: &'static str,
    /// Price in the text, of units of its own that it prices.
    printed: Option<f64>,
    formula: Option<f64>,
    /// Price by win rates, in the anchor's points.
    fitted: Option<f64>,
    fitted_error: Option<f64>,
    /// The same in the formula's points.
    worth: Option<f64>,
    /// formula / worth - 1.
    overpriced: Option<f64>,
    overpriced_error: Option<f64>,
    p_value: Option<f64>,
    adjusted_p_value: Option<f64>,
    verdict: &'static str,
    why_not: &'a str,
}

#[derive(Serialize)]
struct CoefficientJson {
    number: String,
    printed: f64,
    fitted: Option<f64>,
    relative_error: Option<f64>,
    units: usize,
}

#[derive(Serialize)]
struct PlayedJson<'a> {
    rules: &'a str,
    rules_data_hash: &'a str,
    false_discovery_rate: f64,
    units: Vec<UnitJson<'a>>,
    pairs: usize,
    share_of_equal_cost_pairs_within_40_to_60: Option<f64>,
    mean_distance_at_equal_cost: Option<f64>,
    mean_distance_at_fitted_prices: Option<f64>,
    slope_of_worth_on_cost: Option<f64>,
    slope_error: Option<f64>,
    rms_error: Option<f64>,
    refitted_rms_error: Option<f64>,
    coefficients: Vec<CoefficientJson>,
}

/// The answer in every shape.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer_played(
    plan: &Plan,
    checked: &Checked<'_>,
    rates: &WinRates<'_>,
    mapping: Option<&Mapping>,
) -> Result<Answer, Failure> {
    // The median unit is priced right by definition, so any unit tells the scale.
    let scale = rates.audit.units.first().and_then(|one| {
        let (cost, worth) = (rates.cost(one.unit)?, rates.prices.points(one.unit)?);
        Some(cost / worth / one.over.exp())
    });
    let played = Played { plan, checked, rates, mapping, scale: scale.unwrap_or(1.0) };
    let document = played.document();
    let table = played.table();
    Ok(Answer { document, json: json(&super::audit_json(checked, Some(played.json())))?, table })
}

impl<'a> Played<'a> {
    fn units(&self) -> Vec<UnitJson<'a>> {
        let (rates, prices) = (self.rates, &self.rates.prices);
        (0..prices.units.len())
            .map(|unit| {
                let found = rates.audit.units.iter().find(|one| one.unit == unit);
                let formula = rates.cost(unit);
                let fitted = prices.points(unit);
                let verdict = match (found, formula, fitted) {
                    (Some(one), ..) if one.adjusted > FALSE_DISCOVERY_RATE => "not_different",
                    (Some(one), ..) if one.over > 0.0 => "overpriced",
                    (Some(_), ..) => "underpriced",
                    (None, None, _) => "no_formula_price",
                    (None, Some(_), _) => "no_worth",
                };
                UnitJson {
                    unit: &prices.units[unit].id,
                    per: page::per(prices.units[unit]),
                    printed: self.printed(unit),
                    formula,
                    fitted,
                    // The anchor's price is given, and has no error.
                    fitted_error: fitted
                        .zip(prices.error(unit))
                        .and_then(|(points, error)| known(points * error)),
                    worth: fitted.map(|points| points * self.scale),
                    overpriced: found.map(|one| one.over.exp_m1()),
                    overpriced_error: found.and_then(|one| known(one.over.exp() * one.error)),
                    p_value: found.map(|one| one.p_value),
                    adjusted_p_value: found.map(|one| one.adjusted),
                    verdict,
                    why_not: rates.mapped[unit].as_ref().err().map_or("", String::as_str),
                }
            })
            .collect()
    }

    /// The price of a unit in the text; those of other rules have none.
    fn printed(&self, unit: usize) -> Option<f64> {
        if self.mapping.is_some() {
            return None;
        }
        let item = self.checked.formula.item(&self.rates.prices.units[unit].id)?;
        item.printed.map(Exact::to_f64)
    }

    fn coefficients(&self) -> Vec<CoefficientJson> {
        let fitted = self.rates.refit.as_ref().map(|refit| refit.coefficients.as_slice());
        let fitted = fitted.unwrap_or_default().iter();
        self.rates
            .keys
            .iter()
            .zip(fitted)
            .map(|((key, printed), found)| CoefficientJson {
                number: self.in_words(key),
                printed: *printed,
                fitted: found.map(|found| printed * found.ratio),
                relative_error: found.and_then(|found| known(found.error)),
                units: found.map_or(0, |found| found.units),
            })
            .collect()
    }

    fn in_words(&self, key: &Key) -> String {
        match key {
            // Only where several schemes stand side by side must the scheme be said.
            Key::Term { scheme, term } => {
                let several =
                    |other: &Key| matches!(other, Key::Term { scheme: other, .. } if other != scheme);
                let of = if self.rates.keys.iter().any(|(other, _)| several(other)) {
                    format!(" ({scheme})")
                } else {
                    String::new()
                };
                format!("a point of {term}{of}")
            }
            Key::Factor { factor, choice } => format!("{choice} ({factor}), times"),
        }
    }

    fn json(&self) -> serde_json::Value {
        let audit = &self.rates.audit;
        let refit = self.rates.refit.as_ref();
        let of_pairs = |value: f64| known(value).filter(|_| audit.equal_cost.pairs > 0);
        let value = PlayedJson {
            rules: &self.plan.pack.set,
            rules_data_hash: &self.plan.pack.hash,
            false_discovery_rate: FALSE_DISCOVERY_RATE,
            units: self.units(),
            pairs: audit.equal_cost.pairs,
            share_of_equal_cost_pairs_within_40_to_60: of_pairs(audit.equal_cost.fair_share),
            mean_distance_at_equal_cost: of_pairs(audit.equal_cost.mean_distance),
            mean_distance_at_fitted_prices: of_pairs(audit.equal_cost.fitted_mean_distance),
            slope_of_worth_on_cost: audit.slope.map(|slope| slope.0),
            slope_error: audit.slope.and_then(|slope| known(slope.1)),
            rms_error: refit.and_then(|refit| known(refit.printed_rms)),
            refitted_rms_error: refit.and_then(|refit| known(refit.fitted_rms)),
            coefficients: self.coefficients(),
        };
        serde_json::to_value(value).unwrap_or_default()
    }

    fn document(&self) -> Document {
        let formula = &self.checked.formula.name;
        let mut document = Document::new(match self.mapping {
            Some(_) => format!("The points of {formula} against win rates in {}", self.plan.rules_name()),
            None => format!("The points of {formula} against its own win rates"),
        });
        document.list(self.findings());
        document.table(self.unit_table());
        if self.plan.output.out.is_some() {
            document.draw(self.picture());
        }
        document.table(self.coefficient_table());
        let left_out = self.left_out();
        if !left_out.is_empty() {
            document.heading(2, "Without a comparison");
            document.list(left_out);
        }
        document.list(self.notes());
        document
    }

    fn picture(&self) -> Figure {
        let units: Vec<(&str, f64, f64, f64)> = self
            .rates
            .audit
            .units
            .iter()
            .filter_map(|one| {
                let name = self.rates.prices.units[one.unit].name.as_str();
                let worth = self.rates.prices.points(one.unit)? * self.scale;
                Some((name, self.rates.cost(one.unit)?, worth, one.error))
            })
            .collect();
        charts::formula(&self.checked.formula.name, &units)
    }

    fn findings(&self) -> Vec<String> {
        let audit = &self.rates.audit;
        let mut found = Vec::new();
        let wrong: Vec<String> = self
            .checked
            .items
            .iter()
            .filter(|audited| !audited.contradictions.is_empty())
            .map(|audited| {
                let sentences: Vec<String> = audited.contradictions.iter().map(in_words).collect();
                format!("{}: {}", audited.item.name, sentences.join("; "))
            })
            .collect();
        found.push(self.checked.verdict());
        found.extend(wrong.into_iter().map(|sentence| format!("{sentence}.")));
        if audit.equal_cost.pairs == 0 {
            found.push("No two units have both a price by the formula and a known exchange rate.".to_owned());
            return found;
        }
        let percent = |distance: f64| number::fixed((0.5 + distance) * 100.0, 0);
        found.push(format!(
            "Bought for the same points by this formula, the better of two units scores {} % on average; {} % of {} pairs are fair (40 to 60 %). Prices fitted to win rates bring the average to {} %.",
            percent(audit.equal_cost.mean_distance),
            number::fixed(audit.equal_cost.fair_share * 100.0, 0),
            audit.equal_cost.pairs,
            percent(audit.equal_cost.fitted_mean_distance)
        ));
        found.push(
            "Worth is that of duels, unit against unit; prices of armies are fitted to battles by `muster points fit`, which says how well either foretells them."
                .to_owned(),
        );
        found.extend(audit.slope.map(|(slope, error)| {
            format!(
                "What costs twice as much by the formula is worth {} times as much ({} to {}).",
                number::fixed(slope.exp2(), 1),
                number::fixed((slope - 2.0 * error).exp2(), 1),
                number::fixed((slope + 2.0 * error).exp2(), 1)
            )
        }));
        found.extend(self.mispriced());
        found.extend(self.rates.refit.as_ref().map(|refit| {
            format!(
                "The formula misses a unit's worth by a factor of {} typically; with its own numbers fitted to the win rates (second table) by {}.",
                number::fixed(refit.printed_rms.exp(), 2),
                number::fixed(refit.fitted_rms.exp(), 2)
            )
        }));
        found
    }

    fn mispriced(&self) -> Vec<String> {
        let mut wrong: Vec<_> =
            self.rates.audit.units.iter().filter(|one| one.adjusted <= FALSE_DISCOVERY_RATE).collect();
        wrong.sort_by(|a, b| b.over.total_cmp(&a.over).then(a.unit.cmp(&b.unit)));
        let mut found = vec![format!(
            "{} of {} units are priced wrong beyond chance; of the units so named at most one in twenty is named wrongly (Benjamini-Hochberg).",
            wrong.len(),
            self.rates.audit.units.len()
        )];
        let named = |units: Vec<&&muster_analysis::audit::Mispriced>| -> Vec<String> {
            let name = |unit: usize| &self.rates.prices.units[unit].name;
            units.iter().take(NAMED).map(|one| format!("{} ({})", name(one.unit), times(one.over))).collect()
        };
        let dear = named(wrong.iter().filter(|one| one.over > 0.0).collect());
        let cheap = named(wrong.iter().rev().filter(|one| one.over < 0.0).collect());
        for (what, names) in [("Too dear by most", dear), ("Too cheap by most", cheap)] {
            if !names.is_empty() {
                found.push(format!("{what}: {}.", names.join(", ")));
            }
        }
        found
    }

    fn unit_table(&self) -> Table {
        let columns = vec![
            Column::text("unit"),
            Column::number("formula"),
            Column::number("worth"),
            Column::number("formula is too high by"),
            Column::text("verdict"),
        ];
        let mut table = Table::new("Unit by unit, in the formula's points", columns);
        let units = self.units();
        let mut order: Vec<&UnitJson<'_>> = units.iter().filter(|unit| unit.overpriced.is_some()).collect();
        let over = |unit: &UnitJson<'_>| unit.overpriced.unwrap_or(0.0);
        order.sort_by(|a, b| over(b).total_cmp(&over(a)).then(a.unit.cmp(b.unit)));
        for unit in order {
            let facts = self.rates.prices.units.iter().find(|facts| facts.id == unit.unit);
            let (formula, worth) = (unit.formula.unwrap_or(0.0), unit.worth.unwrap_or(0.0));
            let (over, error) = (over(unit) * 100.0, unit.overpriced_error.map(|error| error * 100.0));
            table.push(vec![
                Cell::text(facts.map_or(unit.unit, |facts| facts.name.as_str())),
                Cell::number(formula, number::fixed(formula, 1)),
                Cell::number(worth, number::fixed(worth, 1)),
                Cell::number(over, within(over, error)),
                Cell::text(unit.verdict.replace('_', " ")),
            ]);
        }
        let duels = if self.mapping.is_some() { "exact duels" } else { "played duels" };
        table.note(format!("Points of one figure, or of the whole unit where its figures differ or serve guns. Worth: by {duels}, as `muster points fit --of units` has it, on the scale on which the median unit is priced right. ± is one standard error: how far a unit's exchange rates disagree."));
        table
    }

    fn coefficient_table(&self) -> Table {
        let columns = vec![
            Column::text("number of the formula"),
            Column::number("printed"),
            Column::number("by win rates"),
            Column::number("units"),
        ];
        let mut table = Table::new("The formula's own numbers, fitted to the win rates", columns);
        let mut untold = false;
        for one in self.coefficients() {
            untold |= one.relative_error.is_some_and(|error| error > UNTOLD);
            let fitted = match (one.fitted, one.relative_error) {
                // An error of more than its own size on the log scale says no more than "little".
                (Some(fitted), Some(error)) if error > UNTOLD => {
                    Cell::number(fitted, format!("{} (untold)", number::fixed(fitted, 2)))
                }
                (Some(fitted), Some(error)) => {
                    Cell::number(fitted, number::with_half_width(fitted, fitted * error))
                }
                _ => Cell::text(number::ABSENT),
            };
            table.push(vec![
                Cell::text(one.number),
                Cell::number(one.printed, number::exchange(one.printed)),
                fitted,
                Cell::Count(one.units as u64),
            ]);
        }
        table.note("Weights count on the scale on which the printed formula comes nearest to the worths.");
        if untold {
            table.note("\"untold\": too few units differ in it.");
        }
        table
    }

    fn left_out(&self) -> Vec<String> {
        self.units()
            .into_iter()
            .zip(&self.rates.prices.units)
            .filter(|(unit, _)| unit.overpriced.is_none())
            .map(|(unit, facts)| match unit.verdict {
                "no_formula_price" => format!("{}: {}.", facts.name, unit.why_not),
                _ => format!(
                    "{}: no fight against a priced unit is near even, so its worth is not known.",
                    facts.name
                ),
            })
            .collect()
    }

    /// How the units came to their formula prices.
    fn reading(&self) -> String {
        let Some(mapping) = self.mapping else {
            return "The units are the formula's own, priced as their data describe them: `muster show UNIT` prints the working."
                .to_owned();
        };
        let entries = mapping.troops.values().chain(mapping.weapons.values());
        let said: Vec<_> = entries
            .filter(|entry| entry.meaning != Meaning::LeftOut)
            .filter_map(|entry| entry.provenance.as_ref())
            .collect();
        let assumed = said.iter().filter(|said| said.status == muster_rules::pack::Status::Assumed).count();
        format!(
            "{assumed} of the {} troop types and weapons in the mapping are our reading, each with its reason there; another reading goes into a copy of it (--mapping).",
            said.len()
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![self.reading()];
        notes.push(format!("{}; each unit by its own policy.", page::ground(self.plan)));
        let hash = self.checked.pack.hash.get(..12).unwrap_or(&self.checked.pack.hash);
        notes.push(format!("Formula: {} ({}), data {hash}.", self.checked.formula.name, self.checked.id));
        if !self.checked.pack.changed.is_empty() {
            notes.push(format!("Changed in the formula: {}.", self.checked.changed().join("; ")));
        }
        notes.extend(self.plan.footnotes(self.mapping.is_none()));
        notes
    }
}

/// A percentage with its standard error, where one is known.
fn within(percent: f64, error: Option<f64>) -> String {
    match error {
        Some(error) => format!("{} %", number::with_half_width(percent, error)),
        None => format!("{} %, no error known", number::fixed(percent, 0)),
    }
}

/// A number that there is: an error that nothing is known of is left out, and no 0.
fn known(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// A distance on the log scale in words: `2.1 times its worth`.
fn times(over: f64) -> String {
    format!("{} times its worth", number::fixed(over.exp(), if over > 0.0 { 1 } else { 2 }))
}
