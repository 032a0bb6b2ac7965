//! Points into casualties: the one procedure behind shooting and melee, as a law and die by die.
//!
//! "One die is thrown per 5 FP" (SHOOTING ¶1) and "for each 5 MP roll a die" (MELEE ¶1) differ only in what a face
//! counts; both end in saving throws. A [`Strike`] is one such roll.

use std::sync::OnceLock;

use muster_dice::{Dice, Die, Law, Pmf, Roll};

use super::numbers::Numbers;
use super::rulings::{RemainderCompares, Rulings};

/// Which of the three ways of counting faces a strike uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Shooting: the zero face counts nothing.
    Shooting,
    /// Melee without a charge.
    Melee,
    /// Melee of the side that moved into contact.
    Charge,
}

impl Mode {
    /// All modes, in table order.
    pub const ALL: [Mode; 3] = [Mode::Shooting, Mode::Melee, Mode::Charge];
}

/// What each face counts, on a full die and on the remainder die.
#[derive(Clone, Debug)]
struct Faces {
    die: Die,
    points_per_die: u32,
    /// By face - 1.
    full: Vec<u32>,
    /// By remainder, then face - 1; the remainder 0 has no die.
    remainder: Vec<Vec<u32>>,
}

impl Faces {
    fn new(mode: Mode, numbers: &Numbers, rulings: &Rulings) -> Faces {
        let (die, points_per_die, zero_face, bonus) = match mode {
            // CHIMERA Shooting ¶1: "count any 6s rolled as 0".
            Mode::Shooting => {
                (numbers.shooting.die, numbers.shooting.points_per_die, Some(numbers.shooting.zero_face), 0)
            }
            // CHIMERA Melee ¶1 says nothing of 6s: ruling A2. A charge adds to each die rolled.
            Mode::Melee => (numbers.melee.die, numbers.melee.points_per_die, rulings.melee_zero_face, 0),
            Mode::Charge => (
                numbers.melee.die,
                numbers.melee.points_per_die,
                rulings.melee_zero_face,
                numbers.melee.charge_bonus,
            ),
        };
        let faces = 1..=u32::from(die.sides());
        let counted = |face: u32| if zero_face == Some(face) { 0 } else { face };
        let full = faces.clone().map(|face| counted(face) + bonus).collect();
        // CHIMERA Shooting ¶1: a single die "equal to or below the remaining FP"; how a charge meets it is ruling A3.
        let scores = |face: u32, remainder: u32| {
            let compared = match rulings.remainder_compares {
                RemainderCompares::Natural => face,
                RemainderCompares::Modified => face + bonus,
            };
            if compared <= remainder {
                counted(face) + bonus
            } else if rulings.remainder_bonus_on_miss {
                bonus
            } else {
                0
            }
        };
        let remainder =
            (0..points_per_die).map(|r| faces.clone().map(|face| scores(face, r)).collect()).collect();
        Faces { die, points_per_die, full, remainder }
    }
}

/// One roll of points against a save: hits, each of which is saved or not.
#[derive(Clone, Copy, Debug)]
pub struct Strike<'b> {
    law: &'b Law,
    faces: &'b Faces,
    points: u32,
    save_die: Die,
    failing_faces: u32,
    cap: u32,
}

impl Strike<'_> {
    /// The same roll against a target that has no more than `strength` to lose.
    #[inline]
    #[must_use]
    pub fn against(self, strength: u32) -> Self {
        Strike { cap: strength, ..self }
    }
}

impl Roll for Strike<'_> {
    #[inline]
    fn law(&self) -> &Law {
        self.law
    }

    #[inline]
    fn cap(&self) -> u32 {
        self.cap
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        let (full, rest) = (self.points / self.faces.points_per_die, self.points % self.faces.points_per_die);
        let mut hits = 0;
        for _ in 0..full {
            hits += self.faces.full[dice.die(self.faces.die) as usize - 1];
        }
        if rest > 0 {
            hits += self.faces.remainder[rest as usize][dice.die(self.faces.die) as usize - 1];
        }
        failed_saves(hits, self.failing_faces, self.save_die, dice)
    }
}

/// CHIMERA Saving throws: one die a hit, lost on the low faces. No die is thrown where the result is certain.
fn failed_saves<D: Dice>(hits: u32, failing_faces: u32, save_die: Die, dice: &mut D) -> u32 {
    if failing_faces == 0 {
        return 0;
    }
    if failing_faces >= u32::from(save_die.sides()) {
        return hits;
    }
    (0..hits).map(|_| u32::from(dice.die(save_die) <= failing_faces)).sum()
}

/// The saving throws of a known number of hits, all at one target number.
#[derive(Clone, Copy, Debug)]
pub struct Saves<'b> {
    law: &'b Law,
    hits: u32,
    save_die: Die,
    failing_faces: u32,
}

impl Roll for Saves<'_> {
    #[inline]
    fn law(&self) -> &Law {
        self.law
    }

    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        failed_saves(self.hits, self.failing_faces, self.save_die, dice)
    }
}

/// Every strike law of a rule pack, made when first asked for and shared by all match-ups and threads.
#[derive(Debug)]
pub struct LawBook {
    save_die: Die,
    faces: [Faces; 3],
    max_points: u32,
    /// By mode, failing faces, points.
    strikes: Vec<OnceLock<Law>>,
    /// By failing faces, hits.
    saves: Vec<OnceLock<Law>>,
    max_hits: u32,
}

impl LawBook {
    /// Room for the laws of up to `max_points` points.
    pub fn new(numbers: &Numbers, rulings: &Rulings, max_points: u32) -> LawBook {
        let faces = Mode::ALL.map(|mode| Faces::new(mode, numbers, rulings));
        let most = |faces: &Faces| {
            let best = faces.full.iter().copied().max().unwrap_or(0);
            (max_points / faces.points_per_die + 1)
                * best.max(faces.remainder.iter().flatten().copied().max().unwrap_or(0))
        };
        let max_hits = faces.iter().map(most).max().unwrap_or(0);
        let kills = usize::from(numbers.save_die.sides()) + 1;
        let empty = |n: usize| std::iter::repeat_with(OnceLock::new).take(n).collect();
        LawBook {
            save_die: numbers.save_die,
            faces,
            max_points,
            strikes: empty(Mode::ALL.len() * kills * (max_points as usize + 1)),
            saves: empty(kills * (max_hits as usize + 1)),
            max_hits,
        }
    }

    /// Faces of the saving die.
    pub fn save_faces(&self) -> u32 {
        u32::from(self.save_die.sides())
    }

    /// The saving die.
    pub fn save_die(&self) -> Die {
        self.save_die
    }

    /// The most points that a strike of this book can have.
    pub fn max_points(&self) -> u32 {
        self.max_points
    }

    /// The most hits that any strike of this book can score.
    pub fn max_hits(&self) -> u32 {
        self.max_hits
    }

    /// The roll of `points` in a mode against a save that fails on `failing_faces` faces (0 to the faces of the die).
    /// With all faces failing it is the roll of the hits themselves. Points beyond the book's room count as its last.
    #[inline]
    pub fn strike(&self, mode: Mode, points: u32, failing_faces: u32) -> Strike<'_> {
        let points = points.min(self.max_points);
        let faces = &self.faces[mode as usize];
        let row = mode as usize * (self.save_faces() as usize + 1) + failing_faces as usize;
        let slot = &self.strikes[row * (self.max_points as usize + 1) + points as usize];
        let law = slot.get_or_init(|| Law::new(strike_pmf(faces, points, failing_faces, self.save_die)));
        Strike { law, faces, points, save_die: self.save_die, failing_faces, cap: u32::MAX }
    }

    /// The saving throws of `hits` hits against a save that fails on `failing_faces` faces.
    #[inline]
    pub fn saves(&self, hits: u32, failing_faces: u32) -> Saves<'_> {
        let hits = hits.min(self.max_hits);
        let slot = &self.saves[failing_faces as usize * (self.max_hits as usize + 1) + hits as usize];
        let chance = f64::from(failing_faces) / f64::from(self.save_faces());
        let law = slot.get_or_init(|| Law::new(Pmf::binomial(hits, chance)));
        Saves { law, hits, save_die: self.save_die, failing_faces }
    }
}

/// Each die is thinned by the save before the dice are added up: the laws stay small and the sums exact.
fn strike_pmf(faces: &Faces, points: u32, failing_faces: u32, save_die: Die) -> Pmf {
    let chance = f64::from(failing_faces) / f64::from(save_die.sides());
    let (full, rest) = (points / faces.points_per_die, points % faces.points_per_die);
    let dice = Pmf::of_faces(&faces.full).thin(chance).times(full);
    if rest == 0 { dice } else { dice.plus(&Pmf::of_faces(&faces.remainder[rest as usize]).thin(chance)) }
}
