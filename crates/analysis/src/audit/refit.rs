//! What a formula's coefficients would have to be: the formula's own terms and factors, fitted to worths.
//!
//! A unit costs Σ count · Π factors · Σ terms. Each term gets a weight (1 as printed), each factor a value; they are fitted
//! to ln(worth) by Gauss-Newton with damping, on the log scale, so that none becomes negative. A weak pull towards the
//! printed value keeps what the units cannot tell where it was.

use muster_stats::linear::{Matrix, Vector};

/// Figures or guns of one kind in a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// How many.
    pub count: f64,
    /// What is added: index of the coefficient and the printed number.
    pub terms: Vec<(usize, f64)>,
    /// What multiplies: index of the coefficient and the printed number. A factor that is 1 by definition is left out.
    pub factors: Vec<(usize, f64)>,
}

/// A unit with its worth and its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct CostedUnit {
    /// ln(worth), in any points.
    pub ln_worth: f64,
    /// Its figures and guns.
    pub groups: Vec<Group>,
}

/// A fitted coefficient, as a multiple of what is printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficient {
    /// Times the printed number; 1 when the text is right.
    pub ratio: f64,
    /// Standard error of ln(ratio), from the scatter about the fitted formula.
    pub error: f64,
    /// Units in which it counts.
    pub units: usize,
}

/// A formula fitted to worths.
#[derive(Clone, Debug, PartialEq)]
pub struct Refit {
    /// Every coefficient; `None` for one that no unit tells.
    pub coefficients: Vec<Option<Coefficient>>,
    /// Root mean square error of ln(price) of the formula as printed, its scale fitted.
    pub printed_rms: f64,
    /// The same of the fitted formula.
    pub fitted_rms: f64,
}

/// Standard deviation of ln(ratio) that the weak pull towards the printed value takes for granted, against a scatter of 1.
const PULL: f64 = 1e-3;
/// Steps after which a fit stands where it is.
const MOST_STEPS: usize = 200;
/// Beyond this factor a coefficient has run to nothing, or to everything.
const FURTHEST: f64 = 6.0;
/// Least curvature at which a coefficient counts as told by the units.
const TOLD: f64 = 1e-6;

/// Fits `coefficients` coefficients to the units; `None` without units, or when a unit has no price above 0 as printed.
///
/// Points are counted on the scale on which the printed formula comes nearest to the worths: a ratio of 2 says that a
/// coefficient should weigh twice as much as it does there.
#[must_use]
pub fn refit(coefficients: usize, units: &[CostedUnit]) -> Option<Refit> {
    let mut model = Fit { coefficients, units, scale: 0.0 };
    let mut at = Vector::zeros(coefficients);
    let unscaled = model.derivatives(&at)?.0;
    model.scale = unscaled.iter().sum::<f64>() / unscaled.len() as f64;
    let plain: f64 = unscaled.iter().map(|one| (one - model.scale).powi(2)).sum();
    let (mut residuals, mut jacobian) = model.derivatives(&at)?;
    let mut damping = 1e-3;
    for _ in 0..MOST_STEPS {
        let normal = model.normal(&jacobian);
        let gradient = &(&jacobian.transpose() * &residuals) - &model.pull(&at);
        let damped = Matrix::from_fn(normal.rows(), normal.columns(), |i, j| {
            normal[(i, j)] + if i == j { damping * normal[(i, i)].max(TOLD) } else { 0.0 }
        });
        let step = damped.cholesky()?.solve(&gradient);
        let next = (&at + &step).map(|one| one.clamp(-FURTHEST, FURTHEST));
        let (reached, slope) = model.derivatives(&next)?;
        if model.cost(&next, &reached) <= model.cost(&at, &residuals) {
            let moved = (&next - &at).longest();
            (at, residuals, jacobian) = (next, reached, slope);
            damping = (damping / 5.0).max(1e-12);
            if moved < 1e-10 {
                break;
            }
        } else if damping > 1e12 {
            break;
        } else {
            damping *= 10.0;
        }
    }
    model.finish(&at, &residuals, &jacobian, plain)
}

struct Fit<'u> {
    coefficients: usize,
    units: &'u [CostedUnit],
    /// ln of what the printed prices are multiplied by.
    scale: f64,
}

impl Fit<'_> {
    /// ln(worth) less ln(price), and the derivatives of ln(price).
    fn derivatives(&self, at: &Vector) -> Option<(Vector, Matrix)> {
        let mut residuals = Vector::zeros(self.units.len());
        let mut jacobian = Matrix::zeros(self.units.len(), self.coefficients);
        for (row, unit) in self.units.iter().enumerate() {
            let mut price = 0.0;
            let mut slopes = vec![0.0; self.coefficients];
            for group in &unit.groups {
                let product: f64 =
                    group.factors.iter().map(|(factor, printed)| printed * at[*factor].exp()).product();
                let mut sum = 0.0;
                for (term, printed) in &group.terms {
                    let worth = printed * at[*term].exp();
                    sum += worth;
                    slopes[*term] += group.count * product * worth;
                }
                for (factor, _) in &group.factors {
                    slopes[*factor] += group.count * product * sum;
                }
                price += group.count * product * sum;
            }
            if !(price > 0.0 && price.is_finite() && unit.ln_worth.is_finite()) {
                return None;
            }
            residuals[row] = unit.ln_worth - price.ln() - self.scale;
            for (column, slope) in slopes.iter().enumerate() {
                jacobian[(row, column)] = slope / price;
            }
        }
        (!self.units.is_empty()).then_some((residuals, jacobian))
    }

    fn normal(&self, jacobian: &Matrix) -> Matrix {
        let mut normal = jacobian.transposed_times(jacobian);
        for one in 0..self.coefficients {
            normal[(one, one)] += PULL;
        }
        normal
    }

    fn pull(&self, at: &Vector) -> Vector {
        at * PULL
    }

    fn cost(&self, at: &Vector, residuals: &Vector) -> f64 {
        residuals.dot(residuals) + PULL * at.dot(at)
    }

    fn finish(&self, at: &Vector, residuals: &Vector, jacobian: &Matrix, plain: f64) -> Option<Refit> {
        let n = self.units.len() as f64;
        let inverse = self.normal(jacobian).cholesky()?.inverse();
        let free = (n - self.coefficients as f64).max(1.0);
        let scatter = residuals.dot(residuals) / free;
        let coefficients = (0..self.coefficients)
            .map(|one| {
                let units = self.units.iter().filter(|unit| unit.counts(one)).count();
                (units > 0 && jacobian.column(one).iter().map(|slope| slope * slope).sum::<f64>() > TOLD)
                    .then(|| Coefficient {
                        ratio: at[one].exp(),
                        error: (scatter * inverse[(one, one)]).max(0.0).sqrt(),
                        units,
                    })
            })
            .collect();
        Some(Refit {
            coefficients,
            printed_rms: (plain / n).sqrt(),
            fitted_rms: (residuals.dot(residuals) / n).sqrt(),
        })
    }
}

impl CostedUnit {
    /// Whether a coefficient moves the unit's price.
    fn counts(&self, coefficient: usize) -> bool {
        self.groups.iter().any(|group| {
            group.terms.iter().any(|(term, printed)| *term == coefficient && *printed > 0.0)
                || group.factors.iter().any(|(factor, _)| *factor == coefficient)
        })
    }
}
