//! Even numbers of figures, or why there are none.

use muster_resolver::{EvenPoint, EvenSize};
use muster_rules::grammar::counted;

/// The even point, or why there is none, as the end of a sentence; `most` is the most figures that were tried.
///
/// # Errors
/// The reason.
pub fn point_or_why(size: EvenSize, most: u32) -> Result<EvenPoint, String> {
    match size {
        EvenSize::Even(point) => Ok(point),
        EvenSize::MoreThanMost(score) => {
            let most = counted(most, "figure scores", "figures score");
            Err(format!("even {most} only {:.0} %", score * 100.0))
        }
        EvenSize::LessThanOne(score) => Err(format!("a single figure scores {:.0} %", score * 100.0)),
        EvenSize::Stalemate => Err("hardly a game is decided, whatever the number".to_owned()),
    }
}

/// The whole number of figures nearest to even, and its own score.
#[must_use]
pub fn nearest(point: &EvenPoint) -> (u32, f64) {
    let [low, high] = point.between;
    if 0.5 - low.1 <= high.1 - 0.5 { low } else { high }
}
