//! Prices from counted games of a CSV file.

use std::collections::BTreeMap;
use std::path::Path;

use muster_analysis::price_fit::{Options, PriceRefusal, SizedResult, counted_rates, fit};
use muster_analysis::price_list::price_list;
use muster_rules::pack::nearest;
use serde::Deserialize;

use super::price::ANCHOR_POINTS;
use crate::args::PriceOptions;
use crate::compose::points::{CountedPrices, counted};
use crate::csv_lines;
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// One line of the file.
#[derive(Deserialize)]
struct Line {
    unit: String,
    foe: String,
    unit_figures: f64,
    foe_figures: f64,
    wins: f64,
    #[serde(default)]
    draws: f64,
    losses: f64,
    /// 1: the unit sat as side A; -1: the foe did; 0 or absent: both seatings alike.
    #[serde(default)]
    side: f64,
}

/// Prices fitted to the games of a file.
///
/// # Errors
/// A file that cannot be read, or whose games hold no prices.
pub(crate) fn answer(plan: &Plan, file: &Path, options: &PriceOptions) -> Result<Answer, Failure> {
    let Read { names, results, lines } = read(file)?;
    for slip in slips(plan, &names, &results, &lines) {
        plan.output.note(&format!("{}:{slip}", file.display()));
    }
    let wanted = options.anchor.unit.clone();
    let anchor = match &wanted {
        Some(id) => names.iter().position(|name| name == id),
        None => Some(0),
    };
    let anchor = anchor.ok_or_else(|| {
        let unit = wanted.unwrap_or_default();
        let advice = match nearest(&unit, names.iter().map(String::as_str)) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("name one with --anchor: {}", names.join(", ")),
        };
        Failure::Input(format!("{}: the anchor \"{unit}\" did not play\n  {advice}", file.display()))
    })?;
    let found = fit(names.len(), &results, Options::default())
        .map_err(|refusal| Failure::Input(refused(file, &refusal, &lines)))?;
    let games = results.iter().map(SizedResult::games).sum();
    let rates = counted_rates(&found, &results);
    let list = if rates.is_empty() {
        None
    } else {
        let list = price_list(names.len(), anchor, &rates, &[]);
        Some(list.map_err(|error| {
            Failure::Input(format!("{}: {error}\n  play the pairs more evenly", file.display()))
        })?)
    };
    counted(&CountedPrices {
        names,
        anchor,
        scale: options.anchor.points.unwrap_or(ANCHOR_POINTS),
        fit: found,
        list,
        games,
    })
}

/// Names that are no unit of the catalogue but nearly one, or nearly another name of the file that comes before them: each with its first
/// line. A file may well hold units of one's own, so these are only told of.
fn slips(plan: &Plan, names: &[String], results: &[SizedResult], lines: &[u64]) -> Vec<String> {
    let catalogue = || plan.game.units().iter().map(|unit| unit.id.as_str());
    let slip = |(at, name): (usize, &String)| {
        if catalogue().any(|id| id == name) {
            return None;
        }
        let near = nearest(name, catalogue().chain(names[..at].iter().map(String::as_str)))?;
        let first = results.iter().position(|row| row.first == at || row.second == at)?;
        let line = lines.get(first)?;
        Some(format!(
            "{line}: no unit is called \"{name}\", so it is taken for one of your own; did you mean \"{near}\"?"
        ))
    };
    names.iter().enumerate().filter_map(slip).collect()
}

fn refused(file: &Path, refusal: &PriceRefusal, lines: &[u64]) -> String {
    let advice = match refusal {
        PriceRefusal::BadRow(at) => {
            let line = lines.get(*at).copied().unwrap_or_default();
            return format!(
                "{}:{line}: the line cannot be: check its units, figures and counts\n  a unit does not meet itself; figures are above 0, counts at least 0",
                file.display()
            );
        }
        PriceRefusal::NeverHurt => {
            "two units that cannot hurt each other have no exchange rate; add games against units that they beat or lose to"
        }
        PriceRefusal::MoreWinLess => {
            "see whether unit_figures and foe_figures, or wins and losses, are exchanged"
        }
        PriceRefusal::SteepnessNotIdentified => {
            "play some pairs at two sizes or more, such as 12 against 10 and 12 against 14"
        }
        PriceRefusal::NoGames => "give at least two rows with games",
        PriceRefusal::AllSeparated => "give the weaker side more figures and play again",
        PriceRefusal::NotFitted => "check the counts for slips of the pen",
    };
    format!("{}: {refusal}\n  {advice}", file.display())
}

/// What a file of results holds.
struct Read {
    /// The units in the order in which they are first named.
    names: Vec<String>,
    /// The rows.
    results: Vec<SizedResult>,
    /// The line of each row in the file.
    lines: Vec<u64>,
}

fn read(file: &Path) -> Result<Read, Failure> {
    let needed = ["unit", "foe", "unit_figures", "foe_figures", "wins", "losses"];
    let advice = "the columns are unit, foe, unit_figures, foe_figures, wins, draws, losses";
    let (mut names, mut places, mut results) = (Vec::new(), BTreeMap::new(), Vec::new());
    let mut lines = Vec::new();
    for (number, line) in csv_lines::read::<Line>(file, &needed, advice)? {
        let mut place = |name: &String| {
            *places.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            })
        };
        lines.push(number);
        results.push(SizedResult {
            first: place(&line.unit),
            second: place(&line.foe),
            figures: [line.unit_figures, line.foe_figures],
            side: line.side,
            wins: line.wins,
            draws: line.draws,
            losses: line.losses,
        });
    }
    if results.is_empty() {
        return Err(Failure::Input(refused(file, &PriceRefusal::NoGames, &lines)));
    }
    Ok(Read { names, results, lines })
}
