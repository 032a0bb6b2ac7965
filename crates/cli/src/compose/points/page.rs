//! A price list for people: plain words first, numbers behind.

use muster_analysis::price_fit::Standing;
use muster_analysis::price_list::PriceList;
use muster_report::{Cell, Column, Document, Table, number};
use muster_resolver::Rate;
use muster_rules::orders::Policy;
use muster_rules::{DuelSpec, UnitFacts};

use super::limits::{self, Limits};
use super::{alike, army_page};
use crate::command::points::Prices;
use crate::compose::charts;
use crate::plan::Plan;

/// Match-ups named among those that prices get wrong.
pub(crate) const WORST: usize = 5;
/// Shares below this are no part of a mix.
const LEAST_SHARE: f64 = 0.001;
/// Names in a remark before it counts.
pub(super) const NAMED: usize = 8;

/// What a unit's price is paid for.
pub(crate) fn per(unit: &UnitFacts) -> &'static str {
    if unit.alike { "figure" } else { "unit" }
}

/// The policy that a unit follows.
pub(crate) fn policy(unit: &UnitFacts) -> &'static str {
    (if unit.shoots { Policy::Advance } else { Policy::Charge }).word()
}

/// The line that duels are fought on.
pub(crate) fn ground(plan: &Plan) -> String {
    muster_answers::ground::of_duel(&plan.pack, &DuelSpec::default())
}

/// Score of a side that leads by so much, in ln(points).
pub(crate) fn score(lead: f64, steepness: f64) -> f64 {
    0.5 + muster_analysis::rounding::score_shift(lead, steepness)
}

/// Units with a share in the best mix, the largest share first.
pub(crate) fn mix(list: &PriceList) -> Vec<(usize, f64)> {
    let shares = list.mix.iter().flat_map(|mix| mix.shares.iter().copied()).enumerate();
    let mut mix: Vec<(usize, f64)> = shares.filter(|(_, share)| *share >= LEAST_SHARE).collect();
    mix.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    mix
}

/// How much was done in what time.
pub(crate) fn effort(prices: &Prices<'_>) -> String {
    let solved: u32 = prices.rates.iter().map(|one| one.solved).sum();
    let played =
        if prices.played > 0 { format!(", played {}", number::count(prices.played)) } else { String::new() };
    format!(
        "Solved {}{played} of {} in {}",
        number::counted(u64::from(solved), "duel", "duels"),
        number::counted(prices.rates.len() as u64, "pair", "pairs"),
        number::duration(prices.seconds)
    )
}

/// How prices were found and what they are worth in games, without a full stop.
pub(crate) fn origin(plan: &Plan, prices: &Prices<'_>) -> String {
    let (slope, anchor) = (prices.steepness(), &prices.units[prices.anchor].name);
    let worth = format!(
        "a tenth more points wins {} % (steepness {})",
        number::fixed(score(1.1_f64.ln(), slope) * 100.0, 0),
        number::fixed(slope, 2)
    );
    let given = format!("{anchor} = {}", prices.scale);
    match &prices.army {
        Some(army) => format!(
            "Prices of armies, fitted to {} battles of {} pairs of random armies; {}; {given}; {worth}",
            number::count(army.games),
            number::count(army.pairs),
            army_page::ground(plan, army)
        ),
        None => format!("Prices of duels, {}; {}; {given}; {worth}", how(prices), ground(plan)),
    }
}

/// How duels were answered.
fn how(prices: &Prices<'_>) -> String {
    let solved: u32 = prices.rates.iter().map(|one| one.solved).sum();
    match (solved, prices.played) {
        (_, 0) => "all solved exactly".to_owned(),
        (0, played) => format!("sampled in {}", number::counted(played, "game", "games")),
        (solved, played) => format!(
            "{} solved exactly, the rest sampled in {}",
            number::count(u64::from(solved)),
            number::counted(played, "game", "games")
        ),
    }
}

/// The page.
pub(crate) fn document(plan: &Plan, prices: &Prices<'_>) -> Document {
    let title = if prices.army.is_some() { "Prices" } else { "Duel prices" };
    let mut document = Document::new(format!("{title} of {} units", prices.units.len()));
    // What most readers came for, before what is to be said of it.
    document.draw(charts::costs(prices));
    match &prices.army {
        Some(army) => {
            army_page::write(&mut document, plan, prices, army);
            let duels = findings(plan, prices);
            if !duels.is_empty() {
                document.heading(2, "Duels");
                document.list(duels);
            }
        }
        None => {
            document.list(findings(plan, prices));
            document.table(price_table(prices));
        }
    }
    limits::write(&mut document, &Limits::of(prices));
    if let Some(army) = prices.army.as_ref().filter(|army| !army.curve.is_empty()) {
        document.draw(charts::calibration(&army.curve));
    }
    let mut notes = Vec::new();
    if prices.army.is_none() {
        let sentences = [
            format!("{}.", paid(prices)),
            disagreement(prices),
            "\"win rate\" is what that error shifts an even match by, in percentage points.".to_owned(),
            "These are prices of duels of two units; `muster points fit` prices armies.".to_owned(),
        ];
        notes.extend(sentences);
    }
    notes.push(format!("Duels: {}; each unit by its own policy.", ground(plan)));
    notes.extend(plan.footnotes(prices.army.is_some()));
    document.list(notes);
    document
}

fn disagreement(prices: &Prices<'_>) -> String {
    let luck = if prices.played == 0 {
        "The duels are exact, so no luck is in it".to_owned()
    } else {
        format!("{} duels were played, so luck is in it too", number::count(prices.played))
    };
    if prices.list.degrees_of_freedom > 0 {
        return format!(
            "± is one standard error: how far a unit's exchange rates against different enemies disagree. {luck}."
        );
    }
    // Without a rate to spare none can disagree with another.
    let gap = "the gap between the two sizes that an even fight lies between";
    let what = if prices.played == 0 { gap.to_owned() } else { format!("luck, or {gap}") };
    format!(
        "± is one standard error: {what}. There are no more rates than prices, so none disagrees with another. {luck}."
    )
}

/// What prices hang on.
pub(super) fn paid(prices: &Prices<'_>) -> String {
    let anchor = prices.units[prices.anchor];
    format!(
        "{} = {} {} a {}; other prices hang on it",
        anchor.name,
        number::exchange(prices.scale),
        if prices.scale.total_cmp(&1.0).is_eq() { "point" } else { "points" },
        per(anchor)
    )
}

/// Units by price or limit, the dearest first.
pub(super) fn by_price(prices: &Prices<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..prices.units.len()).collect();
    let value = |unit: usize| prices.points(unit).or_else(|| prices.limit(unit).map(|limit| limit.0));
    order.sort_by(|a, b| value(*b).unwrap_or(0.0).total_cmp(&value(*a).unwrap_or(0.0)).then(a.cmp(b)));
    order
}

fn price_table(prices: &Prices<'_>) -> Table {
    let columns = vec![
        Column::text("unit"),
        Column::number("points"),
        Column::text("each"),
        Column::number("whole unit"),
        Column::number("win rate"),
    ];
    let mut table = Table::new("", columns);
    for unit in by_price(prices) {
        let facts = prices.units[unit];
        let figures = if facts.alike { f64::from(facts.figures) } else { 1.0 };
        let row = match (prices.points(unit), prices.limit(unit)) {
            (Some(points), _) if unit == prices.anchor => vec![
                Cell::number(points, number::fixed(points, 2)),
                Cell::text(per(facts)),
                Cell::number(points * figures, number::fixed(points * figures, 0)),
                Cell::Empty,
            ],
            (Some(points), _) => {
                let error = prices.list.errors[unit].unwrap_or(0.0);
                let shift = prices.list.steepness * error / 4.0;
                vec![
                    Cell::number(points, number::with_half_width(points, points * error)),
                    Cell::text(per(facts)),
                    Cell::number(points * figures, number::fixed(points * figures, 0)),
                    Cell::number(shift, format!("± {} pp", number::fixed(shift * 100.0, 1))),
                ]
            }
            (None, Some((limit, status))) => vec![
                Cell::number(limit, format!("{} {}", status.replace('_', " "), number::fixed(limit, 1))),
                Cell::text(per(facts)),
                Cell::Empty,
                Cell::Empty,
            ],
            (None, None) => continue,
        };
        table.push(std::iter::once(Cell::text(&facts.name)).chain(row).collect());
    }
    table
}

fn findings(plan: &Plan, prices: &Prices<'_>) -> Vec<String> {
    let list = &prices.list;
    let name = |unit: usize| prices.units[unit].name.as_str();
    let mut found = Vec::new();
    let told = |what: &str, units: Vec<usize>| {
        let names: Vec<&str> = units.iter().take(NAMED).map(|unit| name(*unit)).collect();
        let rest = units.len().saturating_sub(NAMED);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        (!units.is_empty()).then(|| format!("{what}: {}{more}.", names.join(", ")))
    };
    let units = 0..prices.units.len();
    found.extend(told(
        "Without a price, because no game against a priced unit is ever near even",
        units.filter(|unit| list.standings[*unit] == Standing::Unknown).collect(),
    ));
    if prices.army.is_none() {
        let close: Vec<[&str; 2]> = alike::pairs(prices).into_iter().map(|pair| pair.map(name)).collect();
        found.extend(alike::sentence(&close));
    }
    found.extend(army_page::reversed_duels(plan, prices));
    let pairs = |count: usize| number::counted(count as u64, "pair", "pairs");
    let too_large = prices.rates.iter().filter(|one| one.rate == Rate::TooLarge).count();
    if too_large > 0 {
        let (was, is) = if too_large == 1 { ("was", "is") } else { ("were", "are") };
        found.push(format!("{} {was} too large to solve and {is} left out.", pairs(too_large)));
    }
    let flat = prices.rates.iter().filter(|one| matches!(one.rate, Rate::Flat | Rate::Between(..))).count();
    if flat > 0 {
        found.push(format!("In {} the score hardly rises with figures, so that no number of them is even; at most limits are known.", pairs(flat)));
    }
    let stalled = prices.rates.iter().filter(|one| one.rate == Rate::Stalemate).count();
    if stalled > 0 {
        let (end, tell) = if stalled == 1 { ("ends", "tells") } else { ("end", "tell") };
        found.push(format!("{} {end} without a winner and {tell} nothing.", pairs(stalled)));
    }
    found
}
