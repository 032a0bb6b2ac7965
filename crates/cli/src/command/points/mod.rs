//! `muster points`: what units should cost.

mod army;
mod card;
mod explain;
mod fit;
mod price;
mod results;
mod round;
mod sampled;

pub(crate) use army::{ArmyPrices, better_pairs};
pub(crate) use explain::{Closest, Effect, Explained, Sensitivity};
pub(crate) use price::{BUDGET, Prices, price, price_by};

use crate::args::{ArmyOptions, Everywhere, Of, PointsArgs, PointsCommand, PriceOptions};
use crate::compose::points::{army_effort, page};
use crate::exit::Failure;
use crate::plan::Plan;

/// Runs the command below `points`.
pub(crate) fn run(everywhere: &Everywhere, args: &PointsArgs) -> Result<(), Failure> {
    match &args.command {
        PointsCommand::Fit(args) => fit::run(everywhere, args),
        PointsCommand::Round(args) => round::run(everywhere, args),
        PointsCommand::Card(args) => card::run(everywhere, args),
        PointsCommand::Explain(args) => explain::run(everywhere, args),
    }
}

/// Prices of duels, and of armies where they are asked for, by so many battles if the options say nothing; says what was played.
///
/// # Errors
/// What keeps units from being priced.
pub(crate) fn all_prices<'p>(
    plan: &'p Plan,
    options: &PriceOptions,
    armies: &ArmyOptions,
    games: u64,
) -> Result<Prices<'p>, Failure> {
    if armies.of == Of::Boxes {
        army::check_conditions(plan, options, &armies.conditions)?;
    }
    let mut prices = price::price_by(plan, options, armies.duels.method, armies.duels.duel_games)?;
    plan.output.note(&page::effort(&prices));
    if armies.of == Of::Boxes {
        if armies.games.is_none() && plan.game.plays_slowly() {
            plan.output.note(
                "Battles of these rules take long, so these are prices of duels; --games 200000 prices armies, in minutes",
            );
            return Ok(prices);
        }
        let army = army::army(plan, &prices, armies, armies.games.unwrap_or(games))?;
        plan.output.note(&army_effort(&army));
        prices.army = Some(army);
    }
    Ok(prices)
}
