//! The limits that an edit must keep: a band for the scores, and how far a cell may move.

use muster_stats::Interval;

/// Limits of a cell; `None` where there is none.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Lowest and highest score of either side, fractions.
    pub band: Option<[f64; 2]>,
    /// The most that a score may change, a fraction.
    pub change: Option<f64>,
}

/// Limits of some cells. The pair counts in either order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToleranceRule {
    /// Forces of one side; empty means any.
    pub of: Vec<String>,
    /// Forces of the other side; empty means any.
    pub against: Vec<String>,
    /// What holds for them.
    pub limits: Limits,
}

/// All limits. Of several rules that speak of a cell the last one that sets a limit counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tolerance {
    /// For every cell.
    pub all: Limits,
    /// For some.
    pub rules: Vec<ToleranceRule>,
}

/// Whether a limit holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Surely kept, or no limit set.
    Kept,
    /// The interval lies on both sides of the limit.
    Open,
    /// Surely broken.
    Broken,
}

/// What a cell does to its limits.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Breach {
    /// The limits that count for it.
    pub limits: Limits,
    /// Its band.
    pub band: Holds,
    /// Its change.
    pub change: Holds,
}

impl Breach {
    /// Whether any limit is broken.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.band == Holds::Broken || self.change == Holds::Broken
    }

    /// Whether it is open if one is.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !self.is_broken() && (self.band == Holds::Open || self.change == Holds::Open)
    }
}

impl ToleranceRule {
    fn speaks_of(&self, row: &str, column: &str) -> bool {
        let one = |list: &[String], id: &str| list.is_empty() || list.iter().any(|known| known == id);
        one(&self.of, row) && one(&self.against, column) || one(&self.of, column) && one(&self.against, row)
    }
}

impl Tolerance {
    /// Whether any limit is set.
    #[must_use]
    pub fn is_set(&self) -> bool {
        let set = |limits: &Limits| limits.band.is_some() || limits.change.is_some();
        set(&self.all) || self.rules.iter().any(|rule| set(&rule.limits))
    }

    /// The limits of a cell.
    #[must_use]
    pub fn limits(&self, row: &str, column: &str) -> Limits {
        let mut limits = self.all;
        for rule in self.rules.iter().filter(|rule| rule.speaks_of(row, column)) {
            limits.band = rule.limits.band.or(limits.band);
            limits.change = rule.limits.change.or(limits.change);
        }
        limits
    }

    /// Holds a cell to its limits: `score` is the interval of its score after the edit, `change` that of the change, and
    /// `changed` whether the change was found real.
    #[must_use]
    pub fn check(&self, row: &str, column: &str, score: Interval, change: [f64; 2], changed: bool) -> Breach {
        let limits = self.limits(row, column);
        let band = limits.band.map_or(Holds::Kept, |[low, high]| {
            // Either side's score: the band of one is the mirrored band of the other.
            let (low, high) = (low.max(1.0 - high), high.min(1.0 - low));
            holds(score.high < low || score.low > high, score.low >= low && score.high <= high)
        });
        let change = limits.change.map_or(Holds::Kept, |most| {
            let [low, high] = change;
            let beyond = low > most || high < -most;
            holds(beyond && changed, low >= -most && high <= most || !changed && !beyond)
        });
        Breach { limits, band, change }
    }
}

fn holds(broken: bool, kept: bool) -> Holds {
    match (broken, kept) {
        (true, _) => Holds::Broken,
        (false, true) => Holds::Kept,
        (false, false) => Holds::Open,
    }
}
