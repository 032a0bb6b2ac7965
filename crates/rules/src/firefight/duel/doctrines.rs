//! Activation dice on the line: when a unit spends them, and on what.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::state::DuelState;
use super::step::DuelProcess;
use crate::firefight::doctrine::{Boosts, Doctrine, Effect, Moment};
use crate::firefight::numbers::Attacks;
use crate::firefight::story::FAILED_AGAIN;
use crate::log::Log;
use crate::rolls::{self, unit_slot};

impl DuelProcess<'_> {
    /// The next doctrine that the unit may try to answer an event with, by its place in the list: those of a special leader
    /// while he stands, once a phase (ruling C16), in the enemy's turn with what dice are left (ruling C15).
    fn to_try(&self, state: &DuelState, side: Side, moment: Moment, phase: Attacks) -> Option<usize> {
        let (unit, plan) = (&state.units[side.index()], self.plan(side));
        let rulings = &self.rules.rulings;
        let barred = unit.tried != 0 && !rulings.same_leader_again
            || state.active != side && !rulings.doctrines_in_enemy_turn;
        if unit.dice == 0 || barred {
            return None;
        }
        let known = if unit.led { plan.doctrines.len() } else { plan.own_doctrines };
        let may =
            |at: usize, doctrine: &Doctrine| unit.tried >> at & 1 == 0 && doctrine.answers(moment, phase);
        plan.doctrines[..known].iter().enumerate().position(|(at, doctrine)| may(at, doctrine))
    }

    /// Spends dice on a doctrine; true when it is activated.
    fn activates<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        at: usize,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let doctrine = &self.plan(side).doctrines[at];
        let unit = &mut state.units[side.index()];
        let saves = matches!(doctrine.effect.moment(), Moment::Suppressed | Moment::Breaking);
        let wanted = if saves { u32::from(unit.dice) } else { self.rules.numbers.play.dice_a_try };
        let spent = wanted.min(u32::from(unit.dice));
        unit.dice -= u8::try_from(spent).unwrap_or(unit.dice);
        unit.tried |= 1 << at;
        dice.unit(unit_slot(side, 0));
        dice.kind(rolls::ACTIVATION);
        let activated = dice.resolve(&*self.rules.attempt(spent, doctrine.target)) == 1;
        self.say(log, side, || {
            let does = if activated { "activates" } else { "fails to activate" };
            format!("{does} {}", doctrine.name)
        });
        activated
    }

    /// What doctrines that answer an event add to what others do already.
    #[expect(clippy::too_many_arguments, reason = "who answers what, with which luck, told to whom")]
    pub(super) fn boosted<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        moment: Moment,
        phase: Attacks,
        mut boosts: Boosts,
        dice: &mut D,
        log: &mut L,
    ) -> Boosts {
        while let Some(at) = self.to_try(state, side, moment, phase) {
            if self.activates(state, side, at, dice, log) {
                boosts = boosts.with(&self.plan(side).doctrines[at]);
            }
        }
        boosts
    }

    /// By how many times a doctrine that the unit could still activate raises the wounds that suppress it; 0 for none.
    pub(super) fn suppression_factor(&self, state: &DuelState, side: Side, phase: Attacks) -> u32 {
        let at = self.to_try(state, side, Moment::Suppressed, phase);
        at.and_then(|at| u32::try_from(self.plan(side).doctrines[at].levels).ok()).unwrap_or(0)
    }

    /// Whether a doctrine keeps the unit from being suppressed by wounds that are too few under it.
    pub(super) fn shrugs_off<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let at = self.to_try(state, side, Moment::Suppressed, phase);
        at.is_some_and(|at| self.activates(state, side, at, dice, log))
    }

    /// Whether a doctrine helps a unit that has failed its leadership test.
    pub(super) fn stands_after_all<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        while let Some(at) = self.to_try(state, side, Moment::Breaking, phase) {
            let passes = self.plan(side).doctrines[at].effect == Effect::PassLeadership;
            if self.activates(state, side, at, dice, log) {
                if passes || self.check(side, dice) {
                    return true;
                }
                self.say(log, side, || FAILED_AGAIN.to_owned());
            }
        }
        false
    }

    /// LEADERS: of the models that stood before the loss, any may be the special leader.
    pub(super) fn leader_may_fall<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        lost: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let unit = &mut state.units[side.index()];
        let stood = u8::try_from(u32::from(unit.figures) + lost).ok().and_then(Die::new);
        if !unit.led || self.rules.rulings.leader_falls_last {
            return;
        }
        dice.unit(unit_slot(side, 0));
        dice.kind(rolls::LEADER_LOSS);
        if stood.is_some_and(|stood| dice.die(stood) <= lost) {
            unit.led = false;
            self.say(log, side, || "has lost its special leader".to_owned());
        } else {
            self.say(log, side, || "keeps its special leader".to_owned());
        }
    }
}
