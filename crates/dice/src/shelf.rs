//! Many laws in one piece of memory, for chains that are walked from law to law.

use crate::law::runs;
use crate::pmf::Pmf;

/// Laws side by side, each an alias table (A. J. Walker 1974, M. D. Vose 1991) that gives a payload of the caller's.
///
/// One random word gives one draw with one look at memory: its leading bits name a place, the others decide between the
/// two outcomes that share it. The number of places is a power of two and shares are whole numbers of words, so that an
/// outcome's share of the 2^64 words is exactly that of [`crate::Law`]. Unlike there, a larger word may give a smaller
/// value: games that are to stay coupled draw from laws.
///
/// ```
/// use muster_dice::{Die, Pmf, Shelf};
///
/// let mut shelf = Shelf::default();
/// let six = shelf.add(&Pmf::uniform_die(Die::D6), |face| face * 10);
/// let drawn = shelf.draw(six, 0x0123_4567_89AB_CDEF);
/// assert!((10..=60).contains(&drawn));
/// ```
#[derive(Clone, Debug)]
pub struct Shelf<T> {
    slots: Vec<Slot>,
    places: Vec<Place<T>>,
    /// The values behind the payloads, for who wants to know which outcome was drawn.
    values: Vec<[u32; 2]>,
}

/// Where a law begins, and how far a word is shifted to name one of its places.
#[derive(Clone, Copy, Debug)]
struct Slot {
    begin: u32,
    shift: u32,
}

/// A place and its two outcomes: the first has the words whose lower part is below the threshold.
#[derive(Clone, Copy, Debug)]
struct Place<T> {
    below: u64,
    outcomes: [T; 2],
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf { slots: Vec::new(), places: Vec::new(), values: Vec::new() }
    }
}

impl Shelf<u32> {
    /// A shelf of one law, whose payloads are its values.
    pub fn of_law(pmf: &Pmf) -> Shelf<u32> {
        let mut shelf = Shelf::default();
        shelf.add(pmf, |value| value);
        shelf
    }
}

impl<T: Copy> Shelf<T> {
    /// Puts a law on the shelf and returns its number. A shelf has room for 2^32 places in all.
    pub fn add(&mut self, pmf: &Pmf, payload: impl Fn(u32) -> T) -> usize {
        let slot = Slot { begin: u32::try_from(self.places.len()).unwrap_or(u32::MAX), shift: 0 };
        let (bits, table) = alias_table(pmf);
        for (below, values) in table {
            self.places.push(Place { below, outcomes: values.map(&payload) });
            self.values.push(values);
        }
        self.slots.push(Slot { shift: u64::BITS - bits, ..slot });
        self.slots.len() - 1
    }

    #[inline]
    fn find(&self, law: usize, word: u64) -> (usize, usize) {
        let slot = self.slots[law];
        #[expect(clippy::cast_possible_truncation, reason = "the leading bits of a short table")]
        let at = slot.begin as usize + (word >> slot.shift) as usize;
        let lower = word & ((1 << slot.shift) - 1);
        (at, usize::from(lower >= self.places[at].below))
    }

    /// The payload that a word gives of a law.
    #[inline]
    pub fn draw(&self, law: usize, word: u64) -> T {
        let (at, which) = self.find(law, word);
        self.places[at].outcomes[which]
    }

    /// The value that the same word gives.
    #[inline]
    pub fn value(&self, law: usize, word: u64) -> u32 {
        let (at, which) = self.find(law, word);
        self.values[at][which]
    }

    /// How many of the 2^64 words give `value` of a law.
    pub fn share(&self, law: usize, value: u32) -> u128 {
        let slot = self.slots[law];
        let end = self.slots.get(law + 1).map_or(self.places.len(), |next| next.begin as usize);
        let words = 1u128 << slot.shift;
        (slot.begin as usize..end)
            .map(|at| {
                let below = u128::from(self.places[at].below);
                let [first, second] = self.values[at];
                u128::from(first == value) * below + u128::from(second == value) * (words - below)
            })
            .sum()
    }
}

/// Bits that name a place, and the places: a threshold on the other bits and two values.
fn alias_table(pmf: &Pmf) -> (u32, Vec<(u64, [u32; 2])>) {
    let runs = runs(pmf);
    // At least two places: a word cannot be shifted by all its 64 bits.
    let bits = runs.len().next_power_of_two().max(2).trailing_zeros();
    let words = 1u128 << (u64::BITS - bits);
    let mut before = 0u128;
    let mut shares: Vec<(u32, u128)> = runs
        .iter()
        .map(|run| {
            let end = u128::from(run.last) + 1;
            (run.value, end - std::mem::replace(&mut before, end))
        })
        .collect();
    let last = shares.last().map_or(0, |share| share.0);
    shares.resize(1 << bits, (last, 0));
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..shares.len()).partition(|at| shares[*at].1 < words);
    let mut table: Vec<(u64, [u32; 2])> = shares.iter().map(|(value, _)| (0, [*value, *value])).collect();
    let narrow = |share: u128| u64::try_from(share).unwrap_or(u64::MAX);
    while let (Some(low), Some(high)) = (small.pop(), large.pop()) {
        // The place of `low` is filled up from `high`.
        table[low] = (narrow(shares[low].1), [shares[low].0, shares[high].0]);
        shares[high].1 -= words - shares[low].1;
        if shares[high].1 < words { small.push(high) } else { large.push(high) }
    }
    (bits, table)
}
