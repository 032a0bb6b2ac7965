//! A round of melee on the line, and the tests after it.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::DuelState;
use super::step::DuelProcess;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::rules::Fighter;
use crate::log::Log;

impl DuelProcess<'_> {
    pub(super) fn fighter(&self, state: &DuelState, side: Side) -> Fighter<'_> {
        let unit = &state.units[side.index()];
        let magic = &self.rules.numbers.magic;
        Fighter {
            plan: self.plan(side),
            figures: u32::from(unit.figures),
            files: u32::from(unit.files),
            led: unit.led,
            charging: state.charging == Some(side),
            ranked: true,
            higher: self.plan(side).higher_ground && !unit.moved,
            attack: if unit.attack { magic.attack } else { 0 },
            defence: if unit.defence { magic.defence } else { 0 },
            silenced: state.silenced[side.index()],
        }
    }

    /// One round as both units stand.
    #[inline(always)]
    pub(super) fn fight<D: Dice, L: Log>(&self, state: &mut DuelState, dice: &mut D, log: &mut L) {
        self.fight_on_from(state, self.rounds.lasting(state), dice, log);
    }

    /// One round: casualties of both sides, and the level that a MAJOR result regains before the tests.
    #[inline(always)]
    pub(super) fn fight_on_from<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        lasting: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let round = self.round(state, lasting).play(dice);
        if log.tells() {
            let fighters = Side::BOTH.map(|side| self.fighter(state, side));
            let contest = self.rules.contest([&fighters[0], &fighters[1]]);
            self.say(log, Side::A, || crate::blood_and_steel::story::round_in_words(&contest, round.outcome));
        }
        state.charging = None;
        if !self.rules.rulings.melee_each_activation {
            // No other round is fought in this turn, and this was both units' activation: spells last "until its next".
            state.silenced = [false; 2];
            for unit in &mut state.units {
                (unit.attack, unit.defence) = (false, false);
            }
        }
        for side in Side::BOTH {
            let fallen = u32::from(round.fallen[side.index()]);
            let fallen = self.take_off(state, side, fallen, Cause::Melee, log);
            state.hurt[side.index()] = u16::try_from(fallen).unwrap_or(u16::MAX);
        }
        for side in Side::BOTH {
            self.regain(state, side, round.outcome.is_major_of(side.index()), log);
        }
    }

    /// MELEE: is the leader among the fallen, the confidence test, the new leader.
    #[inline(always)]
    pub(super) fn test_after_melee<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let unit = state.units[side.index()];
        let hurt = u32::from(state.hurt[side.index()]);
        if unit.figures == 0 {
            return;
        }
        let came = self.aftermath(side, &unit, hurt).play(dice);
        if log.tells() && hurt > 0 && came.heir == 0 && !self.plan(side).individual {
            self.say(log, side, || "keeps its leader".to_owned());
        }
        self.lower(state, side, came.levels, "after the melee", log);
        let value = self.heir(side, unit.leadership, came);
        let unit = &mut state.units[side.index()];
        let character = unit.led;
        unit.leadership = value;
        unit.led &= came.heir == 0;
        if log.tells() && came.heir > 0 {
            self.say(log, side, || {
                let who = if character { "character" } else { "leader" };
                format!("has lost its {who}; the next one's value is {value}")
            });
        }
    }

    /// Who has routed or is wiped out leaves the melee, and the victor takes heart.
    pub(super) fn settle_melee<L: Log>(&self, state: &mut DuelState, log: &mut L) {
        let beaten = state.units.map(|unit| unit.figures == 0 || unit.confidence == Confidence::Routed);
        if beaten == [false; 2] {
            return;
        }
        for side in Side::BOTH {
            if !beaten[side.index()] {
                continue;
            }
            if state.units[side.index()].figures > 0 {
                self.rout(state, side, log);
            }
            if !beaten[side.foe().index()] {
                self.regain(state, side.foe(), true, log);
            }
        }
        state.locked = false;
    }
}
