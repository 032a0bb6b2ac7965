//! DOCTRINES on the table: who activates what for whom, and with how many dice.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::battle::members;
use crate::firefight::doctrine::{Doctrine, Effect, Moment};
use crate::firefight::numbers::Attacks;
use crate::firefight::story::FAILED_AGAIN;
use crate::log::Log;
use crate::rolls::{self, unit_slot};
use crate::table::within;

/// A doctrine that a leader may try to activate for a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Try<'b> {
    /// The unit whose leader tries it.
    leader: usize,
    /// In whose list it stands, and where.
    owner: usize,
    at: usize,
    pub(super) doctrine: &'b Doctrine,
}

impl Battle<'_> {
    /// Those who may activate a doctrine for a unit: its own leader, then those above him in the chain of command who stand
    /// within reach, in list order.
    fn leaders_of(&self, field: &Field, side: Side, unit: usize) -> impl Iterator<Item = usize> {
        let (plan, at) = (self.plan(side, unit), field.unit(side, unit).at);
        let reach = self.rules.numbers.doctrine.reach;
        let near = members(self.force(side).reserves.leaders[unit]).filter(move |leader| {
            let (above, radius) = (field.unit(side, *leader), self.plan(side, *leader).radius);
            above.figures > 0 && within(at, above.at, reach + plan.radius + radius)
        });
        std::iter::once(unit).chain(near)
    }

    /// The next doctrine that may be tried to answer an event of a unit: its own, or one that its leader confers while he
    /// stands. A leader tries once a phase (ruling C16), nobody tries a doctrine of the unit a second time, and in the enemy's
    /// turn there are the dice that are left (ruling C15).
    pub(super) fn to_try(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        moment: Moment,
        phase: Attacks,
    ) -> Option<Try<'_>> {
        let rulings = &self.rules.rulings;
        let enemy_turn = field.state.active != side && !rulings.doctrines_in_enemy_turn;
        if field.state.dice[side.index()] == 0 || enemy_turn {
            return None;
        }
        let plan = self.plan(side, unit);
        let of_unit = plan.doctrines[..plan.own_doctrines].iter().enumerate();
        let untried = |owner: usize, at: usize| field.unit(side, owner).tried >> at & 1 == 0;
        for leader in self.leaders_of(field, side, unit) {
            if field.unit(side, leader).attempted && !rulings.same_leader_again {
                continue;
            }
            let of_leader = self.plan(side, leader);
            let confers = if field.unit(side, leader).led { of_leader.conferred() } else { &[] };
            let conferred =
                confers.iter().enumerate().map(|(at, doctrine)| (at + of_leader.own_doctrines, doctrine));
            let known = of_unit
                .clone()
                .map(|(at, doctrine)| (unit, at, doctrine))
                .chain(conferred.map(|(at, doctrine)| (leader, at, doctrine)));
            let mut fitting =
                known.filter(|(owner, at, doctrine)| doctrine.answers(moment, phase) && untried(*owner, *at));
            if let Some((owner, at, doctrine)) = fitting.next() {
                return Some(Try { leader, owner, at, doctrine });
            }
        }
        None
    }

    /// Spends dice on a doctrine; true when it is activated. To do better a leader spends a few, to save a unit all that he
    /// brings himself, and at least one.
    pub(super) fn activates<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        tried: Try<'_>,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let Try { leader, owner, at, doctrine } = tried;
        let saves = matches!(doctrine.effect.moment(), Moment::Suppressed | Moment::Breaking);
        let few = self.rules.numbers.play.dice_a_try;
        let wanted = if saves { self.plan(side, leader).dice.max(1) } else { few };
        let pool = &mut field.state.dice[side.index()];
        let spent = wanted.min(*pool);
        *pool -= spent;
        field.unit_mut(side, leader).attempted = true;
        field.unit_mut(side, owner).tried |= 1 << at;
        dice.unit(unit_slot(side, unit));
        dice.kind(rolls::ACTIVATION);
        let activated = dice.resolve(&*self.rules.attempt(spent, doctrine.target)) == 1;
        self.say(log, side, leader, || {
            let does = if activated { "activates" } else { "fails to activate" };
            let whom =
                if leader == unit { String::new() } else { format!(" for {}", self.plan(side, unit).name) };
            format!("{does} {}{whom}", doctrine.name)
        });
        activated
    }

    /// Tries the doctrines that answer an event of a unit, and adds what they do to what others do already.
    pub(super) fn boost<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        moment: Moment,
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) {
        while let Some(tried) = self.to_try(field, side, unit, moment, phase) {
            if self.activates(field, (side, unit), tried, dice, log) {
                let fielded = field.unit_mut(side, unit);
                fielded.boosts = fielded.boosts.with(tried.doctrine);
            }
        }
    }

    /// Whether a doctrine keeps a unit from being suppressed by wounds that are too few under it.
    pub(super) fn shrugs_off<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let Some(tried) = self.to_try(field, side, unit, Moment::Suppressed, phase) else { return false };
        let usual = self.suppressing(field, side, unit);
        let raised = usual.saturating_mul(u32::try_from(tried.doctrine.levels).unwrap_or(1));
        let reached = self.reaches_limit(field.unit(side, unit).wounds, raised);
        !reached && self.activates(field, (side, unit), tried, dice, log)
    }

    /// Whether a doctrine helps a unit that has failed its leadership test.
    pub(super) fn stands_after_all<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        phase: Attacks,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        while let Some(tried) = self.to_try(field, side, unit, Moment::Breaking, phase) {
            let passes = tried.doctrine.effect == Effect::PassLeadership;
            if self.activates(field, (side, unit), tried, dice, log) {
                if passes || self.check(self.plan(side, unit).leadership, (side, unit), dice) {
                    return true;
                }
                self.say(log, side, unit, || FAILED_AGAIN.to_owned());
            }
        }
        false
    }
}
