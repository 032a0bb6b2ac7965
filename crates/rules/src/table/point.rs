//! Places and the distances between them.

use super::lengths::QUARTERS;

/// A place on the table, the centre of a unit: `x` q from the left edge, `y` q from side A's edge.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Ord, PartialOrd, Hash, Default)]
pub struct Point {
    /// From the left edge, in q.
    pub x: i32,
    /// From side A's edge, in q.
    pub y: i32,
}

impl Point {
    /// The steps along both axes that lead from here to `other`, in q.
    #[inline]
    pub(super) fn steps_to(self, other: Point) -> (i64, i64) {
        (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y))
    }
}

/// The square of the distance between two centres, in q².
#[inline]
pub fn distance_squared(a: Point, b: Point) -> i64 {
    let (dx, dy) = a.steps_to(b);
    dx * dx + dy * dy
}

/// Whether two centres are at most `distance` q apart; never for a negative distance.
#[inline]
pub fn within(a: Point, b: Point, distance: i32) -> bool {
    distance >= 0 && distance_squared(a, b) <= i64::from(distance) * i64::from(distance)
}

/// Whether the straight way between two places, its ends included, passes a third at most `reach` q away; never for a
/// negative reach.
#[inline]
pub fn passes(from: Point, to: Point, place: Point, reach: i32) -> bool {
    let (ex, ey) = from.steps_to(to);
    let (px, py) = from.steps_to(place);
    let square = ex * ex + ey * ey;
    let along = ex * px + ey * py;
    if along <= 0 {
        within(from, place, reach)
    } else if along >= square {
        within(to, place, reach)
    } else {
        let (cross, reach) = (i128::from(ex * py - ey * px), i128::from(reach));
        reach >= 0 && cross * cross <= reach * reach * i128::from(square)
    }
}

/// The distance from edge to edge of two discs in q, 0 when they touch or overlap.
#[inline]
pub fn gap(a: Point, radius_a: i32, b: Point, radius_b: i32) -> f64 {
    (distance(a, b) - f64::from(radius_a) - f64::from(radius_b)).max(0.0)
}

/// The distance between two centres in q.
#[inline]
pub(super) fn distance(a: Point, b: Point) -> f64 {
    length_of(distance_squared(a, b))
}

/// The root of a squared length.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "squares of distances on a table are exact in 53 bits")]
pub(super) fn length_of(square: i64) -> f64 {
    (square as f64).sqrt()
}

/// On which side of the line through `from` and `to` a place lies: 1 or -1, and 0 on the line.
#[inline]
pub(super) fn side_of(from: Point, to: Point, place: Point) -> i64 {
    let (ex, ey) = from.steps_to(to);
    let (px, py) = from.steps_to(place);
    (ex * py - ey * px).signum()
}

/// Whether `one` and `other` do not both lie on the same side of the line through `from` and `to`.
#[inline]
pub(super) fn sides_differ(from: Point, to: Point, one: Point, other: Point) -> bool {
    side_of(from, to, one) * side_of(from, to, other) <= 0
}

/// The radius in q of a disc of so many square inches, rounded up to a whole q; 0 for no area or for what is no number.
pub fn radius_of_area(square_inches: f64) -> i32 {
    if square_inches.is_nan() || square_inches <= 0.0 {
        return 0;
    }
    let quarters = (square_inches / std::f64::consts::PI).sqrt() * QUARTERS;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "held at the largest i32, and a whole number by then"
    )]
    let radius = quarters.ceil().min(f64::from(i32::MAX)) as i32;
    radius
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_is_decided_by_whole_numbers_at_the_very_edge() {
        let origin = Point::default();
        assert!(within(origin, Point { x: 3, y: 4 }, 5));
        assert!(!within(origin, Point { x: 3, y: 5 }, 5));
        assert!(within(origin, origin, 0));
        assert!(!within(origin, origin, -1));
    }

    #[test]
    fn gap_is_edge_to_edge_and_never_negative() {
        let (a, b) = (Point { x: 0, y: 0 }, Point { x: 30, y: 40 });
        assert!((gap(a, 6, b, 10) - 34.0).abs() < 1e-12);
        assert!(gap(a, 30, b, 30) == 0.0);
    }

    #[test]
    fn radius_is_rounded_up_to_a_quarter_inch() {
        // Twenty square inches: the root of 20/pi is 2.523 inches, so 2.75.
        assert_eq!(radius_of_area(20.0), 11);
        assert_eq!(radius_of_area(1.0), 3);
        // A disc of exactly one inch keeps its inch.
        assert_eq!(radius_of_area(std::f64::consts::PI), 4);
        assert_eq!(radius_of_area(0.0), 0);
        assert_eq!(radius_of_area(f64::NAN), 0);
        assert_eq!(radius_of_area(-3.0), 0);
        assert_eq!(radius_of_area(f64::INFINITY), i32::MAX);
    }
}
