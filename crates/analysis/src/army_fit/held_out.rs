//! How well costs foretell battles that were not fitted.

use muster_stats::Record;

use super::{ArmyFit, ArmyRow};
use crate::logistic::sigmoid;
use crate::price_fit::Slope;

/// Quality on fresh battles. Losses are in natural units a game; a coin has ln 2 and 1/4.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldOut {
    /// Pairs of armies.
    pub pairs: usize,
    /// Games.
    pub games: u64,
    /// Mean log loss of the predictions.
    pub log_loss: f64,
    /// What a prophet would lose who knew each pair's true score: the entropy of the counted scores, corrected for their
    /// being counted (Miller 1955).
    pub floor: f64,
    /// Mean squared error of the predictions.
    pub brier: f64,
    /// The same prophet's.
    pub brier_floor: f64,
    /// Constant of the line of true logits on predicted ones: 0 when predictions favour no side. Errors are by pairs, and infinite where
    /// all hangs on one of them.
    pub intercept: Slope,
    /// Slope of that line: 1 when predictions are as sure as they may be, less when they are too sure.
    pub slope: Slope,
}

/// Battles at equal points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EqualPoints {
    /// Pairs of armies.
    pub pairs: usize,
    /// Mean of |score - 1/2|.
    pub mean: f64,
    /// What that mean would be if every pair were even and only luck spoke.
    pub luck: f64,
    /// The pair furthest from even.
    pub worst: usize,
    /// Its first army's score.
    pub worst_score: f64,
    /// Pairs whose score lies within 40 % and 60 %.
    pub within: usize,
}

/// Holds a fit against battles that it has not seen. `None` when nothing was played.
#[must_use]
pub fn held_out(fit: &ArmyFit, rows: &[ArmyRow]) -> Option<HeldOut> {
    let (mut games, mut log_loss, mut floor, mut brier, mut brier_floor) = (0_u64, 0.0, 0.0, 0.0, 0.0);
    for row in rows {
        let predicted = fit.predict(row);
        for (counts, p) in row.counts.iter().zip(predicted) {
            let (Some(score), Some(variance)) = (counts.score(), counts.variance()) else { continue };
            let n = counts.games() as f64;
            games += counts.games();
            log_loss += n * cross_entropy(score, p);
            floor += n * entropy(score, variance, n);
            brier += n * ((score - p).powi(2) + variance);
            brier_floor += n * variance * if n > 1.0 { n / (n - 1.0) } else { 1.0 };
        }
    }
    if games == 0 {
        return None;
    }
    let all = games as f64;
    let (intercept, slope) = calibration(fit, rows)?;
    let [log_loss, floor, brier, brier_floor] = [log_loss, floor, brier, brier_floor].map(|sum| sum / all);
    let pairs = rows.iter().filter(|row| row.counts.iter().any(|counts| counts.games() > 0)).count();
    Some(HeldOut { pairs, games, log_loss, floor, brier, brier_floor, intercept, slope })
}

/// Mean log loss a game by which `first` foretells battles worse than `second`; its standard error takes the games of a pair together.
/// `None` with fewer than two pairs.
#[must_use]
pub fn loss_apart(first: &ArmyFit, second: &ArmyFit, rows: &[ArmyRow]) -> Option<Slope> {
    let of_row = |row: &ArmyRow| {
        let predicted = first.predict(row).into_iter().zip(second.predict(row));
        row.counts.iter().zip(predicted).fold((0.0, 0.0), |(lost, games), (counts, (one, other))| {
            let Some(score) = counts.score() else { return (lost, games) };
            let n = counts.games() as f64;
            (lost + n * (cross_entropy(score, one) - cross_entropy(score, other)), games + n)
        })
    };
    let played: Vec<(f64, f64)> = rows.iter().map(of_row).filter(|(_, games)| *games > 0.0).collect();
    if played.len() < 2 {
        return None;
    }
    let (pairs, games) = (played.len() as f64, played.iter().map(|(_, games)| games).sum::<f64>());
    let value = played.iter().map(|(lost, _)| lost).sum::<f64>() / games;
    let squares: f64 = played.iter().map(|(lost, n)| (lost - value * n).powi(2)).sum();
    Some(Slope { value, error: (squares * pairs / (pairs - 1.0)).sqrt() / games })
}

fn cross_entropy(score: f64, p: f64) -> f64 {
    let p = p.clamp(1e-12, 1.0 - 1e-12);
    -(score * p.ln() + (1.0 - score) * (1.0 - p).ln())
}

/// Entropy of a counted score. Counting makes it too small by (variance of the score) / (2 p (1 - p)) to first order.
fn entropy(score: f64, variance: f64, games: f64) -> f64 {
    let two_way = score * (1.0 - score);
    if two_way <= 0.0 { 0.0 } else { cross_entropy(score, score) + variance / games / (2.0 * two_way) }
}

/// The line of true on predicted logits, with errors that take the games of one pair together.
fn calibration(fit: &ArmyFit, rows: &[ArmyRow]) -> Option<(Slope, Slope)> {
    let mut line = [0.0, 1.0];
    let mut pairs = Vec::new();
    for _ in 0..40 {
        pairs = rows.iter().map(|row| Pull::of(fit, row, line)).collect();
        let step = sum(&pairs).step()?;
        // Far from the answer a whole step may overshoot; half a logit is always safe.
        let longest = step[0].abs().max(step[1].abs());
        let share = 0.5 / longest.max(0.5);
        line = [0, 1].map(|at| line[at] + share * step[at]);
        if longest < 1e-10 {
            break;
        }
    }
    let errors = jackknife(&pairs);
    let slope = |at: usize| Slope { value: line[at], error: errors[at] };
    line.iter().all(|number| number.is_finite()).then(|| (slope(0), slope(1)))
}

/// What one pair's games add to the gradient and to the information of the line.
#[derive(Clone, Copy, Debug, Default)]
struct Pull {
    gradient: [f64; 2],
    /// Of the constant, of both, of the slope: the matrix is symmetric.
    information: [f64; 3],
}

impl Pull {
    fn of(fit: &ArmyFit, row: &ArmyRow, line: [f64; 2]) -> Pull {
        let mut pull = Pull::default();
        for (seating, counts) in row.counts.iter().enumerate() {
            let Some(score) = counts.score() else { continue };
            let x = fit.eta(row, seating);
            let (games, p) = (counts.games() as f64, sigmoid(line[0] + line[1] * x));
            let (residual, weight) = (games * (score - p), games * p * (1.0 - p));
            pull = pull.with(
                Pull {
                    gradient: [residual, residual * x],
                    information: [weight, weight * x, weight * x * x],
                },
                1.0,
            );
        }
        pull
    }

    /// Both, the other `times` over.
    fn with(self, other: Pull, times: f64) -> Pull {
        Pull {
            gradient: [0, 1].map(|at| self.gradient[at] + times * other.gradient[at]),
            information: [0, 1, 2].map(|at| self.information[at] + times * other.information[at]),
        }
    }

    /// The step to the top of the parabola that both describe; `None` where they describe none.
    fn step(self) -> Option<[f64; 2]> {
        let ([constant, both, slope], [up, along]) = (self.information, self.gradient);
        let determinant = constant * slope - both * both;
        (determinant != 0.0).then(|| {
            [(slope * up - both * along) / determinant, (constant * along - both * up) / determinant]
        })
    }
}

fn sum(pairs: &[Pull]) -> Pull {
    pairs.iter().fold(Pull::default(), |sum, one| sum.with(*one, 1.0))
}

/// Standard errors of the line from how far it moves, to first order, when one pair is left out: with few pairs the plain sandwich is too
/// sure, because each pair pulls the line towards itself (MacKinnon and White 1985). Infinite where the other pairs hold no line.
fn jackknife(pairs: &[Pull]) -> [f64; 2] {
    let all = sum(pairs);
    let played = pairs.iter().filter(|pull| pull.information[0] + pull.information[2] > 0.0);
    let count = played.clone().count() as f64;
    let mut squares = [0.0; 2];
    for own in played {
        let Some(moved) = all.with(*own, -1.0).step() else { return [f64::INFINITY; 2] };
        squares = [0, 1].map(|at| squares[at] + moved[at].powi(2));
    }
    squares.map(|sum| {
        let error = (sum * (count - 1.0) / count).sqrt();
        if error.is_finite() { error } else { f64::INFINITY }
    })
}

/// How far from even battles at equal points are. `None` when nothing was played.
#[must_use]
pub fn equal_points(rows: &[ArmyRow]) -> Option<EqualPoints> {
    let played: Vec<(usize, Record)> = rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let [a, b] = row.counts;
            (at, Record { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses })
        })
        .filter(|(_, counts)| counts.games() > 0)
        .collect();
    let score = |counts: &Record| counts.score().unwrap_or(0.5);
    let off = |counts: &Record| (score(counts) - 0.5).abs();
    let (worst, most) = played.iter().max_by(|a, b| off(&a.1).total_cmp(&off(&b.1)).then(b.0.cmp(&a.0)))?;
    let count = played.len() as f64;
    let luck = |counts: &Record| {
        let decided = 1.0 - counts.draws as f64 / counts.games() as f64;
        (decided / 4.0 / counts.games() as f64 * 2.0 / std::f64::consts::PI).sqrt()
    };
    Some(EqualPoints {
        pairs: played.len(),
        mean: played.iter().map(|(_, counts)| off(counts)).sum::<f64>() / count,
        luck: played.iter().map(|(_, counts)| luck(counts)).sum::<f64>() / count,
        worst: *worst,
        worst_score: score(most),
        within: played.iter().filter(|(_, counts)| off(counts) <= 0.1).count(),
    })
}
