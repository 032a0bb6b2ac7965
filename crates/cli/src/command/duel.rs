//! `muster duel`: one unit against one unit.

use muster_answers::ground;
use muster_resolver::schedule::Meeting;

use super::encounter::{Description, answer};
use crate::args::{DuelArgs, Everywhere};
use crate::exit::Failure;
use crate::plan::{Encounter, Plan, duel_spec, is_path, stop_rule};

/// Half-width of the interval that a sampled duel is played for.
const HALF_WIDTH: f64 = 0.005;

/// Answers one duel.
pub(crate) fn run(everywhere: &Everywhere, args: &DuelArgs) -> Result<(), Failure> {
    let ids = [args.a.clone(), args.b.clone()];
    if let Some(path) = ids.iter().find(|id| is_path(id)) {
        return Err(Failure::Input(format!(
            "\"{path}\" is a file, and a duel takes units by their ids\n  give the file with --units {path} and name a unit in it"
        )));
    }
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    let spec = duel_spec(&args.duel, &args.meeting);
    let described = Description {
        command: "duel",
        kind: "Duel",
        ground: ground::of_duel(&plan.pack, &spec),
        plays: ground::policies(plan.game.as_ref(), &ids, &spec),
        sample: args.sample.given(),
    };
    let encounter = Encounter { ids, meeting: Meeting::Duels(spec) };
    answer(&plan, &encounter, args.method.choice(), stop_rule(&args.sample, HALF_WIDTH), described)
}
