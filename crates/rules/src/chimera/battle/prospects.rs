//! What shooting promises: looked up thousands of times in a battle, so worked out once for each strength, band and cover.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::chimera::plan::{FireBand, UnitPlan};
use crate::table::Cover;

/// Kinds of cover.
const COVERS: usize = 3;
/// Promises that are kept for a force at most: half a megabyte, which stays near the processor. Those of larger forces are worked
/// out each time.
const MOST_KEPT: usize = 1 << 16;

/// What each unit of a force may expect of shooting at each unit of another.
///
/// A promise is worked out when it is first asked for and then kept for all games, threads and grounds. It hangs on its place alone, so
/// that it does not matter who asks first.
#[derive(Debug)]
pub struct Prospects {
    enemies: usize,
    /// By unit, then enemy. Units that are alike share one.
    aims: Vec<Aim>,
    /// Squares of the farthest distances of the centres, q², in the order of the bands.
    reaches: Vec<i64>,
    /// Bits of the promises turned over, so that 0, which no number turns into, is "not worked out yet".
    kept: Vec<AtomicU64>,
}

/// Where the prospects of one unit against one enemy lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    /// The square of the farthest distance of the centres, q²; less than 0 with nothing to fire.
    farthest: i64,
    /// Place of the nearest band among the reaches, and their number.
    reaches: u32,
    bands: u32,
    kept: u32,
    shooter_strengths: u32,
    target_strengths: u32,
}

/// The first unit of a list that each is like.
fn kinds(units: &[UnitPlan]) -> Vec<usize> {
    let first = |unit: &UnitPlan| units.iter().position(|other| other.is_like(unit));
    units.iter().map(|unit| first(unit).unwrap_or_default()).collect()
}

impl Prospects {
    /// Prospects of units against enemies; `bands` are those with which a unit fires at an enemy, by their places.
    pub fn new<'f>(
        units: &[UnitPlan],
        enemies: &[UnitPlan],
        bands: impl Fn(usize, usize) -> &'f [FireBand],
    ) -> Prospects {
        let mut found =
            Prospects { enemies: enemies.len(), aims: Vec::new(), reaches: Vec::new(), kept: Vec::new() };
        let (unit_kinds, enemy_kinds) = (kinds(units), kinds(enemies));
        let pairs = || (0..units.len()).flat_map(|unit| (0..enemies.len()).map(move |enemy| (unit, enemy)));
        let mut room = 0;
        for (unit, enemy) in pairs() {
            let fire = bands(unit, enemy);
            let like = pairs().zip(&found.aims).find(|((one, other), _)| {
                unit_kinds[*one] == unit_kinds[unit]
                    && enemy_kinds[*other] == enemy_kinds[enemy]
                    && bands(*one, *other) == fire
            });
            let known = like.map(|(_, aim)| *aim);
            let aim = known.unwrap_or_else(|| found.aim(&units[unit], &enemies[enemy], fire, &mut room));
            found.aims.push(aim);
        }
        let room = if room > MOST_KEPT { 0 } else { room };
        found.kept = std::iter::repeat_with(AtomicU64::default).take(room).collect();
        found
    }

    fn aim(&mut self, unit: &UnitPlan, enemy: &UnitPlan, fire: &[FireBand], room: &mut usize) -> Aim {
        let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let contact = i64::from(unit.radius) + i64::from(enemy.radius);
        let from = self.reaches.len();
        self.reaches.extend(fire.iter().map(|band| (contact + i64::from(band.range)).pow(2)));
        let (shooter, target) = (unit.strength as usize + 1, enemy.strength as usize + 1);
        let kept = *room;
        *room += fire.len() * COVERS * shooter * target;
        Aim {
            farthest: self.reaches[from..].last().copied().unwrap_or(-1),
            reaches: small(from),
            bands: small(fire.len()),
            kept: small(kept),
            shooter_strengths: small(shooter),
            target_strengths: small(target),
        }
    }

    /// The prospects of a unit, enemy by enemy.
    #[inline]
    pub(super) fn of(&self, unit: usize) -> &[Aim] {
        &self.aims[unit * self.enemies..][..self.enemies]
    }

    /// The nearest band that reaches an enemy whose centre is so far off.
    #[inline]
    pub(super) fn band(&self, aim: &Aim, distance_squared: i64) -> Option<usize> {
        if distance_squared > aim.farthest {
            return None;
        }
        let mut band = 0;
        while band + 1 < aim.bands && distance_squared > self.reaches[(aim.reaches + band) as usize] {
            band += 1;
        }
        Some(band as usize)
    }

    /// What shooting promises in this band, at these strengths (shooter, target) and against this cover; `work_out` tells it when it is not
    /// kept.
    #[inline]
    pub(super) fn promise(
        &self,
        aim: &Aim,
        band: usize,
        strengths: [u32; 2],
        cover: Cover,
        work_out: impl FnOnce() -> f64,
    ) -> f64 {
        let row = (band * COVERS + cover as usize) * aim.shooter_strengths as usize + strengths[0] as usize;
        let at = aim.kept as usize + row * aim.target_strengths as usize + strengths[1] as usize;
        let Some(kept) = self.kept.get(at) else { return work_out() };
        let bits = kept.load(Ordering::Relaxed);
        if bits != 0 {
            return f64::from_bits(!bits);
        }
        let promise = work_out();
        kept.store(!promise.to_bits(), Ordering::Relaxed);
        promise
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chimera::plan::FireGroup;

    /// A unit of so many wounds that fires bands of these ranges.
    fn unit(name: &str, strength: u32, ranges: &[i32]) -> UnitPlan {
        let by_strength = strength as usize + 1;
        let group = FireGroup { armour_piercing: 0, firepower: vec![1; by_strength] };
        let band = |range: &i32| FireBand { range: *range, groups: vec![group.clone()] };
        UnitPlan {
            name: name.to_owned(),
            strength,
            figures: (0..=strength).collect(),
            melee_points: vec![1; by_strength],
            worth: vec![1000; by_strength],
            shoots: vec![true; by_strength],
            save: vec![5; by_strength],
            melee_save: vec![5; by_strength],
            uniform: true,
            speed: 24,
            longest_range: ranges.last().copied().unwrap_or(0),
            stands_off: true,
            fire: ranges.iter().map(band).collect(),
            start_cover: Cover::None,
            radius: 4,
        }
    }

    fn prospects(units: &[UnitPlan], enemies: &[UnitPlan]) -> Prospects {
        Prospects::new(units, enemies, |unit, _| &units[unit].fire)
    }

    #[test]
    fn every_strength_band_and_cover_keeps_a_promise_of_its_own() {
        let units = [unit("one", 2, &[16, 32]), unit("other", 3, &[8]), unit("like the first", 2, &[16, 32])];
        let enemies = [unit("foe", 4, &[8]), unit("giant", 1, &[])];
        let found = prospects(&units, &enemies);
        let mut places = Vec::new();
        for (unit, one) in units.iter().enumerate().take(2) {
            for (enemy, other) in enemies.iter().enumerate() {
                for band in 0..one.fire.len() {
                    for cover in [Cover::None, Cover::Soft, Cover::Hard] {
                        for shooter in 0..=one.strength {
                            places.extend(
                                (0..=other.strength).map(|t| (unit, enemy, band, cover, [shooter, t])),
                            );
                        }
                    }
                }
            }
        }
        // Among them what is easily taken for nothing.
        let of = |at: usize| [0.0, f64::NEG_INFINITY].get(at).copied().unwrap_or(at as f64);
        for (at, (unit, enemy, band, cover, strengths)) in places.iter().enumerate() {
            let told = found.promise(&found.of(*unit)[*enemy], *band, *strengths, *cover, || of(at));
            assert_eq!(told.to_bits(), of(at).to_bits());
        }
        for (at, (unit, enemy, band, cover, strengths)) in places.iter().enumerate() {
            let again = || unreachable!("it is kept");
            let told = found.promise(&found.of(*unit)[*enemy], *band, *strengths, *cover, again);
            assert_eq!(told.to_bits(), of(at).to_bits());
        }
        // A unit that differs in its name alone has the same promises, and no others are kept.
        let shared = found.promise(&found.of(2)[0], 1, [2, 4], Cover::Soft, || unreachable!("it is kept"));
        let first = found.promise(&found.of(0)[0], 1, [2, 4], Cover::Soft, || unreachable!("it is kept"));
        assert_eq!(shared.to_bits(), first.to_bits());
        assert_eq!(found.kept.len(), places.len());
    }

    #[test]
    fn a_band_reaches_to_its_range_between_the_bases_and_no_farther() {
        let found = prospects(&[unit("one", 2, &[16, 32])], &[unit("foe", 4, &[])]);
        let aim = &found.of(0)[0];
        let at = |distance: i64| found.band(aim, distance * distance);
        assert_eq!([at(24), at(25), at(40), at(41)], [Some(0), Some(1), Some(1), None]);
        assert_eq!(found.band(aim, 24 * 24 + 1), Some(1));
        let unarmed = prospects(&[unit("one", 2, &[])], &[unit("foe", 4, &[])]);
        assert_eq!(unarmed.band(&unarmed.of(0)[0], 0), None);
    }

    #[test]
    fn promises_of_very_large_units_are_worked_out_each_time() {
        let found = prospects(&[unit("horde", 400, &[16])], &[unit("horde", 400, &[])]);
        let aim = &found.of(0)[0];
        for promise in [1.0, 2.0] {
            assert_eq!(
                found.promise(aim, 0, [400, 400], Cover::Hard, || promise).to_bits(),
                promise.to_bits()
            );
        }
    }
}
