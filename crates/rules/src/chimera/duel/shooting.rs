//! The Shoot step of a duel: fire, or the move of those that have nothing to shoot with.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::moving::Motion;
use super::state::DuelState;
use super::step::DuelProcess;
use crate::chimera::saves::Target;
use crate::chimera::shooting::{Shot, volley};
use crate::log::{Event, Log};
use crate::orders::Policy;

impl DuelProcess<'_> {
    pub(super) fn shoot_step<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let (me, foe) = (side.index(), side.foe().index());
        if state.strength[me] == 0 || state.strength[foe] == 0 {
            return;
        }
        if state.locked.is_some() && !self.rules.rulings.locked_units_shoot {
            return;
        }
        if !self.shoots(state, side) {
            self.bonus_move(state, side, dice, log);
            return;
        }
        let Some(band) = self.unit(side).band(i32::from(state.gap)) else { return };
        let target = Target {
            plan: &self.units[foe],
            strength: u32::from(state.strength[foe]),
            cover: self.cover(state, side.foe()),
        };
        let shot = Shot { side, unit: 0, target: 0, gap: i32::from(state.gap) };
        let wounds =
            volley(&self.rules.save_rules(), u32::from(state.strength[me]), band, target, shot, dice, log);
        let lost = self.take_off(state, side.foe(), wounds, Cause::Shooting, log);
        // Ruling A16: tests that the text does not ask for.
        let tests = self.rules.rulings.tests;
        let must = tests.shooting_casualties && lost > 0 || self.halved(state, side.foe(), lost);
        state.testing[foe] = must && state.strength[foe] > 0;
        self.let_go_if_gone(state);
    }

    /// CHIMERA Movement ¶3: a unit without ranged weapons moves a further 3" instead of shooting.
    pub(super) fn bonus_move<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        if state.locked.is_some() {
            return;
        }
        if std::mem::take(&mut state.rallied[side.index()]) {
            log.tell(Event::HeldByRally { side, unit: 0 });
            return;
        }
        if self.policies[side.index()].acted(false) != Policy::Charge {
            return;
        }
        // Ruling A19: the extra move may or may not make contact.
        let stop = if self.rules.rulings.bonus_move_may_charge { 0 } else { 1 };
        let allowance = self.rules.numbers.bonus_move;
        if self.make_move(state, side, Motion::Toward(stop), allowance, true, log) {
            self.fight_round(state, side, Some(side), dice, log);
        }
    }
}
