//! Charts of points: sound XML, every point drawn, nothing outside, PNG as large as asked for.

use muster_report::chart::{Axis, Guide, Interval, IntervalChart, Plot, PlotPoint, Series};
use resvg::usvg::roxmltree::Document;

fn axis(title: &str, log: bool) -> Axis {
    if log { Axis::log(title) } else { Axis::plain(title) }
}

fn plot(log: bool) -> Plot {
    let points = (1..=20_u32).map(|at| {
        let x = f64::from(at * at);
        PlotPoint {
            x,
            y: 2.0 * x,
            range: Some((1.5 * x, 2.5 * x)),
            hint: format!("<unit {at}> & more"),
            label: String::new(),
        }
    });
    Plot {
        title: "Printed & fitted".to_owned(),
        subtitle: "All <units>".to_owned(),
        x: axis("printed", log),
        y: axis("fitted", log),
        series: vec![Series { points: points.collect(), joined: true, second: false }],
        guides: vec![Guide::Diagonal, Guide::Level(50.0), Guide::Upright(100.0, "even".to_owned())],
        footer: "± one standard error.".to_owned(),
    }
}

fn numbers<'d>(document: &'d Document<'d>, tag: &str, key: &str) -> Vec<f64> {
    let found = document.descendants().filter(|node| node.tag_name().name() == tag);
    found.filter_map(|node| node.attribute(key)?.parse().ok()).collect()
}

#[test]
fn every_point_its_error_and_the_guides_are_drawn_inside_the_picture() {
    for log in [false, true] {
        let picture = plot(log).picture();
        let document = Document::parse(picture.svg()).expect("sound XML");
        let squares = numbers(&document, "rect", "width")
            .into_iter()
            .filter(|width| (*width - 6.0).abs() < 1e-9)
            .count();
        assert_eq!(squares, 20);
        let hints = document.descendants().filter(|node| node.has_tag_name("title")).count();
        assert_eq!(hints, 21, "a title a point and one of the picture");
        for (key, most) in [
            ("x1", picture.width()),
            ("x2", picture.width()),
            ("y1", picture.height()),
            ("y2", picture.height()),
        ] {
            let lines = numbers(&document, "line", key);
            assert!(lines.len() > 40 && lines.iter().all(|at| (0.0..=f64::from(most)).contains(at)), "{key}");
        }
        assert!(picture.png(1.0).expect("a picture").len() > 1000);
        assert_eq!(plot(log).picture().svg(), picture.svg());
    }
}

#[test]
fn odd_numbers_leave_no_mark_and_no_nan() {
    let odd = [f64::NAN, f64::INFINITY, 0.0, -1.0, 3.0];
    let points = odd
        .map(|x| PlotPoint {
            x,
            y: 1.0,
            range: Some((f64::NAN, 2.0)),
            hint: String::new(),
            label: String::new(),
        })
        .to_vec();
    for log in [false, true] {
        let axis = axis("x", log);
        let series = vec![Series { points: points.clone(), joined: true, second: true }];
        let picture = Plot { x: axis.clone(), y: axis, series, ..Plot::default() }.picture();
        assert!(!picture.svg().contains("NaN") && !picture.svg().contains("inf"));
    }
    assert!(Document::parse(Plot::default().picture().svg()).is_ok());
    assert!(Document::parse(IntervalChart::default().picture().svg()).is_ok());
}

#[test]
fn values_stand_in_order_with_their_names_and_bars() {
    let rows: Vec<Interval> = (1..=40_u32)
        .map(|at| {
            let value = f64::from(at);
            Interval {
                name: format!("Unit {at} & co"),
                value,
                range: Some((0.9 * value, 1.1 * value)),
                label: format!("{at}"),
                ..Interval::default()
            }
        })
        .collect();
    let chart = IntervalChart { axis: "points".to_owned(), rows, ..IntervalChart::default() };
    let picture = chart.picture();
    let document = Document::parse(picture.svg()).expect("sound XML");
    let squares: Vec<f64> = document
        .descendants()
        .filter(|node| node.attribute("width") == Some("6"))
        .filter_map(|node| node.attribute("x")?.parse().ok())
        .collect();
    assert_eq!(squares.len(), 40);
    assert!(squares.windows(2).all(|pair| pair[0] < pair[1]), "dearer is further right");
    assert!(picture.svg().contains("Unit 40 &amp; co"));
}

#[test]
fn named_points_carry_their_names_but_never_one_over_another() {
    let point = |label: &str| PlotPoint { x: 1.0, y: 1.0, label: label.to_owned(), ..PlotPoint::default() };
    let far = PlotPoint { x: 9.0, y: 9.0, label: "far".to_owned(), ..PlotPoint::default() };
    // More names at one place than there is room for around it.
    let crowd = (0..20).map(|at| point(&format!("crowd {at}")));
    let series = vec![Series { points: crowd.chain([far]).collect(), joined: false, second: false }];
    let drawn = Plot { series, ..Plot::default() }.picture();
    assert!(drawn.svg().contains(">far<"), "{}", drawn.svg());
    let shown = drawn.svg().matches(">crowd ").count();
    assert!((1..=6).contains(&shown), "{shown}");
}

#[test]
fn an_axis_of_shares_is_whole_and_in_percent_whatever_the_points() {
    let point = |x, y| PlotPoint { x, y, ..PlotPoint::default() };
    let series = Series { points: vec![point(0.31, 0.4), point(0.52, 0.48)], ..Series::default() };
    let calibration = Plot {
        x: Axis::share("predicted"),
        y: Axis::share("score"),
        series: vec![series],
        guides: vec![Guide::Diagonal],
        ..Plot::default()
    };
    let picture = calibration.picture();
    let document = Document::parse(picture.svg()).expect("sound XML");
    let ends =
        ["0 %", "100 %"].map(|end| document.descendants().filter(|node| node.text() == Some(end)).count());
    assert!(ends.iter().all(|count| *count >= 2), "an end is missing on an axis: {ends:?}");
    // The diagonal goes through both corners: it is the only line that is neither level nor upright.
    let number = |node: &resvg::usvg::roxmltree::Node<'_, '_>, key: &str| {
        node.attribute(key).and_then(|at| at.parse::<f64>().ok()).expect(key)
    };
    let slanted = document.descendants().filter(|node| node.has_tag_name("line")).find(|node| {
        (number(node, "x1") - number(node, "x2")).abs() > 1.0
            && (number(node, "y1") - number(node, "y2")).abs() > 1.0
    });
    let slanted = slanted.expect("a diagonal");
    assert!((number(&slanted, "x2") - number(&slanted, "x1")).abs() > 400.0);
    assert!((number(&slanted, "y2") - number(&slanted, "y1")).abs() > 390.0);
}
