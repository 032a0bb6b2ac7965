//! Errors of prices: the delta method on the fit's covariance, widened where the model does not hold.

use std::collections::BTreeMap;

use muster_stats::linear::{Matrix, Vector};

use super::outcome::ErrorKind;
use crate::logistic::{Model, Row, sigmoid};

/// Dispersion above which rows of one pair are taken together, when there are pairs enough.
const BENT: f64 = 3.0;
/// Pairs that a sandwich needs.
const LEAST_PAIRS: usize = 20;

/// A fit whose errors are wanted.
pub(super) struct Sized<'f> {
    pub model: &'f Model<'f>,
    pub rows: &'f [Row],
    pub parameters: &'f Vector,
    pub hessian_inverse: &'f Matrix,
}

/// Covariances of the parameters and of the log-points.
pub(super) struct Errors {
    pub parameters: Matrix,
    pub theta: Matrix,
    pub dispersion: f64,
    pub kind: ErrorKind,
}

/// `None` when a number is not finite.
pub(super) fn errors(fit: &Sized<'_>) -> Option<Errors> {
    let units = fit.model.units();
    let dispersion = dispersion(fit);
    let mut pairs: BTreeMap<(usize, usize), Vector> = BTreeMap::new();
    for row in fit.rows {
        let key = (row.first.min(row.second), row.first.max(row.second));
        let score = pairs.entry(key).or_insert_with(|| Vector::zeros(fit.parameters.len()));
        let residual = row.games * (row.score - sigmoid(fit.model.predict(fit.parameters, row)));
        score[row.first] += residual;
        score[row.second] -= residual;
        for at in 0..fit.model.covariates {
            score[units + at] += residual * row.covariates[at];
        }
    }
    let (parameters, kind) = if dispersion > BENT && pairs.len() >= LEAST_PAIRS {
        let mut meat = Matrix::zeros(fit.parameters.len(), fit.parameters.len());
        pairs.values().for_each(|score| meat.add_outer(1.0, score));
        let count = pairs.len() as f64;
        let sandwich = &(fit.hessian_inverse * &meat) * fit.hessian_inverse;
        (&sandwich * (count / (count - 1.0)), ErrorKind::Clustered)
    } else if dispersion > 1.0 {
        (fit.hessian_inverse * dispersion, ErrorKind::Inflated)
    } else {
        (fit.hessian_inverse.clone(), ErrorKind::Plain)
    };
    let jacobian = jacobian(fit);
    let theta = &(&jacobian * &parameters) * &jacobian.transpose();
    let sound = theta.iter().chain(parameters.iter()).all(|number| number.is_finite());
    sound.then_some(Errors { parameters, theta, dispersion, kind })
}

/// d θ / d (a, γ, h) with θ = (a - mean a) / γ, the mean over the component.
fn jacobian(fit: &Sized<'_>) -> Matrix {
    let (units, components) = (fit.model.units(), fit.model.components);
    let gamma = fit.parameters[units];
    let mut sizes = vec![0.0; units];
    components.iter().for_each(|component| sizes[*component] += 1.0);
    Matrix::from_fn(units, fit.parameters.len(), |unit, at| {
        if at > units {
            0.0
        } else if at == units {
            -fit.parameters[unit] / (gamma * gamma)
        } else if components[unit] == components[at] {
            (f64::from(u8::from(unit == at)) - 1.0 / sizes[components[unit]]) / gamma
        } else {
            0.0
        }
    })
}

/// Pearson's chi-square over its degrees of freedom, at least 1.
fn dispersion(fit: &Sized<'_>) -> f64 {
    let pieces = fit.model.components.iter().max().map_or(0, |last| last + 1);
    let parameters = fit.parameters.len() - pieces;
    let free = fit.rows.len().saturating_sub(parameters);
    if free == 0 {
        return 1.0;
    }
    let of_row = |row: &Row| {
        let p = sigmoid(fit.model.predict(fit.parameters, row));
        row.games * (row.score - p).powi(2) / (p * (1.0 - p)).max(f64::MIN_POSITIVE)
    };
    let chi_square: f64 = fit.rows.iter().map(of_row).sum();
    (chi_square / free as f64).max(1.0)
}
