//! Terrain from `conditions.toml`.

use super::lengths::{in_inches, inches, length};
use super::point::Point;
use super::terrain::{Area, Cover, Line, LineKind};
use crate::pack::Reader;

const COVERS: [(&str, Cover); 3] = [("none", Cover::None), ("soft", Cover::Soft), ("hard", Cover::Hard)];
const KINDS: [(&str, LineKind); 2] = [("hedge", LineKind::Hedge), ("wall", LineKind::Wall)];

/// The areas and lines of the list `terrain`, which may be missing; nothing after a complaint about one of them.
pub(super) fn read_terrain(
    reader: &Reader<'_>,
    width: Option<i32>,
    depth: Option<i32>,
) -> Option<(Vec<Area>, Vec<Line>)> {
    let bounds = Bounds { width: width.unwrap_or(i32::MAX), depth: depth.unwrap_or(i32::MAX) };
    let (mut areas, mut lines, mut sound) = (Vec::new(), Vec::new(), true);
    if let Some(node) = reader.node("terrain") {
        // What is no table is complained of by the list.
        sound = node.as_array().is_some_and(|items| items.iter().all(|item| item.as_table().is_some()));
    }
    for piece in reader.optional_list("terrain") {
        let is_sound = match piece.one_of("shape", &["rectangle", "line"]) {
            Some(0) => read_area(&piece, &bounds).map(|area| areas.push(area)).is_some(),
            Some(_) => read_line(&piece, &bounds).map(|line| lines.push(line)).is_some(),
            None => {
                // Without a shape no key is known to be wrong.
                piece.keys().iter().for_each(|key| piece.know(key));
                false
            }
        };
        sound &= is_sound;
        piece.finish();
    }
    warn_of_seams(reader, &areas);
    sound.then_some((areas, lines))
}

/// The extent of the table in q.
struct Bounds {
    width: i32,
    depth: i32,
}

impl Bounds {
    /// Complains about a key whose value takes terrain over the table's edge.
    fn hold(&self, reader: &Reader<'_>, key: &str, reaches: i32, across: bool) -> bool {
        let (size, from, word) =
            if across { (self.width, "left edge", "wide") } else { (self.depth, "edge of side A", "deep") };
        if reaches > size {
            let found = format!("terrain that reaches {} inches from the {from}", in_inches(reaches));
            let expected = format!("terrain on the table, which is {} inches {word}", in_inches(size));
            reader.complain(key, &found, &expected, "move it or make it smaller");
        }
        reaches <= size
    }
}

fn read_area(reader: &Reader<'_>, bounds: &Bounds) -> Option<Area> {
    let (x, y) = (inches(reader, "x", 0.0), inches(reader, "y", 0.0));
    let (width, depth) = (length(reader, "width"), length(reader, "depth"));
    let cover = reader.one_of("cover", &COVERS.map(|(word, _)| word));
    let (rough, blocking) = (read_flag(reader, "rough"), read_flag(reader, "blocking"));
    let name = reader.optional_line("name").unwrap_or_default();
    let (x, y, width, depth) = (x?, y?, width?, depth?);
    let fits =
        [bounds.hold(reader, "width", x + width, true), bounds.hold(reader, "depth", y + depth, false)];
    let (cover, rough, blocking) = (COVERS[cover?].1, rough?, blocking?);
    if cover == Cover::None && !rough && !blocking {
        let advice = "give it cover, make it rough or blocking, or remove it";
        reader.warn(
            "cover",
            "an area without cover that is neither rough nor blocking",
            "some effect",
            advice,
        );
    }
    fits.iter().all(|fits| *fits).then_some(Area { name, x, y, width, depth, cover, rough, blocking })
}

fn read_line(reader: &Reader<'_>, bounds: &Bounds) -> Option<Line> {
    let ends = ["x1", "y1", "x2", "y2"].map(|key| (key, inches(reader, key, 0.0)));
    let kind = reader.one_of("kind", &KINDS.map(|(word, _)| word));
    let cover = reader.one_of("cover", &COVERS.map(|(word, _)| word));
    let reach = if reader.has("cover_reach") || cover.is_some_and(|cover| COVERS[cover].1 != Cover::None) {
        inches(reader, "cover_reach", 0.0)
    } else {
        Some(0)
    };
    let fits =
        ends.map(|(key, end)| end.is_none_or(|end| bounds.hold(reader, key, end, key.starts_with('x'))));
    let [x1, y1, x2, y2] = ends.map(|(_, end)| end);
    let (from, to) = (Point { x: x1?, y: y1? }, Point { x: x2?, y: y2? });
    if from == to {
        reader.complain("x2", "a line that ends where it begins", "two different ends", "move one end");
        return None;
    }
    let (kind, cover, cover_reach) = (KINDS[kind?].1, COVERS[cover?].1, reach?);
    fits.iter().all(|fits| *fits).then_some(Line { from, to, kind, cover, cover_reach })
}

/// True or false, and false where the key is missing; nothing after a complaint.
fn read_flag(reader: &Reader<'_>, key: &str) -> Option<bool> {
    if reader.has(key) { reader.flag(key) } else { Some(false) }
}

/// Sight runs free along the edge of a building, so two that stand wall to wall can be seen through along the seam.
fn warn_of_seams(reader: &Reader<'_>, areas: &[Area]) {
    let overlap = |a: i32, a_size: i32, b: i32, b_size: i32| a < b + b_size && b < a + a_size;
    let touch = |a: i32, a_size: i32, b: i32, b_size: i32| a + a_size == b || b + b_size == a;
    let blocking: Vec<&Area> = areas.iter().filter(|area| area.blocking).collect();
    for (at, a) in blocking.iter().enumerate() {
        for b in &blocking[..at] {
            let beside = touch(a.x, a.width, b.x, b.width) && overlap(a.y, a.depth, b.y, b.depth);
            let behind = touch(a.y, a.depth, b.y, b.depth) && overlap(a.x, a.width, b.x, b.width);
            if beside || behind {
                let found = "two blocking areas that touch without overlapping";
                let advice = "let one reach a quarter inch into the other";
                reader.warn("terrain", found, "no line of sight along their seam", advice);
            }
        }
    }
}
