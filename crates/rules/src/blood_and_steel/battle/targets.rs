//! Whom to shoot and whom to charge. All expectations are means of laws, never samples.

use muster_dice::Die;
use muster_results::Side;

use super::field::{Field, Fielded};
use super::step::Battle;
use crate::battle::{Choice, better};
use crate::blood_and_steel::missile::Shot;
use crate::blood_and_steel::plan::Missile;
use crate::blood_and_steel::rules::{Facing, Fighter};
use crate::table::{Point, distance_squared, within};

impl Battle<'_> {
    /// Where an attack from a place would meet a unit. Only massed units have flanks.
    pub fn facing(&self, side: Side, unit: usize, fielded: &Fielded, from: Point) -> Facing {
        if !self.plan(side, unit).massed {
            return Facing::Front;
        }
        let product = |a: i32, b: i32| f64::from(a) * f64::from(b);
        let (front, to) = (fielded.facing, Point { x: from.x - fielded.at.x, y: from.y - fielded.at.y });
        let along = product(front.x, to.x) + product(front.y, to.y);
        let lengths = (product(front.x, front.x) + product(front.y, front.y))
            * (product(to.x, to.x) + product(to.y, to.y));
        let [front_arc, rear_arc] = self.rules.numbers.arcs;
        let share = along * along;
        if along >= 0.0 && share >= front_arc * lengths {
            Facing::Front
        } else if along < 0.0 && share >= rear_arc * lengths {
            Facing::Rear
        } else {
            Facing::Flank
        }
    }

    // ---- shooting ---------------------------------------------------------------------------------------------

    /// The shot of one weapon of a unit at an enemy, if it is possible at all.
    pub(super) fn shot_at(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        missile: &Missile,
        enemy: usize,
    ) -> Option<Shot> {
        let (me, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let longest = missile.band.saturating_mul(i32::try_from(missile.bands).unwrap_or(1));
        if target.figures == 0 || target.locked != 0 || !within(me.at, target.at, longest) {
            return None;
        }
        if !self.sees(me.at, target.at) {
            return None;
        }
        let defence = if target.defence { self.rules.numbers.magic.defence } else { 0 };
        self.rules.shot(
            self.plan(side, unit),
            (me.figures, me.files),
            missile,
            self.plan(side.foe(), enemy),
            target.figures,
            inches_rounded_up(distance_squared(me.at, target.at)),
            self.cover(side.foe(), enemy, target, me.at),
            defence,
            if missile.spell { self.counterspell(field, side.foe(), target.at) } else { None },
        )
    }

    /// The best die that the wizards of a side have against a spell at a place.
    pub(super) fn counterspell(&self, field: &Field, side: Side, at: Point) -> Option<Die> {
        self.standing(field, side)
            .filter(|(unit, fielded)| self.has_commander(side, *unit, fielded))
            .filter_map(|(unit, fielded)| {
                let wizard = self.plan(side, unit).commander?.wizard?;
                self.rules.counterspell(wizard, inches_rounded_up(distance_squared(fielded.at, at)))
            })
            .max()
    }

    /// The weapon that is left to fire and the enemy where the most worth is expected to fall.
    pub(super) fn shooting_target(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        fired: u32,
    ) -> Option<(usize, usize, Shot)> {
        let (plan, me) = (self.plan(side, unit), field.unit(side, unit));
        for (at, missile) in plan.fire.iter().enumerate() {
            if fired >> at & 1 == 1 || missile.of_leader && !me.led {
                continue;
            }
            let mut best = None;
            for (enemy, target) in self.standing(field, side.foe()) {
                let Some(shot) = self.shot_at(field, side, unit, missile, enemy) else { continue };
                let fallen = self.rules.book.shot_mean(shot).min(f64::from(target.figures));
                let promise = self.worth_taken(side.foe(), enemy, target, fallen);
                let distance = distance_squared(me.at, target.at);
                best = better(best, Choice { enemy, promise, distance });
            }
            if let Some(choice) = best {
                let shot = self.shot_at(field, side, unit, missile, choice.enemy)?;
                return Some((at, choice.enemy, shot));
            }
        }
        None
    }

    /// Whether anything can be shot at.
    pub(super) fn has_target(&self, field: &Field, side: Side, unit: usize) -> bool {
        self.shooting_target(field, side, unit, 0).is_some()
    }

    // ---- charging ---------------------------------------------------------------------------------------------

    /// The enemy to charge: the best expected exchange among those that one combat move may reach in front of the unit, else
    /// the nearest that can be hurt.
    pub(super) fn charge_target(&self, field: &Field, side: Side, unit: usize) -> Option<(usize, bool)> {
        let (plan, mover) = (self.plan(side, unit), field.unit(side, unit));
        let allowance = plan.longest_combat();
        self.best_charge(
            field,
            side,
            unit,
            |target, contact| {
                self.facing(side, unit, mover, target.at) == Facing::Front
                    && self.reaches(mover.at, target.at, contact, allowance)
            },
            |enemy| self.exchange_from(field, side, unit, enemy, mover.at, true),
        )
    }

    /// Worth taken less worth lost in the next round against an enemy that is met from a place.
    pub(super) fn exchange_from(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        enemy: usize,
        from: Point,
        charging: bool,
    ) -> f64 {
        let (mover, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let meets = self.facing(side.foe(), enemy, target, from);
        let charger = Fighter { charging, ranked: !mover.column, ..self.fighter(field, side, unit, enemy) };
        let charged = Fighter {
            ranked: meets == Facing::Front && !target.column,
            ..self.fighter(field, side.foe(), enemy, unit)
        };
        let [lost, taken] = self.rules.book.melee_mean(self.rules.contest([&charger, &charged]));
        self.worth_taken(side.foe(), enemy, target, taken) - self.worth_taken(side, unit, mover, lost)
    }

    /// The nearest enemy at all.
    pub(super) fn nearest(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        let far = self.conditions.table.width + self.conditions.table.depth;
        self.nearest_within(field, side, unit, |_, _| far)
    }
}

/// A distance in whole quarter inches, rounded up, so that nothing is in range that is not.
#[expect(clippy::cast_possible_truncation, reason = "a distance on a table")]
fn inches_rounded_up(squared: i64) -> i32 {
    (squared as f64).sqrt().ceil() as i32
}
