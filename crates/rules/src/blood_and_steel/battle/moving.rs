//! Moves on the table: toward, away, in column, and turning about.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::carrying::met_in_words;
use super::field::Field;
use super::step::Battle;
use crate::battle::tell_move;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Fright;
use crate::blood_and_steel::rules::Facing;
use crate::log::Log;
use crate::rolls::{MORALE_RESULT, unit_slot};
use crate::table::{Point, Travel, within};

impl Battle<'_> {
    /// Puts a unit where a move has led it; its front looks where it went.
    pub(super) fn put<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        travel: &Travel,
        log: &mut L,
    ) {
        if !travel.moved {
            return;
        }
        let me = field.unit_mut(side, unit);
        let from = me.at;
        me.facing = Point { x: travel.to.x - from.x, y: travel.to.y - from.y };
        me.at = travel.to;
        me.moved = true;
        tell_move(log, (side, unit), travel, false);
    }

    /// One standard move toward a place, or the turn that it needs first.
    #[expect(
        clippy::too_many_arguments,
        reason = "who moves where and how near, with which luck, told to whom"
    )]
    fn step_toward<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        to: Point,
        keep: i32,
        dice: &mut D,
        log: &mut L,
    ) {
        if within(field.unit(side, unit).at, to, keep) || !self.dares(field, side, unit, dice, log) {
            return;
        }
        if self.turn_to(field, side, unit, to, log) {
            return;
        }
        let travel = self.travel(field.unit(side, unit).at, to, keep, self.plan(side, unit).speed);
        self.put(field, side, unit, &travel, log);
    }

    /// Toward the enemy that it wants to charge, but not into contact.
    pub(super) fn close_in<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        keeps_off: i32,
        dice: &mut D,
        log: &mut L,
    ) {
        let Some((enemy, _)) = self.charge_target(field, side, unit) else { return };
        let keep = self.contact(side, unit, enemy) + keeps_off;
        let to = field.unit(side.foe(), enemy).at;
        self.step_toward(field, side, unit, to, keep, dice, log);
    }

    /// Toward the enemy that it wants to shoot, up to its longest range.
    pub(super) fn advance<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let Some(enemy) = self.advance_target(field, side, unit) else { return };
        let nearest = self.contact(side, unit, enemy) + self.rules.numbers.duel.keeps_off;
        // A quarter inch within its range, since moves are rounded to quarters.
        let keep = (self.plan(side, unit).longest_range - 1).max(nearest);
        let to = field.unit(side.foe(), enemy).at;
        self.step_toward(field, side, unit, to, keep, dice, log);
    }

    /// Directly away from an enemy.
    pub(super) fn fall_back<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        log: &mut L,
    ) {
        let travel = self.retreat(field, side, unit, enemy, self.plan(side, unit).speed);
        self.put(field, side, unit, &travel, log);
    }

    /// A man by himself keeps to the nearest of his friends.
    pub(super) fn follow<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        if field.unit(side, unit).joined.is_some() {
            return;
        }
        let Some(friend) = self.friend_to_follow(field, side, unit) else { return };
        let joins = self.may_join(field, side, unit, friend);
        let apart = if joins { 0 } else { self.rules.numbers.battle.follow_within };
        self.keep_near(field, side, unit, friend, apart, log);
        self.join(field, side, unit, friend, log);
    }

    /// A guard without an enemy in reach goes back to the nearest of its side's shooters.
    pub(super) fn stay_near_shooters<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        if let Some(friend) = self.nearest_shooter(field, side, unit) {
            self.keep_near(field, side, unit, friend, self.rules.numbers.battle.guard_within, log);
        }
    }

    fn keep_near<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        friend: usize,
        apart: i32,
        log: &mut L,
    ) {
        let keep = self.plan(side, unit).radius + self.plan(side, friend).radius + apart;
        let (from, to) = (field.unit(side, unit).at, field.unit(side, friend).at);
        if within(from, to, keep) || self.turn_to(field, side, unit, to, log) {
            return;
        }
        let travel = self.travel(from, to, keep, self.plan(side, unit).speed);
        self.put(field, side, unit, &travel, log);
    }

    /// A unit that holds its ground turns to the nearest enemy.
    pub(super) fn face_nearest<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        if let Some(enemy) = self.nearest(field, side, unit) {
            let to = field.unit(side.foe(), enemy).at;
            self.turn_to(field, side, unit, to, log);
        }
    }

    /// MELEE: the test to charge, up to two combat moves, the contact. False when there was nobody to charge.
    pub(super) fn charge<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let Some((enemy, true)) = self.charge_target(field, side, unit) else { return false };
        let plan = self.plan(side, unit);
        let Some(die) = plan.combat else { return false };
        let before = field.unit(side, unit).confidence;
        if before > Confidence::Shaken {
            return false;
        }
        let threat = self.rules.charge_threat(before, self.plan(side.foe(), enemy).terror);
        let terrible = threat > self.rules.charge_threat(before, false);
        let why = if terrible { "to charge into terror" } else { "to charge" };
        if self.test(field, side, unit, threat, why, dice, log) > 0 {
            // Ruling B10.
            if !self.rules.rulings.failed_charge_costs {
                field.unit_mut(side, unit).confidence = before;
                self.say(log, side, unit, || "loses no heart by it".to_owned());
            }
            return true;
        }
        let contact = self.contact(side, unit, enemy);
        for _ in 0..self.rules.numbers.actions {
            dice.unit(unit_slot(side, unit));
            dice.kind(MORALE_RESULT);
            let pips = i32::try_from(dice.die(die)).unwrap_or(0);
            let to = field.unit(side.foe(), enemy).at;
            let travel = self.travel(field.unit(side, unit).at, to, contact, pips * plan.combat_pip);
            self.put(field, side, unit, &travel, log);
            if travel.reached {
                self.come_home(field, side, unit, enemy, dice, log);
                return true;
            }
        }
        self.say(log, side, unit, || "falls short of its charge".to_owned());
        true
    }

    /// The charge has come home: the defender tests, stands or runs, and the melee is resolved.
    fn come_home<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let (foe, rules) = (side.foe(), self.rules);
        let (plan, other) = (self.plan(side, unit), self.plan(foe, enemy));
        let meets = self.facing(foe, enemy, field.unit(foe, enemy), field.unit(side, unit).at);
        self.say(log, side, unit, || {
            let met =
                if meets == Facing::Front { String::new() } else { format!(", {}", met_in_words(meets)) };
            format!("charges home against {}{met}", other.name)
        });
        if field.unit(foe, enemy).column {
            self.test(field, foe, enemy, rules.numbers.threat.march, "on the march", dice, log);
        }
        self.frighten(field, foe, enemy, Fright::ChargedBy(plan), dice, log);
        let target = *field.unit(foe, enemy);
        // Ruling B15; a routed unit never stands.
        let mut runs = target.confidence == Confidence::Routed
            || target.confidence == Confidence::Broken && rules.rulings.broken_defender_routs;
        if !runs {
            let threat = rules.defence_threat(meets, target.confidence, plan.terror);
            let terrible = threat > rules.defence_threat(meets, target.confidence, false);
            let why = if terrible { "against the terror of the charge" } else { "against the charge" };
            let lost = self.test(field, foe, enemy, threat, why, dice, log);
            // Ruling B16.
            let scatters = other.skirmish && !other.individual && rules.rulings.skirmishers_rout;
            runs = lost > 0 && scatters || field.unit(foe, enemy).confidence == Confidence::Routed;
            field.unit_mut(foe, enemy).silenced |= lost > 0;
        }
        if runs {
            self.rout(field, foe, enemy, dice, log);
            self.regain(field, side, unit, log);
            return;
        }
        field.unit_mut(side, unit).charging |= 1 << enemy;
        self.lock(field, side, unit, enemy, meets);
        self.resolve_charge(field, side, unit, enemy, dice, log);
    }

    /// Puts two units into contact; `unit` made the move and `meets` its enemy there.
    pub(super) fn lock(&self, field: &mut Field, side: Side, unit: usize, enemy: usize, meets: Facing) {
        let me = field.unit_mut(side, unit);
        me.locked |= 1 << enemy;
        me.column = false;
        let other = field.unit_mut(side.foe(), enemy);
        other.locked |= 1 << unit;
        match meets {
            Facing::Front => {}
            Facing::Flank => other.flanked |= 1 << unit,
            Facing::Rear => other.taken_behind |= 1 << unit,
        }
    }

    /// Figures that fall to a cause, for the rooms beside this one.
    pub(super) fn fall<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        figures: u32,
        dice: &mut D,
        log: &mut L,
    ) -> u32 {
        self.take_off(field, side, unit, figures, Cause::Melee, dice, log)
    }
}
