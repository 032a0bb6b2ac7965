//! A battle behind the door: both boxes made ready for [`BattleMatchup`].

use super::battle::{Force, Reserves};
use super::compile::Rules;
use super::plan::UnitPlan;
use super::unit::UnitSpec;
use crate::battle::{BattleMatchup, Contender};
use crate::contents::BoxSpec;
use crate::ruleset::{BattleSpec, Matchup, Respawns};
use crate::table::Conditions;

/// Compiles a battle of two boxes on each of the conditions.
pub fn battle<'r>(
    rules: &'r Rules,
    boxes: [&BoxSpec<UnitSpec>; 2],
    conditions: &[&Conditions],
    spec: &BattleSpec,
) -> Box<dyn Matchup + 'r> {
    let default = Respawns { pool: rules.numbers.respawn.pool, figures: rules.numbers.respawn.figures };
    let contenders = [0, 1].map(|at: usize| Contender {
        id: boxes[at].id.clone(),
        plan: spec.plans[at],
        respawns: spec.respawns[at].unwrap_or(default),
        name: boxes[at].name.clone(),
    });
    // Once a match-up, whatever the conditions and seatings.
    let compiled = boxes.map(|one| -> Vec<UnitPlan> {
        one.units.iter().map(|unit| UnitPlan::new(unit, &rules.numbers, &rules.rulings, 0)).collect()
    });
    BattleMatchup::pair(rules, &contenders, spec, conditions, |[me, foe], conditions| {
        let plans = [&compiled[me], &compiled[foe]];
        force(rules, boxes[me], plans.map(Vec::as_slice), conditions, contenders[me].respawns)
    })
}

/// A compiled box made ready against another.
fn force(
    rules: &Rules,
    own: &BoxSpec<UnitSpec>,
    [units, enemies]: [&[UnitPlan]; 2],
    conditions: &Conditions,
    respawns: Respawns,
) -> Force {
    let chosen_fire = rules.rulings.vehicle_fires_one.then(|| {
        let fire = |unit: usize, enemy: &UnitPlan| {
            let save = enemy.save[enemy.strength as usize];
            UnitPlan::new(&own.units[unit], &rules.numbers, &rules.rulings, save).fire
        };
        (0..units.len()).map(|unit| enemies.iter().map(|enemy| fire(unit, enemy)).collect()).collect()
    });
    let reserves = Reserves { chosen_fire, pool: respawns.pool, respawn_figures: respawns.figures };
    let save_rules = rules.save_rules();
    Force::against(
        units.to_vec(),
        enemies,
        conditions,
        &|unit, enemy| super::melee::can_hurt(&save_rules, unit, enemy),
        &|unit, enemy| super::shooting::can_hurt(&save_rules, unit, enemy),
        reserves,
    )
}
