//! A range of values that the data leave open.

/// A closed range from `low` to `high`. Those made by this crate for scores and chances lie within 0 to 1.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, never below `low`.
    pub high: f64,
}

impl Interval {
    /// The whole range of a probability: what is known when nothing has been played.
    pub const UNIT: Self = Self { low: 0.0, high: 1.0 };

    /// Half the distance between the two ends.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether `x` lies within the range, ends included. NaN lies in no range.
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }

    /// The range cut to 0..=1 and widened where rounding pushed `inside` out of it.
    pub(crate) fn of_probability(low: f64, high: f64, inside: f64) -> Self {
        Self { low: low.min(inside).clamp(0.0, 1.0), high: high.max(inside).clamp(0.0, 1.0) }
    }
}
