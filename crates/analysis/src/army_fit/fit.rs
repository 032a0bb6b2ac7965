//! Newton's method with expected information and step halving, errors, and units without a price.

use muster_stats::linear::{Matrix, Vector};

use super::ArmyRow;
use super::model::{Point, Prior, derivatives, value};
use crate::logistic::sigmoid;
use crate::price_fit::{Bound, PriceRefusal, Slope, Standing};

/// Pull toward the starting costs: weak beside a single battle, enough where no game speaks of a unit.
const RIDGE: f64 = 1e-2;
/// Pull that holds costs where they are: far above the information of any number of games.
const FIXED: f64 = 1e14;
/// Standard errors that the steepness must lie above 0.
const LEAST_Z: f64 = 3.0;
/// A price nearer to 0 than so many of its standard errors is only known to be at most its value and as many errors more.
const TOLD_FROM_NOTHING: f64 = 2.0;
/// Steepness to begin from.
const TYPICAL_STEEPNESS: f64 = 4.0;
const MOST_STEPS: usize = 1000;
const MOST_HALVINGS: i32 = 30;
/// Share of what a step promises that it must gain: where the likelihood is more bent than expected, whole steps would leap to and fro over the top.
const GAINED: f64 = 0.25;
/// Arrived when a whole step promises less log-likelihood than this: it then lies within a thousandth of any standard error.
const ARRIVED: f64 = 1e-7;
/// Share of the log-likelihood that its sum may be off by.
const ROUNDING: f64 = 1e-14;

/// Fitted costs.
#[derive(Clone, Debug)]
pub struct ArmyFit {
    /// What is known of each unit: ln(cost), all up to one shift.
    pub standings: Vec<Standing>,
    /// γ: logits a unit of ln(cost).
    pub steepness: Slope,
    /// h: what sitting as side A is worth, logits.
    pub side: Slope,
    /// Pearson's chi-square over its degrees of freedom, both seatings of a pair taken together; 1 when smaller.
    pub dispersion: f64,
    /// Pairs of armies in the fit.
    pub pairs: usize,
    /// Games in the fit.
    pub games: u64,
    pub(super) covariance: Matrix,
    pub(super) point: Point,
}

impl ArmyFit {
    /// ln(cost) of a unit, `None` when it has no price.
    #[must_use]
    pub fn theta(&self, unit: usize) -> Option<f64> {
        match self.standings.get(unit) {
            Some(Standing::Fitted(theta)) => Some(*theta),
            _ => None,
        }
    }

    /// ln of the ratio of two prices with its standard error, `None` when one has none.
    #[must_use]
    pub fn ratio(&self, unit: usize, other: usize) -> Option<(f64, f64)> {
        let lead = self.theta(unit)? - self.theta(other)?;
        let c = &self.covariance;
        let variance = c[(unit, unit)] + c[(other, other)] - 2.0 * c[(unit, other)];
        Some((lead, variance.max(0.0).sqrt()))
    }

    /// Correlation of the errors of two prices, both against a third; `None` when one has no price or no error.
    #[must_use]
    pub fn correlation(&self, unit: usize, other: usize, anchor: usize) -> Option<f64> {
        let (_, a) = self.ratio(unit, anchor)?;
        let (_, b) = self.ratio(other, anchor)?;
        let c = &self.covariance;
        let together = c[(unit, other)] - c[(unit, anchor)] - c[(other, anchor)] + c[(anchor, anchor)];
        (a > 0.0 && b > 0.0).then(|| (together / (a * b)).clamp(-1.0, 1.0))
    }

    /// ln(cost) of every unit as the model uses it, those without a price too.
    #[must_use]
    pub fn believed(&self) -> Vec<f64> {
        self.point.0.iter().take(self.point.units()).copied().collect()
    }

    /// Expected score of a row's first army, `[it sits as side A, the second does]`.
    #[must_use]
    pub fn predict(&self, row: &ArmyRow) -> [f64; 2] {
        [0, 1].map(|seating: usize| sigmoid(self.point.eta(row, seating)))
    }

    /// The same model with other costs, one ln(cost) a unit: steepness and seat are fitted anew, prices are not. `None` when
    /// that cannot be done.
    #[must_use]
    pub fn with_costs(&self, theta: &[f64], rows: &[ArmyRow]) -> Option<ArmyFit> {
        let units = self.point.units();
        if theta.len() != units || rows.iter().any(|row| !sound(row, units)) {
            return None;
        }
        let mut point = self.point.clone();
        point.0[..units].copy_from_slice(theta);
        // So stiff a prior that the costs cannot move.
        let prior = Prior { toward: Vector::from(theta), ridge: FIXED, centring: 0.0 };
        let (point, _) = climb(point, rows, &prior).ok()?;
        Some(ArmyFit { point, ..self.clone() })
    }

    pub(super) fn eta(&self, row: &ArmyRow, seating: usize) -> f64 {
        self.point.eta(row, seating)
    }
}

/// Fits costs of `units` units to battles. `start` holds what is believed of ln(cost), one a unit; it is where the search
/// begins and what a unit that no game tells of keeps.
///
/// # Errors
/// [`PriceRefusal`] when the battles hold no prices.
pub fn fit_armies(units: usize, rows: &[ArmyRow], start: &[f64]) -> Result<ArmyFit, PriceRefusal> {
    if let Some(at) = rows.iter().position(|row| !sound(row, units)) {
        return Err(PriceRefusal::BadRow(at));
    }
    if start.len() != units || start.iter().any(|theta| !theta.is_finite()) {
        return Err(PriceRefusal::NotFitted);
    }
    let (kept, left_out) = sift(units, rows);
    if kept.is_empty() {
        let played = left_out.iter().any(Option::is_some);
        return Err(if played { PriceRefusal::AllSeparated } else { PriceRefusal::NoGames });
    }
    let games: u64 = kept.iter().map(games_of).sum();
    let prior = Prior {
        toward: Vector::from(start),
        ridge: RIDGE,
        // Of the size of the other entries of the information, for the sake of its condition.
        centring: games as f64 / (units * units) as f64,
    };
    let mut first: Vec<f64> = start.to_vec();
    first.extend([TYPICAL_STEEPNESS, 0.0]);
    let (point, inverse) = climb(Point(Vector::from(first)), &kept, &prior)?;
    let gamma = point.gamma();
    if gamma <= 0.0 || gamma < LEAST_Z * inverse[(units, units)].max(0.0).sqrt() {
        return Err(PriceRefusal::SteepnessNotIdentified);
    }
    let dispersion = dispersion(&point, &kept);
    let covariance = &inverse * dispersion;
    let slope = |at: usize| Slope { value: point.0[at], error: covariance[(at, at)].max(0.0).sqrt() };
    let met = |unit: usize| kept.iter().any(|row| row.sides.iter().flatten().any(|(one, _)| *one == unit));
    let standings = (0..units)
        .map(|unit| match left_out[unit] {
            Some(won_all) => bound(unit, won_all, rows, &left_out, &point),
            None if met(unit) => match next_to_nothing(unit, &kept, &point, dispersion) {
                Some(limit) => Standing::Bounded(Bound::AtMost(limit)),
                None => Standing::Fitted(point.0[unit]),
            },
            None => Standing::Unknown,
        })
        .collect();
    Ok(ArmyFit {
        standings,
        steepness: slope(units),
        side: slope(units + 1),
        dispersion,
        pairs: kept.len(),
        games,
        covariance,
        point,
    })
}

fn sound(row: &ArmyRow, units: usize) -> bool {
    let side = |side: &Vec<(usize, f64)>| {
        let fits = |(unit, count): &(usize, f64)| *unit < units && count.is_finite() && *count > 0.0;
        !side.is_empty() && side.iter().all(fits)
    };
    row.sides.iter().all(side)
}

fn games_of(row: &ArmyRow) -> u64 {
    row.counts.iter().map(muster_stats::Record::games).sum()
}

/// Score of the first army over both seatings, weighted by games.
fn won(row: &ArmyRow) -> f64 {
    row.counts.iter().map(|counts| counts.wins as f64 + counts.draws as f64 / 2.0).sum()
}

/// Rows with games, and the units left out of them because their sides won everything (true) or lost everything, again and
/// again until none is left. A unit on both sides of a row learns nothing from it.
fn sift(units: usize, rows: &[ArmyRow]) -> (Vec<ArmyRow>, Vec<Option<bool>>) {
    let mut kept: Vec<ArmyRow> = rows.iter().filter(|row| games_of(row) > 0).cloned().collect();
    let mut left_out = vec![None; units];
    loop {
        let mut gained = vec![[0.0; 2]; units];
        for row in &kept {
            let (won, all) = (won(row), games_of(row) as f64);
            for (at, side) in row.sides.iter().enumerate() {
                let (own, other) = if at == 0 { (won, all - won) } else { (all - won, won) };
                let alone = |unit: usize| row.sides[1 - at].iter().all(|(one, _)| *one != unit);
                side.iter().filter(|(unit, _)| alone(*unit)).for_each(|(unit, _)| {
                    gained[*unit][0] += own;
                    gained[*unit][1] += other;
                });
            }
        }
        let found: Vec<usize> = (0..units)
            .filter(|unit| {
                let [won, lost] = gained[*unit];
                won + lost > 0.0 && (won <= 0.0 || lost <= 0.0)
            })
            .collect();
        if found.is_empty() {
            return (kept, left_out);
        }
        found.iter().for_each(|unit| left_out[*unit] = Some(gained[*unit][1] <= 0.0));
        kept.retain(|row| row.sides.iter().flatten().all(|(unit, _)| left_out[*unit].is_none()));
    }
}

/// What a unit that won all (or lost all) must cost at least (or at most) for its sides to have been the dearer (or cheaper)
/// ones.
fn bound(unit: usize, won_all: bool, rows: &[ArmyRow], left_out: &[Option<bool>], point: &Point) -> Standing {
    let limits = rows.iter().filter(|row| games_of(row) > 0).filter_map(|row| {
        let own = row.sides.iter().position(|side| side.iter().any(|(one, _)| *one == unit))?;
        let others = row.sides.iter().flatten().filter(|(one, _)| *one != unit);
        if others.clone().any(|(one, _)| left_out[*one].is_some()) {
            return None;
        }
        let count = |at: usize| -> f64 {
            row.sides[at].iter().filter(|(one, _)| *one == unit).map(|(_, count)| count).sum()
        };
        let rest = |at: usize| -> f64 {
            let of = row.sides[at].iter().filter(|(one, _)| *one != unit);
            of.map(|(one, count)| count * point.0[*one].exp()).sum()
        };
        let (more, gap) = (count(own) - count(1 - own), rest(1 - own) - rest(own));
        (more > 0.0 && gap > 0.0).then(|| (gap / more).ln())
    });
    if won_all {
        limits.reduce(f64::max).map_or(Standing::Unknown, |limit| Standing::Bounded(Bound::AtLeast(limit)))
    } else {
        limits.reduce(f64::min).map_or(Standing::Unknown, |limit| Standing::Bounded(Bound::AtMost(limit)))
    }
}

/// ln of the most that a unit may cost whose price cannot be told from nothing, the others' costs taken as they are; `None` where the
/// price can be told. Below some cost ln(cost) has no bottom: a unit that adds nothing to its side fits as well at a tenth of any price.
fn next_to_nothing(unit: usize, rows: &[ArmyRow], point: &Point, dispersion: f64) -> Option<f64> {
    let mut information = 0.0;
    for row in rows {
        let of = |side: &[(usize, f64)]| -> f64 {
            let count: f64 = side.iter().filter(|(one, _)| *one == unit).map(|(_, count)| count).sum();
            count / point.ln_cost(side).exp()
        };
        let slope = point.gamma() * (of(&row.sides[0]) - of(&row.sides[1]));
        for (seating, counts) in row.counts.iter().enumerate() {
            let p = sigmoid(point.eta(row, seating));
            information += counts.games() as f64 * p * (1.0 - p) * slope * slope;
        }
    }
    let (price, error) = (point.0[unit].exp(), (dispersion / information).sqrt());
    (information > 0.0 && price < TOLD_FROM_NOTHING * error).then(|| (price + TOLD_FROM_NOTHING * error).ln())
}

/// Climbs to the maximum; the point there and the inverse of the information. Where sizes were not varied only the product of
/// steepness and ln(cost) is known: there is no top to arrive at, or no curvature.
fn climb(mut point: Point, rows: &[ArmyRow], prior: &Prior) -> Result<(Point, Matrix), PriceRefusal> {
    let mut reached = value(&point, rows, prior);
    for _ in 0..MOST_STEPS {
        let (gradient, information) = derivatives(&point, rows, prior);
        let cholesky = information.cholesky().ok_or(PriceRefusal::SteepnessNotIdentified)?;
        let step = cholesky.solve(&gradient);
        let promised = gradient.dot(&step);
        let taken = (0..MOST_HALVINGS).find_map(|halving| {
            let share = 0.5_f64.powi(halving);
            let next = Point(&point.0 + &(&step * share));
            let value = value(&next, rows, prior);
            (value - reached >= GAINED * share * promised - ROUNDING * reached.abs()).then_some((next, value))
        });
        let arrived = promised < ARRIVED;
        (point, reached) = match taken {
            None if !arrived => return Err(PriceRefusal::NotFitted),
            taken => taken.unwrap_or((point, reached)),
        };
        if arrived {
            let inverse = cholesky.inverse();
            let sound = point.0.iter().chain(inverse.iter()).all(|number| number.is_finite());
            return if sound { Ok((point, inverse)) } else { Err(PriceRefusal::NotFitted) };
        }
    }
    Err(PriceRefusal::SteepnessNotIdentified)
}

/// Pearson's chi-square a degree of freedom. What a pair has of its own it has in both seatings: they count as one.
fn dispersion(point: &Point, rows: &[ArmyRow]) -> f64 {
    let free = rows.len().saturating_sub(point.0.len() - 1);
    if free == 0 {
        return 1.0;
    }
    let of_row = |row: &ArmyRow| {
        let (mut residual, mut variance) = (0.0, 0.0);
        for (seating, counts) in row.counts.iter().enumerate() {
            let (games, p) = (counts.games() as f64, sigmoid(point.eta(row, seating)));
            residual += games * (counts.score().unwrap_or(p) - p);
            variance += games * p * (1.0 - p);
        }
        residual * residual / variance.max(f64::MIN_POSITIVE)
    };
    (rows.iter().map(of_row).sum::<f64>() / free as f64).max(1.0)
}
