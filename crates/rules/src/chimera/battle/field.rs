//! All that changes during a battle, and the forces it is made of.

use muster_results::{Cause, Side};

use crate::chimera::plan::{FireBand, UnitPlan};
use crate::table::Point;

/// The most units a force may field: contacts are kept as one bit a unit.
pub const MOST_UNITS: usize = 64;

/// A force compiled for one match-up: its units, and what each can do to each unit of the other force.
#[derive(Clone, Debug)]
pub struct Force {
    /// The units in list order.
    pub units: Vec<UnitPlan>,
    /// Where each stands at the start, as side A and as side B.
    pub deployed: [Vec<Point>; 2],
    /// Enemies that each unit could ever wound in melee, one bit a unit.
    pub hurts_in_melee: Vec<u64>,
    /// Enemies that each unit could ever wound by shooting, one bit a unit.
    pub hurts_by_fire: Vec<u64>,
    /// Under `vehicle_weapons = "one"`: the weapons that each unit turns on each enemy.
    pub chosen_fire: Option<Vec<Vec<Vec<FireBand>>>>,
    /// Respawns.
    pub pool: u32,
    /// Figures that come back, `None` = full strength.
    pub respawn_figures: Option<u32>,
}

impl Force {
    /// Figures at the start.
    pub fn figures(&self) -> u32 {
        self.units.iter().map(|unit| unit.figures[unit.strength as usize]).sum()
    }

    /// Worth at the start, thousandths.
    pub fn worth(&self) -> u64 {
        self.units.iter().map(|unit| u64::from(unit.worth[unit.strength as usize])).sum()
    }

    /// The bands with which a unit fires at an enemy.
    #[inline]
    pub fn bands(&self, unit: usize, enemy: usize) -> &[FireBand] {
        match &self.chosen_fire {
            None => &self.units[unit].fire,
            Some(chosen) => &chosen[unit][enemy],
        }
    }
}

/// One unit on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fielded {
    /// Strength in wounds; 0 = gone.
    pub strength: u32,
    /// Centre.
    pub at: Point,
    /// Rallied: cannot move at the next opportunity.
    pub rallied: bool,
    /// Has moved: the cover of its start is lost.
    pub moved: bool,
    /// Enemies in contact, one bit each.
    pub locked: u64,
    /// Of those, the ones it went into contact with by its own move.
    pub charged: u64,
    /// Enemies already fought in this step.
    pub fought: u64,
    /// Enemies already fought in this turn (ruling A12, once per turn).
    pub fought_this_turn: u64,
}

/// The table during a battle; index 0 is side A.
#[derive(Clone, Debug)]
pub struct Field {
    /// Units of both sides.
    pub units: [Vec<Fielded>; 2],
    /// Units with strength, by side.
    pub standing: [u32; 2],
    /// Respawns left, by side.
    pub pool: [u32; 2],
    /// Figures lost, by side and cause.
    pub lost: [[u32; 3]; 2],
    /// The side that acts as side A in this turn.
    pub first: Side,
}

impl Field {
    /// The opening of a battle between two forces, `[side A, side B]`.
    pub fn opening(forces: [&Force; 2]) -> Field {
        let side = |side: usize| -> Vec<Fielded> {
            let force = forces[side];
            let place = |(unit, at): (&UnitPlan, &Point)| Fielded {
                strength: unit.strength,
                at: *at,
                rallied: false,
                moved: false,
                locked: 0,
                charged: 0,
                fought: 0,
                fought_this_turn: 0,
            };
            force.units.iter().zip(&force.deployed[side]).map(place).collect()
        };
        let count = |force: &Force| u32::try_from(force.units.len()).unwrap_or(u32::MAX);
        Field {
            units: [side(0), side(1)],
            standing: forces.map(count),
            pool: forces.map(|force| force.pool),
            lost: [[0; 3]; 2],
            first: Side::A,
        }
    }

    /// Makes this field an opening again without allocating.
    pub fn reset(&mut self, opening: &Field) {
        for side in 0..2 {
            self.units[side].copy_from_slice(&opening.units[side]);
        }
        self.standing = opening.standing;
        self.pool = opening.pool;
        self.lost = opening.lost;
        self.first = opening.first;
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

    /// A side with no figure and no respawn left.
    #[inline]
    pub fn is_beaten(&self, side: Side) -> bool {
        self.standing[side.index()] == 0 && self.pool[side.index()] == 0
    }

    /// Puts two units into contact; `side`'s unit made the move.
    pub fn lock(&mut self, side: Side, unit: usize, enemy: usize) {
        let mover = self.unit_mut(side, unit);
        mover.locked |= 1 << enemy;
        mover.charged |= 1 << enemy;
        self.unit_mut(side.foe(), enemy).locked |= 1 << unit;
    }

    /// Takes wounds off a unit; returns the figures that fell. A unit that is gone lets go of its enemies.
    #[inline]
    pub fn take_off(&mut self, plan: &UnitPlan, side: Side, unit: usize, wounds: u32, cause: Cause) -> u32 {
        let fielded = self.unit_mut(side, unit);
        let before = plan.figures[fielded.strength as usize];
        fielded.strength -= wounds;
        let left = plan.figures[fielded.strength as usize];
        self.lost[side.index()][cause as usize] += before - left;
        if wounds > 0 && self.unit(side, unit).strength == 0 {
            self.standing[side.index()] -= 1;
            self.release(side, unit);
        }
        before - left
    }

    fn release(&mut self, side: Side, unit: usize) {
        let gone = self.unit_mut(side, unit);
        let mut locked = std::mem::take(&mut gone.locked);
        gone.charged = 0;
        gone.rallied = false;
        while locked != 0 {
            let enemy = self.unit_mut(side.foe(), locked.trailing_zeros() as usize);
            enemy.locked &= !(1 << unit);
            enemy.charged &= !(1 << unit);
            locked &= locked - 1;
        }
    }
}
