//! A battle behind the door: both forces made ready for [`BattleMatchup`].

use super::battle::Force;
use super::duel_matchup::{hurts_by_fire, hurts_in_melee};
use super::plan::UnitPlan;
use super::price::Pricer;
use super::rules::Rules;
use super::unit::UnitSpec;
use crate::battle::{BattleMatchup, Contender};
use crate::contents::BoxSpec;
use crate::ruleset::{BattleSpec, Matchup, Respawns};
use crate::table::Conditions;

/// Compiles a battle of two forces on each of the conditions.
pub fn battle<'r>(
    rules: &'r Rules,
    pricer: &Pricer<'_>,
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
    let units = forces.map(|force| compile(rules, pricer, force));
    BattleMatchup::pair(rules, &contenders, spec, conditions, |[me, foe], conditions| {
        Force::against(
            units[me].clone(),
            &units[foe],
            conditions,
            &|unit, enemy| hurts_in_melee(rules, unit, enemy),
            &|unit, enemy| hurts_by_fire(rules, unit, enemy),
            (),
        )
    })
}

fn compile(rules: &Rules, pricer: &Pricer<'_>, force: &BoxSpec<UnitSpec>) -> Vec<UnitPlan> {
    let compiled = force.units.iter().map(|unit| {
        let points = pricer.price(unit).map_or(0.0, |price| price.total.to_f64());
        UnitPlan::new(unit, &rules.numbers, &rules.rulings, points)
    });
    compiled.collect()
}
