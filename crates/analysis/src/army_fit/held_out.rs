//! How well costs foretell battles that were not fitted.

use muster_stats::Record;
use nalgebra::{Matrix2, Vector2};

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
    /// Constant of the line of true logits on predicted ones: 0 when predictions favour no side. Errors are by pairs.
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
    let mut line = Vector2::new(0.0, 1.0);
    let mut inverse = Matrix2::zeros();
    for _ in 0..40 {
        let (mut gradient, mut information) = (Vector2::zeros(), Matrix2::zeros());
        for row in rows {
            for (seating, counts) in row.counts.iter().enumerate() {
                let Some(score) = counts.score() else { continue };
                let x = Vector2::new(1.0, fit.eta(row, seating));
                let (games, p) = (counts.games() as f64, sigmoid(line.dot(&x)));
                gradient += x * (games * (score - p));
                information += x * x.transpose() * (games * p * (1.0 - p));
            }
        }
        inverse = information.try_inverse()?;
        // Far from the answer a whole step may overshoot; half a logit is always safe.
        let step: Vector2<f64> = inverse * gradient;
        let longest = step.amax();
        line += step * (0.5 / longest.max(0.5));
        if longest < 1e-10 {
            break;
        }
    }
    let mut meat = Matrix2::zeros();
    for row in rows {
        let mut score_of_pair = Vector2::zeros();
        for (seating, counts) in row.counts.iter().enumerate() {
            let Some(score) = counts.score() else { continue };
            let x = Vector2::new(1.0, fit.eta(row, seating));
            score_of_pair += x * (counts.games() as f64 * (score - sigmoid(line.dot(&x))));
        }
        meat += score_of_pair * score_of_pair.transpose();
    }
    let covariance = inverse * meat * inverse;
    let slope = |at: usize| Slope { value: line[at], error: covariance[(at, at)].max(0.0).sqrt() };
    let sound = line.iter().chain(covariance.iter()).all(|number| number.is_finite());
    sound.then(|| (slope(0), slope(1)))
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
