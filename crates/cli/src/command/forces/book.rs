//! A price book: rounded prices of the catalogue, and of the units of boxes by them.

use std::collections::BTreeMap;
use std::path::Path;

use muster_analysis::rounding::{Rounded, SCALE_SEARCH, round_prices};
use muster_report::number;
use muster_resolver::{Exchange, Limits, MethodChoice, Observer as _, Rate, Silent, StopRule, rates_against};
use muster_rules::{BOX_UNIT, BoxFacts, DuelSpec, UnitFacts};
use serde::Deserialize;

use crate::args::BookOptions;
use crate::command::points::{BUDGET, Prices, price, rates_of_one};
use crate::compose::points::page;
use crate::csv_lines;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::say::tell;

/// What a price comes from that is in no list.
pub(crate) const BY_DUELS: &str = "duels";

/// Prices that forces are added up by.
pub(crate) struct PriceBook<'p> {
    /// Units with a price.
    pub units: Vec<&'p UnitFacts>,
    /// Their prices before rounding.
    pub exact: Vec<f64>,
    /// The rounded ones.
    pub rounded: Rounded,
    /// Multiples of this.
    pub step: u32,
    /// Where they come from, as a sentence without a full stop.
    pub from: String,
    /// They are prices of duels: no file of prices was given.
    pub of_duels: bool,
    /// Most figures that a unit is played with.
    pub most: u32,
    /// Units that were asked for and have no price, with what is known instead.
    pub unpriced: Vec<String>,
}

/// A unit of a box with its price.
#[derive(Clone, Debug)]
pub(crate) struct PricedUnit {
    /// Id that the game knows it by, such as `zulus:warriors`.
    pub id: String,
    /// Name.
    pub name: String,
    /// Figures in the box.
    pub figures: u32,
    /// Fewer of them may be fielded.
    pub alike: bool,
    /// Price before rounding and on the book's scale, of a figure or of the whole unit; `None` when it has none.
    pub exact: Option<f64>,
    /// The rounded price.
    pub rounded: Option<f64>,
    /// What the price comes from: the unit of the catalogue that has the same figures, or `duels`.
    pub like: String,
}

#[derive(Deserialize)]
struct Line {
    unit: String,
    points: f64,
    #[serde(default)]
    status: String,
    #[serde(default)]
    standard_error: Option<f64>,
    #[serde(default)]
    win_rate_error: Option<f64>,
    #[serde(default)]
    rules: String,
    #[serde(default)]
    data_hash: String,
}

/// Units with a price, before rounding.
pub(crate) struct Listed<'p> {
    /// The units.
    pub units: Vec<&'p UnitFacts>,
    /// Their prices, above 0.
    pub exact: Vec<f64>,
    /// Where they come from, as a sentence without a full stop.
    pub from: String,
    /// Logits of score a unit of ln(points), where it is known.
    pub steepness: Option<f64>,
    /// Units that were asked for and have no price, with what is known instead: `Knights (at least 50.0)`.
    pub unpriced: Vec<String>,
}

/// Prices that were worked out: units with a price, and in words those without.
pub(crate) fn of_prices<'p>(prices: &Prices<'p>, from: String) -> Listed<'p> {
    let (mut units, mut exact, mut unpriced) = (Vec::new(), Vec::new(), Vec::new());
    for (unit, facts) in prices.units.iter().copied().enumerate() {
        match (prices.points(unit), prices.limit(unit)) {
            (Some(points), _) => {
                units.push(facts);
                exact.push(points);
            }
            (None, Some((points, status))) => unpriced.push(limited(facts, points, status)),
            (None, None) => unpriced.push(facts.name.clone()),
        }
    }
    Listed { units, exact, from, steepness: Some(prices.steepness()), unpriced }
}

fn limited(facts: &UnitFacts, points: f64, status: &str) -> String {
    let words = if status == "at_most" { "at most" } else { "at least" };
    format!("{} ({words} {})", facts.name, number::fixed(points, 1))
}

/// What is said of units without a price, where there are any.
pub(crate) fn without_price(unpriced: &[String]) -> Option<String> {
    (!unpriced.is_empty()).then(|| {
        format!(
            "Left out, because no fight or battle was near enough to even for a price: {}.",
            unpriced.join(", ")
        )
    })
}

impl<'p> PriceBook<'p> {
    /// The prices of a file, or those of duels, rounded.
    ///
    /// # Errors
    /// A file that cannot be read, or what keeps units from being priced.
    pub(crate) fn load(plan: &'p Plan, options: &BookOptions) -> Result<PriceBook<'p>, Failure> {
        let Listed { units, exact, from, unpriced, .. } = match &options.points_file {
            Some(file) => of_file(plan, file)?,
            None => of_duels(plan, options)?,
        };
        let search = if options.keep_scale { 0.0 } else { SCALE_SEARCH };
        let rounded = round_prices(&exact, f64::from(options.step), search)
            .ok_or_else(|| Failure::Fault("a price is no number above 0".to_owned()))?;
        Ok(PriceBook {
            units,
            exact,
            rounded,
            step: options.step,
            from,
            of_duels: options.points_file.is_none(),
            most: options.prices.most,
            unpriced,
        })
    }

    /// Every unit of each box with its price: that of the catalogue's unit of the same figures, or what duels against the priced
    /// units say. Units of the same figures are fought once, whatever box they are in.
    ///
    /// # Errors
    /// What the game refuses, or Ctrl-C.
    pub(crate) fn units_of(&self, plan: &Plan, boxes: &[&BoxFacts]) -> Result<Vec<Vec<PricedUnit>>, Failure> {
        let mut strange: Vec<(&BoxFacts, &UnitFacts)> = Vec::new();
        for facts in boxes {
            for unit in &facts.units {
                let met = strange.iter().any(|(_, other)| same_figures(unit, other));
                if self.listed(unit).is_none() && !met {
                    strange.push((*facts, unit));
                }
            }
        }
        let quiet = plan.output.quiet || strange.is_empty();
        // Where duels are played, each unit meets a few others in one go.
        let slow = plan.game.plays_slowly();
        let cells = strange.len() * if slow { 1 } else { self.units.len() };
        let progress = Progress::begin(cells, StopRule::Games(1), false, quiet);
        if slow && !strange.is_empty() {
            let how = "units of boxes, each by games against those that it fights most evenly";
            plan.output.note(&format!("Pricing {} more: {how}", strange.len()));
        }
        let mut fought = Vec::new();
        for (facts, unit) in strange {
            let named = UnitFacts { id: id_of(facts, unit), ..unit.clone() };
            fought.push((unit, self.by_duels(plan, &named, &progress)?));
        }
        progress.finish();
        let of_box = |facts: &&BoxFacts| -> Vec<PricedUnit> {
            facts.units.iter().map(|unit| self.price(facts, unit, &fought)).collect()
        };
        Ok(boxes.iter().map(of_box).collect())
    }

    /// The unit of the price list that has the same figures.
    fn listed(&self, unit: &UnitFacts) -> Option<usize> {
        self.units.iter().position(|other| same_figures(unit, other))
    }

    fn price(&self, facts: &BoxFacts, unit: &UnitFacts, fought: &[(&UnitFacts, Option<f64>)]) -> PricedUnit {
        let (exact, like) = match self.listed(unit) {
            Some(at) => (Some(self.exact[at]), self.units[at].id.clone()),
            None => {
                let found = fought.iter().find(|(other, _)| same_figures(unit, other));
                (found.and_then(|(_, points)| *points), BY_DUELS.to_owned())
            }
        };
        let step = f64::from(self.step);
        let scaled = exact.map(|points| points * self.rounded.scale);
        PricedUnit {
            id: id_of(facts, unit),
            name: unit.name.clone(),
            figures: unit.figures,
            alike: unit.alike,
            exact: scaled,
            rounded: scaled.map(|points| (points / step).round().max(1.0) * step),
            like,
        }
    }

    /// Mean of what a unit is worth by its exchange rates against the priced units; `None` when it is never near even. The rates are
    /// exact, or, where duels are slow to solve, played against the few that it fights most evenly.
    fn by_duels(&self, plan: &Plan, unit: &UnitFacts, progress: &Progress) -> Result<Option<f64>, Failure> {
        if plan.game.plays_slowly() {
            let (foes, rates) = rates_of_one(plan, unit, self.most, &Silent)?;
            let price = |foe: &&UnitFacts| {
                let listed = self.units.iter().position(|other| other.id == foe.id);
                listed.map(|at| self.exact[at].ln())
            };
            let worth: Vec<Option<f64>> = foes.iter().map(price).collect();
            progress.settled(0);
            return Ok(mean_worth(&rates, &worth));
        }
        let mut units: Vec<&UnitFacts> = self.units.clone();
        units.push(unit);
        let mut worth: Vec<f64> = self.exact.iter().map(|points| points.ln()).collect();
        // Before anything is known it counts as much as the middle of the list.
        let mut sorted = worth.clone();
        sorted.sort_by(f64::total_cmp);
        worth.push(sorted.get(sorted.len() / 2).copied().unwrap_or(0.0));
        let hub = units.len() - 1;
        let limits = Limits { most: self.most, budget: BUDGET, method: MethodChoice::Auto };
        let game = plan.game.as_ref();
        let rates = rates_against(game, &units, hub, &worth, &DuelSpec::default(), limits, progress)?;
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        let worth: Vec<Option<f64>> = worth.into_iter().map(Some).collect();
        Ok(mean_worth(&rates, &worth))
    }
}

/// What one unit is worth by its rates against others, by what is known of their ln(points): one of the other is worth e^rate of it.
fn mean_worth(rates: &[Exchange], worth: &[Option<f64>]) -> Option<f64> {
    let told = rates.iter().filter_map(|one| match one.rate {
        Rate::Even { ln_rate, .. } => worth[one.first].map(|worth| worth - ln_rate),
        _ => None,
    });
    let told: Vec<f64> = told.collect();
    (!told.is_empty()).then(|| (told.iter().sum::<f64>() / told.len() as f64).exp())
}

/// Id that the game knows a unit of a box by.
fn id_of(facts: &BoxFacts, unit: &UnitFacts) -> String {
    format!("{}{BOX_UNIT}{}", facts.id, unit.id)
}

/// Figures of the same numbers: then one price holds for both, a figure's where figures are alike, a unit's else.
fn same_figures(unit: &UnitFacts, other: &UnitFacts) -> bool {
    let kinds = |facts: &UnitFacts| -> Vec<String> {
        let bare = |part: &String| part.split_once(' ').map_or(part.clone(), |(_, kind)| kind.to_owned());
        if facts.alike { facts.parts.iter().map(bare).collect() } else { facts.parts.clone() }
    };
    unit.alike == other.alike && unit.values == other.values && kinds(unit) == kinds(other)
}

fn of_duels<'p>(plan: &'p Plan, options: &BookOptions) -> Result<Listed<'p>, Failure> {
    let prices = price(plan, &options.prices)?;
    plan.output.note(&page::effort(&prices));
    let anchor = &prices.units[prices.anchor].name;
    let from = format!(
        "Prices of {} duels, {anchor} = {}",
        if prices.played == 0 { "exact" } else { "solved and played" },
        prices.scale
    );
    Ok(of_prices(&prices, from))
}

/// The prices of a points.csv.
///
/// # Errors
/// A file that cannot be read, that has no price, or that is of other data.
pub(crate) fn of_file<'p>(plan: &'p Plan, file: &Path) -> Result<Listed<'p>, Failure> {
    let advice = "give a points.csv as `muster points fit` writes it, with the columns unit and points";
    let (mut units, mut exact, mut steepness, mut unpriced) = (Vec::new(), Vec::new(), None, Vec::new());
    let mut seen = BTreeMap::new();
    let mut other_data = None;
    for (number, line) in csv_lines::read::<Line>(file, &["unit", "points"], advice)? {
        let place = format!("{}:{number}", file.display());
        if !line.rules.is_empty() && line.rules != plan.pack.set {
            return Err(Failure::Input(format!(
                "{place}: the prices are of the rules \"{}\", and these are \"{}\"\n  name the same with --rules, or price the units of these with `muster points fit`",
                line.rules, plan.pack.set
            )));
        }
        if !line.data_hash.is_empty() && line.data_hash != plan.pack.hash {
            other_data = Some(line.data_hash.clone());
        }
        if let Some(before) = seen.insert(line.unit.clone(), number) {
            return Err(Failure::Input(format!(
                "{place}: \"{}\" has a price in line {before} already\n  leave one of the two lines out",
                line.unit
            )));
        }
        let known = plan.game.units().iter().find(|unit| unit.id == line.unit);
        let unit = known.ok_or_else(|| {
            let advice = "a price list belongs to its data; name the same --rules, --data and --units";
            Failure::Input(format!("{place}: there is no unit \"{}\"\n  {advice}", line.unit))
        })?;
        if !(line.points.is_finite() && line.points > 0.0) {
            let what = format!("{place}: the price of \"{}\" is not above 0", line.unit);
            return Err(Failure::Input(format!("{what}\n  correct it, or leave the line out")));
        }
        // A bound is no price to add up.
        if line.status.starts_with("at_") {
            unpriced.push(limited(unit, line.points, &line.status));
            continue;
        }
        units.push(unit);
        exact.push(line.points);
        // An error of the price shifts an even match by a quarter of it times the steepness.
        if let (Some(error), Some(shift)) = (line.standard_error, line.win_rate_error)
            && error > 0.0
        {
            steepness = steepness.or(Some(4.0 * shift * line.points / error));
        }
    }
    if units.is_empty() {
        let advice = "give a points.csv as `muster points fit` writes it";
        return Err(Failure::Input(format!("{}: no prices\n  {advice}", file.display())));
    }
    if let Some(hash) = other_data {
        let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_owned();
        tell(&format!(
            "{}: the prices are of other data ({}) than these ({}): another variant, --set, units or boxes; price them anew with `muster points fit` if that changes what units are worth",
            file.display(),
            short(&hash),
            short(&plan.pack.hash)
        ));
    }
    let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let steepness = steepness.filter(|slope: &f64| slope.is_finite() && *slope > 0.0);
    Ok(Listed { units, exact, from: format!("Prices of {name}"), steepness, unpriced })
}
