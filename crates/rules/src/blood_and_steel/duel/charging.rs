//! Charges on the line, and units that rout before or in melee.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::{DuelState, Phase};
use super::step::DuelProcess;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::panic::Fright;
use crate::blood_and_steel::rules::Facing;
use crate::log::Log;

impl DuelProcess<'_> {
    /// MELEE: the test to charge, up to two combat moves, the defender's test.
    pub(super) fn charge<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let (plan, enemy) = (self.plan(side), self.plan(side.foe()));
        let me = state.units[side.index()];
        let threat = self.rules.charge_threat(me.confidence, enemy.terror);
        let quality = plan.profile(u32::from(me.figures)).quality;
        let lost = self.rules.test(quality, u32::from(me.leadership), threat, dice);
        // Ruling B10.
        if lost > 0 && !self.rules.rulings.failed_charge_costs {
            self.say(log, side, || "fails its test to charge and loses no heart by it".to_owned());
            return;
        }
        self.lower(state, side, lost, "to charge", log);
        if lost > 0 {
            return;
        }
        let Some(die) = plan.combat else { return };
        for _ in 0..self.rules.numbers.actions {
            let pips = i32::try_from(dice.die(die)).unwrap_or(0);
            self.shift(state, side, pips * plan.combat_pip, log);
            if state.gap == 0 {
                self.contact(state, side, dice, log);
                return;
            }
        }
        self.say(log, side, || "falls short of its charge".to_owned());
    }

    /// The charge has come home: the defender tests, stands or runs.
    fn contact<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        let (foe, rulings) = (side.foe(), &self.rules.rulings);
        let (plan, enemy) = (self.plan(side), self.plan(foe));
        self.say(log, side, || "charges home".to_owned());
        self.frighten(state, foe, Fright::ChargedBy(plan), dice, log);
        let unit = state.units[foe.index()];
        // Ruling B15; a routed unit never stands.
        let runs = unit.confidence == Confidence::Routed
            || unit.confidence == Confidence::Broken && rulings.broken_defender_routs;
        if runs {
            self.rout(state, foe, log);
            self.regain(state, side, true, log);
            return;
        }
        let threat = self.rules.defence_threat(Facing::Front, unit.confidence, plan.terror);
        let quality = enemy.profile(u32::from(unit.figures)).quality;
        let lost = self.rules.test(quality, u32::from(unit.leadership), threat, dice);
        self.lower(state, foe, lost, "against the charge", log);
        // Ruling B16.
        let scatters = lost > 0 && enemy.skirmish && !enemy.individual && rulings.skirmishers_rout;
        if scatters || state.units[foe.index()].confidence == Confidence::Routed {
            self.rout(state, foe, log);
            self.regain(state, side, true, log);
            return;
        }
        state.silenced[foe.index()] = lost > 0;
        state.locked = true;
        state.charging = Some(side);
        state.more &= rulings.melee_each_activation;
        state.phase = Phase::Fight;
    }

    /// MELEE: half of the unit falls and the rest flees its longest combat move.
    pub(super) fn rout<L: Log>(&self, state: &mut DuelState, side: Side, log: &mut L) {
        let plan = self.plan(side);
        state.locked = false;
        state.units[side.index()].confidence = Confidence::Routed;
        let figures = u32::from(state.units[side.index()].figures);
        self.say(log, side, || "routs".to_owned());
        self.take_off(state, side, self.rules.rout_loss(plan, figures), Cause::Morale, log);
        self.leave_if_lost(state, side, log);
        if state.units[side.index()].figures > 0 {
            self.flee(state, side, plan.longest_combat(), log);
        }
    }

    /// A unit that has routed or wiped out an enemy, or beaten all it fought, recovers a level; `if_so` it has.
    #[inline(always)]
    pub(super) fn regain<L: Log>(&self, state: &mut DuelState, side: Side, if_so: bool, log: &mut L) {
        let unit = &mut state.units[side.index()];
        let recovers = if_so & (unit.figures > 0) & (unit.confidence != Confidence::Routed);
        let before = unit.confidence;
        unit.confidence = before.raised(usize::from(recovers));
        let now = unit.confidence;
        if log.tells() && now != before {
            self.say(log, side, || format!("takes heart and is now {}", now.word()));
        }
    }
}
