//! Panic on the table: who sees, meets or suffers what it fears for the first time.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::panic::{Fright, Nerve};
use crate::log::Log;
use crate::rolls::{MORALE, unit_slot};

impl Battle<'_> {
    /// Ruling B41: a raw unit that meets what it fears tests its nerve, once.
    pub(super) fn frighten<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        fright: Fright<'_>,
        dice: &mut D,
        log: &mut L,
    ) {
        let (plan, me) = (self.plan(side, unit), field.unit_mut(side, unit));
        if me.figures == 0 || !self.rules.frightens(plan, me.nerve, fright) {
            return;
        }
        dice.unit(unit_slot(side, unit));
        dice.kind(MORALE);
        me.nerve = self.rules.try_nerve(plan.profile(me.figures).quality, me.leadership, dice);
        let panics = me.nerve == Nerve::Panicked;
        self.say(log, side, unit, || if panics { "panics".to_owned() } else { "keeps its nerve".to_owned() });
    }

    /// The enemies that a raw unit sees when it is activated.
    pub(super) fn look_about<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        for enemy in 0..self.force(side.foe()).units.len() {
            let (me, other) = (field.unit(side, unit), field.unit(side.foe(), enemy));
            if me.nerve != Nerve::Raw {
                return;
            }
            if other.figures > 0 && !other.hidden && self.sees(me.at, other.at) {
                let fright = Fright::Sees(self.plan(side.foe(), enemy));
                self.frighten(field, side, unit, fright, dice, log);
            }
        }
    }

    /// A panicked unit spends its activation on pulling itself together.
    pub(super) fn pull_together<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let me = field.unit_mut(side, unit);
        let quality = self.plan(side, unit).profile(me.figures).quality;
        dice.unit(unit_slot(side, unit));
        dice.kind(MORALE);
        (me.nerve, me.confidence) = self.rules.pull_together(quality, me.leadership, me.confidence, dice);
        let recovers = me.nerve != Nerve::Panicked;
        self.say(log, side, unit, || {
            if recovers { "pulls itself together".to_owned() } else { "is still in panic".to_owned() }
        });
    }
}
