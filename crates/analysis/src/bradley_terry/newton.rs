//! The maximum of the Bradley-Terry likelihood: Newton's method whose steps are solved by conjugate gradients, and one
//! factorisation at the end for the errors.
//!
//! The first rating is held at 0, which leaves a symmetric positive definite matrix for the others. Only its Cholesky factor
//! is inverted, a sixth of the work of the whole inverse, and any error is a sum of squares along two of its columns.

use muster_stats::linear::{Triangle, axpy, dot};

use super::Contest;

/// Newton steps after which the search has failed; sound data need fewer than ten.
const MOST_STEPS: usize = 200;
/// A whole step below this, in logits, has arrived: what it leaves is at most half its square.
const ARRIVED: f64 = 2e-5;
/// What conjugate gradients leave of the right side.
const SOLVED: f64 = 1e-6;
/// No rating moves by more than this in one step, in logits: far from the maximum a full step may leave the data behind.
const LONGEST: f64 = 4.0;
/// Ratings no farther apart than this, in logits, have odds that neither overflow nor vanish.
const ODDS_HOLD: f64 = 500.0;

/// Ratings against the first unit, and the inverse of the Cholesky factor of their information.
pub(super) struct Maximum {
    pub theta: Vec<f64>,
    pub inverse_factor: Triangle,
}

/// Finds the maximum; `None` when the search does not arrive.
pub(super) fn maximise(units: usize, contests: &[Contest]) -> Option<Maximum> {
    if units == 0 {
        return Some(Maximum { theta: Vec::new(), inverse_factor: Triangle::empty() });
    }
    let mut theta = vec![0.0; units];
    let mut normal = Normal::zeros(units);
    start(&mut theta, contests, &mut normal);
    normal.take(&theta, contests);
    for _ in 0..MOST_STEPS {
        let mut step = normal.solve()?;
        let longest = step.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        if !longest.is_finite() {
            return None;
        }
        if longest > LONGEST {
            step.iter_mut().for_each(|one| *one *= LONGEST / longest);
        }
        let slope = dot(&step, &normal.gradient[1..]);
        let from = theta.clone();
        // The likelihood is concave: along the step its slope falls, and where it has turned round by more than half the
        // step was too long.
        for halving in 0..40 {
            let share = 0.5_f64.powi(halving);
            theta[1..]
                .iter_mut()
                .zip(&from[1..])
                .zip(&step)
                .for_each(|((to, from), step)| *to = from + share * step);
            normal.take(&theta, contests);
            if dot(&step, &normal.gradient[1..]) >= -0.5 * slope {
                break;
            }
        }
        if longest < ARRIVED {
            let inverse_factor = normal.factor()?.inverse();
            let sound = inverse_factor.is_finite() && theta.iter().all(|number| number.is_finite());
            return sound.then_some(Maximum { theta, inverse_factor });
        }
    }
    None
}

/// Starts where weighted least squares on the logits of the scores, half a game added to each side, would be.
fn start(theta: &mut [f64], contests: &[Contest], normal: &mut Normal) {
    for one in contests.iter().filter(|one| one.won + one.lost > 0.0) {
        let (won, lost) = (one.won + 0.5, one.lost + 0.5);
        let weight = won * lost / (won + lost);
        normal.add(one, weight, weight * (won / lost).ln());
    }
    if let Some(found) = normal.solve().filter(|found| found.iter().all(|one| one.is_finite())) {
        theta[1..].copy_from_slice(&found);
    }
}

/// Information matrix (dense, by columns, only what stands below its diagonal, and that) and gradient of all ratings. The
/// first being held at 0, its row and column are left out of what is solved.
struct Normal {
    units: usize,
    below: Vec<f64>,
    diagonal: Vec<f64>,
    gradient: Vec<f64>,
}

impl Normal {
    fn zeros(units: usize) -> Normal {
        let [diagonal, gradient] = [vec![0.0; units], vec![0.0; units]];
        Normal { units, below: vec![0.0; units * units], diagonal, gradient }
    }

    /// Adds a contest's weight, and what it pulls its first unit up by.
    #[inline]
    fn add(&mut self, one: &Contest, weight: f64, pull: f64) {
        self.gradient[one.first] += pull;
        self.gradient[one.second] -= pull;
        self.diagonal[one.first] += weight;
        self.diagonal[one.second] += weight;
        self.below[one.first.min(one.second) * self.units + one.first.max(one.second)] -= weight;
    }

    /// Gradient and information at these ratings.
    fn take(&mut self, theta: &[f64], contests: &[Contest]) {
        self.below.fill(0.0);
        self.diagonal.fill(0.0);
        self.gradient.fill(0.0);
        let (least, most) = theta.iter().fold((0.0_f64, 0.0_f64), |(a, b), one| (a.min(*one), b.max(*one)));
        if most - least <= ODDS_HOLD {
            // e^a / (e^a + e^b): a power a unit, not one a contest.
            let middle = (most + least) / 2.0;
            let odds: Vec<f64> = theta.iter().map(|theta| (theta - middle).exp()).collect();
            self.take_chances(contests, |first, second| odds[first] / (odds[first] + odds[second]));
        } else {
            self.take_chances(contests, |first, second| 1.0 / (1.0 + (theta[second] - theta[first]).exp()));
        }
    }

    #[inline]
    fn take_chances(&mut self, contests: &[Contest], chance: impl Fn(usize, usize) -> f64) {
        for one in contests {
            let games = one.won + one.lost;
            let p = chance(one.first, one.second);
            self.add(one, games * p * (1.0 - p), one.won - games * p);
        }
    }

    /// matrix · x = gradient, by conjugate gradients with the diagonal as preconditioner; by the Cholesky factor where those do
    /// not arrive, as on long chains of units.
    fn solve(&self) -> Option<Vec<f64>> {
        let (gradient, diagonal) = (&self.gradient[1..], &self.diagonal[1..]);
        let (mut x, mut rest) = (vec![0.0; gradient.len()], gradient.to_vec());
        let scaled = |rest: &[f64]| -> Vec<f64> {
            rest.iter().zip(diagonal).map(|(rest, own)| rest / own.max(f64::MIN_POSITIVE)).collect()
        };
        let mut direction = scaled(&rest);
        let mut energy = dot(&rest, &direction);
        let enough = energy * SOLVED * SOLVED;
        for _ in 0..40 {
            if energy <= enough {
                return Some(x);
            }
            let image = self.times(&direction);
            let length = energy / dot(&direction, &image);
            axpy(&mut x, length, &direction);
            axpy(&mut rest, -length, &image);
            let next = scaled(&rest);
            let reached = dot(&rest, &next);
            direction.iter_mut().zip(&next).for_each(|(old, new)| *old = new + reached / energy * *old);
            energy = reached;
        }
        Some(self.factor()?.solve(gradient))
    }

    /// matrix · x. What stands below the diagonal serves for what stands above it.
    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut image: Vec<f64> = x.iter().zip(&self.diagonal[1..]).map(|(x, own)| x * own).collect();
        for (at, column) in self.below.chunks_exact(self.units).skip(1).enumerate() {
            let column = &column[at + 2..];
            image[at] += dot(column, &x[at + 1..]);
            axpy(&mut image[at + 1..], x[at], column);
        }
        image
    }

    /// The Cholesky factor; `None` when the matrix is not positive definite.
    fn factor(&self) -> Option<Triangle> {
        let mut matrix = Vec::with_capacity(self.units * self.units);
        for (unit, column) in self.below.chunks_exact(self.units).enumerate().skip(1) {
            matrix.extend_from_slice(&column[1..unit]);
            matrix.push(self.diagonal[unit]);
            matrix.extend_from_slice(&column[unit + 1..]);
        }
        Triangle::cholesky(self.units - 1, matrix)
    }
}
