//! The four steps of a turn on the table, unit by unit in list order.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::field::{Field, Reserves};
use crate::battle::{self, BattleRules, Ground};
use crate::chimera::compile::Rules;
use crate::chimera::fingerprint::of_battle;
use crate::chimera::plan::UnitPlan;
use crate::chimera::rulings::Order;
use crate::chimera::story::tell;
use crate::keyed::Fingerprint;
use crate::log::{Event, Log};
use crate::orders::Plan;
use crate::rolls;
use crate::seated::Telling;
use crate::table::{Going, Verdict};

/// A battle ready to play.
pub type Battle<'b> = battle::Battle<'b, Rules>;

impl BattleRules for Rules {
    type Plan = UnitPlan;
    type Reserves = Reserves;
    const TELLING: Telling = tell;

    #[inline]
    fn going(&self) -> &Going {
        &self.numbers.going
    }

    fn play_turn<D: Dice, L: Log>(
        battle: &Battle<'_>,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        battle.turn(field, turn, dice, log)
    }

    fn fingerprint(&self, plans: [Plan; 2], grounds: &[Ground<Rules>]) -> Fingerprint {
        of_battle(self, plans, grounds)
    }
}

impl Battle<'_> {
    /// CHIMERA Turn order: A moves, B shoots, A shoots, B moves.
    fn turn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        if self.rules.rulings.order == Order::RolledEachTurn {
            // Ruling A20: a fair coin.
            dice.unit(0);
            dice.kind(rolls::ORDER);
            field.state.first = if dice.die(Die::D6) <= 3 { Side::A } else { Side::B };
        }
        let (first, second) = (field.state.first, field.state.first.foe());
        if log.tells() {
            log.tell(Event::Turn { number: turn, first });
        }
        for units in &mut field.units {
            units.iter_mut().for_each(|unit| unit.fought_this_turn = 0);
        }
        dice.phase(1);
        let mut verdict = self.move_step(field, first, dice, log);
        for (phase, side) in [(2, second), (3, first)] {
            dice.phase(phase);
            verdict = verdict.or_else(|| self.shoot_step(field, side, dice, log));
        }
        dice.phase(4);
        verdict.or_else(|| self.move_step(field, second, dice, log))
    }
}
