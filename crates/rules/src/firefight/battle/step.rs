//! A turn on the table: one of each side's, each with its phases, and what ends with them.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::{Commands, Field};
use crate::battle::{self, BattleRules, Ground};
use crate::firefight::attack::Fighter;
use crate::firefight::fingerprint::of_battle;
use crate::firefight::numbers::Attacks;
use crate::firefight::plan::UnitPlan;
use crate::firefight::rules::Rules;
use crate::firefight::rulings::SuppressionLasts;
use crate::firefight::story::tell;
use crate::keyed::Fingerprint;
use crate::log::{Event, Log};
use crate::orders::{Orders, Plan};
use crate::seated::Telling;
use crate::table::{Going, Verdict, destroyed};

/// A battle ready to play.
pub type Battle<'b> = battle::Battle<'b, Rules>;

impl BattleRules for Rules {
    type Plan = UnitPlan;
    type Reserves = Commands;
    const TELLING: Telling = tell;

    #[inline]
    fn going(&self) -> &Going {
        &self.numbers.movement.going
    }

    fn play_turn<D: Dice, L: Log>(
        battle: &Battle<'_>,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        if log.tells() {
            log.tell(Event::Turn { number: turn, first: Side::A });
        }
        Side::BOTH.into_iter().find_map(|side| battle.side_turn(field, side, dice, log))
    }

    fn fingerprint(&self, plans: [Plan; 2], grounds: &[Ground<Rules>]) -> Fingerprint {
        of_battle(self, plans, grounds)
    }
}

/// Phases as dice are named by them; those of side B follow.
const PHASES_OF_A_SIDE: u8 = 8;

impl Battle<'_> {
    /// One side's turn; the verdict where a side is gone.
    fn side_turn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        self.begin_turn(field, side);
        // Ruling C1.
        let order = if self.rules.rulings.shoot_first { [1, 0, 2, 3] } else { [0, 1, 2, 3] };
        for phase in order {
            dice.phase(phase + if side == Side::A { 0 } else { PHASES_OF_A_SIDE });
            field.begin_phase();
            (0..field.standing[side.index()]).for_each(|_| log.asked());
            match phase {
                0 => self.movement_phase(field, side, dice, log),
                1 => self.shooting_phase(field, side, dice, log),
                2 => self.firefight_phase(field, side, dice, log),
                _ => self.melee_phase(field, side, dice, log),
            }
            let over = destroyed(field.swept());
            if over.is_some() {
                return over;
            }
            let attacks = [Attacks::Shooting, Attacks::Shooting, Attacks::Firefight, Attacks::Melee];
            self.end_phase(field, attacks[usize::from(phase)], dice, log);
            let over = destroyed(field.swept());
            if over.is_some() {
                return over;
            }
        }
        dice.phase(4 + if side == Side::A { 0 } else { PHASES_OF_A_SIDE });
        self.end_turn(field, side, dice, log);
        None
    }

    /// DOCTRINES: the full pool at the start of the own turn; what is left of the last one is gone. MOVEMENT: a double move counts
    /// until now, and so does having moved under ruling C7.
    fn begin_turn(&self, field: &mut Field, side: Side) {
        let (mut dice, force) = (0, self.force(side));
        for (fielded, plan) in field.units[side.index()].iter_mut().zip(&force.units) {
            (fielded.doubled, fielded.moved, fielded.fired) = (false, false, false);
            dice += if fielded.figures > 0 { plan.dice } else { 0 };
        }
        field.state.active = side;
        field.state.dice[side.index()] = dice;
    }

    /// What ends with a turn: suppression (ruling C4), and having moved.
    fn end_turn<D: Dice, L: Log>(&self, field: &mut Field, side: Side, dice: &mut D, log: &mut L) {
        let rulings = &self.rules.rulings;
        for unit in 0..self.force(side).units.len() {
            let fielded = field.unit_mut(side, unit);
            if !rulings.moved_in_enemy_turn {
                fielded.moved = false;
            }
            match rulings.suppression_lasts {
                SuppressionLasts::OwnNextTurn => fielded.suppressed = fielded.suppressed.saturating_sub(1),
                SuppressionLasts::Leadership if fielded.suppressed > 0 && fielded.figures > 0 => {
                    if self.check(self.plan(side, unit).leadership, (side, unit), dice) {
                        field.unit_mut(side, unit).suppressed = 0;
                        self.say(log, side, unit, || "shakes off its suppression".to_owned());
                    } else {
                        self.say(log, side, unit, || "stays suppressed".to_owned());
                    }
                }
                SuppressionLasts::Leadership | SuppressionLasts::GameTurn => {}
            }
        }
        if rulings.suppression_lasts == SuppressionLasts::GameTurn && side == Side::B {
            field.units.iter_mut().flatten().for_each(|unit| unit.suppressed = 0);
        }
    }

    /// What a unit is told to do, `None` for an independent leader who keeps to his men.
    pub(super) fn orders(&self, field: &Field, side: Side, unit: usize) -> Option<Orders> {
        let plan = self.plan(side, unit);
        if plan.is_leader && self.nearest_of_his_men(field, side, unit).is_some() {
            return None;
        }
        Some(self.plans[side.index()].orders(plan.shoots(field.unit(side, unit).figures)))
    }

    /// A unit as it attacks or is attacked.
    pub(super) fn fighter(&self, field: &Field, side: Side, unit: usize) -> Fighter<'_> {
        let fielded = field.unit(side, unit);
        Fighter {
            plan: self.plan(side, unit),
            figures: fielded.figures,
            suppressed: fielded.suppressed > 0,
            cowering: fielded.cowering,
            moved: fielded.moved,
            doubled: fielded.doubled,
            waiting: fielded.waiting,
            coming_up: fielded.coming_up,
            boosts: fielded.boosts,
        }
    }

    /// Takes models off a unit and tells of it; returns how many.
    pub(super) fn take_off<L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        figures: u32,
        cause: Cause,
        log: &mut L,
    ) -> u32 {
        let fallen = field.take_off(side, unit, figures, cause);
        if log.tells() && fallen > 0 {
            log.lost(side, cause, fallen);
            log.tell(Event::Lost {
                side,
                unit,
                cause,
                figures: fallen,
                left: field.unit(side, unit).figures,
            });
        }
        fallen
    }
}
