//! Conditions from TOML.

use muster_rules::pack::{Diagnostics, Reader, Sink, Sources, load, load_over};
use muster_rules::table::{
    ConditionsById, Cover, LimitRule, Line, LineKind, Mixes, Objective, Table, deploy, read_all,
};

use super::support::at;

/// A file with one condition, `field`; `more` and `terrain` are put into it.
fn field(more: &str, terrain: &str) -> String {
    format!(
        "[field]\nname = \"A field\"\nsays = \"Grass.\"\ntable_width = 48\ntable_depth = 48\ngap = 24\nspacing = 6\n\
         turns = 20\nlimit_rule = \"share_of_worth\"\nmargin = 0.1\n{more}\nterrain = [{terrain}]\n"
    )
}

fn read(text: &str) -> (ConditionsById, Mixes, Diagnostics) {
    let files = [("rules.toml", ""), ("conditions.toml", text)];
    let (pack, _) = load_over(&files, &Sources::of_set("demo")).expect("valid TOML");
    let sink = Sink::new();
    let (conditions, mixes) = read_all(&Reader::root(&pack, &sink));
    (conditions, mixes, sink.into_diagnostics())
}

/// The one complaint about a file of which nothing is left over, on one line.
#[track_caller]
fn complaint(text: &str) -> String {
    let (conditions, mixes, found) = read(text);
    assert!(conditions.is_empty() && mixes.is_empty(), "{conditions:?} {mixes:?}");
    assert_eq!(found.len(), 1, "{found}");
    found.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_whole_condition_is_read_in_quarter_inches() {
    let more = "break_point = 0.5\nobjective = { turn = 10, radius = 6 }";
    let terrain = "{ shape = \"rectangle\", x = 1, y = 2.25, width = 3.5, depth = 4, cover = \"hard\", rough = true, \
                   name = \"the mill\" }, \
                   { shape = \"line\", x1 = 0, y1 = 24, x2 = 48, y2 = 24, kind = \"wall\", cover = \"soft\", \
                   cover_reach = 2 }";
    let (conditions, _, found) = read(&field(more, terrain));
    assert!(found.is_empty(), "{found}");
    let field = &conditions["field"];
    assert_eq!((field.id.as_str(), field.name.as_str(), field.says.as_str()), ("field", "A field", "Grass."));
    assert_eq!((field.gap, field.spacing, field.turns), (96, 24, 20));
    assert_eq!((field.table.width, field.table.depth), (192, 192));
    let mill = &field.table.areas[0];
    assert_eq!((mill.x, mill.y, mill.width, mill.depth), (4, 9, 14, 16));
    assert_eq!(
        (mill.cover, mill.rough, mill.blocking, mill.name.as_str()),
        (Cover::Hard, true, false, "the mill")
    );
    let wall =
        Line { from: at(0, 96), to: at(192, 96), kind: LineKind::Wall, cover: Cover::Soft, cover_reach: 8 };
    assert_eq!(field.table.lines, [wall]);
    assert_eq!(field.ending.limit, LimitRule::ShareOfWorth { margin: 0.1 });
    assert_eq!(field.ending.break_point, Some(0.5));
    assert_eq!(field.ending.objective, Some(Objective { turn: 10, radius: 24 }));
}

#[test]
fn a_drawn_limit_needs_no_margin_and_bears_one() {
    for text in [field("", "").replace("share_of_worth", "draw"), {
        field("", "").replace("share_of_worth", "draw").replace("margin = 0.1", "")
    }] {
        let (conditions, _, found) = read(&text);
        assert!(found.is_empty(), "{found}");
        assert_eq!(conditions["field"].ending.limit, LimitRule::Draw);
    }
}

#[test]
fn a_length_that_is_no_quarter_names_the_two_beside_it() {
    assert_eq!(
        complaint(&field("", "").replace("spacing = 6", "spacing = 6.3")),
        "datasets/demo/conditions.toml (built in):7: key `conditions.field.spacing` \
         found 6.3 inches, expected inches in whole quarters write 6.25 or 6.5"
    );
}

#[test]
fn terrain_beyond_the_table_is_refused_with_its_place() {
    let area = "{ shape = \"rectangle\", x = 40, y = 2, width = 8.25, depth = 4, cover = \"hard\" }";
    let text = complaint(&field("", area));
    assert!(text.starts_with("datasets/demo/conditions.toml (built in):12: "), "{text}");
    assert!(text.contains("`conditions.field.terrain`, key `width`"), "{text}");
    assert!(text.contains("found terrain that reaches 48.25 inches from the left edge"), "{text}");
    let line = "{ shape = \"line\", x1 = 0, y1 = 24, x2 = 48, y2 = 50, kind = \"hedge\", cover = \"none\" }";
    assert!(complaint(&field("", line)).contains("reaches 50 inches from the edge of side A"));
    let negative = "{ shape = \"rectangle\", x = -1, y = 2, width = 8, depth = 4, cover = \"hard\" }";
    assert!(complaint(&field("", negative)).contains("found -1, expected a number from 0 to 1000"));
}

#[test]
fn faults_of_terrain_are_told_and_spoil_the_condition() {
    let line = |more: &str| format!("{{ shape = \"line\", x1 = 3, y1 = 4, x2 = 9, y2 = 4, {more} }}");
    assert!(
        complaint(&field("", &line("kind = \"hedge\", cover = \"soft\""))).contains("cover_reach"),
        "a covering line says how far"
    );
    let kind = complaint(&field("", &line("kind = \"hegde\", cover = \"none\"")));
    assert!(kind.contains("found \"hegde\", expected \"hedge\" or \"wall\""), "{kind}");
    let point = line("kind = \"wall\", cover = \"none\"").replace("x2 = 9", "x2 = 3");
    assert!(complaint(&field("", &point)).contains("a line that ends where it begins"));
    let shape = complaint(&field("", "{ shape = \"circle\", x = 3 }"));
    assert!(shape.contains("expected \"rectangle\" or \"line\""), "{shape}");
    let flag =
        "{ shape = \"rectangle\", x = 1, y = 2, width = 8, depth = 4, cover = \"hard\", rough = \"yes\" }";
    assert!(complaint(&field("", flag)).contains("rough = true"));
    assert!(complaint(&field("", "7")).contains("expected a table"));
    assert!(complaint(&field("", "").replace("terrain = []", "terrain = 3")).contains("a list of tables"));
}

#[test]
fn the_gap_leaves_both_sides_the_same_room() {
    assert!(
        complaint(&field("", "").replace("gap = 24", "gap = 24.25"))
            .contains("the same whole quarter inches")
    );
    assert!(
        complaint(&field("", "").replace("gap = 24", "gap = 48"))
            .contains("less than the depth of the table")
    );
}

#[test]
fn endings_out_of_range_are_refused() {
    assert!(complaint(&field("break_point = 50", "")).contains("from 0.01 to 1"));
    assert!(complaint(&field("objective = { turn = 21, radius = 6 }", "")).contains("from 1 to 20"));
    assert!(complaint(&field("objective = 6", "")).contains("a table"));
    assert!(complaint(&field("", "").replace("margin = 0.1", "")).contains("margin"));
}

#[test]
fn an_unknown_key_is_told_with_the_nearest_known_one() {
    let (conditions, _, found) = read(&field("breakpoint = 0.5", ""));
    assert!(found.has_errors() && found.to_string().contains("did you mean `break_point`?"), "{found}");
    assert!(conditions.contains_key("field"), "the rest is read");
}

#[test]
fn a_mix_keeps_its_order_and_weights() {
    let text = field("", "") + &field("", "").replace("[field]", "[a-field]");
    let (_, mixes, found) = read(&format!("{text}[mix]\nparts = {{ field = 2, a-field = 1 }}\n"));
    assert!(found.is_empty(), "{found}");
    assert_eq!(mixes["mix"], [("field".to_owned(), 2), ("a-field".to_owned(), 1)]);
}

#[test]
fn a_mix_of_unknown_conditions_is_refused() {
    let (_, mixes, found) = read(&(field("", "") + "[mix]\nparts = { fields = 2 }\n"));
    assert!(mixes.is_empty());
    let text = found.to_string();
    assert!(
        text.contains("no conditions named \"fields\"") && text.contains("did you mean field?"),
        "{text}"
    );
    let (_, mixes, found) = read(&(field("", "") + "[mix]\nparts = {}\n"));
    assert!(mixes.is_empty() && found.to_string().contains("no parts"), "{found}");
    let (_, mixes, found) = read(&(field("", "") + "[mix]\nparts = { field = 0.5 }\n"));
    assert!(mixes.is_empty() && found.has_errors(), "{found}");
    let (_, mixes, found) = read(&(field("", "") + "[mix]\nparts = 3\n"));
    assert!(mixes.is_empty() && found.has_errors(), "{found}");
}

#[test]
fn idle_areas_and_seams_between_buildings_are_warned_of() {
    let area = |x: i32, more: &str| {
        format!("{{ shape = \"rectangle\", x = {x}, y = 2, width = 8, depth = 4, cover = \"none\"{more} }}")
    };
    let (conditions, _, found) = read(&field("", &area(4, "")));
    assert!(!found.has_errors() && found.len() == 1 && conditions.len() == 1, "{found}");
    let two = |x: i32| area(4, ", blocking = true") + ", " + &area(x, ", blocking = true");
    let (_, _, found) = read(&field("", &two(12)));
    assert!(found.len() == 1 && found.to_string().contains("along their seam"), "{found}");
    for apart in [11, 13] {
        assert!(read(&field("", &two(apart))).2.is_empty());
    }
}

/// `table` turned over from side to side, its pieces in a fixed order.
fn turned(table: &Table) -> Table {
    let mut turned = table.clone();
    for area in &mut turned.areas {
        area.y = table.depth - area.y - area.depth;
        area.name.clear();
    }
    for line in &mut turned.lines {
        line.from.y = table.depth - line.from.y;
        line.to.y = table.depth - line.to.y;
        if line.from > line.to {
            std::mem::swap(&mut line.from, &mut line.to);
        }
    }
    turned.areas.sort_by_key(|area| (area.x, area.y, area.width, area.depth));
    turned.lines.sort_by_key(|line| (line.from, line.to));
    turned
}

#[test]
fn shipped_conditions_are_sound_and_the_same_for_both_sides() {
    let (pack, _) = load(&Sources::of_set("chimera")).expect("shipped data");
    let sink = Sink::new();
    let (conditions, mixes) = read_all(&Reader::root(&pack, &sink));
    let found = sink.into_diagnostics();
    assert!(found.is_empty(), "{found}");
    for id in ["open", "hedge", "village", "woods", "open-36"] {
        assert!(conditions.contains_key(id), "{id}");
    }
    assert!(conditions["open"].table.is_open() && !conditions["village"].table.is_open());
    assert!(!mixes["mix"].is_empty());
    for one in conditions.values() {
        assert_eq!(turned(&one.table), turned(&turned(&one.table)), "{}", one.id);
        let (ours, theirs) = (deploy(&[11, 8], true, one), deploy(&[11, 8], false, one));
        assert_eq!(theirs[0].y - 11 - (ours[0].y + 11), one.gap, "{}", one.id);
        for place in ours {
            assert!(
                one.table.areas.iter().all(|area| !area.contains(place)),
                "{}: nobody starts in terrain",
                one.id
            );
        }
    }
}
