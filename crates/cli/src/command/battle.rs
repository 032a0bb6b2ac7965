//! `muster battle`: one box against one box.

use muster_answers::ground;
use muster_resolver::MethodChoice;
use muster_resolver::schedule::Meeting;

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
    let plays =
        if mixed { ["a mix of plans".to_owned(), "a mix of plans".to_owned()] } else { ground::plans(&spec) };
    let described = Description {
        command: "battle",
        kind: "Battle",
        ground: ground::of_battle(plan.game.as_ref(), &spec),
        plays,
        sample: None,
    };
    let encounter = Encounter { ids, meeting: Meeting::Battles(spec.clone()) };
    if mixed {
        answer_equilibrium(&plan, &encounter, &spec, stop, described)
    } else {
        answer(&plan, &encounter, MethodChoice::Auto, stop, described)
    }
}
