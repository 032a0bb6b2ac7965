//! FIREFIGHT on the table: groups that hang together fire at the same time.

use muster_dice::Dice;
use muster_results::Side;

use super::attacking::Attacker;
use super::field::Field;
use super::step::Battle;
use crate::battle::members;
use crate::firefight::numbers::Attacks;
use crate::log::Log;

impl Battle<'_> {
    /// Every model within firefight distance of an enemy fires, those of both sides at the same time (ruling C11). Units that
    /// are linked in a chain are resolved together; the chains come in the order of the active side's list.
    pub(super) fn firefight_phase<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let mut done = 0u64;
        for unit in 0..self.force(side).units.len() {
            if done >> unit & 1 == 1 || field.unit(side, unit).figures == 0 {
                continue;
            }
            let chain = self.chain(field, side, unit);
            done |= chain[0];
            if chain[1] == 0 {
                continue;
            }
            let mut attackers: Vec<Attacker> = Vec::new();
            for (who, mask) in [(side, chain[0]), (side.foe(), chain[1])] {
                let silent = who != side && self.rules.rulings.only_active_fires;
                for unit in members(mask).filter(|_| !silent) {
                    // Who has fired may not charge: a unit that means to holds its fire.
                    if who == side && self.will_charge(field, side, unit).is_some() {
                        continue;
                    }
                    let aims = self.aims(field, who, unit, Attacks::Firefight, self.linked(field, who, unit));
                    if !aims.is_empty() {
                        attackers.push(Attacker { side: who, unit, aims });
                    }
                }
            }
            for one in attackers.iter().filter(|one| one.side == side) {
                field.unit_mut(side, one.unit).fired = true;
            }
            self.attack(field, Attacks::Firefight, &attackers, dice, log);
        }
    }

    /// Enemies that a unit may fire at in the firefight, one bit each.
    fn linked(&self, field: &Field, side: Side, unit: usize) -> u64 {
        let enemies = self.standing(field, side.foe()).filter(|(enemy, _)| {
            self.is_near(field, side, unit, *enemy) && self.may_fire_at(field, side, unit, *enemy)
        });
        enemies.fold(0, |mask, (enemy, _)| mask | 1 << enemy)
    }

    /// All that hang together with a unit: `[side, its foe]`, one bit each.
    fn chain(&self, field: &Field, side: Side, unit: usize) -> [u64; 2] {
        let mut masks = [1u64 << unit, 0];
        let mut fresh = masks;
        // Only units that have just come in can bring others.
        while fresh != [0; 2] {
            let foes = members(fresh[0]).fold(0, |mask, at| mask | self.linked(field, side, at));
            let friends = members(fresh[1]).fold(0, |mask, at| mask | self.linked(field, side.foe(), at));
            fresh = [friends & !masks[0], foes & !masks[1]];
            masks = [masks[0] | fresh[0], masks[1] | fresh[1]];
        }
        masks
    }
}
