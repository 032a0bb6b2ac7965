//! `muster odds`: the exact distribution of one roll.

use std::collections::BTreeMap;

use muster_report::chart::{Bar, BarPanel, Glyphs, Tone, text_bars};
use muster_report::{Block, Cell, Column, Document, Table, number};
use muster_rules::{OddsAnswer, OddsQuery, OddsShape};
use serde::Serialize;

use crate::args::{Everywhere, OddsArgs};
use crate::exit::Failure;
use crate::output::{Answer, COLUMNS};
use crate::plan::Plan;

#[derive(Serialize)]
struct OddsJson<'a> {
    asked: &'a str,
    value_name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcomes: Option<BTreeMap<&'a str, f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels_lost: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<f64>,
    pmf: Vec<PointJson>,
    mean: f64,
    standard_deviation: f64,
    rules: &'a str,
    data_hash: &'a str,
    changed: Vec<String>,
}

#[derive(Serialize)]
struct PointJson {
    value: u32,
    p: f64,
    or_more: f64,
}

/// Answers one question.
pub(crate) fn run(everywhere: &Everywhere, args: &OddsArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    let odds = plan.game.odds(&OddsQuery {
        shoot: args.shoot,
        melee: args.melee,
        charging: args.charging,
        save: args.save,
        figures: args.figures,
        armour_piercing: args.ap,
        contest: args.contest.clone(),
        volley: args.volley.clone(),
        confidence: args.confidence.clone(),
        target: args.target,
        shots: args.shots,
        to_hit: args.to_hit,
        to_wound: args.to_wound,
        models: args.models,
    })?;
    plan.output.give("odds", &answer(&plan, &odds)?)
}

fn answer(plan: &Plan, odds: &OddsAnswer) -> Result<Answer, Failure> {
    let or_more = or_more(&odds.pmf);
    let points = || odds.pmf.iter().zip(&or_more);
    let mut document = Document::new(&odds.asked);
    let outcomes = match &odds.shape {
        OddsShape::Outcomes(names) => Some(names),
        _ => None,
    };
    // Outcomes have names and no mean.
    if outcomes.is_none() {
        document.paragraph(format!(
            "On average {} {}; the standard deviation of one roll is {}.",
            number::fixed(odds.mean, 3),
            odds.value_name,
            number::fixed(odds.deviation, 3)
        ));
    }
    let suppressed = match odds.shape {
        OddsShape::Suppression(chance) => Some(chance),
        _ => None,
    };
    if let Some(chance) = suppressed {
        document.paragraph(format!(
            "The target is suppressed {} of the time: wounds are counted before saves.",
            number::exact_percent(chance)
        ));
    }
    let named = |value: u32| {
        outcomes
            .and_then(|names| names.get(value as usize))
            .map_or_else(|| value.to_string(), |name| name.replace('_', " "))
    };
    let bars = points()
        .map(|((value, p), above)| Bar {
            value: named(*value),
            p: *p,
            cumulative: outcomes.is_none().then_some(*above),
        })
        .collect();
    let panel = BarPanel {
        heading: String::new(),
        value_heading: odds.value_name.clone(),
        measure: String::new(),
        cumulative_heading: "or more".to_owned(),
        tone: Tone::Neutral,
        bars,
    };
    document.blocks.push(Block::Verbatim(text_bars(&panel, COLUMNS, Glyphs::Blocks)));
    document.list(plan.footnotes(false));
    let json = OddsJson {
        asked: &odds.asked,
        value_name: &odds.value_name,
        outcomes: match &odds.shape {
            OddsShape::Outcomes(names) => {
                Some(names.iter().map(String::as_str).zip(odds.pmf.iter().map(|(_, p)| *p)).collect())
            }
            _ => None,
        },
        levels_lost: (odds.shape == OddsShape::LevelsLost)
            .then(|| odds.pmf.iter().map(|(_, p)| *p).collect()),
        suppressed,
        pmf: points()
            .map(|((value, p), above)| PointJson { value: *value, p: *p, or_more: *above })
            .collect(),
        mean: odds.mean,
        standard_deviation: odds.deviation,
        rules: &plan.pack.set,
        data_hash: &plan.pack.hash,
        changed: plan.changed(),
    };
    let columns = ["value", "p", "or_more", "value_name", "asked", "rules", "data_hash"];
    let mut table = Table::new("", columns.into_iter().map(Column::text).collect());
    for ((value, p), above) in points() {
        let mut row = vec![Cell::Count(u64::from(*value)), Cell::number(*p, ""), Cell::number(*above, "")];
        row.extend([&odds.value_name, &odds.asked, &plan.pack.set, &plan.pack.hash].map(Cell::text));
        table.push(row);
    }
    Answer::new(document, &json, table)
}

/// Chance of each value or a higher one: summed from the top, so that small tails keep their digits.
fn or_more(pmf: &[(u32, f64)]) -> Vec<f64> {
    let mut sums: Vec<f64> = pmf
        .iter()
        .rev()
        .scan(0.0, |sum, (_, p)| {
            *sum += p;
            Some(f64::min(*sum, 1.0))
        })
        .collect();
    sums.reverse();
    // The lowest value or more is certain; rounding may not say otherwise.
    if let Some(lowest) = sums.first_mut() {
        *lowest = 1.0;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_value_or_more_is_certain_and_tails_are_sums() {
        let sums = or_more(&[(0, 0.5), (1, 0.25), (2, 0.25)]);
        assert_eq!(sums, [1.0, 0.5, 0.25]);
        assert!(or_more(&[]).is_empty());
    }
}
