//! `muster gauntlet`: one force against all others, or against some.

use muster_resolver::schedule::Meeting;
use muster_resolver::{MethodChoice, RoundRobin, cell_result};
use muster_results::CellResult;

use super::battle::HALF_WIDTH;
use super::compare::Cells;
use super::encounter::run as play;
use crate::args::{Everywhere, GauntletArgs};
use crate::compose::gauntlet::answer;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::{Plan, stop_rule};

/// Plays the force against its enemies and prints how it fares.
pub(crate) fn run(everywhere: &Everywhere, args: &GauntletArgs) -> Result<(), Failure> {
    let names: Vec<String> = std::iter::once(&args.force).chain(&args.enemies).cloned().collect();
    let (plan, ids) = Plan::load_naming(everywhere, &names)?;
    plan.say_warnings();
    let mut cells = Cells::choose(&plan, &args.cells, &ids)?;
    cells.pairs.retain(|(row, column)| *row == 0 && *column != 0);
    if cells.pairs.is_empty() {
        return Err(Failure::Input(
            "a force alone has nobody to meet\n  name an enemy, or none to meet all".to_owned(),
        ));
    }
    let method = args.cells.method.choice();
    let sampled = matches!(cells.meeting, Meeting::Battles(_)) || method == MethodChoice::Sample;
    let schedule: RoundRobin<'_> = cells.schedule(plan.game.as_ref());
    let resolved = play(&plan, &schedule, method, stop_rule(&args.sample, HALF_WIDTH), sampled, false)?;
    if resolved.stopped_early || WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let answers = resolved.answers.iter().zip(&resolved.harmless).zip(&cells.pairs);
    let found: Option<Vec<CellResult>> = answers
        .map(|((answer, harmless), pair)| cell_result(pair.0, pair.1, answer.as_ref()?, *harmless))
        .collect();
    let found = found.ok_or_else(|| Failure::Fault("a cell was left without an answer".to_owned()))?;
    plan.output.give("gauntlet", &answer(&plan, &cells.ids, &cells.names, &cells.ground, &found)?)
}
