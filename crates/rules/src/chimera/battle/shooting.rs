//! The Shoot step on the table: fire, or the move of those that have nothing to shoot with.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::Field;
use super::step::Battle;
use crate::chimera::plan::FireBand;
use crate::chimera::saves::Target;
use crate::chimera::shooting::{Shot, volley};
use crate::log::{Event, Log};
use crate::orders::Orders;
use crate::table::Verdict;

impl Battle<'_> {
    pub(super) fn shoot_step<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        for units in &mut field.units {
            units.iter_mut().for_each(|unit| unit.fought = 0);
        }
        for unit in 0..self.force(side).units.len() {
            let me = field.unit(side, unit);
            let may_act = me.locked == 0 || self.rules.rulings.locked_units_shoot;
            if me.strength == 0 || !may_act {
                continue;
            }
            log.asked();
            if self.plan(side, unit).shoots[me.strength as usize] {
                self.shoot(field, side, unit, dice, log);
            } else if me.locked == 0 {
                self.bonus_move(field, side, unit, dice, log);
            }
            if let Some(verdict) = field.destroyed() {
                return Some(verdict);
            }
        }
        None
    }

    pub(super) fn shoot<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        if !self.rules.rulings.split_fire {
            if let Some((enemy, band)) = self.shooting_target(field, side, unit, None) {
                let wounds = self.fire(field, side, unit, enemy, band, dice, log);
                self.suffer(field, side.foe(), enemy, wounds, dice, log);
            }
            return;
        }
        // Ruling A23: each AP group picks its own target; all casualties come off together.
        let piercings: Vec<i32> = self
            .plan(side, unit)
            .fire
            .first()
            .map_or_else(Vec::new, |b| b.groups.iter().map(|g| g.armour_piercing).collect());
        let mut wounds: Vec<(usize, u32)> = Vec::new();
        for piercing in piercings {
            let Some((enemy, band)) = self.shooting_target(field, side, unit, Some(piercing)) else {
                continue;
            };
            let groups = band.groups.iter().filter(|g| g.armour_piercing == piercing).cloned().collect();
            let one = FireBand { range: band.range, groups };
            wounds.push((enemy, self.fire(field, side, unit, enemy, &one, dice, log)));
        }
        wounds.sort_unstable();
        while let Some((enemy, first)) = wounds.pop() {
            let mut total = first;
            while let Some((_, more)) = wounds.pop_if(|(other, _)| *other == enemy) {
                total += more;
            }
            let total = total.min(field.unit(side.foe(), enemy).strength);
            self.suffer(field, side.foe(), enemy, total, dice, log);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "who fires what at whom, with which luck, told to whom")]
    pub(super) fn fire<D: Dice, L: Log>(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        enemy: usize,
        band: &FireBand,
        dice: &mut D,
        log: &mut L,
    ) -> u32 {
        let (shooter, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let cover = self.cover(side.foe(), enemy, target, shooter.at);
        let aimed = Target { plan: self.plan(side.foe(), enemy), strength: target.strength, cover };
        let gap = if log.tells() { self.gap(field, side, unit, enemy) } else { 0 };
        let shot = Shot { side, unit, target: enemy, gap };
        volley(&self.rules.save_rules(), shooter.strength, band, aimed, shot, dice, log)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a distance on the table")]
    pub(super) fn gap(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> i32 {
        let (me, foe) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        crate::table::gap(me.at, self.plan(side, unit).radius, foe.at, self.plan(side.foe(), enemy).radius)
            .round() as i32
    }

    pub(super) fn suffer<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        wounds: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let figures = self.take_off(field, side, unit, wounds, Cause::Shooting, log);
        let tests = self.rules.rulings.tests;
        let shot_at = tests.shooting_casualties && figures > 0 && field.unit(side, unit).strength > 0;
        if shot_at {
            self.test_morale(field, side, unit, dice, log);
        } else {
            self.test_if_due(field, side, unit, false, figures, dice, log);
        }
    }

    /// CHIMERA Movement ¶3: a unit without ranged weapons moves a further 3" instead of shooting.
    pub(super) fn bonus_move<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        if std::mem::take(&mut field.unit_mut(side, unit).rallied) {
            log.tell(Event::HeldByRally { side, unit });
            return;
        }
        let charges = match self.plans[side.index()].orders(false) {
            Orders::Charge => true,
            Orders::Await | Orders::Guard => {
                let own = self.threat(side, unit, field.unit(side, unit).strength);
                self.nearest_within(field, side, unit, |_, _| own).is_some()
            }
            Orders::Hold | Orders::Advance | Orders::Skirmish => false,
        };
        if !charges {
            return;
        }
        // Ruling A19: the extra move may or may not make contact; if not it stops a quarter inch short.
        let stop = i32::from(!self.rules.rulings.bonus_move_may_charge);
        let allowance = self.rules.numbers.bonus_move;
        if let Some(enemy) = self.close_in(field, side, unit, allowance, stop, true, log) {
            self.charge(field, side, unit, enemy, dice, log);
        }
    }
}
