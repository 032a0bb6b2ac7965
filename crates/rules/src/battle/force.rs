//! A force made ready for one match-up.

use super::supplied::BattleUnit;
use crate::table::{Conditions, Point, deploy};

/// The most units a force may field: contacts and targets are kept as one bit a unit.
pub const MOST_UNITS: usize = 64;

/// A force compiled for one match-up: its units, and what each can do to each unit of the other force.
#[derive(Clone, Debug)]
pub struct Force<P, X> {
    /// The units in list order.
    pub units: Vec<P>,
    /// Where each stands at the start, as side A and as side B.
    pub deployed: [Vec<Point>; 2],
    /// Radius of the base of each, q: the distances of all are looked at far more often than anything else of a unit.
    pub radii: Vec<i32>,
    /// Enemies that each unit could ever hurt in melee, one bit a unit.
    pub hurts_in_melee: Vec<u64>,
    /// Enemies that each unit could ever hurt by shooting, one bit a unit.
    pub hurts_by_fire: Vec<u64>,
    /// What it has beside its units.
    pub reserves: X,
}

impl<P: BattleUnit, X> Force<P, X> {
    /// Units deployed under conditions against these enemies; the two tests say which unit could ever hurt which enemy.
    pub fn against(
        units: Vec<P>,
        enemies: &[P],
        conditions: &Conditions,
        hurts_in_melee: &dyn Fn(&P, &P) -> bool,
        hurts_by_fire: &dyn Fn(&P, &P) -> bool,
        reserves: X,
    ) -> Force<P, X> {
        let radii: Vec<i32> = units.iter().map(BattleUnit::radius).collect();
        let masks = |hurts: &dyn Fn(&P, &P) -> bool| -> Vec<u64> {
            let of = |unit: &P| {
                let bits = enemies.iter().enumerate().map(|(at, enemy)| u64::from(hurts(unit, enemy)) << at);
                bits.fold(0, |mask, bit| mask | bit)
            };
            units.iter().map(of).collect()
        };
        Force {
            deployed: [deploy(&radii, true, conditions), deploy(&radii, false, conditions)],
            hurts_in_melee: masks(hurts_in_melee),
            hurts_by_fire: masks(hurts_by_fire),
            reserves,
            radii,
            units,
        }
    }

    /// Figures at the start.
    pub fn figures(&self) -> u32 {
        self.units.iter().map(|unit| unit.figures_at(unit.full_strength())).sum()
    }

    /// Worth at the start, thousandths.
    pub fn worth(&self) -> u64 {
        self.units.iter().map(|unit| u64::from(unit.worth_at(unit.full_strength()))).sum()
    }

    /// No unit could ever hurt an enemy.
    pub(super) fn is_harmless(&self) -> bool {
        self.hurts_in_melee.iter().chain(&self.hurts_by_fire).all(|mask| *mask == 0)
    }
}
