//! A battle behind the door: both boxes made ready for [`BattleMatchup`].

use super::battle::{Force, Reserves};
use super::compile::Rules;
use super::plan::{FireBand, UnitPlan};
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
    let reserves = [0, 1].map(|me: usize| {
        let (units, enemies) = (&compiled[me], &compiled[1 - me]);
        let Respawns { pool, figures } = contenders[me].respawns;
        let chosen = chosen_fire(rules, boxes[me], enemies);
        Reserves { pool, respawn_figures: figures, ..Reserves::of(units, enemies, chosen) }
    });
    BattleMatchup::pair(rules, &contenders, spec, conditions, |[me, foe], conditions| {
        force(rules, [&compiled[me], &compiled[foe]], conditions, reserves[me].clone())
    })
}

/// Ruling A22, `vehicle_weapons = "one"`: what each unit fires at each enemy, a vehicle the weapon that promises most.
fn chosen_fire(
    rules: &Rules,
    own: &BoxSpec<UnitSpec>,
    enemies: &[UnitPlan],
) -> Option<Vec<Vec<Vec<FireBand>>>> {
    let fire = |unit: &UnitSpec, enemy: &UnitPlan| {
        let save = enemy.save[enemy.strength as usize];
        UnitPlan::new(unit, &rules.numbers, &rules.rulings, save).fire
    };
    let at_each = |unit: &UnitSpec| enemies.iter().map(|enemy| fire(unit, enemy)).collect();
    rules.rulings.vehicle_fires_one.then(|| own.units.iter().map(at_each).collect())
}

/// Units made ready against others.
pub fn force(
    rules: &Rules,
    [units, enemies]: [&[UnitPlan]; 2],
    conditions: &Conditions,
    reserves: Reserves,
) -> Force {
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
