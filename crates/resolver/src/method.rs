//! Exact or sampled: chosen by estimated cost, and always said.

use muster_results::Method;
use muster_rules::Matchup;

/// Outcomes of dice that an exact solution may follow before it is given up: a few seconds' work.
pub const EXACT_BUDGET: u64 = 100_000_000;

/// What the user asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MethodChoice {
    /// Exact where its estimated cost is within the budget, else sampled.
    #[default]
    Auto,
    /// Exact, or an error.
    Exact,
    /// Sampled.
    Sample,
}

/// The method that a match-up will be answered by.
pub fn choose(choice: MethodChoice, matchup: &dyn Matchup) -> Method {
    choose_within(choice, matchup, EXACT_BUDGET)
}

/// The same with another budget of outcomes.
pub fn choose_within(choice: MethodChoice, matchup: &dyn Matchup, budget: u64) -> Method {
    match choice {
        MethodChoice::Exact => Method::Exact,
        MethodChoice::Sample => Method::Sample,
        MethodChoice::Auto => match matchup.exact_cost() {
            Some(cost) if cost <= budget as f64 => Method::Exact,
            _ => Method::Sample,
        },
    }
}
