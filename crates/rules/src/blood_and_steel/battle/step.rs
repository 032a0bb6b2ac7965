//! A turn on the table: initiative, then the sides activate one unit each in turn until all have gone.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::{Field, Fielded, Force};
use crate::blood_and_steel::plan::UnitPlan;
use crate::blood_and_steel::rules::Rules;
use crate::log::{Event, Log};
use crate::orders::Plan;
use crate::rolls::{MORALE, ORDER, unit_slot};
use crate::table::{Conditions, Verdict, destroyed, within};

/// A battle ready to play: `[side A, side B]`.
#[derive(Clone, Copy, Debug)]
pub struct Battle<'b> {
    /// The rules in force.
    pub rules: &'b Rules,
    /// Table, terrain, victory.
    pub conditions: &'b Conditions,
    /// The forces as they sit.
    pub forces: [&'b Force; 2],
    /// Their plans.
    pub plans: [Plan; 2],
}

impl<'b> Battle<'b> {
    /// Plays a field to its end; returns the verdict and the turns begun.
    pub fn play<D: Dice, L: Log>(&self, field: &mut Field, dice: &mut D, log: &mut L) -> (Verdict, u32) {
        let mut turn = 0;
        loop {
            turn += 1;
            dice.turn(turn);
            let verdict = self.play_turn(field, turn, dice, log).or_else(|| {
                let shares = Side::BOTH.map(|side| self.share_left(field, side));
                self.conditions.after_turn(turn, shares, |middle, radius| {
                    Side::BOTH.map(|side| {
                        field.units[side.index()]
                            .iter()
                            .any(|unit| unit.figures > 0 && within(unit.at, middle, radius))
                    })
                })
            });
            if let Some(verdict) = verdict {
                return (verdict, turn);
            }
        }
    }

    fn play_turn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        let first = self.first(field, turn, dice);
        if L::TELLS {
            log.tell(Event::Turn { number: turn, first });
        }
        for unit in field.units.iter_mut().flatten() {
            (unit.acted, unit.fought, unit.silenced) = (false, false, false);
        }
        let mut side = first;
        loop {
            let next =
                [side, side.foe()].into_iter().find_map(|side| Some((side, self.waiting(field, side)?)));
            let (acting, unit) = next?;
            self.activate(field, acting, unit, false, dice, log);
            if let Some(verdict) = destroyed(field.beaten()) {
                return Some(verdict);
            }
            side = acting.foe();
        }
    }

    /// Who activates first. In the first turn it is side A: that is what makes it side A. Ruling B39.
    fn first<D: Dice>(&self, field: &Field, turn: u32, dice: &mut D) -> Side {
        let [a, b] = field.standing;
        if self.rules.rulings.smaller_side_begins && a != b {
            return if a < b { Side::A } else { Side::B };
        }
        if turn == 1 {
            return Side::A;
        }
        dice.kind(ORDER);
        if dice.resolve(&self.rules.book.initiative) == 1 { Side::B } else { Side::A }
    }

    /// The next unit of a side that has not acted, in list order.
    fn waiting(&self, field: &Field, side: Side) -> Option<usize> {
        field.units[side.index()].iter().position(|unit| unit.figures > 0 && !unit.acted)
    }

    /// Share of the starting worth that a side has left; a force without any worth counts by figures.
    fn share_left(&self, field: &Field, side: Side) -> f64 {
        let force = self.force(side);
        let units = || field.units[side.index()].iter().zip(&force.units);
        if force.worth() > 0 {
            let left: u64 = units().map(|(unit, plan)| u64::from(plan.worth[unit.figures as usize])).sum();
            return left as f64 / force.worth() as f64;
        }
        let left: u32 = units().map(|(unit, _)| unit.figures).sum();
        f64::from(left) / f64::from(force.figures().max(1))
    }

    /// The force of a side.
    #[inline]
    pub(super) fn force(&self, side: Side) -> &'b Force {
        self.forces[side.index()]
    }

    /// A compiled unit.
    #[inline]
    pub(super) fn plan(&self, side: Side, unit: usize) -> &'b UnitPlan {
        &self.forces[side.index()].units[unit]
    }

    /// Units of a side that are on the table, in list order.
    pub(super) fn standing<'f>(
        &self,
        field: &'f Field,
        side: Side,
    ) -> impl Iterator<Item = (usize, &'f Fielded)> + use<'f> {
        field.units[side.index()].iter().enumerate().filter(|(_, unit)| unit.figures > 0)
    }

    pub(super) fn say<L: Log>(&self, log: &mut L, side: Side, unit: usize, what: impl FnOnce() -> String) {
        if L::TELLS {
            log.tell(Event::Line { side, unit, text: what() });
        }
    }

    /// Rolls a confidence test and carries it out; levels lost.
    #[expect(clippy::too_many_arguments, reason = "who tests against what, with which luck, told to whom")]
    pub(super) fn test<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        threat: i32,
        why: &str,
        dice: &mut D,
        log: &mut L,
    ) -> u32 {
        let me = field.unit_mut(side, unit);
        let quality = self.plan(side, unit).profile(me.figures).quality;
        dice.unit(unit_slot(side, unit));
        dice.kind(MORALE);
        let lost = self.rules.test(quality, me.leadership, threat, dice);
        me.confidence = me.confidence.lowered(lost);
        let now = me.confidence.word();
        self.say(log, side, unit, || {
            if lost > 0 {
                format!("fails its test {why} and is {now}")
            } else {
                format!("passes its test {why}")
            }
        });
        lost
    }

    /// Takes figures off a unit and tells of it. With a rider or a lone character a commander may fall, which those around
    /// him have to bear (CHARACTERS, MONSTERS).
    #[expect(clippy::too_many_arguments, reason = "who loses what and why, with which luck, told to whom")]
    pub(super) fn take_off<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        figures: u32,
        cause: Cause,
        dice: &mut D,
        log: &mut L,
    ) -> u32 {
        let plan = self.plan(side, unit);
        let fallen = field.take_off(side, unit, figures, cause);
        if fallen == 0 {
            return 0;
        }
        let left = field.unit(side, unit).figures;
        if L::TELLS {
            log.lost(side, cause, fallen);
            log.tell(Event::Lost { side, unit, cause, figures: fallen, left });
        }
        let rider = plan.riderless.is_some() && field.unit(side, unit).led;
        if rider {
            let me = field.unit_mut(side, unit);
            me.led = false;
            if left > 0 {
                me.confidence = me.confidence.lowered(self.rules.numbers.characters.rider_lost);
            }
        }
        // One who flees from the table is no sight of a commander killed.
        if cause != Cause::Morale && (rider || plan.lone) {
            self.mourn(field, side, unit, dice, log);
        }
        fallen
    }

    /// A unit that has routed or wiped out an enemy, or beaten all it fought, recovers a level.
    pub(super) fn regain<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        use crate::blood_and_steel::confidence::Confidence;
        let me = field.unit_mut(side, unit);
        if me.figures == 0 || me.confidence == Confidence::Routed || me.confidence == Confidence::Confident {
            return;
        }
        me.confidence = me.confidence.raised();
        let now = me.confidence.word();
        self.say(log, side, unit, || format!("takes heart and is {now}"));
    }
}
