//! The Move step on the table: orders carried out unit by unit, contacts, respawning.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::battle::BattleUnit as _;
use crate::battle::tell_move;
use crate::chimera::rulings::MeleeResolved;
use crate::log::{Event, Log};
use crate::orders::Orders;
use crate::rolls;
use crate::table::{Point, Travel, Verdict, within};

impl Battle<'_> {
    pub(super) fn move_step<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        for units in &mut field.units {
            units.iter_mut().for_each(|unit| unit.fought = 0);
        }
        self.respawn(field, side, dice, log);
        let fights_later = self.rules.rulings.melee_resolved == MeleeResolved::AfterMoves;
        let mut contacts: Vec<(usize, usize)> = Vec::new();
        for unit in 0..self.force(side).units.len() {
            if field.unit(side, unit).strength == 0 {
                continue;
            }
            log.asked();
            let held = std::mem::take(&mut field.unit_mut(side, unit).rallied);
            if field.unit(side, unit).locked != 0 {
                if !fights_later {
                    self.fight_on(field, side, unit, dice, log);
                }
            } else if held {
                log.tell(Event::HeldByRally { side, unit });
            } else if let Some(enemy) = self.move_unit(field, side, unit, log) {
                if fights_later {
                    contacts.push((unit, enemy));
                } else {
                    self.charge(field, side, unit, enemy, dice, log);
                }
            }
            if let Some(verdict) = field.destroyed() {
                return Some(verdict);
            }
        }
        if fights_later { self.resolve_fights(field, side, &contacts, dice, log) } else { None }
    }

    /// Ruling A13, `after_moves`: every fight of the step, in list order, once all have moved.
    pub(super) fn resolve_fights<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        contacts: &[(usize, usize)],
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        for unit in 0..self.force(side).units.len() {
            for &(_, enemy) in contacts.iter().filter(|(mover, _)| *mover == unit) {
                let me = field.unit(side, unit);
                if me.locked >> enemy & 1 == 1 && me.fought >> enemy & 1 == 0 {
                    self.charge(field, side, unit, enemy, dice, log);
                }
            }
            if field.unit(side, unit).locked != 0 {
                self.fight_on(field, side, unit, dice, log);
            }
            if let Some(verdict) = field.destroyed() {
                return Some(verdict);
            }
        }
        None
    }

    /// Moves one free unit by its orders; the enemy it made contact with, if any.
    pub(super) fn move_unit<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        log: &mut L,
    ) -> Option<usize> {
        let plan = self.plan(side, unit);
        let shoots = plan.is_shooter(field.unit(side, unit));
        let allowance = plan.speed;
        match self.plans[side.index()].orders(shoots) {
            Orders::Charge => self.close_in(field, side, unit, allowance, 0, false, log),
            Orders::Hold => None,
            Orders::Advance => self.advance(field, side, unit, log),
            Orders::Skirmish => {
                let threat = self.nearest_within(field, side, unit, |enemy, fielded| {
                    self.threat(side.foe(), enemy, fielded.strength)
                });
                match threat {
                    Some(enemy) => self.fall_back(field, side, unit, enemy, log),
                    None => self.advance(field, side, unit, log),
                }
            }
            orders @ (Orders::Await | Orders::Guard) => {
                let own = self.threat(side, unit, field.unit(side, unit).strength);
                if self.nearest_within(field, side, unit, |_, _| own).is_some() {
                    self.close_in(field, side, unit, allowance, 0, false, log)
                } else if orders == Orders::Guard {
                    self.stay_near_shooters(field, side, unit, log)
                } else {
                    None
                }
            }
        }
    }

    /// Moves toward the best enemy, no nearer than `stop`; contact counts when `stop` is 0.
    #[expect(clippy::too_many_arguments, reason = "who moves how far and how near, told to whom")]
    pub(super) fn close_in<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        allowance: i32,
        stop: i32,
        instead_of_shooting: bool,
        log: &mut L,
    ) -> Option<usize> {
        let enemy = self.charge_target(field, side, unit, allowance)?;
        let keep = self.contact(side, unit, enemy) + stop;
        let travel =
            self.travel(field.unit(side, unit).at, field.unit(side.foe(), enemy).at, keep, allowance);
        self.put(field, side, unit, &travel, instead_of_shooting, log);
        (travel.reached && stop == 0).then(|| {
            field.lock(side, unit, enemy);
            enemy
        })
    }

    pub(super) fn put<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        travel: &Travel,
        bonus: bool,
        log: &mut L,
    ) {
        let me = field.unit_mut(side, unit);
        me.at = travel.to;
        me.moved |= travel.moved;
        if travel.moved {
            tell_move(log, (side, unit), travel, bonus);
        }
    }

    pub(super) fn advance<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        log: &mut L,
    ) -> Option<usize> {
        let enemy = self.advance_target(field, side, unit)?;
        let plan = self.plan(side, unit);
        let reach = self.contact(side, unit, enemy) + plan.longest_range;
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let mut travel = self.travel(from, to, reach, plan.speed);
        if travel.reached && !within(travel.to, to, reach) {
            // Rounding to quarter inches never goes nearer than asked; a shooter goes that quarter inch to be in range.
            travel = self.travel(from, to, reach - 1, plan.speed);
        }
        self.put(field, side, unit, &travel, false, log);
        None
    }

    pub(super) fn fall_back<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        log: &mut L,
    ) -> Option<usize> {
        let travel = self.retreat(field, side, unit, enemy, self.plan(side, unit).speed);
        self.put(field, side, unit, &travel, false, log);
        None
    }

    /// A guard without an enemy in reach goes back to the nearest of its side's shooters.
    pub(super) fn stay_near_shooters<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        log: &mut L,
    ) -> Option<usize> {
        let friend = self.nearest_shooter(field, side, unit)?;
        let keep =
            self.plan(side, unit).radius + self.plan(side, friend).radius + self.rules.numbers.guard_within;
        let (from, to) = (field.unit(side, unit).at, field.unit(side, friend).at);
        let travel = self.travel(from, to, keep, self.plan(side, unit).speed);
        self.put(field, side, unit, &travel, false, log);
        None
    }

    /// The balancing mechanic of `[respawn]`: a unit that is gone comes back on its own table edge.
    pub(super) fn respawn<D: Dice, L: Log>(&self, field: &mut Field, side: Side, dice: &mut D, log: &mut L) {
        if field.state.pool[side.index()] == 0 {
            return;
        }
        let rules = &self.rules.numbers.respawn;
        for unit in 0..self.force(side).units.len() {
            if field.unit(side, unit).strength > 0 || field.state.pool[side.index()] == 0 {
                continue;
            }
            dice.unit(rolls::unit_slot(side, unit));
            dice.kind(rolls::RESPAWN);
            if rules.on > 1 && dice.die(rules.die) < rules.on {
                continue;
            }
            let plan = self.plan(side, unit);
            let full = plan.figures[plan.strength as usize];
            let figures = self.force(side).reserves.respawn_figures.unwrap_or(full).min(full);
            let edge = if side == Side::A { plan.radius } else { self.conditions.table.depth - plan.radius };
            let home = self.force(side).deployed[side.index()][unit];
            field.state.pool[side.index()] -= 1;
            field.standing[side.index()] += 1;
            let me = field.unit_mut(side, unit);
            me.strength = plan.strength_of(figures);
            me.at = Point { x: home.x, y: edge };
            me.moved = true;
            if log.tells() {
                log.tell(Event::Respawned { side, unit, figures });
            }
        }
    }
}
