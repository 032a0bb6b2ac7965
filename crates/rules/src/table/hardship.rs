//! What ground is to those that may get stuck in it.

use super::point::Point;
use super::terrain::{Cover, LineKind, Table};

/// How hard the way is for a vehicle. The worse is the greater.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Ord, PartialOrd, Hash, Default)]
pub enum Hardship {
    /// Open ground.
    #[default]
    None,
    /// Rough ground, a hedge or a fence.
    Difficult,
    /// Rough ground that gives hard cover or blocks sight, such as ruins, or a wall.
    VeryDifficult,
}

impl Table {
    /// The worst that a vehicle meets on the straight way between two places, both of them included.
    pub fn hardship(&self, from: Point, to: Point) -> Hardship {
        let areas = self
            .areas
            .iter()
            .filter(|area| area.rough && (area.contains(from) || area.contains(to) || area.cuts(from, to)));
        let ground = areas.map(|area| match area.blocking || area.cover == Cover::Hard {
            true => Hardship::VeryDifficult,
            false => Hardship::Difficult,
        });
        let lines = self.lines.iter().filter(|line| line.divides(from, to)).map(|line| match line.kind {
            LineKind::Hedge => Hardship::Difficult,
            LineKind::Wall => Hardship::VeryDifficult,
        });
        ground.chain(lines).max().unwrap_or_default()
    }
}
