//! Attacks of one or several units, all at the same time.

use std::sync::Arc;

use muster_dice::{Dice, RollKind};
use muster_results::{Cause, Side};

use super::aiming::Aim;
use super::field::Field;
use super::step::Battle;
use crate::firefight::doctrine::Moment;
use crate::firefight::numbers::Attacks;
use crate::firefight::story::volley_in_words;
use crate::firefight::volley::{Shots, Struck, Telling, Volley, VolleyRoll};
use crate::log::Log;
use crate::rolls::{self, unit_slot};

/// A unit that attacks, and whom its models have taken for their targets.
#[derive(Debug)]
pub(super) struct Attacker {
    pub(super) side: Side,
    pub(super) unit: usize,
    pub(super) aims: Vec<Aim>,
}

impl Battle<'_> {
    /// Plays attacks that happen at the same time: doctrines first, those of the active side before the others, then all rolls,
    /// then what comes of them.
    pub(super) fn attack<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        phase: Attacks,
        attackers: &[Attacker],
        dice: &mut D,
        log: &mut L,
    ) {
        let active = field.state.active;
        for side in [active, active.foe()] {
            self.boost_side(field, side, phase, attackers, dice, log);
        }
        let mut struck: Vec<(Side, usize, Struck)> = Vec::with_capacity(attackers.len());
        for Attacker { side, unit, aims } in attackers {
            for (enemy, shots) in self.loads(field, *side, *unit, phase, aims) {
                let roll = self.volley_at(field, side.foe(), enemy, shots);
                dice.unit(unit_slot(*side, *unit));
                dice.kind(kind_of(phase));
                let result = roll.play(dice);
                self.say(log, *side, *unit, || {
                    let same = struck.iter().filter(|(foe, hit, _)| *foe == side.foe() && *hit == enemy);
                    let before = same.map(|(.., other)| other.removed).sum();
                    volley_in_words(phase, &roll.volley, &self.plan(side.foe(), enemy).name, result, before)
                });
                struck.push((side.foe(), enemy, result));
            }
        }
        for (side, unit, result) in struck {
            self.suffer(field, (side, unit), phase, result, dice, log);
        }
    }

    /// Doctrines of a side's units that attack or are attacked.
    fn boost_side<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        phase: Attacks,
        attackers: &[Attacker],
        dice: &mut D,
        log: &mut L,
    ) {
        if field.state.dice[side.index()] == 0 {
            return;
        }
        for unit in 0..self.force(side).units.len() {
            let attacks = attackers.iter().any(|one| one.side == side && one.unit == unit);
            let others = attackers.iter().filter(|one| one.side != side);
            let attacked = others.flat_map(|one| &one.aims).any(|aim| aim.enemy == unit);
            if attacks {
                self.boost(field, (side, unit), Moment::Attacking, phase, dice, log);
            }
            if attacked {
                self.boost(field, (side, unit), Moment::Attacked, phase, dice, log);
            }
        }
    }

    /// The roll of shots at a unit. Wounds are told up to where more of them change nothing, since those of all attackers of a
    /// phase are added up.
    fn volley_at(&self, field: &Field, side: Side, unit: usize, shots: Vec<Shots>) -> Arc<VolleyRoll> {
        let limit = self.suppressing(field, side, unit);
        let most = limit.saturating_mul(self.force(side).reserves.most_factor[unit]);
        let telling = Telling::Wounds(if limit == 0 { 0 } else { most.saturating_add(1) });
        let (die, even) = (self.rules.numbers.die, self.rules.rulings.even_allocation);
        self.rules.roll(Volley { die, shots, models: field.unit(side, unit).figures, telling, even })
    }

    /// The wounds are noted for the end of the phase, and the models removed.
    fn suffer<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        phase: Attacks,
        struck: Struck,
        dice: &mut D,
        log: &mut L,
    ) {
        let limit = self.suppressing(field, side, unit);
        let suppresses = self.reaches_limit(struck.told, limit);
        let wounds = &mut field.unit_mut(side, unit).wounds;
        // Ruling C3: the wounds of all attackers together, or the worst of those that suppress by themselves.
        if !self.rules.rulings.wounds_of_each {
            *wounds += struck.told;
        } else if suppresses {
            *wounds = struck.told.max(*wounds);
        }
        let cause = if phase == Attacks::Melee { Cause::Melee } else { Cause::Shooting };
        let lost = self.take_off(field, (side, unit), struck.removed, cause, log);
        if lost > 0 && field.unit(side, unit).figures > 0 {
            self.leader_may_fall(field, (side, unit), lost, dice, log);
        }
    }
}

/// What the rolls of a phase are made for.
fn kind_of(phase: Attacks) -> RollKind {
    match phase {
        Attacks::Shooting => rolls::SHOOTING,
        Attacks::Firefight => rolls::FIREFIGHT,
        Attacks::Melee => rolls::MELEE,
    }
}
