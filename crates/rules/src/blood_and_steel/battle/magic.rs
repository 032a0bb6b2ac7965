//! MAGIC: the spells that are not fire. A wizard's quality die must show more than the range die to the unit that he casts
//! on, and more than an enemy wizard's counterspell.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::acting::Spent;
use super::field::Field;
use super::step::Battle;
use crate::battle::members;
use crate::blood_and_steel::story::opposed_in_words;
use crate::log::Log;
use crate::rolls::{SHOOTING, unit_slot};
use crate::table::{INCH, distance_squared};

/// Spells as bits of [`Spent::fired`], above those of the weapons.
const ATTACK: u32 = 1 << 29;
const DEFENCE: u32 = 1 << 30;
const MOVEMENT: u32 = 1 << 31;

impl Battle<'_> {
    /// Casts one spell on a friend, where one is of use: attack or defence on a unit in a melee that is still to be
    /// resolved, movement on one that it brings into contact or nearer to it. False when there is none.
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
        let Some((friend, spell)) = self.friend_to_enchant(field, side, unit, wizard, spent.fired) else {
            return false;
        };
        let Some(range) = self.range_die(field, side, unit, friend, wizard) else { return false };
        spent.fired |= spell;
        let at = field.unit(side, friend).at;
        let counter = self.counterspell(field, side.foe(), at);
        dice.unit(unit_slot(side, unit));
        dice.kind(SHOOTING);
        let works = self.rules.cast(wizard, range, counter, dice);
        self.say(log, side, unit, || {
            let name = match spell {
                ATTACK => "an attack spell",
                DEFENCE => "a defence spell",
                _ => "a movement spell",
            };
            let came = if works.is_some() { "it works" } else { "in vain" };
            let against = opposed_in_words(range, counter);
            format!("casts {name} on {} {against}: {came}", self.plan(side, friend).name)
        });
        if let Some(shown) = works {
            match spell {
                ATTACK => field.unit_mut(side, friend).attack = true,
                DEFENCE => field.unit_mut(side, friend).defence = true,
                _ => self.carry(field, side, friend, shown, dice, log),
            }
        }
        true
    }

    /// The range die to a friend; `None` beyond the last band.
    pub(super) fn range_die(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        friend: usize,
        wizard: Die,
    ) -> Option<Die> {
        let band = i32::from(wizard.sides()) * INCH;
        let squared = distance_squared(field.unit(side, unit).at, field.unit(side, friend).at);
        let dice = &self.rules.numbers.missile.range_dice;
        let reached = (1i32..).zip(dice).find(|(bands, _)| {
            let reach = i64::from(bands * band);
            squared <= reach * reach
        });
        reached.map(|(_, die)| *die)
    }

    fn friend_to_enchant(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        wizard: Die,
        spent: u32,
    ) -> Option<(usize, u32)> {
        let engaged = |spell: u32, has: &dyn Fn(usize) -> bool| {
            let found = self.standing(field, side).find(|(friend, other)| {
                // A spell lasts until the unit's next activation: it is of use where the enemy may resolve the melee.
                let may_resolve = |enemy: usize| !field.unit(side.foe(), enemy).acted;
                spent & spell == 0 && !other.fought && !has(*friend) && members(other.locked).any(may_resolve)
            });
            found.map(|(friend, _)| (friend, spell))
        };
        engaged(ATTACK, &|friend| field.unit(side, friend).attack)
            .or_else(|| engaged(DEFENCE, &|friend| field.unit(side, friend).defence))
            .or_else(|| {
                let unspent = spent & MOVEMENT == 0;
                let carried = unspent.then(|| self.friend_to_carry(field, side, unit, wizard)).flatten();
                carried.map(|friend| (friend, MOVEMENT))
            })
    }
}
