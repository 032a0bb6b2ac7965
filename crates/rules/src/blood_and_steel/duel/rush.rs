//! A melee fought round after round in one go: the phases of [`super::step`] in their order, with nothing between them. Once
//! blows are exchanged no unit has anything else to do until one of them is beaten.

use muster_dice::Dice;
use muster_results::{Ending, Side};

use super::state::{DuelState, Phase};
use super::step::DuelProcess;
use crate::log::CauseLog;
use crate::process::Process as _;

impl DuelProcess<'_> {
    /// A character may still rally the unit that he leads; under ruling B32 there may be a second round in a turn.
    pub(super) fn is_bound_to_fight(&self, state: &DuelState) -> bool {
        state.phase == Phase::Fight
            && !self.rules.rulings.melee_each_activation
            && !state.units.iter().any(|unit| unit.led)
    }

    /// Fights until a unit is beaten or the turns are over.
    pub(super) fn fight_on<D: Dice>(
        &self,
        state: &mut DuelState,
        turn: &mut u32,
        dice: &mut D,
        log: &mut CauseLog,
    ) -> Option<Ending> {
        let mut now = *state;
        // Of the first round a charge, a silence and spells are left behind; after it nothing changes but figures and spirits.
        let mut lasting = self.rounds.lasting(&now);
        let mut first = true;
        let ending = loop {
            self.fight_on_from(&mut now, lasting, dice, log);
            if first {
                (first, lasting) = (false, self.rounds.lasting(&now));
            }
            self.test_after_melee(&mut now, Side::A, dice, log);
            self.test_after_melee(&mut now, Side::B, dice, log);
            self.settle_melee(&mut now, log);
            if now.units[0].figures == 0 || now.units[1].figures == 0 {
                break Ending::Destroyed;
            }
            if *turn == self.max_turns() {
                break Ending::Limit;
            }
            *turn += 1;
            dice.turn(*turn);
        };
        *state = now;
        Some(ending)
    }
}
