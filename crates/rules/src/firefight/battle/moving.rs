//! MOVEMENT on the table: orders carried out unit by unit.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::log::Log;
use crate::orders::Orders;
use crate::table::{Point, Travel, distance_squared, passes, within};

impl Battle<'_> {
    pub(super) fn movement_phase<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        for unit in 0..self.force(side).units.len() {
            let me = field.unit(side, unit);
            if me.figures == 0 {
                continue;
            }
            let orders = self.orders(field, side, unit);
            if me.locked != 0 {
                if orders == Some(Orders::Skirmish) {
                    self.leave_melee(field, side, unit, dice, log);
                }
                continue;
            }
            let orders = self.resolved(field, side, unit, orders);
            let lies_low = orders == Some(Orders::Hold) && self.lies_low(field, side, unit);
            if lies_low != std::mem::replace(&mut field.unit_mut(side, unit).cowering, lies_low) {
                self.say(log, side, unit, || {
                    if lies_low { "lies low".to_owned() } else { "gets up".to_owned() }
                });
            }
            if field.unit(side, unit).stuck {
                continue;
            }
            match orders {
                None => self.follow(field, side, unit, dice, log),
                Some(Orders::Charge) => self.close_in(field, side, unit, dice, log),
                Some(Orders::Advance) => self.approach(field, side, unit, dice, log),
                Some(Orders::Skirmish) => match self.threatening(field, side, unit) {
                    Some(enemy) => self.fall_back(field, side, unit, enemy, dice, log),
                    None => self.approach(field, side, unit, dice, log),
                },
                Some(Orders::Guard) => self.stay_near_shooters(field, side, unit, dice, log),
                Some(Orders::Hold | Orders::Await) => {}
            }
        }
    }

    /// What orders that wait for the enemy come to now: a charge where he is within the unit's own threat.
    fn resolved(&self, field: &Field, side: Side, unit: usize, orders: Option<Orders>) -> Option<Orders> {
        if !matches!(orders, Some(Orders::Await | Orders::Guard)) {
            return orders;
        }
        let own = self.threat(side, unit);
        if self.nearest_within(field, side, unit, |_, _| own).is_some() {
            return Some(Orders::Charge);
        }
        if orders == Some(Orders::Await) { Some(Orders::Hold) } else { orders }
    }

    /// A unit that holds cowers while nobody is within its range or firefight distance.
    fn lies_low(&self, field: &Field, side: Side, unit: usize) -> bool {
        let range = self.plan(side, unit).longest_range[field.unit(side, unit).figures as usize];
        let reach = range.max(self.rules.numbers.firefight);
        self.rules.numbers.play.hold_cowers && self.nearest_within(field, side, unit, |_, _| reach).is_none()
    }

    /// How near an enemy may be for a unit to reach him with a move and a charge.
    fn threat(&self, side: Side, unit: usize) -> i32 {
        self.plan(side, unit).speed + self.rules.numbers.movement.charge
    }

    /// The nearest enemy that could reach a unit with a move and a charge.
    fn threatening(&self, field: &Field, side: Side, unit: usize) -> Option<usize> {
        self.nearest_within(field, side, unit, |enemy, _| self.threat(side.foe(), enemy))
    }

    /// MOVEMENT: whether a double move from here to there comes within firefight distance of no enemy (ruling C8: anywhere on
    /// its way, or at its end).
    fn may_double(&self, field: &Field, side: Side, unit: usize, [from, to]: [Point; 2]) -> bool {
        self.standing(field, side.foe()).all(|(enemy, target)| {
            let near = self.contact(side, unit, enemy) + self.rules.numbers.firefight;
            match self.rules.rulings.double_move_end {
                true => !within(to, target.at, near),
                false => !passes(from, to, target.at, near),
            }
        })
    }

    /// Toward the enemy, to charge him: the best expected melee among those within a move and a charge, else the nearest. A double
    /// move only where a single one would leave him out of reach in the next turn.
    fn close_in<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let (from, threat) = (field.unit(side, unit).at, self.threat(side, unit));
        let chosen = self.best_charge(
            field,
            side,
            unit,
            |target, contact| self.reaches(from, target.at, contact, threat),
            |enemy| self.melee_promise(field, side, unit, enemy),
        );
        let Some((enemy, _)) = chosen else { return };
        let numbers = &self.rules.numbers;
        let speed = self.plan(side, unit).speed;
        let gap = self.distance_to(field, side, unit, enemy);
        let single = speed.min(gap - numbers.duel.keeps_off).max(0);
        let wanted = gap - numbers.duel.keeps_off;
        let in_reach_then = gap - single <= threat;
        let keeps_off = numbers.duel.keeps_off;
        self.toward(field, (side, unit), enemy, [keeps_off, single, wanted], !in_reach_then, dice, log);
    }

    /// Up to where all models are within the unit's own longest range. A double move only where a single one would not bring it into range.
    fn approach<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let Some(enemy) = self.advance_target(field, side, unit) else { return };
        let plan = self.plan(side, unit);
        let stand_off = plan.stand_off[field.unit(side, unit).figures as usize];
        let stop = stand_off.max(self.rules.numbers.duel.keeps_off);
        let wanted = self.distance_to(field, side, unit, enemy) - stop;
        let single = plan.speed.min(wanted).max(0);
        self.toward(field, (side, unit), enemy, [stop, single, wanted], wanted > plan.speed, dice, log);
    }

    /// A move toward an enemy that stops at a gap, `single` q or double if that is better and allowed.
    #[expect(
        clippy::too_many_arguments,
        reason = "who moves how far and how near, with which luck, told to whom"
    )]
    fn toward<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        enemy: usize,
        [stop, single, wanted]: [i32; 3],
        hurries: bool,
        dice: &mut D,
        log: &mut L,
    ) {
        let numbers = &self.rules.numbers;
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let contact = self.contact(side, unit, enemy);
        let far = self.plan(side, unit).speed * numbers.movement.double;
        let gap = self.distance_to(field, side, unit, enemy);
        let double = far.min(wanted).min(gap - numbers.firefight - 1);
        let route = |keep: i32, allowance: i32| {
            let travel = self.travel(from, to, keep, allowance);
            // Rounding never goes nearer than asked; a shooter goes that quarter inch to be in range.
            let short = travel.reached && stop > numbers.duel.keeps_off && !within(travel.to, to, keep);
            if short { self.travel(from, to, keep - 1, allowance) } else { travel }
        };
        if hurries && double > single {
            let keep = contact + stop.max(numbers.firefight + 1);
            let end = route(keep, double).to;
            if self.may_double(field, side, unit, [from, end]) {
                field.unit_mut(side, unit).doubled = true;
                self.go(field, (side, unit), double, true, |allowance| route(keep, allowance), dice, log);
                return;
            }
        }
        if single > 0 {
            let keep = contact + stop;
            self.go(field, (side, unit), single, false, |allowance| route(keep, allowance), dice, log);
        }
    }

    /// The way of a unit directly away from an enemy, by how far it goes.
    fn away(&self, (side, unit): (Side, usize), from: Point, foe: Point) -> impl Fn(i32) -> Travel {
        let (table, going) = (&self.conditions.table, &self.rules.numbers.movement.going);
        let radius = self.plan(side, unit).radius;
        move |allowance| table.retreat(from, foe, radius, allowance, going)
    }

    /// Away from an enemy. A double move only where a single one would leave the unit in his reach.
    fn fall_back<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let speed = self.plan(side, unit).speed;
        let far = speed * self.rules.numbers.movement.double;
        let (from, threat) = (field.unit(side, unit).at, self.threat(side.foe(), enemy));
        let foe = field.unit(side.foe(), enemy).at;
        let reach = self.contact(side, unit, enemy) + threat;
        let [once, twice] =
            [speed, far].map(|allowance| self.retreat(field, side, unit, enemy, allowance).to);
        let in_reach = within(once, foe, reach);
        let gains = distance_squared(twice, foe) > distance_squared(once, foe);
        let double = in_reach && gains && self.may_double(field, side, unit, [from, twice]);
        field.unit_mut(side, unit).doubled = double;
        let route = self.away((side, unit), from, foe);
        self.go(field, (side, unit), if double { far } else { speed }, double, route, dice, log);
    }

    /// Out of melee, at normal speed.
    fn leave_melee<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let me = field.unit(side, unit);
        let enemy = me.locked.trailing_zeros() as usize;
        let speed = self.plan(side, unit).speed;
        if me.stuck || !self.retreat(field, side, unit, enemy, speed).moved {
            return;
        }
        let route = self.away((side, unit), me.at, field.unit(side.foe(), enemy).at);
        field.release(side, unit);
        self.go(field, (side, unit), speed, false, route, dice, log);
    }

    /// The nearest unit that an independent leader can keep to: of his own command, if he has one.
    pub(super) fn nearest_of_his_men(&self, field: &Field, side: Side, leader: usize) -> Option<usize> {
        let at = field.unit(side, leader).at;
        let command = &self.plan(side, leader).command;
        let men = self.standing(field, side).filter(|(unit, _)| {
            let plan = self.plan(side, *unit);
            !plan.is_leader && (command.is_none() || plan.command == *command)
        });
        men.min_by_key(|(_, fielded)| distance_squared(at, fielded.at)).map(|(unit, _)| unit)
    }

    /// An independent leader keeps to the nearest of his men.
    fn follow<D: Dice, L: Log>(&self, field: &mut Field, side: Side, unit: usize, dice: &mut D, log: &mut L) {
        if let Some(friend) = self.nearest_of_his_men(field, side, unit) {
            self.keep_near(field, (side, unit), friend, self.rules.numbers.play.follow_within, dice, log);
        }
    }

    /// A guard without an enemy in reach goes back to the nearest of its side's shooters.
    fn stay_near_shooters<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        if let Some(friend) = self.nearest_shooter(field, side, unit) {
            self.keep_near(field, (side, unit), friend, self.rules.numbers.play.guard_within, dice, log);
        }
    }

    fn keep_near<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        (side, unit): (Side, usize),
        friend: usize,
        apart: i32,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side, unit);
        let keep = plan.radius + self.plan(side, friend).radius + apart;
        let (from, to) = (field.unit(side, unit).at, field.unit(side, friend).at);
        let route = |allowance: i32| self.travel(from, to, keep, allowance);
        self.go(field, (side, unit), plan.speed, false, route, dice, log);
    }

    /// Worth that a unit can expect to take less what it can expect to lose in a round of melee with an enemy.
    fn melee_promise(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> f64 {
        let taken = self.melee_falls(field, side, unit, enemy);
        let lost = self.melee_falls(field, side.foe(), enemy, unit);
        self.worth_taken(side.foe(), enemy, field.unit(side.foe(), enemy), taken)
            - self.worth_taken(side, unit, field.unit(side, unit), lost)
    }
}
