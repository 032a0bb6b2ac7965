//! Leadership tests on the line.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::{DuelState, Phase};
use super::step::DuelProcess;
use crate::firefight::numbers::Attacks;
use crate::log::Log;
use crate::rolls::{self, unit_slot};

impl DuelProcess<'_> {
    /// A leadership test; true when it is passed.
    pub(super) fn check<D: Dice>(&self, side: Side, dice: &mut D) -> bool {
        dice.unit(unit_slot(side, 0));
        dice.kind(rolls::MORALE);
        dice.resolve(&*self.tests[side.index()]) == 1
    }

    /// LEADERSHIP: the test that is due, the active side's first. A unit that fails is removed.
    pub(super) fn test_leadership<D: Dice, L: Log>(&self, state: &mut DuelState, dice: &mut D, log: &mut L) {
        let active = state.active;
        let side = if state.units[active.index()].testing { active } else { active.foe() };
        state.units[side.index()].testing = false;
        let phase = match state.phase {
            Phase::Move | Phase::Shoot => Attacks::Shooting,
            Phase::Firefight => Attacks::Firefight,
            Phase::Melee | Phase::End => Attacks::Melee,
        };
        if self.check(side, dice) {
            self.say(log, side, || "passes its leadership test".to_owned());
            return;
        }
        self.say(log, side, || "fails its leadership test".to_owned());
        if self.stands_after_all(state, side, phase, dice, log) {
            self.say(log, side, || "stands all the same".to_owned());
            return;
        }
        let all = u32::from(state.units[side.index()].figures);
        self.take_off(state, side, all, Cause::Morale, log);
    }
}
