//! All that changes during a battle, and what a force has beside its units.

use std::sync::Arc;

use muster_results::{Cause, Side};

use super::prospects::Prospects;
use crate::battle::{self, BattleUnit, OnTable, members};
use crate::chimera::plan::{FireBand, UnitPlan};
use crate::table::{self, Cover, Point, Verdict};

/// The table during a battle.
pub type Field = battle::Field<Fielded, State>;

/// A force compiled for one match-up.
pub type Force = battle::Force<UnitPlan, Reserves>;

/// What a force has beside its units.
#[derive(Clone, Debug)]
pub struct Reserves {
    /// What shooting promises.
    pub prospects: Arc<Prospects>,
    /// Under `vehicle_weapons = "one"`: the weapons that each unit turns on each enemy.
    pub chosen_fire: Option<Vec<Vec<Vec<FireBand>>>>,
    /// Respawns.
    pub pool: u32,
    /// Figures that come back, `None` = full strength.
    pub respawn_figures: Option<u32>,
}

impl Reserves {
    /// Those of units against enemies, without respawns; `chosen_fire` as in the field of that name.
    pub fn of(
        units: &[UnitPlan],
        enemies: &[UnitPlan],
        chosen_fire: Option<Vec<Vec<Vec<FireBand>>>>,
    ) -> Reserves {
        let prospects = Prospects::new(units, enemies, |unit, enemy| match &chosen_fire {
            None => &units[unit].fire,
            Some(chosen) => &chosen[unit][enemy],
        });
        Reserves { prospects: Arc::new(prospects), chosen_fire, pool: 0, respawn_figures: None }
    }
}

/// What changes beside the units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Respawns left, by side.
    pub pool: [u32; 2],
    /// The side that acts as side A in this turn.
    pub first: Side,
}

impl battle::Reserves for Reserves {
    type State = State;

    fn opening(reserves: [&Reserves; 2]) -> State {
        State { pool: reserves.map(|side| side.pool), first: Side::A }
    }
}

impl Force {
    /// The bands with which a unit fires at an enemy.
    #[inline]
    pub fn bands(&self, unit: usize, enemy: usize) -> &[FireBand] {
        match &self.reserves.chosen_fire {
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

impl OnTable for Fielded {
    #[inline]
    fn strength(&self) -> u32 {
        self.strength
    }

    #[inline]
    fn at(&self) -> Point {
        self.at
    }

    #[inline]
    fn has_moved(&self) -> bool {
        self.moved
    }
}

impl BattleUnit for UnitPlan {
    type Fielded = Fielded;

    fn name(&self) -> &str {
        &self.name
    }

    #[inline]
    fn radius(&self) -> i32 {
        self.radius
    }

    #[inline]
    fn start_cover(&self) -> Cover {
        self.start_cover
    }

    #[inline]
    fn full_strength(&self) -> u32 {
        self.strength
    }

    #[inline]
    fn figures_at(&self, strength: u32) -> u32 {
        self.figures[strength as usize]
    }

    #[inline]
    fn worth_at(&self, strength: u32) -> u32 {
        self.worth[strength as usize]
    }

    #[inline]
    fn is_shooter(&self, fielded: &Fielded) -> bool {
        self.stands_off && self.shoots[fielded.strength as usize]
    }

    fn fielded(&self, _side: Side, at: Point) -> Fielded {
        Fielded {
            strength: self.strength,
            at,
            rallied: false,
            moved: false,
            locked: 0,
            charged: 0,
            fought: 0,
            fought_this_turn: 0,
        }
    }
}

impl Field {
    /// A side with no figure and no respawn left loses; both gone is a draw.
    #[inline]
    pub fn destroyed(&self) -> Option<Verdict> {
        let ([a, b], pool) = (self.swept(), self.state.pool);
        table::destroyed([a && pool[0] == 0, b && pool[1] == 0])
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
        let locked = std::mem::take(&mut gone.locked);
        gone.charged = 0;
        gone.rallied = false;
        for enemy in members(locked) {
            let enemy = self.unit_mut(side.foe(), enemy);
            enemy.locked &= !(1 << unit);
            enemy.charged &= !(1 << unit);
        }
    }
}
