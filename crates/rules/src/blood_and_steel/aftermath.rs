//! What a round of melee leaves a unit to throw for: is its leader among the fallen, does it lose heart, who leads it now.

use muster_dice::{Dice, Die, Law, Pmf, Roll, Shelf};

use super::confidence::{NewLeader, levels_lost};

/// What an [`Aftermath`] depends on; laws are kept by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aftercare {
    /// The die thrown for each casualty, and how many; `None` for a unit that has no leader among its figures.
    pub casualties: Option<(Die, u32)>,
    /// Quality die.
    pub quality: Die,
    /// What it must show more than while the leader lives.
    pub target: i32,
    /// What his loss adds to that.
    pub leader_lost: i32,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// Levels of confidence lost, 0 to 2.
    pub levels: u32,
    /// 0: the leader lives. Else one more than what the roll for a new one came to, see [`NewLeader::succeeds`].
    pub heir: u32,
}

/// MELEE: leader, test and new leader in one, as a law and die by die.
#[derive(Clone, Debug)]
pub struct Aftermath {
    care: Aftercare,
    new_leader: NewLeader,
    law: Law,
    alias: Shelf<u32>,
}

/// Levels that a test may cost, with none.
const LEVELS: u32 = 3;

impl Came {
    /// How many values [`Came::heir`] may have.
    pub const HEIRS: usize = 4;

    const fn value(self) -> u32 {
        self.levels + LEVELS * self.heir
    }

    const fn of(value: u32) -> Came {
        Came { levels: value % LEVELS, heir: value / LEVELS }
    }
}

impl Aftermath {
    /// Works out the law.
    pub fn new(care: Aftercare, new_leader: NewLeader) -> Aftermath {
        let sides = f64::from(care.quality.sides());
        let spared = care.casualties.map_or(1.0, |(die, casualties)| {
            let each = 1.0 - 1.0 / f64::from(die.sides());
            (0..casualties).fold(1.0, |chance, _| chance * each)
        });
        let mut pmf = vec![0.0; LEVELS as usize * Came::HEIRS];
        for face in 1..=u32::from(care.quality.sides()) {
            let kept = Came { levels: levels_lost(face, care.target), heir: 0 };
            pmf[kept.value() as usize] += spared / sides;
            for (came, chance) in new_leader.law().pmf().iter() {
                let levels = levels_lost(face, care.target + care.leader_lost);
                let lost = Came { levels, heir: 1 + came };
                pmf[lost.value() as usize] += (1.0 - spared) / sides * chance;
            }
        }
        let law = Law::new(Pmf::from_probabilities(pmf).unwrap_or_else(|_| Pmf::certain(0)));
        let alias = Shelf::of_law(law.pmf());
        Aftermath { care, new_leader, law, alias }
    }

    /// Throws for it.
    #[inline]
    pub fn play<D: Dice>(&self, dice: &mut D) -> Came {
        Came::of(dice.resolve(self))
    }
}

impl Roll for Aftermath {
    fn law(&self) -> &Law {
        &self.law
    }

    #[inline]
    fn alias(&self) -> Option<&Shelf<u32>> {
        Some(&self.alias)
    }

    /// A die a casualty, all of them thrown though one 1 is enough; the test; the new leader.
    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        let care = &self.care;
        let fallen = care.casualties.is_some_and(|(die, casualties)| {
            let ones = (0..casualties).filter(|_| dice.die(die) == 1).count();
            ones > 0
        });
        let target = care.target + if fallen { care.leader_lost } else { 0 };
        let levels = levels_lost(dice.die(care.quality), target);
        let heir = if fallen { 1 + self.new_leader.by_dice(dice) } else { 0 };
        Came { levels, heir }.value()
    }
}

#[cfg(test)]
mod tests {
    use muster_dice::ForkingDice;

    use super::*;
    use crate::blood_and_steel::numbers::LeaderNumbers;

    fn aftermath(casualties: Option<(Die, u32)>, target: i32) -> Aftermath {
        let numbers = LeaderNumbers { die: Die::D6, worse_up_to: 2, better_from: 6, best: 1, worst: 3 };
        let care = Aftercare { casualties, quality: Die::D8, target, leader_lost: 1 };
        Aftermath::new(care, NewLeader::new(numbers))
    }

    /// Every die followed against the law, for no casualty up to three and for targets on either side of the die.
    #[test]
    fn the_law_is_that_of_its_dice() {
        let mut cases: Vec<Aftermath> = (-1..11).map(|target| aftermath(None, target)).collect();
        cases.extend((0..4).map(|fallen| aftermath(Some((Die::D6, fallen)), 3)));
        for roll in cases {
            let mut by_dice = [0.0; 12];
            ForkingDice::explore(|dice| {
                // The weight is that of the dice thrown, so they are thrown first.
                let value = roll.by_dice(dice) as usize;
                by_dice[value] += dice.weight();
            });
            for (value, p) in (0u32..).zip(by_dice) {
                let law = roll.law().pmf().probability(value);
                assert!((law - p).abs() < 1e-14, "{:?}: {value}: {law} against {p}", roll.care);
            }
        }
    }

    /// MELEE, the example: d10 against 2 + 3 casualties, 6 with the leader lost: a 2 costs two levels.
    #[test]
    fn a_lost_leader_raises_the_target() {
        assert_eq!(levels_lost(2, 6), 2);
        let (kept, lost) = (aftermath(None, 4), aftermath(Some((Die::D4, 40)), 4));
        let mean = |roll: &Aftermath| -> f64 {
            roll.law().pmf().iter().map(|(value, p)| p * f64::from(Came::of(value).levels)).sum()
        };
        // d8 against 4: 2 of 8 lose one, 2 lose two; against 5: 3 lose one, 2 lose two.
        assert!((mean(&kept) - 6.0 / 8.0).abs() < 1e-12);
        assert!((mean(&lost) - 7.0 / 8.0).abs() < 1e-4);
    }
}
