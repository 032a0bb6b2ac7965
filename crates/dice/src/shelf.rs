//! Many laws in one piece of memory, for chains that are walked from law to law.

use crate::law::{bits_for, guide, runs};
use crate::pmf::Pmf;

/// Laws side by side. Each is sampled as [`crate::Law`] is, one random word a value, but all of them share three long
/// lists: a walk that jumps from law to law touches few cache lines.
///
/// ```
/// use muster_dice::{Die, Pmf, Shelf};
///
/// let mut shelf = Shelf::default();
/// let six = shelf.add(&Pmf::uniform_die(Die::D6));
/// let ten = shelf.add(&Pmf::uniform_die(Die::D10));
/// assert_eq!((shelf.sample(six, 0), shelf.sample(ten, u64::MAX)), (1, 10));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Shelf {
    slots: Vec<Slot>,
    guide: Vec<u16>,
    lasts: Vec<u64>,
    values: Vec<u32>,
}

/// Where a law begins in the lists.
#[derive(Clone, Copy, Debug)]
struct Slot {
    guide: u32,
    runs: u32,
    shift: u32,
}

impl Shelf {
    /// Puts a law on the shelf and returns its place. The lists hold up to 2^32 entries.
    pub fn add(&mut self, pmf: &Pmf) -> usize {
        let runs = runs(pmf);
        let bits = bits_for(runs.len());
        let begin = |list: usize| u32::try_from(list).unwrap_or(u32::MAX);
        let slot =
            Slot { guide: begin(self.guide.len()), runs: begin(self.lasts.len()), shift: u64::BITS - bits };
        self.guide.extend(guide(&runs, bits));
        self.lasts.extend(runs.iter().map(|run| run.last));
        self.values.extend(runs.iter().map(|run| run.value));
        self.slots.push(slot);
        self.slots.len() - 1
    }

    /// The value that a word gives of the law at a place.
    #[inline]
    pub fn sample(&self, place: usize, word: u64) -> u32 {
        self.values[self.find(place, word)]
    }

    /// Where in the lists the value stands that a word gives: a walk keeps its own list in the same order.
    #[inline]
    pub fn find(&self, place: usize, word: u64) -> usize {
        let slot = self.slots[place];
        #[expect(clippy::cast_possible_truncation, reason = "at most 16 bits are left")]
        let leading = (word >> slot.shift) as usize;
        let mut at = slot.runs as usize + usize::from(self.guide[slot.guide as usize + leading]);
        // The last run of a law ends with the last word, so the search ends there at the latest.
        while self.lasts[at] < word {
            at += 1;
        }
        at
    }

    /// The values in the order of [`Shelf::find`], all laws one after another.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// First place in the lists of the law at a place.
    pub fn begins(&self, place: usize) -> usize {
        self.slots[place].runs as usize
    }
}
