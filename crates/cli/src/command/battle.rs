//! `muster battle`: one box against one box.

use muster_resolver::MethodChoice;
use muster_resolver::schedule::Meeting;
use muster_rules::BattleSpec;

use super::encounter::{Description, answer, answer_equilibrium};
use crate::args::{BattleArgs, Everywhere, PlanChoice};
use crate::exit::Failure;
use crate::plan::{Encounter, Plan, battle_spec, stop_rule};

/// Half-width of the interval that a battle is played for.
pub(crate) const HALF_WIDTH: f64 = 0.01;

/// Answers one battle.
pub(crate) fn run(everywhere: &Everywhere, args: &BattleArgs) -> Result<(), Failure> {
    let spec = battle_spec(&args.battle, &args.meeting)?;
    let (plan, ids) = Plan::load_naming(everywhere, &[args.a.clone(), args.b.clone()])?;
    plan.say_warnings();
    let ids = [0, 1].map(|at: usize| ids.get(at).cloned().unwrap_or_default());
    let stop = stop_rule(&args.sample, HALF_WIDTH);
    let mixed = args.battle.plans == PlanChoice::Equilibrium;
    let plays = if mixed { ["a mix of plans".to_owned(), "a mix of plans".to_owned()] } else { plays(&spec) };
    let described =
        Description { command: "battle", kind: "Battle", ground: ground(&plan, &spec), plays, sample: None };
    let encounter = Encounter { ids, meeting: Meeting::Battles(spec.clone()) };
    if mixed {
        answer_equilibrium(&plan, &encounter, &spec, stop, described)
    } else {
        answer(&plan, &encounter, MethodChoice::Auto, stop, described)
    }
}

/// The plans of both sides.
pub(crate) fn plays(spec: &BattleSpec) -> [String; 2] {
    spec.plans.map(|plan| plan.word().to_owned())
}

/// The table that the two meet on.
pub(crate) fn ground(plan: &Plan, spec: &BattleSpec) -> String {
    let facts = plan.game.conditions().iter().find(|facts| facts.id == spec.conditions);
    let mut ground =
        facts.map_or_else(|| spec.conditions.clone(), |facts| format!("{} ({})", facts.name, facts.id));
    if let Some(turns) = spec.max_turns {
        ground.push_str(&format!(", at most {turns} turns"));
    }
    if spec.limit_is_draw {
        ground.push_str(", a draw at the turn limit");
    }
    ground
}
