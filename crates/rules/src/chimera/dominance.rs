//! When one unit is at least as good as another in everything that the rules look at.

use super::compile::Rules;
use super::plan::melee_save;
use super::unit::{UnitSpec, Weapon};

/// Whether `unit` is nowhere worse than `other` and somewhere better, figure against figure. Only units of like figures without
/// guns are compared. The 3" of CHIMERA Movement ¶3 count: a weapon costs a unit its further move.
pub(super) fn dominates(unit: &UnitSpec, other: &UnitSpec, rules: &Rules) -> bool {
    match (merits(unit, rules), merits(other, rules)) {
        (Some((own, weapons)), Some((theirs, others))) => {
            let marks: Vec<(i32, i32)> =
                weapons.iter().chain(others).map(|weapon| (weapon.range, weapon.armour_piercing)).collect();
            let fire = |weapons: &[Weapon], (range, piercing): (i32, i32)| -> u32 {
                let reaching =
                    weapons.iter().filter(|one| one.range >= range && one.armour_piercing >= piercing);
                reaching.map(|weapon| weapon.fp_milli).sum()
            };
            let pairs = own.into_iter().zip(theirs).chain(
                marks.iter().map(|mark| (i64::from(fire(weapons, *mark)), i64::from(fire(others, *mark)))),
            );
            let pairs: Vec<(i64, i64)> = pairs.collect();
            pairs.iter().all(|(own, theirs)| own >= theirs) && pairs.iter().any(|(own, theirs)| own > theirs)
        }
        _ => false,
    }
}

/// Numbers of which more is better, and the weapons of a figure; `None` for a unit with guns or unlike figures.
fn merits<'u>(unit: &'u UnitSpec, rules: &Rules) -> Option<([i64; 7], &'u [Weapon])> {
    let front = unit.figures.first()?;
    if !unit.guns.is_empty() || unit.figures.iter().any(|figure| figure != front) {
        return None;
    }
    let numbers = &rules.numbers;
    let armed = front.weapons.iter().any(|weapon| weapon.fp_milli > 0 && weapon.range > 0);
    let further = if armed { 0 } else { numbers.bonus_move };
    let wounds = if rules.rulings.wounds_as_data { front.wounds } else { 1 };
    let merits = [
        i64::from(-front.save),
        i64::from(-melee_save(front, numbers, &rules.rulings)),
        i64::from(front.melee_points),
        i64::from(wounds),
        i64::from(unit.speed),
        i64::from(unit.speed + further),
        unit.cover as i64,
    ];
    Some((merits, &front.weapons))
}
