//! Prices fitted to counted games.

use muster_analysis::price_fit::{Bound, ErrorKind, PriceFit, Standing};
use muster_analysis::price_list::PriceList;
use muster_report::{Cell, Column, Document, Table, number};
use serde::Serialize;

use super::alike;
use super::limits::{self, Limits, LimitsJson, MismatchJson};
use crate::exit::Failure;
use crate::output::Answer;

/// Prices from counted games.
pub(crate) struct CountedPrices {
    /// Names of the units.
    pub names: Vec<String>,
    /// Index of the anchor.
    pub anchor: usize,
    /// Price of the anchor.
    pub scale: f64,
    /// The fit.
    pub fit: PriceFit,
    /// What one price a unit leaves over, where a pair has a rate of its own.
    pub list: Option<PriceList>,
    /// Games in the file.
    pub games: f64,
}

#[derive(Serialize)]
struct LineJson<'p> {
    unit: &'p str,
    points: f64,
    standard_error: Option<f64>,
    status: &'static str,
    win_rate_error: Option<f64>,
}

#[derive(Serialize)]
struct FitJson<'p> {
    prices: Vec<LineJson<'p>>,
    unpriced: Vec<&'p str>,
    pairs_not_told_apart: Vec<[&'p str; 2]>,
    never_hurt_each_other: Vec<[&'p str; 2]>,
    steepness: Option<f64>,
    steepness_error: Option<f64>,
    side_a: Option<f64>,
    dispersion: f64,
    games: f64,
    games_used: f64,
    rows_used: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    strongest_cycle: Option<Vec<&'p str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<Vec<MismatchJson<'p>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<LimitsJson<'p>>,
    method: &'static str,
}

impl CountedPrices {
    fn limits(&self) -> Option<Limits<'_>> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        Some(Limits { list: self.list.as_ref()?, ids: names.clone(), names, played: 0 })
    }

    /// Pairs of which no game had a winner.
    fn stalemates(&self) -> Vec<[&str; 2]> {
        let names = |(one, other): &(usize, usize)| [*one, *other].map(|unit| self.names[unit].as_str());
        self.fit.stalemates.iter().map(names).collect()
    }

    /// Neighbours in price that cannot be told apart.
    fn alike(&self) -> Vec<[&str; 2]> {
        let mut order: Vec<(usize, f64)> = (0..self.names.len())
            .filter_map(|unit| Some((unit, self.fit.ratio(unit, self.anchor)?.0)))
            .collect();
        order.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let order: Vec<usize> = order.into_iter().map(|(unit, _)| unit).collect();
        let pairs = alike::neighbours(&order, &|unit, other| self.fit.ratio(unit, other));
        pairs.into_iter().map(|pair| pair.map(|unit| self.names[unit].as_str())).collect()
    }

    fn line(&self, unit: usize) -> Option<LineJson<'_>> {
        let name = self.names[unit].as_str();
        let base = self.fit.theta(self.anchor)?;
        let bounded = |theta: f64, status: &'static str| LineJson {
            unit: name,
            points: self.scale * (theta - base).exp(),
            standard_error: None,
            status,
            win_rate_error: None,
        };
        match self.fit.standings[unit] {
            Standing::Fitted(_) => {
                let (lead, error) = self.fit.ratio(unit, self.anchor)?;
                let points = self.scale * lead.exp();
                let error = (unit != self.anchor).then_some(error);
                let steepness = self.fit.steepness.map_or(0.0, |slope| slope.value);
                Some(LineJson {
                    unit: name,
                    points,
                    standard_error: error.map(|error| error * points),
                    status: if unit == self.anchor { "anchor" } else { "fitted" },
                    win_rate_error: error.map(|error| steepness * error / 4.0),
                })
            }
            Standing::Bounded(Bound::AtLeast(theta)) => Some(bounded(theta, "at_least")),
            Standing::Bounded(Bound::AtMost(theta)) => Some(bounded(theta, "at_most")),
            Standing::Unknown => None,
        }
    }
}

/// The answer in every shape.
///
/// # Errors
/// When the anchor has no price, or the answer cannot be written as JSON.
pub(crate) fn counted(prices: &CountedPrices) -> Result<Answer, Failure> {
    if prices.fit.theta(prices.anchor).is_none() {
        let name = &prices.names[prices.anchor];
        return Err(Failure::Input(format!(
            "the anchor \"{name}\" has no price: no game of it is near even\n  name another with --anchor"
        )));
    }
    let lines: Vec<Option<LineJson<'_>>> = (0..prices.names.len()).map(|unit| prices.line(unit)).collect();
    let unpriced: Vec<&str> = prices
        .names
        .iter()
        .zip(&lines)
        .filter(|(_, line)| line.is_none())
        .map(|(name, _)| name.as_str())
        .collect();
    let mut csv = Table::new(
        "",
        ["unit", "points", "standard_error", "status", "win_rate_error"].map(Column::text).to_vec(),
    );
    let shown = vec![Column::text("unit"), Column::number("points"), Column::number("win rate")];
    let mut table = Table::new("", shown);
    let optional = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, ""));
    for line in lines.iter().flatten() {
        csv.push(vec![
            Cell::text(line.unit),
            Cell::number(line.points, ""),
            optional(line.standard_error),
            Cell::text(line.status),
            optional(line.win_rate_error),
        ]);
        let points = match (line.status, line.standard_error) {
            (_, Some(error)) => number::with_half_width(line.points, error),
            ("anchor", None) => number::fixed(line.points, 2),
            (status, None) => format!("{} {}", status.replace('_', " "), number::fixed(line.points, 1)),
        };
        let shift = line.win_rate_error.map_or(Cell::Empty, |shift| {
            Cell::number(shift, format!("± {} pp", number::fixed(shift * 100.0, 1)))
        });
        table.push(vec![Cell::text(line.unit), Cell::number(line.points, points), shift]);
    }
    let mut document = Document::new(format!("Prices of {} units from counted games", prices.names.len()));
    document.list(findings(prices, &unpriced));
    document.table(table);
    let limits = prices.limits();
    if let Some(limits) = &limits {
        limits::write(&mut document, limits);
    }
    let fit = &prices.fit;
    let json = FitJson {
        pairs_not_told_apart: prices.alike(),
        never_hurt_each_other: prices.stalemates(),
        steepness: fit.steepness.map(|slope| slope.value),
        steepness_error: fit.steepness.map(|slope| slope.error),
        side_a: fit.side.map(|slope| slope.value),
        dispersion: fit.dispersion,
        games: prices.games,
        games_used: fit.games_used,
        rows_used: fit.rows_used,
        strongest_cycle: limits.as_ref().map(Limits::cycle),
        worst: limits.as_ref().map(Limits::worst),
        limits: limits.as_ref().map(limits::json),
        method: "sample",
        prices: lines.into_iter().flatten().collect(),
        unpriced,
    };
    Answer::new(document, &json, csv)
}

fn findings(prices: &CountedPrices, unpriced: &[&str]) -> Vec<String> {
    let fit = &prices.fit;
    let mut found = vec![format!(
        "{} of {} games are near enough to even to tell prices.",
        number::fixed(fit.games_used, 0),
        number::fixed(prices.games, 0)
    )];
    found.extend(fit.steepness.map(|slope| {
        format!(
            "A tenth more figures wins about {} % of even fights (steepness {}).",
            number::fixed((0.5 + muster_analysis::rounding::score_shift(0.095_31, slope.value)) * 100.0, 0),
            number::with_half_width(slope.value, slope.error)
        )
    }));
    found.push(
        match fit.error_kind {
            ErrorKind::Plain => "± is one standard error.",
            ErrorKind::Inflated => {
                "± is one standard error, widened: results scatter more than luck alone explains."
            }
            ErrorKind::Clustered => {
                "± is one standard error, widened for pairs that one price a unit does not explain."
            }
        }
        .to_owned(),
    );
    found.extend(alike::sentence(&prices.alike()));
    let stalemates: Vec<String> = prices.stalemates().iter().map(|pair| pair.join(" and ")).collect();
    if !stalemates.is_empty() {
        found.push(format!(
            "No game of these pairs had a winner, so they tell no rate and are left out: {}.",
            stalemates.join("; ")
        ));
    }
    if !unpriced.is_empty() {
        found.push(format!("Not comparable with the anchor: {}.", unpriced.join(", ")));
    }
    found
}
