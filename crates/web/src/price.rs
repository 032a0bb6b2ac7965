//! What a unit costs: exact duels against some units of the catalogue, and of those with each other; games where they are too large.

use muster_analysis::price_fit::{Bound, Standing};
use muster_answers::prices;
use muster_report::number;
use muster_resolver::{Exchange, Limits, MethodChoice, Rate, Silent, exchange_rates};
use muster_rules::grammar::agreeing;
use muster_rules::{DuelSpec, Game, UnitFacts};

use crate::data::Loaded;
use crate::engine::{games, seed};
use crate::price_played;
use crate::protocol::{Price, PriceAgainst, PriceRequest};
use crate::table::QUICK;
use crate::trouble::Trouble;
use crate::units::unit_facts;

/// Units that a price is made against, unless told: fewer where duels take long, but not fewer than the last.
const PANEL: usize = 8;
const LEAST_PANEL: usize = 3;
/// Outcomes of dice that all duels of a price together may follow, as a guess: some seconds on a telephone.
const ALTOGETHER: f64 = 2e7;
/// Duels that a pair takes until its even size is found.
const DUELS_A_PAIR: usize = 3;
/// Most that can be asked for.
const MOST_PANEL: usize = 24;
/// Points of a figure of the anchor; what they are is a matter of taste, and prices are in proportion to it.
pub(crate) const ANCHOR_POINTS: f64 = 10.0;
/// Most figures that a unit is played with, as in the program.
const MOST: u32 = 60;
/// Sizes near the even one may cost a few times what the units as they are do.
const BUDGET: u64 = 4 * QUICK;

/// The price of a unit.
///
/// # Errors
/// An unknown unit, or none to compare it with.
pub(crate) fn of(loaded: &Loaded, asked: &PriceRequest) -> Result<Price, Trouble> {
    let game = loaded.game.as_ref();
    let unit = unit_facts(loaded, &asked.unit)?;
    let (seed, games) = (seed(asked.seed)?, games(asked.games)?);
    let Some(panel) = panel(loaded, &unit, &asked.against)? else {
        return price_played::of(loaded, &unit, seed, games);
    };
    let mut units: Vec<&UnitFacts> = panel.iter().collect();
    units.push(&unit);
    let spec = DuelSpec::default();
    let rates = exchange_rates(game, &units, 0, &spec, limits(), &Silent)?;
    let list = prices::list(units.len(), 0, &rates)
        .map_err(|error| Trouble::input(format!("these duels tell no prices: {error}")))?;
    let own = units.len() - 1;
    let counted = if unit.alike { f64::from(unit.figures) } else { 1.0 };
    let anchor = &panel[0];
    let standing = list.as_ref().map_or(Standing::Unknown, |list| list.standings[own]);
    if standing == Standing::Unknown && asked.against.is_empty() {
        return price_played::of(loaded, &unit, seed, games);
    }
    let whole = |theta: f64| ANCHOR_POINTS * theta.exp() * counted;
    let (mut points, mut at_least, mut at_most) = (None, None, None);
    match standing {
        Standing::Fitted(theta) => points = Some(whole(theta)),
        Standing::Bounded(Bound::AtLeast(theta)) => at_least = Some(whole(theta)),
        Standing::Bounded(Bound::AtMost(theta)) => at_most = Some(whole(theta)),
        Standing::Unknown => {}
    }
    let error = list.and_then(|list| Some(points? * list.errors[own]?));
    let price = Price {
        says: says(&unit, anchor, points.zip(error), at_least, at_most),
        method_says: format!(
            "Exact duels with {} units of the catalogue, and of those with each other, under the rules as they are now: how many figures \
             of the one are even with the other. The error tells how far these duels disagree; other opponents and whole armies may too.",
            panel.len()
        ),
        points,
        error,
        points_a_figure: points.filter(|_| unit.alike).map(|points| points / counted),
        at_least,
        at_most,
        anchor: anchor.id.clone(),
        anchor_points: ANCHOR_POINTS,
        games: 0,
        against: against(&panel, own, &rates),
        unit: unit.id.clone(),
    };
    Ok(price)
}

/// Limits of the search for even numbers.
pub(crate) fn limits() -> Limits {
    Limits { most: MOST, budget: BUDGET, method: MethodChoice::Auto }
}

/// The units to compare with: those asked for, else some from all over the catalogue, the first whose figures are alike as the measure.
/// `None` where their duels are not quickly solved.
fn panel(loaded: &Loaded, unit: &UnitFacts, asked: &[String]) -> Result<Option<Vec<UnitFacts>>, Trouble> {
    if asked.len() > MOST_PANEL {
        return Err(Trouble::input(format!(
            "{} units to compare with\n  give at most {MOST_PANEL}",
            asked.len()
        )));
    }
    let game = loaded.game.as_ref();
    let panel: Vec<UnitFacts> = if asked.is_empty() {
        let fit = |other: &&UnitFacts| other.alike && other.id != unit.id;
        let costed = game
            .units()
            .iter()
            .filter(fit)
            .filter_map(|other| Some((other, cost(game, &unit.id, &other.id)?)));
        let quick: Vec<(&UnitFacts, f64)> = costed.filter(|(_, cost)| *cost <= QUICK as f64).collect();
        let mean = quick.iter().map(|(_, cost)| cost).sum::<f64>() / quick.len().max(1) as f64;
        let affordable = |panel: &usize| (panel * (panel + 1) / 2 * DUELS_A_PAIR) as f64 * mean <= ALTOGETHER;
        // Where that takes longer than somebody waits, games tell sooner.
        let Some(wanted) = (LEAST_PANEL..=PANEL).rev().find(affordable) else { return Ok(None) };
        let step = quick.len().div_ceil(wanted).max(1);
        quick.iter().step_by(step).map(|(one, _)| (*one).clone()).collect()
    } else {
        asked.iter().map(|id| unit_facts(loaded, id)).collect::<Result<_, _>>()?
    };
    // Without a figure to count by there is no measure.
    let measure = panel.iter().position(|one| one.alike);
    let Some(measure) = measure else {
        if asked.is_empty() {
            return Ok(None);
        }
        let says = "none of the units to compare with has figures that are all alike\n  give one that has: prices are counted in its figures";
        return Err(Trouble::input(says));
    };
    let mut panel = panel;
    panel.swap(0, measure);
    Ok(Some(panel))
}

/// Outcomes of dice that a duel would follow; `None` where it is refused or only played.
fn cost(game: &dyn Game, unit: &str, other: &str) -> Option<f64> {
    game.duel(unit, other, &DuelSpec::default()).ok()?.exact_cost()
}

/// The answer in a sentence.
pub(crate) fn says(
    unit: &UnitFacts,
    anchor: &UnitFacts,
    fitted: Option<(f64, f64)>,
    at_least: Option<f64>,
    at_most: Option<f64>,
) -> String {
    let whole = |points: f64| number::fixed(points, 0);
    let (costs, it) = (agreeing(&unit.name, "costs", "cost"), agreeing(&unit.name, "it is", "they are"));
    let measure = format!("where one figure of {} costs {}", anchor.name, whole(ANCHOR_POINTS));
    match (fitted, at_least, at_most) {
        (Some((points, error)), ..) => {
            let shown = number::with_half_width(points, muster_stats::Z95 * error);
            format!("{} {costs} {shown} points, {measure}.", unit.name)
        }
        (None, Some(least), _) => {
            format!("{} {costs} at least {} points, {measure}: {it} never even.", unit.name, whole(least))
        }
        (None, None, Some(most)) => {
            format!("{} {costs} at most {} points, {measure}: {it} never even.", unit.name, whole(most))
        }
        (None, None, None) => format!(
            "{} {} no price: no duel of theirs is ever even.",
            unit.name,
            agreeing(&unit.name, "has", "have")
        ),
    }
}

fn against(panel: &[UnitFacts], own: usize, rates: &[Exchange]) -> Vec<PriceAgainst> {
    let of = |at: usize| {
        rates.iter().find_map(|one| match (one.first, one.second) {
            (first, second) if first == own && second == at => Some(one.rate.clone()),
            (first, second) if first == at && second == own => Some(one.rate.clone().turned()),
            _ => None,
        })
    };
    let told = |(at, other): (usize, &UnitFacts)| {
        let rate = of(at)?;
        let figures = |ln: f64| number::exchange(ln.exp());
        let (value, says) = match rate {
            Rate::Even { ln_rate, .. } => (Some(ln_rate.exp()), format!("worth {}", figures(ln_rate))),
            Rate::AtLeast(ln) => (None, format!("worth at least {}", figures(ln))),
            Rate::AtMost(ln) => (None, format!("worth at most {}", figures(ln))),
            Rate::Between(least, most) => (None, format!("worth {} to {}", figures(least), figures(most))),
            Rate::Flat => (None, "numbers hardly matter".to_owned()),
            Rate::Stalemate => (None, "neither wins".to_owned()),
            Rate::BothFixed => (None, "neither can be played with more or fewer figures".to_owned()),
            Rate::TooLarge => (None, "too large to be solved here".to_owned()),
        };
        Some(PriceAgainst { unit: other.id.clone(), name: other.name.clone(), rate: value, says })
    };
    panel.iter().enumerate().filter_map(told).collect()
}
