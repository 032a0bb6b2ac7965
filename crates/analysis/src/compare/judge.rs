//! The verdicts. Each look at the cells has its share of the error rate; over the cells of one look the false discovery rate
//! is kept (Benjamini and Hochberg 1995); cells that are known exactly are no part of it, for nothing about them can be a false
//! discovery. A cell's p-value over all looks is the least so far times the number of looks, so
//! that it never grows: what was found changed stays found.

use muster_stats::paired::Change;
use muster_stats::{benjamini_hochberg, quantile};

/// What is to be told apart, and how surely.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Criteria {
    /// Changes surely smaller than this count as none: a fraction of score.
    pub margin: f64,
    /// Changes smaller than this are not worth a word, however sure.
    pub least: f64,
    /// False discovery rate of CHANGED over all cells.
    pub discovery_rate: f64,
    /// Error rate of EQUIVALENT, a cell.
    pub error_rate: f64,
    /// Looks that are planned; 0 counts as 1.
    pub looks: u32,
}

impl Default for Criteria {
    fn default() -> Criteria {
        Criteria { margin: 0.02, least: 0.01, discovery_rate: 0.05, error_rate: 0.05, looks: 1 }
    }
}

impl Criteria {
    fn looks(&self) -> f64 {
        f64::from(self.looks.max(1))
    }

    /// The standard score of the two one-sided tests at one look.
    #[must_use]
    pub fn equivalence_score(&self) -> f64 {
        quantile(1.0 - self.error_rate / self.looks())
    }

    /// The standard score of the two-sided intervals that limits are held against at one look.
    #[must_use]
    pub fn limit_score(&self) -> f64 {
        quantile(1.0 - self.error_rate / self.looks() / 2.0)
    }
}

/// What became of a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing changed: by proof, or in every roll of every game played.
    Identical,
    /// The change is surely smaller than the margin.
    Equivalent,
    /// A real change of a size that matters.
    Changed,
    /// A real change, surely smaller than the margin.
    ChangedNegligible,
    /// Neither yet.
    Inconclusive,
}

impl Verdict {
    /// Whether the cell surely changed, however little.
    #[must_use]
    pub fn is_change(self) -> bool {
        matches!(self, Verdict::Changed | Verdict::ChangedNegligible)
    }

    /// All verdicts, in the order in which they are counted.
    pub const ALL: [Verdict; 5] = [
        Verdict::Identical,
        Verdict::Equivalent,
        Verdict::ChangedNegligible,
        Verdict::Changed,
        Verdict::Inconclusive,
    ];

    /// The word of the files.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Identical => "identical",
            Verdict::Equivalent => "equivalent",
            Verdict::Changed => "changed",
            Verdict::ChangedNegligible => "changed_negligible",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

/// What is known of a cell at one look.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Evidence {
    /// The change and its error.
    pub change: Change,
    /// Nothing differed so far, in any roll of any game; or it is proved that nothing can.
    pub identical: bool,
}

/// Judges cells, look after look.
#[derive(Clone, Debug)]
pub struct Judge {
    criteria: Criteria,
    least_p: Vec<f64>,
    exact: Vec<bool>,
}

impl Judge {
    /// A judge of so many cells.
    #[must_use]
    pub fn new(cells: usize, criteria: Criteria) -> Judge {
        Judge { criteria, least_p: vec![1.0; cells], exact: vec![false; cells] }
    }

    /// The criteria.
    #[must_use]
    pub fn criteria(&self) -> &Criteria {
        &self.criteria
    }

    /// A verdict for each cell, from all that is known of it. Cells that were settled before are shown again as they were.
    pub fn look(&mut self, evidence: &[Evidence]) -> Vec<Verdict> {
        let looks = self.criteria.looks();
        for ((least, exact), seen) in self.least_p.iter_mut().zip(&mut self.exact).zip(evidence) {
            *exact = seen.change.is_exact();
            let times = if seen.change.is_exact() { 1.0 } else { looks };
            *least = least.min(seen.change.p_value * times);
        }
        let adjusted = self.adjusted();
        evidence.iter().zip(&adjusted).map(|(seen, p)| self.verdict(seen, *p)).collect()
    }

    /// The chance of each cell's change under no change, adjusted for the looks and the sampled cells. Of an exact cell it is
    /// 0 or 1.
    #[must_use]
    pub fn adjusted(&self) -> Vec<f64> {
        let cells = || self.least_p.iter().zip(&self.exact);
        let sampled: Vec<f64> = cells().filter(|(_, exact)| !**exact).map(|(p, _)| *p).collect();
        let mut sampled = benjamini_hochberg(&sampled).into_iter();
        cells().map(|(p, exact)| if *exact { *p } else { sampled.next().unwrap_or(*p) }).collect()
    }

    fn verdict(&self, seen: &Evidence, adjusted: f64) -> Verdict {
        let criteria = &self.criteria;
        let change = &seen.change;
        if seen.identical && self.is_enough(change) {
            return Verdict::Identical;
        }
        let changed = adjusted <= criteria.discovery_rate && change.change.abs() >= criteria.least;
        let within = change.is_within(criteria.margin, criteria.equivalence_score());
        match (changed, within) {
            (true, true) => Verdict::ChangedNegligible,
            (true, false) => Verdict::Changed,
            (false, true) => Verdict::Equivalent,
            (false, false) => Verdict::Inconclusive,
        }
    }

    /// Games enough that a change of the margin would have shown: `ln(1 / rate) / n` bounds what can hide.
    fn is_enough(&self, change: &Change) -> bool {
        let rate = self.criteria.error_rate / self.criteria.looks();
        change.is_exact() || -rate.ln() / (change.games as f64) < self.criteria.margin
    }
}
