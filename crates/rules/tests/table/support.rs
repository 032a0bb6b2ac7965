//! Random tables, their mirror images, and a slow twin of movement in exact whole numbers.

use muster_rules::table::{Area, Cover, Going, Line, LineKind, Point, Table};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

/// Going as Chimera has it: rough ground halves, a hedge costs three inches.
pub(crate) const GOING: Going = Going { rough_divides_by: 2, wall_costs: 12 };
/// The side of the random tables in q; twelve steps of the grid that terrain lies on.
pub(crate) const SIDE: i32 = 96;
const GRID: i32 = 8;

/// A fixed seed, so that a failure means that the code moved.
pub(crate) fn cases(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(1962), failure_persistence: None, ..Config::default() }
}

pub(crate) fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

pub(crate) fn area(x: i32, y: i32, width: i32, depth: i32) -> Area {
    Area { name: String::new(), x, y, width, depth, cover: Cover::None, rough: false, blocking: false }
}

pub(crate) fn rough(x: i32, y: i32, width: i32, depth: i32) -> Area {
    Area { rough: true, ..area(x, y, width, depth) }
}

pub(crate) fn hedge(from: Point, to: Point) -> Line {
    Line { from, to, kind: LineKind::Hedge, cover: Cover::Soft, cover_reach: 8 }
}

pub(crate) fn places() -> impl Strategy<Value = Point> {
    (0..=SIDE, 0..=SIDE).prop_map(|(x, y)| at(x, y))
}

fn covers() -> impl Strategy<Value = Cover> {
    prop_oneof![Just(Cover::None), Just(Cover::Soft), Just(Cover::Hard)]
}

fn areas() -> impl Strategy<Value = Area> {
    (0..12_i32, 0..12_i32, 1..6_i32, 1..6_i32, covers(), any::<bool>(), any::<bool>()).prop_map(
        |(x, y, w, d, cover, rough, blocking)| {
            let (x, y) = (x * GRID, y * GRID);
            let (width, depth) = ((w * GRID).min(SIDE - x), (d * GRID).min(SIDE - y));
            Area { cover, rough, blocking, ..area(x, y, width, depth) }
        },
    )
}

fn lines() -> impl Strategy<Value = Line> {
    let corner = || (0..=12_i32, 0..=12_i32).prop_map(|(x, y)| at(x * GRID, y * GRID));
    (corner(), corner(), covers(), 0..12_i32)
        .prop_filter("a line has a length", |(from, to, ..)| from != to)
        .prop_map(|(from, to, cover, cover_reach)| Line { cover, cover_reach, ..hedge(from, to) })
}

pub(crate) fn tables() -> impl Strategy<Value = Table> {
    (prop::collection::vec(areas(), 0..5), prop::collection::vec(lines(), 0..4))
        .prop_map(|(areas, lines)| Table { width: SIDE, depth: SIDE, areas, lines })
}

/// Which way a table is turned over.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Mirror {
    LeftToRight,
    SideToSide,
}

impl Mirror {
    pub(crate) const BOTH: [Mirror; 2] = [Mirror::LeftToRight, Mirror::SideToSide];

    pub(crate) fn point(self, place: Point) -> Point {
        match self {
            Mirror::LeftToRight => at(SIDE - place.x, place.y),
            Mirror::SideToSide => at(place.x, SIDE - place.y),
        }
    }

    pub(crate) fn table(self, table: &Table) -> Table {
        let mut mirrored = table.clone();
        for area in &mut mirrored.areas {
            match self {
                Mirror::LeftToRight => area.x = SIDE - area.x - area.width,
                Mirror::SideToSide => area.y = SIDE - area.y - area.depth,
            }
        }
        for line in &mut mirrored.lines {
            (line.from, line.to) = (self.point(line.from), self.point(line.to));
        }
        mirrored
    }
}

/// Steps of the slow twin along one way.
const STEPS: i64 = 1 << 14;
/// How closely hedges must meet to be crossed as one, in q.
const SAME_PLACE: f64 = 1.0 / 256.0;

/// The slow twin: walks the way from one place to another in thousands of steps whose positions are exact whole numbers of
/// 1/2^15 of the way, and adds up what each costs. `spent[k]` is the movement used up for the first k steps.
pub(crate) struct SlowWalk {
    pub(crate) length: f64,
    pub(crate) spent: Vec<f64>,
}

impl SlowWalk {
    pub(crate) fn new(table: &Table, from: Point, to: Point, going: &Going) -> SlowWalk {
        let scale = 2 * STEPS;
        let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
        let length = ((dx * dx + dy * dy) as f64).sqrt();
        let position =
            |half: i64| (i64::from(from.x) * scale + dx * half, i64::from(from.y) * scale + dy * half);
        let step = length / STEPS as f64;
        let mut sides = vec![0_i64; table.lines.len()];
        let (mut spent, mut total, mut paid_at) = (vec![0.0], 0.0, f64::NEG_INFINITY);
        for k in 0..STEPS {
            let (x, y) = position(2 * k + 1);
            let slow = table.areas.iter().any(|area| {
                let (low_x, low_y) = (i64::from(area.x) * scale, i64::from(area.y) * scale);
                let (width, depth) = (i64::from(area.width) * scale, i64::from(area.depth) * scale);
                area.rough && low_x <= x && x <= low_x + width && low_y <= y && y <= low_y + depth
            });
            total += step * if slow { f64::from(going.rough_divides_by) } else { 1.0 };
            for (line, side) in table.lines.iter().zip(&mut sides) {
                if k == 0 {
                    *side = side_of(line, scale, position(0));
                }
                let now = side_of(line, scale, position(2 * k + 2));
                if *side * now < 0 && reaches(line, from, (dx, dy)) {
                    let place = crossed_at(line, from, (dx, dy)) * length;
                    if (place - paid_at).abs() > SAME_PLACE {
                        total += f64::from(going.wall_costs);
                        paid_at = place;
                    }
                }
                if now != 0 && *side != 0 {
                    *side = now;
                }
            }
            spent.push(total);
        }
        SlowWalk { length, spent }
    }

    /// What the first `distance` q of the way cost.
    pub(crate) fn cost(&self, distance: f64) -> f64 {
        let share = distance / self.length * STEPS as f64;
        let step =
            (0..self.spent.len()).find(|step| *step as f64 >= share - 0.5).expect("a distance on the way");
        self.spent[step]
    }

    /// How far a unit comes.
    pub(crate) fn covered(&self, allowance: f64) -> f64 {
        let steps = self.spent.iter().take_while(|spent| **spent <= allowance).count();
        steps.saturating_sub(1) as f64 * self.length / STEPS as f64
    }
}

fn cross(a: (i64, i64), b: (i64, i64)) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

fn along(line: &Line) -> (i64, i64) {
    (i64::from(line.to.x - line.from.x), i64::from(line.to.y - line.from.y))
}

fn side_of(line: &Line, scale: i64, place: (i64, i64)) -> i64 {
    let offset = (place.0 - i64::from(line.from.x) * scale, place.1 - i64::from(line.from.y) * scale);
    cross(along(line), offset).signum()
}

fn reaches(line: &Line, from: Point, way: (i64, i64)) -> bool {
    let end = |place: Point| cross(way, (i64::from(place.x - from.x), i64::from(place.y - from.y))).signum();
    end(line.from) * end(line.to) <= 0
}

fn crossed_at(line: &Line, from: Point, way: (i64, i64)) -> f64 {
    let offset = (i64::from(from.x - line.from.x), i64::from(from.y - line.from.y));
    -(cross(along(line), offset) as f64) / cross(along(line), way) as f64
}
