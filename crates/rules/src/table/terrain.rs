//! What lies on the table: areas of cover, rough ground or buildings, and hedges and walls as lines.

use super::point::{Point, passes, side_of, sides_differ};

/// How well a place shelters a unit; more is better.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Ord, PartialOrd, Hash, Default)]
pub enum Cover {
    /// In the open.
    #[default]
    None,
    /// Hides but does not stop a shot: hedges, bushes, long grass.
    Soft,
    /// Stops a shot: walls, buildings, trenches.
    Hard,
}

/// A rectangle of ground. A unit whose centre lies on its edge stands in it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Area {
    /// What people call it; may be empty.
    pub name: String,
    /// Its edge nearest to the table's left edge, in q.
    pub x: i32,
    /// Its edge nearest to side A, in q.
    pub y: i32,
    /// Its extent along the side's edge, in q.
    pub width: i32,
    /// Its extent from side A toward side B, in q.
    pub depth: i32,
    /// The cover of a unit that stands in it.
    pub cover: Cover,
    /// Whether movement inside it is slowed.
    pub rough: bool,
    /// Whether nothing can be seen through it.
    pub blocking: bool,
}

impl Area {
    /// Whether a unit at `place` stands in the area, its edge included.
    #[inline]
    pub fn contains(&self, place: Point) -> bool {
        self.x <= place.x
            && i64::from(place.x) <= i64::from(self.x) + i64::from(self.width)
            && self.y <= place.y
            && i64::from(place.y) <= i64::from(self.y) + i64::from(self.depth)
    }

    /// The corner nearest to the origin and the one opposite.
    #[inline]
    pub(super) fn corners(&self) -> (Point, Point) {
        let low = Point { x: self.x, y: self.y };
        (low, Point { x: self.x + self.width, y: self.y + self.depth })
    }
}

/// What kind of thing a line is; both work alike, the word is for people.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Ord, PartialOrd, Hash)]
pub enum LineKind {
    /// A hedge or fence.
    Hedge,
    /// A wall.
    Wall,
}

/// A hedge or wall: a straight line from end to end, ends included, without thickness.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Line {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// Hedge or wall.
    pub kind: LineKind,
    /// The cover of a unit behind it against fire across it.
    pub cover: Cover,
    /// How near to the line a unit's centre must be to be covered by it, in q.
    pub cover_reach: i32,
}

impl Line {
    /// Whether the straight way between two places crosses the line from one side to the other. A place on the line is on
    /// neither side.
    #[inline]
    pub fn divides(&self, one: Point, other: Point) -> bool {
        side_of(self.from, self.to, one) * side_of(self.from, self.to, other) < 0
            && sides_differ(one, other, self.from, self.to)
    }

    /// Whether `place` is at most `cover_reach` from the line between its ends.
    #[inline]
    pub fn shelters(&self, place: Point) -> bool {
        passes(self.from, self.to, place, self.cover_reach.max(0))
    }
}

/// A battle table and what lies on it.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Table {
    /// From the left edge to the right, in q.
    pub width: i32,
    /// From side A's edge to side B's, in q.
    pub depth: i32,
    /// Rectangles of ground; they may overlap.
    pub areas: Vec<Area>,
    /// Hedges and walls.
    pub lines: Vec<Line>,
}

impl Table {
    /// A table of `width` by `depth` q with nothing on it.
    pub fn open(width: i32, depth: i32) -> Table {
        Table { width, depth, areas: Vec::new(), lines: Vec::new() }
    }

    /// Whether nothing lies on the table.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.areas.is_empty() && self.lines.is_empty()
    }

    /// The nearest place on the table.
    #[inline]
    pub(super) fn hold(&self, place: Point) -> Point {
        Point { x: place.x.min(self.width).max(0), y: place.y.min(self.depth).max(0) }
    }
}
