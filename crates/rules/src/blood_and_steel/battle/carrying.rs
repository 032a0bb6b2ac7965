//! MAGIC ¶6, the movement spell: whom a wizard carries, and where to.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::field::{Field, Fielded};
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::rules::Facing;
use crate::grammar;
use crate::log::Log;
use crate::orders::Orders;
use crate::table::{INCH, Point, Table, distance_squared, within};

/// A place in contact with an enemy.
#[derive(Clone, Copy, Debug)]
struct Landing {
    enemy: usize,
    at: Point,
    /// Worth that the unit gains there over what it would do without the spell, times the chance to get there.
    gain: f64,
}

impl Battle<'_> {
    /// Whom a wizard carries: the friend who gains most by landing in contact, with the chance counted that the spell works and
    /// reaches so far; where nobody gains, the first who is still to act and has no enemy in reach of a charge.
    pub(super) fn friend_to_carry(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        wizard: Die,
    ) -> Option<usize> {
        let willing = || self.standing(field, side).filter(|(friend, _)| self.closes(field, side, *friend));
        let mut best: Option<(f64, usize)> = None;
        for (friend, other) in willing() {
            let Some(range) = self.range_die(field, side, unit, friend, wizard) else { continue };
            let counter = self.counterspell(field, side.foe(), other.at);
            let chance = |inches: u32| self.rules.chance_of_cast(wizard, range, counter, inches);
            let Some(landing) = self.best_landing(field, side, friend, &chance) else { continue };
            if landing.gain > best.map_or(0.0, |(gain, _)| gain) {
                best = Some((landing.gain, friend));
            }
        }
        let late = || {
            let far = |(friend, other): &(usize, &Fielded)| {
                let reach = self.plan(side, *friend).longest_combat();
                !other.acted && self.nearest_within(field, side, *friend, |_, _| reach).is_none()
            };
            willing().find(far).map(|(friend, _)| friend)
        };
        best.map(|(_, friend)| friend).or_else(late)
    }

    /// Whether a unit is on its way into contact: formed up, in good heart, and told to charge.
    fn closes(&self, field: &Field, side: Side, unit: usize) -> bool {
        let (plan, me) = (self.plan(side, unit), field.unit(side, unit));
        me.locked == 0
            && !me.column
            && me.confidence < Confidence::Shaken
            && !plan.shoots(me.led)
            && !plan.lone
            && plan.combat.is_some()
            && self.orders(field, side, unit) == Some(Orders::Charge)
    }

    /// MAGIC ¶6: "A unit is teleported (wizard quality die)" & may face any direction, even into combat BUT doesn't cause a melee to
    /// be fought": into contact where it gains by that, else toward its nearest enemy.
    pub(super) fn carry<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        inches: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let reached = |needed: u32| if needed <= inches { 1.0 } else { 0.0 };
        if let Some(landing) = self.best_landing(field, side, unit, &reached) {
            self.land(field, side, unit, landing, dice, log);
            return;
        }
        let Some(enemy) = self.nearest(field, side, unit) else { return };
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let keep = self.contact(side, unit, enemy) + self.rules.numbers.duel.keeps_off;
        let allowance = i32::try_from(inches).unwrap_or(0) * INCH;
        // No ground hinders it.
        let open = Table::open(self.conditions.table.width, self.conditions.table.depth);
        let travel = open.travel(from, to, keep, allowance, &self.rules.numbers.movement.going);
        let me = field.unit_mut(side, unit);
        me.at = travel.to;
        me.moved |= travel.moved;
        if to != me.at {
            me.facing = Point { x: to.x - me.at.x, y: to.y - me.at.y };
        }
        self.say(log, side, unit, || format!("is carried {} toward the enemy", grammar::inches(travel.far)));
    }

    /// The place beside an enemy, behind it, in flank or in front, where a unit that lands there without a charge gains most over
    /// the charge that it can make in this activation, or else over staying out of it or charging later, whichever is worse.
    /// `chance` is that of coming so many inches. Who flees is not followed.
    fn best_landing(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        chance: &dyn Fn(u32) -> f64,
    ) -> Option<Landing> {
        let (me, hurts) = (field.unit(side, unit), self.force(side).hurts_in_melee[unit]);
        let longest = self.plan(side, unit).longest_combat();
        let mut best: Option<Landing> = None;
        for (enemy, target) in self.standing(field, side.foe()) {
            let contact = self.contact(side, unit, enemy);
            let near = inches_between(me.at, target.at).saturating_sub(inches_of(contact));
            if hurts >> enemy & 1 == 0 || target.confidence > Confidence::Shaken || chance(near) <= 0.0 {
                continue;
            }
            let charge = self.exchange_from(field, side, unit, enemy, me.at, true);
            let may_charge = !me.acted && within(me.at, target.at, contact + longest);
            let instead = if may_charge { charge } else { charge.min(0.0) };
            let ahead = Point { x: me.at.x - target.at.x, y: me.at.y - target.at.y };
            let front = if self.plan(side.foe(), enemy).massed { target.facing } else { ahead };
            let turned = |front: Point| Point { x: -front.y, y: front.x };
            let (left, back) = (turned(front), turned(turned(front)));
            for way in [back, left, turned(back), front] {
                let at = beside(target.at, way, contact);
                let chance = chance(inches_between(me.at, at));
                if chance <= 0.0 || !self.is_free(field, side, unit, enemy, at) {
                    continue;
                }
                let gain = chance * (self.exchange_from(field, side, unit, enemy, at, false) - instead);
                if gain > best.map_or(0.0, |best| best.gain) {
                    best = Some(Landing { enemy, at, gain });
                }
            }
        }
        best
    }

    /// Whether a unit can stand at a place on the table in contact with this enemy alone, and on none of its friends.
    fn is_free(&self, field: &Field, side: Side, unit: usize, enemy: usize, at: Point) -> bool {
        let radius = self.plan(side, unit).radius;
        let inside = |value: i32, most: i32| (radius..=most - radius).contains(&value);
        let touches = |(other, fielded): (usize, &Fielded)| {
            other != enemy && within(at, fielded.at, self.contact(side, unit, other))
        };
        let overlaps = |(friend, fielded): (usize, &Fielded)| {
            let apart = radius + self.plan(side, friend).radius;
            friend != unit && within(at, fielded.at, apart - 1)
        };
        let table = &self.conditions.table;
        inside(at.x, table.width)
            && inside(at.y, table.depth)
            && !self.standing(field, side.foe()).any(touches)
            && !self.standing(field, side).any(overlaps)
    }

    /// Puts a unit into contact. Nobody has charged: nobody tests, and blows are exchanged when a unit of that melee is next
    /// activated. A column is attacked all the same (MOVEMENT ¶3).
    fn land<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        landing: Landing,
        dice: &mut D,
        log: &mut L,
    ) {
        let (foe, enemy) = (side.foe(), landing.enemy);
        let target = field.unit(foe, enemy);
        let (column, meets, to) = (target.column, self.facing(foe, enemy, target, landing.at), target.at);
        let me = field.unit_mut(side, unit);
        (me.at, me.moved) = (landing.at, true);
        me.facing = Point { x: to.x - me.at.x, y: to.y - me.at.y };
        self.say(log, side, unit, || {
            format!("is carried into contact with {}, {}", self.plan(foe, enemy).name, met_in_words(meets))
        });
        self.lock(field, side, unit, enemy, meets);
        if column {
            self.test(field, foe, enemy, self.rules.numbers.threat.march, "on the march", dice, log);
        }
    }
}

/// Where a unit is met.
pub(super) fn met_in_words(meets: Facing) -> &'static str {
    ["in front", "in flank", "from behind"][meets as usize]
}

/// The place so far from another in a direction.
#[expect(clippy::cast_possible_truncation, reason = "a distance on a table")]
fn beside(place: Point, way: Point, distance: i32) -> Point {
    let square = |part: i32| f64::from(part) * f64::from(part);
    let length = (square(way.x) + square(way.y)).sqrt().max(1.0);
    let step = |part: i32| (f64::from(part) * f64::from(distance) / length).round() as i32;
    Point { x: place.x + step(way.x), y: place.y + step(way.y) }
}

/// The whole inches that lead from one place to another.
fn inches_between(one: Point, other: Point) -> u32 {
    let apart = distance_squared(one, other).isqrt();
    let apart = if apart * apart < distance_squared(one, other) { apart + 1 } else { apart };
    inches_of(i32::try_from(apart).unwrap_or(i32::MAX - INCH))
}

/// Whole inches that hold a length.
fn inches_of(quarters: i32) -> u32 {
    u32::try_from((quarters + INCH - 1) / INCH).unwrap_or(0)
}
