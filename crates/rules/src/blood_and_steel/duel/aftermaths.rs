//! What a unit of a duel throws for after a round of melee, by all that it depends on.

use std::sync::{Arc, OnceLock};

use muster_dice::Die;
use muster_results::Side;

use super::state::Standing;
use super::step::DuelProcess;
use crate::blood_and_steel::aftermath::{Aftercare, Aftermath, Came};
use crate::blood_and_steel::plan::UnitPlan;
use crate::blood_and_steel::rules::Rules;

/// The aftermaths of one unit, each worked out when it is first thrown.
#[derive(Debug)]
pub(super) struct Aftermaths {
    /// Files at the start.
    files: u32,
    /// By figures before the round in those files: the die for its leader, and the place of that die among those that occur.
    leader_dice: Vec<(Die, usize)>,
    /// The dice that occur.
    dice: Vec<Die>,
    /// The best value that a leader may have, and how many values there are.
    best: u32,
    values: usize,
    /// The value of the next leader, by what the last one's was and what came of him.
    heirs: Vec<[u8; Came::HEIRS]>,
    made: Vec<OnceLock<Arc<Aftermath>>>,
}

impl Aftermaths {
    /// Nothing is worked out yet.
    pub(super) fn new(rules: &Rules, plan: &UnitPlan) -> Aftermaths {
        let mut dice: Vec<Die> = Vec::new();
        let mut place = |figures: u32| {
            let die = rules.numbers.die_for(plan.files.min(figures));
            let at = dice.iter().position(|known| *known == die).unwrap_or_else(|| {
                dice.push(die);
                dice.len() - 1
            });
            (die, at)
        };
        let leader_dice: Vec<(Die, usize)> = (0..=plan.figures).map(&mut place).collect();
        // Those who change their ranks may come to any die.
        let gains = |figures: u32| plan.drill.gains(figures, plan.files, plan.shoots(true));
        if rules.numbers.duel.reforms && plan.reforms() && (1..=plan.figures).any(gains) {
            dice.extend(
                rules.numbers.ladder.iter().filter(|die| !leader_dice.iter().any(|(known, _)| known == *die)),
            );
        }
        let leader = rules.numbers.leader;
        let (best, worst) = (leader.best.min(plan.leadership), leader.worst.max(plan.leadership));
        let values = (worst - best) as usize + 1;
        let heirs = (best..=worst).map(|value| {
            let small = |value: u32| u8::try_from(value).unwrap_or(u8::MAX);
            let heir = |came: u32| small(rules.book.new_leader.succeeds(value, came));
            [small(value), heir(0), heir(1), heir(2)]
        });
        let heirs = heirs.collect();
        // A ridden monster has two qualities.
        let ways = (plan.figures as usize + 1) * dice.len() * values * 2;
        let made = (0..ways).map(|_| OnceLock::new()).collect();
        Aftermaths { leader_dice, files: plan.files, dice, best, values, heirs, made }
    }
}

impl Aftermaths {
    /// The die for the leader of so many figures in so many files, and its place.
    #[inline(always)]
    fn leader_die(&self, rules: &Rules, figures: u32, files: u32) -> (Die, usize) {
        if files == self.files {
            return self.leader_dice[(figures as usize).min(self.leader_dice.len() - 1)];
        }
        let die = rules.numbers.die_for(files.min(figures));
        (die, self.dice.iter().position(|known| *known == die).unwrap_or(0))
    }
}

impl DuelProcess<'_> {
    /// MELEE: the test after a round in which `hurt` figures of a unit fell: casualties, the leader, a standard.
    #[inline(always)]
    pub(super) fn aftermath(&self, side: Side, unit: &Standing, hurt: u32) -> &Aftermath {
        let (plan, kept) = (self.plan(side), &self.aftermaths[side.index()]);
        let figures = u32::from(unit.figures);
        let (die, place) = kept.leader_die(self.rules, figures + hurt, u32::from(unit.files));
        let value = (u32::from(unit.leadership) - kept.best) as usize;
        let alone = usize::from(plan.riderless.is_some() && figures < plan.figures);
        let at = ((hurt as usize * kept.dice.len() + place) * kept.values + value) * 2 + alone;
        kept.made[at].get_or_init(|| {
            let threats = &self.rules.numbers.threat;
            let threat = i32::try_from(hurt).unwrap_or(0)
                + threats.facing[0]
                + if plan.standard { threats.standard } else { 0 };
            self.rules.book.aftermath(Aftercare {
                casualties: (!plan.individual && hurt > 0).then_some((die, hurt)),
                quality: plan.profile(figures).quality,
                target: i32::from(unit.leadership) + threat,
                leader_lost: threats.leader_lost,
            })
        })
    }

    /// The value of a unit's leader after a round.
    #[inline(always)]
    pub(super) fn heir(&self, side: Side, leadership: u8, came: Came) -> u8 {
        let kept = &self.aftermaths[side.index()];
        kept.heirs[(u32::from(leadership) - kept.best) as usize][came.heir as usize & (Came::HEIRS - 1)]
    }
}
