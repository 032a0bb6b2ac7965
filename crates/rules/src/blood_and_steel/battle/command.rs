//! CHARACTERS: rallying, transferring actions, and what their death does.

use muster_dice::Dice;
use muster_results::Side;

use super::field::{Field, Fielded};
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::rulings::Succession;
use crate::blood_and_steel::story::RALLIED_IN_VAIN;
use crate::blood_and_steel::unit::Rank;
use crate::log::Log;
use crate::rolls::{MORALE, unit_slot};
use crate::table::within;

impl Battle<'_> {
    /// Whether a unit is or has a character who is still there.
    pub(super) fn has_commander(&self, side: Side, unit: usize, fielded: &Fielded) -> bool {
        let plan = self.plan(side, unit);
        fielded.figures > 0 && plan.commander.is_some() && (plan.lone || fielded.led)
    }

    /// Whether a friend stands within the reach of a character, from edge to edge.
    fn in_reach(&self, field: &Field, side: Side, unit: usize, friend: usize) -> bool {
        let (me, other) = (field.unit(side, unit), field.unit(side, friend));
        // One who has joined a unit stands anywhere in it.
        let radii = self.plan(side, me.joined.unwrap_or(unit)).radius + self.plan(side, friend).radius;
        within(me.at, other.at, self.rules.numbers.characters.reach + radii)
    }

    /// CHARACTERS, "chain of command applies": a general commands his side, a lieutenant the units of his own command (ruling
    /// B42).
    pub(super) fn commands(&self, field: &Field, side: Side, unit: usize, friend: usize) -> bool {
        let (plan, other) = (self.plan(side, unit), self.plan(side, friend));
        unit == friend
            || !self.rules.rulings.ranks_command
            || plan.commander.is_some_and(|commander| commander.rank == Rank::General)
            || field.unit(side, unit).commands_all
            || plan.command.is_some() && plan.command == other.command
    }

    /// Ruling B43: when the last general has fallen, the first lieutenant in the list takes command.
    fn succeed<L: Log>(&self, field: &mut Field, side: Side, unit: usize, actions: &mut u32, log: &mut L) {
        let ranked = |rank: Rank| {
            let units = self.force(side).units.iter().enumerate();
            units.filter(move |(_, plan)| plan.commander.is_some_and(|commander| commander.rank == rank))
        };
        let there = |at: usize| self.has_commander(side, at, field.unit(side, at));
        let vacant = self.rules.rulings.ranks_command
            && ranked(Rank::General).next().is_some()
            && !ranked(Rank::General).any(|(at, _)| there(at));
        let next = ranked(Rank::Lieutenant).map(|(at, _)| at).find(|at| there(*at));
        let cost = match self.rules.rulings.succession {
            Succession::Nobody => return,
            Succession::AnAction => 1,
            Succession::AtOnce => 0,
        };
        if !vacant || next != Some(unit) || field.unit(side, unit).commands_all || *actions < cost {
            return;
        }
        *actions -= cost;
        field.unit_mut(side, unit).commands_all = true;
        self.say(log, side, unit, || "takes command of its side".to_owned());
    }

    /// One who leads a unit in good heart leaves it for one that has lost it, out of his reach.
    fn leave_for_others<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        let Some(led) = field.unit(side, unit).joined else { return };
        let own = field.unit(side, led);
        if own.locked != 0 || own.confidence > Confidence::Steady {
            return;
        }
        let need = |friend: usize| friend != unit && self.is_in_need(field, side, unit, friend);
        let needed: Vec<usize> =
            self.standing(field, side).map(|(friend, _)| friend).filter(|at| need(*at)).collect();
        if !needed.is_empty() && !needed.iter().any(|friend| self.in_reach(field, side, unit, *friend)) {
            self.leave(field, side, unit, log);
        }
    }

    /// A character spends his actions on others: first he rallies, then he lets somebody act who can do something with it.
    pub(super) fn command<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        actions: &mut u32,
        dice: &mut D,
        log: &mut L,
    ) {
        if !self.has_commander(side, unit, field.unit(side, unit)) {
            return;
        }
        self.succeed(field, side, unit, actions, log);
        self.leave_for_others(field, side, unit, log);
        while *actions > 0 {
            let in_need = self
                .standing(field, side)
                .filter(|(friend, _)| {
                    self.is_in_need(field, side, unit, *friend)
                        && (*friend == unit || self.in_reach(field, side, unit, *friend))
                })
                .max_by_key(|(friend, other)| (other.confidence, std::cmp::Reverse(*friend)))
                .map(|(friend, _)| friend);
            let Some(friend) = in_need else { break };
            *actions -= 1;
            self.rally(field, side, unit, friend, dice, log);
        }
        if field.unit(side, unit).confidence > Confidence::Shaken {
            return;
        }
        // One who leads troops leaves them an action to follow him with, and a wizard has his spells; any other man by himself
        // has nothing better to do.
        let spare = if self.plan(side, unit).lone { 0 } else { 1 };
        let wizard = self.plan(side, unit).commander.is_some_and(|commander| commander.wizard.is_some());
        if (spare > 0 || wizard) && self.can_act_now(field, side, unit) {
            return;
        }
        while *actions > spare && field.standing[side.foe().index()] > 0 {
            let helped = self
                .standing(field, side)
                .filter(|(friend, other)| {
                    *friend != unit
                        && other.locked == 0
                        && other.confidence <= Confidence::Shaken
                        && !self.plan(side, *friend).lone
                        && self.commands(field, side, unit, *friend)
                        && self.in_reach(field, side, unit, *friend)
                        && self.can_act_now(field, side, *friend)
                })
                .max_by_key(|(friend, other)| {
                    (self.plan(side, *friend).worth[other.figures as usize], std::cmp::Reverse(*friend))
                })
                .map(|(friend, _)| friend);
            let Some(friend) = helped else { return };
            *actions -= 1;
            self.say(log, side, unit, || format!("lets {} act", self.plan(side, friend).name));
            self.activate(field, side, friend, true, dice, log);
        }
    }

    /// Whether a unit has somebody to shoot at, or somebody to charge.
    fn can_act_now(&self, field: &Field, side: Side, unit: usize) -> bool {
        let plan = self.plan(side, unit);
        let me = field.unit(side, unit);
        if me.column {
            return false;
        }
        if plan.shoots(me.led) {
            return self.has_target(field, side, unit);
        }
        self.nearest_within(field, side, unit, |_, _| plan.longest_combat()).is_some()
    }

    /// Rally: the rallied unit's quality die must show more than both leadership values together.
    fn rally<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        friend: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let leadership = field.unit(side, unit).leadership + field.unit(side, friend).leadership;
        // Its own leader needs no name.
        let by = if unit == friend { String::new() } else { format!(" by {}", self.plan(side, unit).name) };
        let other = field.unit_mut(side, friend);
        let quality = self.plan(side, friend).profile(other.figures).quality;
        dice.unit(unit_slot(side, friend));
        dice.kind(MORALE);
        if self.rules.exceeds(quality, i32::try_from(leadership).unwrap_or(i32::MAX), dice) {
            other.confidence = other.confidence.raised(1);
            let now = other.confidence.word();
            self.say(log, side, friend, || format!("is rallied{by} and is now {now}"));
        } else {
            self.say(log, side, friend, || format!("{RALLIED_IN_VAIN}{by}"));
        }
    }

    /// "... or a unit they are directly leading even if engaged in melee".
    pub(super) fn rally_own<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        actions: &mut u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let me = field.unit(side, unit);
        if *actions > 0 && me.confidence > Confidence::Steady && self.has_commander(side, unit, me) {
            *actions -= 1;
            self.rally(field, side, unit, unit, dice, log);
        }
    }

    /// "If a character within 6 inches of a unit under their command dies, those units must make an immediate morale check".
    pub(super) fn mourn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let threat = self.rules.numbers.threat.character_lost;
        let plan = self.plan(side, unit);
        if plan.lone {
            self.say(log, side, unit, || "has fallen".to_owned());
        } else if plan.riderless.is_none() || field.unit(side, unit).figures == 0 {
            self.say(log, side, unit, || "has lost its character".to_owned());
        }
        for friend in 0..self.force(side).units.len() {
            let stands = field.unit(side, friend).figures > 0;
            // The unit that he led has lost its leader, which its own test counts.
            let led = friend == unit || field.unit(side, unit).joined == Some(friend);
            let his = stands && !field.unit(side, friend).hidden && self.commands(field, side, unit, friend);
            if !led && his && self.in_reach(field, side, unit, friend) {
                self.test(field, side, friend, threat, "at the death of the character", dice, log);
            }
        }
    }
}
