//! MELEE on the table: charges, then all who hang together fight at the same time.

use muster_dice::Dice;
use muster_results::Side;

use super::attacking::Attacker;
use super::field::Field;
use super::step::Battle;
use crate::battle::{Choice, better, members};
use crate::firefight::numbers::Attacks;
use crate::log::Log;
use crate::orders::Orders;
use crate::table::distance_squared;

impl Battle<'_> {
    /// The charges of the active side in list order, then every melee.
    pub(super) fn melee_phase<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        for unit in 0..self.force(side).units.len() {
            if let Some(enemy) = self.will_charge(field, side, unit) {
                self.charge(field, side, unit, enemy, dice, log);
            }
        }
        let mut done = 0u64;
        for unit in 0..self.force(side).units.len() {
            if done >> unit & 1 == 1 || field.unit(side, unit).locked == 0 {
                continue;
            }
            let melee = field.melee_around(side, unit);
            done |= melee[0];
            let sides = [(side, melee[0]), (side.foe(), melee[1])];
            let fighters = sides.into_iter().flat_map(|(who, mask)| members(mask).map(move |at| (who, at)));
            let attackers = fighters.map(|(who, at)| {
                let locked = field.unit(who, at).locked;
                Attacker { side: who, unit: at, aims: self.aims(field, who, at, Attacks::Melee, locked) }
            });
            let attackers: Vec<Attacker> = attackers.collect();
            self.attack(field, Attacks::Melee, &attackers, dice, log);
        }
    }

    /// The enemy whom a unit of the active side charges in this turn, if it does. Suppressed and cowering units may not, nor
    /// those who have fired in this turn's firefight.
    pub(super) fn will_charge(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        let me = field.unit(side, unit);
        let barred =
            me.figures == 0 || me.locked != 0 || me.suppressed > 0 || me.cowering || me.fired || me.stuck;
        let seeks =
            || matches!(self.orders(field, side, unit), Some(Orders::Charge | Orders::Await | Orders::Guard));
        if barred || !seeks() {
            return None;
        }
        let enemy = self.charged(field, side, unit)?;
        (self.force(side).hurts_in_melee[unit] >> enemy & 1 == 1).then_some(enemy)
    }

    /// A charge leads to the nearest enemy who is not in melee yet; where none can be reached a unit joins one.
    fn charged(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        let from = field.unit(side, unit).at;
        let (mut free, mut engaged) = (None, None);
        for (enemy, target) in self.standing(field, side.foe()) {
            let contact = self.contact(side, unit, enemy);
            if self.reaches(from, target.at, contact, self.rules.numbers.movement.charge) {
                let nearest = if target.locked == 0 { &mut free } else { &mut engaged };
                let distance = distance_squared(from, target.at);
                *nearest = better(*nearest, Choice { enemy, promise: 0.0, distance });
            }
        }
        free.or(engaged).map(|choice| choice.enemy)
    }

    fn charge<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let contact = self.contact(side, unit, enemy);
        let charge = self.rules.numbers.movement.charge;
        let gap = self.distance_to(field, side, unit, enemy);
        let travel = self.go(
            field,
            (side, unit),
            charge,
            false,
            |allowance| self.travel(from, to, contact, allowance),
            dice,
            log,
        );
        if travel.reached {
            // Each model charges for itself, and those of an enemy who has not been in melee pile in; who cannot come up does not
            // strike in this turn.
            field.unit_mut(side, unit).coming_up = (charge - gap).max(0);
            let target = field.unit_mut(side.foe(), enemy);
            if target.locked == 0 {
                target.coming_up = self.rules.numbers.movement.pile_in;
            }
            field.lock(side, unit, enemy);
            self.say(log, side, unit, || format!("charges {}", self.plan(side.foe(), enemy).name));
        }
    }
}
