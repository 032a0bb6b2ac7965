//! Whom to shoot and whom to charge. All expectations are table look-ups of the compiled rules, never samples.

use muster_dice::Roll as _;
use muster_results::Side;

use super::field::{Field, Fielded};
use super::step::Battle;
use crate::battle::{Choice, better};
use crate::chimera::melee::Fighter;
use crate::chimera::plan::{FireBand, FireGroup};
use crate::chimera::saves::{Target, save_needed};
use crate::chimera::shooting::expected_strike;
use crate::chimera::strike::Mode;
use crate::table::{Cover, distance_squared};

/// The promise of a band of which nothing can fire.
const UNARMED: f64 = f64::NEG_INFINITY;

impl Battle<'_> {
    // ---- shooting ---------------------------------------------------------------------------------------------

    /// Whether a unit may be shot at now.
    fn may_be_shot(&self, target: &Fielded) -> bool {
        target.locked == 0 || self.rules.rulings.locked_units_shoot
    }

    /// CHIMERA Shooting and the battle's targets: the enemy in range and sight where the most worth is expected to fall.
    /// With `group` set only the group of that AP counts (ruling A23). With it the band that reaches it.
    pub(super) fn shooting_target(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        group: Option<i32>,
    ) -> Option<(usize, &FireBand)> {
        let shooter = field.unit(side, unit);
        let prospects = &self.force(side).reserves.prospects;
        let aims = prospects.of(unit);
        let mut best = None;
        for (enemy, target) in field.units[side.foe().index()].iter().enumerate() {
            if target.strength == 0 || !self.may_be_shot(target) {
                continue;
            }
            let distance = distance_squared(shooter.at, target.at);
            let aim = &aims[enemy];
            let Some(band) = prospects.band(aim, distance) else { continue };
            if !self.sees(shooter.at, target.at) {
                continue;
            }
            let cover = self.cover(side.foe(), enemy, target, shooter.at);
            let work_out = || self.fire_promise(field, side, unit, (enemy, band, cover), group);
            let strengths = [shooter.strength, target.strength];
            let promise = match group {
                None => prospects.promise(aim, band, strengths, cover, work_out),
                Some(_) => work_out(),
            };
            if promise > UNARMED {
                best = better(best, Choice { enemy, promise, distance });
            }
        }
        let Choice { enemy, distance, .. } = best?;
        let band = prospects.band(&aims[enemy], distance)?;
        Some((enemy, &self.force(side).bands(unit, enemy)[band]))
    }

    /// The worth that is expected to fall when a unit fires a band at an enemy in this cover; [`UNARMED`] when nothing of it can fire.
    #[cold]
    fn fire_promise(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        (enemy, band, cover): (usize, usize, Cover),
        group: Option<i32>,
    ) -> f64 {
        let (shooter, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let aimed = Target { plan: self.plan(side.foe(), enemy), strength: target.strength, cover };
        let fires = |g: &&FireGroup| group.is_none_or(|piercing| g.armour_piercing == piercing);
        let (mut wounds, mut armed) = (0.0, false);
        for g in self.force(side).bands(unit, enemy)[band].groups.iter().filter(fires) {
            let firepower = g.firepower[shooter.strength as usize];
            armed |= firepower > 0;
            wounds += self.expected_fire(firepower, g.armour_piercing, aimed);
        }
        if !armed {
            return UNARMED;
        }
        self.worth_taken(side.foe(), enemy, target, wounds.min(f64::from(target.strength)))
    }

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
        let at = field.unit(side, unit).at;
        let chosen = self.best_charge(
            field,
            side,
            unit,
            |target, contact| self.reaches(at, target.at, contact, allowance),
            |enemy| self.exchange(field, side, unit, enemy),
        );
        chosen.map(|(enemy, _)| enemy)
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
            cover: self.cover(side.foe(), enemy, target, mover.at),
        };
        let taken = self.expected_blow(charger, Mode::Charge, charged);
        let lost = self.expected_blow(charged, Mode::Melee, charger);
        self.worth_taken(side.foe(), enemy, target, taken) - self.worth_taken(side, unit, mover, lost)
    }

    fn expected_blow(&self, striker: Fighter<'_>, mode: Mode, struck: Fighter<'_>) -> f64 {
        let points = striker.plan.melee_points[striker.strength as usize];
        let failing = self.rules.failing_in_melee(struck.as_target(&self.rules.rulings));
        if failing == 0 || points == 0 {
            return 0.0;
        }
        self.rules.book.strike(mode, points, failing).law().expected_capped(struck.strength)
    }

    /// A unit's threat: its move, and the extra move when it has no ranged weapon left.
    #[inline]
    pub(super) fn threat(&self, side: Side, unit: usize, strength: u32) -> i32 {
        let plan = self.plan(side, unit);
        plan.speed + if plan.shoots[strength as usize] { 0 } else { self.rules.numbers.bonus_move }
    }
}
