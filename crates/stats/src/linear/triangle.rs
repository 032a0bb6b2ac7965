//! Lower triangles by columns: the Cholesky factor of a symmetric matrix, its inverse, and what both are good for.

/// A lower triangle by columns, what stands above it ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangle {
    size: usize,
    columns: Vec<f64>,
}

/// Columns that are taken off together: each pass over a column then serves four.
const BLOCK: usize = 4;

impl Triangle {
    /// The triangle of no rows.
    #[must_use]
    pub fn empty() -> Triangle {
        Triangle { size: 0, columns: Vec::new() }
    }

    /// Number of rows, and of columns.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// One column from its first row; what stands above the diagonal is no part of the triangle.
    #[must_use]
    pub fn column(&self, at: usize) -> &[f64] {
        &self.columns[at * self.size..(at + 1) * self.size]
    }

    /// Whether every entry is a finite number.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.columns.iter().all(|one| one.is_finite())
    }

    /// The Cholesky factor of a symmetric matrix by columns, of which only what stands on and below the diagonal is read;
    /// `None` when that is not positive definite.
    #[must_use]
    pub fn cholesky(size: usize, mut matrix: Vec<f64>) -> Option<Triangle> {
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
    #[must_use]
    pub fn inverse(&self) -> Triangle {
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
    #[must_use]
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = self.size;
        let mut x = b.to_vec();
        self.solve_below(&mut x, 0);
        for j in (0..n).rev() {
            let below = dot(&self.columns[j * n + j + 1..(j + 1) * n], &x[j + 1..]);
            x[j] = (x[j] - below) / self.columns[j * (n + 1)];
        }
        x
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
#[inline]
fn four(target: &mut [f64], [a, b, c, d]: [f64; 4], columns: [&[f64]; 4]) {
    let n = target.len();
    let [one, two, three, other] = columns.map(|column| &column[..n]);
    for at in 0..n {
        target[at] -= a * one[at] + b * two[at] + c * three[at] + d * other[at];
    }
}

/// target += factor · column.
#[inline]
pub fn axpy(target: &mut [f64], factor: f64, column: &[f64]) {
    target.iter_mut().zip(column).for_each(|(to, from)| *to += factor * from);
}

/// Σ a · b over as many entries as the shorter has; four sums side by side, so that the processor need not wait for one.
#[must_use]
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
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
