//! A random word into a face, without bias.

use crate::die::Die;

/// The face (1 to the sides) that a random 32-bit word stands for; `None` where the word must be thrown again.
///
/// Multiply-and-shift with rejection: D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29 (2019),
/// algorithm 5. Of the 2^32 words each face has exactly `2^32 / sides` (rounded down); the `2^32 % sides` left over are
/// rejected.
#[inline]
pub fn face_of_word(die: Die, word: u32) -> Option<u32> {
    let sides = u32::from(die.sides());
    let product = u64::from(word) * u64::from(sides);
    let (face, rest) = halves(product);
    // The remainder 2^32 % sides is below `sides`: most words pass without the division.
    if rest < sides && rest < sides.wrapping_neg() % sides {
        return None;
    }
    Some(face + 1)
}

/// High and low half of a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "taking the halves of a word is the purpose")]
pub(crate) fn halves(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}
