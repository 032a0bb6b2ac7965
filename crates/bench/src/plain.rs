//! The plain ways: what somebody would write who wants the answer and has no hurry.

use std::collections::BTreeMap;

use muster_analysis::bradley_terry::Contest;
use muster_dice::{ForkingDice, TableDice};
use muster_results::Side;
use muster_rules::log::StoryLog;
use muster_rules::process::{Flow, Process};
use muster_stats::linear::{Matrix, Vector, axpy};

/// A face of a die by remainder, words that would favour some faces thrown away.
pub(crate) fn face(dice: &mut TableDice, faces: u64) -> u64 {
    let fair = u64::MAX - u64::MAX % faces;
    loop {
        let word = dice.word();
        if word < fair {
            return word % faces + 1;
        }
    }
}

/// Probability below which a game that goes on is given up, as the exact solver has it.
const NEGLIGIBLE: f64 = 1e-16;

/// A game as a chain, turn by turn: every state that is held is followed through all dice of its next phase, anew whenever it is
/// met, and equal states are merged. Probabilities that side A wins, nobody, side B.
pub(crate) fn chain<P: Process>(process: &P) -> [f64; 3] {
    let mut result = [0.0; 3];
    let mut settle = |state: &P::State, probability: f64| {
        let place = match process.winner(state) {
            Some(Side::A) => 0,
            None => 1,
            Some(Side::B) => 2,
        };
        result[place] += probability;
    };
    let mut held = BTreeMap::from([(process.opening(), 1.0)]);
    for _ in 0..process.max_turns() {
        let mut next_turn: BTreeMap<P::State, f64> = BTreeMap::new();
        while !held.is_empty() {
            let mut onward: BTreeMap<P::State, f64> = BTreeMap::new();
            for (state, probability) in &held {
                ForkingDice::explore(|dice| {
                    let flow = process.step(state, dice, &mut StoryLog::counting());
                    let weight = probability * dice.weight();
                    match flow {
                        Flow::Next(to) => *onward.entry(to).or_default() += weight,
                        Flow::TurnOver(to) => *next_turn.entry(to).or_default() += weight,
                        Flow::Over(to) => settle(&to, weight),
                    }
                });
            }
            held = onward;
        }
        held = next_turn;
        if held.values().sum::<f64>() < NEGLIGIBLE {
            break;
        }
    }
    for (state, probability) in &held {
        settle(state, *probability);
    }
    result
}

/// Newton's method as a textbook has it: from nought, with the whole information matrix inverted at every step; the first rating
/// is 0. Ratings of the others and their standard errors. `None` where a matrix cannot be inverted: not all have met.
pub(crate) fn ratings(units: usize, contests: &[Contest]) -> Option<(Vec<f64>, Vec<f64>)> {
    let free = units - 1;
    let mut theta = Vector::zeros(free);
    loop {
        let at = |unit: usize| if unit == 0 { 0.0 } else { theta[unit - 1] };
        let mut information = Matrix::zeros(free, free);
        let mut gradient = Vector::zeros(free);
        for one in contests {
            let games = one.won + one.lost;
            let p = 1.0 / (1.0 + (at(one.second) - at(one.first)).exp());
            let (pull, weight) = (one.won - games * p, games * p * (1.0 - p));
            for (unit, sign) in [(one.first, 1.0), (one.second, -1.0)] {
                if unit > 0 {
                    gradient[unit - 1] += sign * pull;
                    information[(unit - 1, unit - 1)] += weight;
                }
            }
            if one.first > 0 && one.second > 0 {
                information[(one.first - 1, one.second - 1)] -= weight;
                information[(one.second - 1, one.first - 1)] -= weight;
            }
        }
        let inverse = inverse(&information)?;
        let step = &inverse * &gradient;
        theta += &step;
        if step.longest() < 1e-9 {
            let errors = (0..free).map(|unit| inverse[(unit, unit)].sqrt());
            return Some((theta.into(), errors.collect()));
        }
    }
}

/// Gauss and Jordan's inverse, with the largest entry of each column as its pivot. `None` for a matrix that has none.
fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.rows();
    let unit = |column: usize| (0..size).map(move |row| f64::from(u8::from(row == column))).collect();
    // The matrix and beside it the unit matrix, by columns: what makes the first the second makes the second the inverse.
    let mut columns: Vec<Vec<f64>> =
        (0..size).map(|column| matrix.column(column).to_vec()).chain((0..size).map(unit)).collect();
    for at in 0..size {
        let left = &columns[at];
        let best = (at..size).max_by(|one, other| left[*one].abs().total_cmp(&left[*other].abs()))?;
        let pivot = left[best];
        if !(pivot.abs() > 0.0 && pivot.is_finite()) {
            return None;
        }
        columns.iter_mut().for_each(|column| column.swap(at, best));
        let factors = columns[at].clone();
        for column in &mut columns[at..] {
            let top = column[at] / pivot;
            axpy(column, -top, &factors);
            column[at] = top;
        }
    }
    Some(Matrix::from_fn(size, size, |row, column| columns[size + column][row]))
}
