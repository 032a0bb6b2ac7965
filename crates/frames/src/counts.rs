//! Exact counts of battles: integers alone, so that adding up is exact in any order.

use std::collections::BTreeMap;

use crate::key::Value;

/// How often each whole number occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram(BTreeMap<u32, u64>);

impl Histogram {
    /// Counts a number so many times.
    pub fn add(&mut self, number: u32, times: u64) {
        *self.0.entry(number).or_insert(0) += times;
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        other.iter().for_each(|(number, times)| self.add(number, times));
    }

    /// The numbers that occurred in increasing order, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(number, times)| (*number, *times))
    }

    /// Numbers counted.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Their mean, or `None` where nothing was counted.
    #[expect(clippy::cast_precision_loss, reason = "sums of figures stay far below 2^53")]
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| self.sum(1) as f64 / count as f64)
    }

    /// Standard error of their mean, or `None` with fewer than two.
    #[expect(clippy::cast_precision_loss, reason = "the difference is exact before it is rounded once")]
    pub fn standard_error(&self) -> Option<f64> {
        let count = u128::from(self.count());
        if count < 2 {
            return None;
        }
        // n Σx² - (Σx)², in integers: no digits are lost where the mean is large and the spread small.
        let spread = count * self.sum(2) - self.sum(1) * self.sum(1);
        let variance = spread as f64 / (count as f64 * (count - 1) as f64);
        Some((variance / count as f64).sqrt())
    }

    /// The least number that at least this share (above 0, up to 1) of all numbers does not exceed; `None` where nothing was counted.
    #[expect(clippy::cast_precision_loss, reason = "counts of battles stay far below 2^53")]
    pub fn quantile(&self, share: f64) -> Option<u32> {
        let needed = share * self.count() as f64;
        let mut below = 0;
        self.iter()
            .find(|(_, times)| {
                below += times;
                below as f64 >= needed
            })
            .map(|(number, _)| number)
    }

    fn sum(&self, power: u32) -> u128 {
        self.iter().map(|(number, times)| u128::from(number).pow(power) * u128::from(times)).sum()
    }
}

/// The battles of one group. Wins are the row's; of the key `force`, the named force's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Values of the keys, in the order asked for.
    pub key: Vec<Value>,
    /// Battles won by the row.
    pub wins: u64,
    /// Battles that nobody won.
    pub draws: u64,
    /// Battles won by the column.
    pub losses: u64,
    /// Figures left, of row and column.
    pub left: [Histogram; 2],
    /// Turns begun.
    pub turns: Histogram,
}

impl Group {
    /// Battles counted.
    pub fn battles(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Adds the battles of another group under this one's key.
    pub(crate) fn merge(&mut self, other: &Group) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (mine, theirs) in self.left.iter_mut().zip(&other.left) {
            mine.merge(theirs);
        }
        self.turns.merge(&other.turns);
    }

    /// The same battles seen from the other chair.
    pub(crate) fn mirrored(&self) -> Group {
        Group {
            wins: self.losses,
            losses: self.wins,
            left: [self.left[1].clone(), self.left[0].clone()],
            ..self.clone()
        }
    }
}
