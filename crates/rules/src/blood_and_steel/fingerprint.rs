//! What a compiled match-up depends on, as a hash. Numbers and rulings that it cannot ask for are blanked first, so that an
//! edit of theirs leaves it as it was: walls where there are none, flanks in a duel, missiles where nobody shoots. What only
//! makes units is in the compiled units already.

use muster_dice::Die;

use super::duel::DuelProcess;
use super::numbers::Numbers;
use super::plan::UnitPlan;
use super::rules::Rules;
use super::rulings::{LedTotal, Ranks, Rulings, Succession};
use super::throw::Throw;
use crate::battle::{Ground, all_open, blank_going, units_on};
use crate::keyed::{Fingerprint, fingerprint};
use crate::orders::Plan;
use crate::table::Cover;

/// Blanks what neither a duel nor a battle of these units asks for.
fn blank(numbers: &mut Numbers, rulings: &mut Rulings, units: &[&UnitPlan]) {
    let any = |has: fn(&UnitPlan) -> bool| units.iter().any(|unit| has(unit));
    // These have gone into the compiled units.
    numbers.quality.clear();
    numbers.armour.dice.clear();
    numbers.base_area.clear();
    (numbers.armour.mounted, numbers.armour.barded) = (0, 0);
    (numbers.melee.mounted, numbers.melee.rank_of, numbers.melee.ranks_cap) = (0, 1, 1);
    let moves = &mut numbers.movement;
    (moves.infantry, moves.armoured_infantry, moves.cavalry) = (0, 0, 0);
    (moves.armoured_cavalry, moves.armoured_barded_cavalry, moves.engine) = (0, 0, 0);
    (moves.massed_divides_by, moves.combat_doubles) = (1, 1);
    for names in [&mut numbers.panic.at_sight, &mut numbers.panic.under_fire, &mut numbers.panic.at_terror] {
        names.clear();
    }
    numbers.missile.engine_band = 1;
    (numbers.duel.start, numbers.duel.room, numbers.duel.max_turns) = (0, 0, 1);
    let none = Throw::of(Die::D4);
    (numbers.magic.fireball_firepower, numbers.magic.fireball_impact) = (none, none);
    rulings.ranks = Ranks::Full;
    (rulings.march_is_base_move, rulings.any_armour_slows, rulings.two_ranks_shoot) = (false, false, false);
    (rulings.engine_doubles_impact, rulings.engine_miss_tests) = (false, false);
    (rulings.monster_die_only, rulings.breath, rulings.lance_is_free, rulings.panic) =
        (false, false, false, false);
    // These wait for somebody who is not there.
    if !any(|unit| unit.fears.is_some()) {
        (numbers.panic.threat, numbers.panic.worse_on) = (0, 0);
    }
    if !any(|unit| unit.riderless.is_some()) {
        numbers.characters.rider_lost = 0;
    }
    if !any(|unit| unit.led || unit.commander.is_some()) {
        (numbers.characters.second_quality, rulings.led_total) = (0, LedTotal::AllDice);
    }
    if !any(|unit| unit.standard) {
        numbers.threat.standard = 0;
    }
    if !any(|unit| unit.terror) {
        rulings.terror_adds_one = false;
    }
    if !any(|unit| unit.skirmish && !unit.individual) {
        rulings.skirmishers_rout = false;
    }
    if !any(|unit| unit.lone) {
        numbers.missile.lone_figure = 0;
    }
    if !any(|unit| unit.higher_ground) {
        numbers.melee.higher_ground = 0;
    }
    if !any(|unit| unit.commander.is_some_and(|commander| commander.wizard.is_some())) {
        (numbers.magic.attack, numbers.magic.defence) = (0, 0);
        rulings.counterspell_lowered_at_once = false;
    }
    if !any(|unit| !unit.fire.is_empty()) {
        numbers.missile.range_dice.clear();
        (numbers.missile.soft_cover, numbers.missile.hard_cover) = (0, 0);
        (numbers.threat.minor_result, rulings.minor_suppresses) = (0, false);
    }
}

/// Blanks what only a battle asks for.
fn blank_battle(numbers: &mut Numbers, rulings: &mut Rulings) {
    // Duels are fought front to front, by units that nobody joins.
    let [_, flank, rear] = &mut numbers.threat.facing;
    (*flank, *rear) = (0, 0);
    (numbers.threat.march, numbers.threat.character_lost) = (0, 0);
    (numbers.movement.going.rough_divides_by, numbers.movement.going.wall_costs) = (1, 0);
    numbers.arcs = [0.0; 2];
    numbers.characters.reach = 0;
    blank_commanders(numbers, rulings);
    (numbers.battle.guard_within, numbers.battle.deploys_within, numbers.battle.reforms) = (0, 0, false);
    (rulings.flanked_loses_ranks, rulings.smaller_side_begins, rulings.fewer_pass) = (false, false, false);
}

/// Blanks how characters command and follow units.
fn blank_commanders(numbers: &mut Numbers, rulings: &mut Rulings) {
    (numbers.characters.reach, numbers.threat.character_lost) = (0, 0);
    (numbers.battle.follow_within, numbers.battle.joins_units) = (0, false);
    (rulings.ranks_command, rulings.succession) = (false, Succession::AnAction);
}

/// The fingerprint of a duel.
pub(super) fn of_duel(duel: &DuelProcess<'_>) -> Fingerprint {
    let (mut numbers, mut rulings) = (duel.rules.numbers.clone(), duel.rules.rulings);
    blank(&mut numbers, &mut rulings, &duel.units.each_ref());
    blank_battle(&mut numbers, &mut rulings);
    if duel.units.iter().all(|unit| unit.start_cover == Cover::None) {
        (numbers.missile.soft_cover, numbers.missile.hard_cover) = (0, 0);
    }
    let gains = |unit: &UnitPlan| {
        let gain = |figures: u32| unit.drill.gains(figures, unit.files, !unit.fire.is_empty());
        unit.reforms() && (1..=unit.figures).any(gain)
    };
    numbers.duel.reforms &= duel.units.iter().any(gains);
    // Nobody asks in a duel how far a march goes, or what a unit is worth.
    let mut units = duel.units.clone();
    for unit in &mut units {
        (unit.march, unit.marches) = (0, false);
        unit.worth.clear();
        unit.command = None;
    }
    fingerprint(&(numbers, rulings, units, duel.policies, duel.start, duel.room, duel.max_turns))
}

/// The fingerprint of a battle: of every ground that it is fought on.
pub(super) fn of_battle(rules: &Rules, plans: [Plan; 2], grounds: &[Ground<Rules>]) -> Fingerprint {
    let (mut numbers, mut rulings) = (rules.numbers.clone(), rules.rulings);
    let units = units_on(grounds);
    blank(&mut numbers, &mut rulings, &units);
    blank_going(&mut numbers.movement.going, grounds);
    if all_open(grounds) && units.iter().all(|unit| unit.start_cover == Cover::None) {
        (numbers.missile.soft_cover, numbers.missile.hard_cover) = (0, 0);
    }
    if !units.iter().any(|unit| unit.massed) {
        let [_, flank, rear] = &mut numbers.threat.facing;
        (*flank, *rear, numbers.arcs) = (0, 0, [0.0; 2]);
        rulings.flanked_loses_ranks = false;
    }
    if !units.iter().any(|unit| unit.reforms()) {
        numbers.battle.reforms = false;
    }
    if !units.iter().any(|unit| unit.marches || unit.reforms() && numbers.battle.reforms) {
        (numbers.threat.march, numbers.battle.deploys_within) = (0, 0);
    }
    if !units.iter().any(|unit| unit.commander.is_some()) {
        blank_commanders(&mut numbers, &mut rulings);
    }
    numbers.duel.reforms = false;
    let grounds: Vec<_> = grounds.iter().map(|ground| (&ground.conditions, &ground.forces)).collect();
    fingerprint(&(numbers, rulings, plans, grounds))
}
