//! Who can be attacked, how he is seen, and whom each model takes for its target.

use muster_results::Side;

use super::field::Field;
use super::step::Battle;
use crate::battle::{Choice, better, members};
use crate::firefight::attack::{Exposure, Fighter, Meeting};
use crate::firefight::numbers::Attacks;
use crate::firefight::plan::Run;
use crate::firefight::unit::Kind;
use crate::firefight::volley::Shots;
use crate::table::{Cover, Point, distance_squared, passes, within};

/// What models of a unit that are alike attack: SHOOTING, each model may select a different target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// Which of the runs of models that are left.
    run: usize,
    /// Which enemy.
    pub(super) enemy: usize,
}

/// An enemy as a unit sees him.
#[derive(Clone, Copy)]
struct Seen<'p> {
    enemy: usize,
    fighter: Fighter<'p>,
    exposure: Exposure,
    gap: i32,
    distance: i64,
}

impl Battle<'_> {
    /// The models of a unit take their targets among these enemies, one bit each: every run of models that are alike
    /// goes where the most worth is expected to fall.
    pub(super) fn aims(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        phase: Attacks,
        targets: u64,
    ) -> Vec<Aim> {
        let me = self.fighter(field, side, unit);
        let seen: Vec<Seen<'_>> =
            members(targets).map(|enemy| self.seen(field, side, unit, phase, enemy)).collect();
        let die = self.rules.numbers.die;
        let mut aims = Vec::new();
        for (at, run) in me.plan.left(me.figures).enumerate() {
            let mut best = None;
            for one in &seen {
                let Seen { enemy, fighter, exposure, gap, distance } = one;
                let meeting =
                    Meeting { phase, attacker: &me, target: fighter, exposure: *exposure, gap: *gap };
                let mut shots = self.rules.shots_of(meeting, run).peekable();
                if shots.peek().is_none() {
                    continue;
                }
                let falls: f64 = shots.map(|(count, shots)| f64::from(count) * shots.removes(die)).sum();
                let falls = falls.min(f64::from(fighter.figures));
                let target = field.unit(side.foe(), *enemy);
                let promise = self.worth_taken(side.foe(), *enemy, target, falls);
                best = better(best, Choice { enemy: *enemy, promise, distance: *distance });
            }
            aims.extend(best.map(|choice| Aim { run: at, enemy: choice.enemy }));
        }
        aims
    }

    /// The shots that go at each enemy when the models of a unit fire as they have aimed.
    pub(super) fn loads(
        &self,
        field: &Field,
        side: Side,
        unit: usize,
        phase: Attacks,
        aims: &[Aim],
    ) -> Vec<(usize, Vec<Shots>)> {
        let me = self.fighter(field, side, unit);
        let mut loads: Vec<(usize, Vec<Shots>)> = Vec::new();
        for (at, run) in me.plan.left(me.figures).enumerate() {
            let Some(aim) = aims.iter().find(|aim| aim.run == at) else { continue };
            let Seen { enemy, fighter, exposure, gap, .. } = self.seen(field, side, unit, phase, aim.enemy);
            let meeting = Meeting { phase, attacker: &me, target: &fighter, exposure, gap };
            for (count, shots) in self.rules.shots_of(meeting, run) {
                match loads.iter_mut().find(|(other, _)| *other == enemy) {
                    Some((_, kinds)) => Shots::add(kinds, count, shots),
                    None => {
                        let mut kinds = Vec::with_capacity(1);
                        Shots::add(&mut kinds, count, shots);
                        loads.push((enemy, kinds));
                    }
                }
            }
        }
        loads
    }

    fn seen(&self, field: &Field, side: Side, unit: usize, phase: Attacks, enemy: usize) -> Seen<'_> {
        let melee = phase == Attacks::Melee;
        let (me, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let exposure = if melee {
            Exposure::of(Cover::None)
        } else {
            let cover = self.cover(side.foe(), enemy, target, me.at);
            // SHOOTING: through enemy models the target is concealed and in soft cover (ruling C19).
            let through = phase == Attacks::Shooting
                && self.rules.rulings.through_enemies
                && self.in_the_way(field, side.foe(), [me.at, target.at]).any(|other| other != enemy);
            let exposure = Exposure::of(cover);
            if through { Exposure { cover: cover.max(Cover::Soft), concealed: true } } else { exposure }
        };
        Seen {
            enemy,
            fighter: self.fighter(field, side.foe(), enemy),
            exposure,
            gap: if melee { 0 } else { self.distance_to(field, side, unit, enemy) },
            distance: distance_squared(me.at, target.at),
        }
    }

    /// Models of an enemy that a unit can expect to remove in a round of melee.
    pub(super) fn melee_falls(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> f64 {
        let (me, seen) =
            (self.fighter(field, side, unit), self.seen(field, side, unit, Attacks::Melee, enemy));
        let (exposure, gap) = (seen.exposure, seen.gap);
        let meeting = Meeting { phase: Attacks::Melee, attacker: &me, target: &seen.fighter, exposure, gap };
        let of_run = |run: Run<'_>| {
            let shots = self.rules.shots_of(meeting, run);
            shots.map(|(count, shots)| f64::from(count) * shots.removes(self.rules.numbers.die)).sum::<f64>()
        };
        me.plan.left(me.figures).map(of_run).sum::<f64>().min(f64::from(seen.fighter.figures))
    }

    /// Units of a side that stand in the way between two places. Those who stand around one of them are not in its way.
    pub(super) fn in_the_way<'f>(
        &'f self,
        field: &'f Field,
        side: Side,
        [from, to]: [Point; 2],
    ) -> impl Iterator<Item = usize> + 'f {
        let blocks = move |unit: usize, at: Point| {
            let radius = self.plan(side, unit).radius;
            !within(from, at, radius) && !within(to, at, radius) && passes(from, to, at, radius)
        };
        self.standing(field, side)
            .filter(move |(unit, fielded)| blocks(*unit, fielded.at))
            .map(|(unit, _)| unit)
    }

    /// Whether a unit could fire at an enemy from where both stand: in sight, and neither has its hands full.
    pub(super) fn may_fire_at(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> bool {
        let (me, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        let free = me.locked == 0 && target.locked == 0 || self.rules.rulings.engaged_units_fire;
        free && self.sees(me.at, target.at)
    }

    /// Whether an enemy is within firefight distance.
    pub(super) fn is_near(&self, field: &Field, side: Side, unit: usize, enemy: usize) -> bool {
        let (me, target) = (field.unit(side, unit), field.unit(side.foe(), enemy));
        within(me.at, target.at, self.contact(side, unit, enemy) + self.rules.numbers.firefight)
    }

    /// SHOOTING: models within firefight distance of an enemy wait for the firefight; how many of a unit, from the front.
    /// Ruling C10: those who could fire at him then, or the whole unit where any enemy is near.
    pub(super) fn waiting(&self, field: &Field, side: Side, unit: usize) -> u32 {
        let whole = self.rules.rulings.near_silences_unit;
        let near = self.standing(field, side.foe()).filter(|(enemy, _)| {
            self.is_near(field, side, unit, *enemy) && (whole || self.may_fire_at(field, side, unit, *enemy))
        });
        let formation = self.plan(side, unit).formation;
        let waiting = near.map(|(enemy, _)| {
            let room = self.rules.numbers.firefight - self.distance_to(field, side, unit, enemy);
            if whole { u32::MAX } else { formation.places_within(room.max(0)) }
        });
        waiting.max().unwrap_or(0)
    }

    /// SHOOTING: whether a friend in the way can lie down for those behind. He is on foot, has not shot, is not near an enemy,
    /// and is taken to do so where he has nothing to shoot at himself.
    pub(super) fn may_lie_down(&self, field: &Field, side: Side, friend: usize) -> bool {
        let (plan, fielded) = (self.plan(side, friend), field.unit(side, friend));
        let range = plan.longest_range[fielded.figures as usize];
        plan.kind != Kind::Vehicle
            && !fielded.spent
            && fielded.locked == 0
            && self.waiting(field, side, friend) == 0
            && (range == 0 || self.nearest_within(field, side, friend, |_, _| range).is_none())
    }
}
