//! Moves carried out, and what ground does to vehicles.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::battle::tell_move;
use crate::firefight::unit::Kind;
use crate::log::Log;
use crate::rolls::{self, unit_slot};
use crate::table::{Hardship, Travel};

impl Battle<'_> {
    /// Moves a unit by a route that depends on how far it can go. MOVEMENT: terrain slows vehicles, and they must not get stuck
    /// in it; it does not slow infantry.
    #[expect(
        clippy::too_many_arguments,
        reason = "who moves how far and by which way, with which luck, told to whom"
    )]
    pub(super) fn go<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        allowance: i32,
        double: bool,
        route: impl Fn(i32) -> Travel,
        dice: &mut D,
        log: &mut L,
    ) -> Travel {
        let from = field.unit(side, unit).at;
        let mut travel = route(allowance);
        let mut hardship = Hardship::None;
        if self.plan(side, unit).kind == Kind::Vehicle && !self.conditions.table.is_open() {
            let movement = &self.rules.numbers.movement;
            if self.conditions.table.hardship(from, travel.to) > Hardship::None {
                let slowed = movement.vehicle_in_terrain * if double { movement.double } else { 1 };
                travel = route(allowance.min(slowed));
            }
            if travel.moved {
                hardship = self.conditions.table.hardship(from, travel.to);
            }
        }
        let me = field.unit_mut(side, unit);
        if travel.moved {
            me.at = travel.to;
            (me.moved, me.sheltered) = (true, false);
            tell_move(log, (side, unit), &travel, double);
        }
        if hardship > Hardship::None {
            self.test_bogging(field, (side, unit), hardship, dice, log);
        }
        travel
    }

    /// MOVEMENT: a vehicle in difficult or very difficult terrain tests against being immobilised.
    fn test_bogging<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        hardship: Hardship,
        dice: &mut D,
        log: &mut L,
    ) {
        let movement = &self.rules.numbers.movement;
        let target = match hardship {
            Hardship::VeryDifficult => movement.bog_very_difficult,
            Hardship::Difficult | Hardship::None => movement.bog_difficult,
        };
        dice.unit(unit_slot(side, unit));
        dice.kind(rolls::BOGGING);
        if dice.resolve(&*self.rules.attempt(1, target)) == 0 {
            field.unit_mut(side, unit).stuck = true;
            self.say(log, side, unit, || "is stuck".to_owned());
        }
    }
}
