//! MAGIC in a duel: what a wizard does for his own unit. Fireballs are among its missiles.

use muster_dice::{Dice, Die};
use muster_results::Side;

use super::state::DuelState;
use super::step::DuelProcess;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::story::opposed_in_words;
use crate::blood_and_steel::unit::Role;
use crate::log::Log;
use crate::table::INCH;

impl DuelProcess<'_> {
    /// The quality die of a side's wizard, while he stands.
    pub(super) fn wizard(&self, state: &DuelState, side: Side) -> Option<Die> {
        let plan = self.plan(side);
        let stands = state.units[side.index()].led || plan.riderless.is_none() && plan.role == Role::Wizard;
        plan.commander.and_then(|commander| commander.wizard).filter(|_| stands)
    }

    /// MAGIC ¶1: a spell on the wizard's own unit: in the first band, and against a counterspell from where the enemy stands.
    fn cast<D: Dice, L: Log>(
        &self,
        state: &DuelState,
        side: Side,
        name: &str,
        dice: &mut D,
        log: &mut L,
    ) -> Option<u32> {
        let wizard = self.wizard(state, side)?;
        let range = *self.rules.numbers.missile.range_dice.first()?;
        let distance = self.distance(state);
        let counter =
            self.wizard(state, side.foe()).and_then(|enemy| self.rules.counterspell(enemy, distance));
        let shown = self.rules.cast(wizard, range, counter, dice);
        let came = if shown.is_some() { "it works" } else { "in vain" };
        self.say(log, side, || format!("casts {name} {}: {came}", opposed_in_words(range, counter)));
        shown
    }

    /// MAGIC ¶4-5, "until its next activation": spends an action on a spell that helps the unit before it acts again. Where it
    /// may be charged, its blows come first, then its armour; where it is only shot at, its armour. False when there is no need.
    pub(super) fn ward<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let me = state.units[side.index()];
        let charged = self.threatened(state, side);
        let in_danger = charged || self.plan(side.foe()).shoots(state.units[side.foe().index()].led);
        if self.wizard(state, side).is_none() || !in_danger || me.defence && (me.attack || !charged) {
            return false;
        }
        if charged && !me.attack {
            let works = self.cast(state, side, "an attack spell", dice, log).is_some();
            state.units[side.index()].attack = works;
        } else {
            let works = self.cast(state, side, "a defence spell", dice, log).is_some();
            state.units[side.index()].defence = works;
        }
        true
    }

    /// MAGIC ¶6: "A unit is teleported (wizard quality die)" ... even into combat BUT doesn't cause a melee to be fought":
    /// spends an action of a unit that wants to charge and has too far to go. Into contact it comes without a charge: nobody
    /// tests, and blows are exchanged at the next activation. Who flees is not followed into contact.
    pub(super) fn leap<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        if self.wizard(state, side).is_none() {
            return false;
        }
        if let Some(shown) = self.cast(state, side, "a movement spell", dice, log) {
            let gap = i32::from(state.gap);
            let reach = i32::try_from(shown).unwrap_or(0) * INCH;
            let stands = state.units[side.foe().index()].confidence <= Confidence::Shaken;
            let keep = if stands && reach >= gap { 0 } else { self.rules.numbers.duel.keeps_off };
            self.shift(state, side, reach.min(gap - keep).max(0), log);
            if state.gap == 0 {
                state.locked = true;
                self.say(log, side, || "is in contact".to_owned());
            }
        }
        true
    }
}
