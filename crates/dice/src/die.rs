//! A kind of die, and the ladder of dice.

use std::fmt;

/// A kind of die, by its number of sides (2 to 100). Its faces are 1 to that number, all equally likely.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Die(u8);

impl Die {
    /// Four sides.
    pub const D4: Die = Die(4);
    /// Six sides.
    pub const D6: Die = Die(6);
    /// Eight sides.
    pub const D8: Die = Die(8);
    /// Ten sides.
    pub const D10: Die = Die(10);
    /// Twelve sides.
    pub const D12: Die = Die(12);

    /// The ladder that shifts move along, smallest first.
    pub const LADDER: [Die; 5] = [Die::D4, Die::D6, Die::D8, Die::D10, Die::D12];

    /// A die of 2 to 100 sides; `None` outside that range.
    pub fn new(sides: u8) -> Option<Die> {
        (2..=100).contains(&sides).then_some(Die(sides))
    }

    /// Number of sides.
    pub const fn sides(self) -> u8 {
        self.0
    }

    /// Moves up (positive) or down (negative) the ladder d4, d6, d8, d10, d12, whose ends are closed.
    ///
    /// Returns the die reached and the steps that led past the end, with the sign of `steps`: a closed shift drops them,
    /// an open shift hands them to the other die. A die that is not on the ladder stays, and all its steps are lost.
    pub fn shift(self, steps: i32) -> (Die, i32) {
        let Some((rung, _)) = (0i32..).zip(Die::LADDER).find(|(_, die)| *die == self) else {
            return (self, steps);
        };
        let reached = rung.saturating_add(steps).clamp(0, 4);
        let lost = steps - (reached - rung);
        (Die::LADDER[reached.unsigned_abs() as usize], lost)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}
