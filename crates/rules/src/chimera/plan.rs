//! A unit made ready to play: everything that depends on its strength alone, as small arrays.
//!
//! A unit's *strength* is the number of wounds its remaining figures can take (with one wound a figure, as printed: the
//! number of figures). Losses come from the front of the removal order, so one number says all.

use super::numbers::Numbers;
use super::rulings::{MountedMeans, Rulings, WhoShoots};
use super::unit::{Figure, Kind, UnitSpec};
use crate::table::{Cover, radius_of_area};

/// Firepower of one AP group by strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireGroup {
    /// Armour piercing.
    pub armour_piercing: i32,
    /// Whole firepower by strength.
    pub firepower: Vec<u32>,
}

/// The groups that can fire at up to this range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireBand {
    /// Farthest gap in quarter inches.
    pub range: i32,
    /// One group per AP value, in increasing AP.
    pub groups: Vec<FireGroup>,
}

/// A compiled unit. Arrays are indexed by strength, 0 to the full strength.
#[derive(Clone, Debug)]
pub struct UnitPlan {
    /// Name for stories.
    pub name: String,
    /// Full strength in wounds.
    pub strength: u32,
    /// Figures by strength.
    pub figures: Vec<u32>,
    /// Melee points by strength.
    pub melee_points: Vec<u32>,
    /// Worth in thousandths (melee points plus firepower) by strength.
    pub worth: Vec<u32>,
    /// Whether a ranged weapon is left, by strength.
    pub shoots: Vec<bool>,
    /// Shooting save (without cover and AP) of the front figure, by strength.
    pub save: Vec<i32>,
    /// Melee save (mounted bonus included, without cover) of the front figure, by strength.
    pub melee_save: Vec<i32>,
    /// All figures save alike, in shooting and in melee.
    pub uniform: bool,
    /// Move in quarter inches.
    pub speed: i32,
    /// Longest range of the unit as it starts, in quarter inches; 0 without ranged weapons.
    pub longest_range: i32,
    /// Whether a side's plan takes it for a shooter while it has a ranged weapon left (ruling A31).
    pub stands_off: bool,
    /// Bands in increasing range.
    pub fire: Vec<FireBand>,
    /// Cover of its start, until it first moves.
    pub start_cover: Cover,
    /// Radius of its base on the table, quarter inches.
    pub radius: i32,
}

impl UnitPlan {
    /// Compiles a unit under the rulings. `target_save` matters only under `vehicle_weapons = "one"`: the save that a
    /// vehicle's gunner has in mind when choosing the weapon.
    pub fn new(spec: &UnitSpec, numbers: &Numbers, rulings: &Rulings, target_save: i32) -> UnitPlan {
        let wounds = |figure: &Figure| if rulings.wounds_as_data { figure.wounds } else { 1 };
        let strength: u32 = spec.figures.iter().map(wounds).sum();
        // figures_from[s]: index of the front figure at strength s; the last figures of the list are the last to fall.
        let mut front = vec![spec.figures.len(); strength as usize + 1];
        let mut at = 0;
        for (index, figure) in spec.figures.iter().enumerate().rev() {
            for _ in 0..wounds(figure) {
                at += 1;
                front[at] = index;
            }
        }
        let total = |value: &dyn Fn(&Figure) -> u32| -> Vec<u32> {
            front.iter().map(|&f| spec.figures[f..].iter().map(value).sum()).collect()
        };
        let figures = total(&|_| 1);
        let melee_points = total(&|figure| figure.melee_points);
        let weapons = Weapons { spec, rulings, target_save, front: &front, figures: &figures };
        let fire = weapons.bands();
        let all = weapons.held(0);
        let in_use = |f: usize, n: u32| all.iter().filter(move |held| Weapons::in_use(held, f, n));
        let by_strength = || front.iter().zip(&figures);
        let shoots: Vec<bool> = by_strength().map(|(&f, &n)| in_use(f, n).next().is_some()).collect();
        let firepower = by_strength().map(|(&f, &n)| in_use(f, n).map(|held| held.fp_milli).sum::<u32>());
        let worth = melee_points.iter().zip(firepower).map(|(points, fire)| points * 1000 + fire).collect();
        let saves = |value: &dyn Fn(&Figure) -> i32| -> Vec<i32> {
            let last = spec.figures.len().saturating_sub(1);
            front.iter().map(|&f| spec.figures.get(f.min(last)).map_or(0, value)).collect()
        };
        let save = saves(&|figure| figure.save);
        let melee_save = saves(&|figure| melee_save(figure, numbers, rulings));
        let longest_range = fire.last().map_or(0, |band| band.range);
        let alike = |values: &[i32]| values.windows(2).all(|pair| pair[0] == pair[1]);
        UnitPlan {
            name: spec.name.clone(),
            strength,
            uniform: alike(&save) && alike(&melee_save),
            figures,
            melee_points,
            worth,
            shoots,
            save,
            melee_save,
            speed: spec.speed,
            longest_range,
            stands_off: stands_off(spec, rulings.who_shoots, longest_range),
            fire,
            start_cover: spec.cover,
            radius: radius_of_area(spec.base_area),
        }
    }

    /// Whether another is the same unit but for its name.
    pub fn is_like(&self, other: &UnitPlan) -> bool {
        // Taken apart in full, so that no part that comes later is forgotten here.
        let UnitPlan {
            name: _,
            strength,
            figures,
            melee_points,
            worth,
            shoots,
            save,
            melee_save,
            uniform,
            speed,
            longest_range,
            stands_off,
            fire,
            start_cover,
            radius,
        } = self;
        let sizes = (strength, speed, longest_range, radius, start_cover, uniform, stands_off);
        let by_strength = (figures, melee_points, worth, shoots, save, melee_save, fire);
        sizes
            == (
                &other.strength,
                &other.speed,
                &other.longest_range,
                &other.radius,
                &other.start_cover,
                &other.uniform,
                &other.stands_off,
            )
            && by_strength
                == (
                    &other.figures,
                    &other.melee_points,
                    &other.worth,
                    &other.shoots,
                    &other.save,
                    &other.melee_save,
                    &other.fire,
                )
    }

    /// The strength at which exactly `figures` figures are left, all unhurt.
    #[inline]
    pub fn strength_of(&self, figures: u32) -> u32 {
        // Strengths of one figure count lie together; the highest is the unhurt one.
        let above = self.figures.partition_point(|&f| f <= figures);
        u32::try_from(above.saturating_sub(1)).unwrap_or(0)
    }

    /// The groups that fire at a gap in quarter inches, or `None` when nothing reaches.
    #[inline]
    pub fn band(&self, gap: i32) -> Option<&FireBand> {
        self.fire.iter().find(|band| gap <= band.range)
    }
}

/// Ruling A31: a unit whose fire reaches no farther than it moves and weighs no more than its melee has nothing to gain by
/// keeping its distance; it charges, and throws on its way in.
fn stands_off(spec: &UnitSpec, ruling: WhoShoots, longest_range: i32) -> bool {
    match ruling {
        WhoShoots::FireBeatsCharge => {
            longest_range > spec.speed || spec.fp_milli() > 1000 * spec.melee_points()
        }
        WhoShoots::AnyRangedWeapon => longest_range > 0,
    }
}

/// CHIMERA Saving throws: vehicles have a save of their own in melee; "+1 if mounted and fighting in melee".
pub(super) fn melee_save(figure: &Figure, numbers: &Numbers, rulings: &Rulings) -> i32 {
    if let Some(save) = figure.melee_save {
        return save;
    }
    // Ruling A7: whether "mounted" means cavalry alone.
    let mounted = match rulings.mounted_means {
        MountedMeans::Cavalry => figure.mounted,
        MountedMeans::CavalryChariotsElephants => {
            figure.mounted || matches!(figure.kind, Kind::Chariot | Kind::Elephant)
        }
    };
    figure.save - if mounted { numbers.mounted_in_melee } else { 0 }
}

struct Weapons<'a> {
    spec: &'a UnitSpec,
    rulings: &'a Rulings,
    target_save: i32,
    front: &'a [usize],
    figures: &'a [u32],
}

/// One weapon that somebody in the unit holds: who, and what.
struct Held {
    figure: Option<usize>,
    crew_needed: u32,
    fp_milli: u32,
    armour_piercing: i32,
}

impl Weapons<'_> {
    fn held(&self, gap: i32) -> Vec<Held> {
        let mut held = Vec::new();
        for (index, figure) in self.spec.figures.iter().enumerate() {
            let reaching =
                || figure.weapons.iter().filter(|w| w.fp_milli > 0 && w.range >= gap && w.range > 0);
            // Ruling A22: a vehicle fires every weapon, or only the one that promises most against this target.
            let one = self.rulings.vehicle_fires_one && figure.kind == Kind::Vehicle;
            let promise = |fp: u32, ap: i32| {
                u64::from(fp) * u64::try_from((self.target_save + ap - 1).clamp(0, 6)).unwrap_or(0)
            };
            let best = reaching().map(|w| promise(w.fp_milli, w.armour_piercing)).max();
            let mut taken = false;
            for weapon in reaching() {
                if one && (taken || Some(promise(weapon.fp_milli, weapon.armour_piercing)) != best) {
                    continue;
                }
                taken = true;
                held.push(Held {
                    figure: Some(index),
                    crew_needed: 0,
                    fp_milli: weapon.fp_milli,
                    armour_piercing: weapon.armour_piercing,
                });
            }
        }
        for gun in self
            .spec
            .guns
            .iter()
            .filter(|gun| gun.weapon.fp_milli > 0 && gun.weapon.range >= gap && gun.weapon.range > 0)
        {
            held.push(Held {
                figure: None,
                crew_needed: gun.crew_needed,
                fp_milli: gun.weapon.fp_milli,
                armour_piercing: gun.weapon.armour_piercing,
            });
        }
        held
    }

    /// A figure's weapon fires while the figure stands; a gun while it has its crew (guns are no figures).
    fn in_use(held: &Held, front: usize, figures: u32) -> bool {
        match held.figure {
            Some(index) => index >= front,
            None => figures >= held.crew_needed.max(1),
        }
    }

    /// CHIMERA Shooting ¶1: "Only weapons of the same AP value are combined"; fractions are dropped after adding up.
    fn bands(&self) -> Vec<FireBand> {
        // Of every weapon, also of those that a vehicle would not choose up close (ruling A22): farther off it may be the
        // only one that reaches.
        let weapons = self.spec.figures.iter().flat_map(|figure| &figure.weapons);
        let mut ranges: Vec<i32> = weapons
            .chain(self.spec.guns.iter().map(|gun| &gun.weapon))
            .filter(|weapon| weapon.fp_milli > 0 && weapon.range > 0)
            .map(|weapon| weapon.range)
            .collect();
        ranges.sort_unstable();
        ranges.dedup();
        let band = |range: i32| {
            let held = self.held(range);
            let mut values: Vec<i32> = held.iter().map(|h| h.armour_piercing).collect();
            values.sort_unstable();
            values.dedup();
            let group = |armour_piercing: i32| FireGroup {
                armour_piercing,
                firepower: self
                    .front
                    .iter()
                    .zip(self.figures)
                    .map(|(&front, &figures)| {
                        let milli: u32 = held
                            .iter()
                            .filter(|h| {
                                h.armour_piercing == armour_piercing && Self::in_use(h, front, figures)
                            })
                            .map(|h| h.fp_milli)
                            .sum();
                        milli / 1000
                    })
                    .collect(),
            };
            FireBand { range, groups: values.into_iter().map(group).collect() }
        };
        ranges.into_iter().map(band).collect()
    }
}
