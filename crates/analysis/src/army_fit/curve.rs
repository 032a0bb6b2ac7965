//! Observed against predicted scores, in groups: the calibration curve.

use super::{ArmyFit, ArmyRow};

/// Battles of like prediction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Mean predicted score.
    pub predicted: f64,
    /// Mean score.
    pub observed: f64,
    /// Standard error of the observed mean, by luck alone.
    pub error: f64,
    /// Games.
    pub games: u64,
}

/// Predicted score, score, variance of one game's score, games.
type Cell = (f64, f64, f64, u64);

/// Groups of about equally many games, from the lowest prediction to the highest; none without games.
#[must_use]
pub fn calibration_curve(fit: &ArmyFit, rows: &[ArmyRow], groups: usize) -> Vec<CurvePoint> {
    let mut cells: Vec<Cell> = Vec::new();
    for row in rows {
        for (counts, predicted) in row.counts.iter().zip(fit.predict(row)) {
            if let (Some(score), Some(variance)) = (counts.score(), counts.variance()) {
                cells.push((predicted, score, variance, counts.games()));
            }
        }
    }
    cells.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let all: u64 = cells.iter().map(|cell| cell.3).sum();
    let mut curve = Vec::new();
    let (mut open, mut counted): (Vec<Cell>, u64) = (Vec::new(), 0);
    for cell in cells {
        counted += cell.3;
        open.push(cell);
        let wanted = all as f64 * (curve.len() + 1) as f64 / groups.max(1) as f64;
        if counted as f64 >= wanted - 0.5 {
            curve.push(point(&open));
            open.clear();
        }
    }
    curve
}

fn point(cells: &[Cell]) -> CurvePoint {
    let games: u64 = cells.iter().map(|cell| cell.3).sum();
    let all = games as f64;
    let mean =
        |of: &dyn Fn(&Cell) -> f64| cells.iter().map(|cell| cell.3 as f64 * of(cell)).sum::<f64>() / all;
    CurvePoint {
        predicted: mean(&|cell| cell.0),
        observed: mean(&|cell| cell.1),
        error: (mean(&|cell| cell.2) / all).sqrt(),
        games,
    }
}
