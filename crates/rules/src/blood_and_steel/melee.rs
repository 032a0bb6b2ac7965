//! MELEE: the contest of quality and melee dice, the hits that it gives, and the casualties among them.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use muster_dice::{Dice, Die, Law, Pmf, Roll, Shelf};

use super::rulings::{ContestRule, LedTotal, Rulings, TotalOf};
use super::throw::Throw;

/// Who has won a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The first side has a MAJOR result.
    FirstMajor,
    /// The first side has a MINOR result.
    FirstMinor,
    /// Nobody's dice are higher.
    Drawn,
    /// The second side has a MINOR result.
    SecondMinor,
    /// The second side has a MAJOR result.
    SecondMajor,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 5] = [
        Outcome::FirstMajor,
        Outcome::FirstMinor,
        Outcome::Drawn,
        Outcome::SecondMinor,
        Outcome::SecondMajor,
    ];

    /// By how many dice of each side win.
    const fn of(first: u32, second: u32) -> Outcome {
        match (first, second) {
            (2.., 0) => Outcome::FirstMajor,
            (0, 2..) => Outcome::SecondMajor,
            _ if first > second => Outcome::FirstMinor,
            _ if first < second => Outcome::SecondMinor,
            _ => Outcome::Drawn,
        }
    }

    /// Whether a side (0 or 1) has a MAJOR result.
    #[inline]
    pub const fn is_major_of(self, side: usize) -> bool {
        self as usize == [Outcome::FirstMajor as usize, Outcome::SecondMajor as usize][side]
    }

    /// The side (0 or 1) with a MAJOR result.
    pub const fn major(self) -> Option<usize> {
        match self {
            Outcome::FirstMajor => Some(0),
            Outcome::SecondMajor => Some(1),
            _ => None,
        }
    }
}

/// One side of a contest, all shifts done. Equal sides have equal laws, so it is also what laws are kept by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestSide {
    /// Quality die.
    pub quality: Die,
    /// How many of them.
    pub qualities: u8,
    /// Melee die in this contest.
    pub melee: Throw,
    /// Further melee dice: a monster's, its firepower in close combat.
    pub extra: [Option<Throw>; 2],
    /// A character's second quality die, under a ruling about what is added up.
    pub led: bool,
    /// Its ranks that count in this fight: what its own dice total is multiplied by.
    pub ranks: u32,
    /// The die type that hits on this side are divided by, and whose roll decides on the remainder.
    pub divisor: Throw,
    /// What this side rolls for each hit on the enemy.
    pub casualty: Throw,
    /// What this side rolls against each hit, the shifts against [`ContestSide::casualty`] of the enemy done.
    pub armour: Throw,
    /// A side that failed its test inflicts nothing.
    pub inflicts: bool,
    /// A side that throws no dice at all (a ruling).
    pub rolls: bool,
    /// The most figures that can fall.
    pub most: u32,
}

/// Battles look laws up by the million: one row of bytes is hashed in place of every field.
impl Hash for ContestSide {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let [one, other] = self.extra.map(Throw::bytes);
        let [melee, divisor] = [self.melee, self.divisor].map(|die| Throw::bytes(Some(die)));
        let [casualty, armour] = [self.casualty, self.armour].map(|die| Throw::bytes(Some(die)));
        let flags = [self.led, self.inflicts, self.rolls].map(u8::from);
        let [led, inflicts, rolls] = flags;
        let [quality, qualities] = [self.quality.sides(), self.qualities];
        let dice =
            [[quality, qualities], melee, divisor, casualty, armour, one, other, [led, inflicts], [rolls, 0]];
        hasher.write(dice.as_flattened());
        hasher.write_u32(self.ranks);
        hasher.write_u32(self.most);
    }
}

/// Two sides face to face.
pub type Contest = [ContestSide; 2];

/// What a side has thrown, as far as the result depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Hand {
    quality: u32,
    melee: u32,
    top: u32,
    second: u32,
    total: u32,
}

impl ContestSide {
    /// A hand with one more die, the `at`-th in the order in which they are thrown.
    fn with(&self, hand: Hand, at: usize, value: u32, rulings: &Rulings) -> Hand {
        let qualities = usize::from(self.qualities);
        // Ruling B2.
        let counts = rulings.total_of == TotalOf::AllDice || at >= qualities;
        let pairwise = rulings.contest == ContestRule::Pairwise;
        Hand {
            quality: if pairwise && at == 0 { value } else { hand.quality },
            melee: if pairwise && at == qualities { value } else { hand.melee },
            top: hand.top.max(value),
            second: hand.second.max(hand.top.min(value)),
            total: hand.total + if counts { value } else { 0 },
        }
    }

    /// Ruling B26: of a unit that a character leads only the two best dice may be added up.
    fn settled(&self, hand: Hand, rulings: &Rulings) -> Hand {
        let best_two = self.led && rulings.led_total == LedTotal::BestTwo;
        if best_two { Hand { total: hand.top + hand.second, ..hand } } else { hand }
    }

    /// All dice in the order in which they are thrown: quality, melee, the rest.
    fn dice(&self) -> impl Iterator<Item = Throw> + '_ {
        let qualities = std::iter::repeat_n(Throw::of(self.quality), usize::from(self.qualities));
        let all = qualities.chain(std::iter::once(self.melee)).chain(self.extra.iter().flatten().copied());
        all.take(if self.rolls { usize::MAX } else { 0 })
    }

    /// All hands and their chances; equal hands are put together after each die.
    fn hands(&self, rulings: &Rulings) -> BTreeMap<Hand, f64> {
        let mut hands = BTreeMap::from([(Hand::default(), 1.0)]);
        for (at, throw) in self.dice().enumerate() {
            let chance = 1.0 / f64::from(throw.die.sides());
            let mut more = BTreeMap::new();
            for (hand, p) in &hands {
                for value in throw.values() {
                    *more.entry(self.with(*hand, at, value, rulings)).or_insert(0.0) += p * chance;
                }
            }
            hands = more;
        }
        let mut settled = BTreeMap::new();
        for (hand, p) in hands {
            *settled.entry(self.settled(hand, rulings)).or_insert(0.0) += p;
        }
        settled
    }

    /// Hits for certain and the chance of one more, when the enemy's dice come to `total`.
    fn hits(&self, total: u32, enemy: &ContestSide) -> (u32, f64) {
        let points = total * enemy.ranks;
        let (hits, remainder) = (points / self.divisor.size(), points % self.divisor.size());
        let faces = self.divisor.faces_up_to(remainder);
        (hits, f64::from(faces) / f64::from(self.divisor.die.sides()))
    }

    /// Throws for the hits on this side and then for each of them; returns the figures that fall.
    fn suffer<D: Dice>(&self, total: u32, enemy: &ContestSide, dice: &mut D) -> u32 {
        let points = total * enemy.ranks;
        let (mut hits, remainder) = (points / self.divisor.size(), points % self.divisor.size());
        if remainder > 0 {
            hits += u32::from(self.divisor.roll(dice) <= remainder);
        }
        let fallen = (0..hits).filter(|_| {
            let (blow, armour) = (enemy.casualty.roll(dice), self.armour.roll(dice));
            blow > armour
        });
        u32::try_from(fallen.count()).unwrap_or(u32::MAX).min(self.most)
    }
}

/// Ruling B1: a side's dice that are higher than the highest of the enemy, or pair by pair.
fn judge(rule: ContestRule, first: &Hand, second: &Hand) -> Outcome {
    match rule {
        ContestRule::Highest => {
            let wins =
                |one: &Hand, other: &Hand| u32::from(one.top > other.top) + u32::from(one.second > other.top);
            Outcome::of(wins(first, second), wins(second, first))
        }
        ContestRule::Pairwise => {
            let wins = |one: &Hand, other: &Hand| {
                u32::from(one.quality > other.quality) + u32::from(one.melee > other.melee)
            };
            Outcome::of(wins(first, second), wins(second, first))
        }
    }
}

/// Which sides lose figures after an outcome, before it is asked whether the enemy inflicts any (ruling B4).
fn sufferers(rulings: &Rulings, outcome: Outcome) -> [bool; 2] {
    match outcome {
        Outcome::FirstMajor => [false, true],
        Outcome::SecondMajor => [true, false],
        Outcome::FirstMinor if rulings.minor_hurts_loser_only => [false, true],
        Outcome::SecondMinor if rulings.minor_hurts_loser_only => [true, false],
        _ => [true, true],
    }
}

/// What a round of melee came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Round {
    /// Who has won.
    pub outcome: Outcome,
    /// Figures that fall on each side.
    pub fallen: [u16; 2],
}

/// One round of melee between two units, as a law over outcome and casualties, and die by die.
#[derive(Clone, Debug)]
pub struct MeleeRound {
    contest: Contest,
    rulings: Rulings,
    /// What can happen, in increasing order: the law is one over places in this list.
    rounds: Vec<Round>,
    law: Law,
    alias: Shelf<u32>,
    /// Mean casualties of each side.
    pub mean: [f64; 2],
}

impl MeleeRound {
    /// Works out the law of a contest.
    pub fn new(contest: Contest, rulings: &Rulings) -> MeleeRound {
        let (mut rounds, mut chances) = (Vec::new(), Vec::new());
        let mut mean = [0.0; 2];
        let small = |figures: usize| u16::try_from(figures).unwrap_or(u16::MAX);
        for (outcome, totals) in totals(&contest, rulings) {
            let suffers = sufferers(rulings, outcome);
            for ([first, second], p) in fallen(&contest, suffers, &totals) {
                rounds.push(Round { outcome, fallen: [small(first), small(second)] });
                chances.push(p);
                mean[0] += p * first as f64;
                mean[1] += p * second as f64;
            }
        }
        let law = Law::new(Pmf::from_probabilities(chances).unwrap_or_else(|_| Pmf::certain(0)));
        let alias = Shelf::of_law(law.pmf());
        MeleeRound { contest, rulings: *rulings, rounds, law, alias, mean }
    }

    /// Probabilities of the five outcomes.
    pub fn outcomes(&self) -> [f64; 5] {
        let mut sums = [0.0; 5];
        for (value, p) in self.law.pmf().iter() {
            sums[self.round(value).outcome as usize] += p;
        }
        sums
    }

    /// Every result with its probability.
    pub fn results(&self) -> impl Iterator<Item = (Round, f64)> + '_ {
        self.law.pmf().iter().map(|(value, p)| (self.round(value), p))
    }

    /// Plays it.
    #[inline]
    pub fn play<D: Dice>(&self, dice: &mut D) -> Round {
        let value = dice.resolve(self);
        self.round(value)
    }

    #[inline]
    fn round(&self, value: u32) -> Round {
        self.rounds[(value as usize).min(self.rounds.len() - 1)]
    }
}

impl Roll for MeleeRound {
    fn law(&self) -> &Law {
        &self.law
    }

    #[inline]
    fn alias(&self) -> Option<&Shelf<u32>> {
        Some(&self.alias)
    }

    /// MELEE: both sides' dice, then for each side that suffers the remainder, then every hit: blow and armour.
    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        let [one, other] = &self.contest;
        let hands = [one, other].map(|side| {
            let mut hand = Hand::default();
            for (at, throw) in side.dice().enumerate() {
                hand = side.with(hand, at, throw.roll(dice), &self.rulings);
            }
            side.settled(hand, &self.rulings)
        });
        let outcome = judge(self.rulings.contest, &hands[0], &hands[1]);
        let suffers = sufferers(&self.rulings, outcome);
        let first = if suffers[0] && other.inflicts { one.suffer(hands[1].total, other, dice) } else { 0 };
        let second = if suffers[1] && one.inflicts { other.suffer(hands[0].total, one, dice) } else { 0 };
        let fallen = [first, second].map(|fallen| u16::try_from(fallen).unwrap_or(u16::MAX));
        let found = self.rounds.binary_search(&Round { outcome, fallen });
        u32::try_from(found.unwrap_or_else(|at| at)).unwrap_or(u32::MAX)
    }
}

/// Both sides' dice totals and their chances.
type Totals = Vec<([u32; 2], f64)>;

/// Chances of both sides' dice totals, by outcome.
fn totals(contest: &Contest, rulings: &Rulings) -> Vec<(Outcome, Totals)> {
    let hands = [contest[0].hands(rulings), contest[1].hands(rulings)];
    let largest =
        [0, 1].map(|side: usize| hands[side].keys().map(|hand| hand.total as usize).max().unwrap_or(0));
    let mut grid = vec![0.0; Outcome::ALL.len() * (largest[0] + 1) * (largest[1] + 1)];
    for (first, p) in &hands[0] {
        for (second, q) in &hands[1] {
            let outcome = judge(rulings.contest, first, second) as usize;
            let at = (outcome * (largest[0] + 1) + first.total as usize) * (largest[1] + 1);
            grid[at + second.total as usize] += p * q;
        }
    }
    let block = (largest[0] + 1) * (largest[1] + 1);
    let listed = |(outcome, part): (Outcome, &[f64])| {
        let pairs = (0u32..).zip(part).filter(|(_, p)| **p > 0.0);
        let width = u32::try_from(largest[1] + 1).unwrap_or(u32::MAX);
        (outcome, pairs.map(|(at, p)| ([at / width, at % width], *p)).collect())
    };
    Outcome::ALL.into_iter().zip(grid.chunks(block)).map(listed).collect()
}

/// Chances of the figures that fall on both sides, from the chances of both totals.
fn fallen(contest: &Contest, suffers: [bool; 2], totals: &[([u32; 2], f64)]) -> BTreeMap<[usize; 2], f64> {
    let mut hits: BTreeMap<[u32; 2], f64> = BTreeMap::new();
    let on = |side: usize, totals: &[u32; 2]| {
        let enemy = 1 - side;
        if suffers[side] && contest[enemy].inflicts {
            contest[side].hits(totals[enemy], &contest[enemy])
        } else {
            (0, 0.0)
        }
    };
    for (both, p) in totals {
        let [(first, more_first), (second, more_second)] = [on(0, both), on(1, both)];
        for (extra_first, a) in [(0, 1.0 - more_first), (1, more_first)] {
            for (extra_second, b) in [(0, 1.0 - more_second), (1, more_second)] {
                if a * b > 0.0 {
                    *hits.entry([first + extra_first, second + extra_second]).or_insert(0.0) += p * a * b;
                }
            }
        }
    }
    let chance = [0, 1].map(|side: usize| contest[1 - side].casualty.beats(contest[side].armour));
    let most = [0, 1].map(|side: usize| hits.keys().map(|both| both[side]).max().unwrap_or(0));
    let thinned = [0, 1].map(|side: usize| -> Vec<Pmf> {
        (0..=most[side]).map(|n| Pmf::binomial(n, chance[side]).capped(contest[side].most)).collect()
    });
    // One side after the other, in tables: large units have many hits, and most pairs of casualties can occur.
    let width = thinned[1].iter().map(Pmf::len).max().unwrap_or(1);
    let mut half = vec![0.0; thinned[0].len() * width];
    for (both, p) in &hits {
        for (second, q) in thinned[1][both[1] as usize].iter() {
            half[both[0] as usize * width + second as usize] += p * q;
        }
    }
    let height = thinned[0].iter().map(Pmf::len).max().unwrap_or(1);
    let mut found = vec![0.0; height * width];
    for (law, row) in thinned[0].iter().zip(half.chunks(width)) {
        for (first, q) in law.iter() {
            for (sum, p) in found[first as usize * width..].iter_mut().zip(row) {
                *sum += p * q;
            }
        }
    }
    let pairs = found.into_iter().enumerate().filter(|(_, p)| *p > 0.0);
    pairs.map(|(at, p)| ([at / width, at % width], p)).collect()
}
