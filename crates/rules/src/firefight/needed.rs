//! What one die needs, and the conventions for needing less than it can miss or more than it has.

use muster_dice::{Dice, Die, Law, Pmf, Roll};

/// What a die must show. DICE CONVENTIONS: a roll that any face makes is rolled again on the lowest, and fails on a second
/// one; a roll beyond the die is rolled again on the highest, and succeeds on a second one. No die is thrown a third time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Needed {
    /// 1 or less: fails on two lowest faces running.
    Sure,
    /// This face or more, from 2 to the sides of the die.
    Face(u8),
    /// More than the die has: succeeds on two highest faces running.
    Slim,
    /// It cannot be done; no die is thrown.
    Never,
}

impl Needed {
    /// What a number comes to on a die. `hopeless` tells whether a number beyond the die may still be had.
    pub fn of(number: i32, die: Die, hopeless: bool) -> Needed {
        match u8::try_from(number) {
            Ok(face) if (2..=die.sides()).contains(&face) => Needed::Face(face),
            _ if number <= 1 => Needed::Sure,
            _ if hopeless => Needed::Slim,
            _ => Needed::Never,
        }
    }

    /// Chance of success; `again` lets a failed die be thrown once more, if it has not been already.
    pub fn chance(self, die: Die, again: bool) -> f64 {
        let faces = f64::from(die.sides());
        match self {
            Needed::Sure => 1.0 - 1.0 / (faces * faces),
            // One throw again is all a die may have, and here the conventions take it.
            Needed::Slim => 1.0 / (faces * faces),
            Needed::Never => 0.0,
            Needed::Face(face) => {
                let once = (faces + 1.0 - f64::from(face)) / faces;
                if again { once + (1.0 - once) * once } else { once }
            }
        }
    }

    /// Throws for it.
    pub fn throw<D: Dice>(self, die: Die, again: bool, dice: &mut D) -> bool {
        match self {
            Needed::Sure => dice.die(die) > 1 || dice.die(die) > 1,
            Needed::Slim => {
                let highest = u32::from(die.sides());
                dice.die(die) == highest && dice.die(die) == highest
            }
            Needed::Never => false,
            Needed::Face(face) => {
                let face = u32::from(face);
                dice.die(die) >= face || (again && dice.die(die) >= face)
            }
        }
    }

    /// In words, such as `4+`.
    pub fn words(self) -> String {
        match self {
            Needed::Sure => "1+".to_owned(),
            Needed::Face(face) => format!("{face}+"),
            Needed::Slim => "the highest face twice running".to_owned(),
            Needed::Never => "impossible".to_owned(),
        }
    }
}

/// A few dice of which one must show what is needed: a leadership test (one die), the activation of a doctrine. 1 when it does.
#[derive(Clone, Debug)]
pub struct Attempt {
    dice: u32,
    needed: Needed,
    die: Die,
    law: Law,
}

impl Attempt {
    /// So many dice against a number.
    pub fn new(dice: u32, number: i32, die: Die) -> Attempt {
        let needed = Needed::of(number, die, true);
        let all_fail = (0..dice).fold(1.0, |chance, _| chance * (1.0 - needed.chance(die, false)));
        Attempt { dice, needed, die, law: Law::new(Pmf::bernoulli(1.0 - all_fail)) }
    }
}

impl Roll for Attempt {
    fn law(&self) -> &Law {
        &self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        // All are rolled, whatever the first one shows.
        let shown = (0..self.dice).filter(|_| self.needed.throw(self.die, false, dice)).count();
        u32::from(shown > 0)
    }
}

#[cfg(test)]
mod tests {
    use muster_dice::{ForkingDice, ScriptedDice};

    use super::*;

    const ALL: [Needed; 8] = [
        Needed::Sure,
        Needed::Face(2),
        Needed::Face(3),
        Needed::Face(4),
        Needed::Face(5),
        Needed::Face(6),
        Needed::Slim,
        Needed::Never,
    ];

    #[test]
    fn chances_are_those_of_the_dice() {
        for needed in ALL {
            for again in [false, true] {
                let mut made = 0.0;
                ForkingDice::explore(|dice| {
                    if needed.throw(Die::D6, again, dice) {
                        made += dice.weight();
                    }
                });
                assert!((made - needed.chance(Die::D6, again)).abs() < 1e-15, "{needed:?}: {made}");
            }
        }
    }

    #[test]
    fn numbers_beyond_the_die_follow_the_conventions() {
        for (number, needed, chance) in [
            (-3, Needed::Sure, 35.0 / 36.0),
            (0, Needed::Sure, 35.0 / 36.0),
            (1, Needed::Sure, 35.0 / 36.0),
            (2, Needed::Face(2), 5.0 / 6.0),
            (6, Needed::Face(6), 1.0 / 6.0),
            (7, Needed::Slim, 1.0 / 36.0),
            (12, Needed::Slim, 1.0 / 36.0),
            (300, Needed::Slim, 1.0 / 36.0),
        ] {
            assert_eq!(Needed::of(number, Die::D6, true), needed);
            assert!((needed.chance(Die::D6, false) - chance).abs() < 1e-15);
        }
        assert_eq!(Needed::of(7, Die::D6, false), Needed::Never);
    }

    #[test]
    fn no_die_is_thrown_a_third_time() {
        for (needed, faces, made) in [
            (Needed::Sure, [1, 1], false),
            (Needed::Sure, [1, 2], true),
            (Needed::Slim, [6, 6], true),
            (Needed::Slim, [6, 5], false),
        ] {
            let mut dice = ScriptedDice::new(&faces);
            assert_eq!(needed.throw(Die::D6, true, &mut dice), made);
            dice.finish().unwrap();
        }
    }
}
