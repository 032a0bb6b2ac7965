//! A straight way across the table, and where it meets areas and lines.

use super::point::{Point, length_of};
use super::terrain::{Area, Line};

/// A straight way from a place in some direction. Distances along it are in q from its start.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ray {
    from: Point,
    dx: i64,
    dy: i64,
    /// The length of the step (dx, dy), in q.
    pub(super) length: f64,
    /// Whether the way goes on beyond the step.
    endless: bool,
}

impl Ray {
    /// The way from `from` that ends at `to`; none between equal places.
    #[inline]
    pub(super) fn toward(from: Point, to: Point) -> Option<Ray> {
        let (dx, dy) = from.steps_to(to);
        Self::along(from, dx, dy, false)
    }

    /// The way from `from` straight away from `threat`, without end; none between equal places.
    #[inline]
    pub(super) fn away(from: Point, threat: Point) -> Option<Ray> {
        let (dx, dy) = threat.steps_to(from);
        Self::along(from, dx, dy, true)
    }

    #[inline]
    fn along(from: Point, dx: i64, dy: i64, endless: bool) -> Option<Ray> {
        let square = dx * dx + dy * dy;
        (square > 0).then(|| Ray { from, dx, dy, length: length_of(square), endless })
    }

    /// Where the way starts.
    #[inline]
    pub(super) fn start(&self) -> Point {
        self.from
    }

    /// The whole-q place nearest to the point `distance` q along the way. The step from the start is rounded, half a q away
    /// from zero, and not the coordinate: so a way and its mirror image end at mirrored places.
    #[inline]
    pub(super) fn place_at(&self, distance: f64) -> Point {
        Point {
            x: self.from.x.saturating_add(self.step(self.dx, distance)),
            y: self.from.y.saturating_add(self.step(self.dy, distance)),
        }
    }

    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "steps on a table are far below 53 bits")]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "cutting off the fraction is meant; far steps saturate"
    )]
    fn step(&self, step: i64, distance: f64) -> i32 {
        let exact = step as f64 * distance / self.length;
        // A half more and the fraction cut off: `round`, without its call into the system's library in the hot path.
        (exact + 0.5_f64.copysign(exact)) as i32
    }

    /// From where to where along the way it runs inside the area, edges included; none if it does not or only touches it.
    /// The start may be negative, and the end lie beyond the way's.
    #[inline]
    pub(super) fn inside(&self, area: &Area) -> Option<(f64, f64)> {
        let (low, high) = area.corners();
        let (to_low_x, to_low_y) = self.from.steps_to(low);
        let (to_high_x, to_high_y) = self.from.steps_to(high);
        let (enter_x, leave_x) = self.slab(self.dx, to_low_x, to_high_x)?;
        let (enter_y, leave_y) = self.slab(self.dy, to_low_y, to_high_y)?;
        let (enter, leave) = (enter_x.max(enter_y), leave_x.min(leave_y));
        (enter < leave && leave > 0.0).then_some((enter, leave))
    }

    /// Where a step along one axis enters and leaves the band from `low` to `high`.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "steps on a table are far below 53 bits")]
    fn slab(&self, step: i64, low: i64, high: i64) -> Option<(f64, f64)> {
        if step == 0 {
            return (low <= 0 && high >= 0).then_some((f64::NEG_INFINITY, f64::INFINITY));
        }
        let one = low as f64 * self.length / step as f64;
        let other = high as f64 * self.length / step as f64;
        Some(if step > 0 { (one, other) } else { (other, one) })
    }

    /// How far along the way a disc of `radius` q can go before it meets the edge of a table.
    #[inline]
    pub(super) fn room_to_edge(&self, width: i32, depth: i32, radius: i32) -> f64 {
        let axis = |step: i64, position: i32, size: i32| {
            if step == 0 {
                return f64::INFINITY;
            }
            let room =
                if step > 0 { size.saturating_sub(position) } else { position }.saturating_sub(radius).max(0);
            #[expect(clippy::cast_precision_loss, reason = "steps on a table are far below 53 bits")]
            let step = step.abs() as f64;
            f64::from(room) * self.length / step
        };
        axis(self.dx, self.from.x, width).min(axis(self.dy, self.from.y, depth))
    }

    /// How far along the way it passes from one side of the line to the other, if it does. A way that starts or ends on the
    /// line does not pass it.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "cross products on a table are far below 53 bits")]
    pub(super) fn crossing(&self, line: &Line) -> Option<f64> {
        let (ex, ey) = line.from.steps_to(line.to);
        let (px, py) = line.from.steps_to(self.from);
        let aside = ex * py - ey * px;
        let rate = ex * self.dy - ey * self.dx;
        if aside.signum() * rate.signum() >= 0 || (!self.endless && aside.abs() >= rate.abs()) {
            return None;
        }
        let across = |place: Point| {
            let (x, y) = self.from.steps_to(place);
            (self.dx * y - self.dy * x).signum()
        };
        (across(line.from) * across(line.to) <= 0)
            .then(|| aside.abs() as f64 * self.length / rate.abs() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cover, LineKind};

    fn ray(from: (i32, i32), to: (i32, i32)) -> Ray {
        Ray::toward(Point { x: from.0, y: from.1 }, Point { x: to.0, y: to.1 }).expect("two places")
    }

    fn hedge(from: (i32, i32), to: (i32, i32)) -> Line {
        Line {
            from: Point { x: from.0, y: from.1 },
            to: Point { x: to.0, y: to.1 },
            kind: LineKind::Hedge,
            cover: Cover::Soft,
            cover_reach: 8,
        }
    }

    #[test]
    fn halves_round_away_from_the_start_in_both_directions() {
        assert_eq!(ray((10, 10), (20, 10)).place_at(2.5), Point { x: 13, y: 10 });
        assert_eq!(ray((10, 10), (0, 10)).place_at(2.5), Point { x: 7, y: 10 });
    }

    #[test]
    fn a_way_that_ends_on_the_line_does_not_cross_it() {
        let line = hedge((0, 50), (100, 50));
        assert_eq!(ray((50, 0), (50, 50)).crossing(&line), None);
        assert_eq!(ray((50, 50), (50, 90)).crossing(&line), None);
        assert_eq!(ray((50, 0), (50, 51)).crossing(&line), Some(50.0));
        assert_eq!(ray((50, 90), (50, 40)).crossing(&line), Some(40.0));
    }

    #[test]
    fn a_line_is_crossed_at_its_very_end_and_not_beyond() {
        let line = hedge((0, 50), (40, 50));
        assert_eq!(ray((40, 0), (40, 80)).crossing(&line), Some(50.0));
        assert_eq!(ray((41, 0), (41, 80)).crossing(&line), None);
    }

    #[test]
    fn an_area_that_is_only_touched_is_not_entered() {
        let area = Area {
            name: String::new(),
            x: 10,
            y: 10,
            width: 10,
            depth: 10,
            cover: Cover::None,
            rough: true,
            blocking: false,
        };
        assert_eq!(
            ray((0, 20), (20, 0)).inside(&area).map(|(a, b)| b > a),
            None,
            "through the corner (10, 10)"
        );
        assert_eq!(ray((15, 0), (15, 40)).inside(&area), Some((10.0, 20.0)));
        assert_eq!(ray((10, 0), (10, 40)).inside(&area), Some((10.0, 20.0)), "along its edge");
        assert_eq!(ray((15, 30), (15, 40)).inside(&area), None, "behind the start");
    }
}
