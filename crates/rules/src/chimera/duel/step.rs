//! The four steps of a turn, on a line.

use muster_dice::{Dice, Die};
use muster_results::{Cause, Side};

use super::state::{DuelState, Phase};
use crate::chimera::compile::Rules;
use crate::chimera::melee::{Fighter, fight, losers};
use crate::chimera::morale::{just_halved, wounds_leaving};
use crate::chimera::plan::UnitPlan;
use crate::chimera::rulings::{MeleeContinues, Order};
use crate::chimera::saves::Target;
use crate::chimera::shooting::{Shot, volley};
use crate::log::{Event, Log, MoraleResult};
use crate::orders::Policy;
use crate::process::{Flow, Process};
use crate::table::Cover;

/// A duel ready to play: the rules, both units (side A first), how they play and where they stand.
#[derive(Debug)]
pub struct DuelProcess<'r> {
    /// The rules in force.
    pub rules: &'r Rules,
    /// Side A's unit, side B's unit.
    pub units: [UnitPlan; 2],
    /// Their policies.
    pub policies: [Policy; 2],
    /// Gap at the start, quarter inches.
    pub start: i16,
    /// Room behind each, quarter inches.
    pub room: i16,
    /// Turn limit.
    pub max_turns: u32,
    /// Respawns of each side.
    pub pool: [u8; 2],
    /// Figures that come back; `None` = full strength.
    pub respawn_figures: [Option<u32>; 2],
}

/// A move on the line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    /// Toward the enemy, but never nearer than this gap.
    Toward(i32),
    /// Directly away.
    Away,
    Stand,
}

impl Process for DuelProcess<'_> {
    type State = DuelState;

    fn opening(&self) -> DuelState {
        let strength = [0, 1].map(|side: usize| u16::try_from(self.units[side].strength).unwrap_or(u16::MAX));
        DuelState {
            strength,
            gap: self.start,
            room: [self.room; 2],
            rallied: [false; 2],
            moved: [false; 2],
            locked: None,
            fought: false,
            fighting: false,
            pool: self.pool,
            phase: self.first_phase(),
            first: Side::A,
        }
    }

    fn step<D: Dice, L: Log>(&self, state: &DuelState, dice: &mut D, log: &mut L) -> Flow<DuelState> {
        let mut next = *state;
        let side = state.acting();
        match state.phase {
            Phase::Order => {
                // Ruling A20: "roll for A and B" each turn; a fair coin.
                let first = if dice.die(Die::D6) <= 3 { Side::A } else { Side::B };
                next.first = first;
            }
            Phase::FirstMoves | Phase::SecondMoves => self.move_step(&mut next, side, dice, log),
            Phase::SecondShoots | Phase::FirstShoots => self.shoot_step(&mut next, side, dice, log),
        }
        if Side::BOTH.into_iter().any(|side| self.is_beaten(&next, side)) {
            return Flow::Over(self.settled(next));
        }
        if next.fighting {
            return Flow::Next(next);
        }
        let phase = match state.phase {
            Phase::Order => Phase::FirstMoves,
            Phase::FirstMoves => Phase::SecondShoots,
            Phase::SecondShoots => Phase::FirstShoots,
            Phase::FirstShoots => Phase::SecondMoves,
            Phase::SecondMoves => {
                next.fought = false;
                next.first = Side::A;
                next.phase = self.first_phase();
                return Flow::TurnOver(next);
            }
        };
        next.phase = phase;
        Flow::Next(next)
    }

    fn left(&self, state: &DuelState) -> [u32; 2] {
        [0, 1].map(|side: usize| self.units[side].figures[usize::from(state.strength[side])])
    }

    fn winner(&self, state: &DuelState) -> Option<Side> {
        match Side::BOTH.map(|side| self.is_beaten(state, side)) {
            [false, true] => Some(Side::A),
            [true, false] => Some(Side::B),
            _ => None,
        }
    }

    fn max_turns(&self) -> u32 {
        self.max_turns
    }

    fn exact_cost(&self) -> f64 {
        let states: f64 = self.units.iter().map(|unit| f64::from(unit.strength + 1)).product();
        // Every state fights (both sides' casualties, and the six results of a test) and meets a few gaps on the way in.
        let groups = |unit: &UnitPlan| unit.fire.last().map_or(0, |band| band.groups.len());
        let volleys: f64 = [0, 1]
            .map(|side: usize| {
                let groups = i32::try_from(groups(&self.units[side])).unwrap_or(i32::MAX);
                f64::from(self.units[1 - side].strength + 1).powi(groups)
            })
            .iter()
            .sum();
        let approach = f64::from(self.start) / f64::from(self.units[0].speed.max(self.units[1].speed).max(1)) + 1.0;
        let respawns: f64 = self.pool.iter().map(|pool| f64::from(*pool) + 1.0).product();
        respawns * states * (12.0 * states + approach * volleys)
    }
}

impl DuelProcess<'_> {
    fn first_phase(&self) -> Phase {
        match self.rules.rulings.order {
            Order::Fixed => Phase::FirstMoves,
            Order::RolledEachTurn => Phase::Order,
        }
    }

    fn is_beaten(&self, state: &DuelState, side: Side) -> bool {
        state.strength[side.index()] == 0 && state.pool[side.index()] == 0
    }

    /// Ended states differ only in what is counted of them: merging the rest keeps exact solutions small.
    fn settled(&self, state: DuelState) -> DuelState {
        DuelState {
            gap: 0,
            room: [0; 2],
            rallied: [false; 2],
            moved: [false; 2],
            locked: None,
            fought: false,
            fighting: false,
            phase: Phase::FirstMoves,
            first: Side::A,
            ..state
        }
    }

    fn unit(&self, side: Side) -> &UnitPlan {
        &self.units[side.index()]
    }

    fn shoots(&self, state: &DuelState, side: Side) -> bool {
        self.unit(side).shoots[usize::from(state.strength[side.index()])]
    }

    fn cover(&self, state: &DuelState, side: Side) -> Cover {
        if state.moved[side.index()] { Cover::None } else { self.unit(side).start_cover }
    }

    // ---- moving -----------------------------------------------------------------------------------------------

    fn move_step<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        let me = side.index();
        if state.fighting {
            self.fight_round(state, side, None, dice, log);
            return;
        }
        self.respawn(state, side, dice, log);
        if state.strength[me] == 0 {
            return;
        }
        // A rallied unit misses its next opportunity to move; locked, it fights all the same.
        let held = std::mem::take(&mut state.rallied[me]);
        if let Some(charger) = state.locked {
            if self.fights_now(state, side, charger) {
                self.fight_round(state, side, None, dice, log);
            }
            return;
        }
        if held {
            log.tell(Event::HeldByRally { side, unit: 0 });
            return;
        }
        let allowance = self.unit(side).speed;
        let motion = self.motion(state, side);
        if self.make_move(state, side, motion, allowance, false, log) {
            self.fight_round(state, side, Some(side), dice, log);
        }
    }

    /// Ruling A12: in which steps a locked pair fights on.
    fn fights_now(&self, state: &DuelState, side: Side, charger: Side) -> bool {
        match self.rules.rulings.melee_continues {
            MeleeContinues::EveryMoveStep | MeleeContinues::UntilDecided => true,
            MeleeContinues::OwnMoveStep => side == charger,
            MeleeContinues::OncePerTurn => !state.fought,
        }
    }

    fn motion(&self, state: &DuelState, side: Side) -> Motion {
        let foe = side.foe();
        if state.strength[foe.index()] == 0 {
            return Motion::Stand;
        }
        let advance = Motion::Toward(self.unit(side).longest_range);
        match self.policies[side.index()].acted(self.shoots(state, side)) {
            Policy::Charge => Motion::Toward(0),
            Policy::Hold => Motion::Stand,
            Policy::Advance => advance,
            Policy::Skirmish => {
                let bonus = if self.shoots(state, foe) { 0 } else { self.rules.numbers.bonus_move };
                let threat = self.unit(foe).speed + bonus;
                if i32::from(state.gap) <= threat { Motion::Away } else { advance }
            }
        }
    }

    /// Moves a unit; true when it has made contact.
    fn make_move<L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        motion: Motion,
        allowance: i32,
        instead_of_shooting: bool,
        log: &mut L,
    ) -> bool {
        let me = side.index();
        let gap = i32::from(state.gap);
        let distance = match motion {
            Motion::Stand => return false,
            Motion::Toward(stop) => allowance.min((gap - stop).max(0)),
            Motion::Away => -allowance.min(i32::from(state.room[me])),
        };
        let shift = i16::try_from(distance).unwrap_or(0);
        state.gap -= shift;
        state.room[me] += shift;
        state.moved[me] |= shift != 0;
        if shift != 0 {
            log.tell(Event::Moved { side, unit: 0, distance, instead_of_shooting });
        }
        let contact = motion == Motion::Toward(0) && state.gap == 0;
        if contact {
            state.locked = Some(side);
        }
        contact
    }

    /// The balancing mechanic of `[respawn]`: a unit that is gone comes back at the far end of its room.
    fn respawn<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        let me = side.index();
        if state.strength[me] > 0 || state.pool[me] == 0 {
            return;
        }
        let respawn = &self.rules.numbers.respawn;
        if respawn.on > 1 && dice.die(respawn.die) < respawn.on {
            return;
        }
        let unit = self.unit(side);
        let full = unit.figures[unit.strength as usize];
        let figures = self.respawn_figures[me].unwrap_or(full).min(full);
        state.pool[me] -= 1;
        state.strength[me] = u16::try_from(unit.strength_of(figures)).unwrap_or(u16::MAX);
        state.gap += state.room[me];
        state.room[me] = 0;
        state.rallied[me] = false;
        state.moved[me] = true;
        log.tell(Event::Respawned { side, unit: 0, figures });
    }

    // ---- shooting ---------------------------------------------------------------------------------------------

    fn shoot_step<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        let (me, foe) = (side.index(), side.foe().index());
        if state.strength[me] == 0 || state.strength[foe] == 0 {
            return;
        }
        if state.locked.is_some() && !self.rules.rulings.locked_units_shoot {
            return;
        }
        if !self.shoots(state, side) {
            self.bonus_move(state, side, dice, log);
            return;
        }
        let Some(band) = self.unit(side).band(i32::from(state.gap)) else { return };
        let target = Target {
            plan: &self.units[foe],
            strength: u32::from(state.strength[foe]),
            cover: self.cover(state, side.foe()),
        };
        let shot = Shot { side, unit: 0, target: 0, gap: i32::from(state.gap) };
        let wounds = volley(&self.rules.save_rules(), u32::from(state.strength[me]), band, target, shot, dice, log);
        let lost = self.take_off(state, side.foe(), wounds, Cause::Shooting, log);
        // Ruling A16: tests that the text does not ask for.
        let tests = self.rules.rulings.tests;
        if state.strength[foe] > 0 && (tests.shooting_casualties && lost > 0 || self.halved(state, side.foe(), lost)) {
            self.test_morale(state, side.foe(), dice, log);
        }
        if state.strength[foe] == 0 {
            state.locked = None;
        }
    }

    /// CHIMERA Movement ¶4: a unit without ranged weapons moves a further 3" instead of shooting.
    fn bonus_move<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        if state.locked.is_some() {
            return;
        }
        if std::mem::take(&mut state.rallied[side.index()]) {
            log.tell(Event::HeldByRally { side, unit: 0 });
            return;
        }
        if self.policies[side.index()].acted(false) != Policy::Charge {
            return;
        }
        // Ruling A19: the extra move may or may not make contact.
        let stop = if self.rules.rulings.bonus_move_may_charge { 0 } else { 1 };
        let allowance = self.rules.numbers.bonus_move;
        if self.make_move(state, side, Motion::Toward(stop), allowance, true, log) {
            self.fight_round(state, side, Some(side), dice, log);
        }
    }

    // ---- fighting ---------------------------------------------------------------------------------------------

    fn fight_round<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        charging: Option<Side>,
        dice: &mut D,
        log: &mut L,
    ) {
        let before = self.left(state);
        let fighter = |side: Side| Fighter {
            plan: self.unit(side),
            strength: u32::from(state.strength[side.index()]),
            charging: charging == Some(side),
            cover: self.cover(state, side),
        };
        let fighters = [fighter(side), fighter(side.foe())];
        let round = fight(&self.rules.save_rules(), fighters, dice);
        if L::TELLS {
            let melee_points = fighters.map(|f| f.plan.melee_points[f.strength as usize]);
            log.tell(Event::Fought { side, unit: 0, enemy: 0, charging, melee_points, scored: round.scored });
        }
        // `round` speaks of [this side, its foe].
        let order = [side, side.foe()];
        for (who, owner) in order.into_iter().enumerate() {
            let wounds = u32::from(state.strength[owner.index()]) - round.strength[who];
            self.take_off(state, owner, wounds, Cause::Melee, log);
        }
        let figures_before = order.map(|owner| before[owner.index()]);
        let lost_melee = losers(&self.rules.rulings, &round, figures_before);
        let mut failed = false;
        for (who, owner) in order.into_iter().enumerate() {
            let lost = round.scored[1 - who];
            let must = self.rules.rulings.tests.melee_lost && lost_melee[who] || self.halved(state, owner, lost);
            if must && state.strength[owner.index()] > 0 {
                failed |= self.test_morale(state, owner, dice, log);
            }
        }
        state.fought = self.rules.rulings.melee_continues == MeleeContinues::OncePerTurn;
        let gone = state.strength.contains(&0);
        if gone {
            state.locked = None;
        }
        let until_decided = self.rules.rulings.melee_continues == MeleeContinues::UntilDecided;
        state.fighting = until_decided && !gone && !failed && self.can_still_hurt(state);
    }

    /// Whether a further round could change anything; a fight to the end between units that cannot would never stop.
    fn can_still_hurt(&self, state: &DuelState) -> bool {
        use muster_dice::Roll as _;
        Side::BOTH.into_iter().any(|side| {
            let fighter = Fighter {
                plan: self.unit(side),
                strength: u32::from(state.strength[side.index()]),
                charging: false,
                cover: self.cover(state, side),
            };
            let points = self.unit(side.foe()).melee_points[usize::from(state.strength[side.foe().index()])];
            let failing = self.rules.failing_in_melee(fighter.as_target(&self.rules.rulings));
            let mode = crate::chimera::strike::Mode::Melee;
            points > 0 && self.rules.book.strike(mode, points, failing).law().pmf().at_least(1) > 0.0
        })
    }

    /// Takes wounds off a unit; returns the figures that fell.
    fn take_off<L: Log>(&self, state: &mut DuelState, side: Side, wounds: u32, cause: Cause, log: &mut L) -> u32 {
        let unit = self.unit(side);
        let strength = &mut state.strength[side.index()];
        let before = unit.figures[usize::from(*strength)];
        *strength -= u16::try_from(wounds).unwrap_or(*strength);
        let left = unit.figures[usize::from(*strength)];
        if left < before {
            log.lost(side, cause, before - left);
            log.tell(Event::Lost { side, unit: 0, cause, figures: before - left, left });
        }
        before - left
    }

    /// Ruling A16, `half_strength`: the unit has just fallen to half of its starting figures or fewer.
    fn halved(&self, state: &DuelState, side: Side, lost: u32) -> bool {
        let strength = u32::from(state.strength[side.index()]);
        self.rules.rulings.tests.half_strength && just_halved(self.unit(side), strength, lost)
    }

    /// Rolls a morale test and carries it out; true when the test was failed.
    fn test_morale<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) -> bool {
        let result = self.rules.morale.roll(dice);
        log.tell(Event::Tested { side, unit: 0, result });
        match result {
            MoraleResult::Passed => return false,
            MoraleResult::Rallied => state.rallied[side.index()] = true,
            MoraleResult::Leaves(percent) => {
                let strength = u32::from(state.strength[side.index()]);
                let wounds = wounds_leaving(&self.rules.rulings, self.unit(side), strength, percent);
                self.take_off(state, side, wounds, Cause::Morale, log);
            }
        }
        true
    }
}
