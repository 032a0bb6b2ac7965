//! What comes at the end of a phase: SUPPRESSION, then the leadership tests of units and of commands.

use muster_dice::{Dice, Die};
use muster_results::{Cause, Side};

use super::field::Field;
use super::step::Battle;
use crate::firefight::numbers::Attacks;
use crate::firefight::rulings::SuppressionLasts;
use crate::grammar::{counted, of_count};
use crate::log::Log;
use crate::rolls::{self, unit_slot};

impl Battle<'_> {
    /// A leadership test; true when it is passed.
    pub(super) fn check<D: Dice>(&self, target: i32, (side, unit): (Side, usize), dice: &mut D) -> bool {
        dice.unit(unit_slot(side, unit));
        dice.kind(rolls::MORALE);
        dice.resolve(&*self.rules.attempt(1, target)) == 1
    }

    /// Wounds in one phase that suppress a unit; 0 for one that cannot be suppressed.
    pub(super) fn suppressing(&self, field: &Field, side: Side, unit: usize) -> u32 {
        if self.plan(side, unit).ignores_suppression {
            return 0;
        }
        field.unit(side, unit).at_start.saturating_mul(self.rules.numbers.wounds_per_model)
    }

    /// Whether so many wounds suppress where `limit` do (ruling C2).
    pub(super) fn reaches_limit(&self, wounds: u32, limit: u32) -> bool {
        let exactly = self.rules.rulings.suppressed_exactly;
        limit > 0 && if exactly { wounds == limit } else { wounds >= limit }
    }

    /// All that is due when a phase is over, the active side first, in list order. A side that is gone has lost: the other tests
    /// no more.
    pub(super) fn end_phase<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) {
        let sides = [field.state.active, field.state.active.foe()];
        let units = |side: Side| (0..self.force(side).units.len()).map(move |unit| (side, unit));
        for who in sides.into_iter().flat_map(units) {
            self.apply_suppression(field, who, phase, dice, log);
        }
        for who in sides.into_iter().flat_map(units) {
            if field.swept().contains(&true) {
                return;
            }
            self.test_unit(field, who, phase, dice, log);
        }
        let commands = |side: Side| (0..self.force(side).reserves.units.len()).map(move |at| (side, at));
        for (side, command) in sides.into_iter().flat_map(commands) {
            if field.swept().contains(&true) {
                return;
            }
            self.test_command(field, side, command, dice, log);
        }
    }

    fn apply_suppression<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) {
        let (fielded, limit) = (field.unit(side, unit), self.suppressing(field, side, unit));
        let wounds = fielded.wounds;
        let due = fielded.figures > 0 && self.reaches_limit(wounds, limit);
        if !due || self.shrugs_off(field, (side, unit), phase, dice, log) {
            return;
        }
        // Its own next turn is not the one that it is in.
        let own_turn = field.state.active == side;
        let spans = self.rules.rulings.suppression_lasts == SuppressionLasts::OwnNextTurn && own_turn;
        field.unit_mut(side, unit).suppressed = if spans { 2 } else { 1 };
        self.say(log, side, unit, || {
            let by = counted(wounds, "wound", "wounds");
            format!("is suppressed by {by}, where {limit} {} enough", of_count(limit, "is", "are"))
        });
    }

    /// LEADERSHIP: a unit below half that has lost a model in this phase. One that fails is removed.
    fn test_unit<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) {
        let (plan, fielded) = (self.plan(side, unit), field.unit(side, unit));
        let (share, at_share) = (self.rules.numbers.leadership.break_share, self.rules.rulings.break_at_half);
        if !fielded.hurt || !plan.breaks(fielded.figures, share, at_share) {
            return;
        }
        if self.check(plan.leadership, (side, unit), dice) {
            self.say(log, side, unit, || "passes its leadership test".to_owned());
            return;
        }
        self.say(log, side, unit, || "fails its leadership test".to_owned());
        if self.stands_after_all(field, (side, unit), phase, dice, log) {
            self.say(log, side, unit, || "stands all the same".to_owned());
            return;
        }
        self.take_off(field, (side, unit), u32::MAX, Cause::Morale, log);
    }

    /// LEADERSHIP: a command below half of its units that has lost one in this phase tests by the best leader that it has
    /// left.
    fn test_command<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        command: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let (force, numbers) = (self.force(side), &self.rules.numbers.leadership);
        let commands = &force.reserves;
        let of_command = || (0..force.units.len()).filter(|unit| commands.of[*unit] == command);
        let has_lost = of_command().any(|unit| {
            let fielded = field.unit(side, unit);
            fielded.figures == 0 && fielded.at_start > 0 && !self.plan(side, unit).is_leader
        });
        if !self.rules.rulings.command_break_removes || !has_lost {
            return;
        }
        let left = of_command().filter(|unit| field.unit(side, *unit).figures > 0);
        let units = left.clone().filter(|unit| !self.plan(side, *unit).is_leader).count();
        if units == 0 || units as f64 >= numbers.command_share * f64::from(commands.units[command]) {
            return;
        }
        let Some(best) = left.min_by_key(|unit| self.plan(side, *unit).leadership) else { return };
        if self.check(self.plan(side, best).leadership, (side, best), dice) {
            self.say(log, side, best, || "keeps the command together".to_owned());
            return;
        }
        self.say(log, side, best, || "fails the leadership test of the command".to_owned());
        for unit in of_command() {
            self.take_off(field, (side, unit), u32::MAX, Cause::Morale, log);
        }
    }

    /// LEADERS: of the models that stood before a loss, any may be the special leader.
    pub(super) fn leader_may_fall<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        lost: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let fielded = field.unit_mut(side, unit);
        let stood = u8::try_from(fielded.figures + lost).ok().and_then(Die::new);
        if !fielded.led || self.rules.rulings.leader_falls_last {
            return;
        }
        dice.unit(unit_slot(side, unit));
        dice.kind(rolls::LEADER_LOSS);
        if stood.is_some_and(|stood| dice.die(stood) <= lost) {
            fielded.led = false;
            self.say(log, side, unit, || "has lost its special leader".to_owned());
        } else {
            self.say(log, side, unit, || "keeps its special leader".to_owned());
        }
    }
}
