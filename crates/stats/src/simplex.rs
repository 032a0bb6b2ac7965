//! The simplex method for the one kind of linear program that a matrix game is: the most total weight under limits of 1.

/// Reduced costs and pivots of less than this are rounding, for entries from 1 to 2.
const ROUNDING: f64 = 1e-11;
/// Pivots for each row and column after which the search is given up. Some two or three are usual.
const PATIENCE: usize = 100;

/// The optimum of a program and of its dual.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Optimum {
    /// Weight of each column, at least 0.
    pub(crate) primal: Vec<f64>,
    /// Weight of each row in the dual program, at least 0.
    pub(crate) dual: Vec<f64>,
}

/// The weights x >= 0 of the columns with the largest sum such that `rows` x <= 1 in each row, and the dual weights y >= 0 of the rows with the
/// smallest sum such that y `rows` >= 1 in each column (Dantzig 1951). Entries are above 0. `None` when the search does not end, which rounding alone could cause.
///
/// The column that enters is the one of largest gain, the first of several; from the point on where a gain is no longer made, the first that gains at all (Bland
/// 1977), so that the search cannot go in circles. The same program always gives the same weights.
pub(crate) fn most_weight(rows: &[Vec<f64>]) -> Option<Optimum> {
    let columns = rows.first().map_or(0, Vec::len);
    let mut tableau = Tableau::new(rows, columns);
    let patience = PATIENCE * (rows.len() + columns);
    let mut stuck = false;
    for _ in 0..patience {
        let Some(column) = tableau.entering(stuck) else { return Some(tableau.optimum(columns)) };
        let row = tableau.leaving(column)?;
        let before = tableau.total;
        tableau.pivot(row, column);
        stuck = tableau.total <= before;
    }
    None
}

/// A dense tableau: the rows with a column for the slack of each, the limits, and the gains.
struct Tableau {
    /// A line for each row: its entries, a slack each, then its limit.
    lines: Vec<Vec<f64>>,
    /// What a unit of each column would add to the total; 0 for those in the basis.
    gains: Vec<f64>,
    /// The column that is basic in each row.
    basis: Vec<usize>,
    total: f64,
}

impl Tableau {
    fn new(rows: &[Vec<f64>], columns: usize) -> Self {
        let line = |(at, row): (usize, &Vec<f64>)| {
            let slack = (0..rows.len()).map(|other| if other == at { 1.0 } else { 0.0 });
            row.iter().copied().chain(slack).chain([1.0]).collect()
        };
        Self {
            lines: rows.iter().enumerate().map(line).collect(),
            gains: (0..columns + rows.len()).map(|at| if at < columns { 1.0 } else { 0.0 }).collect(),
            basis: (columns..columns + rows.len()).collect(),
            total: 0.0,
        }
    }

    fn limit(&self, row: usize) -> f64 {
        self.lines[row][self.gains.len()]
    }

    /// The column to bring in, `None` at the optimum.
    fn entering(&self, first: bool) -> Option<usize> {
        let mut gaining = self.gains.iter().enumerate().filter(|(_, gain)| **gain > ROUNDING);
        if first {
            return gaining.next().map(|(column, _)| column);
        }
        gaining.reduce(|best, one| if one.1 > best.1 { one } else { best }).map(|(column, _)| column)
    }

    /// The row that limits a column most; of several, the one whose basic column comes first.
    fn leaving(&self, column: usize) -> Option<usize> {
        (0..self.lines.len())
            .filter(|&row| self.lines[row][column] > ROUNDING)
            .map(|row| (row, self.limit(row) / self.lines[row][column]))
            .reduce(|best, one| {
                let ahead = one.1 < best.1 || (one.1 <= best.1 && self.basis[one.0] < self.basis[best.0]);
                if ahead { one } else { best }
            })
            .map(|(row, _)| row)
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let scale = self.lines[row][column];
        for entry in &mut self.lines[row] {
            *entry /= scale;
        }
        let pivot = self.lines[row].clone();
        for (at, line) in self.lines.iter_mut().enumerate() {
            if at != row {
                subtract(line, &pivot, column);
            }
        }
        let gain = self.gains[column];
        self.total += gain * pivot[self.gains.len()];
        subtract(&mut self.gains, &pivot, column);
        self.basis[row] = column;
    }

    /// The weights of the basis, and of the dual program: what a slack would cost.
    fn optimum(&self, columns: usize) -> Optimum {
        let mut primal = vec![0.0; columns];
        for (row, &column) in self.basis.iter().enumerate() {
            if column < columns {
                primal[column] = self.limit(row).max(0.0);
            }
        }
        let dual = self.gains[columns..].iter().map(|gain| (-gain).max(0.0)).collect();
        Optimum { primal, dual }
    }
}

/// Takes so much of the pivot line off that nothing is left in the column.
fn subtract(line: &mut [f64], pivot: &[f64], column: usize) {
    let factor = line[column];
    if factor.abs() > 0.0 {
        for (entry, pivot) in line.iter_mut().zip(pivot) {
            *entry -= factor * pivot;
        }
        line[column] = 0.0;
    }
}
