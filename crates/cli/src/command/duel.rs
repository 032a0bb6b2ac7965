//! `muster duel`: one unit against one unit.

use muster_report::number;
use muster_resolver::schedule::Meeting;
use muster_rules::DuelSpec;
use muster_rules::orders::Policy;

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
        ground: ground(&plan, &spec),
        plays: policies(&plan, &ids, &spec),
        sample: args.sample.given(),
    };
    let encounter = Encounter { ids, meeting: Meeting::Duels(spec) };
    answer(&plan, &encounter, args.method.choice(), stop_rule(&args.sample, HALF_WIDTH), described)
}

/// The line that the two meet on.
pub(crate) fn ground(plan: &Plan, spec: &DuelSpec) -> String {
    let inches = |asked: Option<f64>, key: &str| {
        asked
            .or_else(|| plan.number(&["duel", key]))
            .map_or_else(|| "unknown".to_owned(), |inches| format!("{inches}\""))
    };
    let turns = spec.max_turns.map(f64::from).or_else(|| plan.number(&["duel", "max_turns"])).unwrap_or(0.0);
    format!(
        "Open ground, {} apart, {} of room behind each, at most {} turns",
        inches(spec.start, "start"),
        inches(spec.room, "room"),
        number::fixed(turns, 0)
    )
}

/// The policies in force: as asked, else to advance with a ranged weapon and to charge without one.
pub(crate) fn policies(plan: &Plan, ids: &[String; 2], spec: &DuelSpec) -> [String; 2] {
    [0, 1].map(|at: usize| {
        let shoots = plan.game.units().iter().any(|unit| unit.id == ids[at] && unit.shoots);
        let default = if shoots { Policy::Advance } else { Policy::Charge };
        spec.policies[at].unwrap_or(default).word().to_owned()
    })
}
