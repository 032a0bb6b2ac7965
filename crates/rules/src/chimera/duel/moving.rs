//! The Move step: policies on the line, the extra move, respawning.

use muster_dice::Dice;
use muster_results::Side;

use super::state::DuelState;
use super::step::DuelProcess;
use crate::chimera::rulings::MeleeContinues;
use crate::log::{Event, Log};
use crate::orders::Policy;
use crate::rolls;

/// A move on the line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Motion {
    /// Toward the enemy, but never nearer than this gap.
    Toward(i32),
    /// Directly away.
    Away,
    /// Nowhere.
    Stand,
}

impl DuelProcess<'_> {
    pub(super) fn move_step<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let me = side.index();
        if state.fighting {
            self.fight_round(state, side, None, dice, log);
            return;
        }
        self.respawn(state, side, dice, log);
        if state.strength[me] == 0 {
            return;
        }
        // A rallied unit misses its next opportunity to move; locked, it fights all the same.
        let held = std::mem::take(&mut state.rallied[me]);
        if let Some(charger) = state.locked {
            if self.fights_now(state, side, charger) {
                self.fight_round(state, side, None, dice, log);
            }
            return;
        }
        if held {
            log.tell(Event::HeldByRally { side, unit: 0 });
            return;
        }
        let allowance = self.unit(side).speed;
        let motion = self.motion(state, side);
        if self.make_move(state, side, motion, allowance, false, log) {
            self.fight_round(state, side, Some(side), dice, log);
        }
    }

    /// Ruling A12: in which steps a locked pair fights on.
    pub(super) fn fights_now(&self, state: &DuelState, side: Side, charger: Side) -> bool {
        match self.rules.rulings.melee_continues {
            MeleeContinues::EveryMoveStep | MeleeContinues::UntilDecided => true,
            MeleeContinues::OwnMoveStep => side == charger,
            MeleeContinues::OncePerTurn => !state.fought,
        }
    }

    pub(super) fn motion(&self, state: &DuelState, side: Side) -> Motion {
        let foe = side.foe();
        if state.strength[foe.index()] == 0 {
            return Motion::Stand;
        }
        let advance = Motion::Toward(self.unit(side).longest_range);
        match self.policies[side.index()].acted(self.shoots(state, side)) {
            Policy::Charge => Motion::Toward(0),
            Policy::Hold => Motion::Stand,
            Policy::Advance => advance,
            Policy::Skirmish => {
                let bonus = if self.shoots(state, foe) { 0 } else { self.rules.numbers.bonus_move };
                let threat = self.unit(foe).speed + bonus;
                if i32::from(state.gap) <= threat { Motion::Away } else { advance }
            }
        }
    }

    /// Moves a unit; true when it has made contact.
    pub(super) fn make_move<L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        motion: Motion,
        allowance: i32,
        instead_of_shooting: bool,
        log: &mut L,
    ) -> bool {
        let me = side.index();
        let gap = i32::from(state.gap);
        let distance = match motion {
            Motion::Stand => return false,
            Motion::Toward(stop) => allowance.min((gap - stop).max(0)),
            Motion::Away => -allowance.min(i32::from(state.room[me])),
        };
        let shift = i16::try_from(distance).unwrap_or(0);
        state.gap -= shift;
        state.room[me] += shift;
        state.moved[me] |= shift != 0;
        if shift != 0 {
            log.tell(Event::Moved { side, unit: 0, distance, instead_of_shooting });
        }
        let contact = motion == Motion::Toward(0) && state.gap == 0;
        if contact {
            state.locked = Some(side);
        }
        contact
    }

    /// The balancing mechanic of `[respawn]`: a unit that is gone comes back at the far end of its room.
    pub(super) fn respawn<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let me = side.index();
        if state.strength[me] > 0 || state.pool[me] == 0 {
            return;
        }
        let respawn = &self.rules.numbers.respawn;
        dice.unit(rolls::unit_slot(side, 0));
        dice.kind(rolls::RESPAWN);
        if respawn.on > 1 && dice.die(respawn.die) < respawn.on {
            return;
        }
        let unit = self.unit(side);
        let full = unit.figures[unit.strength as usize];
        let figures = self.respawn_figures[me].unwrap_or(full).min(full);
        state.pool[me] -= 1;
        state.strength[me] = u16::try_from(unit.strength_of(figures)).unwrap_or(u16::MAX);
        state.gap += state.room[me];
        state.room[me] = 0;
        state.rallied[me] = false;
        state.moved[me] = true;
        log.tell(Event::Respawned { side, unit: 0, figures });
    }
}
