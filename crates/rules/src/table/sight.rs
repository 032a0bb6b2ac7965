//! Who sees whom, and who stands in cover from whom. All of it is decided by whole numbers.

use super::point::{Point, side_of};
use super::terrain::{Area, Cover, Table};

impl Area {
    /// Whether the straight way between two places runs through the inside of the area. Its edge is not its inside.
    #[inline]
    pub(super) fn cuts(&self, one: Point, other: Point) -> bool {
        let (low, high) = self.corners();
        // Two convex shapes are apart exactly when one of three directions parts them: x, y, or across the way.
        if one.x.max(other.x) <= low.x
            || one.x.min(other.x) >= high.x
            || one.y.max(other.y) <= low.y
            || one.y.min(other.y) >= high.y
        {
            return false;
        }
        let corners = [low, Point { x: high.x, y: low.y }, high, Point { x: low.x, y: high.y }];
        let sides = corners.map(|corner| side_of(one, other, corner));
        sides.contains(&1) && sides.contains(&-1)
    }
}

impl Table {
    /// Whether units at these places see each other: their straight line runs through the inside of no blocking area. A
    /// unit that stands in a blocking area sees, and is seen, out of that one alone.
    #[inline]
    pub fn sees(&self, from: Point, to: Point) -> bool {
        !self
            .areas
            .iter()
            .any(|area| area.blocking && !area.contains(from) && !area.contains(to) && area.cuts(from, to))
    }

    /// The cover of a unit at `at` against one at `from`: the best of the areas that it stands in, and of the lines within
    /// reach of it that lie between the two.
    #[inline]
    pub fn cover(&self, at: Point, from: Point) -> Cover {
        let mut best = Cover::None;
        for area in &self.areas {
            if area.cover > best && area.contains(at) {
                best = area.cover;
            }
        }
        for line in &self.lines {
            if line.cover > best && line.shelters(at) && line.divides(at, from) {
                best = line.cover;
            }
        }
        best
    }
}
