//! Whom to shoot and whom to charge. All expectations are table look-ups of the compiled rules, never samples.

use muster_dice::Roll as _;
use muster_results::Side;

use super::field::{Field, Fielded};
use super::step::Battle;
use crate::chimera::melee::Fighter;
use crate::chimera::plan::{FireBand, FireGroup, UnitPlan};
use crate::chimera::saves::{Target, save_needed};
use crate::chimera::shooting::expected_strike;
use crate::chimera::strike::Mode;
use crate::table::{Cover, distance_squared, within};

/// Mean worth of a figure of the unit as it stands, thousandths, times expected wounds: expected worth taken.
fn worth_taken(plan: &UnitPlan, strength: u32, wounds: f64) -> f64 {
    wounds * f64::from(plan.worth[strength as usize]) / f64::from(strength.max(1))
}

/// An enemy and how good it looks.
#[derive(Clone, Copy, Debug)]
struct Choice {
    enemy: usize,
    promise: f64,
    distance: i64,
}

/// Keeps the better of two: more promise, then nearer, then earlier in the list.
fn better(held: Option<Choice>, candidate: Choice) -> Option<Choice> {
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

impl Battle<'_> {
    /// Enemies of a side that are on the table, in list order.
    pub(super) fn standing<'f>(
        &self,
        field: &'f Field,
        side: Side,
    ) -> impl Iterator<Item = (usize, &'f Fielded)> {
        field.units[side.index()].iter().enumerate().filter(|(_, unit)| unit.strength > 0)
    }

    /// Cover that a unit has against an enemy standing at `from`: of its start, or of the ground.
    #[inline]
    pub(super) fn cover(&self, side: Side, unit: usize, fielded: &Fielded, from: &Fielded) -> Cover {
        let start = if fielded.moved { Cover::None } else { self.plan(side, unit).start_cover };
        let table = &self.conditions.table;
        if table.is_open() { start } else { start.max(table.cover(fielded.at, from.at)) }
    }

    /// Sum of both radii: centres this far apart are in contact.
    #[inline]
    pub(super) fn contact(&self, side: Side, unit: usize, enemy: usize) -> i32 {
        self.plan(side, unit).radius + self.plan(side.foe(), enemy).radius
    }

    // ---- shooting ---------------------------------------------------------------------------------------------

    /// The band with which a unit reaches an enemy, if any.
    #[inline]
    pub(super) fn band_to<'s>(
        &'s self,
        field: &Field,
        side: Side,
        unit: usize,
        enemy: usize,
    ) -> Option<&'s FireBand> {
        let (shooter, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let contact = i64::from(self.contact(side, unit, enemy));
        let apart = distance_squared(shooter.at, target.at);
        self.force(side).bands(unit, enemy).iter().find(|band| {
            let reach = contact + i64::from(band.range);
            apart <= reach * reach
        })
    }

    /// Whether a unit may be shot at now.
    fn may_be_shot(&self, target: &Fielded) -> bool {
        target.locked == 0 || self.rules.rulings.locked_units_shoot
    }

    /// CHIMERA Shooting and the battle's targets: the enemy in range and sight where the most worth is expected to fall.
    /// With `group` set only the group of that AP counts (ruling A23).
    pub(super) fn shooting_target(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        group: Option<i32>,
    ) -> Option<usize> {
        let shooter = field.unit(side, unit);
        let mut best = None;
        for (enemy, target) in self.standing(field, side.foe()) {
            if !self.may_be_shot(target) {
                continue;
            }
            let Some(band) = self.band_to(field, side, unit, enemy) else { continue };
            if !self.conditions.table.is_open() && !self.conditions.table.sees(shooter.at, target.at) {
                continue;
            }
            let plan = self.plan(side.foe(), enemy);
            let cover = self.cover(side.foe(), enemy, target, shooter);
            let aimed = Target { plan, strength: target.strength, cover };
            let fires = |g: &&FireGroup| group.is_none_or(|piercing| g.armour_piercing == piercing);
            let mut wounds = 0.0;
            let mut armed = false;
            for g in band.groups.iter().filter(fires) {
                let firepower = g.firepower[shooter.strength as usize];
                armed |= firepower > 0;
                wounds += self.expected_fire(firepower, g.armour_piercing, aimed);
            }
            if armed {
                let promise = worth_taken(plan, target.strength, wounds.min(f64::from(target.strength)));
                let distance = distance_squared(shooter.at, target.at);
                best = better(best, Choice { enemy, promise, distance });
            }
        }
        best.map(|choice| choice.enemy)
    }

    #[inline]
    fn expected_fire(&self, firepower: u32, armour_piercing: i32, target: Target<'_>) -> f64 {
        if firepower == 0 {
            return 0.0;
        }
        let rules = self.rules.save_rules();
        let base = target.plan.save[target.strength as usize];
        let needed = save_needed(base, target.cover, armour_piercing, rules.numbers, rules.rulings);
        expected_strike(&rules, Mode::Shooting, firepower, needed, target.strength)
    }

    // ---- charging ---------------------------------------------------------------------------------------------

    /// The enemy to charge: the best expected exchange among those in reach, else the nearest that can be hurt.
    pub(super) fn charge_target(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        allowance: i32,
    ) -> Option<usize> {
        let mover = field.unit(side, unit);
        let hurts = self.force(side).hurts_in_melee[unit];
        let (mut in_reach, mut nearest) = (None, None);
        for (enemy, target) in self.standing(field, side.foe()) {
            if hurts >> enemy & 1 == 0 {
                continue;
            }
            let contact = self.contact(side, unit, enemy);
            let distance = distance_squared(mover.at, target.at);
            if self.reaches(mover, target, contact, allowance) {
                let promise = self.exchange(field, side, unit, enemy);
                in_reach = better(in_reach, Choice { enemy, promise, distance });
            } else {
                nearest = better(nearest, Choice { enemy, promise: -edge_gap(distance, contact), distance });
            }
        }
        in_reach.or(nearest).map(|choice| choice.enemy)
    }

    #[inline]
    pub(super) fn reaches(&self, mover: &Fielded, target: &Fielded, contact: i32, allowance: i32) -> bool {
        // Straight distance first: no ground makes a move longer.
        within(mover.at, target.at, contact + allowance)
            && (self.conditions.table.is_open()
                || self.conditions.table.can_reach(
                    mover.at,
                    target.at,
                    contact,
                    allowance,
                    &self.rules.numbers.going,
                ))
    }

    /// Worth taken less worth lost in the round that the charge brings.
    fn exchange(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> f64 {
        let (mover, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let charger = Fighter {
            plan: self.plan(side, unit),
            strength: mover.strength,
            charging: true,
            cover: Cover::None,
        };
        let charged = Fighter {
            plan: self.plan(side.foe(), enemy),
            strength: target.strength,
            charging: false,
            cover: self.cover(side.foe(), enemy, target, mover),
        };
        let taken = self.expected_blow(charger, Mode::Charge, charged);
        let lost = self.expected_blow(charged, Mode::Melee, charger);
        worth_taken(charged.plan, charged.strength, taken) - worth_taken(charger.plan, charger.strength, lost)
    }

    fn expected_blow(&self, striker: Fighter<'_>, mode: Mode, struck: Fighter<'_>) -> f64 {
        let points = striker.plan.melee_points[striker.strength as usize];
        let failing = self.rules.failing_in_melee(struck.as_target(&self.rules.rulings));
        if failing == 0 || points == 0 {
            return 0.0;
        }
        self.rules.book.strike(mode, points, failing).law().expected_capped(struck.strength)
    }

    /// The nearest enemy that a unit can hurt by fire, else the nearest it can hurt at all.
    pub(super) fn advance_target(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        let force = self.force(side);
        let (fire, melee) = (force.hurts_by_fire[unit], force.hurts_in_melee[unit]);
        let mut best = None;
        let mover = field.unit(side, unit);
        for (enemy, target) in self.standing(field, side.foe()) {
            let rank = if fire >> enemy & 1 == 1 {
                0.0
            } else if melee >> enemy & 1 == 1 {
                // Anything that fire can hurt comes first, however far.
                -1e9
            } else {
                continue;
            };
            let distance = distance_squared(mover.at, target.at);
            let promise = rank - edge_gap(distance, self.contact(side, unit, enemy));
            best = better(best, Choice { enemy, promise, distance });
        }
        best.map(|choice| choice.enemy)
    }

    /// The nearest enemy within a distance that depends on the enemy (its threat) or on the unit itself.
    pub(super) fn nearest_within(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        threat: impl Fn(usize, &Fielded) -> i32,
    ) -> Option<usize> {
        let mover = field.unit(side, unit);
        let mut best = None;
        for (enemy, target) in self.standing(field, side.foe()) {
            let contact = self.contact(side, unit, enemy);
            if within(mover.at, target.at, contact + threat(enemy, target)) {
                let distance = distance_squared(mover.at, target.at);
                best = better(best, Choice { enemy, promise: -edge_gap(distance, contact), distance });
            }
        }
        best.map(|choice| choice.enemy)
    }

    /// A unit's threat: its move, and the extra move when it has no ranged weapon left.
    #[inline]
    pub(super) fn threat(&self, side: Side, unit: usize, strength: u32) -> i32 {
        let plan = self.plan(side, unit);
        plan.speed + if plan.shoots[strength as usize] { 0 } else { self.rules.numbers.bonus_move }
    }
}

/// Edge-to-edge gap from a squared distance of centres.
#[inline]
fn edge_gap(distance_squared: i64, contact: i32) -> f64 {
    ((distance_squared as f64).sqrt() - f64::from(contact)).max(0.0)
}
