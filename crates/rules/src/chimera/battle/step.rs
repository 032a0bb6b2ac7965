//! The four steps of a turn on the table, unit by unit in list order.

use muster_dice::{Dice, Die};
use muster_results::{Cause, Side};

use super::end::{Verdict, after_turn, destroyed};
use super::field::{Field, Force};
use crate::chimera::compile::Rules;
use crate::chimera::plan::{FireBand, UnitPlan};
use crate::chimera::rulings::{MeleeResolved, Order};
use crate::chimera::saves::Target;
use crate::chimera::shooting::{Shot, volley};
use crate::log::{Event, Log};
use crate::orders::{Orders, Plan};
use crate::table::{Conditions, Point, Travel, within};

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
            if let Some(verdict) = self.play_turn(field, turn, dice, log) {
                return (verdict, turn);
            }
            if let Some(verdict) = after_turn(field, self.forces, self.conditions, turn) {
                return (verdict, turn);
            }
        }
    }

    /// CHIMERA Turn order: A moves, B shoots, A shoots, B moves.
    fn play_turn<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        turn: u32,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        if self.rules.rulings.order == Order::RolledEachTurn {
            // Ruling A20: a fair coin.
            field.first = if dice.die(Die::D6) <= 3 { Side::A } else { Side::B };
        }
        let (first, second) = (field.first, field.first.foe());
        if L::TELLS {
            log.tell(Event::Turn { number: turn, first });
        }
        for units in &mut field.units {
            units.iter_mut().for_each(|unit| unit.fought_this_turn = 0);
        }
        self.move_step(field, first, dice, log)
            .or_else(|| self.shoot_step(field, second, dice, log))
            .or_else(|| self.shoot_step(field, first, dice, log))
            .or_else(|| self.move_step(field, second, dice, log))
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

    // ---- the Move step ----------------------------------------------------------------------------------------

    fn move_step<D: Dice, L: Log>(
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
            if let Some(verdict) = destroyed(field) {
                return Some(verdict);
            }
        }
        if fights_later { self.resolve_fights(field, side, &contacts, dice, log) } else { None }
    }

    /// Ruling A13, `after_moves`: every fight of the step, in list order, once all have moved.
    fn resolve_fights<D: Dice, L: Log>(
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
            if let Some(verdict) = destroyed(field) {
                return Some(verdict);
            }
        }
        None
    }

    /// Moves one free unit by its orders; the enemy it made contact with, if any.
    fn move_unit<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) -> Option<usize> {
        let plan = self.plan(side, unit);
        let shoots = plan.shoots[field.unit(side, unit).strength as usize];
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
    fn close_in<L: Log>(
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

    fn travel(&self, from: Point, to: Point, keep: i32, allowance: i32) -> Travel {
        self.conditions.table.travel(from, to, keep, allowance, &self.rules.numbers.going)
    }

    fn put<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        travel: &Travel,
        bonus: bool,
        log: &mut L,
    ) {
        let me = field.unit_mut(side, unit);
        let from = me.at;
        me.at = travel.to;
        me.moved |= travel.moved;
        if L::TELLS && travel.moved {
            #[expect(clippy::cast_possible_truncation, reason = "a distance on the table")]
            let distance = (crate::table::distance_squared(from, travel.to) as f64).sqrt().round() as i32;
            log.tell(Event::Moved { side, unit, distance, instead_of_shooting: bonus });
        }
    }

    fn advance<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) -> Option<usize> {
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

    fn fall_back<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        enemy: usize,
        log: &mut L,
    ) -> Option<usize> {
        let plan = self.plan(side, unit);
        let (from, threat) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let travel =
            self.conditions.table.retreat(from, threat, plan.radius, plan.speed, &self.rules.numbers.going);
        self.put(field, side, unit, &travel, false, log);
        None
    }

    /// A guard without an enemy in reach goes back to the nearest of its side's shooters.
    fn stay_near_shooters<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        log: &mut L,
    ) -> Option<usize> {
        let at = field.unit(side, unit).at;
        let shooters = self.standing(field, side).filter(|(friend, fielded)| {
            *friend != unit && self.plan(side, *friend).shoots[fielded.strength as usize]
        });
        let (friend, ward) =
            shooters.min_by_key(|(_, fielded)| crate::table::distance_squared(at, fielded.at))?;
        let keep =
            self.plan(side, unit).radius + self.plan(side, friend).radius + self.rules.numbers.guard_within;
        let travel = self.travel(at, ward.at, keep, self.plan(side, unit).speed);
        self.put(field, side, unit, &travel, false, log);
        None
    }

    /// The balancing mechanic of `[respawn]`: a unit that is gone comes back on its own table edge.
    fn respawn<D: Dice, L: Log>(&self, field: &mut Field, side: Side, dice: &mut D, log: &mut L) {
        if field.pool[side.index()] == 0 {
            return;
        }
        let rules = &self.rules.numbers.respawn;
        for unit in 0..self.force(side).units.len() {
            if field.unit(side, unit).strength > 0 || field.pool[side.index()] == 0 {
                continue;
            }
            if rules.on > 1 && dice.die(rules.die) < rules.on {
                continue;
            }
            let plan = self.plan(side, unit);
            let full = plan.figures[plan.strength as usize];
            let figures = self.force(side).respawn_figures.unwrap_or(full).min(full);
            let edge = if side == Side::A { plan.radius } else { self.conditions.table.depth - plan.radius };
            let home = self.force(side).deployed[side.index()][unit];
            field.pool[side.index()] -= 1;
            field.standing[side.index()] += 1;
            let me = field.unit_mut(side, unit);
            me.strength = plan.strength_of(figures);
            me.at = Point { x: home.x, y: edge };
            me.moved = true;
            if L::TELLS {
                log.tell(Event::Respawned { side, unit, figures });
            }
        }
    }

    // ---- the Shoot step ---------------------------------------------------------------------------------------

    fn shoot_step<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) -> Option<Verdict> {
        for units in &mut field.units {
            units.iter_mut().for_each(|unit| unit.fought = 0);
        }
        for unit in 0..self.force(side).units.len() {
            let me = field.unit(side, unit);
            let may_act = me.locked == 0 || self.rules.rulings.locked_units_shoot;
            if me.strength == 0 || !may_act {
                continue;
            }
            if self.plan(side, unit).shoots[me.strength as usize] {
                self.shoot(field, side, unit, dice, log);
            } else if me.locked == 0 {
                self.bonus_move(field, side, unit, dice, log);
            }
            if let Some(verdict) = destroyed(field) {
                return Some(verdict);
            }
        }
        None
    }

    fn shoot<D: Dice, L: Log>(&self, field: &mut Field, side: Side, unit: usize, dice: &mut D, log: &mut L) {
        if !self.rules.rulings.split_fire {
            if let Some(enemy) = self.shooting_target(field, side, unit, None) {
                let Some(band) = self.band_to(field, side, unit, enemy) else { return };
                let wounds = self.fire(field, side, unit, enemy, band, dice, log);
                self.suffer(field, side.foe(), enemy, wounds, dice, log);
            }
            return;
        }
        // Ruling A23: each AP group picks its own target; all casualties come off together.
        let piercings: Vec<i32> = self
            .plan(side, unit)
            .fire
            .first()
            .map_or_else(Vec::new, |b| b.groups.iter().map(|g| g.armour_piercing).collect());
        let mut wounds: Vec<(usize, u32)> = Vec::new();
        for piercing in piercings {
            let Some(enemy) = self.shooting_target(field, side, unit, Some(piercing)) else { continue };
            let Some(band) = self.band_to(field, side, unit, enemy) else { continue };
            let groups = band.groups.iter().filter(|g| g.armour_piercing == piercing).cloned().collect();
            let one = FireBand { range: band.range, groups };
            wounds.push((enemy, self.fire(field, side, unit, enemy, &one, dice, log)));
        }
        wounds.sort_unstable();
        while let Some((enemy, first)) = wounds.pop() {
            let mut total = first;
            while let Some((_, more)) = wounds.pop_if(|(other, _)| *other == enemy) {
                total += more;
            }
            let total = total.min(field.unit(side.foe(), enemy).strength);
            self.suffer(field, side.foe(), enemy, total, dice, log);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "who fires what at whom, with which luck, told to whom")]
    fn fire<D: Dice, L: Log>(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        enemy: usize,
        band: &FireBand,
        dice: &mut D,
        log: &mut L,
    ) -> u32 {
        let (shooter, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let cover = self.cover(side.foe(), enemy, target, shooter);
        let aimed = Target { plan: self.plan(side.foe(), enemy), strength: target.strength, cover };
        let gap = if L::TELLS { self.gap(field, side, unit, enemy) } else { 0 };
        let shot = Shot { side, unit, target: enemy, gap };
        volley(&self.rules.save_rules(), shooter.strength, band, aimed, shot, dice, log)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a distance on the table")]
    fn gap(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> i32 {
        let (me, foe) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        crate::table::gap(me.at, self.plan(side, unit).radius, foe.at, self.plan(side.foe(), enemy).radius)
            .round() as i32
    }

    fn suffer<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        wounds: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let figures = self.take_off(field, side, unit, wounds, Cause::Shooting, log);
        let tests = self.rules.rulings.tests;
        let shot_at = tests.shooting_casualties && figures > 0 && field.unit(side, unit).strength > 0;
        if shot_at {
            self.test_morale(field, side, unit, dice, log);
        } else {
            self.test_if_due(field, side, unit, false, figures, dice, log);
        }
    }

    /// CHIMERA Movement ¶4: a unit without ranged weapons moves a further 3" instead of shooting.
    fn bonus_move<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        if std::mem::take(&mut field.unit_mut(side, unit).rallied) {
            log.tell(Event::HeldByRally { side, unit });
            return;
        }
        let charges = match self.plans[side.index()].orders(false) {
            Orders::Charge => true,
            Orders::Await | Orders::Guard => {
                let own = self.threat(side, unit, field.unit(side, unit).strength);
                self.nearest_within(field, side, unit, |_, _| own).is_some()
            }
            Orders::Hold | Orders::Advance | Orders::Skirmish => false,
        };
        if !charges {
            return;
        }
        // Ruling A19: the extra move may or may not make contact; if not it stops a quarter inch short.
        let stop = i32::from(!self.rules.rulings.bonus_move_may_charge);
        let allowance = self.rules.numbers.bonus_move;
        if let Some(enemy) = self.close_in(field, side, unit, allowance, stop, true, log) {
            self.charge(field, side, unit, enemy, dice, log);
        }
    }
}
