//! The value of a matrix game: two sides choose a plan each, what one wins the other loses.

use std::error::Error;
use std::fmt;

use crate::simplex;

/// A solution is handed out only when no change of plan gains more than this share of the spread of payoffs.
pub const TOLERANCE: f64 = 1e-9;

/// What both sides should play, and what the row player may expect.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The payoff that the row player can make sure of and the column player can hold him to.
    pub value: f64,
    /// Chance of each row in a best mix of the row player; sums to 1.
    pub row_mix: Vec<f64>,
    /// Chance of each column in a best mix of the column player; sums to 1.
    pub column_mix: Vec<f64>,
}

/// Why a matrix game was not solved.
#[derive(Clone, Debug, PartialEq)]
pub enum ZeroSumError {
    /// The matrix has no rows or no columns.
    Empty,
    /// A row has another number of payoffs than the first.
    Ragged {
        /// The row, counted from 0.
        row: usize,
        /// Payoffs in it.
        found: usize,
        /// Payoffs in the first row.
        expected: usize,
    },
    /// A payoff is NaN or infinite.
    NotFinite {
        /// The row, counted from 0.
        row: usize,
        /// The column, counted from 0.
        column: usize,
    },
    /// The linear program failed, or its answer was not good enough to hand out.
    Unsolved(String),
}

impl fmt::Display for ZeroSumError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "payoff matrix is empty: each side needs at least one plan"),
            Self::Ragged { row, found, expected } => {
                write!(f, "payoff matrix is uneven: row {row} has {found} payoffs, the first has {expected}")
            }
            Self::NotFinite { row, column } => {
                write!(f, "payoff in row {row}, column {column} is not a finite number")
            }
            Self::Unsolved(why) => write!(f, "payoff matrix could not be solved: {why}"),
        }
    }
}

impl Error for ZeroSumError {}

/// Solves the matrix game `payoff[row][column]` (what the row player gets) by linear programming.
///
/// Where one row and one column answer each other (a saddle point, as when a plan dominates) the answer is that
/// pair exactly, the first of several. Otherwise the mixes are those of the linear program (von Neumann 1928,
/// Dantzig 1951), checked so that no change of plan gains more than [`TOLERANCE`] of the spread of payoffs. Where several mixes
/// are best, always the same one is returned.
///
/// # Errors
/// [`ZeroSumError`] when the matrix is empty, uneven or not finite, or when the linear program fails.
pub fn solve(payoff: &[Vec<f64>]) -> Result<Solution, ZeroSumError> {
    let columns = check_shape(payoff)?;
    if let Some((row, column)) = saddle_point(payoff, columns) {
        return Ok(Solution {
            value: payoff[row][column],
            row_mix: pure(row, payoff.len()),
            column_mix: pure(column, columns),
        });
    }
    let game = Scaled::new(payoff);
    // All payoffs are above 0, so that the column player's best weights are the most that leave each row at most 1, and
    // the row player's are the dual ones.
    let weights = simplex::most_weight(&game.payoff)
        .ok_or_else(|| ZeroSumError::Unsolved("the search for the best mixes did not end".into()))?;
    let (row_mix, column_mix) = (mix(&weights.dual)?, mix(&weights.primal)?);
    let floor = least(&row_payoffs(&game.payoff, &row_mix));
    let ceiling = greatest(&column_payoffs(&game.payoff, &column_mix));
    let gap = ceiling - floor;
    if gap.is_nan() || gap > TOLERANCE {
        return Err(ZeroSumError::Unsolved(format!("the two sides' values differ by {gap:e}")));
    }
    Ok(Solution { value: game.unscale((floor + ceiling) / 2.0), row_mix, column_mix })
}

/// The number of columns of a sound matrix.
fn check_shape(payoff: &[Vec<f64>]) -> Result<usize, ZeroSumError> {
    let expected = payoff.first().map_or(0, Vec::len);
    if expected == 0 {
        return Err(ZeroSumError::Empty);
    }
    for (row, payoffs) in payoff.iter().enumerate() {
        if payoffs.len() != expected {
            return Err(ZeroSumError::Ragged { row, found: payoffs.len(), expected });
        }
        if let Some(column) = payoffs.iter().position(|value| !value.is_finite()) {
            return Err(ZeroSumError::NotFinite { row, column });
        }
    }
    Ok(expected)
}

/// The first row and column that answer each other: the row's worst payoff is the column's best.
fn saddle_point(payoff: &[Vec<f64>], columns: usize) -> Option<(usize, usize)> {
    let worst: Vec<f64> = payoff.iter().map(|row| least(row)).collect();
    let best: Vec<f64> = (0..columns).map(|column| greatest_in_column(payoff, column)).collect();
    let (maximin, minimax) = (greatest(&worst), least(&best));
    // Minima and maxima of the same numbers: equal means equal to the last bit.
    if maximin < minimax {
        return None;
    }
    let row = worst.iter().position(|&value| value >= maximin)?;
    let column = best.iter().position(|&value| value <= minimax)?;
    Some((row, column))
}

/// The game brought to payoffs from 1 to 2, where the linear program is well conditioned and its value positive.
struct Scaled {
    payoff: Vec<Vec<f64>>,
    lowest: f64,
    half_spread: f64,
}

impl Scaled {
    fn new(payoff: &[Vec<f64>]) -> Self {
        let lowest = payoff.iter().map(|row| least(row)).fold(f64::INFINITY, f64::min);
        let highest = payoff.iter().map(|row| greatest(row)).fold(f64::NEG_INFINITY, f64::max);
        // Halves, because the spread itself may be too large for a float. Without a saddle point it is above 0.
        let half_spread = highest / 2.0 - lowest / 2.0;
        let scale = |&value: &f64| 1.0 + (value / 2.0 - lowest / 2.0) / half_spread;
        let payoff = payoff.iter().map(|row| row.iter().map(scale).collect()).collect();
        Self { payoff, lowest, half_spread }
    }

    fn unscale(&self, value: f64) -> f64 {
        let half = (value - 1.0).clamp(0.0, 1.0) * self.half_spread;
        self.lowest + half + half
    }
}

/// Weights brought to sum 1.
fn mix(weights: &[f64]) -> Result<Vec<f64>, ZeroSumError> {
    let total: f64 = weights.iter().sum();
    if total > 0.0 && total.is_finite() {
        Ok(weights.iter().map(|weight| weight / total).collect())
    } else {
        Err(ZeroSumError::Unsolved(format!("the weights of the mix sum to {total}")))
    }
}

/// What the row player's mix yields against each column.
fn row_payoffs(payoff: &[Vec<f64>], row_mix: &[f64]) -> Vec<f64> {
    let columns = payoff.first().map_or(0, Vec::len);
    (0..columns).map(|column| payoff.iter().zip(row_mix).map(|(row, p)| row[column] * p).sum()).collect()
}

/// What each row yields against the column player's mix.
fn column_payoffs(payoff: &[Vec<f64>], column_mix: &[f64]) -> Vec<f64> {
    payoff.iter().map(|row| row.iter().zip(column_mix).map(|(value, p)| value * p).sum()).collect()
}

fn pure(chosen: usize, plans: usize) -> Vec<f64> {
    (0..plans).map(|plan| if plan == chosen { 1.0 } else { 0.0 }).collect()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn greatest_in_column(payoff: &[Vec<f64>], column: usize) -> f64 {
    payoff.iter().map(|row| row[column]).fold(f64::NEG_INFINITY, f64::max)
}
