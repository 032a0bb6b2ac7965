//! SHOOTING on the table: unit by unit, past friends who lie down.

use muster_dice::Dice;
use muster_results::Side;

use super::attacking::Attacker;
use super::field::Field;
use super::step::Battle;
use crate::firefight::numbers::Attacks;
use crate::log::Log;
use crate::table::within;

impl Battle<'_> {
    /// All shooting is resolved one unit at a time, in list order.
    pub(super) fn shooting_phase<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        for unit in 0..self.force(side).units.len() {
            let me = field.unit(side, unit);
            let range = self.plan(side, unit).longest_range[me.figures as usize];
            // MOVEMENT: who has moved double may not shoot in the shooting phase.
            let barred = me.figures == 0 || range == 0 || me.doubled || me.locked != 0 || me.spent;
            let waiting = self.waiting(field, side, unit);
            if barred || waiting >= me.figures {
                continue;
            }
            field.unit_mut(side, unit).waiting = waiting;
            let targets = self.shooting_targets(field, side, unit, range);
            let aims = self.aims(field, side, unit, Attacks::Shooting, targets);
            if aims.is_empty() {
                continue;
            }
            let from = field.unit(side, unit).at;
            for aim in &aims {
                let way = [from, field.unit(side.foe(), aim.enemy).at];
                let lying: Vec<usize> =
                    self.in_the_way(field, side, way).filter(|friend| *friend != unit).collect();
                for friend in lying {
                    field.unit_mut(side, friend).spent = true;
                    self.say(log, side, friend, || format!("lies down for {}", self.plan(side, unit).name));
                }
            }
            field.unit_mut(side, unit).spent = true;
            self.attack(field, Attacks::Shooting, &[Attacker { side, unit, aims }], dice, log);
        }
    }

    /// Enemies within a range that can be fired at, one bit each. Models may not shoot through friends, unless these lie down.
    fn shooting_targets(&self, field: &Field, side: Side, unit: usize, range: i32) -> u64 {
        let from = field.unit(side, unit).at;
        let clear = |enemy: usize| {
            let way = [from, field.unit(side.foe(), enemy).at];
            let mut friends = self.in_the_way(field, side, way).filter(|friend| *friend != unit);
            friends.all(|friend| self.may_lie_down(field, side, friend))
        };
        let reached = self.standing(field, side.foe()).filter(|(enemy, target)| {
            within(from, target.at, self.contact(side, unit, *enemy) + range)
                && self.may_fire_at(field, side, unit, *enemy)
                && clear(*enemy)
        });
        reached.fold(0, |mask, (enemy, _)| mask | 1 << enemy)
    }
}
