//! Prices of armies for people: how good they are first, then duel and army prices side by side.

use muster_analysis::army_fit::HeldOut;
use muster_report::{Cell, Column, Document, Table, number};
use muster_rules::grammar::counted;

use super::alike;
use super::page::{self, NAMED, per};
use crate::command::points::{ArmyPrices, Prices, better_pairs};
use crate::plan::Plan;

/// Error of the typical price, as a shift of the win rate, that is small enough.
const ENOUGH: f64 = 0.05;
/// Numbers of battles are told in multiples of this.
const TIDY: u64 = 10_000;
/// Share of the way from a coin to the prophet from which predictions are good, and from which they are passable.
const GOOD: f64 = 0.9;
const PASSABLE: f64 = 0.6;
/// Fewer pairs of fresh armies tell calibration only roughly.
const FEW: usize = 50;

/// How much was played in what time.
pub(crate) fn effort(army: &ArmyPrices) -> String {
    format!(
        "Played {} battles of {} pairs of armies in {}",
        number::count(army.games),
        number::count(army.pairs),
        number::duration(army.seconds)
    )
}

/// The part of the page about armies.
pub(super) fn write(document: &mut Document, plan: &Plan, prices: &Prices<'_>, army: &ArmyPrices) {
    document.list(findings(prices, army));
    document.table(table(prices, army));
    document.list(notes(plan, prices, army));
}

fn percent(share: f64, decimals: usize) -> String {
    format!("{} %", number::fixed(share * 100.0, decimals))
}

/// How far predictions come from a coin toward what can be known: at most 1, and below 0 where a coin foretells better. 0 where
/// nothing can be known.
pub(super) fn share_known(fresh: &HeldOut) -> f64 {
    let coin = std::f64::consts::LN_2;
    let knowable = coin - fresh.floor;
    if knowable > 0.0 { ((coin - fresh.log_loss) / knowable).min(1.0) } else { 0.0 }
}

/// How duel prices foretell the battles that army prices are judged by.
fn by_duels(army: &ArmyPrices) -> Option<String> {
    let duels = army.fresh_by_duels.as_ref()?;
    let loss = number::fixed(duels.log_loss, 3);
    let Some(apart) = army.duels_apart else {
        return Some(format!("Duel prices have a log loss of {loss} on the same battles."));
    };
    let verdict = if apart.value.abs() <= 2.0 * apart.error {
        "about as well"
    } else if apart.value > 0.0 {
        "worse"
    } else {
        "better"
    };
    let than = if apart.value < 0.0 { "less" } else { "more" };
    Some(format!(
        "Duel prices foretell the same battles {verdict}: log loss {loss}, {} {than} a battle.",
        number::with_half_width(apart.value.abs(), apart.error)
    ))
}

fn findings(prices: &Prices<'_>, army: &ArmyPrices) -> Vec<String> {
    let mut found = Vec::new();
    found.extend(army.fresh.as_ref().map(quality));
    found.extend(by_duels(army));
    found.extend(equal(army));
    found.push(format!(
        "A tenth more points wins {} of battles (steepness {}); side A is worth {} percentage points.",
        percent(page::score(1.1_f64.ln(), army.fit.steepness.value), 0),
        number::with_half_width(army.fit.steepness.value, army.fit.steepness.error),
        number::with_half_width(army.fit.side.value * 25.0, army.fit.side.error * 25.0),
    ));
    found.extend(bounds(prices));
    found.extend(in_order(prices, army));
    found.extend(close(prices));
    found.extend(widest(prices, army));
    found
}

/// A warning when the typical price is not known well enough: how well, and how many battles would do.
pub(crate) fn too_few(prices: &Prices<'_>) -> Option<String> {
    let army = prices.army.as_ref()?;
    let mut errors: Vec<f64> = (0..prices.units.len())
        .filter(|unit| prices.points(*unit).is_some())
        .filter_map(|unit| prices.error(unit))
        .collect();
    errors.sort_by(f64::total_cmp);
    let typical = prices.steepness() * errors.get(errors.len() / 2)? / 4.0;
    (typical > ENOUGH).then(|| {
        // Errors fall with the root of the number of battles.
        let factor = (typical / ENOUGH).powi(2);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
        let games = (army.games as f64 * factor / TIDY as f64).ceil() as u64;
        format!(
            "Few battles for so many units: the typical price is known to ± {} percentage points of win rate; --games {} would make it ± {}",
            number::fixed(typical * 100.0, 1),
            games.saturating_mul(TIDY),
            number::fixed(ENOUGH * 100.0, 0)
        )
    })
}

fn quality(fresh: &HeldOut) -> String {
    let known = share_known(fresh);
    let verdict = match known {
        known if known >= GOOD => "Costs that add up foretell battles well",
        known if known >= PASSABLE => "Costs that add up foretell battles passably",
        known if known >= 0.0 => "Costs that add up foretell battles badly",
        _ => "Costs that add up foretell battles worse than a coin",
    };
    let way = if known >= 0.0 {
        format!("{} of the way", percent(known, 0))
    } else {
        "the wrong way: worse than a coin".to_owned()
    };
    let rough = if fresh.pairs < FEW {
        format!(
            ", which {} of armies tell only roughly",
            number::counted(fresh.pairs as u64, "pair", "pairs")
        )
    } else {
        String::new()
    };
    format!(
        "{verdict}: log loss {} on {} fresh battles, where a coin loses 0.693 and whoever knew each pair's true odds {} ({way}). Brier {} (floor {}); calibration: slope {}, intercept {}{rough}.",
        number::fixed(fresh.log_loss, 3),
        number::count(fresh.games),
        number::fixed(fresh.floor, 3),
        number::fixed(fresh.brier, 3),
        number::fixed(fresh.brier_floor, 3),
        number::with_half_width(fresh.slope.value, fresh.slope.error),
        number::with_half_width(fresh.intercept.value, fresh.intercept.error),
    )
}

fn equal(army: &ArmyPrices) -> Option<String> {
    let (equal, [first, second]) = (army.equal.as_ref()?, army.worst.as_ref()?);
    let score = equal.worst_score;
    let (strong, weak, most) =
        if score >= 0.5 { (first, second, score) } else { (second, first, 1.0 - score) };
    Some(format!(
        "{} random pairs of armies at equal points are {} percentage points from even on average (luck alone: {}); {} lie within 40 to 60 %. The worst: {strong} scores {} against {weak}.",
        equal.pairs,
        number::fixed(equal.mean * 100.0, 1),
        number::fixed(equal.luck * 100.0, 1),
        equal.within,
        percent(most, 0),
    ))
}

fn bounds(prices: &Prices<'_>) -> Option<String> {
    let of = |unit: usize| {
        let (limit, status) = prices.limit(unit)?;
        Some(format!("{} {} {}", prices.units[unit].name, status.replace('_', " "), number::fixed(limit, 1)))
    };
    let limits: Vec<String> = (0..prices.units.len()).filter_map(of).collect();
    (!limits.is_empty())
        .then(|| format!("Only a limit is known, because they won or lost every battle or add next to nothing to an army: {}.", limits.join(", ")))
}

/// Whether units that are better in every respect cost at least as much.
fn in_order(prices: &Prices<'_>, army: &ArmyPrices) -> Vec<String> {
    let name = |unit: usize| prices.units[unit].name.as_str();
    let mut said = Vec::new();
    if !army.reversed.is_empty() {
        let named = army.reversed.iter().take(NAMED).map(|pair| {
            let percent = |share: f64| number::fixed(share * 100.0, 0);
            format!(
                "{} than {} by {} ± {} %",
                name(pair.better),
                name(pair.worse),
                percent(1.0 - pair.lead.exp()),
                percent(pair.error)
            )
        });
        said.push(format!(
            "Better in every number and yet cheaper, beyond luck: {}{}. It is the rules, or how a plan plays such units.{}",
            named.collect::<Vec<_>>().join(", "),
            more(army.reversed.len(), NAMED),
            FURTHER
        ));
    } else if army.better > 0 {
        said.push(if army.better == 1 {
            format!("One pair of units has one that is better in every number, and that one is not cheaper beyond luck.{FURTHER}")
        } else {
            format!(
                "Of {} pairs of units of which one is better in every number, none has the better one cheaper beyond luck.{FURTHER}",
                number::count(army.better as u64)
            )
        });
    }
    if !army.pooled.is_empty() {
        let named =
            army.pooled.iter().take(NAMED).map(|(one, other)| format!("{} and {}", name(*one), name(*other)));
        said.push(format!(
            "Out of order within luck, so that they are given one price: {}{}.",
            named.collect::<Vec<_>>().join(", "),
            more(army.pooled.len(), NAMED)
        ));
    }
    said
}

/// Why fewer pairs are compared than one might think.
const FURTHER: &str =
    " A unit that shoots and one that does not are not compared where a weapon costs its unit movement.";

/// How many of all pairs are not among the `named` ones.
pub(super) fn more(all: usize, named: usize) -> String {
    match all.saturating_sub(named) {
        0 => String::new(),
        1 => " and 1 more pair".to_owned(),
        rest => format!(" and {rest} more pairs"),
    }
}

/// The same of duels, where prices are pooled nowhere: pairs beyond two standard errors.
pub(super) fn reversed_duels(plan: &Plan, prices: &Prices<'_>) -> Option<String> {
    let error = |unit: usize| prices.list.errors[unit].unwrap_or(0.0);
    let cheaper = |(one, other): &(usize, usize)| {
        let lead = (prices.duel_points(*one)? / prices.duel_points(*other)?).ln();
        (lead < -2.0 * error(*one).hypot(error(*other))).then_some(())
    };
    let name = |unit: usize| prices.units[unit].name.as_str();
    let found: Vec<(usize, usize)> =
        better_pairs(plan, &prices.units).into_iter().filter(|pair| cheaper(pair).is_some()).collect();
    let named = found.iter().take(NAMED).map(|(one, other)| format!("{} than {}", name(*one), name(*other)));
    (!found.is_empty()).then(|| {
        format!(
            "Better in every number and yet cheaper in duels, beyond 2 standard errors: {}{}. Who shoots stops at its range there (policy advance).",
            named.collect::<Vec<_>>().join(", "),
            more(found.len(), NAMED)
        )
    })
}

/// Runs of prices that cannot be told apart, neighbour by neighbour.
fn close(prices: &Prices<'_>) -> Option<String> {
    let groups = alike::groups(prices);
    let alike: usize = groups.iter().map(Vec::len).sum();
    let named: Vec<String> = groups
        .iter()
        .take(NAMED)
        .map(|group| {
            group.iter().map(|unit| prices.units[*unit].name.as_str()).collect::<Vec<_>>().join(", ")
        })
        .collect();
    (!groups.is_empty()).then(|| {
        format!(
            "Prices that cannot be told apart from the next cheaper one's (within 2 standard errors): {alike} of {} units, in {}: {}.",
            prices.units.len(),
            counted(u32::try_from(groups.len()).unwrap_or(u32::MAX), "run", "runs"),
            named.join("; ")
        )
    })
}

/// The unit whose price hangs most on the conditions, beyond what chance would make of it.
fn widest(prices: &Prices<'_>, army: &ArmyPrices) -> Option<String> {
    let spread = |unit: usize| {
        let mut of = on_conditions(prices, army, unit);
        of.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (low, high) = (of.first()?.clone(), of.last()?.clone());
        (high.1 > low.1).then(|| (unit, (high.1 / low.1).ln(), low, high))
    };
    let (unit, _, low, high) =
        (0..prices.units.len()).filter_map(spread).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))?;
    Some(format!(
        "Prices hang on the table: {} from {} on \"{}\" to {} on \"{}\".",
        prices.units[unit].name,
        number::fixed(low.1, 1),
        low.0,
        number::fixed(high.1, 1),
        high.0
    ))
}

/// Price of a unit on each of the conditions.
pub(super) fn on_conditions(prices: &Prices<'_>, army: &ArmyPrices, unit: usize) -> Vec<(String, f64)> {
    let of = |(id, fit): &(String, Option<muster_analysis::army_fit::ArmyFit>)| {
        let (lead, _) = fit.as_ref()?.ratio(unit, prices.anchor)?;
        Some((id.clone(), prices.scale * lead.exp()))
    };
    army.by_condition.iter().filter_map(of).collect()
}

fn table(prices: &Prices<'_>, army: &ArmyPrices) -> Table {
    let columns = vec![
        Column::text("unit"),
        Column::number("army"),
        Column::number("duel"),
        Column::text("each"),
        Column::number("whole unit"),
        Column::number("by table"),
        Column::number("win rate"),
    ];
    let mut table = Table::new("", columns);
    for unit in page::by_price(prices) {
        let facts = prices.units[unit];
        let figures = if facts.alike { f64::from(facts.figures) } else { 1.0 };
        let (points, error) = (prices.points(unit), prices.error(unit));
        let shown = match (points, error, prices.limit(unit)) {
            (Some(points), Some(error), _) => {
                Cell::number(points, number::with_half_width(points, points * error))
            }
            (Some(points), None, _) => Cell::number(points, number::fixed(points, 2)),
            (None, _, Some((limit, status))) => {
                Cell::number(limit, format!("{} {}", status.replace('_', " "), number::fixed(limit, 1)))
            }
            (None, _, None) => Cell::Empty,
        };
        let duel = prices.duel_points(unit).map_or(Cell::Empty, |points| {
            Cell::number(points, number::fixed(points, if points < 30.0 { 1 } else { 0 }))
        });
        let whole = points
            .map_or(Cell::Empty, |points| Cell::number(points * figures, number::fixed(points * figures, 0)));
        let shift = points.and(error).map_or(Cell::Empty, |error| {
            let shift = prices.steepness() * error / 4.0;
            Cell::number(shift, format!("± {} pp", number::fixed(shift * 100.0, 1)))
        });
        let row = vec![
            Cell::text(&facts.name),
            shown,
            duel,
            Cell::text(per(facts)),
            whole,
            by_table(prices, army, unit),
            shift,
        ];
        table.push(row);
    }
    table
}

/// The range of a unit's prices over the conditions.
fn by_table(prices: &Prices<'_>, army: &ArmyPrices, unit: usize) -> Cell {
    let of: Vec<f64> = on_conditions(prices, army, unit).into_iter().map(|(_, points)| points).collect();
    let (low, high) = (of.iter().copied().reduce(f64::min), of.iter().copied().reduce(f64::max));
    match (low, high) {
        (Some(low), Some(high)) if unit != prices.anchor => {
            let decimals = usize::from(high < 30.0);
            Cell::number(
                high / low,
                format!("{} to {}", number::fixed(low, decimals), number::fixed(high, decimals)),
            )
        }
        _ => Cell::Empty,
    }
}

/// The conditions that armies fought under.
pub(super) fn ground(plan: &Plan, army: &ArmyPrices) -> String {
    let facts = plan.game.conditions().iter().find(|facts| facts.id == army.conditions);
    facts.map_or_else(|| army.conditions.clone(), |facts| format!("{} ({})", facts.name, facts.id))
}

fn notes(plan: &Plan, prices: &Prices<'_>, army: &ArmyPrices) -> Vec<String> {
    let ground = ground(plan, army);
    vec![
        format!("{}; prices are of armies, duel prices stand beside them.", page::paid(prices)),
        format!(
            "Army: {} battles of {} pairs of random armies of two to eight units, drawn from the list with half to twice their usual figures and brought near even by the prices found so far; {ground}, plans combined.",
            number::count(army.games),
            number::count(army.pairs)
        ),
        format!(
            "± is one standard error; pairs scatter {} times as much as luck alone, and ± is widened for it. How errors hang together is in correlations.csv.",
            number::fixed(army.fit.dispersion, 1)
        ),
        "\"by table\" is the range of prices fitted to each of the conditions alone; \"win rate\" is what the error shifts an even match by, in percentage points.".to_owned(),
    ]
}

/// Correlations of the errors of army prices, all against the anchor.
pub(crate) fn correlations(prices: &Prices<'_>) -> Option<Table> {
    let army = prices.army.as_ref()?;
    let known: Vec<usize> = (0..prices.units.len())
        .filter(|unit| *unit != prices.anchor && prices.points(*unit).is_some())
        .collect();
    let heading = std::iter::once("unit").chain(known.iter().map(|unit| prices.units[*unit].id.as_str()));
    let mut table = Table::new("", heading.map(Column::text).collect());
    for unit in &known {
        let one = |other: &usize| {
            let together = army.fit.correlation(*unit, *other, prices.anchor);
            together.map_or(Cell::Empty, |value| Cell::number(value, ""))
        };
        let id = Cell::text(&prices.units[*unit].id);
        table.push(std::iter::once(id).chain(known.iter().map(one)).collect());
    }
    Some(table)
}
