//! The movement phase on the line.

use muster_results::Side;

use super::state::DuelState;
use super::step::DuelProcess;
use crate::log::{Event, Log};
use crate::orders::Policy;

impl DuelProcess<'_> {
    pub(super) fn move_phase<L: Log>(&self, state: &mut DuelState, side: Side, log: &mut L) {
        let policy = self.policy(state, side);
        if state.engaged {
            if policy == Policy::Skirmish {
                self.leave_melee(state, side, log);
            }
            return;
        }
        let lies_low = policy == Policy::Hold && self.lies_low(state, side);
        if lies_low != std::mem::replace(&mut state.units[side.index()].cowering, lies_low) {
            self.say(log, side, || if lies_low { "lies low".to_owned() } else { "gets up".to_owned() });
        }
        let (distance, double) = match policy {
            Policy::Hold => (0, false),
            Policy::Charge => self.closing(state, side),
            Policy::Advance => self.approach(state, side),
            Policy::Skirmish if self.is_threatened(state, side) => self.retreat(state, side),
            Policy::Skirmish => self.approach(state, side),
        };
        state.units[side.index()].doubled = double;
        self.shift(state, side, distance, log);
    }

    /// A unit that holds cowers while nobody is in its range.
    fn lies_low(&self, state: &DuelState, side: Side) -> bool {
        let figures = usize::from(state.units[side.index()].figures);
        let reach = self.plan(side).longest_range[figures].max(self.rules.numbers.firefight);
        self.rules.numbers.play.hold_cowers && i32::from(state.gap) > reach
    }

    /// The farthest double move toward the enemy: MOVEMENT, it may not come within firefight distance (ruling C8: anywhere on
    /// its way, or at its end, which on this way is the same).
    fn double_toward(&self, state: &DuelState, side: Side) -> i32 {
        let most = self.plan(side).speed * self.rules.numbers.movement.double;
        most.min(i32::from(state.gap) - self.rules.numbers.firefight - 1)
    }

    /// Toward the enemy, to charge him. A double move only where a single one would leave him out of reach in the next turn.
    fn closing(&self, state: &DuelState, side: Side) -> (i32, bool) {
        let numbers = &self.rules.numbers;
        let (gap, speed) = (i32::from(state.gap), self.plan(side).speed);
        let single = speed.min(gap - numbers.duel.keeps_off).max(0);
        let double = self.double_toward(state, side);
        let in_reach_then = gap - single <= speed + numbers.movement.charge;
        if double > single && !in_reach_then { (double, true) } else { (single, false) }
    }

    /// Up to where all models are within the unit's own longest range. A double move only where a single one would not bring it into range.
    fn approach(&self, state: &DuelState, side: Side) -> (i32, bool) {
        let figures = usize::from(state.units[side.index()].figures);
        let (gap, speed) = (i32::from(state.gap), self.plan(side).speed);
        let wanted = gap - self.plan(side).stand_off[figures].max(self.rules.numbers.duel.keeps_off);
        let double = self.double_toward(state, side).min(wanted);
        if wanted > speed && double > speed { (double, true) } else { (speed.min(wanted).max(0), false) }
    }

    /// How near the enemy may be to reach the unit with a move and a charge.
    fn threat(&self, side: Side) -> i32 {
        self.plan(side.foe()).speed + self.rules.numbers.movement.charge
    }

    fn is_threatened(&self, state: &DuelState, side: Side) -> bool {
        i32::from(state.gap) <= self.threat(side)
    }

    /// Away from the enemy. A double move only where a single one would leave the unit in his reach.
    fn retreat(&self, state: &DuelState, side: Side) -> (i32, bool) {
        let numbers = &self.rules.numbers;
        let (gap, room) = (i32::from(state.gap), i32::from(state.room[side.index()]));
        let speed = self.plan(side).speed;
        let (single, double) = (speed.min(room), (speed * numbers.movement.double).min(room));
        // Ruling C8: whoever starts within firefight distance has come there.
        let seen = if self.rules.rulings.double_move_end { gap + double } else { gap };
        let doubles = seen > numbers.firefight && gap + single <= self.threat(side) && double > single;
        if doubles { (-double, true) } else { (-single, false) }
    }

    /// Out of melee, at normal speed.
    fn leave_melee<L: Log>(&self, state: &mut DuelState, side: Side, log: &mut L) {
        let away = self.plan(side).speed.min(i32::from(state.room[side.index()]));
        if away > 0 {
            state.engaged = false;
            self.shift(state, side, -away, log);
        }
    }

    /// Moves toward the enemy (or away, when negative) as far as the room allows.
    pub(super) fn shift<L: Log>(&self, state: &mut DuelState, side: Side, distance: i32, log: &mut L) {
        let me = side.index();
        let distance = distance.max(-i32::from(state.room[me])).min(i32::from(state.gap));
        let moved = i16::try_from(distance).unwrap_or(0);
        if moved == 0 {
            return;
        }
        state.gap -= moved;
        state.room[me] += moved;
        (state.units[me].moved, state.units[me].sheltered) = (true, false);
        log.tell(Event::Moved { side, unit: 0, distance, instead_of_shooting: state.units[me].doubled });
    }
}
