//! The model's predictions and their derivatives.

use muster_stats::linear::{Matrix, Vector};

use super::ArmyRow;
use crate::logistic::sigmoid;

/// What the seats are worth to the first army: `[it is side A, the second is]`.
pub(super) const SEATS: [f64; 2] = [1.0, -1.0];

/// ln(cost) of every unit, γ and h, in this order.
#[derive(Clone, Debug)]
pub(super) struct Point(pub Vector);

impl Point {
    pub(super) fn units(&self) -> usize {
        self.0.len() - 2
    }

    pub(super) fn gamma(&self) -> f64 {
        self.0[self.units()]
    }

    pub(super) fn side(&self) -> f64 {
        self.0[self.units() + 1]
    }

    /// ln of a side's cost.
    pub(super) fn ln_cost(&self, side: &[(usize, f64)]) -> f64 {
        side.iter().map(|(unit, count)| count * self.0[*unit].exp()).sum::<f64>().ln()
    }

    /// ln of the ratio of both costs.
    pub(super) fn lead(&self, row: &ArmyRow) -> f64 {
        self.ln_cost(&row.sides[0]) - self.ln_cost(&row.sides[1])
    }

    /// Logits of the first army's score in one seating.
    pub(super) fn eta(&self, row: &ArmyRow, seating: usize) -> f64 {
        self.gamma() * self.lead(row) + self.side() * SEATS[seating]
    }

    /// Entries of the gradient of the lead by ln(cost): each unit's share of its side's cost, one line a unit.
    fn shares(&self, row: &ArmyRow) -> Vec<(usize, f64)> {
        let mut shares: Vec<(usize, f64)> = Vec::with_capacity(row.sides[0].len() + row.sides[1].len());
        for (side, sign) in row.sides.iter().zip([1.0, -1.0]) {
            let total = self.ln_cost(side).exp();
            for (unit, count) in side {
                let share = sign * count * self.0[*unit].exp() / total;
                match shares.iter_mut().find(|(known, _)| known == unit) {
                    Some((_, sum)) => *sum += share,
                    None => shares.push((*unit, share)),
                }
            }
        }
        shares
    }
}

/// Keeps the costs where the games do not: pulls weakly toward `toward`, and holds their sum.
pub(super) struct Prior {
    pub toward: Vector,
    pub ridge: f64,
    pub centring: f64,
}

impl Prior {
    fn away(&self, point: &Point) -> (Vector, f64) {
        let away = &Vector::from(&point.0[..point.units()]) - &self.toward;
        let sum = away.iter().sum();
        (away, sum)
    }
}

fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Penalised log-likelihood.
pub(super) fn value(point: &Point, rows: &[ArmyRow], prior: &Prior) -> f64 {
    let mut sum = 0.0;
    for row in rows {
        let lead = point.lead(row);
        for (counts, seat) in row.counts.iter().zip(SEATS) {
            let Some(score) = counts.score() else { continue };
            let eta = point.gamma() * lead + point.side() * seat;
            sum -= counts.games() as f64 * (score * softplus(-eta) + (1.0 - score) * softplus(eta));
        }
    }
    let (away, shift) = prior.away(point);
    sum - prior.ridge / 2.0 * away.dot(&away) - prior.centring / 2.0 * shift * shift
}

/// Gradient, and the expected information: never indefinite, unlike the Hessian of a model that is not linear.
pub(super) fn derivatives(point: &Point, rows: &[ArmyRow], prior: &Prior) -> (Vector, Matrix) {
    let (units, size) = (point.units(), point.0.len());
    let (mut gradient, mut information) = (Vector::zeros(size), Matrix::zeros(size, size));
    let mut slopes: Vec<(usize, f64)> = Vec::new();
    for row in rows {
        let (lead, shares) = (point.lead(row), point.shares(row));
        for (counts, seat) in row.counts.iter().zip(SEATS) {
            let Some(score) = counts.score() else { continue };
            let p = sigmoid(point.gamma() * lead + point.side() * seat);
            let games = counts.games() as f64;
            let (residual, weight) = (games * (score - p), games * p * (1.0 - p));
            slopes.clear();
            slopes.extend(shares.iter().map(|(unit, share)| (*unit, point.gamma() * share)));
            slopes.extend([(units, lead), (units + 1, seat)]);
            for (one, slope) in &slopes {
                gradient[*one] += residual * slope;
                for (other, with) in &slopes {
                    information[(*one, *other)] += weight * slope * with;
                }
            }
        }
    }
    let (away, shift) = prior.away(point);
    for one in 0..units {
        gradient[one] -= prior.ridge * away[one] + prior.centring * shift;
        information[(one, one)] += prior.ridge;
        for other in 0..units {
            information[(one, other)] += prior.centring;
        }
    }
    (gradient, information)
}
