//! CHIMERA Shooting: the weapons in range, by AP group, at one target.

use muster_dice::Dice;
use muster_results::Side;

use super::plan::{FireBand, UnitPlan};
use super::saves::{SaveRules, Target, save_needed, strike};
use super::strike::Mode;
use crate::log::{Event, Log};
use crate::rolls::unit_slot;

/// Who fires at whom, for the log.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// Side of the shooter.
    pub side: Side,
    /// Shooting unit.
    pub unit: usize,
    /// Target unit.
    pub target: usize,
    /// Gap in quarter inches.
    pub gap: i32,
}

/// Fires every AP group of a band. Each group is rolled for itself against the figures present when the firing began;
/// the wounds are added and taken off together. Returns wounds, never more than the target's strength.
#[inline]
pub fn volley<D: Dice, L: Log>(
    rules: &SaveRules<'_>,
    shooter_strength: u32,
    band: &FireBand,
    target: Target<'_>,
    shot: Shot,
    dice: &mut D,
    log: &mut L,
) -> u32 {
    let mut wounds = 0;
    dice.unit(unit_slot(shot.side, shot.unit));
    for group in &band.groups {
        let firepower = group.firepower[shooter_strength as usize];
        if firepower == 0 {
            continue;
        }
        let harm = strike(rules, Mode::Shooting, firepower, group.armour_piercing, target, dice);
        wounds += harm.wounds;
        if log.tells() {
            let base = target.plan.save[target.strength as usize];
            log.tell(Event::Fired {
                side: shot.side,
                unit: shot.unit,
                target: shot.target,
                firepower,
                armour_piercing: group.armour_piercing,
                save_needed: save_needed(
                    base,
                    target.cover,
                    group.armour_piercing,
                    rules.numbers,
                    rules.rulings,
                ),
                scored: harm.wounds,
                gap: shot.gap,
            });
        }
    }
    wounds.min(target.strength)
}

/// Expected wounds of a volley: a table look-up per AP group, capped at the target's strength.
#[inline]
pub fn expected_wounds(
    rules: &SaveRules<'_>,
    shooter_strength: u32,
    band: &FireBand,
    target: Target<'_>,
) -> f64 {
    let mut expected = 0.0;
    for group in &band.groups {
        let firepower = group.firepower[shooter_strength as usize];
        if firepower > 0 {
            let base = target.plan.save[target.strength as usize];
            let needed = save_needed(base, target.cover, group.armour_piercing, rules.numbers, rules.rulings);
            expected += expected_strike(rules, Mode::Shooting, firepower, needed, target.strength);
        }
    }
    expected.min(f64::from(target.strength))
}

/// Expected wounds of one strike, capped at `cap`.
#[inline]
pub fn expected_strike(rules: &SaveRules<'_>, mode: Mode, points: u32, needed: i32, cap: u32) -> f64 {
    use muster_dice::Roll as _;
    let failing = super::saves::failing_faces(needed, rules.numbers, rules.rulings);
    if failing == 0 { 0.0 } else { rules.book.strike(mode, points, failing).law().expected_capped(cap) }
}

/// Whether any weapon of the unit, at any range, could ever wound the target in the open.
pub fn can_hurt(rules: &SaveRules<'_>, shooter: &UnitPlan, target: &UnitPlan) -> bool {
    let weakest = target.save[1..].iter().copied().max().unwrap_or(i32::MIN);
    shooter.fire.iter().flat_map(|band| &band.groups).any(|group| {
        let needed = save_needed(
            weakest,
            crate::table::Cover::None,
            group.armour_piercing,
            rules.numbers,
            rules.rulings,
        );
        let firepower = group.firepower.last().copied().unwrap_or(0);
        firepower > 0 && super::saves::failing_faces(needed, rules.numbers, rules.rulings) > 0
    })
}
