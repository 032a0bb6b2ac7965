//! An activation: two actions, spent by the orders that the side's plan gives.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Nerve;
use crate::blood_and_steel::story::{dared_in_words, got_up_in_words};
use crate::blood_and_steel::unit::Role;
use crate::log::Log;
use crate::orders::Orders;
use crate::rolls::{MORALE, unit_slot};

/// What an activation has spent.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    /// Weapons fired and spells cast, one bit each.
    pub fired: u32,
}

impl Battle<'_> {
    /// Activates a unit; `commanded` by a character who has spent an action on it.
    pub(super) fn activate<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        commanded: bool,
        dice: &mut D,
        log: &mut L,
    ) {
        log.asked();
        self.keep_up(field, side, unit);
        let me = field.unit_mut(side, unit);
        me.acted |= !commanded;
        (me.attack, me.defence) = (false, false);
        let mut actions = self.rules.numbers.actions;
        if me.locked != 0 {
            // A character may rally the unit that he leads even in melee; that takes one of his actions.
            self.rally_own(field, side, unit, &mut actions, dice, log);
            if !field.unit(side, unit).fought || self.rules.rulings.melee_each_activation {
                self.resolve_melee(field, side, unit, dice, log);
            }
            return;
        }
        self.look_about(field, side, unit, dice, log);
        if field.unit(side, unit).nerve == Nerve::Panicked {
            self.pull_together(field, side, unit, dice, log);
            return;
        }
        self.shake_off(field, side, unit, &mut actions, dice, log);
        if !commanded {
            self.command(field, side, unit, &mut actions, dice, log);
        }
        match field.unit(side, unit).confidence {
            _ if field.unit(side, unit).figures == 0 || actions == 0 => {}
            Confidence::Routed => self.run(field, side, unit, actions, dice, log),
            Confidence::Broken => {
                for _ in 0..actions {
                    self.withdraw(field, side, unit, log);
                }
            }
            _ => self.act(field, side, unit, actions, dice, log),
        }
    }

    /// Ruling B22: a suppressed unit spends actions on getting up.
    fn shake_off<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        actions: &mut u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let me = field.unit_mut(side, unit);
        let quality = self.plan(side, unit).profile(me.figures).quality;
        let target = i32::try_from(me.leadership).unwrap_or(0);
        while me.suppressed && *actions > 0 {
            *actions -= 1;
            dice.unit(unit_slot(side, unit));
            dice.kind(MORALE);
            me.suppressed = !self.rules.exceeds(quality, target, dice);
            let down = me.suppressed;
            self.say(log, side, unit, || got_up_in_words(down));
        }
    }

    /// The orders of a unit at this moment: engines stand, men by themselves keep to their friends.
    pub(super) fn orders(&self, field: &Field, side: Side, unit: usize) -> Option<Orders> {
        let plan = self.plan(side, unit);
        let shoots = plan.shoots(field.unit(side, unit).led);
        match plan.role {
            Role::WarMachine => Some(Orders::Hold),
            Role::Character | Role::Wizard
                if plan.lone && self.friend_to_follow(field, side, unit).is_some() =>
            {
                None
            }
            _ => Some(self.plans[side.index()].orders(shoots)),
        }
    }

    fn act<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        actions: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let mut left = actions;
        let mut spent = Spent::default();
        while left > 0 && field.unit(side, unit).column {
            self.march(field, side, unit, dice, log);
            left -= 1;
        }
        let full = left == self.rules.numbers.actions;
        let orders = self.orders(field, side, unit);
        let plan = self.plan(side, unit);
        let charges = match orders {
            Some(Orders::Charge) => true,
            Some(Orders::Await | Orders::Guard) => {
                self.nearest_within(field, side, unit, |_, _| plan.longest_combat()).is_some()
            }
            _ => false,
        };
        if charges && full && self.charge(field, side, unit, dice, log) {
            return;
        }
        while left > 0 {
            left -= 1;
            if field.unit(side, unit).figures == 0 || field.standing[side.foe().index()] == 0 {
                return;
            }
            if field.unit(side, unit).column {
                self.march(field, side, unit, dice, log);
                continue;
            }
            if self.enchant(field, side, unit, &mut spent, dice, log) {
                continue;
            }
            let threatened = orders == Some(Orders::Skirmish) && self.threat_to(field, side, unit).is_some();
            let waits = (charges || threatened) && left > 0;
            if !waits && self.shoot(field, side, unit, &mut spent, dice, log) {
                continue;
            }
            let reforms = !threatened && self.reform(field, side, unit, log);
            if reforms || self.form_column(field, side, unit, orders, log) {
                continue;
            }
            self.move_by_orders(field, side, unit, orders, dice, log);
        }
    }

    /// One move action by the unit's orders.
    fn move_by_orders<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        orders: Option<Orders>,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side, unit);
        let keeps_off = self.rules.numbers.duel.keeps_off;
        match orders {
            None => self.follow(field, side, unit, log),
            Some(Orders::Hold) => self.face_nearest(field, side, unit, log),
            Some(Orders::Charge) => self.close_in(field, side, unit, keeps_off, dice, log),
            Some(Orders::Advance) => self.advance(field, side, unit, dice, log),
            Some(Orders::Skirmish) => match self.threat_to(field, side, unit) {
                Some(enemy) => self.fall_back(field, side, unit, enemy, log),
                None => self.advance(field, side, unit, dice, log),
            },
            Some(Orders::Await | Orders::Guard) => {
                if self.nearest_within(field, side, unit, |_, _| plan.longest_combat()).is_some() {
                    self.close_in(field, side, unit, keeps_off, dice, log);
                } else if orders == Some(Orders::Guard) {
                    self.stay_near_shooters(field, side, unit, log);
                } else {
                    self.face_nearest(field, side, unit, log);
                }
            }
        }
    }

    /// The nearest enemy that could declare a charge from where it stands.
    fn threat_to(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        self.nearest_within(field, side, unit, |enemy, _| self.plan(side.foe(), enemy).longest_combat())
    }

    /// A shaken unit must pass a reaction test before it advances (STARGRUNT II).
    pub(super) fn dares<D: Dice, L: Log>(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let me = field.unit(side, unit);
        if me.confidence < Confidence::Shaken {
            return true;
        }
        let leadership = i32::try_from(me.leadership).unwrap_or(0);
        let target = leadership + self.rules.numbers.threat.shaken_advance;
        dice.unit(unit_slot(side, unit));
        dice.kind(MORALE);
        let dares = self.rules.exceeds(self.plan(side, unit).profile(me.figures).quality, target, dice);
        self.say(log, side, unit, || dared_in_words(dares));
        dares
    }
}
