//! The maximum of the Bradley-Terry likelihood: Newton's method whose steps are solved by conjugate gradients, and one
//! factorisation at the end for the errors.
//!
//! The first rating is held at 0, which leaves a symmetric positive definite matrix for the others. Only its Cholesky factor
//! is inverted, a sixth of the work of the whole inverse, and any error is a sum of squares along two of its columns.

use super::Contest;

/// Newton steps after which the search has failed; sound data need fewer than ten.
const MOST_STEPS: usize = 200;
/// A whole step below this, in logits, has arrived.
const ARRIVED: f64 = 1e-9;
/// What conjugate gradients leave of the right side.
const SOLVED: f64 = 1e-6;
/// No rating moves by more than this in one step, in logits: far from the maximum a full step may leave the data behind.
const LONGEST: f64 = 4.0;

/// Ratings against the first unit, and the inverse of the Cholesky factor of their information.
pub(super) struct Maximum {
    pub theta: Vec<f64>,
    pub inverse_factor: Triangle,
}

/// Finds the maximum; `None` when the search does not arrive.
pub(super) fn maximise(units: usize, contests: &[&Contest]) -> Option<Maximum> {
    if units == 0 {
        let inverse_factor = Triangle { size: 0, columns: Vec::new() };
        return Some(Maximum { theta: Vec::new(), inverse_factor });
    }
    let mut theta = vec![0.0; units];
    let mut normal = Normal::zeros(units - 1);
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
        let slope = dot(&step, &normal.gradient);
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
            if dot(&step, &normal.gradient) >= -0.5 * slope {
                break;
            }
        }
        if longest < ARRIVED {
            let inverse_factor = Triangle::cholesky(normal.size, normal.matrix)?.inverse();
            let sound = theta.iter().chain(&inverse_factor.columns).all(|number| number.is_finite());
            return sound.then_some(Maximum { theta, inverse_factor });
        }
    }
    None
}

/// Starts where weighted least squares on the logits of the scores, half a game added to each side, would be.
fn start(theta: &mut [f64], contests: &[&Contest], normal: &mut Normal) {
    for one in contests {
        let (won, lost) = (one.won + 0.5, one.lost + 0.5);
        normal.add(one, won * lost / (won + lost), won * lost / (won + lost) * (won / lost).ln());
    }
    if let Some(found) = normal.solve().filter(|found| found.iter().all(|one| one.is_finite())) {
        theta[1..].copy_from_slice(&found);
    }
}

/// Information matrix (dense, by columns) and gradient of the ratings but the first.
struct Normal {
    size: usize,
    matrix: Vec<f64>,
    gradient: Vec<f64>,
}

impl Normal {
    fn zeros(size: usize) -> Normal {
        Normal { size, matrix: vec![0.0; size * size], gradient: vec![0.0; size] }
    }

    /// Adds a contest's weight, and what it pulls its first unit up by.
    fn add(&mut self, one: &Contest, weight: f64, pull: f64) {
        let n = self.size;
        for (unit, pull) in [(one.first, pull), (one.second, -pull)] {
            if unit > 0 {
                self.gradient[unit - 1] += pull;
                self.matrix[(unit - 1) * (n + 1)] += weight;
            }
        }
        if one.first > 0 && one.second > 0 {
            self.matrix[(one.first - 1) * n + one.second - 1] -= weight;
            self.matrix[(one.second - 1) * n + one.first - 1] -= weight;
        }
    }

    /// Gradient and information at these ratings.
    fn take(&mut self, theta: &[f64], contests: &[&Contest]) {
        self.matrix.fill(0.0);
        self.gradient.fill(0.0);
        for one in contests {
            let games = one.won + one.lost;
            let p = 1.0 / (1.0 + (theta[one.second] - theta[one.first]).exp());
            self.add(one, games * p * (1.0 - p), one.won - games * p);
        }
    }

    /// matrix · x = gradient, by conjugate gradients with the diagonal as preconditioner; by the Cholesky factor where those do
    /// not arrive, as on long chains of units.
    fn solve(&self) -> Option<Vec<f64>> {
        let n = self.size;
        let (mut x, mut rest) = (vec![0.0; n], self.gradient.clone());
        let scaled = |rest: &[f64]| -> Vec<f64> {
            (0..n).map(|at| rest[at] / self.matrix[at * (n + 1)].max(f64::MIN_POSITIVE)).collect()
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
        Some(Triangle::cholesky(n, self.matrix.clone())?.solve(&self.gradient))
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut image = vec![0.0; self.size];
        for (column, x) in self.matrix.chunks_exact(self.size.max(1)).zip(x) {
            axpy(&mut image, *x, column);
        }
        image
    }
}

/// A lower triangle by columns, what stands above it ignored.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Triangle {
    size: usize,
    columns: Vec<f64>,
}

/// Columns that are taken off together: each pass over a column then serves four.
const BLOCK: usize = 4;

impl Triangle {
    /// The Cholesky factor of a symmetric matrix; `None` when that is not positive definite.
    fn cholesky(size: usize, mut matrix: Vec<f64>) -> Option<Triangle> {
        for j in 0..size {
            let (done, rest) = matrix.split_at_mut(j * size);
            let column = &mut rest[j..size];
            take_off(column, done, size, 0, j, j);
            let pivot = column[0];
            if !(pivot > 0.0 && pivot.is_finite()) {
                return None;
            }
            let root = pivot.sqrt();
            column.iter_mut().for_each(|one| *one /= root);
        }
        Some(Triangle { size, columns: matrix })
    }

    /// The inverse, a lower triangle too.
    fn inverse(&self) -> Triangle {
        let n = self.size;
        let mut inverse = vec![0.0; n * n];
        for (j, column) in inverse.chunks_exact_mut(n.max(1)).enumerate() {
            column[j] = 1.0;
            self.solve_below(column, j);
        }
        Triangle { size: n, columns: inverse }
    }

    /// Solves L x = b in place for a b that is 0 before `from`.
    fn solve_below(&self, x: &mut [f64], from: usize) {
        let n = self.size;
        let mut k = from;
        while k < n {
            let end = (k + BLOCK).min(n);
            for one in k..end {
                x[one] /= self.columns[one * (n + 1)];
                let factor = x[one];
                let (column, rest) = (&self.columns[one * n..], &mut x[one + 1..end]);
                axpy(rest, -factor, &column[one + 1..end]);
            }
            let (solved, below) = x.split_at_mut(end);
            if let [a, b, c, d] = solved[k..] {
                let at = |one: usize| &self.columns[(k + one) * n + end..(k + one + 1) * n];
                four(below, [a, b, c, d], [at(0), at(1), at(2), at(3)]);
            }
            k = end;
        }
    }

    /// Solves L L' x = b.
    fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x = b.to_vec();
        self.solve_below(&mut x, 0);
        for j in (0..n).rev() {
            let below = dot(&self.columns[j * n + j + 1..(j + 1) * n], &x[j + 1..]);
            x[j] = (x[j] - below) / self.columns[j * (n + 1)];
        }
        x
    }

    /// |column i - column j|²: with an inverse Cholesky factor, the variance of x_i - x_j. `None` stands for the unit that is
    /// held at 0.
    pub(super) fn variance(&self, i: Option<usize>, j: Option<usize>) -> f64 {
        let n = self.size;
        let column = |at: usize| &self.columns[at * n..(at + 1) * n];
        match (i, j) {
            (None, None) => 0.0,
            (Some(one), None) | (None, Some(one)) => dot(&column(one)[one..], &column(one)[one..]),
            (Some(i), Some(j)) => column(i).iter().zip(column(j)).map(|(a, b)| (a - b) * (a - b)).sum(),
        }
    }
}

/// Takes columns `from..to` of a triangle, each times its entry in row `row`, off a column that begins at that row.
fn take_off(target: &mut [f64], columns: &[f64], size: usize, from: usize, to: usize, row: usize) {
    let at = |column: usize| &columns[column * size + row..(column + 1) * size];
    let mut k = from;
    while k + BLOCK <= to {
        let four_columns = [at(k), at(k + 1), at(k + 2), at(k + 3)];
        four(target, four_columns.map(|column| column[0]), four_columns);
        k += BLOCK;
    }
    for column in (k..to).map(at) {
        axpy(target, -column[0], column);
    }
}

/// target -= Σ factor · column.
fn four(target: &mut [f64], [a, b, c, d]: [f64; 4], columns: [&[f64]; 4]) {
    let n = target.len();
    let [one, two, three, other] = columns.map(|column| &column[..n]);
    for at in 0..n {
        target[at] -= a * one[at] + b * two[at] + c * three[at] + d * other[at];
    }
}

fn axpy(target: &mut [f64], factor: f64, column: &[f64]) {
    target.iter_mut().zip(column).for_each(|(to, from)| *to += factor * from);
}

/// Four sums side by side, so that the processor need not wait for one.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().min(b.len());
    let (a, b) = (&a[..n], &b[..n]);
    let mut sums = [0.0; 4];
    for (x, y) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for lane in 0..4 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    let whole = n - n % 4;
    let rest: f64 = a[whole..].iter().zip(&b[whole..]).map(|(x, y)| x * y).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}
