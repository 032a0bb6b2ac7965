//! The four steps of a turn, on a line.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::state::{DuelState, Phase};
use crate::chimera::compile::Rules;
use crate::chimera::plan::UnitPlan;
use crate::chimera::rulings::{MeleeContinues, Order};
use crate::log::Log;
use crate::orders::Policy;
use crate::process::{Flow, Process};
use crate::rolls;
use crate::table::Cover;

/// A duel ready to play: the rules, both units (side A first), how they play and where they stand.
#[derive(Debug)]
pub struct DuelProcess<'r> {
    /// The rules in force.
    pub rules: &'r Rules,
    /// Side A's unit, side B's unit.
    pub units: [UnitPlan; 2],
    /// Their policies.
    pub policies: [Policy; 2],
    /// Gap at the start, quarter inches.
    pub start: i16,
    /// Room behind each, quarter inches.
    pub room: i16,
    /// Turn limit.
    pub max_turns: u32,
    /// Respawns of each side.
    pub pool: [u8; 2],
    /// Figures that come back; `None` = full strength.
    pub respawn_figures: [Option<u32>; 2],
}

impl Process for DuelProcess<'_> {
    type State = DuelState;

    fn opening(&self) -> DuelState {
        let strength = [0, 1].map(|side: usize| u16::try_from(self.units[side].strength).unwrap_or(u16::MAX));
        DuelState {
            strength,
            gap: self.start,
            room: [self.room; 2],
            rallied: [false; 2],
            moved: [false; 2],
            locked: None,
            fought: false,
            fighting: false,
            testing: [false; 2],
            pool: self.pool,
            phase: self.first_phase(),
            first: Side::A,
        }
    }

    fn step<D: Dice, L: Log>(&self, state: &DuelState, dice: &mut D, log: &mut L) -> Flow<DuelState> {
        let mut next = *state;
        let side = state.acting();
        dice.phase(state.phase as u8);
        match state.phase {
            _ if state.testing != [false; 2] => self.test_morale(&mut next, dice, log),
            Phase::Order => {
                // Ruling A20: "roll for A and B" each turn; a fair coin.
                dice.unit(0);
                dice.kind(rolls::ORDER);
                let first = if dice.die(Die::D6) <= 3 { Side::A } else { Side::B };
                next.first = first;
            }
            Phase::FirstMoves | Phase::SecondMoves => self.move_step(&mut next, side, dice, log),
            Phase::SecondShoots | Phase::FirstShoots => self.shoot_step(&mut next, side, dice, log),
        }
        if Side::BOTH.into_iter().any(|side| self.is_beaten(&next, side)) {
            return Flow::Over(self.settled(next));
        }
        self.forget(&mut next);
        if next.fighting || next.testing != [false; 2] {
            return Flow::Next(next);
        }
        let phase = match state.phase {
            Phase::Order => Phase::FirstMoves,
            Phase::FirstMoves => Phase::SecondShoots,
            Phase::SecondShoots => Phase::FirstShoots,
            Phase::FirstShoots => Phase::SecondMoves,
            Phase::SecondMoves => {
                next.fought = false;
                next.first = Side::A;
                next.phase = self.first_phase();
                return Flow::TurnOver(next);
            }
        };
        next.phase = phase;
        Flow::Next(next)
    }

    fn left(&self, state: &DuelState) -> [u32; 2] {
        [0, 1].map(|side: usize| self.units[side].figures[usize::from(state.strength[side])])
    }

    fn winner(&self, state: &DuelState) -> Option<Side> {
        match Side::BOTH.map(|side| self.is_beaten(state, side)) {
            [false, true] => Some(Side::A),
            [true, false] => Some(Side::B),
            _ => None,
        }
    }

    fn max_turns(&self) -> u32 {
        self.max_turns
    }

    fn exact_cost(&self) -> f64 {
        let states: f64 = self.units.iter().map(|unit| f64::from(unit.strength + 1)).product();
        // Every state fights (both sides' casualties, capped at what is left) and meets a few gaps on the way in.
        let groups = |unit: &UnitPlan| unit.fire.last().map_or(0, |band| band.groups.len());
        let volleys: f64 = [0, 1]
            .map(|side: usize| {
                let groups = i32::try_from(groups(&self.units[side])).unwrap_or(i32::MAX);
                f64::from(self.units[1 - side].strength + 1).powi(groups)
            })
            .iter()
            .sum();
        let approach =
            f64::from(self.start) / f64::from(self.units[0].speed.max(self.units[1].speed).max(1)) + 1.0;
        let respawns: f64 = self.pool.iter().map(|pool| f64::from(*pool) + 1.0).product();
        respawns * states * (0.7 * states + approach * volleys)
    }
}

impl DuelProcess<'_> {
    pub(super) fn first_phase(&self) -> Phase {
        match self.rules.rulings.order {
            Order::Fixed => Phase::FirstMoves,
            Order::RolledEachTurn => Phase::Order,
        }
    }

    pub(super) fn is_beaten(&self, state: &DuelState, side: Side) -> bool {
        state.strength[side.index()] == 0 && state.pool[side.index()] == 0
    }

    /// Sets what can no longer matter to one value, so that equal futures are equal states.
    fn forget(&self, state: &mut DuelState) {
        let rulings = &self.rules.rulings;
        for (moved, unit) in state.moved.iter_mut().zip(&self.units) {
            // Without cover to lose, having moved is nothing to remember.
            *moved |= unit.start_cover == Cover::None;
        }
        let Some(charger) = state.locked else { return };
        if state.pool == [0; 2] {
            // Contact without respawns ends with the game: nobody moves again, so room and rallies are idle.
            state.rallied = [false; 2];
            state.room = [0; 2];
        }
        let charger_matters = rulings.melee_continues == MeleeContinues::OwnMoveStep;
        state.locked = Some(if charger_matters { charger } else { Side::A });
    }

    /// Ended states differ only in what is counted of them: merging the rest keeps exact solutions small.
    pub(super) fn settled(&self, state: DuelState) -> DuelState {
        DuelState {
            gap: 0,
            room: [0; 2],
            rallied: [false; 2],
            moved: [false; 2],
            locked: None,
            fought: false,
            fighting: false,
            testing: [false; 2],
            phase: Phase::FirstMoves,
            first: Side::A,
            ..state
        }
    }

    pub(super) fn unit(&self, side: Side) -> &UnitPlan {
        &self.units[side.index()]
    }

    pub(super) fn shoots(&self, state: &DuelState, side: Side) -> bool {
        self.unit(side).shoots[usize::from(state.strength[side.index()])]
    }

    pub(super) fn cover(&self, state: &DuelState, side: Side) -> Cover {
        if state.moved[side.index()] { Cover::None } else { self.unit(side).start_cover }
    }
}
