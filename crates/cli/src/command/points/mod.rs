//! `muster points`: what units should cost.

mod fit;
mod price;
mod results;
mod round;

pub(crate) use price::Prices;

use crate::args::{Everywhere, PointsArgs, PointsCommand};
use crate::exit::Failure;

/// Runs the command below `points`.
pub(crate) fn run(everywhere: &Everywhere, args: &PointsArgs) -> Result<(), Failure> {
    match &args.command {
        PointsCommand::Fit(args) => fit::run(everywhere, args),
        PointsCommand::Round(args) => round::run(everywhere, args),
    }
}
