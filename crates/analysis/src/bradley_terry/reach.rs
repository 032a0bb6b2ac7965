//! Who can be reached from whom along "scored something against".

/// Arcs between units, a bit each.
pub(super) struct Arcs {
    words: usize,
    bits: Vec<u64>,
}

impl Arcs {
    pub(super) fn none(units: usize) -> Arcs {
        let words = units.div_ceil(64);
        Arcs { words, bits: vec![0; units * words] }
    }

    #[inline]
    pub(super) fn add(&mut self, tail: usize, head: usize) {
        self.bits[tail * self.words + head / 64] |= 1 << (head % 64);
    }

    /// Which units can be reached from unit 0, itself among them.
    pub(super) fn reached(&self) -> Vec<bool> {
        let Some(units) = self.bits.len().checked_div(self.words) else { return Vec::new() };
        let mut seen = vec![0_u64; self.words];
        seen[0] = 1;
        let mut waiting = vec![0];
        while let Some(unit) = waiting.pop() {
            let heads = &self.bits[unit * self.words..(unit + 1) * self.words];
            for ((word, seen), heads) in seen.iter_mut().enumerate().zip(heads) {
                let mut new = heads & !*seen;
                *seen |= new;
                while new != 0 {
                    waiting.push(word * 64 + new.trailing_zeros() as usize);
                    new &= new - 1;
                }
            }
        }
        (0..units).map(|unit| seen[unit / 64] >> (unit % 64) & 1 == 1).collect()
    }
}
