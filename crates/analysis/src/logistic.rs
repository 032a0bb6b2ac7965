//! The logistic regression behind ratings and prices: η = a_i - a_j + Σ slope · covariate, fitted by Newton's method.
//!
//! The log-likelihood is concave in all parameters at once, so Newton's method with step halving always climbs; without the
//! halving it diverges on data in which one unit nearly always wins.

use muster_stats::linear::{Matrix, Vector};

/// Covariates a row may have.
pub(crate) const COVARIATES: usize = 2;
/// Newton steps after which a fit has failed; sound data need fewer than ten.
const MOST_STEPS: usize = 100;
/// Halvings of one step before it counts as standing still.
const MOST_HALVINGS: i32 = 40;
/// A whole step below this, in logits, has arrived: Newton's error is about its square.
const ARRIVED: f64 = 1e-7;

/// Games between two units under one set of covariates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub first: usize,
    pub second: usize,
    pub covariates: [f64; COVARIATES],
    pub games: f64,
    /// Mean score of the first, 0 to 1.
    pub score: f64,
}

/// What is fitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Model<'c> {
    /// Component of each unit; abilities are compared within a component only and sum to 0 there.
    pub components: &'c [usize],
    /// Ridge on the abilities.
    pub ridge: f64,
    /// Covariates in use, the first so many of a row.
    pub covariates: usize,
}

/// The fitted parameters: abilities, then slopes.
#[derive(Clone, Debug)]
pub(crate) struct Fitted {
    pub parameters: Vector,
    /// Inverse of the Hessian.
    pub covariance: Matrix,
}

pub(crate) fn sigmoid(eta: f64) -> f64 {
    1.0 / (1.0 + (-eta).exp())
}

/// ln(1 + e^x) without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

impl Model<'_> {
    pub(crate) fn units(&self) -> usize {
        self.components.len()
    }

    pub(crate) fn predict(&self, parameters: &Vector, row: &Row) -> f64 {
        let slopes = (0..self.covariates).map(|at| parameters[self.units() + at] * row.covariates[at]);
        parameters[row.first] - parameters[row.second] + slopes.sum::<f64>()
    }

    /// Penalised log-likelihood. The centring term is 0 at the maximum: it only says which of the equally good shifts is meant.
    fn value(&self, parameters: &Vector, rows: &[Row], centring: f64) -> f64 {
        let of_row = |row: &Row| {
            let eta = self.predict(parameters, row);
            -row.games * (row.score * softplus(-eta) + (1.0 - row.score) * softplus(eta))
        };
        let abilities: f64 = parameters[..self.units()].iter().map(|ability| ability * ability).sum();
        let shifts: f64 = self.shifts(parameters).iter().map(|shift| shift * shift).sum();
        rows.iter().map(of_row).sum::<f64>() - self.ridge / 2.0 * abilities - centring / 2.0 * shifts
    }

    /// Sum of the abilities of each component.
    fn shifts(&self, parameters: &Vector) -> Vec<f64> {
        let count = self.components.iter().max().map_or(0, |last| last + 1);
        let mut sums = vec![0.0; count];
        for (unit, component) in self.components.iter().enumerate() {
            sums[*component] += parameters[unit];
        }
        sums
    }

    /// Gradient and negative Hessian of the penalised log-likelihood.
    fn derivatives(&self, parameters: &Vector, rows: &[Row], centring: f64) -> (Vector, Matrix) {
        let units = self.units();
        let size = units + self.covariates;
        let (mut gradient, mut hessian) = (Vector::zeros(size), Matrix::zeros(size, size));
        for row in rows {
            let p = sigmoid(self.predict(parameters, row));
            let (residual, weight) = (row.games * (row.score - p), row.games * p * (1.0 - p));
            gradient[row.first] += residual;
            gradient[row.second] -= residual;
            hessian[(row.first, row.first)] += weight;
            hessian[(row.second, row.second)] += weight;
            hessian[(row.first, row.second)] -= weight;
            hessian[(row.second, row.first)] -= weight;
            for one in 0..self.covariates {
                let (x, at) = (row.covariates[one], units + one);
                gradient[at] += residual * x;
                for (unit, sign) in [(row.first, 1.0), (row.second, -1.0)] {
                    hessian[(at, unit)] += sign * weight * x;
                    hessian[(unit, at)] += sign * weight * x;
                }
                for other in 0..self.covariates {
                    hessian[(at, units + other)] += weight * x * row.covariates[other];
                }
            }
        }
        let shifts = self.shifts(parameters);
        for one in 0..units {
            gradient[one] -= self.ridge * parameters[one] + centring * shifts[self.components[one]];
            hessian[(one, one)] += self.ridge;
            for other in 0..units {
                if self.components[one] == self.components[other] {
                    hessian[(one, other)] += centring;
                }
            }
        }
        (gradient, hessian)
    }

    /// Fits the model; `None` when the data do not determine it or the search does not arrive.
    pub(crate) fn fit(&self, rows: &[Row], start: Option<&Vector>) -> Option<Fitted> {
        let size = self.units() + self.covariates;
        let mut parameters = start.cloned().unwrap_or_else(|| Vector::zeros(size));
        let games: f64 = rows.iter().map(|row| row.games).sum();
        // Of the size of the other entries of the Hessian, for the sake of its condition.
        let centring = (games / (4.0 * (self.units() * self.units()).max(1) as f64)).max(1e-6);
        let mut value = self.value(&parameters, rows, centring);
        for _ in 0..MOST_STEPS {
            let (gradient, hessian) = self.derivatives(&parameters, rows, centring);
            let cholesky = hessian.cholesky()?;
            let step = cholesky.solve(&gradient);
            let taken = (0..MOST_HALVINGS).find_map(|halving| {
                let next = &parameters + &(&step * 0.5_f64.powi(halving));
                let reached = self.value(&next, rows, centring);
                (reached >= value - 1e-12 * value.abs()).then_some((next, reached))
            });
            (parameters, value) = taken?;
            if step.longest() < ARRIVED {
                let covariance = cholesky.inverse();
                let sound = parameters.iter().chain(covariance.iter()).all(|number| number.is_finite());
                return sound.then_some(Fitted { parameters, covariance });
            }
        }
        None
    }
}
