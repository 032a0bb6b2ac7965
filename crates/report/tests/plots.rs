//! Charts of points: sound XML, every point drawn, nothing outside, PNG as large as asked for.

use muster_report::chart::{Axis, Guide, Interval, IntervalChart, Plot, PlotPoint, Series};
use resvg::usvg::roxmltree::Document;

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
        x: Axis { title: "printed".to_owned(), log },
        y: Axis { title: "fitted".to_owned(), log },
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
        let axis = Axis { title: "x".to_owned(), log };
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
