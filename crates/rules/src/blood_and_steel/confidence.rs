//! Confidence: its five levels, the test that lowers it, and the leaders whose value the test must beat.

use muster_dice::{Dice, Die, Law, Pmf, Roll};

use super::numbers::LeaderNumbers;

/// How a unit feels, best first (STARGRUNT II).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// CO.
    Confident,
    /// ST.
    Steady,
    /// SH.
    Shaken,
    /// BR.
    Broken,
    /// RO.
    Routed,
}

impl Confidence {
    /// All levels, best first.
    pub const ALL: [Confidence; 5] = [
        Confidence::Confident,
        Confidence::Steady,
        Confidence::Shaken,
        Confidence::Broken,
        Confidence::Routed,
    ];

    /// The words of the data, in that order.
    pub const WORDS: [&'static str; 5] = ["confident", "steady", "shaken", "broken", "routed"];

    /// The word of the data.
    pub const fn word(self) -> &'static str {
        Confidence::WORDS[self as usize]
    }

    /// The level after losing some.
    #[inline]
    #[must_use]
    pub fn lowered(self, levels: u32) -> Confidence {
        Confidence::ALL[(self as usize + levels as usize).min(Confidence::Routed as usize)]
    }

    /// The level after regaining some.
    #[inline]
    #[must_use]
    pub fn raised(self, levels: usize) -> Confidence {
        Confidence::ALL[(self as usize).saturating_sub(levels)]
    }
}

/// Levels that a test costs when it shows `face` against `target`: none above it, two at half of it or less, else one.
#[inline]
pub fn levels_lost(face: u32, target: i32) -> u32 {
    let face = i32::try_from(face).unwrap_or(i32::MAX);
    u32::from(face <= target) + u32::from(face.saturating_mul(2) <= target)
}

/// A confidence test: the quality die must show more than leadership value plus threat.
#[derive(Clone, Debug)]
pub struct TestRoll {
    die: Die,
    target: i32,
    law: Law,
}

impl TestRoll {
    /// A test of a quality die against a target.
    pub fn new(die: Die, target: i32) -> TestRoll {
        let lost: Vec<u32> = (1..=u32::from(die.sides())).map(|face| levels_lost(face, target)).collect();
        TestRoll { die, target, law: Law::new(Pmf::of_faces(&lost)) }
    }
}

impl Roll for TestRoll {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        levels_lost(dice.die(self.die), self.target)
    }
}

/// Whether the leader is among the fallen: a die for each casualty, and any 1 kills him.
#[derive(Clone, Debug)]
pub struct LeaderLoss {
    die: Die,
    casualties: u32,
    law: Law,
}

impl LeaderLoss {
    /// So many dice.
    pub fn new(die: Die, casualties: u32) -> LeaderLoss {
        let spared = 1.0 - 1.0 / f64::from(die.sides());
        let all_spared = (0..casualties).fold(1.0, |chance, _| chance * spared);
        LeaderLoss { die, casualties, law: Law::new(Pmf::bernoulli(1.0 - all_spared)) }
    }
}

impl Roll for LeaderLoss {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        // Every die is thrown, as the text says, though one 1 is enough.
        let ones = (0..self.casualties).filter(|_| dice.die(self.die) == 1).count();
        u32::from(ones > 0)
    }
}

/// The value of a new leader: 0 worse by one, 1 the same, 2 better by one.
#[derive(Clone, Debug)]
pub struct NewLeader {
    numbers: LeaderNumbers,
    law: Law,
}

impl NewLeader {
    /// The roll of the rules file.
    pub fn new(numbers: LeaderNumbers) -> NewLeader {
        let faces: Vec<u32> =
            (1..=u32::from(numbers.die.sides())).map(|face| NewLeader::came(numbers, face)).collect();
        NewLeader { numbers, law: Law::new(Pmf::of_faces(&faces)) }
    }

    fn came(numbers: LeaderNumbers, face: u32) -> u32 {
        if face <= numbers.worse_up_to {
            0
        } else if face >= numbers.better_from {
            2
        } else {
            1
        }
    }

    /// The leadership value of the new leader.
    #[inline]
    pub fn value<D: Dice>(&self, before: u32, dice: &mut D) -> u32 {
        self.succeeds(before, dice.resolve(self))
    }

    /// The value of the new leader after one of value `before`, by what the roll came to. A lower value is better.
    #[inline]
    pub fn succeeds(&self, before: u32, came: u32) -> u32 {
        (before + 1 - came.min(before + 1)).clamp(self.numbers.best, self.numbers.worst)
    }
}

impl Roll for NewLeader {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        NewLeader::came(self.numbers, dice.die(self.numbers.die))
    }
}

/// Which side begins: each throws a die, again when they are equal. 0 side A, 1 side B.
#[derive(Clone, Debug)]
pub struct Initiative {
    die: Die,
    law: Law,
}

impl Initiative {
    /// With this die.
    pub fn new(die: Die) -> Initiative {
        Initiative { die, law: Law::new(Pmf::bernoulli(0.5)) }
    }
}

impl Roll for Initiative {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        loop {
            let (a, b) = (dice.die(self.die), dice.die(self.die));
            if a != b {
                return u32::from(b > a);
            }
        }
    }
}

/// A roll that must show more than a number: 1 if it does.
#[derive(Clone, Debug)]
pub struct Exceed {
    die: Die,
    target: i32,
    law: Law,
}

impl Exceed {
    /// A die against a number.
    pub fn new(die: Die, target: i32) -> Exceed {
        let faces: Vec<u32> = (1..=u32::from(die.sides())).map(|face| Exceed::came(face, target)).collect();
        Exceed { die, target, law: Law::new(Pmf::of_faces(&faces)) }
    }

    fn came(face: u32, target: i32) -> u32 {
        u32::from(i32::try_from(face).is_ok_and(|face| face > target))
    }
}

impl Roll for Exceed {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        Exceed::came(dice.die(self.die), self.target)
    }
}
