//! What a compiled match-up depends on, as a hash. Numbers and rulings that it cannot ask for are blanked first, so that an
//! edit of theirs leaves it as it was. What only makes units is in the compiled units already.

use super::duel::DuelProcess;
use super::formation::Order;
use super::numbers::Numbers;
use super::plan::UnitPlan;
use super::rules::Rules;
use super::rulings::Rulings;
use super::unit::Kind;
use crate::battle::{Ground, all_open, blank_going, units_on};
use crate::keyed::{Fingerprint, fingerprint};
use crate::orders::Plan;
use crate::table::Cover;

/// Blanks what neither a duel nor a battle of these units asks for.
fn blank(numbers: &mut Numbers, rulings: &mut Rulings, units: &[&UnitPlan]) {
    // These have gone into the compiled units.
    let moves = &mut numbers.movement;
    (moves.infantry, moves.vehicle, moves.coherency) = (0, 0, 0);
    rulings.formation = Order::Unit;
    let deepest = units.iter().map(|unit| unit.formation.depth_of(unit.figures)).max().unwrap_or(0);
    if deepest <= moves.pile_in {
        // Everybody comes up.
        moves.pile_in = i32::MAX;
    }
    (numbers.leadership.best, numbers.leadership.worst) = (0, 0);
    (numbers.doctrine.target, numbers.doctrine.dice) = (0, 0);
    numbers.ranks.clear();
    numbers.base_area.clear();
    (numbers.duel.start, numbers.duel.room, numbers.duel.max_turns) = (0, 0, 1);
    if !units.iter().any(|unit| unit.uses_dice()) {
        numbers.play.dice_a_try = 1;
    }
    if units.iter().all(|unit| unit.doctrines.is_empty()) {
        numbers.doctrine.reach = 0;
        (rulings.doctrines_in_enemy_turn, rulings.same_leader_again) = (false, false);
    }
    if !units.iter().any(|unit| unit.has_special_leader()) {
        rulings.leader_falls_last = false;
    }
    if !units.iter().any(|unit| unit.kind == Kind::Vehicle) {
        blank_driving(numbers);
    }
}

/// Blanks what terrain does to vehicles.
fn blank_driving(numbers: &mut Numbers) {
    let moves = &mut numbers.movement;
    (moves.vehicle_in_terrain, moves.bog_difficult, moves.bog_very_difficult) = (0, 0, 0);
}

/// The fingerprint of a duel.
pub(super) fn of_duel(duel: &DuelProcess<'_>) -> Fingerprint {
    let (mut numbers, mut rulings) = (duel.rules.numbers.clone(), duel.rules.rulings);
    blank(&mut numbers, &mut rulings, &duel.units.each_ref());
    blank_driving(&mut numbers);
    (numbers.movement.going.rough_divides_by, numbers.movement.going.wall_costs) = (1, 0);
    numbers.leadership.command_share = 0.0;
    numbers.doctrine.reach = 0;
    (numbers.play.guard_within, numbers.play.follow_within) = (0, 0);
    rulings.wounds_of_each = false;
    if duel.units.iter().all(|unit| unit.formation.depth_of(unit.figures) == 0) {
        // Whoever is near, the whole unit is.
        rulings.near_silences_unit = false;
    }
    (rulings.through_enemies, rulings.command_break_removes) = (false, false);
    if duel.units.iter().all(|unit| unit.start_cover == Cover::None) {
        (numbers.save.soft, numbers.save.hard) = (0, 0);
    }
    // Nobody asks in a duel how broad a unit is, or what it is worth.
    let units = duel.units.each_ref().map(|unit| UnitPlan {
        radius: 0,
        worth: Vec::new(),
        command: None,
        rank: 0,
        ..unit.clone()
    });
    fingerprint(&(numbers, rulings, units, duel.policies, duel.start, duel.room, duel.max_turns))
}

/// The fingerprint of a battle: of every ground that it is fought on.
pub(super) fn of_battle(rules: &Rules, plans: [Plan; 2], grounds: &[Ground<Rules>]) -> Fingerprint {
    let (mut numbers, mut rulings) = (rules.numbers.clone(), rules.rulings);
    let units = units_on(grounds);
    blank(&mut numbers, &mut rulings, &units);
    blank_going(&mut numbers.movement.going, grounds);
    if all_open(grounds) {
        blank_driving(&mut numbers);
    }
    if !units.iter().any(|unit| unit.is_leader) {
        numbers.play.follow_within = 0;
    }
    let grounds: Vec<_> = grounds.iter().map(|ground| (&ground.conditions, &ground.forces)).collect();
    fingerprint(&(numbers, rulings, plans, grounds))
}
