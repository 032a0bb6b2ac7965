//! MAGIC: the spells that are not fire. A wizard's quality die must show more than the range die to the unit that he casts
//! on, and more than an enemy wizard's counterspell.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::acting::Spent;
use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::log::Log;
use crate::rolls::{SHOOTING, unit_slot};
use crate::table::{INCH, Point, distance_squared};

/// Spells as bits of [`Spent::fired`], above those of the weapons.
const ATTACK: u32 = 1 << 29;
const DEFENCE: u32 = 1 << 30;
const MOVEMENT: u32 = 1 << 31;

impl Battle<'_> {
    /// Casts one spell on a friend, where one is of use: attack or defence on a unit in a melee that is still to be
    /// resolved, movement on one that has far to go to the enemy. False when there is none.
    pub(super) fn enchant<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        spent: &mut Spent,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let wizard = self.plan(side, unit).commander.and_then(|commander| commander.wizard);
        let Some(wizard) = wizard.filter(|_| self.has_commander(side, unit, field.unit(side, unit))) else {
            return false;
        };
        let Some((friend, spell)) = self.friend_to_enchant(field, side, spent.fired) else {
            return false;
        };
        let Some(range) = self.range_die(field, side, unit, friend, wizard) else { return false };
        spent.fired |= spell;
        let at = field.unit(side, friend).at;
        let counter = self.counterspell(field, side.foe(), at);
        dice.unit(unit_slot(side, unit));
        dice.kind(SHOOTING);
        let shown = dice.die(wizard);
        let against = dice.die(range).max(counter.map_or(0, |die| dice.die(die)));
        let works = shown > against;
        self.say(log, side, unit, || {
            let name = match spell {
                ATTACK => "an attack spell",
                DEFENCE => "a defence spell",
                _ => "a movement spell",
            };
            let came = if works { "it works" } else { "in vain" };
            format!("casts {name} on {}: {came}", self.plan(side, friend).name)
        });
        if works {
            match spell {
                ATTACK => field.unit_mut(side, friend).attack = true,
                DEFENCE => field.unit_mut(side, friend).defence = true,
                _ => self.teleport(field, side, friend, shown, log),
            }
        }
        true
    }

    /// The range die to a friend; `None` beyond the last band.
    fn range_die(&self, field: &Field, side: Side, unit: usize, friend: usize, wizard: Die) -> Option<Die> {
        let band = i32::from(wizard.sides()) * INCH;
        let squared = distance_squared(field.unit(side, unit).at, field.unit(side, friend).at);
        let dice = &self.rules.numbers.missile.range_dice;
        let reached = (1i32..).zip(dice).find(|(bands, _)| {
            let reach = i64::from(bands * band);
            squared <= reach * reach
        });
        reached.map(|(_, die)| *die)
    }

    fn friend_to_enchant(&self, field: &Field, side: Side, spent: u32) -> Option<(usize, u32)> {
        let engaged = |spell: u32, has: &dyn Fn(usize) -> bool| {
            let found = self.standing(field, side).find(|(friend, other)| {
                // A spell lasts until the unit's next activation: it is of use where the enemy resolves the melee.
                spent & spell == 0 && other.locked != 0 && !other.fought && !has(*friend)
            });
            found.map(|(friend, _)| (friend, spell))
        };
        engaged(ATTACK, &|friend| field.unit(side, friend).attack)
            .or_else(|| engaged(DEFENCE, &|friend| field.unit(side, friend).defence))
            .or_else(|| {
                if spent & MOVEMENT != 0 {
                    return None;
                }
                let late = self.standing(field, side).find(|(friend, other)| {
                    let plan = self.plan(side, *friend);
                    // One that is still to act in this turn, so that it can use the ground that it wins.
                    let ready = other.locked == 0 && !other.acted && !other.column;
                    let waits = ready && other.confidence < Confidence::Shaken;
                    let charger = !plan.shoots(other.led) && !plan.lone && plan.combat.is_some();
                    waits
                        && charger
                        && self.nearest_within(field, side, *friend, |_, _| plan.longest_combat()).is_none()
                });
                late.map(|(friend, _)| (friend, MOVEMENT))
            })
    }

    /// "A unit is teleported (wizard quality die) inches and may face any direction": toward its nearest enemy, and not into
    /// contact.
    fn teleport<L: Log>(&self, field: &mut Field, side: Side, unit: usize, inches: u32, log: &mut L) {
        let Some(enemy) = self.nearest(field, side, unit) else { return };
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let keep = self.contact(side, unit, enemy) + self.rules.numbers.duel.keeps_off;
        let allowance = i32::try_from(inches).unwrap_or(0) * INCH;
        // No ground hinders it.
        let open = crate::table::Table::open(self.conditions.table.width, self.conditions.table.depth);
        let travel = open.travel(from, to, keep, allowance, &self.rules.numbers.movement.going);
        let me = field.unit_mut(side, unit);
        me.at = travel.to;
        me.moved |= travel.moved;
        if to != me.at {
            me.facing = Point { x: to.x - me.at.x, y: to.y - me.at.y };
        }
        self.say(log, side, unit, || "is carried toward the enemy".to_owned());
    }
}
