//! MISSILE FIRE: quality and firepower against the range die, then impact against armour. Engines and fireballs too.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use muster_dice::{Dice, Die, Law, Pmf, Roll};

use super::throw::Throw;

/// How hits follow from a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hits {
    /// Small arms: on a MAJOR result the dice total divided by the range die.
    Volley,
    /// Engines and cannon: one hit on a MINOR, two on a MAJOR result.
    Engine,
    /// Ruling B24: one hit on a MINOR, and one of twice the impact on a MAJOR result.
    EngineDoubled,
}

/// What a shot came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShotResult {
    /// No die is higher than the range die.
    Failure,
    /// One is.
    Minor,
    /// Both are.
    Major,
}

impl ShotResult {
    /// All results.
    pub const ALL: [ShotResult; 3] = [ShotResult::Failure, ShotResult::Minor, ShotResult::Major];
}

/// One shot, all shifts done; what laws are kept by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Quality die of the shooter.
    pub quality: Die,
    /// Firepower die.
    pub firepower: Throw,
    /// Range die.
    pub range: Die,
    /// A counterspelling wizard's die, thrown beside the range die; the higher one stands.
    pub counterspell: Option<Die>,
    /// Impact, shifted against the armour.
    pub impact: Throw,
    /// Armour, with cover.
    pub armour: Throw,
    /// How hits follow.
    pub hits: Hits,
    /// The most figures that can fall.
    pub most: u32,
}

/// As of a contest: one row of bytes is hashed in place of every field.
impl Hash for Shot {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let counterspell = self.counterspell.map_or(0, Die::sides);
        let [firepower, impact] = [self.firepower, self.impact].map(|die| Throw::bytes(Some(die)));
        let [quality, range] = [self.quality.sides(), self.range.sides()];
        let rest = [counterspell, self.hits as u8];
        let dice = [[quality, range], firepower, impact, Throw::bytes(Some(self.armour)), rest];
        hasher.write(dice.as_flattened());
        hasher.write_u32(self.most);
    }
}

impl Shot {
    fn result(self, quality: u32, firepower: u32, range: u32) -> ShotResult {
        ShotResult::ALL[usize::from(quality > range) + usize::from(firepower > range)]
    }

    /// Hits for certain, and what is left over of the division.
    fn certain_hits(self, result: ShotResult, total: u32) -> (u32, u32) {
        let sides = u32::from(self.range.sides());
        match (self.hits, result) {
            (_, ShotResult::Failure) | (Hits::Volley, ShotResult::Minor) => (0, 0),
            (Hits::Volley, ShotResult::Major) => (total / sides, total % sides),
            (Hits::Engine, ShotResult::Major) => (2, 0),
            _ => (1, 0),
        }
    }

    fn impact_of(self, result: ShotResult) -> Throw {
        match (self.hits, result) {
            (Hits::EngineDoubled, ShotResult::Major) => {
                Throw { times: self.impact.times.saturating_mul(2), ..self.impact }
            }
            _ => self.impact,
        }
    }
}

/// A shot as a law over result and casualties, and die by die.
#[derive(Clone, Debug)]
pub struct ShotRoll {
    shot: Shot,
    law: Law,
    /// Mean casualties.
    pub mean: f64,
}

impl ShotRoll {
    /// Works out the law of a shot.
    pub fn new(shot: Shot) -> ShotRoll {
        let width = shot.most as usize + 1;
        let mut by_hits: BTreeMap<(ShotResult, u32), f64> = BTreeMap::new();
        let counters: Vec<u32> = match shot.counterspell {
            None => vec![0],
            Some(die) => (1..=u32::from(die.sides())).collect(),
        };
        let sides = |die: Die| 1..=u32::from(die.sides());
        let ways = f64::from(shot.quality.sides())
            * f64::from(shot.firepower.die.sides())
            * f64::from(shot.range.sides())
            * counters.len() as f64;
        for quality in sides(shot.quality) {
            for firepower in shot.firepower.values() {
                for range in sides(shot.range) {
                    for counter in &counters {
                        let stands = range.max(*counter);
                        let result = shot.result(quality, firepower, stands);
                        let (hits, remainder) = shot.certain_hits(result, quality + firepower);
                        let more = u32::from(remainder > 0 && stands <= remainder);
                        *by_hits.entry((result, hits + more)).or_insert(0.0) += 1.0 / ways;
                    }
                }
            }
        }
        let mut pmf = vec![0.0; ShotResult::ALL.len() * width];
        let mut mean = 0.0;
        for ((result, hits), p) in by_hits {
            let kills = shot.impact_of(result).beats(shot.armour);
            for (fallen, q) in Pmf::binomial(hits, kills).capped(shot.most).iter() {
                pmf[result as usize * width + fallen as usize] += p * q;
                mean += p * q * f64::from(fallen);
            }
        }
        let law = Law::new(Pmf::from_probabilities(pmf).unwrap_or_else(|_| Pmf::certain(0)));
        ShotRoll { shot, law, mean }
    }

    /// Every result with its casualties and probability.
    pub fn results(&self) -> impl Iterator<Item = (ShotResult, u32, f64)> + '_ {
        self.law.pmf().iter().map(|(value, p)| {
            let (result, fallen) = self.read(value);
            (result, fallen, p)
        })
    }

    /// Shoots.
    #[inline]
    pub fn play<D: Dice>(&self, dice: &mut D) -> (ShotResult, u32) {
        let value = dice.resolve(self);
        self.read(value)
    }

    fn read(&self, value: u32) -> (ShotResult, u32) {
        let width = self.shot.most + 1;
        let result = ShotResult::ALL[(value / width).min(2) as usize];
        (result, value % width)
    }
}

impl Roll for ShotRoll {
    fn law(&self) -> &Law {
        &self.law
    }

    /// Quality, firepower, range (and counterspell), then impact and armour for each hit. The range die decides on the
    /// remainder too, so no further die is thrown for it.
    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        let shot = self.shot;
        let (quality, firepower) = (dice.die(shot.quality), shot.firepower.roll(dice));
        let range = dice.die(shot.range);
        let stands = shot.counterspell.map_or(range, |die| range.max(dice.die(die)));
        let result = shot.result(quality, firepower, stands);
        let (hits, remainder) = shot.certain_hits(result, quality + firepower);
        let hits = hits + u32::from(remainder > 0 && stands <= remainder);
        let impact = shot.impact_of(result);
        let fallen = (0..hits).filter(|_| {
            let (blow, armour) = (impact.roll(dice), shot.armour.roll(dice));
            blow > armour
        });
        let fallen = u32::try_from(fallen.count()).unwrap_or(u32::MAX).min(shot.most);
        let result = u32::try_from(result as usize).unwrap_or(0);
        result * (shot.most + 1) + fallen
    }
}
