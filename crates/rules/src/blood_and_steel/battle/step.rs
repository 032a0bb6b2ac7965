//! A turn on the table: initiative, then the sides activate one unit each in turn until all have gone.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::Field;
use crate::battle::{self, BattleRules, Ground};
use crate::blood_and_steel::fingerprint::of_battle;
use crate::blood_and_steel::plan::UnitPlan;
use crate::blood_and_steel::rules::Rules;
use crate::blood_and_steel::story::tell;
use crate::keyed::Fingerprint;
use crate::log::{Event, Log};
use crate::orders::Plan;
use crate::rolls::{MORALE, ORDER, unit_slot};
use crate::seated::Telling;
use crate::table::{Going, Verdict, destroyed};

/// A battle ready to play.
pub type Battle<'b> = battle::Battle<'b, Rules>;

impl BattleRules for Rules {
    type Plan = UnitPlan;
    type Reserves = ();
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
        battle.hide_companions(field, true);
        let verdict = battle.turn(field, turn, dice, log);
        battle.hide_companions(field, false);
        verdict
    }

    fn fingerprint(&self, plans: [Plan; 2], grounds: &[Ground<Rules>]) -> Fingerprint {
        of_battle(self, plans, grounds)
    }
}

impl Battle<'_> {
    fn turn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        let (first, rolled) = self.first(field, turn, dice);
        if log.tells() {
            log.tell(Event::Turn { number: turn, first });
        }
        for unit in field.units.iter_mut().flatten() {
            (unit.acted, unit.fought, unit.silenced) = (false, false, false);
        }
        if rolled {
            let unit = self.waiting(field, first).unwrap_or(0);
            self.say(log, first, unit, || "begins the turn".to_owned());
        }
        let mut side = first;
        loop {
            if self.passes(field, side, log) {
                side = side.foe();
            }
            let next =
                [side, side.foe()].into_iter().find_map(|side| Some((side, self.waiting(field, side)?)));
            let (acting, unit) = next?;
            self.activate(field, acting, unit, false, dice, log);
            if let Some(verdict) = destroyed(field.swept()) {
                return Some(verdict);
            }
            side = acting.foe();
        }
    }

    /// Who activates first, and whether dice were thrown for it. In the first turn it is side A: that is what makes it side A.
    /// Ruling B39.
    fn first<D: Dice>(&self, field: &Field, turn: u32, dice: &mut D) -> (Side, bool) {
        let [a, b] = field.standing;
        if self.rules.rulings.smaller_side_begins && a != b {
            return (if a < b { Side::A } else { Side::B }, false);
        }
        if turn == 1 {
            return (Side::A, false);
        }
        dice.kind(ORDER);
        let second = dice.resolve(&self.rules.book.initiative) == 1;
        (if second { Side::B } else { Side::A }, true)
    }

    /// Ruling B44: a side with fewer units to activate lets the other go on.
    fn passes<L: Log>(&self, field: &Field, side: Side, log: &mut L) -> bool {
        if !self.rules.rulings.fewer_pass {
            return false;
        }
        let left = |side: Side| {
            field.units[side.index()].iter().filter(|unit| unit.figures > 0 && !unit.acted).count()
        };
        let passes = left(side) < left(side.foe());
        if let Some(unit) = self.waiting(field, side).filter(|_| passes) {
            self.say(log, side, unit, || "waits: its side passes".to_owned());
        }
        passes
    }

    /// The next unit of a side that has not acted, in list order.
    fn waiting(&self, field: &Field, side: Side) -> Option<usize> {
        field.units[side.index()].iter().position(|unit| unit.figures > 0 && !unit.acted)
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
                format!("fails its test {why} and is now {now}")
            } else {
                format!("passes its test {why}")
            }
        });
        lost
    }

    /// Takes figures off a unit and tells of it. With a rider, a lone character or the last of a led unit a commander may
    /// fall, which those around him have to bear (CHARACTERS, MONSTERS).
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
        if log.tells() {
            log.lost(side, cause, fallen);
            log.tell(Event::Lost { side, unit, cause, figures: fallen, left });
        }
        let rider = plan.riderless.is_some() && field.unit(side, unit).led;
        if rider {
            let me = field.unit_mut(side, unit);
            me.led = false;
            if left > 0 {
                me.confidence = me.confidence.lowered(self.rules.numbers.characters.rider_lost);
                let now = me.confidence.word();
                self.say(log, side, unit, || format!("has lost its rider and is now {now}"));
            }
        }
        // Who leads a unit in person falls with the last of its men; one who has joined it is told of as himself.
        let joined = left == 0 && self.companion_falls(field, (side, unit), cause, dice, log);
        let leader = left == 0 && !rider && !joined && std::mem::take(&mut field.unit_mut(side, unit).led);
        // One who flees from the table is no sight of a commander killed.
        if cause != Cause::Morale && (rider || leader || plan.lone) {
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
        me.confidence = me.confidence.raised(1);
        let now = me.confidence.word();
        self.say(log, side, unit, || format!("takes heart and is now {now}"));
    }
}
