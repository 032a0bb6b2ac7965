//! `muster points`: what units should cost.

mod army;
mod card;
mod explain;
mod fit;
mod foes;
mod price;
mod results;
mod round;
mod sampled;

pub(crate) use army::{ArmyPrices, better_pairs};
pub(crate) use explain::{Closest, Effect, Explained, Sensitivity};
pub(crate) use price::{ANCHOR_POINTS, BUDGET, Prices, list, price, price_by, rates_of_one};

use crate::args::{ArmyOptions, Everywhere, Of, PointsArgs, PointsCommand, PriceOptions};
use crate::compose::points::{army_effort, page, too_few};
use crate::exit::Failure;
use crate::plan::Plan;

/// Most battles of rules that play slowly, unless told: some two minutes' work.
const GAMES_OF_SLOW: u64 = 120_000;

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
        let unless_told = if plan.game.plays_slowly() { games.min(GAMES_OF_SLOW) } else { games };
        let army = army::army(plan, &prices, armies, armies.games.unwrap_or(unless_told))?;
        plan.output.note(&army_effort(&army));
        prices.army = Some(army);
        if let Some(warning) = too_few(&prices) {
            plan.output.note(&warning);
        }
    }
    Ok(prices)
}
