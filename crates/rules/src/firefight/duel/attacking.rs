//! Shooting, firefight and melee on the line.

use std::sync::Arc;

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::DuelState;
use super::step::DuelProcess;
use crate::firefight::attack::{Exposure, Fighter, Meeting};
use crate::firefight::doctrine::{Boosts, Moment};
use crate::firefight::numbers::Attacks;
use crate::firefight::story::volley_in_words;
use crate::firefight::volley::{Struck, VolleyRoll};
use crate::log::Log;
use crate::orders::Policy;
use crate::rolls::{self, unit_slot};
use crate::table::Cover;

/// All models of both sides come up to strike: those of units that are in melee already.
const COME_UP: [i32; 2] = [i32::MAX; 2];

/// One attack about to be rolled.
struct Attack {
    roll: Arc<VolleyRoll>,
    /// Who attacks.
    by: Side,
}

impl DuelProcess<'_> {
    /// SHOOTING: the active side's models, but for those with the enemy within firefight distance.
    pub(super) fn shooting_phase<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let unit = &state.units[side.index()];
        if state.engaged || unit.doubled || self.waiting(state, side) >= u32::from(unit.figures) {
            return;
        }
        let mut attackers = [false; 2];
        attackers[side.index()] = true;
        self.attack(state, Attacks::Shooting, attackers, COME_UP, dice, log);
    }

    /// FIREFIGHT: both sides at the same time, or the active one alone (ruling C11). A unit that means to charge holds its
    /// fire, for who has fired may not charge.
    pub(super) fn firefight_phase<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let rulings = &self.rules.rulings;
        let far = i32::from(state.gap) > self.rules.numbers.firefight;
        if far || (state.engaged && !rulings.engaged_units_fire) {
            return;
        }
        let mut attackers = [!rulings.only_active_fires; 2];
        attackers[side.index()] = !self.will_charge(state, side);
        state.fired = self.attack(state, Attacks::Firefight, attackers, COME_UP, dice, log)[side.index()];
    }

    /// MELEE: the charge of the active side's unit, if it makes one, and a round of all who are in contact.
    pub(super) fn melee_phase<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let mut coming_up = COME_UP;
        if !state.engaged {
            if state.fired || !self.will_charge(state, side) {
                return;
            }
            let gap = i32::from(state.gap);
            // Each model charges for itself, and those of the enemy pile in; who cannot come up does not strike in this turn.
            let moves = &self.rules.numbers.movement;
            coming_up[side.index()] = moves.charge - gap;
            coming_up[side.foe().index()] = moves.pile_in;
            self.shift(state, side, gap, log);
            state.engaged = true;
            state.units.iter_mut().for_each(|unit| unit.cowering = false);
            self.say(log, side, || format!("charges {}", self.plan(side.foe()).name));
        }
        self.attack(state, Attacks::Melee, [true; 2], coming_up, dice, log);
    }

    /// Whether the active unit charges in this turn. Suppressed and cowering units may not.
    fn will_charge(&self, state: &DuelState, side: Side) -> bool {
        let unit = &state.units[side.index()];
        let closes = self.policy(state, side) == Policy::Charge;
        let near = i32::from(state.gap) <= self.rules.numbers.movement.charge;
        closes && near && !state.engaged && unit.suppressed == 0 && !unit.cowering
    }

    /// SHOOTING: how many of a unit's models, from the front, wait for the firefight (ruling C10: or all of them).
    fn waiting(&self, state: &DuelState, side: Side) -> u32 {
        let room = self.rules.numbers.firefight - i32::from(state.gap);
        let all = room >= 0 && self.rules.rulings.near_silences_unit;
        if all { u32::MAX } else { self.plan(side).formation.places_within(room) }
    }

    fn fighter(&self, state: &DuelState, side: Side, boosts: Boosts, coming_up: i32) -> Fighter<'_> {
        let unit = &state.units[side.index()];
        Fighter {
            plan: self.plan(side),
            figures: u32::from(unit.figures),
            suppressed: unit.suppressed > 0,
            cowering: unit.cowering,
            moved: unit.moved,
            doubled: unit.doubled,
            waiting: self.waiting(state, side),
            coming_up,
            boosts,
        }
    }

    /// Plays a phase of attacks: doctrines first, then all volleys at once, then what comes of them. Returns who attacked.
    fn attack<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        phase: Attacks,
        wanted: [bool; 2],
        coming_up: [i32; 2],
        dice: &mut D,
        log: &mut L,
    ) -> [bool; 2] {
        let plain = [Boosts::default(); 2];
        let can = |by: Side| wanted[by.index()] && self.roll(state, phase, by, plain, coming_up).is_some();
        let attackers = [can(Side::A), can(Side::B)];
        let mut boosts = plain;
        for side in [state.active, state.active.foe()] {
            let (me, foe) = (side.index(), side.foe().index());
            if attackers[me] {
                boosts[me] = self.boosted(state, side, Moment::Attacking, phase, boosts[me], dice, log);
            }
            if attackers[foe] {
                boosts[me] = self.boosted(state, side, Moment::Attacked, phase, boosts[me], dice, log);
            }
        }
        let attack = |by: Side| {
            let roll =
                if attackers[by.index()] { self.roll(state, phase, by, boosts, coming_up) } else { None };
            roll.map(|roll| Attack { roll, by })
        };
        let order = [state.active, state.active.foe()];
        // Both fire at the same time: nobody falls before all have rolled.
        let rolled = order.map(attack).map(|attack| {
            attack.map(|Attack { roll, by }| {
                dice.unit(unit_slot(by, 0));
                dice.kind(kind_of(phase));
                let struck = roll.play(dice);
                self.say(log, by, || {
                    volley_in_words(phase, &roll.volley, &self.plan(by.foe()).name, struck, 0)
                });
                (by, struck)
            })
        });
        for (by, struck) in rolled.into_iter().flatten() {
            self.suffer(state, by.foe(), phase, struck, dice, log);
        }
        attackers
    }

    /// The volley of a side in a phase, as both units stand.
    fn roll(
        &self,
        state: &DuelState,
        phase: Attacks,
        by: Side,
        boosts: [Boosts; 2],
        coming_up: [i32; 2],
    ) -> Option<Arc<VolleyRoll>> {
        let foe = by.foe();
        let factor = self.suppression_factor(state, foe, phase);
        let (me, enemy) = (&state.units[by.index()], &state.units[foe.index()]);
        let (mine, theirs) = (boosts[by.index()], boosts[foe.index()]);
        // Who reaches whom: in melee by how far models come up, else by the gap.
        let reach = if phase == Attacks::Melee { coming_up[by.index()] } else { i32::from(state.gap) };
        let parts = [
            (phase as u64, 2),
            (by.index() as u64, 1),
            (u64::from(me.figures), 7),
            (u64::from(enemy.figures), 7),
            (u64::from(me.suppressed > 0), 1),
            (u64::from(me.cowering), 1),
            (u64::from(me.moved), 1),
            (u64::from(me.doubled), 1),
            (u64::from(enemy.cowering), 1),
            (u64::from(enemy.doubled), 1),
            (u64::from(enemy.sheltered), 1),
            (u64::from(mine.reroll_hits), 1),
            (u64::from(mine.high_explosive), 5),
            (u64::from(mine.rate), 5),
            (u64::from(theirs.save), 5),
            (u64::from(factor), 5),
            (u64::from(reach.clamp(0, i32::from(i16::MAX)).unsigned_abs()), 15),
        ];
        let key = parts.iter().fold(0, |key, (value, bits)| key << bits | value & ((1 << bits) - 1));
        let made = self.volleys.get(key, |_| {
            let attacker = self.fighter(state, by, mine, coming_up[by.index()]);
            let target = self.fighter(state, foe, theirs, coming_up[foe.index()]);
            let cover = if enemy.sheltered { self.plan(foe).start_cover } else { Cover::None };
            let ignores = self.plan(foe).ignores_suppression;
            let telling = self.rules.telling(target.figures, ignores, factor);
            let gap = i32::from(state.gap);
            let (attacker, target, exposure) = (&attacker, &target, Exposure::of(cover));
            let volley = self.rules.volley(Meeting { phase, attacker, target, exposure, gap }, telling);
            volley.map(|volley| self.rules.roll(volley))
        });
        Option::clone(&made)
    }

    /// SUPPRESSION, then the removal of models and what follows from it.
    fn suffer<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        phase: Attacks,
        struck: Struck,
        dice: &mut D,
        log: &mut L,
    ) {
        if struck.told & 1 != 0 {
            let raised = struck.told & 2 != 0;
            if raised || !self.shrugs_off(state, side, phase, dice, log) {
                state.units[side.index()].suppressed = self.suppressed_for(state, side);
                self.say(log, side, || "is suppressed".to_owned());
            }
        }
        let cause = if phase == Attacks::Melee { Cause::Melee } else { Cause::Shooting };
        let lost = self.take_off(state, side, struck.removed, cause, log);
        if lost > 0 && state.units[side.index()].figures > 0 {
            self.leader_may_fall(state, side, lost, dice, log);
            let numbers = &self.rules.numbers.leadership;
            let figures = u32::from(state.units[side.index()].figures);
            let at_share = self.rules.rulings.break_at_half;
            state.units[side.index()].testing =
                self.plan(side).breaks(figures, numbers.break_share, at_share);
        }
    }
}

/// What the rolls of a phase are made for.
fn kind_of(phase: Attacks) -> muster_dice::RollKind {
    match phase {
        Attacks::Shooting => rolls::SHOOTING,
        Attacks::Firefight => rolls::FIREFIGHT,
        Attacks::Melee => rolls::MELEE,
    }
}
