//! An activation on the line: two actions, spent by the unit's policy.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::state::{DuelState, Phase};
use super::step::DuelProcess;
use crate::blood_and_steel::confidence::Confidence;
use crate::blood_and_steel::missile::ShotResult;
use crate::blood_and_steel::panic::{Fright, Nerve};
use crate::blood_and_steel::story::{RALLIED_IN_VAIN, dared_in_words, got_up_in_words, opposed_in_words};
use crate::blood_and_steel::unit::Role;
use crate::log::{Event, Log};
use crate::orders::Policy;
use crate::table::Cover;

impl DuelProcess<'_> {
    pub(super) fn activate<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        dice: &mut D,
        log: &mut L,
    ) {
        let mut actions = self.rules.numbers.actions;
        let me = &mut state.units[side.index()];
        (me.attack, me.defence) = (false, false);
        if state.locked {
            // CHARACTERS: "or a unit they are directly leading even if engaged in melee".
            self.rally(state, side, &mut actions, dice, log);
            // MELEE: resolved when any unit in it activates; all of them are then used up (ruling B32).
            state.more &= self.rules.rulings.melee_each_activation;
            state.phase = Phase::Fight;
            return;
        }
        self.frighten(state, side, Fright::Sees(self.plan(side.foe())), dice, log);
        if state.units[side.index()].nerve == Nerve::Panicked {
            self.pull_together(state, side, dice, log);
            return;
        }
        self.shake_off(state, side, &mut actions, dice, log);
        self.rally(state, side, &mut actions, dice, log);
        match state.units[side.index()].confidence {
            Confidence::Routed => self.run(state, side, actions, dice, log),
            Confidence::Broken => {
                for _ in 0..actions {
                    self.shift(state, side, -self.plan(side).speed, log);
                }
            }
            _ => self.act(state, side, actions, dice, log),
        }
    }

    /// Ruling B41: a raw unit that meets what it fears tests its nerve, once.
    pub(super) fn frighten<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        fright: Fright<'_>,
        dice: &mut D,
        log: &mut L,
    ) {
        let (plan, unit) = (self.plan(side), &mut state.units[side.index()]);
        if unit.figures == 0 || !self.rules.frightens(plan, unit.nerve, fright) {
            return;
        }
        let quality = plan.profile(u32::from(unit.figures)).quality;
        unit.nerve = self.rules.try_nerve(quality, u32::from(unit.leadership), dice);
        let panics = unit.nerve == Nerve::Panicked;
        self.say(log, side, || if panics { "panics".to_owned() } else { "keeps its nerve".to_owned() });
    }

    fn pull_together<D: Dice, L: Log>(&self, state: &mut DuelState, side: Side, dice: &mut D, log: &mut L) {
        let unit = &mut state.units[side.index()];
        let quality = self.plan(side).profile(u32::from(unit.figures)).quality;
        let leadership = u32::from(unit.leadership);
        (unit.nerve, unit.confidence) = self.rules.pull_together(quality, leadership, unit.confidence, dice);
        let recovers = unit.nerve != Nerve::Panicked;
        self.say(log, side, || {
            if recovers { "pulls itself together".to_owned() } else { "is still in panic".to_owned() }
        });
        self.leave_if_lost(state, side, log);
    }

    /// Ruling B22: a suppressed unit spends actions on getting up.
    fn shake_off<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        actions: &mut u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let unit = &mut state.units[side.index()];
        let quality = self.plan(side).profile(u32::from(unit.figures)).quality;
        while unit.suppressed && *actions > 0 {
            *actions -= 1;
            unit.suppressed = !self.rules.exceeds(quality, i32::from(unit.leadership), dice);
            let down = unit.suppressed;
            self.say(log, side, || got_up_in_words(down));
        }
    }

    /// CHARACTERS: one who leads the unit rallies it, up to steady.
    fn rally<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        actions: &mut u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let unit = &mut state.units[side.index()];
        let rallies = unit.led && unit.confidence > Confidence::Steady && *actions > 0;
        if !rallies {
            return;
        }
        *actions -= 1;
        let quality = self.plan(side).profile(u32::from(unit.figures)).quality;
        // The sum of both leadership values, which are one man's here.
        if self.rules.exceeds(quality, 2 * i32::from(unit.leadership), dice) {
            unit.confidence = unit.confidence.raised(1);
            let now = unit.confidence.word();
            self.say(log, side, || format!("is rallied and is now {now}"));
        } else {
            self.say(log, side, || RALLIED_IN_VAIN.to_owned());
        }
    }

    /// A unit's moves and shots while its spirits hold.
    fn act<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        actions: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side);
        let shoots = plan.shoots(state.units[side.index()].led);
        let mut policy = self.policies[side.index()].acted(shoots);
        if plan.role == Role::WarMachine && policy == Policy::Charge {
            policy = Policy::Hold;
        }
        let near = i32::from(state.gap) <= plan.longest_combat();
        if policy == Policy::Charge && near && actions == self.rules.numbers.actions && plan.combat.is_some()
        {
            self.charge(state, side, dice, log);
            return;
        }
        let (mut fired, mut leapt) = (0u32, false);
        for action in 0..actions {
            if state.units[1 - side.index()].figures == 0 || state.locked {
                return;
            }
            let last = action + 1 == actions;
            let shoots_now = match policy {
                Policy::Charge => last,
                Policy::Skirmish => !self.threatened(state, side) || last,
                _ => true,
            };
            if shoots_now && self.shoot(state, side, &mut fired, dice, log) {
                continue;
            }
            let far = i32::from(state.gap) > plan.longest_combat();
            if policy == Policy::Charge && far && !leapt && self.leap(state, side, dice, log) {
                leapt = true;
                continue;
            }
            let falls_back = policy == Policy::Skirmish && self.threatened(state, side);
            if !falls_back && self.reform(state, side, log) {
                continue;
            }
            // Those who only stand and shoot have nothing better to do once they have shot.
            let waits = matches!(policy, Policy::Hold | Policy::Advance) && fired > 0;
            if waits && self.ward(state, side, dice, log) {
                continue;
            }
            self.step_by(state, side, policy, dice, log);
        }
    }

    /// MOVEMENT ¶2: a reorganise action for other ranks, where that brings a rank or a bow more into action.
    fn reform<L: Log>(&self, state: &mut DuelState, side: Side, log: &mut L) -> bool {
        let (plan, unit) = (self.plan(side), &mut state.units[side.index()]);
        let (figures, files) = (u32::from(unit.figures), u32::from(unit.files));
        let shoots = plan.shoots(unit.led);
        if !self.rules.numbers.duel.reforms || !plan.reforms() || !plan.drill.gains(figures, files, shoots) {
            return false;
        }
        let best = plan.drill.best_files(figures, files, shoots);
        unit.files = u16::try_from(best).unwrap_or(u16::MAX);
        self.say(log, side, || format!("forms up {best} abreast"));
        true
    }

    /// The enemy could declare a charge from where it stands.
    pub(super) fn threatened(&self, state: &DuelState, side: Side) -> bool {
        i32::from(state.gap) <= self.plan(side.foe()).longest_combat()
    }

    /// One standard move by the policy.
    fn step_by<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        policy: Policy,
        dice: &mut D,
        log: &mut L,
    ) {
        let speed = self.plan(side).speed;
        let keeps_off = self.rules.numbers.duel.keeps_off;
        let gap = i32::from(state.gap);
        let stop = match policy {
            Policy::Hold => return,
            Policy::Skirmish if self.threatened(state, side) => {
                self.shift(state, side, -speed, log);
                return;
            }
            Policy::Charge => keeps_off,
            Policy::Advance | Policy::Skirmish => {
                let reach = self.plan(side).longest_range - (self.distance(state) - gap);
                reach.max(keeps_off)
            }
        };
        let distance = speed.min(gap - stop);
        if distance > 0 && self.dares(state, side, dice, log) {
            self.shift(state, side, distance, log);
        }
    }

    /// A shaken unit must pass a reaction test before it advances (STARGRUNT II).
    fn dares<D: Dice, L: Log>(&self, state: &DuelState, side: Side, dice: &mut D, log: &mut L) -> bool {
        let unit = &state.units[side.index()];
        if unit.confidence < Confidence::Shaken {
            return true;
        }
        let target = i32::from(unit.leadership) + self.rules.numbers.threat.shaken_advance;
        let quality = self.plan(side).profile(u32::from(unit.figures)).quality;
        let dares = self.rules.exceeds(quality, target, dice);
        self.say(log, side, || dared_in_words(dares));
        dares
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
        state.units[me].moved = true;
        if log.tells() {
            log.tell(Event::Moved { side, unit: 0, distance, instead_of_shooting: false });
        }
    }

    /// A routed unit runs: so many combat moves, and off the table at the end of its room.
    fn run<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        actions: u32,
        dice: &mut D,
        log: &mut L,
    ) {
        let plan = self.plan(side);
        for _ in 0..actions {
            let pips = plan.combat.map_or(0, |die| i32::try_from(dice.die(die)).unwrap_or(0));
            if !self.flee(state, side, pips * plan.combat_pip, log) {
                return;
            }
        }
    }

    /// Flees so far; false when that leads off the table, or nowhere.
    pub(super) fn flee<L: Log>(&self, state: &mut DuelState, side: Side, distance: i32, log: &mut L) -> bool {
        let gone = distance <= 0 || distance > i32::from(state.room[side.index()]);
        if gone {
            self.say(log, side, || "flees from the table".to_owned());
            let all = u32::from(state.units[side.index()].figures);
            self.take_off(state, side, all, Cause::Morale, log);
        } else {
            self.shift(state, side, -distance, log);
        }
        !gone
    }

    /// Shoots with one weapon that has not been fired in this activation; false when none can.
    fn shoot<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        fired: &mut u32,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let (plan, enemy) = (self.plan(side), self.plan(side.foe()));
        let (me, foe) = (state.units[side.index()], state.units[side.foe().index()]);
        let cover = if foe.moved { Cover::None } else { enemy.start_cover };
        let distance = self.distance(state);
        // The enemy's wizard stands in the unit that is shot at.
        let counter = self.wizard(state, side.foe()).and_then(|die| self.rules.counterspell(die, 0));
        let defence = if foe.defence { self.rules.numbers.magic.defence } else { 0 };
        for (at, missile) in plan.fire.iter().enumerate() {
            if *fired >> at & 1 == 1 || missile.of_leader && !me.led {
                continue;
            }
            let counter = counter.filter(|_| missile.spell);
            let (figures, left) = ((u32::from(me.figures), u32::from(me.files)), u32::from(foe.figures));
            let shot =
                self.rules.shot(plan, figures, missile, enemy, left, distance, cover, defence, counter);
            let Some(shot) = shot else { continue };
            *fired |= 1 << at;
            let (result, fallen) = self.rules.shot_roll(shot).play(dice);
            self.say(log, side, || {
                format!(
                    "{} with {} and {} {}: {}",
                    if missile.spell { "casts a fireball" } else { "shoots" },
                    shot.quality,
                    shot.firepower,
                    opposed_in_words(shot.range, shot.counterspell),
                    ["no effect", "a MINOR result", "a MAJOR result"][result as usize]
                )
            });
            self.suffer_shot(state, side.foe(), result, fallen, missile.miss_tests, dice, log);
            self.frighten(state, side.foe(), Fright::ShotAt, dice, log);
            return true;
        }
        false
    }

    /// MISSILE FIRE: casualties and the morale check.
    #[expect(clippy::too_many_arguments, reason = "who suffers what, with which luck, told to whom")]
    fn suffer_shot<D: Dice, L: Log>(
        &self,
        state: &mut DuelState,
        side: Side,
        result: ShotResult,
        fallen: u32,
        miss_tests: bool,
        dice: &mut D,
        log: &mut L,
    ) {
        if result == ShotResult::Failure && !miss_tests {
            return;
        }
        let fallen = self.take_off(state, side, fallen, Cause::Shooting, log);
        let unit = &mut state.units[side.index()];
        if unit.figures == 0 {
            return;
        }
        unit.suppressed |= self.rules.rulings.minor_suppresses && result == ShotResult::Minor;
        let minor = self.rules.numbers.threat.minor_result;
        let threat = minor + i32::try_from(fallen).unwrap_or(0);
        let quality = self.plan(side).profile(u32::from(unit.figures)).quality;
        let lost = self.rules.test(quality, u32::from(unit.leadership), threat, dice);
        self.lower(state, side, lost, "under fire", log);
    }
}
