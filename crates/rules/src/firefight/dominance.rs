//! When one unit is at least as good as another in everything that the rules look at.

use super::arms::{Use, Weapon};
use super::unit::{Models, UnitSpec};
use crate::table::Cover;

/// Whether `unit` is nowhere worse than `other` and somewhere better, model against model. Only units whose models are alike are
/// compared, and only ones of a kind and of the same doctrines, leader and habits: what those are worth has no order of its own.
pub(super) fn dominates(unit: &UnitSpec, other: &UnitSpec) -> bool {
    let ([own], [theirs]) = (&unit.models[..], &other.models[..]) else { return false };
    let no_worse =
        merits(unit, own).into_iter().zip(merits(other, theirs)).all(|(own, theirs)| own >= theirs);
    let better = merits(unit, own) != merits(other, theirs) || !covers(&theirs.weapons, &own.weapons);
    plain(unit) == plain(other)
        && unit.shoots() == other.shoots()
        && no_worse
        && covers(&own.weapons, &theirs.weapons)
        && better
}

/// Numbers of which more is better: a unit has the skill that enemies meet, its models the one that they attack with.
fn merits(unit: &UnitSpec, models: &Models) -> [i32; 11] {
    [
        unit.skill,
        unit.melee_skill,
        models.skill,
        models.melee_skill,
        unit.toughness,
        unit.armour,
        -unit.leadership,
        unit.speed,
        unit.cover as i32,
        i32::from(unit.ignores_suppression),
        i32::from(unit.buttoned),
    ]
}

/// The unit without what has an order, its name and its number of models.
fn plain(unit: &UnitSpec) -> UnitSpec {
    UnitSpec {
        id: String::new(),
        name: String::new(),
        source: None,
        command: None,
        speed: 0,
        skill: 0,
        melee_skill: 0,
        toughness: 0,
        armour: 0,
        leadership: 0,
        models: Vec::new(),
        cover: Cover::None,
        ignores_suppression: false,
        buttoned: false,
        base_area: 0.0,
        ..unit.clone()
    }
}

/// Whether for each of the others there is one among the weapons that is nowhere worse: a model uses whichever removes most.
fn covers(weapons: &[Weapon], others: &[Weapon]) -> bool {
    let bare = [Weapon::bare_hands()];
    let in_melee = weapons.iter().any(Weapon::is_melee);
    // A model that holds no melee weapon fights with its hands.
    let hands = if in_melee { &[][..] } else { &bare[..] };
    others.iter().all(|other| weapons.iter().chain(hands).any(|weapon| no_worse(weapon, other)))
}

fn no_worse(weapon: &Weapon, other: &Weapon) -> bool {
    let used = match (weapon.used, other.used) {
        (Use::Ranged { range, moved }, Use::Ranged { range: reach, moved: steps }) => {
            range >= reach && moved.unwrap_or(i32::MAX) <= steps.unwrap_or(i32::MAX)
        }
        (Use::Melee { offence, defence }, Use::Melee { offence: offends, defence: defends }) => {
            offence >= offends && defence >= defends
        }
        _ => false,
    };
    used && weapon.rate >= other.rate
        && weapon.massive >= other.massive
        && weapon.armour_piercing >= other.armour_piercing
        && weapon.high_explosive >= other.high_explosive
}
