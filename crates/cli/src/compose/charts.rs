//! Pictures of prices, of a formula against them, of how well predictions hold, and of scores by size.

use muster_analysis::army_fit::CurvePoint;
use muster_report::chart::{Axis, Guide, Interval, IntervalChart, Plot, PlotPoint, Series, Spacing};
use muster_report::{Figure, number};

use super::points::page;
use crate::command::points::Prices;

/// Prices with their standard errors, the dearest first.
pub(crate) fn costs(prices: &Prices<'_>) -> Figure {
    let mut priced: Vec<(usize, f64)> =
        (0..prices.units.len()).filter_map(|unit| Some((unit, prices.points(unit)?))).collect();
    priced.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let rows = priced.into_iter().map(|(unit, points)| {
        let error = prices.error(unit);
        Interval {
            name: format!("{}, a {}", prices.units[unit].name, page::per(prices.units[unit])),
            reach: None,
            value: points,
            range: error.map(|error| (points * (-error).exp(), points * error.exp())),
            label: error.map_or_else(
                || number::fixed(points, 2),
                |error| number::with_half_width(points, points * error),
            ),
        }
    });
    IntervalChart {
        title: "What each unit should cost".to_owned(),
        subtitle: if prices.army.is_some() { "Prices of armies" } else { "Prices of duels" }.to_owned(),
        axis: "points, by equal factors".to_owned(),
        spacing: Spacing::Factors,
        rows: rows.collect(),
        footer: "Bars are one standard error to either side.".to_owned(),
    }
    .figure("costs.svg", "Prices with one standard error to either side.")
}

/// Scores of fresh battles against what prices predicted.
pub(crate) fn calibration(curve: &[CurvePoint]) -> Figure {
    let points = curve.iter().map(|point| PlotPoint {
        x: point.predicted,
        y: point.observed,
        range: Some(((point.observed - point.error).max(0.0), (point.observed + point.error).min(1.0))),
        hint: number::counted(point.games, "game", "games"),
        label: String::new(),
    });
    Plot {
        title: "How well points predict battles".to_owned(),
        subtitle: "Fresh armies, in groups of like prediction".to_owned(),
        x: Axis::share("predicted score"),
        y: Axis::share("score"),
        series: vec![Series { points: points.collect(), joined: true, second: false }],
        guides: vec![Guide::Diagonal],
        footer: "On the diagonal a prediction holds. Bars are one standard error of luck to either side."
            .to_owned(),
    }
    .figure("calibration.svg", "Scores of fresh battles against what the prices predicted.")
}

/// Units that a picture names on either side of the diagonal.
const NAMED: usize = 5;

/// A formula's prices against worths: name, formula, worth and its relative error.
pub(crate) fn formula(name: &str, units: &[(&str, f64, f64, f64)]) -> Figure {
    // Those that the formula misses by most, either way.
    let mut far: Vec<(&str, f64)> = units.iter().map(|one| (one.0, (one.2 / one.1).ln())).collect();
    far.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(b.0)));
    let dear = far.iter().filter(|one| one.1 < 0.0).take(NAMED);
    let named: Vec<&str> =
        far.iter().rev().filter(|one| one.1 > 0.0).take(NAMED).chain(dear).map(|one| one.0).collect();
    let points = units.iter().map(|(unit, formula, worth, error)| PlotPoint {
        x: *formula,
        y: *worth,
        range: error.is_finite().then(|| (worth * (-error).exp(), worth * error.exp())),
        hint: format!(
            "{unit}: {} by the formula, worth {}",
            number::fixed(*formula, 1),
            number::fixed(*worth, 1)
        ),
        label: if named.contains(unit) { (*unit).to_owned() } else { String::new() },
    });
    Plot {
        title: format!("The points of {name} against win rates"),
        subtitle: "Each point is a unit; below the diagonal the formula asks too much".to_owned(),
        x: Axis::log("price by the formula"),
        y: Axis::log("worth by win rates, in the formula's points"),
        series: vec![Series { points: points.collect(), joined: false, second: false }],
        guides: vec![Guide::Diagonal],
        footer: "Both axes by equal factors. Bars are one standard error to either side. Named: those that the formula misses by most.".to_owned(),
    }
    .figure("audit.svg", "Prices by the formula against worths by win rates.")
}

/// A size with its score, and the 95 % interval of a sampled one.
pub(crate) struct Tried {
    /// Figures.
    pub figures: f64,
    /// Score.
    pub score: f64,
    /// Interval; `None` for an exact score.
    pub range: Option<(f64, f64)>,
}

/// Scores by size, with the even point.
pub(crate) fn sizes(title: &str, across: &str, up: &str, tried: &[Tried], even: Option<f64>) -> Figure {
    let points = tried.iter().map(|one| PlotPoint {
        x: one.figures,
        y: one.score,
        range: one.range,
        hint: format!("{}: {}", number::exchange(one.figures), number::exact_percent(one.score)),
        label: String::new(),
    });
    let mut guides = vec![Guide::Level(0.5)];
    guides.extend(even.map(|at| Guide::Upright(at, format!("even at {}", number::fixed(at, 1)))));
    Plot {
        title: title.to_owned(),
        subtitle: String::new(),
        x: Axis::plain(across),
        y: Axis::share(up),
        series: vec![Series { points: points.collect(), joined: true, second: false }],
        guides,
        footer: "The level line is an even fight. Bars are 95 % intervals; exact scores have none."
            .to_owned(),
    }
    .figure("even.svg", "Scores by size, and where the fight is even.")
}
