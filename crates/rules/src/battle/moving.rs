//! Moves over the ground.

use muster_results::Side;

use super::step::Battle;
use super::supplied::{BattleRules, BattleUnit, FieldOf, OnTable};
use crate::log::{Event, Log};
use crate::table::{Point, Travel};

impl<R: BattleRules> Battle<'_, R> {
    /// A move of this length toward a place, no nearer than `keep`.
    pub(crate) fn travel(&self, from: Point, to: Point, keep: i32, allowance: i32) -> Travel {
        self.conditions.table.travel(from, to, keep, allowance, self.rules.going())
    }

    /// A move of this length of a unit directly away from an enemy.
    pub(crate) fn retreat(
        &self,
        field: &FieldOf<R>,
        side: Side,
        unit: usize,
        enemy: usize,
        allowance: i32,
    ) -> Travel {
        let (from, threat) = (field.unit(side, unit).at(), field.unit(side.foe(), enemy).at());
        let radius = self.plan(side, unit).radius();
        self.conditions.table.retreat(from, threat, radius, allowance, self.rules.going())
    }
}

/// Tells that a unit has moved: the way that it has come, and not the distance of the rounded places, which may be a quarter of
/// an inch more than it was allowed.
pub(crate) fn tell_move<L: Log>(
    log: &mut L,
    (side, unit): (Side, usize),
    travel: &Travel,
    instead_of_shooting: bool,
) {
    if log.tells() {
        log.tell(Event::Moved { side, unit, distance: travel.far, instead_of_shooting });
    }
}
