//! Pictures are sound XML, nothing in them is clipped, and PNG shows what SVG says.

use muster_report::chart::{Bar, BarChart, BarPanel, HeatCell, Heatmap, Picture, Tone};
use muster_report::number;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{self, roxmltree};

const NAMES: [&str; 6] = [
    "Zvezda 8052 Roman Auxiliaries",
    "Italeri 6020 Mongols",
    "RedBox 72041 Swiss Infantry (Sword & Halberd)",
    "<b>HaT</b> \"8028\"",
    "W",
    "A box whose name goes on and on until nobody can remember how it began, nor why anyone would print it on a box",
];

fn heatmap(boxes: u32) -> Heatmap {
    let names: Vec<String> =
        (0..boxes).map(|at| format!("{} {at}", NAMES[at as usize % NAMES.len()])).collect();
    let cell = |row: u32, column: u32| {
        let score = 0.5 + (f64::from(column) - f64::from(row)) / f64::from(2 * boxes);
        Some(HeatCell {
            score,
            label: number::whole_percent(score, 1000),
            hint: format!("{row} < {column} & more"),
            ..HeatCell::default()
        })
    };
    Heatmap {
        title: "Who beats whom".to_owned(),
        subtitle: "Open ground & village".to_owned(),
        row_names: names.clone(),
        column_names: names,
        cells: (0..boxes).map(|row| (0..boxes).map(|column| cell(row, column)).collect()).collect(),
        footer: "1 000 games a cell.".to_owned(),
        ..Heatmap::default()
    }
    .with_row_means()
}

fn bars(values: u32) -> BarChart {
    let p = 1.0 / f64::from(values);
    let bar = |value: u32| Bar { value: value.to_string(), p, cumulative: Some(p * f64::from(value + 1)) };
    let panel = BarPanel {
        heading: "A unit <with> a name".to_owned(),
        value_heading: "figures removed".to_owned(),
        measure: String::new(),
        cumulative_heading: "this or fewer".to_owned(),
        tone: Tone::SideA,
        bars: (0..values).map(bar).collect(),
    };
    BarChart { title: "Losses".to_owned(), panels: vec![panel.clone(), panel], ..BarChart::default() }
}

/// The picture as an independent program reads it.
fn tree(picture: &Picture) -> usvg::Tree {
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_data(dejavu::sans::regular().to_vec());
    options.fontdb_mut().load_font_data(dejavu::sans::bold().to_vec());
    usvg::Tree::from_str(picture.svg(), &options).unwrap()
}

/// The box around everything that is drawn except the white ground, measured by an independent program from the outlines of the letters.
fn assert_nothing_is_clipped(picture: &Picture) {
    let tree = tree(picture);
    let (mut texts, mut groups) = (0, vec![tree.root()]);
    while let Some(group) = groups.pop() {
        for node in group.children() {
            if let usvg::Node::Group(inner) = node {
                groups.push(inner);
                continue;
            }
            let bounds = node.abs_bounding_box();
            let inside = bounds.left() >= 0.0
                && bounds.top() >= 0.0
                && bounds.right() <= tree.size().width()
                && bounds.bottom() <= tree.size().height();
            assert!(inside, "{} {bounds:?} in {:?}", picture.title(), tree.size());
            texts += usize::from(matches!(node, usvg::Node::Text(_)));
        }
    }
    assert!(texts > 3, "the text was measured");
}

#[test]
fn heat_maps_of_2_to_60_boxes_are_sound_and_unclipped() {
    for boxes in [1, 2, 3, 7, 24, 60] {
        let picture = heatmap(boxes).picture();
        let xml = roxmltree::Document::parse(picture.svg()).unwrap();
        let hints = xml
            .descendants()
            .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title")))
            .count();
        assert!(hints > usize::try_from(boxes * boxes).unwrap(), "a hint for each cell, and the title");
        assert_nothing_is_clipped(&picture);
    }
}

#[test]
fn bar_charts_are_sound_and_unclipped() {
    for values in [1, 2, 13, 41, 150] {
        let picture = bars(values).picture();
        roxmltree::Document::parse(picture.svg()).unwrap();
        assert_nothing_is_clipped(&picture);
    }
}

#[test]
fn names_are_shown_in_full_beside_rows_and_above_columns() {
    let picture = heatmap(3).picture();
    let xml = roxmltree::Document::parse(picture.svg()).unwrap();
    for name in &NAMES[..3] {
        let shown = xml.descendants().filter(|node| {
            node.text().is_some_and(|text| text.starts_with(name)) && node.has_tag_name("text")
        });
        assert_eq!(shown.count(), 2, "{name}");
    }
}

#[test]
fn labels_are_dropped_where_they_could_not_be_read() {
    let labelled = |boxes| heatmap(boxes).picture().svg().matches("text-anchor=\"middle\"").count();
    // Three ticks of the legend are centred too.
    assert_eq!(labelled(24), 24 * 25 + 3);
    assert_eq!(labelled(60), 3);
}

#[test]
fn a_png_has_the_size_of_its_picture_and_is_not_blank() {
    for (boxes, scale) in [(2, 2_u8), (24, 1)] {
        let picture = heatmap(boxes).picture();
        let png = picture.png(f32::from(scale)).unwrap();
        let pixmap = Pixmap::decode_png(&png).unwrap();
        assert_eq!(
            (pixmap.width(), pixmap.height()),
            (picture.width() * u32::from(scale), picture.height() * u32::from(scale))
        );
        let colours: std::collections::BTreeSet<_> = pixmap
            .pixels()
            .iter()
            .step_by(7)
            .map(|pixel| (pixel.red(), pixel.green(), pixel.blue()))
            .collect();
        assert!(colours.len() > 20, "only {} colours", colours.len());
        assert!(pixmap.pixels().iter().all(|pixel| pixel.alpha() == 255), "prints on white");
    }
}

/// resvg knows nothing of our drawer. Letters may stand up to a pixel apart, for it kerns.
#[test]
fn a_png_shows_what_an_independent_program_draws_from_the_svg() {
    let apart = |ours: &Picture, theirs: &Picture| {
        let ours = Pixmap::decode_png(&ours.png(1.0).unwrap()).unwrap();
        let mut other = Pixmap::new(theirs.width(), theirs.height()).unwrap();
        resvg::render(&tree(theirs), resvg::tiny_skia::Transform::identity(), &mut other.as_mut());
        ink(&ours).iter().zip(ink(&other)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    for picture in [heatmap(7).picture(), bars(9).picture()] {
        assert!(apart(&picture, &picture) < 0.08, "{}", apart(&picture, &picture));
    }
    // The mutant: one label of 49 is another.
    let mut bent = heatmap(7);
    bent.cells[3][3] = Some(HeatCell { score: 0.5, label: "-".to_owned(), ..HeatCell::default() });
    assert!(apart(&heatmap(7).picture(), &bent.picture()) > 0.08);
}

/// Darkness of each square of 16 x 16 pixels, 0 (white) to 1.
fn ink(pixmap: &Pixmap) -> Vec<f64> {
    let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
    let dark = |x: usize, y: usize| {
        let pixel = pixmap.pixels()[y * width + x];
        1.0 - f64::from(u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue())) / 765.0
    };
    let mut squares = Vec::new();
    for top in (0..height.saturating_sub(16)).step_by(16) {
        for left in (0..width.saturating_sub(16)).step_by(16) {
            let sum: f64 = (0..256).map(|at| dark(left + at % 16, top + at / 16)).sum();
            squares.push(sum / 256.0);
        }
    }
    squares
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let draw = || heatmap(7).picture().png(1.5).unwrap();
    assert_eq!(draw(), draw());
    assert_eq!(bars(9).picture(), bars(9).picture());
}

#[test]
fn odd_input_draws_no_nan() {
    let mut map = heatmap(3);
    map.cells[0][1] = Some(HeatCell { score: f64::NAN, label: "-".to_owned(), ..HeatCell::default() });
    map.cells[2].truncate(1);
    let map = map.with_row_means();
    let mut chart = bars(3);
    chart.panels[0].bars[0].p = f64::NAN;
    chart.panels[0].bars[1].p = f64::INFINITY;
    chart.panels[1].bars.clear();
    for picture in
        [map.picture(), chart.picture(), Heatmap::default().picture(), BarChart::default().picture()]
    {
        assert!(!picture.svg().contains("NaN") && !picture.svg().contains("inf"), "{}", picture.svg());
        picture.png(1.0).unwrap();
    }
}

#[test]
fn a_row_mean_leaves_out_the_meeting_with_itself() {
    let map = heatmap(3);
    let mean = map.row_means[0].as_ref().unwrap().score;
    let others = (map.cells[0][1].as_ref().unwrap().score + map.cells[0][2].as_ref().unwrap().score) / 2.0;
    assert!((mean - others).abs() < 1e-12);
}

#[test]
fn a_place_without_a_meeting_is_named_in_the_legend() {
    let mut map = heatmap(3);
    assert!(!map.picture().svg().contains("not played"));
    map.cells[1][2] = None;
    assert!(map.picture().svg().contains("not played"));
}

#[test]
fn long_charts_say_what_they_leave_out() {
    let mut chart = bars(60);
    for bar in &mut chart.panels[0].bars[..9] {
        bar.p = 1e-5;
    }
    let svg = chart.picture().svg().to_owned();
    assert!(svg.contains("9 values at the ends, each under 0.05 %, are left out"));
    assert_eq!(svg.matches("are left out").count(), 1);
}
