//! Random armies near even by given prices, and the battles between them.

use muster_dice::{CellKey, Seed, Stream, TableDice};
use muster_rules::{BattleSpec, DiceKind, Game, Refusal, Roster, UnitFacts};
use muster_stats::Record;
use rayon::prelude::*;

use crate::exchange::Limits;
use crate::method::MethodChoice;
use crate::observe::Observer;

/// Units of a side when it is drawn.
const UNITS: [u32; 2] = [2, 5];
/// Most units of a side: a poor side is given more until it can be brought to the cost of the other.
const MOST_UNITS: usize = 8;
/// A side that costs this many times less than the other gets another unit.
const POOR: f64 = 1.6;
/// Sizes are drawn within this factor of the data's, to either side.
const SPREAD: f64 = 2.0;
/// Pairs drawn before the nearest to the lead asked for is taken.
const TRIES: u32 = 12;
/// Off by less than this, in ln(cost), a pair is near enough.
const NEAR: f64 = 0.01;
/// Single figures that are added or taken away to come nearer.
const MOST_NUDGES: u32 = 40;

/// What armies are drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Levy<'l> {
    /// The units.
    pub units: &'l [&'l UnitFacts],
    /// The believed price of each, above 0: a figure's, or a whole unit's where it only comes whole.
    pub prices: &'l [f64],
    /// Most figures of a unit.
    pub most: u32,
}

/// Two armies: index of a unit and its figures (1 for a unit that comes whole), in the order in which they deploy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmyPair {
    /// Both sides.
    pub sides: [Vec<(usize, u32)>; 2],
}

/// How far from even, in ln(cost), a pair is meant to be: drawn between the two, the richer side drawn too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    /// Least distance.
    pub from: f64,
    /// Greatest distance.
    pub to: f64,
}

impl Levy<'_> {
    /// The pair of that number: a function of seed, purpose, number and prices alone.
    #[must_use]
    pub fn pair(&self, seed: Seed, purpose: &str, number: u64, lead: Lead) -> ArmyPair {
        let stream = Stream::of_game(seed, CellKey::of(&["armies", purpose]), number);
        let mut words = Words(TableDice::from_stream(stream));
        let sign = if words.below(2) == 0 { 1.0 } else { -1.0 };
        let wanted = sign * (lead.from + (lead.to - lead.from) * words.uniform());
        let mut nearest: Option<(f64, ArmyPair)> = None;
        for _ in 0..TRIES {
            let pair = self.drawn(&mut words, wanted);
            let off = (self.lead(&pair) - wanted).abs();
            let same = pair.sides[0] == pair.sides[1];
            if !same && nearest.as_ref().is_none_or(|(least, _)| off < *least) {
                nearest = Some((off, pair));
            }
            if nearest.as_ref().is_some_and(|(least, _)| *least < NEAR) {
                break;
            }
        }
        nearest.map_or_else(|| self.drawn(&mut words, wanted), |(_, pair)| pair)
    }

    /// ln of the first side's cost over the second's.
    #[must_use]
    pub fn lead(&self, pair: &ArmyPair) -> f64 {
        (self.cost(&pair.sides[0]) / self.cost(&pair.sides[1])).ln()
    }

    /// What an army costs.
    #[must_use]
    pub fn cost(&self, side: &[(usize, u32)]) -> f64 {
        side.iter().map(|(unit, count)| f64::from(*count) * self.prices[*unit]).sum()
    }

    /// The army as a roster.
    #[must_use]
    pub fn roster(&self, side: &[(usize, u32)]) -> Roster {
        let unit = |(at, count): &(usize, u32)| {
            let facts = self.units[*at];
            (facts.id.clone(), facts.alike.then_some(*count))
        };
        Roster { units: side.iter().map(unit).collect() }
    }

    fn drawn(&self, words: &mut Words, wanted: f64) -> ArmyPair {
        let side = |words: &mut Words| -> Vec<(usize, u32)> {
            let count = UNITS[0] + words.below(UNITS[1] - UNITS[0] + 1);
            (0..count).map(|_| self.unit(words)).collect()
        };
        let mut pair = ArmyPair { sides: [side(words), side(words)] };
        loop {
            let lead = self.lead(&pair) - wanted;
            let poorer = usize::from(lead > 0.0);
            if lead.abs() < POOR.ln() || pair.sides[poorer].len() >= MOST_UNITS {
                break;
            }
            let unit = self.unit(words);
            pair.sides[poorer].push(unit);
        }
        for _ in 0..3 {
            self.scale(&mut pair, wanted);
        }
        self.nudge(&mut pair, wanted);
        pair
    }

    /// A unit and its size.
    fn unit(&self, words: &mut Words) -> (usize, u32) {
        let at = words.below(u32::try_from(self.units.len()).unwrap_or(u32::MAX)) as usize;
        let facts = self.units[at];
        let size = f64::from(facts.figures) * (SPREAD.ln() * (2.0 * words.uniform() - 1.0)).exp();
        (at, if facts.alike { self.whole(at, size) } else { 1 })
    }

    /// Brings both sides halfway to the lead wanted, as far as their sizes can be changed.
    fn scale(&self, pair: &mut ArmyPair, wanted: f64) {
        let factor = ((wanted - self.lead(pair)) / 2.0).exp();
        for (at, factor) in [(0, factor), (1, 1.0 / factor)] {
            for (unit, count) in &mut pair.sides[at] {
                if self.units[*unit].alike {
                    *count = self.whole(*unit, f64::from(*count) * factor);
                }
            }
        }
    }

    /// Adds or takes single figures while that brings the pair nearer.
    fn nudge(&self, pair: &mut ArmyPair, wanted: f64) {
        let mut costs = [self.cost(&pair.sides[0]), self.cost(&pair.sides[1])];
        let off = |costs: [f64; 2]| ((costs[0] / costs[1]).ln() - wanted).abs();
        for _ in 0..MOST_NUDGES {
            let mut best = (off(costs), None);
            for (side, units) in pair.sides.iter().enumerate() {
                for (place, (unit, count)) in units.iter().enumerate() {
                    for (size, sign) in [(count + 1, 1.0), (count.saturating_sub(1), -1.0)] {
                        let fits = self.units[*unit].alike && (1..=self.most(*unit)).contains(&size);
                        let mut tried = costs;
                        tried[side] += sign * self.prices[*unit];
                        if fits && tried[side] > 0.0 && off(tried) < best.0 {
                            best = (off(tried), Some((side, place, size, tried)));
                        }
                    }
                }
            }
            let (_, Some((side, place, size, tried))) = best else { break };
            pair.sides[side][place].1 = size;
            costs = tried;
        }
    }

    fn most(&self, unit: usize) -> u32 {
        let limits = Limits { most: self.most, budget: 0, method: MethodChoice::Auto };
        limits.most_of(self.units[unit])
    }

    fn whole(&self, unit: usize, size: f64) -> u32 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
        let size = size.round() as u32;
        size.clamp(1, self.most(unit))
    }
}

/// Random numbers for drawing.
struct Words(TableDice);

impl Words {
    /// Uniform in 0..1.
    fn uniform(&mut self) -> f64 {
        (self.0.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number below `n`; n is far too small for its bias to be seen.
    fn below(&mut self, n: u32) -> u32 {
        let high = (u128::from(self.0.word()) * u128::from(n)) >> 64;
        u32::try_from(high).unwrap_or(0)
    }
}

/// Wins, draws and losses of a pair's first army: `[it sits as side A, the other does]`.
pub type BySeating = [Record; 2];

/// How a campaign of battles is fought.
#[derive(Clone, Debug)]
pub struct Campaign<'c> {
    /// Plans, turn limit and whatever else holds for every battle; its conditions are not looked at.
    pub spec: BattleSpec,
    /// Conditions and their weights.
    pub parts: &'c [(String, u32)],
    /// Games of a pair on all conditions together; rounded up so that each seating is played alike.
    pub games: u64,
    /// Seed of the dice.
    pub seed: Seed,
}

impl Campaign<'_> {
    /// Games of a pair on one of the conditions.
    #[must_use]
    pub fn games_on(&self, part: usize) -> u64 {
        let weight: u64 = self.parts.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let share = self.games as f64 * f64::from(self.parts[part].1) / weight.max(1) as f64;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
        let pairs = (share / 2.0).ceil() as u64;
        2 * pairs
    }

    /// Games of a pair on all conditions.
    #[must_use]
    pub fn games_of_pair(&self) -> u64 {
        (0..self.parts.len()).map(|part| self.games_on(part)).sum()
    }
}

/// Fights every pair on each of the conditions: for each pair, counts by condition. Stops early, without an answer, when
/// the observer says so.
///
/// # Errors
/// When the game refuses a battle.
pub fn fight(
    game: &dyn Game,
    levy: &Levy<'_>,
    pairs: &[ArmyPair],
    campaign: &Campaign<'_>,
    observer: &dyn Observer,
) -> Result<Option<Vec<Vec<BySeating>>>, Refusal> {
    let one = |pair: &ArmyPair| -> Result<Option<Vec<BySeating>>, Refusal> {
        if observer.stopped() {
            return Ok(None);
        }
        let rosters = [0, 1].map(|side: usize| levy.roster(&pair.sides[side]));
        let on = |part: usize| -> Result<BySeating, Refusal> {
            let spec = BattleSpec { conditions: campaign.parts[part].0.clone(), ..campaign.spec.clone() };
            let matchup = game.battle_of(&rosters[0], &rosters[1], &spec)?;
            let games = campaign.games_on(part);
            let tally = matchup.play(campaign.seed, 0..games, DiceKind::Tables, false);
            observer.played(games);
            Ok(tally.seatings.map(|seat| Record { wins: seat.wins, draws: seat.draws, losses: seat.losses }))
        };
        (0..campaign.parts.len()).map(on).collect::<Result<Vec<_>, _>>().map(Some)
    };
    let fought: Vec<Result<Option<Vec<BySeating>>, Refusal>> = pairs.par_iter().map(one).collect();
    fought.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(id: &str, figures: u32, alike: bool) -> UnitFacts {
        UnitFacts {
            id: id.to_owned(),
            name: id.to_owned(),
            figures,
            melee_points: f64::from(figures),
            firepower: 0.0,
            shoots: false,
            alike,
            values: Vec::new(),
            parts: Vec::new(),
            source: None,
        }
    }

    #[test]
    fn armies_are_drawn_as_far_from_even_as_asked_and_no_farther() {
        let units = [unit("foot", 12, true), unit("horse", 6, true), unit("gun", 4, false)];
        let units: Vec<&UnitFacts> = units.iter().collect();
        let levy = Levy { units: &units, prices: &[5.0, 9.0, 90.0], most: 60 };
        let lead = Lead { from: 0.1, to: 0.4 };
        let (mut richer, mut mixed, mut off) = (0, 0, 0.0_f64);
        for number in 0..400 {
            let pair = levy.pair(Seed(1), "test", number, lead);
            assert_eq!(pair, levy.pair(Seed(1), "test", number, lead));
            let found = levy.lead(&pair);
            off = off.max((found.abs() - 0.25).abs());
            richer += usize::from(found > 0.0);
            for side in &pair.sides {
                assert!((2..=MOST_UNITS).contains(&side.len()), "{side:?}");
                assert!(side.iter().all(|(at, count)| (1..=60).contains(count) && (*at != 2 || *count == 1)));
                mixed += usize::from(side.iter().any(|(at, _)| *at != side[0].0));
            }
        }
        // Of 400 coins 200 ± 10 show a head; a figure of foot is a hundredth of a small army.
        assert!((150..250).contains(&richer), "{richer}");
        assert!(off < 0.17 && mixed > 600, "{off} {mixed}");
        assert_ne!(levy.pair(Seed(1), "test", 0, lead), levy.pair(Seed(2), "test", 0, lead));
    }

    #[test]
    fn games_are_shared_out_by_weight_and_each_seating_is_played_alike() {
        let parts = [("open".to_owned(), 1), ("woods".to_owned(), 3)];
        let spec = BattleSpec {
            conditions: String::new(),
            plans: [muster_rules::orders::Plan::Combined; 2],
            max_turns: None,
            limit_is_draw: false,
            respawns: [None; 2],
        };
        let campaign = Campaign { spec, parts: &parts, games: 40, seed: Seed(1) };
        assert_eq!((campaign.games_on(0), campaign.games_on(1), campaign.games_of_pair()), (10, 30, 40));
        let campaign = Campaign { games: 1, ..campaign };
        assert_eq!(campaign.games_of_pair(), 4);
    }
}
