//! Ruling A14, `multi_melee = "pooled"`: all units in contact with each other fight as two pools.

use muster_dice::Dice;
use muster_results::{Cause, Side};

use super::field::Field;
use super::step::Battle;
use crate::battle::members;
use crate::chimera::melee::{Round, losers};
use crate::chimera::saves::{Target, harm_of_hits};
use crate::chimera::strike::Mode;
use crate::log::{Event, Log};
use crate::rolls::{self, unit_slot};
use crate::table::Cover;

impl Battle<'_> {
    /// Every unit that is in contact, directly or through others: `[side, its foe]` as masks.
    fn pool(field: &Field, side: Side, unit: usize) -> [u64; 2] {
        let mut masks = [1u64 << unit, 0];
        loop {
            let foes = members(masks[0]).fold(masks[1], |mask, at| mask | field.unit(side, at).locked);
            let friends = members(foes).fold(masks[0], |mask, at| mask | field.unit(side.foe(), at).locked);
            if [friends, foes] == masks {
                return masks;
            }
            masks = [friends, foes];
        }
    }

    /// One melee of a pool: a round, or rounds until decided where the rulings say so.
    pub(super) fn fight_pool<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        charging: Option<Side>,
        dice: &mut D,
        log: &mut L,
    ) {
        self.until_decided(charging, |charging| self.pool_round(field, side, unit, charging, dice, log));
    }

    /// One round of a pool; true when a unit is gone or has failed a test. Each side adds up its melee points; the hits are shared out evenly, the units with the worst
    /// saves taking what is left over; the side that scored fewer casualties tests with all its units.
    fn pool_round<D: Dice, L: Log>(
        &self,
        field: &mut Field,
        side: Side,
        unit: usize,
        charging: Option<Side>,
        dice: &mut D,
        log: &mut L,
    ) -> bool {
        let masks = Self::pool(field, side, unit);
        let owners = [side, side.foe()];
        for friend in members(masks[0]) {
            for enemy in members(masks[1] & field.unit(side, friend).locked) {
                Self::mark_fought(field, side, friend, enemy);
            }
        }
        let mut round = Round::default();
        let figures_before = [0, 1].map(|who: usize| self.pooled(field, owners[who], masks[who], false));
        let mut wounds: [Vec<(usize, u32)>; 2] = [Vec::new(), Vec::new()];
        for who in 0..2 {
            let mode = if charging == Some(owners[who]) { Mode::Charge } else { Mode::Melee };
            let points = self.pooled(field, owners[who], masks[who], true);
            if points > 0 {
                let all = self.rules.book.save_faces();
                dice.unit(unit_slot(owners[who], masks[who].trailing_zeros() as usize));
                dice.kind(rolls::MELEE);
                round.hits[who] = dice.resolve(&self.rules.book.strike(mode, points, all));
            }
            wounds[1 - who] =
                self.share_out(field, owners[1 - who], masks, 1 - who, round.hits[who], charging, dice);
        }
        let mut lost = [0u32; 2];
        let mut lost_by_unit: [Vec<(usize, u32)>; 2] = [Vec::new(), Vec::new()];
        for who in 0..2 {
            for &(at, taken) in &wounds[who] {
                let figures = self.take_off(field, owners[who], at, taken, Cause::Melee, log);
                lost[who] += figures;
                lost_by_unit[who].push((at, figures));
            }
        }
        round.scored = [lost[1], lost[0]];
        round.strength =
            [0, 1].map(|who: usize| members(masks[who]).map(|at| field.unit(owners[who], at).strength).sum());
        if log.tells() {
            let units = masks.map(u64::count_ones);
            log.tell(Event::FoughtTogether { side, units, scored: round.scored });
        }
        let lost_melee = losers(&self.rules.rulings, &round, figures_before);
        let mut decided = false;
        for who in 0..2 {
            for &(at, figures) in &lost_by_unit[who] {
                decided |= self.test_if_due(field, owners[who], at, lost_melee[who], figures, dice, log);
                decided |= field.unit(owners[who], at).strength == 0;
            }
        }
        decided
    }

    /// Melee points (or figures) of a pool.
    fn pooled(&self, field: &Field, side: Side, mask: u64, points: bool) -> u32 {
        members(mask)
            .map(|at| {
                let (plan, strength) = (self.plan(side, at), field.unit(side, at).strength as usize);
                if points { plan.melee_points[strength] } else { plan.figures[strength] }
            })
            .sum()
    }

    /// Shares hits among the units of a pool and rolls their saves: `(unit, wounds)`.
    #[expect(clippy::too_many_arguments, reason = "who is struck by how much, with which luck")]
    fn share_out<D: Dice>(
        &self,
        field: &Field,
        side: Side,
        masks: [u64; 2],
        who: usize,
        hits: u32,
        charging: Option<Side>,
        dice: &mut D,
    ) -> Vec<(usize, u32)> {
        let mut units: Vec<usize> = members(masks[who]).collect();
        let save = |at: &usize| self.plan(side, *at).melee_save[field.unit(side, *at).strength as usize];
        // Worst save first, then list order (the sort is stable).
        units.sort_by_key(|at| std::cmp::Reverse(save(at)));
        let share = u32::try_from(units.len()).unwrap_or(1).max(1);
        let rules = self.rules.save_rules();
        let mut wounds: Vec<(usize, u32)> = units
            .iter()
            .zip(0u32..)
            .map(|(&at, place)| {
                let own = hits / share + u32::from(place < hits % share);
                let fielded = field.unit(side, at);
                let facing = fielded.locked.trailing_zeros() as usize;
                let counts = rules.rulings.cover_in_melee && charging != Some(side) && fielded.locked != 0;
                let cover = if counts {
                    self.cover(side, at, fielded, field.unit(side.foe(), facing).at)
                } else {
                    Cover::None
                };
                let target = Target { plan: self.plan(side, at), strength: fielded.strength, cover };
                let piercing = rules.numbers.melee.armour_piercing;
                dice.unit(unit_slot(side, at));
                (at, harm_of_hits(&rules, Mode::Melee, own, piercing, target, dice).wounds)
            })
            .collect();
        wounds.sort_unstable();
        wounds
    }
}
