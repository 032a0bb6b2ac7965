//! What a unit costs where its duels are too large to be solved: games against one unit of the catalogue, whose number of figures is varied.

use muster_analysis::hodge::logit_of_counts;
use muster_dice::Seed;
use muster_report::number;
use muster_resolver::{EvenQuery, EvenSize, Limits, even_size_played};
use muster_rules::grammar::agreeing;
use muster_rules::{DiceKind, DuelSpec, Game, UnitFacts};

use crate::data::Loaded;
use crate::price::{ANCHOR_POINTS, limits, says};
use crate::protocol::{Price, PriceAgainst};
use crate::trouble::Trouble;

/// Games of either seating by which the even number is looked for.
const SEARCH: u64 = 128;
/// How far from there, as a share, the two numbers lie that are played in earnest: far enough apart for the slope between them to be known.
const APART: f64 = 1.25;
/// Most figures of the measure.
const MOST: u32 = 120;

/// The score of the measure with so many figures.
struct Scored {
    ln_size: f64,
    /// ln of the odds, and its variance.
    logit: f64,
    variance: f64,
}

/// The price of a unit by so many games of either seating at two numbers of figures.
///
/// # Errors
/// No unit to measure by, a duel that the game refuses, or one that hardly ever ends.
pub(crate) fn of(loaded: &Loaded, unit: &UnitFacts, seed: Seed, games: u64) -> Result<Price, Trouble> {
    let game = loaded.game.as_ref();
    let measure = measure(game).ok_or_else(|| {
        Trouble::input("there is no unit of figures that are alike\n  prices are counted in figures of one")
    })?;
    let counted = if unit.alike { f64::from(unit.figures) } else { 1.0 };
    let most = Limits { most: MOST, ..limits() }.most_of(measure);
    let query = EvenQuery {
        varied: &measure.id,
        fixed: &unit.id,
        figures: None,
        spec: DuelSpec::default(),
        guess: f64::from(measure.figures),
        most,
        budget: 0,
    };
    let (mut figures, mut at_least, mut at_most, mut played, mut flat) = (None, None, None, 0, false);
    if measure.id == unit.id {
        figures = Some((counted, 0.0));
    } else {
        match even_size_played(game, &query, seed, SEARCH)? {
            EvenSize::Even(point) => {
                let (low, high) = around(point.size, most);
                let low = scored(game, &query, low, seed, games)?;
                let high = scored(game, &query, high, seed, games)?;
                played = 4 * games;
                figures = crossing(&low, &high);
                flat = figures.is_none();
            }
            EvenSize::MoreThanMost(_) => at_least = Some(ANCHOR_POINTS * f64::from(most)),
            EvenSize::LessThanOne(_) => at_most = Some(ANCHOR_POINTS),
            EvenSize::Stalemate => {}
        }
    }
    let points = figures.map(|(figures, _)| ANCHOR_POINTS * figures);
    let error = figures.map(|(_, error)| ANCHOR_POINTS * error);
    let told = figures.map(|(figures, _)| {
        let rate = figures / counted;
        let says = format!("worth {}", number::exchange(rate));
        PriceAgainst { unit: measure.id.clone(), name: measure.name.clone(), rate: Some(rate), says }
    });
    Ok(Price {
        says: if flat {
            untold(unit, measure, played)
        } else {
            says(unit, measure, points.zip(error), at_least, at_most)
        },
        method_says: format!(
            "Played duels, for these are too large to be solved: how many figures of {} are even with the unit, under the rules as they are \
             now. The error is that of luck; other opponents and whole armies may tell other prices.",
            measure.name
        ),
        points,
        error,
        points_a_figure: points.filter(|_| unit.alike).map(|points| points / counted),
        at_least,
        at_most,
        anchor: measure.id.clone(),
        anchor_points: ANCHOR_POINTS,
        games: played,
        against: told.into_iter().collect(),
        unit: unit.id.clone(),
    })
}

/// What is said where so many games show no gain by more figures of the measure.
fn untold(unit: &UnitFacts, measure: &UnitFacts, games: u64) -> String {
    format!(
        "{} {} no price yet: in {} games more figures of {} did not win more. Play more games.",
        unit.name,
        agreeing(&unit.name, "has", "have"),
        number::count(games),
        measure.name
    )
}

/// The unit that others are counted in: the first of the largest whose figures are alike.
fn measure(game: &dyn Game) -> Option<&UnitFacts> {
    game.units().iter().rev().filter(|unit| unit.alike).max_by_key(|unit| unit.figures)
}

/// Two numbers of figures to either side of one.
fn around(size: f64, most: u32) -> (u32, u32) {
    let whole = |size: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 1 and the most figures"
        )]
        let whole = size.clamp(1.0, f64::from(most)) as u32;
        whole
    };
    let low = whole((size / APART).floor());
    (low, whole((size * APART).ceil()).max(low + 1))
}

fn scored(
    game: &dyn Game,
    query: &EvenQuery<'_>,
    size: u32,
    seed: Seed,
    games: u64,
) -> Result<Scored, Trouble> {
    let spec = DuelSpec { figures: [Some(size), None], ..query.spec.clone() };
    let total = game
        .duel(query.varied, query.fixed, &spec)?
        .play(seed, 0..2 * games, DiceKind::Tables, false)
        .total();
    let (logit, variance) = logit_of_counts(total.wins as f64, total.draws as f64, total.losses as f64);
    Ok(Scored { ln_size: f64::from(size).ln(), logit, variance })
}

/// Where the line through both is even: the number of figures and its standard error. `None` where more figures do not help.
fn crossing(low: &Scored, high: &Scored) -> Option<(f64, f64)> {
    let (run, rise) = (high.ln_size - low.ln_size, high.logit - low.logit);
    if rise <= 0.0 || run <= 0.0 {
        return None;
    }
    let share = -low.logit / rise;
    let size = (low.ln_size + share * run).exp();
    // ln(size) = x0 - l0 (x1 - x0) / (l1 - l0), differentiated by both logits.
    let (by_low, by_high) = (-run * (1.0 - share) / rise, -run * share / rise);
    let error = (by_low * by_low * low.variance + by_high * by_high * high.variance).sqrt();
    Some((size, size * error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crossing_lies_where_the_line_is_even_and_its_error_shrinks_with_the_variance() {
        let at = |size: f64, logit: f64, variance: f64| Scored { ln_size: size.ln(), logit, variance };
        let (size, error) = crossing(&at(8.0, -1.0, 0.01), &at(12.5, 1.0, 0.01)).expect("it crosses");
        assert!((size - 10.0).abs() < 1e-12, "{size}");
        // In the middle each logit counts half: the error of ln(size) is run / rise * sqrt(0.01 / 2).
        let expected = 10.0 * (12.5_f64 / 8.0).ln() / 2.0 * 0.005_f64.sqrt();
        assert!((error - expected).abs() < 1e-12, "{error} {expected}");
        assert_eq!(crossing(&at(8.0, 0.2, 0.01), &at(12.5, 0.1, 0.01)), None);
    }
}
