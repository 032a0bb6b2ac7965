//! One unit's attack on another as one roll: hits, wounds, suppression, saves and the models removed, as an exact law and die
//! by die.
//!
//! Suppression looks at wounds before saves, so wounds and removals are drawn together: one word settles the whole attack.

use muster_dice::{Dice, Die, Law, Pmf, Roll};

use super::even;
use super::needed::Needed;

/// Shots (or blows) of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shots {
    /// How many.
    pub count: u32,
    /// To hit.
    pub hit: Needed,
    /// Failed rolls to hit are rolled again.
    pub reroll: bool,
    /// To wound.
    pub wound: Needed,
    /// To save.
    pub save: Needed,
}

impl Shots {
    /// Chance that one of them wounds.
    pub fn wounds(&self, die: Die) -> f64 {
        self.hit.chance(die, self.reroll) * self.wound.chance(die, false)
    }

    /// Chance that a wound is not saved.
    pub fn unsaved(&self, die: Die) -> f64 {
        1.0 - self.save.chance(die, false)
    }

    /// How many of them can be expected to remove a model, where there are models enough.
    pub fn removes(&self, die: Die) -> f64 {
        f64::from(self.count) * self.wounds(die) * self.unsaved(die)
    }

    /// Adds those of so many models to shots of other kinds.
    pub fn add(kinds: &mut Vec<Shots>, models: u32, of_one: Shots) {
        let alike = |kind: &&mut Shots| Shots { count: of_one.count, ..**kind } == of_one;
        match kinds.iter_mut().find(alike) {
            Some(kind) => kind.count += models * of_one.count,
            None => kinds.push(Shots { count: models * of_one.count, ..of_one }),
        }
    }
}

/// What is told of the wounds, besides the models removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Telling {
    /// Whether they suppress: bit 0 by the usual number of wounds, bit 1 by that of a doctrine.
    Suppression {
        /// The usual number; 0 where nothing suppresses.
        usual: u32,
        /// That under a doctrine; 0 without one.
        raised: u32,
        /// Just that number and no more (ruling C2).
        exactly: bool,
    },
    /// Their number, or this, whichever is smaller.
    Wounds(u32),
}

impl Telling {
    /// What is told of so many wounds.
    pub fn of(self, wounds: u32) -> u32 {
        match self {
            Telling::Wounds(most) => wounds.min(most),
            Telling::Suppression { usual, raised, exactly } => {
                let reached = |need: u32| need > 0 && if exactly { wounds == need } else { wounds >= need };
                u32::from(reached(usual)) + 2 * u32::from(reached(raised))
            }
        }
    }

    /// From this number of wounds on all are told alike.
    fn cap(self) -> u32 {
        match self {
            Telling::Wounds(most) => most,
            Telling::Suppression { usual, raised, exactly } => usual.max(raised) + u32::from(exactly),
        }
    }
}

/// An attack: all that its law depends on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Volley {
    /// The die of all rolls.
    pub die: Die,
    /// Kinds of shots, in the order in which they are rolled.
    pub shots: Vec<Shots>,
    /// Models of the target.
    pub models: u32,
    /// What is told of the wounds.
    pub telling: Telling,
    /// Hits are dealt out one a model before any gets a second (ruling C12).
    pub even: bool,
}

/// What came of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// As [`Telling::of`] puts it.
    pub told: u32,
    /// Models removed.
    pub removed: u32,
}

/// Joint chances of wounds (rows) and removals (columns); the last row and column stand for all beyond.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    pub(super) rows: Vec<Vec<f64>>,
}

impl Joint {
    pub(super) fn nothing(most_wounds: u32, models: u32) -> Joint {
        let mut rows = vec![vec![0.0; models as usize + 1]; most_wounds as usize + 1];
        rows[0][0] = 1.0;
        Joint { rows }
    }

    pub(super) fn empty_like(&self) -> Joint {
        Joint { rows: self.rows.iter().map(|row| vec![0.0; row.len()]).collect() }
    }

    /// Both together.
    fn plus(&self, other: &Joint) -> Joint {
        let mut sum = self.empty_like();
        let (last_row, last) = (self.rows.len() - 1, self.rows[0].len() - 1);
        for (wounds, row) in self.rows.iter().enumerate() {
            for (removed, p) in row.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                for (more, others) in other.rows.iter().enumerate() {
                    let target = &mut sum.rows[(wounds + more).min(last_row)];
                    for (also, q) in others.iter().enumerate() {
                        target[(removed + also).min(last)] += p * q;
                    }
                }
            }
        }
        sum
    }
}

impl Volley {
    /// Joint law of wounds, up to a number, and removals.
    fn joint(&self, most_wounds: u32) -> Joint {
        if self.even {
            return even::joint(self, most_wounds);
        }
        let mut saves: Vec<Needed> = self.shots.iter().map(|shots| shots.save).collect();
        saves.sort_unstable();
        saves.dedup();
        let mut total = Joint::nothing(most_wounds, self.models);
        for (at, save) in saves.into_iter().enumerate() {
            let alike = self.shots.iter().filter(|shots| shots.save == save);
            let wounds = alike.fold(Pmf::certain(0), |sum, shots| {
                sum.plus(&Pmf::binomial(shots.count, shots.wounds(self.die)))
            });
            let part = thinned(&wounds, 1.0 - save.chance(self.die, false), most_wounds, self.models);
            total = if at == 0 { part } else { total.plus(&part) };
        }
        total
    }

    /// The law of what is told and removed together, as [`VolleyRoll::read`] takes it apart.
    fn pmf(&self) -> Pmf {
        let joint = self.joint(self.telling.cap());
        let width = self.models as usize + 1;
        let mut p = Vec::new();
        for (wounds, row) in (0u32..).zip(&joint.rows) {
            let from = self.telling.of(wounds) as usize * width;
            if p.len() < from + width {
                p.resize(from + width, 0.0);
            }
            p[from..].iter_mut().zip(row).for_each(|(sum, chance)| *sum += chance);
        }
        // Sums of products of chances: off from 1 by rounding alone.
        Pmf::from_probabilities(p).unwrap_or_else(|_| Pmf::certain(0))
    }
}

/// Wounds of which each is unsaved with one chance.
fn thinned(wounds: &Pmf, unsaved: f64, most_wounds: u32, models: u32) -> Joint {
    let mut joint = Joint::nothing(most_wounds, models);
    joint.rows[0][0] = 0.0;
    let last = models as usize;
    let mut removed = vec![0.0; last + 1];
    removed[0] = 1.0;
    for (count, p) in (0u32..).zip(wounds.as_slice()) {
        let row = &mut joint.rows[count.min(most_wounds) as usize];
        row.iter_mut().zip(&removed).for_each(|(sum, q)| *sum += p * q);
        // One wound more; those beyond the last model are wasted.
        for at in (0..last).rev() {
            let falls = removed[at] * unsaved;
            removed[at + 1] += falls;
            removed[at] -= falls;
        }
    }
    joint
}

/// A volley ready to be rolled.
#[derive(Clone, Debug)]
pub struct VolleyRoll {
    /// What is rolled.
    pub volley: Volley,
    law: Law,
    /// Mean of the models removed.
    pub mean: f64,
}

impl VolleyRoll {
    /// With its law.
    pub fn new(volley: Volley) -> VolleyRoll {
        let law = Law::new(volley.pmf());
        let width = volley.models + 1;
        let mean = law.pmf().iter().map(|(value, p)| f64::from(value % width) * p).sum();
        VolleyRoll { volley, law, mean }
    }

    /// Rolls it.
    #[inline]
    pub fn play<D: Dice>(&self, dice: &mut D) -> Struck {
        let value = dice.resolve(self);
        self.read(value)
    }

    /// What a value of the law means.
    #[inline]
    pub fn read(&self, value: u32) -> Struck {
        let width = self.volley.models + 1;
        Struck { told: value / width, removed: value % width }
    }

    /// Every outcome with its probability.
    pub fn outcomes(&self) -> impl Iterator<Item = (Struck, f64)> + '_ {
        self.law.pmf().iter().map(|(value, p)| (self.read(value), p))
    }
}

impl Roll for VolleyRoll {
    #[inline]
    fn law(&self) -> &Law {
        &self.law
    }

    /// All dice to hit of a kind, then those to wound, then the saves, kind by kind.
    fn by_dice<D: Dice>(&self, dice: &mut D) -> u32 {
        let volley = &self.volley;
        let (mut wounds, mut removed) = (0, 0);
        for shots in &volley.shots {
            let left = volley.models - removed;
            let (more, gone) = if volley.even {
                even::throw(shots, left, volley.die, dice)
            } else {
                throw(shots, volley.die, dice)
            };
            wounds += more;
            removed = (removed + gone).min(volley.models);
        }
        volley.telling.of(wounds) * (volley.models + 1) + removed
    }
}

/// How many of so many dice show what is needed.
pub(super) fn made<D: Dice>(count: u32, needed: Needed, again: bool, die: Die, dice: &mut D) -> u32 {
    (0..count).map(|_| u32::from(needed.throw(die, again, dice))).sum()
}

/// Wounds and unsaved wounds of one kind of shots.
fn throw<D: Dice>(shots: &Shots, die: Die, dice: &mut D) -> (u32, u32) {
    let hits = made(shots.count, shots.hit, shots.reroll, die, dice);
    let wounds = made(hits, shots.wound, false, die, dice);
    let saved = made(wounds, shots.save, false, die, dice);
    (wounds, wounds - saved)
}
