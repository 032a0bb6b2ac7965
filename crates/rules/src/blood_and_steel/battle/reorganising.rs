//! MOVEMENT ¶2: reorganising. A massed unit spends an action on facing another way, on other ranks, on forming a column or a line.

use muster_dice::Dice;
use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::rules::Facing;
use crate::log::Log;
use crate::orders::Orders;
use crate::table::{Point, within};

impl Battle<'_> {
    /// "Massed units wishing to change it's facing must spend a reorganise action to do so, & also have the option of changing
    /// the number of ranks". True when it had to.
    pub(super) fn turn_to<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        to: Point,
        log: &mut L,
    ) -> bool {
        let me = field.unit(side, unit);
        if to == me.at || self.facing(side, unit, me, to) == Facing::Front {
            return false;
        }
        let me = field.unit_mut(side, unit);
        me.facing = Point { x: to.x - me.at.x, y: to.y - me.at.y };
        self.say(log, side, unit, || "reorganises to face another way".to_owned());
        self.dress(field, side, unit, log);
        true
    }

    /// A unit that reorganises takes the files that serve it best.
    fn dress<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) {
        let plan = self.plan(side, unit);
        let me = field.unit_mut(side, unit);
        if !plan.reforms() || !self.rules.numbers.battle.reforms {
            return;
        }
        let files = plan.drill.best_files(me.figures, me.files, plan.shoots(me.led));
        if files != me.files {
            me.files = files;
            self.say(log, side, unit, || format!("forms up {files} abreast"));
        }
    }

    /// Spends an action on the ranks alone, where that brings a rank or a bow more into action.
    pub(super) fn reform<L: Log>(&self, field: &mut Field, side: Side, unit: usize, log: &mut L) -> bool {
        let (plan, me) = (self.plan(side, unit), field.unit(side, unit));
        let gains = self.rules.numbers.battle.reforms
            && plan.reforms()
            && plan.drill.gains(me.figures, me.files, plan.shoots(me.led));
        if gains {
            self.dress(field, side, unit, log);
        }
        gains
    }

    /// MOVEMENT ¶3, march: a column goes its march move, and forms up when the enemy is near (a reorganise action).
    pub(super) fn march<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side, unit);
        let near = self.rules.numbers.battle.deploys_within;
        let Some(enemy) = self.nearest(field, side, unit) else {
            field.unit_mut(side, unit).column = false;
            return;
        };
        let (from, to) = (field.unit(side, unit).at, field.unit(side.foe(), enemy).at);
        let contact = self.contact(side, unit, enemy);
        if within(from, to, contact + near) {
            let me = field.unit_mut(side, unit);
            me.column = false;
            me.facing = Point { x: to.x - from.x, y: to.y - from.y };
            self.say(log, side, unit, || "forms up from its column".to_owned());
            self.dress(field, side, unit, log);
            return;
        }
        if !self.dares(field, side, unit, dice, log) {
            return;
        }
        let travel = self.travel(from, to, contact + near - 1, plan.march);
        self.put(field, side, unit, &travel, log);
    }

    /// "If the number of ranks is greater than the unit's frontage, then that unit may make a MARCH move": forms a column where
    /// that gets it to the place where it deploys in fewer actions, both reorganisations counted, and no missile can reach it on
    /// the way.
    pub(super) fn form_column<L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        orders: Option<Orders>,
        log: &mut L,
    ) -> bool {
        let (plan, me) = (self.plan(side, unit), field.unit(side, unit));
        let advances = matches!(orders, Some(Orders::Charge | Orders::Advance));
        let able = plan.reforms() && me.figures > 1 && me.confidence < Confidence::Shaken;
        if !self.rules.numbers.battle.reforms || !advances || !able {
            return false;
        }
        let Some(enemy) = self.nearest(field, side, unit) else { return false };
        let way = self.distance_to(field, side, unit, enemy) - self.rules.numbers.battle.deploys_within;
        if way <= 0 || plan.march <= 0 || plan.speed <= 0 {
            return false;
        }
        let actions = |each: i32| (way + each - 1) / each;
        let in_danger = || {
            self.standing(field, side.foe()).any(|(enemy, other)| {
                let shooter = self.plan(side.foe(), enemy);
                let reach = shooter.longest_range.saturating_add(way);
                shooter.shoots(other.led) && within(me.at, other.at, reach)
            })
        };
        if actions(plan.march) + 2 >= actions(plan.speed) || in_danger() {
            return false;
        }
        field.unit_mut(side, unit).column = true;
        self.say(log, side, unit, || "forms a march column".to_owned());
        true
    }
}
