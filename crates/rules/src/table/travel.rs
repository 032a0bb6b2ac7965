//! Movement in a straight line: over open ground, rough ground, hedges and walls.

use super::point::{Point, distance_squared};
use super::ray::Ray;
use super::terrain::{Line, Table};

/// Two lines crossed this close together (in q) are crossed as one: where hedges meet, the corner is paid for once.
const SAME_PLACE: f64 = 1.0 / 256.0;
/// How far a unit is put back along its way, in q, when rounding has taken it too far.
const STEP_BACK: f64 = 0.5;

/// What hinders movement, from the rules file.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Going {
    /// Each q inside rough ground uses so many q of movement; less than 1 counts as 1.
    pub rough_divides_by: i32,
    /// Movement used up by crossing a hedge or wall, in q; less than 0 counts as 0.
    pub wall_costs: i32,
}

/// How a move went.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Travel {
    /// Where the unit's centre is now.
    pub to: Point,
    /// Length of the way that it has come, before the place was rounded, in whole q: never more than the allowance.
    pub far: i32,
    /// Whether the allowance sufficed to come as near as was asked, before rounding. Never for a retreat, which has no goal.
    pub reached: bool,
    /// Whether the unit is elsewhere than before.
    pub moved: bool,
}

/// Where along a way the next thing happens, and what lies before it.
struct Stretch {
    end: f64,
    rough: bool,
    wall: bool,
}

impl Table {
    /// The straight move of a unit's centre from `from` toward `to` with at most `allowance` q of movement, never nearer to
    /// `to` than `keep` q from centre to centre.
    ///
    /// Every q inside rough ground costs [`Going::rough_divides_by`]; crossing a line costs [`Going::wall_costs`], and a
    /// unit that cannot pay stops short of it. The end is rounded to whole q: at least `keep` from `to`, beyond no line that
    /// is not paid for and on none, and on the table. Rounding carries a unit at most half a q an axis further than the
    /// allowance. A unit that is within `keep` already stays and has `reached` it. Both places lie on the table.
    #[inline]
    pub fn travel(&self, from: Point, to: Point, keep: i32, allowance: i32, going: &Going) -> Travel {
        let (keep, allowance) = (keep.max(0), f64::from(allowance.max(0)));
        let kept = square(keep);
        let stays = Travel { to: from, far: 0, reached: true, moved: false };
        if distance_squared(from, to) <= kept {
            return stays;
        }
        let Some(ray) = Ray::toward(from, to) else { return stays };
        let limit = ray.length - f64::from(keep);
        let (covered, reached, clear) = self.go(&ray, limit, allowance, going);
        let (to, far) = self.settle(&ray, covered, clear, |place| distance_squared(place, to) >= kept);
        Travel { to, far, reached, moved: to != from }
    }

    /// Whether [`Table::travel`] with the same arguments reaches its goal, without the move.
    #[inline]
    pub fn can_reach(&self, from: Point, to: Point, keep: i32, allowance: i32, going: &Going) -> bool {
        let (keep, allowance) = (keep.max(0), allowance.max(0));
        let apart = distance_squared(from, to);
        if apart <= square(keep) {
            return true;
        }
        let sum = i64::from(keep) + i64::from(allowance);
        // No ground is quicker than open ground.
        if apart > sum * sum {
            return false;
        }
        if self.is_open() || self.is_clear(from, to) {
            return true;
        }
        Ray::toward(from, to)
            .is_none_or(|ray| self.walk(&ray, ray.length - f64::from(keep), f64::from(allowance), going).1)
    }

    /// The move of a unit at `from` directly away from `threat` with `allowance` q of movement, hindered as in
    /// [`Table::travel`]. It ends where the unit's disc of `radius` q meets the table's edge: the unit does not slide along
    /// it. A unit that reaches over the edge already goes no further that way. From its own place there is no way away.
    #[inline]
    pub fn retreat(&self, from: Point, threat: Point, radius: i32, allowance: i32, going: &Going) -> Travel {
        let Some(ray) = Ray::away(from, threat) else {
            return Travel { to: from, far: 0, reached: false, moved: false };
        };
        let allowance = f64::from(allowance.max(0));
        let limit = ray.room_to_edge(self.width, self.depth, radius.max(0)).min(allowance);
        let (covered, _, clear) = self.go(&ray, limit, allowance, going);
        let (to, far) = self.settle(&ray, covered, clear, |_| true);
        Travel { to, far, reached: false, moved: to != from }
    }

    /// How far a unit comes along the way, whether that is the `limit`, and whether nothing lay near the way.
    #[inline]
    fn go(&self, ray: &Ray, limit: f64, allowance: f64, going: &Going) -> (f64, bool, bool) {
        let straight = limit.min(allowance);
        if self.is_open() || self.is_clear(ray.start(), ray.place_at(straight)) {
            return (straight, limit <= allowance, true);
        }
        let (covered, reached) = self.walk(ray, limit, allowance, going);
        (covered, reached, false)
    }

    /// Whether no rough ground and no line comes near the box around two places: a quick answer for most moves.
    #[inline]
    fn is_clear(&self, one: Point, other: Point) -> bool {
        // A q more all round, because one of the places may have been rounded.
        let (left, right) = (one.x.min(other.x) - 1, one.x.max(other.x) + 1);
        let (near, far) = (one.y.min(other.y) - 1, one.y.max(other.y) + 1);
        let apart = |a: Point, b: Point| {
            a.x.max(b.x) < left || a.x.min(b.x) > right || a.y.max(b.y) < near || a.y.min(b.y) > far
        };
        self.lines.iter().all(|line| apart(line.from, line.to))
            && self.areas.iter().all(|area| {
                let (low, high) = area.corners();
                !area.rough || apart(low, high)
            })
    }

    /// Walks along the way from stretch to stretch, paying for each: how far the unit comes and whether that is the limit.
    fn walk(&self, ray: &Ray, limit: f64, allowance: f64, going: &Going) -> (f64, bool) {
        let slow = f64::from(going.rough_divides_by.max(1));
        let toll = f64::from(going.wall_costs.max(0));
        let (mut covered, mut left, mut paid_at) = (0.0, allowance, f64::NEG_INFINITY);
        loop {
            let stretch = self.stretch(ray, covered, paid_at, limit);
            let price = if stretch.rough { slow } else { 1.0 };
            let cost = (stretch.end - covered) * price;
            if cost > left {
                return ((covered + left / price).min(stretch.end), false);
            }
            left -= cost;
            covered = stretch.end;
            if stretch.wall {
                if toll > left {
                    return (covered, false);
                }
                left -= toll;
                paid_at = covered;
            } else if covered >= limit {
                return (limit, true);
            }
        }
    }

    /// The stretch of the way that begins at `start`: up to the next line, the next edge of rough ground, or `limit`.
    #[inline]
    fn stretch(&self, ray: &Ray, start: f64, paid_at: f64, limit: f64) -> Stretch {
        let mut stretch = Stretch { end: limit, rough: false, wall: false };
        for (enter, leave) in self.areas.iter().filter(|area| area.rough).filter_map(|area| ray.inside(area))
        {
            if enter > start {
                stretch.end = stretch.end.min(enter);
            } else if leave > start {
                stretch.rough = true;
                stretch.end = stretch.end.min(leave);
            }
        }
        for crossing in self.lines.iter().filter_map(|line| ray.crossing(line)) {
            let ahead = crossing >= start && crossing > paid_at + SAME_PLACE;
            if ahead && crossing < limit && crossing <= stretch.end {
                stretch.end = crossing;
                stretch.wall = true;
            }
        }
        stretch
    }

    /// The whole-q place for a unit that has come `covered` q along the way: the nearest one, or one further back if that is
    /// unfit or beyond a line that the unit has not come past. With it the whole q of the way to where it was taken from.
    #[inline]
    fn settle(&self, ray: &Ray, covered: f64, clear: bool, is_fit: impl Fn(Point) -> bool) -> (Point, i32) {
        let mut covered = covered;
        while covered > 0.0 {
            let place = self.hold(ray.place_at(covered));
            if is_fit(place) && (clear || self.lines.iter().all(|line| line.lets(ray, covered, place))) {
                #[expect(clippy::cast_possible_truncation, reason = "a length on the table")]
                return (place, covered.round() as i32);
            }
            covered -= STEP_BACK;
        }
        (ray.start(), 0)
    }
}

impl Line {
    /// Whether a unit that has come `covered` q along the way may stand at `place` as far as this line goes.
    #[inline]
    fn lets(&self, ray: &Ray, covered: f64, place: Point) -> bool {
        use super::point::{side_of, sides_differ};
        let before = side_of(self.from, self.to, ray.start());
        let after = side_of(self.from, self.to, place);
        if before == 0 || before == after || !sides_differ(ray.start(), place, self.from, self.to) {
            return true;
        }
        after != 0 && ray.crossing(self).is_some_and(|crossing| crossing < covered)
    }
}

#[inline]
fn square(distance: i32) -> i64 {
    i64::from(distance) * i64::from(distance)
}
