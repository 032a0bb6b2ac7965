//! Fights on the table: pair by pair, and what follows from them.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::Field;
use super::step::Battle;
use crate::chimera::melee::{Fighter, fight, losers};
use crate::chimera::morale::{just_halved, wounds_leaving};
use crate::chimera::rulings::{MeleeContinues, MultiMelee};
use crate::log::{Event, Log, MoraleResult};
use crate::rolls::unit_slot;

/// Rounds after which a fight "until decided" is left for the next step: it bounds a fight that cannot end.
const MOST_ROUNDS: u32 = 1000;

impl Battle<'_> {
    /// Fights a contact that was just made.
    pub(super) fn charge<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        if self.rules.rulings.multi_melee == MultiMelee::Pooled {
            self.fight_pool(field, side, unit, Some(side), dice, log);
        } else {
            self.fight_pair(field, side, unit, enemy, Some(side), dice, log);
        }
    }

    /// A locked unit fights, once for each enemy it is locked with, each pair at most once in a step.
    pub(super) fn fight_on<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let pooled = self.rules.rulings.multi_melee == MultiMelee::Pooled;
        let me = field.unit(side, unit);
        let mut enemies = me.locked & !me.fought;
        while enemies != 0 {
            let enemy = enemies.trailing_zeros() as usize;
            enemies &= enemies - 1;
            let me = field.unit(side, unit);
            if me.locked >> enemy & 1 == 0
                || me.fought >> enemy & 1 == 1
                || !self.fights_now(field, side, unit, enemy)
            {
                continue;
            }
            if pooled {
                self.fight_pool(field, side, unit, None, dice, log);
            } else {
                self.fight_pair(field, side, unit, enemy, None, dice, log);
            }
        }
    }

    /// Ruling A12: in which steps a locked pair fights on.
    fn fights_now(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> bool {
        match self.rules.rulings.melee_continues {
            MeleeContinues::EveryMoveStep | MeleeContinues::UntilDecided => true,
            MeleeContinues::OwnMoveStep => field.unit(side, unit).charged >> enemy & 1 == 1,
            MeleeContinues::OncePerTurn => field.unit(side, unit).fought_this_turn >> enemy & 1 == 0,
        }
    }

    /// Marks a pair as having fought in this step and turn.
    pub(super) fn mark_fought(field: &mut Field, side: Side, unit: usize, enemy: usize) {
        let me = field.unit_mut(side, unit);
        me.fought |= 1 << enemy;
        me.fought_this_turn |= 1 << enemy;
        field.unit_mut(side.foe(), enemy).fought_this_turn |= 1 << unit;
    }

    /// One melee between two units: a round, or rounds until decided where the rulings say so.
    #[expect(clippy::too_many_arguments, reason = "who fights whom, with which luck, told to whom")]
    fn fight_pair<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        charging: Option<Side>,
        dice: &mut D,
        log: &mut L,
    ) {
        Self::mark_fought(field, side, unit, enemy);
        self.until_decided(charging, |charging| {
            self.fight_round(field, side, unit, enemy, charging, dice, log)
        });
    }

    /// Fights a round, or, where the rulings say so, rounds until `round` says that it was decided. Only the first is
    /// charged.
    pub(super) fn until_decided(&self, charging: Option<Side>, mut round: impl FnMut(Option<Side>) -> bool) {
        let mut decided = round(charging);
        if self.rules.rulings.melee_continues != MeleeContinues::UntilDecided {
            return;
        }
        for _ in 1..MOST_ROUNDS {
            if decided {
                return;
            }
            decided = round(None);
        }
    }

    pub(super) fn fighter<'s>(
        &'s self,
        field: &Field,
        side: Side,
        unit: usize,
        enemy: usize,
        charging: Option<Side>,
    ) -> Fighter<'s> {
        let fielded = field.unit(side, unit);
        Fighter {
            plan: self.plan(side, unit),
            strength: fielded.strength,
            charging: charging == Some(side),
            cover: self.cover(side, unit, fielded, field.unit(side.foe(), enemy).at),
        }
    }

    /// One round; true when a unit is gone or has failed a test.
    #[expect(clippy::too_many_arguments, reason = "who fights whom, with which luck, told to whom")]
    fn fight_round<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        charging: Option<Side>,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let fighters = [
            self.fighter(field, side, unit, enemy, charging),
            self.fighter(field, side.foe(), enemy, unit, charging),
        ];
        let slots = [unit_slot(side, unit), unit_slot(side.foe(), enemy)];
        let round = fight(&self.rules.save_rules(), fighters, slots, dice);
        if log.tells() {
            let melee_points = fighters.map(|f| f.plan.melee_points[f.strength as usize]);
            log.tell(Event::Fought { side, unit, enemy, charging, melee_points, scored: round.scored });
        }
        let figures_before = fighters.map(|f| f.plan.figures[f.strength as usize]);
        let who = [(side, unit), (side.foe(), enemy)];
        for (index, (owner, at)) in who.into_iter().enumerate() {
            let wounds = fighters[index].strength - round.strength[index];
            self.take_off(field, owner, at, wounds, Cause::Melee, log);
        }
        let lost_melee = losers(&self.rules.rulings, &round, figures_before);
        let mut failed = false;
        for (index, (owner, at)) in who.into_iter().enumerate() {
            failed |=
                self.test_if_due(field, owner, at, lost_melee[index], round.scored[1 - index], dice, log);
        }
        failed || who.into_iter().any(|(owner, at)| field.unit(owner, at).strength == 0)
    }

    /// Rolls the test that a melee calls for, if any; true when it was failed.
    #[expect(clippy::too_many_arguments, reason = "who, why, with which luck, told to whom")]
    pub(super) fn test_if_due<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        lost_melee: bool,
        figures_lost: u32,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let tests = self.rules.rulings.tests;
        let strength = field.unit(side, unit).strength;
        let halved = tests.half_strength && just_halved(self.plan(side, unit), strength, figures_lost);
        let due = strength > 0 && (tests.melee_lost && lost_melee || halved);
        due && self.test_morale(field, side, unit, dice, log)
    }

    /// Rolls a morale test and carries it out; true when it was failed.
    pub(super) fn test_morale<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        dice.unit(unit_slot(side, unit));
        let result = self.rules.morale.roll(dice);
        if log.tells() {
            log.tell(Event::Tested { side, unit, result });
        }
        match result {
            MoraleResult::Passed => return false,
            MoraleResult::Rallied => field.unit_mut(side, unit).rallied = true,
            MoraleResult::Leaves(percent) => {
                let strength = field.unit(side, unit).strength;
                let wounds = wounds_leaving(&self.rules.rulings, self.plan(side, unit), strength, percent);
                self.take_off(field, side, unit, wounds, Cause::Morale, log);
            }
        }
        true
    }

    /// Takes wounds off a unit and tells of it; returns the figures that fell.
    #[inline]
    pub(super) fn take_off<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        wounds: u32,
        cause: Cause,
        log: &mut L,
    ) -> u32 {
        let plan = self.plan(side, unit);
        let figures = field.take_off(plan, side, unit, wounds, cause);
        if log.tells() && figures > 0 {
            let left = plan.figures[field.unit(side, unit).strength as usize];
            log.lost(side, cause, figures);
            log.tell(Event::Lost { side, unit, cause, figures, left });
        }
        figures
    }
}
