//! The limits that an edit must keep: a band for the scores, and how far a cell may move.

use muster_stats::Interval;

/// Limits of a cell; `None` where there is none.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Limits {
    /// Lowest and highest score of the row, fractions. A band for every cell must lie evenly around 1/2, for a cell has no
    /// first side.
    pub band: Option<[f64; 2]>,
    /// The most that a score may change, a fraction.
    pub change: Option<f64>,
}

/// Limits of some cells. The pair counts in either order; the band is that of the `of` side.
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
    /// The limits of a cell that the rule speaks of, the band turned to the row.
    fn limits(&self, row: &str, column: &str) -> Option<Limits> {
        let one = |list: &[String], id: &str| list.is_empty() || list.iter().any(|known| known == id);
        if one(&self.of, row) && one(&self.against, column) {
            return Some(self.limits);
        }
        let turned = one(&self.of, column) && one(&self.against, row);
        let band = self.limits.band.map(|[low, high]| [1.0 - high, 1.0 - low]);
        turned.then_some(Limits { band, ..self.limits })
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
        for more in self.rules.iter().filter_map(|rule| rule.limits(row, column)) {
            limits.band = more.band.or(limits.band);
            limits.change = more.change.or(limits.change);
        }
        limits
    }

    /// Holds a cell to its limits: `score` is the interval of the row's score after the edit, `change` that of the change,
    /// and `changed` whether the change was found real. A change that nobody found breaks nothing, but its limit is kept
    /// only where the whole interval is within.
    #[must_use]
    pub fn check(&self, row: &str, column: &str, score: Interval, change: [f64; 2], changed: bool) -> Breach {
        let limits = self.limits(row, column);
        let band = limits.band.map_or(Holds::Kept, |[low, high]| {
            holds(score.high < low || score.low > high, score.low >= low && score.high <= high)
        });
        let change = limits.change.map_or(Holds::Kept, |most| {
            let [low, high] = change;
            let beyond = low > most || high < -most;
            holds(beyond && changed, low >= -most && high <= most)
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
