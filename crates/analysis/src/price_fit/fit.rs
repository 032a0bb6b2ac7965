//! Locating fit, window, final fit.

use muster_stats::linear::{Matrix, Vector};

use super::errors::{Sized, errors};
use super::outcome::{ErrorKind, Slope, Standing};
use super::separated::{Sifted, bound, check, pair, sift, stalemates};
use super::{PriceRefusal, SizedResult};
use crate::components::components;
use crate::hodge::{Comparison, decompose};
use crate::logistic::{Model, Row};

/// Ridge while the prices are being located: keeps one-sided rows from running away.
const LOCATING_RIDGE: f64 = 0.5;
/// Ridge of the final fit: small enough to move nothing.
const FINAL_RIDGE: f64 = 1e-3;
/// Standard errors that the steepness must lie above 0.
const LEAST_Z: f64 = 3.0;
/// Spread of ln(size ratio) about what constant sizes explain, below which sizes count as never varied.
const LEAST_SPREAD: f64 = 1e-6;
/// Times that the window is drawn anew around the fit.
const PASSES: usize = 3;

/// Made-up games of [`locate`]: 1.5 times the figures win about 92 % (a steepness of 6).
const EXPECTED_STEP: f64 = 0.405;
const EXPECTED_SCORE: f64 = 0.919;
const EXPECTED_GAMES: f64 = 10.0;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Rows predicted to be further from even than this, in logits, are left out of the final fit: a truth that is not quite
    /// logistic would bend the prices there. Infinite for no window.
    pub window: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { window: 1.2 }
    }
}

/// Fitted prices.
#[derive(Clone, Debug)]
pub struct PriceFit {
    /// What is known of each unit; ln(points) average 0 over the fitted units of a component.
    pub standings: Vec<Standing>,
    /// Component of each unit among the rows of the final fit. Prices of different components cannot be compared.
    pub components: Vec<usize>,
    /// γ: logits a unit of ln(size). `None` for a single unit.
    pub steepness: Option<Slope>,
    /// h: what sitting as side A is worth, logits. `None` when every row mixes both seatings.
    pub side: Option<Slope>,
    /// Pearson's chi-square over its degrees of freedom, 1 when smaller.
    pub dispersion: f64,
    /// How the errors were made.
    pub error_kind: ErrorKind,
    /// Pairs of which no game had a winner, the lower index first: they tell no rate and are left out.
    pub stalemates: Vec<(usize, usize)>,
    /// Rows of the final fit.
    pub rows_used: usize,
    /// Games in those rows.
    pub games_used: f64,
    covariance: Matrix,
}

impl PriceFit {
    /// ln(points) of a unit, `None` when it has no price.
    #[must_use]
    pub fn theta(&self, unit: usize) -> Option<f64> {
        match self.standings.get(unit) {
            Some(Standing::Fitted(theta)) => Some(*theta),
            _ => None,
        }
    }

    /// ln of the ratio of two prices with its standard error, `None` when they cannot be compared.
    #[must_use]
    pub fn ratio(&self, unit: usize, other: usize) -> Option<(f64, f64)> {
        let lead = self.theta(unit)? - self.theta(other)?;
        if self.components[unit] != self.components[other] {
            return None;
        }
        let c = &self.covariance;
        let variance = c[(unit, unit)] + c[(other, other)] - 2.0 * c[(unit, other)];
        Some((lead, variance.max(0.0).sqrt()))
    }

    /// Standard error of a unit's ln(points) against the mean of its component.
    #[must_use]
    pub fn error(&self, unit: usize) -> Option<f64> {
        self.theta(unit).map(|_| self.covariance[(unit, unit)].max(0.0).sqrt())
    }
}

/// Where prices seem to lie, for choosing the sizes to play next: any results give an answer, however one-sided, and an
/// answer of 0 means that nothing is known. ln(points), averaging 0 in each component.
#[must_use]
pub fn locate(units: usize, results: &[SizedResult]) -> Vec<f64> {
    let sound = |row: &&SizedResult| row.first < units && row.second < units && row.first != row.second;
    let mut rows: Vec<Row> =
        results.iter().filter(sound).filter(|row| row.games() > 0.0).map(logistic_row).collect();
    let pieces = components(units, rows.iter().map(|row| (row.first, row.second)));
    // A few made-up games of a unit against more of itself: while nothing else tells how steep the scores are, they do.
    for (ratio, score) in [(EXPECTED_STEP, EXPECTED_SCORE), (-EXPECTED_STEP, 1.0 - EXPECTED_SCORE)] {
        rows.push(Row { first: 0, second: 0, covariates: [ratio, 0.0], games: EXPECTED_GAMES, score });
    }
    let model = Model { components: &pieces, ridge: LOCATING_RIDGE, covariates: 1 };
    let fitted = (units > 0).then(|| model.fit(&rows, None)).flatten();
    match fitted {
        Some(fitted) if fitted.parameters[units] > 0.0 => {
            (0..units).map(|unit| fitted.parameters[unit] / fitted.parameters[units]).collect()
        }
        _ => vec![0.0; units],
    }
}

/// Fits prices of `units` units to the results.
///
/// # Errors
/// [`PriceRefusal`] when the results hold no prices.
pub fn fit(units: usize, results: &[SizedResult], options: Options) -> Result<PriceFit, PriceRefusal> {
    check(units, results)?;
    let undecided = stalemates(results);
    let told: Vec<SizedResult> =
        results.iter().filter(|row| !undecided.contains(&pair(row))).copied().collect();
    if !undecided.is_empty() && told.iter().all(|row| row.games() <= 0.0) {
        return Err(PriceRefusal::NeverHurt);
    }
    let fitted = fit_decided(units, &told, options)?;
    Ok(PriceFit { stalemates: undecided.into_iter().collect(), ..fitted })
}

/// Fits prices to rows of pairs of which some game had a winner.
fn fit_decided(units: usize, results: &[SizedResult], options: Options) -> Result<PriceFit, PriceRefusal> {
    let Sifted { rows, left_out } = sift(units, results);
    if rows.is_empty() {
        return trivial(units, &left_out);
    }
    let with_sides = rows.iter().any(|row| row.side != 0.0);
    let all: Vec<Row> = rows.iter().map(logistic_row).collect();
    if !sizes_vary(units, &all) {
        return Err(PriceRefusal::SteepnessNotIdentified);
    }
    let covariates = if with_sides { 2 } else { 1 };
    let pieces = components(units, all.iter().map(|row| (row.first, row.second)));
    let locating = Model { components: &pieces, ridge: LOCATING_RIDGE, covariates };
    let mut parameters = locating.fit(&all, None).ok_or(PriceRefusal::NotFitted)?.parameters;
    let mut last: Option<Last> = None;
    for _ in 0..PASSES {
        let kept: Vec<usize> = (0..all.len())
            .filter(|at| locating.predict(&parameters, &all[*at]).abs() <= options.window)
            .collect();
        if last.as_ref().is_some_and(|last| last.kept == kept) {
            break;
        }
        let found = final_fit(units, &all, kept, covariates, &parameters)?;
        parameters = found.parameters.clone();
        last = Some(found);
    }
    let last = last.ok_or(PriceRefusal::NotFitted)?;
    finish(units, results, &left_out, &all, &last)
}

/// What the last pass left.
struct Last {
    kept: Vec<usize>,
    pieces: Vec<usize>,
    covariates: usize,
    parameters: Vector,
    covariance: Matrix,
}

fn final_fit(
    units: usize,
    all: &[Row],
    kept: Vec<usize>,
    covariates: usize,
    start: &Vector,
) -> Result<Last, PriceRefusal> {
    let rows: Vec<Row> = kept.iter().map(|at| all[*at]).collect();
    if !sizes_vary(units, &rows) {
        return Err(PriceRefusal::SteepnessNotIdentified);
    }
    let pieces = components(units, rows.iter().map(|row| (row.first, row.second)));
    let model = Model { components: &pieces, ridge: FINAL_RIDGE, covariates };
    let fitted = model.fit(&rows, Some(start)).ok_or(PriceRefusal::NotFitted)?;
    Ok(Last { kept, covariates, parameters: fitted.parameters, covariance: fitted.covariance, pieces })
}

fn logistic_row(row: &SizedResult) -> Row {
    Row {
        first: row.first,
        second: row.second,
        covariates: [(row.figures[0] / row.figures[1]).ln(), row.side],
        games: row.games(),
        score: row.score().unwrap_or(0.5),
    }
}

/// Whether the size ratios say more than one fixed size a unit would.
fn sizes_vary(units: usize, rows: &[Row]) -> bool {
    let ratios: Vec<Comparison> = rows
        .iter()
        .map(|row| Comparison {
            first: row.first,
            second: row.second,
            value: row.covariates[0],
            variance: 0.0,
        })
        .collect();
    let spread = decompose(units, &ratios)
        .map(|parts| parts.residuals.iter().fold(0.0_f64, |most, residual| most.max(residual.abs())));
    spread.is_ok_and(|spread| spread > LEAST_SPREAD)
}

/// One unit has the price that it is given; several need games.
fn trivial(units: usize, left_out: &[Option<bool>]) -> Result<PriceFit, PriceRefusal> {
    if left_out.iter().any(Option::is_some) {
        return Err(PriceRefusal::AllSeparated);
    }
    if units > 1 {
        return Err(PriceRefusal::NoGames);
    }
    Ok(PriceFit {
        standings: vec![Standing::Fitted(0.0); units],
        components: vec![0; units],
        steepness: None,
        side: None,
        dispersion: 1.0,
        error_kind: ErrorKind::Plain,
        stalemates: Vec::new(),
        rows_used: 0,
        games_used: 0.0,
        covariance: Matrix::zeros(units, units),
    })
}

/// The limit of a unit that won or lost something but was never near even: from the games that it led, or else trailed in.
fn out_of_reach(unit: usize, results: &[SizedResult], theta: &[Option<f64>]) -> Standing {
    let led = |row: &SizedResult| row.score().map(|score| (score > 0.5) == (row.first == unit));
    let own: Vec<SizedResult> =
        results.iter().filter(|row| row.first == unit || row.second == unit).copied().collect();
    let ahead: Vec<SizedResult> = own.iter().filter(|row| led(row) == Some(true)).copied().collect();
    let won_most = 2 * ahead.len() >= own.len();
    let telling: Vec<SizedResult> =
        if won_most { ahead } else { own.into_iter().filter(|row| led(row) == Some(false)).collect() };
    bound(unit, won_most, &telling, theta)
}

fn finish(
    units: usize,
    results: &[SizedResult],
    left_out: &[Option<bool>],
    all: &[Row],
    last: &Last,
) -> Result<PriceFit, PriceRefusal> {
    let rows: Vec<Row> = last.kept.iter().map(|at| all[*at]).collect();
    let met: Vec<bool> =
        (0..units).map(|unit| rows.iter().any(|row| row.first == unit || row.second == unit)).collect();
    let model = Model { components: &last.pieces, ridge: FINAL_RIDGE, covariates: last.covariates };
    let sized =
        Sized { model: &model, rows: &rows, parameters: &last.parameters, hessian_inverse: &last.covariance };
    let gamma = last.parameters[units];
    // The steepness is judged by its plain error: how bent the model is does not make sizes any less varied.
    let least = LEAST_Z * last.covariance[(units, units)].max(0.0).sqrt();
    if gamma < -least {
        return Err(PriceRefusal::MoreWinLess);
    }
    if gamma.is_nan() || gamma < least || gamma <= 0.0 {
        return Err(PriceRefusal::SteepnessNotIdentified);
    }
    let found = errors(&sized).ok_or(PriceRefusal::NotFitted)?;
    let slope =
        |at: usize| Slope { value: last.parameters[at], error: found.parameters[(at, at)].max(0.0).sqrt() };
    let theta: Vec<Option<f64>> =
        (0..units).map(|unit| met[unit].then(|| last.parameters[unit] / gamma)).collect();
    let standings = (0..units)
        .map(|unit| match (theta[unit], left_out[unit]) {
            (Some(theta), _) => Standing::Fitted(theta),
            (None, Some(won_all)) => bound(unit, won_all, results, &theta),
            (None, None) => out_of_reach(unit, results, &theta),
        })
        .collect();
    Ok(PriceFit {
        standings,
        components: last.pieces.clone(),
        steepness: Some(slope(units)),
        side: (last.covariates > 1).then(|| slope(units + 1)),
        dispersion: found.dispersion,
        error_kind: found.kind,
        stalemates: Vec::new(),
        rows_used: rows.len(),
        games_used: rows.iter().map(|row| row.games).sum(),
        covariance: found.theta,
    })
}
