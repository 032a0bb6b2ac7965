//! Dice that show given faces: the worked examples of a rulebook.

use std::fmt;

use crate::dice::Dice;
use crate::die::Die;

/// Dice that show the faces of a list, in order, each exactly once.
///
/// A fault never stops play: it is remembered, and [`ScriptedDice::finish`] tells the first one.
///
/// ```
/// use muster_dice::{Dice, Die, ScriptError, ScriptedDice};
///
/// let mut dice = ScriptedDice::new(&[6, 2]);
/// assert_eq!(dice.die(Die::D6), 6);
/// assert_eq!(dice.die(Die::D4), 2);
/// assert_eq!(dice.finish(), Ok(()));
/// assert_eq!(ScriptedDice::new(&[3]).finish(), Err(ScriptError::LeftOver { unused: 1 }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptedDice {
    faces: Vec<u32>,
    asked: usize,
    misfit: Option<ScriptError>,
}

/// How a list of faces and the dice asked for differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptError {
    /// More dice were asked for than listed.
    RanOut {
        /// Dice asked for in all.
        asked: usize,
    },
    /// Fewer dice were asked for than listed.
    LeftOver {
        /// Faces never shown.
        unused: usize,
    },
    /// A listed face that the die asked for does not have. 1 was shown in its place.
    OutOfRange {
        /// Place in the list, from 1.
        position: usize,
        /// The face listed.
        face: u32,
        /// Sides of the die asked for.
        sides: u8,
    },
}

impl ScriptedDice {
    /// Dice that will show these faces.
    pub fn new(faces: &[u32]) -> ScriptedDice {
        ScriptedDice { faces: faces.to_vec(), asked: 0, misfit: None }
    }

    /// Checks that the list and the dice asked for agree.
    ///
    /// # Errors
    /// The first face that did not fit its die; else a list that ran out or was not used up.
    pub fn finish(self) -> Result<(), ScriptError> {
        if let Some(misfit) = self.misfit {
            return Err(misfit);
        }
        match self.faces.len() {
            listed if listed < self.asked => Err(ScriptError::RanOut { asked: self.asked }),
            listed if listed > self.asked => Err(ScriptError::LeftOver { unused: listed - self.asked }),
            _ => Ok(()),
        }
    }
}

impl Dice for ScriptedDice {
    fn die(&mut self, die: Die) -> u32 {
        let listed = self.faces.get(self.asked).copied();
        self.asked += 1;
        match listed {
            Some(face) if (1..=u32::from(die.sides())).contains(&face) => face,
            Some(face) => {
                let misfit = ScriptError::OutOfRange { position: self.asked, face, sides: die.sides() };
                self.misfit.get_or_insert(misfit);
                1
            }
            None => 1,
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptError::RanOut { asked } => {
                write!(f, "the list of faces ran out: {asked} dice were asked for")
            }
            ScriptError::LeftOver { unused } => {
                write!(f, "the last {unused} faces of the list were never asked for")
            }
            ScriptError::OutOfRange { position, face, sides } => {
                write!(f, "face {face} at place {position} of the list is not on a d{sides}")
            }
        }
    }
}

impl std::error::Error for ScriptError {}
