//! Dice of many sizes: one die whose face may count several times, and shifts up and down the ladder.

use std::fmt;

use muster_dice::{Dice, Die};

/// A die whose face counts some times over: `d12x3` is one d12, its face times three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    /// The die that is thrown.
    pub die: Die,
    /// How often its face counts, at least 1.
    pub times: u8,
}

impl Throw {
    /// A die that counts once.
    pub const fn of(die: Die) -> Throw {
        Throw { die, times: 1 }
    }

    /// Reads `d10` or `d12x3`.
    ///
    /// # Errors
    /// What to write instead: of a die off the ladder, or of a bare number, the nearest on it.
    pub fn named(text: &str) -> Result<Throw, String> {
        let (text, bare) = (text.trim(), text.trim().parse::<u32>());
        if let Ok(sides) = bare {
            return Err(format!("did you mean {}?", nearest(sides, 1)));
        }
        let parts = text.strip_prefix('d').map(|rest| rest.split_once('x').unwrap_or((rest, "1")));
        let sides = parts.and_then(|(sides, _)| sides.parse::<u32>().ok());
        let times = parts.and_then(|(_, times)| times.parse().ok());
        let times = times.filter(|times: &u8| (1..=100).contains(times));
        let (Some(sides), Some(times)) = (sides, times) else {
            return Err("write dice such as d8 or d12x3".to_owned());
        };
        let die = Die::LADDER.into_iter().find(|die| u32::from(die.sides()) == sides);
        let die = die.ok_or_else(|| format!("did you mean {}?", nearest(sides, times)))?;
        Ok(Throw { die, times })
    }

    /// The type of the die, as hits are divided by it: sides times how often the face counts.
    #[inline]
    pub fn size(self) -> u32 {
        u32::from(self.die.sides()) * u32::from(self.times)
    }

    /// The throw as bytes, for keys that are hashed by the million; nothing is all zeros.
    #[inline]
    pub(super) fn bytes(throw: Option<Throw>) -> [u8; 2] {
        throw.map_or([0, 0], |throw| [throw.die.sides(), throw.times])
    }

    /// Throws it.
    #[inline]
    pub fn roll<D: Dice>(self, dice: &mut D) -> u32 {
        dice.die(self.die) * u32::from(self.times)
    }

    /// Everything that it can show, each as likely as the others.
    pub fn values(self) -> impl Iterator<Item = u32> {
        (1..=u32::from(self.die.sides())).map(move |face| face * u32::from(self.times))
    }

    /// How many of its faces count at most `most`.
    pub fn faces_up_to(self, most: u32) -> u32 {
        (most / u32::from(self.times)).min(u32::from(self.die.sides()))
    }

    /// Moves along the ladder; returns the steps that led past its end. What is not on the ladder stays.
    #[inline]
    pub fn shift(self, steps: i32) -> (Throw, i32) {
        let (die, lost) = self.die.shift(steps);
        (Throw { die, times: self.times }, lost)
    }

    /// Moves along the ladder; steps past the end are lost (closed shift).
    #[inline]
    #[must_use]
    pub fn closed(self, steps: i32) -> Throw {
        self.shift(steps).0
    }

    /// Chance to show more than another throw.
    pub fn beats(self, other: Throw) -> f64 {
        let wins: u32 = self.values().map(|mine| other.faces_up_to(mine - 1)).sum();
        f64::from(wins) / (f64::from(self.die.sides()) * f64::from(other.die.sides()))
    }
}

/// The ladder in words, for complaints about what is not on it.
pub(super) fn ladder_in_words() -> String {
    Die::LADDER.map(|die| die.to_string()).join(", ")
}

/// The throw on the ladder that is nearest to a die of so many sides, or the two that are.
fn nearest(sides: u32, times: u8) -> String {
    let off = |die: &Die| u32::from(die.sides()).abs_diff(sides);
    let least = Die::LADDER.iter().map(off).min();
    let near = Die::LADDER.into_iter().filter(|die| Some(off(die)) == least);
    near.map(|die| Throw { die, times }.to_string()).collect::<Vec<_>>().join(" or ")
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.times == 1 { self.die.fmt(f) } else { write!(f, "{}x{}", self.die, self.times) }
    }
}

/// BLOOD & STEEL, "Open Shift": both dice move by their own steps; steps past the end of the ladder become the opposite
/// steps of the other die, once.
#[inline]
pub fn open_shift(one: (Throw, i32), other: (Throw, i32)) -> [Throw; 2] {
    let (first, over_first) = one.0.shift(one.1);
    let (second, over_second) = other.0.shift(other.1);
    [first.closed(-over_second), second.closed(-over_first)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(text: &str) -> Throw {
        Throw::named(text).unwrap()
    }

    #[test]
    fn throws_are_read_as_the_text_writes_them() {
        assert_eq!(throw("d12x3").size(), 36);
        assert_eq!(throw("d8").to_string(), "d8");
        for wrong in ["d", "d8x0", "dx", "", "d-4", "d4000000000000"] {
            assert_eq!(Throw::named(wrong), Err("write dice such as d8 or d12x3".to_owned()), "{wrong}");
        }
    }

    /// STARGRUNT II, dice: d4, d6, d8, d10, d12 and no others.
    #[test]
    fn dice_off_the_ladder_are_refused_with_the_nearest() {
        for (off, near) in [
            ("d20", "d12"),
            ("d7", "d6 or d8"),
            ("d1", "d4"),
            ("d0x2", "d4x2"),
            ("d101", "d12"),
            ("d3x3", "d4x3"),
        ] {
            assert_eq!(Throw::named(off), Err(format!("did you mean {near}?")), "{off}");
        }
    }

    /// MELEE, the example: a lance (d10), mounted and charging, three steps in all of which one has no room.
    #[test]
    fn a_step_past_the_end_lowers_the_other_die() {
        assert_eq!(open_shift((throw("d10"), 2), (throw("d8"), 0)), [throw("d12"), throw("d6")]);
        assert_eq!(open_shift((throw("d12"), 1), (throw("d4"), 0)), [throw("d12"), throw("d4")]);
        assert_eq!(open_shift((throw("d4"), -1), (throw("d8"), 0)), [throw("d4"), throw("d10")]);
        // Both run over: each lowers the other, once.
        assert_eq!(open_shift((throw("d12"), 1), (throw("d12"), 2)), [throw("d8"), throw("d10")]);
    }

    #[test]
    fn beating_is_strictly_more() {
        assert!((throw("d8").beats(throw("d4")) - 0.6875).abs() < 1e-15);
        assert!((throw("d12").beats(throw("d12")) - 66.0 / 144.0).abs() < 1e-15);
        // d4x2 shows 2, 4, 6 or 8.
        assert!((throw("d4x2").beats(throw("d4")) - (1.0 + 3.0 + 4.0 + 4.0) / 16.0).abs() < 1e-15);
    }
}
