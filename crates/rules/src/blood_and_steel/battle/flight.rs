//! Units that run: routs in melee, flight, withdrawal.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::log::{Event, Log};
use crate::rolls::{MORALE_RESULT, unit_slot};
use crate::table::Point;

impl Battle<'_> {
    /// MELEE: half of the unit falls and the rest flees its longest combat move.
    pub(super) fn rout<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side, unit);
        let met = field.unit(side, unit).locked;
        field.release(side, unit);
        let me = field.unit_mut(side, unit);
        me.confidence = Confidence::Routed;
        let loss = self.rules.rout_loss(plan, me.figures);
        self.say(log, side, unit, || "routs".to_owned());
        self.take_off(field, side, unit, loss, Cause::Morale, dice, log);
        if field.unit(side, unit).figures > 0 {
            self.flee(field, side, unit, plan.longest_combat(), met, dice, log);
        }
    }

    /// A routed unit runs so many combat moves, toward its own edge and off it.
    pub(super) fn run<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        actions: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side, unit);
        for _ in 0..actions {
            dice.unit(unit_slot(side, unit));
            dice.kind(MORALE_RESULT);
            let pips = plan.combat.map_or(0, |die| i32::try_from(dice.die(die)).unwrap_or(0));
            if !self.flee(field, side, unit, pips * plan.combat_pip, 0, dice, log) {
                return;
            }
        }
    }

    /// Flees so far toward its own edge; false when that leads off the table or into an enemy, where it dissolves. Enemies
    /// in `met` have just been in contact with it and do not bar its way.
    #[expect(clippy::too_many_arguments, reason = "who flees how far from whom, told to whom")]
    fn flee<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        distance: i32,
        met: u64,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let plan = self.plan(side, unit);
        let me = *field.unit(side, unit);
        let to = self.toward_own_edge(side, me.at, distance);
        let off = to.y < plan.radius || to.y > self.conditions.table.depth - plan.radius;
        let barred = self.standing(field, side.foe()).any(|(enemy, other)| {
            let contact = plan.radius + self.plan(side.foe(), enemy).radius;
            met >> enemy & 1 == 0 && near_column(other.at, me.at, to, contact)
        });
        if distance <= 0 || off || barred {
            let why =
                if barred && !off { "runs into the enemy and dissolves" } else { "flees from the table" };
            self.say(log, side, unit, || why.to_owned());
            self.take_off(field, side, unit, me.figures, Cause::Morale, dice, log);
            return false;
        }
        self.place(field, side, unit, to, log);
        true
    }

    /// A broken unit goes back one standard move and stops at its edge.
    pub(super) fn withdraw<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        let plan = self.plan(side, unit);
        let at = field.unit(side, unit).at;
        let mut to = self.toward_own_edge(side, at, plan.speed);
        let (near, far) = (plan.radius, self.conditions.table.depth - plan.radius);
        to.y = if side == Side::A { to.y.max(near.min(at.y)) } else { to.y.min(far.max(at.y)) };
        self.place(field, side, unit, to, log);
    }

    fn toward_own_edge(&self, side: Side, from: Point, distance: i32) -> Point {
        let y = if side == Side::A { from.y - distance } else { from.y + distance };
        Point { x: from.x, y }
    }

    /// Puts a unit back without turning it.
    fn place<L: Log>(&self, field: &mut Field, side: Side, unit: usize, to: Point, log: &mut L) {
        let me = field.unit_mut(side, unit);
        let distance = (to.y - me.at.y).abs();
        if distance == 0 {
            return;
        }
        me.at = to;
        me.moved = true;
        if log.tells() {
            log.tell(Event::Moved { side, unit, distance: -distance, instead_of_shooting: false });
        }
    }
}

/// Whether a place lies within `reach` of the way between two places of the same `x`.
fn near_column(place: Point, from: Point, to: Point, reach: i32) -> bool {
    let (low, high) = (from.y.min(to.y), from.y.max(to.y));
    let nearest = Point { x: from.x, y: place.y.clamp(low, high) };
    crate::table::within(place, nearest, reach)
}
