//! How an answer was come by.

use muster_report::number;
use muster_resolver::MethodChoice;
use muster_results::{CellResult, Method};
use muster_rules::Matchup;

/// Which method answered, and why that one; `budget` are the outcomes of dice that count as quick.
#[must_use]
pub fn note(asked: MethodChoice, matchup: &dyn Matchup, cell: &CellResult, budget: u64) -> String {
    let cost = matchup.exact_cost().map(large);
    let budget = large(budget as f64);
    match (cell.method, asked, cost) {
        (Method::Exact, MethodChoice::Auto, Some(cost)) => {
            format!(
                "Exact: all outcomes of all dice. Chosen because about {cost} outcomes are within the {budget} that are quick."
            )
        }
        (Method::Exact, _, _) => "Exact: all outcomes of all dice, as asked.".to_owned(),
        (Method::Sample, MethodChoice::Auto, Some(cost)) => {
            format!(
                "Sampled: an exact answer would follow about {cost} outcomes of dice, more than the {budget} that are quick."
            )
        }
        (Method::Sample, MethodChoice::Auto, None) => {
            "Sampled: there is no exact solution of this.".to_owned()
        }
        (Method::Sample, _, _) => "Sampled, as asked.".to_owned(),
    }
}

/// A large number in words that are as rough as it is.
fn large(value: f64) -> String {
    match value {
        v if v >= 1e15 => "countless".to_owned(),
        v if v >= 1e9 => format!("{} thousand million", number::fixed(v / 1e9, 0)),
        v if v >= 1e6 => format!("{} million", number::fixed(v / 1e6, 0)),
        v if v >= 1e3 => format!("{} thousand", number::fixed(v / 1e3, 0)),
        v => number::fixed(v, 0),
    }
}
