//! MAGIC: the spells that are not fire. A wizard's quality die must show more than the range die to the unit that he casts
//! on, and more than an enemy wizard's counterspell.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::acting::Spent;
use super::field::{Field, Fielded};
use super::step::Battle;
use crate::battle::members;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::story::opposed_in_words;
use crate::grammar;
use crate::log::Log;
use crate::rolls::{SHOOTING, unit_slot};
use crate::table::{INCH, Point, distance_squared, within};

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
                _ => self.teleport(field, side, friend, shown, dice, log),
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
                // A spell lasts until the unit's next activation: it is of use where the enemy may resolve the melee.
                let may_resolve = |enemy: usize| !field.unit(side.foe(), enemy).acted;
                spent & spell == 0 && !other.fought && !has(*friend) && members(other.locked).any(may_resolve)
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

    /// MAGIC ¶6: "A unit is teleported (wizard quality die)" & may face any direction, even into combat BUT doesn't cause a melee to
    /// be fought": into contact where that promises more than it costs, else toward its nearest enemy.
    fn teleport<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        inches: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let allowance = i32::try_from(inches).unwrap_or(0) * INCH;
        if let Some((enemy, place)) = self.place_of_contact(field, side, unit, allowance) {
            self.drop_into_contact(field, side, unit, enemy, place, dice, log);
            return;
        }
        let Some(enemy) = self.nearest(field, side, unit) else { return };
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let keep = self.contact(side, unit, enemy) + self.rules.numbers.duel.keeps_off;
        // No ground hinders it.
        let open = crate::table::Table::open(self.conditions.table.width, self.conditions.table.depth);
        let travel = open.travel(from, to, keep, allowance, &self.rules.numbers.movement.going);
        let me = field.unit_mut(side, unit);
        me.at = travel.to;
        me.moved |= travel.moved;
        if to != me.at {
            me.facing = Point { x: to.x - me.at.x, y: to.y - me.at.y };
        }
        self.say(log, side, unit, || {
            let carried = distance_squared(from, travel.to).isqrt();
            let carried = grammar::inches(i32::try_from(carried).unwrap_or(i32::MAX));
            format!("is carried {carried} toward the enemy")
        });
    }

    /// The enemy and the place beside it, in front, in flank or behind, where a unit that comes there without a charge has the
    /// best exchange; `None` where none promises more than it costs.
    fn place_of_contact(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        allowance: i32,
    ) -> Option<(usize, Point)> {
        let (me, hurts) = (field.unit(side, unit), self.force(side).hurts_in_melee[unit]);
        let table = &self.conditions.table;
        let radius = self.plan(side, unit).radius;
        let free = |at: Point, enemy: usize| {
            let inside = |value: i32, most: i32| (radius..=most - radius).contains(&value);
            let touches = |(other, fielded): (usize, &Fielded)| {
                other != enemy && within(at, fielded.at, self.contact(side, unit, other))
            };
            let overlaps = |(friend, fielded): (usize, &Fielded)| {
                let apart = radius + self.plan(side, friend).radius;
                friend != unit && within(at, fielded.at, apart - 1)
            };
            inside(at.x, table.width)
                && inside(at.y, table.depth)
                && within(me.at, at, allowance)
                && !self.standing(field, side.foe()).any(touches)
                && !self.standing(field, side).any(overlaps)
        };
        let mut best: Option<(f64, usize, Point)> = None;
        for (enemy, target) in self.standing(field, side.foe()).filter(|(enemy, _)| hurts >> enemy & 1 == 1) {
            let contact = self.contact(side, unit, enemy);
            if !within(me.at, target.at, allowance + contact) {
                continue;
            }
            let ahead = Point { x: me.at.x - target.at.x, y: me.at.y - target.at.y };
            let front = if self.plan(side.foe(), enemy).massed { target.facing } else { ahead };
            let turned = |front: Point| Point { x: -front.y, y: front.x };
            let (left, back) = (turned(front), turned(turned(front)));
            for way in [back, left, turned(back), front] {
                let at = beside(target.at, way, contact);
                if !free(at, enemy) {
                    continue;
                }
                let promise = self.exchange_from(field, side, unit, enemy, at, false);
                if promise > best.map_or(0.0, |(promise, ..)| promise) {
                    best = Some((promise, enemy, at));
                }
            }
        }
        best.map(|(_, enemy, at)| (enemy, at))
    }

    /// Puts a unit into contact. Nobody has charged: nobody tests, and blows are exchanged when a unit of that melee is next
    /// activated. A column is attacked all the same (MOVEMENT ¶3).
    #[expect(clippy::too_many_arguments, reason = "who comes where upon whom, with which luck, told to whom")]
    fn drop_into_contact<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        place: Point,
        dice: &mut D,
        log: &mut L,
    ) {
        let foe = side.foe();
        let target = field.unit(foe, enemy);
        let (column, meets, to) = (target.column, self.facing(foe, enemy, target, place), target.at);
        let me = field.unit_mut(side, unit);
        (me.at, me.moved) = (place, true);
        me.facing = Point { x: to.x - place.x, y: to.y - place.y };
        self.say(log, side, unit, || {
            let met = ["in front", "in flank", "from behind"][meets as usize];
            format!("is carried into contact with {}, {met}", self.plan(foe, enemy).name)
        });
        self.lock(field, side, unit, enemy, meets);
        if column {
            self.test(field, foe, enemy, self.rules.numbers.threat.march, "on the march", dice, log);
        }
    }
}

/// The place so far from another in a direction.
#[expect(clippy::cast_possible_truncation, reason = "a distance on a table")]
fn beside(place: Point, way: Point, distance: i32) -> Point {
    let square = |part: i32| f64::from(part) * f64::from(part);
    let length = (square(way.x) + square(way.y)).sqrt().max(1.0);
    let step = |part: i32| (f64::from(part) * f64::from(distance) / length).round() as i32;
    Point { x: place.x + step(way.x), y: place.y + step(way.y) }
}
