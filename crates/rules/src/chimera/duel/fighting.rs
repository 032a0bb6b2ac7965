//! Rounds of melee in a duel, and what follows from losses: tests and retreats.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::DuelState;
use super::step::DuelProcess;
use crate::chimera::melee::{Fighter, fight, losers};
use crate::chimera::morale::{just_halved, wounds_leaving};
use crate::chimera::rulings::MeleeContinues;
use crate::chimera::strike::Mode;
use crate::log::{Event, Log, MoraleResult};
use crate::process::Process as _;
use crate::rolls::unit_slot;

impl DuelProcess<'_> {
    pub(super) fn fight_round<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        charging: Option<Side>,
        dice: &mut D,
        log: &mut L,
    ) {
        let before = self.left(state);
        let fighter = |side: Side| Fighter {
            plan: self.unit(side),
            strength: u32::from(state.strength[side.index()]),
            charging: charging == Some(side),
            cover: self.cover(state, side),
        };
        let fighters = [fighter(side), fighter(side.foe())];
        let slots = [side, side.foe()].map(|owner| unit_slot(owner, 0));
        let round = fight(&self.rules.save_rules(), fighters, slots, dice);
        if log.tells() {
            let melee_points = fighters.map(|f| f.plan.melee_points[f.strength as usize]);
            log.tell(Event::Fought { side, unit: 0, enemy: 0, charging, melee_points, scored: round.scored });
        }
        // `round` speaks of [this side, its foe].
        let order = [side, side.foe()];
        for (who, owner) in order.into_iter().enumerate() {
            let wounds = u32::from(state.strength[owner.index()]) - round.strength[who];
            self.take_off(state, owner, wounds, Cause::Melee, log);
        }
        let figures_before = order.map(|owner| before[owner.index()]);
        let lost_melee = losers(&self.rules.rulings, &round, figures_before);
        for (who, owner) in order.into_iter().enumerate() {
            let lost = round.scored[1 - who];
            let must =
                self.rules.rulings.tests.melee_lost && lost_melee[who] || self.halved(state, owner, lost);
            state.testing[owner.index()] = must && state.strength[owner.index()] > 0;
        }
        state.fought = self.rules.rulings.melee_continues == MeleeContinues::OncePerTurn;
        let gone = self.let_go_if_gone(state);
        let until_decided = self.rules.rulings.melee_continues == MeleeContinues::UntilDecided;
        state.fighting = until_decided && !gone && self.can_still_hurt(state);
    }

    /// A unit that is gone is no longer in contact.
    pub(super) fn let_go_if_gone(&self, state: &mut DuelState) -> bool {
        let gone = state.strength.contains(&0);
        if gone {
            state.locked = None;
            state.fighting = false;
        }
        gone
    }

    /// Whether a further round could change anything; a fight to the end between units that cannot would never stop.
    pub(super) fn can_still_hurt(&self, state: &DuelState) -> bool {
        use muster_dice::Roll as _;
        Side::BOTH.into_iter().any(|side| {
            let fighter = Fighter {
                plan: self.unit(side),
                strength: u32::from(state.strength[side.index()]),
                charging: false,
                cover: self.cover(state, side),
            };
            let points = self.unit(side.foe()).melee_points[usize::from(state.strength[side.foe().index()])];
            let failing = self.rules.failing_in_melee(fighter.as_target(&self.rules.rulings));
            points > 0 && self.rules.book.strike(Mode::Melee, points, failing).law().pmf().at_least(1) > 0.0
        })
    }

    /// Takes wounds off a unit; returns the figures that fell.
    pub(super) fn take_off<L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        wounds: u32,
        cause: Cause,
        log: &mut L,
    ) -> u32 {
        let unit = self.unit(side);
        let strength = &mut state.strength[side.index()];
        let before = unit.figures[usize::from(*strength)];
        *strength -= u16::try_from(wounds).unwrap_or(*strength);
        let left = unit.figures[usize::from(*strength)];
        if left < before {
            log.lost(side, cause, before - left);
            log.tell(Event::Lost { side, unit: 0, cause, figures: before - left, left });
        }
        before - left
    }

    /// Ruling A16, `half_strength`: the unit has just fallen to half of its starting figures or fewer.
    pub(super) fn halved(&self, state: &DuelState, side: Side, lost: u32) -> bool {
        let strength = u32::from(state.strength[side.index()]);
        self.rules.rulings.tests.half_strength && just_halved(self.unit(side), strength, lost)
    }

    /// Rolls the morale test that is due and carries it out: the side to act tests before its foe. A test is a step of
    /// its own, so that equal states after the fight are one before it.
    pub(super) fn test_morale<D: Dice, L: Log>(&self, state: &mut DuelState, dice: &mut D, log: &mut L) {
        let acting = state.acting();
        let side = if state.testing[acting.index()] { acting } else { acting.foe() };
        state.testing[side.index()] = false;
        dice.unit(unit_slot(side, 0));
        let result = self.rules.morale.roll(dice);
        log.tell(Event::Tested { side, unit: 0, result });
        match result {
            MoraleResult::Passed => return,
            MoraleResult::Rallied => state.rallied[side.index()] = true,
            MoraleResult::Leaves(percent) => {
                let strength = u32::from(state.strength[side.index()]);
                let wounds = wounds_leaving(&self.rules.rulings, self.unit(side), strength, percent);
                self.take_off(state, side, wounds, Cause::Morale, log);
            }
        }
        // A failed test decides a fight that goes on until one fails.
        state.fighting = false;
        self.let_go_if_gone(state);
    }
}
