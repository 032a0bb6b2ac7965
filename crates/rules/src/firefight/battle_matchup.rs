//! A battle behind the door: both forces made ready for [`BattleMatchup`].

use super::battle::{Commands, Force};
use super::duel_matchup::hurts;
use super::numbers::Attacks;
use super::plan::UnitPlan;
use super::rules::Rules;
use super::unit::UnitSpec;
use crate::battle::{BattleMatchup, Contender};
use crate::contents::BoxSpec;
use crate::ruleset::{BattleSpec, Matchup, Respawns};
use crate::table::Conditions;

/// Compiles a battle of two forces on each of the conditions.
pub fn battle<'r>(
    rules: &'r Rules,
    forces: [&BoxSpec<UnitSpec>; 2],
    conditions: &[&Conditions],
    spec: &BattleSpec,
) -> Box<dyn Matchup + 'r> {
    let contenders = [0, 1].map(|at: usize| Contender {
        id: forces[at].id.clone(),
        plan: spec.plans[at],
        respawns: Respawns::default(),
        name: forces[at].name.clone(),
    });
    let units = forces.map(|force| -> Vec<UnitPlan> {
        force.units.iter().map(|unit| UnitPlan::new(unit, rules)).collect()
    });
    let by_fire = |unit: &UnitPlan, enemy: &UnitPlan| {
        [Attacks::Shooting, Attacks::Firefight].into_iter().any(|phase| hurts(rules, phase, unit, enemy))
    };
    BattleMatchup::pair(rules, &contenders, spec, conditions, |[me, foe], conditions| {
        Force::against(
            units[me].clone(),
            &units[foe],
            conditions,
            &|unit, enemy| hurts(rules, Attacks::Melee, unit, enemy),
            &by_fire,
            Commands::of(&units[me]),
        )
    })
}
