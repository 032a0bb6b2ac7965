//! Which formula comes closest to given prices: a product with an exponent, or a sum.
//!
//! Lanchester's square law says sqrt(attack · durability), his linear law attack · durability; the exponent is fitted and
//! not assumed. The sum stands beside it because it is what most published rules use, and its error is the argument.

use muster_stats::linear::{Matrix, Vector, dot};

/// A unit with a known price and what a formula may look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Priced {
    /// ln(points).
    pub ln_points: f64,
    /// Standard error of ln(points); 0 when exact.
    pub error: f64,
    /// Values above 0, such as attack and durability; as many for every unit.
    pub attributes: Vec<f64>,
}

/// A fitted formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// Product: ln(scale), then the exponent of the product of all attributes. Sum: constant, then a coefficient an attribute.
    pub coefficients: Vec<f64>,
    /// Standard errors of the coefficients, from the scatter about the formula.
    pub errors: Vec<f64>,
    /// Root mean square error of ln(points) when each unit is predicted from all others.
    pub leave_one_out: f64,
}

/// A predicted price that is not above 0 counts as wrong by this factor.
const HOPELESS: f64 = 100.0;

/// points = scale · (product of the attributes)^exponent. `None` when there are fewer than three units, an attribute is not
/// above 0, or all products are equal.
#[must_use]
pub fn fit_product(units: &[Priced]) -> Option<Formula> {
    let sound = units.iter().flat_map(|unit| &unit.attributes).all(|value| value.is_finite() && *value > 0.0);
    let design: Vec<Vec<f64>> =
        units.iter().map(|unit| vec![1.0, unit.attributes.iter().map(|value| value.ln()).sum()]).collect();
    let target: Vec<f64> = units.iter().map(|unit| unit.ln_points).collect();
    let fit = least_squares(&design, &target, &weights(units), sound)?;
    let left_out: Vec<f64> = fit.left_out.iter().zip(&target).map(|(predicted, is)| predicted - is).collect();
    Some(fit.formula(&left_out))
}

/// points = constant + Σ coefficient · attribute, fitted to relative errors. `None` when there are not more units than
/// coefficients plus one, or the attributes do not vary independently.
#[must_use]
pub fn fit_sum(units: &[Priced]) -> Option<Formula> {
    let design: Vec<Vec<f64>> = units
        .iter()
        .map(|unit| std::iter::once(1.0).chain(unit.attributes.iter().copied()).collect())
        .collect();
    let target: Vec<f64> = units.iter().map(|unit| unit.ln_points.exp()).collect();
    let weights: Vec<f64> =
        weights(units).iter().zip(&target).map(|(weight, points)| weight / (points * points)).collect();
    let fit = least_squares(&design, &target, &weights, true)?;
    let left_out: Vec<f64> = fit
        .left_out
        .iter()
        .zip(&target)
        .map(|(predicted, is)| if *predicted > 0.0 { (predicted / is).ln() } else { HOPELESS.ln() })
        .map(|error| error.clamp(-HOPELESS.ln(), HOPELESS.ln()))
        .collect();
    Some(fit.formula(&left_out))
}

/// Inverse variances, or 1 for all when any price is exact.
fn weights(units: &[Priced]) -> Vec<f64> {
    let known = units.iter().all(|unit| unit.error > 0.0);
    units.iter().map(|unit| if known { 1.0 / (unit.error * unit.error) } else { 1.0 }).collect()
}

struct LeastSquares {
    coefficients: Vector,
    errors: Vec<f64>,
    left_out: Vec<f64>,
}

impl LeastSquares {
    fn formula(self, errors: &[f64]) -> Formula {
        let squares: f64 = errors.iter().map(|error| error * error).sum();
        Formula {
            coefficients: self.coefficients.into(),
            errors: self.errors,
            leave_one_out: (squares / errors.len() as f64).sqrt(),
        }
    }
}

/// Weighted least squares with each unit's prediction from all others, by the diagonal of the hat matrix.
fn least_squares(design: &[Vec<f64>], target: &[f64], weights: &[f64], sound: bool) -> Option<LeastSquares> {
    let columns = design.first()?.len();
    let finite = design.iter().flatten().chain(target).chain(weights).all(|number| number.is_finite());
    if !sound || !finite || design.len() < columns + 1 || design.iter().any(|row| row.len() != columns) {
        return None;
    }
    let x = Matrix::from_fn(design.len(), columns, |row, column| design[row][column]);
    let y = Vector::from(target);
    let weighted = Matrix::from_fn(design.len(), columns, |row, column| weights[row] * x[(row, column)]);
    // Columns brought to length 1 first, so that what is singular can be told from what is merely small.
    let lengths: Vec<f64> = (0..columns).map(|c| dot(x.column(c), weighted.column(c)).sqrt()).collect();
    let normal = Matrix::from_fn(columns, columns, |a, b| {
        dot(x.column(a), weighted.column(b)) / (lengths[a] * lengths[b])
    });
    let factor = normal.cholesky()?;
    if factor.determinant() < 1e-10 {
        return None;
    }
    let inverse = factor.inverse();
    let inverse = Matrix::from_fn(columns, columns, |a, b| inverse[(a, b)] / (lengths[a] * lengths[b]));
    let coefficients = &inverse * &(&weighted.transpose() * &y);
    let residuals = &y - &(&x * &coefficients);
    let free = (design.len() - columns).max(1) as f64;
    let scatter = residuals.iter().zip(weights).map(|(off, weight)| weight * off * off).sum::<f64>() / free;
    let errors = (0..columns).map(|c| (scatter * inverse[(c, c)]).max(0.0).sqrt()).collect();
    let left_out = (0..design.len())
        .map(|row| {
            let own = Vector::from(design[row].as_slice());
            let leverage = (weights[row] * (&inverse * &own).dot(&own)).clamp(0.0, 1.0 - 1e-9);
            y[row] - residuals[row] / (1.0 - leverage)
        })
        .collect();
    Some(LeastSquares { coefficients, errors, left_out })
}
