//! Whom to go for: contact, cover, reach, the nearest enemy and the most promising.

use muster_results::Side;

use super::near::Near;
use super::step::{Battle, UnitOf};
use super::supplied::{BattleRules, BattleUnit, FieldOf, OnTable};
use crate::table::{Cover, Point, distance_squared, within};

/// An enemy and how good it looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    /// Which.
    pub(crate) enemy: usize,
    /// What going for it promises; more is better.
    pub(crate) promise: f64,
    /// Squared distance of the centres.
    pub(crate) distance: i64,
}

/// Keeps the better of two: more promise, then nearer, then earlier in the list.
#[inline]
pub(crate) fn better(held: Option<Choice>, candidate: Choice) -> Option<Choice> {
    match held {
        Some(held)
            if held.promise > candidate.promise
                || (held.promise >= candidate.promise && held.distance <= candidate.distance) =>
        {
            Some(held)
        }
        _ => Some(candidate),
    }
}

impl<R: BattleRules> Battle<'_, R> {
    /// Centres this far apart are in contact.
    #[inline]
    pub(crate) fn contact(&self, side: Side, unit: usize, enemy: usize) -> i32 {
        self.force(side).radii[unit] + self.force(side.foe()).radii[enemy]
    }

    /// Gap from edge to edge in q, rounded up, so that nothing is in range that is not.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a distance on a table")]
    pub(crate) fn distance_to(&self, field: &FieldOf<R>, side: Side, unit: usize, enemy: usize) -> i32 {
        let (me, foe) = (field.unit(side, unit).at(), field.unit(side.foe(), enemy).at());
        let apart = (distance_squared(me, foe) as f64).sqrt().ceil() as i32;
        (apart - self.contact(side, unit, enemy)).max(0)
    }

    /// Cover that a unit has against an enemy at a place: of its start, or of the ground.
    #[inline]
    pub(crate) fn cover(&self, side: Side, unit: usize, fielded: &UnitOf<R>, from: Point) -> Cover {
        let start = if fielded.has_moved() { Cover::None } else { self.plan(side, unit).start_cover() };
        let table = &self.conditions.table;
        if table.is_open() { start } else { start.max(table.cover(fielded.at(), from)) }
    }

    /// Whether a unit at one place sees another.
    #[inline]
    pub(crate) fn sees(&self, from: Point, to: Point) -> bool {
        let table = &self.conditions.table;
        table.is_open() || table.sees(from, to)
    }

    /// Worth that falls with so much strength of a unit: as much of its worth as of its strength.
    #[inline]
    pub(crate) fn worth_taken(&self, side: Side, unit: usize, fielded: &UnitOf<R>, fallen: f64) -> f64 {
        let strength = fielded.strength();
        fallen * f64::from(self.plan(side, unit).worth_at(strength)) / f64::from(strength.max(1))
    }

    /// Whether a move of this length leads from one place to within `contact` of another.
    #[inline]
    pub(crate) fn reaches(&self, from: Point, to: Point, contact: i32, allowance: i32) -> bool {
        let table = &self.conditions.table;
        // Straight distance first: no ground makes a move longer.
        within(from, to, contact + allowance)
            && (table.is_open() || table.can_reach(from, to, contact, allowance, self.rules.going()))
    }

    /// The enemy to charge and whether it is in reach: the best expected exchange among those within reach, else the nearest
    /// that can be hurt in melee.
    #[inline]
    pub(crate) fn best_charge(
        &self,
        field: &FieldOf<R>,
        side: Side,
        unit: usize,
        in_reach: impl Fn(&UnitOf<R>, i32) -> bool,
        exchange: impl Fn(usize) -> f64,
    ) -> Option<(usize, bool)> {
        let mover = field.unit(side, unit).at();
        let hurts = self.force(side).hurts_in_melee[unit];
        let (mut reached, mut nearest) = (None, None);
        for (enemy, target) in self.standing(field, side.foe()) {
            if hurts >> enemy & 1 == 0 {
                continue;
            }
            let contact = self.contact(side, unit, enemy);
            let distance = distance_squared(mover, target.at());
            if in_reach(target, contact) {
                reached = better(reached, Choice { enemy, promise: exchange(enemy), distance });
            } else {
                nearest = Near { enemy, distance, contact }.or_nearer(nearest);
            }
        }
        reached.map(|choice| (choice.enemy, true)).or(nearest.map(|near| (near.enemy, false)))
    }

    /// The nearest enemy that a unit can hurt by fire, else the nearest it can hurt at all.
    pub(crate) fn advance_target(&self, field: &FieldOf<R>, side: Side, unit: usize) -> Option<usize> {
        let force = self.force(side);
        let (fire, melee) = (force.hurts_by_fire[unit], force.hurts_in_melee[unit]);
        let mover = field.unit(side, unit).at();
        let (radius, radii) = (force.radii[unit], &self.force(side.foe()).radii);
        let (mut under_fire, mut in_melee) = (None, None);
        for (enemy, target) in self.standing(field, side.foe()) {
            let nearest = if fire >> enemy & 1 == 1 {
                &mut under_fire
            } else if melee >> enemy & 1 == 1 {
                &mut in_melee
            } else {
                continue;
            };
            let distance = distance_squared(mover, target.at());
            *nearest = Near { enemy, distance, contact: radius + radii[enemy] }.or_nearer(*nearest);
        }
        under_fire.or(in_melee).map(|near| near.enemy)
    }

    /// The nearest enemy within a distance from edge to edge that may depend on the enemy (its threat).
    #[inline]
    pub(crate) fn nearest_within(
        &self,
        field: &FieldOf<R>,
        side: Side,
        unit: usize,
        threat: impl Fn(usize, &UnitOf<R>) -> i32,
    ) -> Option<usize> {
        let mover = field.unit(side, unit).at();
        let mut nearest = None;
        for (enemy, target) in self.standing(field, side.foe()) {
            let contact = self.contact(side, unit, enemy);
            if within(mover, target.at(), contact + threat(enemy, target)) {
                let distance = distance_squared(mover, target.at());
                nearest = Near { enemy, distance, contact }.or_nearer(nearest);
            }
        }
        nearest.map(|near| near.enemy)
    }

    /// The nearest of a side's other units that has a ranged weapon left.
    pub(crate) fn nearest_shooter(&self, field: &FieldOf<R>, side: Side, unit: usize) -> Option<usize> {
        let at = field.unit(side, unit).at();
        let shooters = self
            .standing(field, side)
            .filter(|(friend, fielded)| *friend != unit && self.plan(side, *friend).is_shooter(fielded));
        shooters.min_by_key(|(_, fielded)| distance_squared(at, fielded.at())).map(|(friend, _)| friend)
    }
}
