//! The four steps of a turn on the table, unit by unit in list order.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::end::{Verdict, after_turn};
use super::field::{Field, Force};
use crate::chimera::compile::Rules;
use crate::chimera::plan::UnitPlan;
use crate::chimera::rulings::Order;
use crate::log::{Event, Log};
use crate::orders::Plan;
use crate::rolls;
use crate::table::Conditions;

/// A battle ready to play: `[side A, side B]`.
#[derive(Clone, Copy, Debug)]
pub struct Battle<'b> {
    /// The rules in force.
    pub rules: &'b Rules,
    /// Table, terrain, victory.
    pub conditions: &'b Conditions,
    /// The forces as they sit.
    pub forces: [&'b Force; 2],
    /// Their plans.
    pub plans: [Plan; 2],
}

impl<'b> Battle<'b> {
    /// Plays a field to its end; returns the verdict and the turns begun.
    pub fn play<D: Dice, L: Log>(&self, field: &mut Field, dice: &mut D, log: &mut L) -> (Verdict, u32) {
        let mut turn = 0;
        loop {
            turn += 1;
            dice.turn(turn);
            if let Some(verdict) = self.play_turn(field, turn, dice, log) {
                return (verdict, turn);
            }
            if let Some(verdict) = after_turn(field, self.forces, self.conditions, turn) {
                return (verdict, turn);
            }
        }
    }

    /// CHIMERA Turn order: A moves, B shoots, A shoots, B moves.
    fn play_turn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        if self.rules.rulings.order == Order::RolledEachTurn {
            // Ruling A20: a fair coin.
            dice.unit(0);
            dice.kind(rolls::ORDER);
            field.first = if dice.die(Die::D6) <= 3 { Side::A } else { Side::B };
        }
        let (first, second) = (field.first, field.first.foe());
        if L::TELLS {
            log.tell(Event::Turn { number: turn, first });
        }
        for units in &mut field.units {
            units.iter_mut().for_each(|unit| unit.fought_this_turn = 0);
        }
        dice.phase(1);
        let mut verdict = self.move_step(field, first, dice, log);
        for (phase, side) in [(2, second), (3, first)] {
            dice.phase(phase);
            verdict = verdict.or_else(|| self.shoot_step(field, side, dice, log));
        }
        dice.phase(4);
        verdict.or_else(|| self.move_step(field, second, dice, log))
    }

    /// The force of a side.
    #[inline]
    pub(super) fn force(&self, side: Side) -> &'b Force {
        self.forces[side.index()]
    }

    /// A compiled unit.
    #[inline]
    pub(super) fn plan(&self, side: Side, unit: usize) -> &'b UnitPlan {
        &self.forces[side.index()].units[unit]
    }
}
