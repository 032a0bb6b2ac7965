//! Results of games as text.

use crate::outcome::Outcome;

/// Counts by seating: even games have the row as side A.
pub(crate) fn counts_of(outcomes: &[Outcome]) -> [[u64; 3]; 2] {
    let mut counts = [[0; 3]; 2];
    for (game, outcome) in outcomes.iter().enumerate() {
        counts[game % 2][*outcome as usize] += 1;
    }
    counts
}

const LETTERS: &[u8; 27] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_";

/// Three results a letter, as a number of three digits to the base 3; missing results count as wins.
pub(crate) fn letters(outcomes: &[Outcome]) -> String {
    let letter = |three: &[Outcome]| {
        let at = (0..3).fold(0, |sum, place| sum * 3 + three.get(place).map_or(0, |one| *one as usize));
        char::from(LETTERS[at])
    };
    outcomes.chunks(3).map(letter).collect()
}

/// Reads them; `None` for letters that say nothing or are not those of so many games.
pub(crate) fn results(letters: &str, games: usize) -> Option<Vec<Outcome>> {
    const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    if letters.len() != games.div_ceil(3) {
        return None;
    }
    let mut outcomes = Vec::with_capacity(games + 2);
    for letter in letters.bytes() {
        let at = LETTERS.iter().position(|known| *known == letter)?;
        outcomes.extend([at / 9, at / 3 % 3, at % 3].map(|digit| OUTCOMES[digit]));
    }
    outcomes.truncate(games);
    Some(outcomes)
}

/// FNV-1a of the results: tells damage, not intent.
pub(crate) fn digest(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, one| {
        (hash ^ *one as u64).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
