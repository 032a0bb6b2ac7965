//! A battle ready to play: its turns, and when it is over.

use muster_dice::Dice;
use muster_results::Side;

use super::supplied::{BattleRules, BattleUnit, FieldOf, ForceOf, OnTable};
use crate::log::{Event, Log};
use crate::orders::Plan;
use crate::table::{Conditions, Verdict, within};

/// A battle ready to play: `[side A, side B]`.
#[derive(Debug)]
pub struct Battle<'b, R: BattleRules> {
    /// The rules in force.
    pub rules: &'b R,
    /// Table, terrain, victory.
    pub conditions: &'b Conditions,
    /// The forces as they sit.
    pub forces: [&'b ForceOf<R>; 2],
    /// Their plans.
    pub plans: [Plan; 2],
}

/// A unit on the table, under these rules.
pub(super) type UnitOf<R> = <<R as BattleRules>::Plan as BattleUnit>::Fielded;

impl<'b, R: BattleRules> Battle<'b, R> {
    /// Plays a field to its end; returns the verdict and the turns begun.
    pub fn play<D: Dice, L: Log>(&self, field: &mut FieldOf<R>, dice: &mut D, log: &mut L) -> (Verdict, u32) {
        let mut turn = 0;
        loop {
            turn += 1;
            dice.turn(turn);
            let verdict = R::play_turn(self, field, turn, dice, log);
            if let Some(verdict) = verdict.or_else(|| self.after_turn(field, turn)) {
                return (verdict, turn);
            }
        }
    }

    /// Break point, objective and turn limit, looked at when a turn is over.
    fn after_turn(&self, field: &FieldOf<R>, turn: u32) -> Option<Verdict> {
        let shares = || Side::BOTH.map(|side| self.share_left(field, side));
        self.conditions.after_turn(turn, shares, |middle, radius| {
            Side::BOTH.map(|side| {
                self.standing(field, side).any(|(_, fielded)| within(fielded.at(), middle, radius))
            })
        })
    }

    /// Share of the starting worth that a side has left; a force without any worth counts by figures.
    fn share_left(&self, field: &FieldOf<R>, side: Side) -> f64 {
        let force = self.force(side);
        let units = || field.units[side.index()].iter().zip(&force.units);
        if force.worth() > 0 {
            let left: u64 = units().map(|(unit, plan)| u64::from(plan.worth_at(unit.strength()))).sum();
            return left as f64 / force.worth() as f64;
        }
        f64::from(self.figures_left(field, side)) / f64::from(force.figures().max(1))
    }

    /// Figures of a side that are on the table.
    pub fn figures_left(&self, field: &FieldOf<R>, side: Side) -> u32 {
        let units = field.units[side.index()].iter().zip(&self.force(side).units);
        units.map(|(unit, plan)| plan.figures_at(unit.strength())).sum()
    }

    /// The force of a side.
    #[inline]
    pub(crate) fn force(&self, side: Side) -> &'b ForceOf<R> {
        self.forces[side.index()]
    }

    /// A compiled unit.
    #[inline]
    pub(crate) fn plan(&self, side: Side, unit: usize) -> &'b R::Plan {
        &self.forces[side.index()].units[unit]
    }

    /// Units of a side that are on the table, in list order.
    #[inline]
    pub(crate) fn standing<'f>(
        &self,
        field: &'f FieldOf<R>,
        side: Side,
    ) -> impl Iterator<Item = (usize, &'f UnitOf<R>)> + use<'f, R> {
        field.units[side.index()].iter().enumerate().filter(|(_, unit)| unit.strength() > 0)
    }

    /// Tells something in the rule set's own words: the rest of a sentence that begins with the unit's name.
    pub(crate) fn say<L: Log>(&self, log: &mut L, side: Side, unit: usize, what: impl FnOnce() -> String) {
        if log.tells() {
            log.tell(Event::Line { side, unit, text: what() });
        }
    }
}
