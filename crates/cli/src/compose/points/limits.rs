//! What no prices can fix: plain words first, then the match-ups that are furthest from even and the best mix.

use muster_analysis::price_fit::Standing;
use muster_analysis::price_list::{Mismatch, PriceList};
use muster_report::chart::Ring;
use muster_report::{Cell, Column, Document, Figure, Table, number};
use muster_rules::grammar::counted;
use serde::Serialize;

use super::page::{NAMED, WORST, mix, score};
use crate::command::points::Prices;

/// A price list and what its units are called.
pub(super) struct Limits<'l> {
    /// The list.
    pub list: &'l PriceList,
    /// Names of the units.
    pub names: Vec<&'l str>,
    /// Their ids.
    pub ids: Vec<&'l str>,
    /// Duels that were played for the rates, none of which counts its own luck; 0 where the rates are exact or counted.
    pub played: u64,
}

impl<'l> Limits<'l> {
    /// Those of duel prices.
    pub(super) fn of(prices: &'l Prices<'_>) -> Limits<'l> {
        Limits {
            list: &prices.list,
            names: prices.units.iter().map(|unit| unit.name.as_str()).collect(),
            ids: prices.units.iter().map(|unit| unit.id.as_str()).collect(),
            played: prices.played,
        }
    }

    /// What is left over may all be luck: nothing may then be built on it.
    fn may_be_luck(&self) -> bool {
        self.list.by_luck.is_some_and(|chance| chance >= REFUTED)
    }

    /// The strongest circle of units.
    pub(super) fn cycle(&self) -> Vec<&'l str> {
        self.list.cycle.iter().flat_map(|cycle| &cycle.units).map(|unit| self.ids[*unit]).collect()
    }

    /// The match-ups that prices get most wrong.
    pub(super) fn worst(&self) -> Vec<MismatchJson<'l>> {
        let one = |one: &Mismatch| MismatchJson {
            stronger: self.ids[one.stronger],
            weaker: self.ids[one.weaker],
            rate_over_prices: one.lead.exp(),
            score_at_equal_points: one.score,
        };
        self.list.mismatches.iter().take(WORST).map(one).collect()
    }
}

/// A share below this needs a word on why it is small.
const SMALL: f64 = 0.1;
/// Chance below which luck is no longer believed in.
const REFUTED: f64 = 0.05;

/// The part of a price list that is about its own limits, for programs.
#[derive(Serialize)]
pub(super) struct LimitsJson<'p> {
    cyclic_share: Option<f64>,
    cyclic_rms: Option<f64>,
    typical_score_at_equal_points: f64,
    games_a_pair_to_tell: Option<f64>,
    chance_by_luck: Option<f64>,
    mix: Vec<MixJson<'p>>,
    mix_pairs_supposed: usize,
}

/// A match-up that prices get wrong, for programs.
#[derive(Serialize)]
pub(super) struct MismatchJson<'p> {
    stronger: &'p str,
    weaker: &'p str,
    rate_over_prices: f64,
    score_at_equal_points: f64,
}

#[derive(Serialize)]
struct MixJson<'p> {
    unit: &'p str,
    share: f64,
    score_against_the_mix: f64,
}

/// The limits as JSON.
pub(super) fn json<'p>(limits: &Limits<'p>) -> LimitsJson<'p> {
    let list = limits.list;
    let best = list.mix.as_ref();
    let units = best.into_iter().flat_map(|best| best.shares.iter().zip(&best.scores).enumerate());
    LimitsJson {
        cyclic_share: list.cyclic_share.map(|share| share.debiased),
        cyclic_rms: list.cyclic_share.map(|share| share.rms),
        typical_score_at_equal_points: score(list.rms, list.steepness),
        games_a_pair_to_tell: list.games_to_tell,
        chance_by_luck: list.by_luck,
        mix: units
            .filter_map(|(unit, (share, against))| {
                let unit = limits.ids[unit];
                Some(MixJson { unit, share: *share, score_against_the_mix: (*against)? })
            })
            .collect(),
        mix_pairs_supposed: best.map_or(0, |best| best.supposed),
    }
}

/// Writes the chapter.
pub(super) fn write(document: &mut Document, limits: &Limits<'_>) {
    document.heading(2, "What no prices can fix");
    document.list(findings(limits));
    if limits.may_be_luck() {
        return;
    }
    if let Some(figure) = circle(limits) {
        document.draw(figure);
    }
    // Where prices explain every rate, none is wrong.
    let wrong = (limits.list.degrees_of_freedom > 0).then(|| worst_table(limits));
    for table in wrong.into_iter().chain([mix_table(limits)]) {
        if !table.rows.is_empty() {
            document.table(table);
        }
    }
}

/// The strongest circle, drawn, with what each unit scores against the next at equal points.
fn circle(limits: &Limits<'_>) -> Option<Figure> {
    let list = limits.list;
    let cycle = list.cycle.as_ref().filter(|_| list.degrees_of_freedom > 0)?;
    let next = cycle.units.iter().cycle().skip(1);
    let step = |(a, b): (&usize, &usize)| {
        let known = list.mismatches.iter().find_map(|one| match (one.stronger, one.weaker) {
            pair if pair == (*a, *b) => Some(one.score),
            pair if pair == (*b, *a) => Some(1.0 - one.score),
            _ => None,
        });
        known.map_or_else(String::new, |score| format!("{} %", number::whole_percent(score, 0)))
    };
    let ring = Ring {
        title: "What no prices can fix".to_owned(),
        subtitle: "Each beats the next at equal points; the number is what it scores.".to_owned(),
        names: cycle.units.iter().map(|unit| limits.names[*unit].to_owned()).collect(),
        steps: cycle.units.iter().zip(next).map(step).collect(),
        footer: format!(
            "Whatever the units of this circle cost, some pair of it stays at {} % or more.",
            number::fixed(score(cycle.mean_lead, list.steepness) * 100.0, 1)
        ),
    };
    Some(ring.figure(
        "circle.svg",
        "The strongest circle. Prices can move its arrows, and cannot take them all away.",
    ))
}

fn findings(limits: &Limits<'_>) -> Vec<String> {
    let list = limits.list;
    if list.mismatches.is_empty() {
        return vec![
            "No pair of these units has a known rate, so there is nothing for prices to explain.".to_owned(),
        ];
    }
    if list.degrees_of_freedom == 0 {
        return vec![
            "With so few known rates prices explain them all; more units would show what prices cannot fix."
                .to_owned(),
        ];
    }
    if limits.may_be_luck() {
        return vec![
            one_price(list, limits.played),
            "So no circle, no match-up and no best mix is named here: what prices leave over may be luck. More games may show some."
                .to_owned(),
        ];
    }
    let name = |unit: usize| limits.names[unit];
    let percent = |lead: f64| number::fixed(score(lead, list.steepness) * 100.0, 1);
    let mut found = vec![format!(
        "With the best prices a pair of units at equal points typically scores {} % to {} % instead of 50 %.",
        number::fixed((1.0 - score(list.rms, list.steepness)) * 100.0, 0),
        number::fixed(score(list.rms, list.steepness) * 100.0, 0)
    )];
    found.push(match &list.cycle {
        Some(cycle) => {
            let names: Vec<&str> =
                cycle.units.iter().chain(cycle.units.first()).map(|unit| name(*unit)).collect();
            let luck = if limits.played > 0 {
                " Part of it is the luck of the duels that were played."
            } else {
                ""
            };
            format!(
                "No prices can fix this circle: {}. Whatever they cost, some pair of it stays at {} % or more (a linear program for the best prices comes to {} %).{luck}",
                names.join(" beats "),
                percent(cycle.mean_lead),
                percent(list.least_worst_lead)
            )
        }
        None => "No units beat each other in a circle.".to_owned(),
    });
    found.extend(list.cyclic_share.map(|share| {
        format!(
            "Of all that exchange rates differ by, {} % goes in circles.{} What a pair feels is the {} % to {} % above.",
            number::small(share.debiased * 100.0),
            if share.debiased < SMALL { " The share is small because prices span so much." } else { "" },
            number::fixed((1.0 - score(list.rms, list.steepness)) * 100.0, 0),
            number::fixed(score(list.rms, list.steepness) * 100.0, 0)
        )
    }));
    found.push(one_price(list, limits.played));
    found.extend(mix_sentence(limits));
    found
}

/// Whether one price a unit explains everything.
fn one_price(list: &PriceList, played: u64) -> String {
    let games = |games: f64| {
        if games <= 1.0 {
            "a single game".to_owned()
        } else {
            format!("{} games", number::fixed(games.ceil(), 0))
        }
    };
    match (list.by_luck, list.games_to_tell) {
        (Some(chance), _) if chance >= REFUTED => format!(
            "\"One price a unit explains everything\" cannot be refuted by these games: luck alone leaves as much over {} times in a hundred.",
            number::fixed(chance * 100.0, 0)
        ),
        (Some(chance), _) => format!(
            "\"One price a unit explains everything\" is refuted: luck alone would leave so much over {} (chi-square, {}).",
            if chance < 0.001 {
                "less than once in a thousand times".to_owned()
            } else {
                format!("{} times in a thousand", number::fixed(chance * 1000.0, 0))
            },
            counted(
                u32::try_from(list.degrees_of_freedom).unwrap_or(u32::MAX),
                "degree of freedom",
                "degrees of freedom"
            )
        ),
        (None, Some(needed)) if played > 0 => format!(
            "Whether \"One price a unit explains everything\" is refuted these duels do not tell: {} of them were played, and part of what is left over is luck. Were all of it real, players would notice after {} a pair at equal points (Pearson's test at 5 %, nine times in ten).",
            number::count(played),
            games(needed)
        ),
        (None, Some(needed)) => format!(
            "\"One price a unit explains everything\" is refuted: the rates are exact, so what is left over is no luck. Players would notice after {} a pair at equal points (Pearson's test at 5 %, nine times in ten).",
            games(needed)
        ),
        (None, None) => "One price a unit explains everything.".to_owned(),
    }
}

fn mix_sentence(limits: &Limits<'_>) -> Option<String> {
    let best = limits.list.mix.as_ref()?;
    let parts: Vec<String> = mix(limits.list)
        .iter()
        .take(NAMED)
        .map(|(unit, share)| format!("{} {} %", limits.names[*unit], number::fixed(share * 100.0, 0)))
        .collect();
    let supposed = match best.supposed {
        0 => String::new(),
        1 => " One pair without a known rate is taken as even, or as its limit says.".to_owned(),
        pairs => format!(" {pairs} pairs without a known rate are taken as even, or as their limits say."),
    };
    Some(format!(
        "Whoever knows these prices, and that the enemy knows them, would bring one kind a game: {}.{supposed}",
        parts.join(", ")
    ))
}

fn worst_table(limits: &Limits<'_>) -> Table {
    let columns = vec![
        Column::text("at equal points"),
        Column::text("against"),
        Column::number("scores"),
        Column::number("worth of one, by this pair"),
        Column::number("by prices"),
    ];
    let mut table = Table::new("Match-ups that prices get most wrong", columns);
    for one in limits.list.mismatches.iter().take(WORST) {
        let theta = |unit: usize| match limits.list.standings[unit] {
            Standing::Fitted(theta) => Some(theta),
            _ => None,
        };
        let (Some(strong), Some(weak)) = (theta(one.stronger), theta(one.weaker)) else { continue };
        let (by_price, by_pair) = ((strong - weak).exp(), (strong - weak + one.lead).exp());
        table.push(vec![
            Cell::text(limits.names[one.stronger]),
            Cell::text(limits.names[one.weaker]),
            Cell::number(one.score, format!("{} %", number::whole_percent(one.score, 0))),
            Cell::number(by_pair, number::fixed(by_pair, 2)),
            Cell::number(by_price, number::fixed(by_price, 2)),
        ]);
    }
    table
}

/// The mix, and the units that do worst against it: those are too dear where everybody brings the best.
fn mix_table(limits: &Limits<'_>) -> Table {
    let columns =
        vec![Column::text("unit"), Column::number("brought"), Column::number("scores against the mix")];
    let mut table = Table::new("The best mix at equal points, and who is too dear in such company", columns);
    let Some(best) = &limits.list.mix else { return table };
    let shares = mix(limits.list);
    let mut weakest: Vec<(usize, f64)> = (0..best.scores.len())
        .filter(|unit| shares.iter().all(|(brought, _)| brought != unit))
        .filter_map(|unit| Some((unit, best.scores[unit]?)))
        .collect();
    // Equal but for rounding is equal: the order of the list decides, on every machine.
    let rounded = |score: f64| (score * 1e9).round();
    weakest.sort_by(|a, b| rounded(a.1).total_cmp(&rounded(b.1)).then(a.0.cmp(&b.0)));
    let weakest = weakest.into_iter().take(WORST).map(|(unit, _)| (unit, 0.0));
    for (unit, share) in shares.into_iter().chain(weakest) {
        let Some(against) = best.scores[unit] else { continue };
        table.push(vec![
            Cell::text(limits.names[unit]),
            Cell::number(share, format!("{} %", number::fixed(share * 100.0, 0))),
            Cell::number(against, format!("{} %", number::fixed(against * 100.0, 0))),
        ]);
    }
    table.note("Other mixes may do as well; what a unit scores against the mix is what counts. The last rows are the units that do worst against it.");
    table
}
