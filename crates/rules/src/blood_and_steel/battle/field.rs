//! All that changes during a battle, and the forces it is made of.

use muster_results::{Cause, Side};

use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::plan::UnitPlan;
use crate::table::{Cover, Point};

/// A force compiled for one match-up: its units, and what each can do to each unit of the other force.
#[derive(Clone, Debug)]
pub struct Force {
    /// The units in list order.
    pub units: Vec<UnitPlan>,
    /// Where each stands at the start, as side A and as side B.
    pub deployed: [Vec<Point>; 2],
    /// Enemies that each unit could ever hurt in melee, one bit a unit.
    pub hurts_in_melee: Vec<u64>,
    /// Enemies that each unit could ever hurt by shooting, one bit a unit.
    pub hurts_by_fire: Vec<u64>,
}

impl Force {
    /// Figures at the start.
    pub fn figures(&self) -> u32 {
        self.units.iter().map(|unit| unit.figures).sum()
    }

    /// Worth at the start, thousandths.
    pub fn worth(&self) -> u64 {
        self.units.iter().map(|unit| u64::from(unit.worth[unit.figures as usize])).sum()
    }
}

/// One unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fielded {
    /// Figures; 0 = gone.
    pub figures: u32,
    /// Centre.
    pub at: Point,
    /// Where its front looks, as steps along both axes.
    pub facing: Point,
    /// Leadership value.
    pub leadership: u32,
    /// Level.
    pub confidence: Confidence,
    /// A character leads it in person, or rides it.
    pub led: bool,
    /// Suppressed (ruling B22).
    pub suppressed: bool,
    /// Has moved: cover and height of its start are lost.
    pub moved: bool,
    /// In march column.
    pub column: bool,
    /// Has been activated, or used up by a melee.
    pub acted: bool,
    /// Its melee has been resolved in this turn.
    pub fought: bool,
    /// Failed its test against a charge: inflicts nothing in this turn.
    pub silenced: bool,
    /// Under an attack spell.
    pub attack: bool,
    /// Under a defence spell.
    pub defence: bool,
    /// Enemies in contact, one bit each.
    pub locked: u64,
    /// Of those, the ones it has charged and not fought yet.
    pub charging: u64,
    /// Of those, the ones that have met it in flank.
    pub flanked: u64,
    /// Of those, the ones that have met it from behind.
    pub taken_behind: u64,
}

/// The table during a battle; index 0 is side A.
#[derive(Clone, Debug)]
pub struct Field {
    /// Units of both sides.
    pub units: [Vec<Fielded>; 2],
    /// Units on the table, by side.
    pub standing: [u32; 2],
    /// Figures lost, by side and cause.
    pub lost: [[u32; 3]; 2],
}

impl Field {
    /// The opening of a battle between two forces, `[side A, side B]`.
    pub fn opening(forces: [&Force; 2]) -> Field {
        let side = |side: usize| -> Vec<Fielded> {
            let place = |(unit, at): (&UnitPlan, &Point)| Fielded {
                figures: unit.figures,
                at: *at,
                facing: Point { x: 0, y: if side == 0 { 1 } else { -1 } },
                leadership: unit.leadership,
                confidence: unit.confidence,
                led: unit.led,
                suppressed: false,
                moved: !unit.higher_ground && unit.start_cover == Cover::None,
                column: unit.marches,
                acted: false,
                fought: false,
                silenced: false,
                attack: false,
                defence: false,
                locked: 0,
                charging: 0,
                flanked: 0,
                taken_behind: 0,
            };
            forces[side].units.iter().zip(&forces[side].deployed[side]).map(place).collect()
        };
        let count = |force: &Force| u32::try_from(force.units.len()).unwrap_or(u32::MAX);
        Field { units: [side(0), side(1)], standing: forces.map(count), lost: [[0; 3]; 2] }
    }

    /// Makes this field an opening again without allocating.
    pub fn reset(&mut self, opening: &Field) {
        for side in 0..2 {
            self.units[side].copy_from_slice(&opening.units[side]);
        }
        self.standing = opening.standing;
        self.lost = opening.lost;
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, side: Side, unit: usize) -> &Fielded {
        &self.units[side.index()][unit]
    }

    /// A unit, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, side: Side, unit: usize) -> &mut Fielded {
        &mut self.units[side.index()][unit]
    }

    /// Sides with nothing on the table.
    pub fn beaten(&self) -> [bool; 2] {
        self.standing.map(|standing| standing == 0)
    }

    /// Takes figures off a unit. A unit that is gone lets go of its enemies.
    pub fn take_off(&mut self, side: Side, unit: usize, figures: u32, cause: Cause) -> u32 {
        let fielded = self.unit_mut(side, unit);
        let fallen = figures.min(fielded.figures);
        if fallen == 0 {
            return 0;
        }
        fielded.figures -= fallen;
        let gone = fielded.figures == 0;
        self.lost[side.index()][cause as usize] += fallen;
        if gone {
            self.standing[side.index()] -= 1;
            self.release(side, unit);
        }
        fallen
    }

    /// Ends all contacts of a unit.
    pub fn release(&mut self, side: Side, unit: usize) {
        let freed = self.unit_mut(side, unit);
        let mut locked = std::mem::take(&mut freed.locked);
        (freed.charging, freed.flanked, freed.taken_behind) = (0, 0, 0);
        let others = !(1u64 << unit);
        while locked != 0 {
            let enemy = self.unit_mut(side.foe(), locked.trailing_zeros() as usize);
            enemy.locked &= others;
            enemy.charging &= others;
            enemy.flanked &= others;
            enemy.taken_behind &= others;
            locked &= locked - 1;
        }
    }
}
