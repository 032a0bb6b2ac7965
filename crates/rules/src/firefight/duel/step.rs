//! A turn of a duel: both sides' phases, and what ends with them.

use std::sync::Arc;

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::{DuelState, Phase, Standing};
use crate::firefight::needed::Attempt;
use crate::firefight::plan::UnitPlan;
use crate::firefight::rules::Rules;
use crate::firefight::rulings::SuppressionLasts;
use crate::firefight::volley::VolleyRoll;
use crate::kept::Kept;
use crate::log::{Event, Log};
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
    /// Gap at the start, q.
    pub start: i16,
    /// Room behind each, q.
    pub room: i16,
    /// Turn limit.
    pub max_turns: u32,
    /// Leadership tests of both.
    pub(super) tests: [Arc<Attempt>; 2],
    /// Volleys by all that they depend on in this duel.
    pub(super) volleys: Kept<u64, Option<Arc<VolleyRoll>>>,
}

impl Process for DuelProcess<'_> {
    type State = DuelState;

    fn opening(&self) -> DuelState {
        let standing = |unit: &UnitPlan| Standing {
            figures: u16::try_from(unit.figures).unwrap_or(u16::MAX),
            suppressed: 0,
            cowering: unit.cowering,
            moved: false,
            doubled: false,
            sheltered: unit.start_cover != Cover::None,
            led: unit.has_special_leader(),
            dice: 0,
            tried: 0,
            testing: false,
        };
        let mut state = DuelState {
            units: [standing(&self.units[0]), standing(&self.units[1])],
            gap: self.start,
            room: [self.room; 2],
            engaged: false,
            fired: false,
            active: Side::A,
            phase: self.phases()[0],
        };
        self.take_dice(&mut state);
        state
    }

    fn step<D: Dice, L: Log>(&self, state: &DuelState, dice: &mut D, log: &mut L) -> Flow<DuelState> {
        let mut next = *state;
        let side = state.active;
        // Both sides' phases have numbers of their own, for dice that are named by them.
        dice.phase(state.phase as u8 + if side == Side::A { 0 } else { 8 });
        if state.units.iter().any(|unit| unit.testing) {
            self.test_leadership(&mut next, dice, log);
        } else {
            match state.phase {
                Phase::Move => self.move_phase(&mut next, side, log),
                Phase::Shoot => self.shooting_phase(&mut next, side, dice, log),
                Phase::Firefight => self.firefight_phase(&mut next, side, dice, log),
                Phase::Melee => self.melee_phase(&mut next, side, dice, log),
                Phase::End => self.end_turn(&mut next, side, dice, log),
            }
        }
        if next.units.iter().any(|unit| unit.figures == 0) {
            return Flow::Over(self.settled(next));
        }
        if next.units.iter().any(|unit| unit.testing) {
            self.forget(&mut next);
            return Flow::Next(next);
        }
        self.advance(next)
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
        // Every number of models may meet every other, suppressed or not, and in each a firefight or melee has so many
        // outcomes: of each side suppressed or not, and any number removed.
        let figures: f64 = self.units.iter().map(|unit| f64::from(unit.figures + 1)).product();
        let suppressed: f64 =
            self.units.iter().map(|unit| if unit.ignores_suppression { 1.0 } else { 2.0 }).product();
        let doctrines: f64 = self.units.iter().map(doctrine_cost).product();
        let outcomes = figures * suppressed / 2.0;
        4.0 * suppressed * figures * outcomes * doctrines
    }
}

/// How many times the work a unit's doctrines make: dice left, and a leader who may fall.
fn doctrine_cost(unit: &UnitPlan) -> f64 {
    if !unit.uses_dice() {
        return 1.0;
    }
    let leader = if unit.has_special_leader() { 2.0 } else { 1.0 };
    f64::from(unit.dice + 1) * leader
}

impl<'r> DuelProcess<'r> {
    /// A duel of two units, side A first; lengths in q.
    pub fn new(
        rules: &'r Rules,
        units: [UnitPlan; 2],
        policies: [Policy; 2],
        [start, room]: [i16; 2],
        max_turns: u32,
    ) -> DuelProcess<'r> {
        let tests = [0, 1].map(|side: usize| rules.attempt(1, units[side].leadership));
        DuelProcess { rules, units, policies, start, room, max_turns, tests, volleys: Kept::new() }
    }
}

impl DuelProcess<'_> {
    /// Ruling C1: the phases of a turn in order.
    fn phases(&self) -> [Phase; 5] {
        let [first, second] = match self.rules.rulings.shoot_first {
            false => [Phase::Move, Phase::Shoot],
            true => [Phase::Shoot, Phase::Move],
        };
        [first, second, Phase::Firefight, Phase::Melee, Phase::End]
    }

    /// The phase is over: on to the next one, to the other side, or to the next turn.
    fn advance(&self, mut state: DuelState) -> Flow<DuelState> {
        state.units.iter_mut().for_each(|unit| unit.tried = 0);
        let phases = self.phases();
        if let Some(at) = phases[..4].iter().position(|phase| *phase == state.phase) {
            state.phase = phases[at + 1];
            self.forget(&mut state);
            return Flow::Next(state);
        }
        state.active = state.active.foe();
        state.phase = phases[0];
        state.fired = false;
        // A double move counts until the unit's next turn, and so does having moved under ruling C7.
        let unit = &mut state.units[state.active.index()];
        (unit.doubled, unit.moved) = (false, false);
        self.take_dice(&mut state);
        self.forget(&mut state);
        if state.active == Side::A { Flow::TurnOver(state) } else { Flow::Next(state) }
    }

    /// DOCTRINES: the full pool at the start of the own turn; what is left of the last one is gone.
    fn take_dice(&self, state: &mut DuelState) {
        let plan = &self.units[state.active.index()];
        let dice = if plan.uses_dice() { plan.dice } else { 0 };
        state.units[state.active.index()].dice = u8::try_from(dice).unwrap_or(u8::MAX);
    }

    /// What ends with a turn: suppression, and having moved.
    fn end_turn<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        let unit = &mut state.units[side.index()];
        if !self.rules.rulings.moved_in_enemy_turn {
            unit.moved = false;
        }
        // Ruling C4.
        match self.rules.rulings.suppression_lasts {
            SuppressionLasts::OwnNextTurn => unit.suppressed = unit.suppressed.saturating_sub(1),
            SuppressionLasts::GameTurn if side == Side::B => {
                state.units.iter_mut().for_each(|unit| unit.suppressed = 0);
            }
            SuppressionLasts::GameTurn => {}
            SuppressionLasts::Leadership if unit.suppressed > 0 => {
                let rallies = self.check(side, dice);
                if rallies {
                    state.units[side.index()].suppressed = 0;
                    self.say(log, side, || "shakes off its suppression".to_owned());
                } else {
                    self.say(log, side, || "stays suppressed".to_owned());
                }
            }
            SuppressionLasts::Leadership => {}
        }
    }

    /// Ends of its own turn that suppression lasts when it comes about now.
    pub(super) fn suppressed_for(&self, state: &DuelState, side: Side) -> u8 {
        let own_turn = state.active == side;
        // Its own next turn is not the one that it is in.
        let spans = self.rules.rulings.suppression_lasts == SuppressionLasts::OwnNextTurn && own_turn;
        if spans { 2 } else { 1 }
    }

    /// Ended states differ only in what is counted of them.
    fn settled(&self, state: DuelState) -> DuelState {
        let opening = self.opening();
        let unit = |side: usize| Standing { figures: state.units[side].figures, ..opening.units[side] };
        DuelState { units: [unit(0), unit(1)], ..opening }
    }

    /// Sets what can no longer matter to one value, so that equal futures are equal states.
    fn forget(&self, state: &mut DuelState) {
        let may_leave = self.policies.contains(&Policy::Skirmish);
        if !state.engaged || may_leave || self.rules.rulings.engaged_units_fire {
            return;
        }
        (state.gap, state.room, state.fired) = (0, [0; 2], false);
        for unit in &mut state.units {
            // Units in melee fight normally, and nobody leaves it any more.
            (unit.suppressed, unit.cowering, unit.moved) = (0, false, false);
            (unit.doubled, unit.sheltered) = (false, false);
        }
    }

    pub(super) fn plan(&self, side: Side) -> &UnitPlan {
        &self.units[side.index()]
    }

    /// What the unit does: one that seeks melee, or has nothing left to shoot with, charges where others advance.
    pub(super) fn policy(&self, state: &DuelState, side: Side) -> Policy {
        let figures = u32::from(state.units[side.index()].figures);
        self.policies[side.index()].acted(self.plan(side).longest_range[figures as usize] > 0)
    }

    pub(super) fn say<L: Log>(&self, log: &mut L, side: Side, what: impl FnOnce() -> String) {
        if log.tells() {
            log.tell(Event::Line { side, unit: 0, text: what() });
        }
    }

    /// Takes models off a unit; returns how many.
    pub(super) fn take_off<L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        figures: u32,
        cause: Cause,
        log: &mut L,
    ) -> u32 {
        let unit = &mut state.units[side.index()];
        let gone = u16::try_from(figures).unwrap_or(u16::MAX).min(unit.figures);
        if gone == 0 {
            return 0;
        }
        unit.figures -= gone;
        let (figures, left) = (u32::from(gone), u32::from(unit.figures));
        if left == 0 {
            state.engaged = false;
        }
        log.lost(side, cause, figures);
        if log.tells() {
            log.tell(Event::Lost { side, unit: 0, cause, figures, left });
        }
        figures
    }
}
