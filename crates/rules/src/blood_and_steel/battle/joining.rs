//! CHARACTERS who join a unit to lead it in person, and leave it again. He is then one of its men: nobody shoots at or charges him by
//! himself, he goes where it goes, and falls as its leader falls.

use muster_results::{Cause, Side};

use muster_dice::Dice;

use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::unit::Role;
use crate::log::Log;
use crate::table::{distance_squared, within};

impl Battle<'_> {
    /// Whether a character may join a unit: plain troops under his command that have no better leader and are not at blows.
    pub(super) fn may_join(&self, field: &Field, side: Side, unit: usize, friend: usize) -> bool {
        let (plan, troops) = (self.plan(side, unit), self.plan(side, friend));
        let (me, other) = (field.unit(side, unit), field.unit(side, friend));
        self.rules.numbers.battle.joins_units
            && plan.role == Role::Character
            && plan.lone
            && me.joined.is_none()
            && troops.role == Role::Troops
            && troops.commander.is_none()
            && self.commands(field, side, unit, friend)
            && other.figures > 0
            && other.locked == 0
            && !other.led
            && !other.column
            && other.confidence < Confidence::Broken
            && me.leadership <= other.leadership
    }

    /// Joins a unit that he touches.
    pub(super) fn join<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        friend: usize,
        log: &mut L,
    ) {
        let touch = self.plan(side, unit).radius + self.plan(side, friend).radius;
        let (me, other) = (*field.unit(side, unit), *field.unit(side, friend));
        if !within(me.at, other.at, touch) || !self.may_join(field, side, unit, friend) {
            return;
        }
        let troops = field.unit_mut(side, friend);
        (troops.led, troops.leadership) = (true, me.leadership);
        let me = field.unit_mut(side, unit);
        (me.joined, me.hidden, me.at, me.stands_in_for) = (Some(friend), true, other.at, other.leadership);
        self.say(log, side, unit, || format!("joins {}", self.plan(side, friend).name));
    }

    /// Leaves his unit to its own leader.
    pub(super) fn leave<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        let Some(friend) = self.part(field, side, unit) else { return };
        self.say(log, side, unit, || format!("leaves {}", self.plan(side, friend).name));
    }

    /// Ends that a character is one of a unit's men; returns the unit.
    fn part(&self, field: &mut Field, side: Side, unit: usize) -> Option<usize> {
        let friend = field.unit_mut(side, unit).joined.take()?;
        let own = field.unit(side, unit).stands_in_for;
        let at = field.unit(side, friend).at;
        let me = field.unit_mut(side, unit);
        (me.hidden, me.at) = (false, at);
        let troops = field.unit_mut(side, friend);
        (troops.led, troops.leadership) = (false, own);
        Some(friend)
    }

    /// The character who has joined a unit.
    pub(super) fn companion(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        field.units[side.index()].iter().position(|other| other.figures > 0 && other.joined == Some(unit))
    }

    /// He falls, or flees from the table, with his unit; `alone` he falls and the unit stands. False when there is nobody.
    pub(super) fn companion_falls<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        cause: Cause,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let Some(character) = self.companion(field, side, unit) else { return false };
        self.keep_up(field, side, character);
        field.unit_mut(side, character).hidden = false;
        self.take_off(field, side, character, 1, cause, dice, log);
        let leadership = field.unit(side, unit).leadership;
        self.part(field, side, character);
        // The value of whoever leads it now has been found already.
        field.unit_mut(side, unit).leadership = leadership;
        true
    }

    /// Characters are in sight between turns only, each where his unit is.
    pub(super) fn hide_companions(&self, field: &mut Field, hidden: bool) {
        for side in Side::BOTH {
            for unit in 0..field.units[side.index()].len() {
                if field.unit(side, unit).joined.is_some() {
                    self.keep_up(field, side, unit);
                    field.unit_mut(side, unit).hidden = hidden;
                }
            }
        }
    }

    /// One who has joined a unit is where it is.
    pub(super) fn keep_up(&self, field: &mut Field, side: Side, unit: usize) {
        if let Some(friend) = field.unit(side, unit).joined {
            field.unit_mut(side, unit).at = field.unit(side, friend).at;
        }
    }

    /// The unit that a man by himself goes to: one under his command that is in need of him, one that he may join, the nearest.
    pub(super) fn friend_to_follow(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        let me = field.unit(side, unit);
        let friends = || self.standing(field, side).filter(|(friend, _)| !self.plan(side, *friend).lone);
        let nearest = |wanted: &dyn Fn(usize) -> bool| {
            let found = friends().filter(|(friend, _)| wanted(*friend));
            found.min_by_key(|(_, other)| distance_squared(me.at, other.at)).map(|(friend, _)| friend)
        };
        nearest(&|friend| self.is_in_need(field, side, unit, friend))
            .or_else(|| nearest(&|friend| self.may_join(field, side, unit, friend)))
            .or_else(|| nearest(&|_| true))
    }

    /// A unit under a character's command that has lost heart and is not at blows.
    pub(super) fn is_in_need(&self, field: &Field, side: Side, unit: usize, friend: usize) -> bool {
        let other = field.unit(side, friend);
        other.figures > 0
            && other.confidence > Confidence::Steady
            && (other.locked == 0 || field.unit(side, unit).joined == Some(friend))
            && self.commands(field, side, unit, friend)
    }
}
