//! A turn of a duel: initiative, two activations, a melee and its tests.

use muster_dice::Dice;
use muster_results::{Cause, Ending, Side};

use super::aftermaths::Aftermaths;
use super::rounds::Rounds;
use super::state::{DuelState, Phase, Standing};
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Nerve;
use crate::blood_and_steel::plan::UnitPlan;
use crate::blood_and_steel::rules::Rules;
use crate::log::{CauseLog, Event, Log};
use crate::orders::Policy;
use crate::process::{Flow, Process};
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
    /// Rounds of melee.
    pub(super) rounds: Rounds,
    /// What each unit throws for after a round.
    pub(super) aftermaths: [Aftermaths; 2],
}

impl Process for DuelProcess<'_> {
    type State = DuelState;

    fn opening(&self) -> DuelState {
        let standing = |unit: &UnitPlan| Standing {
            figures: u16::try_from(unit.figures).unwrap_or(u16::MAX),
            files: u16::try_from(unit.files).unwrap_or(u16::MAX),
            leadership: u8::try_from(unit.leadership).unwrap_or(u8::MAX),
            confidence: unit.confidence,
            led: unit.led,
            suppressed: false,
            attack: false,
            defence: false,
            nerve: unit.nerve(),
            moved: !unit.higher_ground && unit.start_cover == Cover::None,
        };
        DuelState {
            units: [standing(&self.units[0]), standing(&self.units[1])],
            gap: self.start,
            room: [self.room; 2],
            locked: false,
            charging: None,
            silenced: [false; 2],
            hurt: [0; 2],
            more: true,
            // Side A has won the first turn's initiative: that is what makes it side A.
            phase: Phase::FirstActs,
            first: Side::A,
        }
    }

    fn step<D: Dice, L: Log>(&self, state: &DuelState, dice: &mut D, log: &mut L) -> Flow<DuelState> {
        let mut next = *state;
        match state.phase {
            Phase::Initiative => {
                if !self.initiative_is_idle(state) {
                    let second = dice.resolve(&self.rules.book.initiative) == 1;
                    next.first = if second { Side::B } else { Side::A };
                    self.say(log, next.first, || "begins the turn".to_owned());
                }
                next.phase = Phase::FirstActs;
            }
            Phase::FirstActs | Phase::SecondActs => {
                let side = if state.phase == Phase::FirstActs { state.first } else { state.first.foe() };
                next.more = state.phase == Phase::FirstActs;
                self.activate(&mut next, side, dice, log);
                if next.phase == state.phase {
                    return self.advance(next);
                }
            }
            Phase::Fight => {
                self.fight(&mut next, dice, log);
                next.phase = Phase::TestA;
            }
            Phase::TestA => {
                self.test_after_melee(&mut next, Side::A, dice, log);
                next.hurt[0] = 0;
                next.phase = Phase::TestB;
            }
            Phase::TestB => {
                self.test_after_melee(&mut next, Side::B, dice, log);
                self.settle_melee(&mut next, log);
                return self.advance(next);
            }
        }
        self.forget(&mut next);
        Flow::Next(next)
    }

    fn may_rush(&self, state: &DuelState) -> bool {
        self.is_bound_to_fight(state)
    }

    fn rush<D: Dice>(
        &self,
        state: &mut DuelState,
        turn: &mut u32,
        dice: &mut D,
        log: &mut CauseLog,
    ) -> Option<Ending> {
        self.fight_on(state, turn, dice, log)
    }

    const FOCUSES: bool = true;

    fn focus(&self, state: &DuelState) -> DuelState {
        self.focus_of(state)
    }

    fn restore(&self, before: &DuelState, flow: Flow<DuelState>) -> Flow<DuelState> {
        self.restore_to(before, flow)
    }

    fn left(&self, state: &DuelState) -> [u32; 2] {
        state.units.map(|unit| u32::from(unit.figures))
    }

    fn winner(&self, state: &DuelState) -> Option<Side> {
        match state.units.map(|unit| unit.figures) {
            [0, 0] => None,
            [0, _] => Some(Side::B),
            [_, 0] => Some(Side::A),
            _ => None,
        }
    }

    fn max_turns(&self) -> u32 {
        self.max_turns
    }

    fn exact_cost(&self) -> f64 {
        self.guess_of_exact()
    }

    fn walk_cost(&self) -> f64 {
        self.guess_of_walk()
    }
}

impl<'r> DuelProcess<'r> {
    /// A duel of two units, side A first; lengths in quarter inches.
    pub fn new(
        rules: &'r Rules,
        units: [UnitPlan; 2],
        policies: [Policy; 2],
        [start, room]: [i16; 2],
        max_turns: u32,
    ) -> DuelProcess<'r> {
        let rounds = Rounds::new(&units);
        let aftermaths = [Aftermaths::new(rules, &units[0]), Aftermaths::new(rules, &units[1])];
        DuelProcess { rules, units, policies, start, room, max_turns, rounds, aftermaths }
    }
}

impl DuelProcess<'_> {
    /// Whether it does not matter who begins: in a melee both units are used up whoever is activated, and no character is
    /// there to rally the one that is, and no spell on it ends with that.
    fn initiative_is_idle(&self, state: &DuelState) -> bool {
        let matters = |unit: &Standing| unit.led || unit.attack || unit.defence;
        state.locked && !self.rules.rulings.melee_each_activation && !state.units.iter().any(matters)
    }

    /// The activation is over: on to the other side, or to the next turn.
    fn advance(&self, mut state: DuelState) -> Flow<DuelState> {
        if state.units.iter().any(|unit| unit.figures == 0) {
            return Flow::Over(self.settled(state));
        }
        state.hurt = [0; 2];
        if state.more {
            state.more = false;
            state.phase = Phase::SecondActs;
            self.forget(&mut state);
            return Flow::Next(state);
        }
        self.forget(&mut state);
        let next = DuelState {
            charging: None,
            silenced: [false; 2],
            more: true,
            phase: Phase::Initiative,
            first: Side::A,
            ..state
        };
        Flow::TurnOver(next)
    }

    /// Ended states differ only in what is counted of them.
    fn settled(&self, state: DuelState) -> DuelState {
        let unit =
            |side: usize| Standing { figures: state.units[side].figures, ..self.opening().units[side] };
        DuelState { units: [unit(0), unit(1)], ..self.opening() }
    }

    pub(super) fn plan(&self, side: Side) -> &UnitPlan {
        &self.units[side.index()]
    }

    /// Distance from centre to centre, as missiles are measured.
    pub(super) fn distance(&self, state: &DuelState) -> i32 {
        i32::from(state.gap) + self.units[0].radius + self.units[1].radius
    }

    /// Takes figures off a unit. A rider's fall unsettles his monster (MONSTERS).
    #[inline(always)]
    pub(super) fn take_off<L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        fallen: u32,
        cause: Cause,
        log: &mut L,
    ) -> u32 {
        let plan = self.plan(side);
        let unit = &mut state.units[side.index()];
        let fallen = u16::try_from(fallen).unwrap_or(u16::MAX).min(unit.figures);
        unit.figures -= fallen;
        let rider = plan.riderless.is_some() && fallen > 0 && unit.led && unit.figures > 0;
        if rider {
            unit.led = false;
            unit.confidence = unit.confidence.lowered(self.rules.numbers.characters.rider_lost);
        }
        let (left, now) = (u32::from(unit.figures), unit.confidence.word());
        state.locked &= left > 0;
        log.lost(side, cause, u32::from(fallen));
        if log.tells() && fallen > 0 {
            log.tell(Event::Lost { side, unit: 0, cause, figures: u32::from(fallen), left });
        }
        if rider {
            self.say(log, side, || format!("has lost its rider and is now {now}"));
        }
        u32::from(fallen)
    }

    pub(super) fn say<L: Log>(&self, log: &mut L, side: Side, what: impl FnOnce() -> String) {
        if log.tells() {
            log.tell(Event::Line { side, unit: 0, text: what() });
        }
    }

    /// Takes levels off a unit's confidence.
    #[inline(always)]
    pub(super) fn lower<L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        levels: u32,
        why: &str,
        log: &mut L,
    ) {
        let unit = &mut state.units[side.index()];
        unit.confidence = unit.confidence.lowered(levels);
        let now = unit.confidence.word();
        if levels > 0 {
            self.say(log, side, || format!("fails its test {why} and is now {now}"));
        } else {
            self.say(log, side, || format!("passes its test {why}"));
        }
        if !state.locked {
            self.leave_if_lost(state, side, log);
        }
    }

    /// A routed unit runs until somebody rallies it. Where nobody can, its flight decides nothing any more: it is off the
    /// table at once.
    pub(super) fn leave_if_lost<L: Log>(&self, state: &mut DuelState, side: Side, log: &mut L) {
        let unit = state.units[side.index()];
        if unit.confidence == Confidence::Routed && !unit.led && unit.figures > 0 {
            self.say(log, side, || "flees from the table".to_owned());
            self.take_off(state, side, u32::from(unit.figures), Cause::Morale, log);
        }
    }

    /// Sets what can no longer matter to one value, so that equal futures are equal states. A melee ends with a rout, and
    /// the game with it, unless a character may rally the runaways.
    fn forget(&self, state: &mut DuelState) {
        if state.locked && !state.more && state.phase != Phase::FirstActs && state.phase != Phase::SecondActs
        {
            // Nobody acts any more in this turn.
            state.first = Side::A;
        }
        if !state.locked || state.units.iter().any(|unit| unit.led) {
            return;
        }
        state.room = [0; 2];
        for (unit, plan) in state.units.iter_mut().zip(&self.units) {
            unit.moved |= !plan.higher_ground;
            unit.nerve = Nerve::Proved;
        }
    }
}
