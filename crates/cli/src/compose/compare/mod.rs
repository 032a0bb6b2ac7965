//! What is said of a comparison.

mod forces;
mod map;
mod page;
mod rulings;
mod table;

use muster_analysis::compare::{
    Breach, Criteria, STEEPNESS, Shift, Tolerance, Verdict, logit_change, price_change,
};
use muster_analysis::price_fit::Slope;
use muster_stats::Interval;
use muster_stats::paired::Change;
use serde::Serialize;

pub(crate) use rulings::{Tried, ranked};

use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// A value that the edit changed.
pub(crate) struct Edit {
    /// Dotted key.
    pub key: String,
    /// Its value before; `None` for a new one.
    pub before: Option<String>,
    /// Its value now; `None` for one that is gone.
    pub after: Option<String>,
    /// File and line of either, where they are known.
    pub spots: [Option<String>; 2],
}

/// One cell.
pub(crate) struct Line {
    /// Row and column.
    pub pair: (usize, usize),
    /// What became of it.
    pub verdict: Verdict,
    /// The change.
    pub change: Change,
    /// Score of the row before.
    pub before: Option<f64>,
    /// Score of the row after.
    pub after: Option<f64>,
    /// Interval of the score after.
    pub interval: Interval,
    /// Games under either rules; 0 when exact.
    pub games: u64,
    /// How it was found: `untouched`, `mirror`, `exact`, `paired`, `kept` or `counts`.
    pub basis: &'static str,
    /// Chance of so large a change under none, adjusted for looks and cells.
    pub adjusted: f64,
    /// Games that would settle an open cell.
    pub to_settle: Option<u64>,
    /// What it does to its limits.
    pub breach: Breach,
}

impl Line {
    /// The change in logits of score.
    pub(crate) fn logits(&self) -> Option<f64> {
        Some(logit_change(self.before?, self.after?))
    }

    /// The change as a price of the row, a fraction.
    pub(crate) fn price(&self, steepness: Steepness) -> Option<f64> {
        Some(price_change(self.before?, self.after?, steepness.value()))
    }
}

/// Logits of score a unit of ln(size), by which a change is turned into a price, and where they come from.
#[derive(Clone, Copy)]
pub(crate) enum Steepness {
    /// What is typical of the shipped units: nothing was measured.
    Typical,
    /// From forces against themselves with fewer figures, under the rules before.
    Measured(Slope),
    /// That of the fit in the baseline.
    Kept(Slope),
}

impl Steepness {
    /// The steepness itself.
    pub(crate) fn value(self) -> f64 {
        match self {
            Steepness::Typical => STEEPNESS,
            Steepness::Measured(slope) | Steepness::Kept(slope) => slope.value,
        }
    }

    fn error(self) -> Option<f64> {
        match self {
            Steepness::Typical => None,
            Steepness::Measured(slope) | Steepness::Kept(slope) => Some(slope.error),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Steepness::Typical => "typical",
            Steepness::Measured(_) => "measured",
            Steepness::Kept(_) => "baseline",
        }
    }
}

/// What common luck saved.
#[derive(Clone, Copy)]
pub(crate) struct Pairing {
    /// Games played, under both rules together.
    pub games: f64,
    /// Games that independent runs need for the same certainty.
    pub independent: f64,
    /// How many times less a game's difference varies; `None` where none differed.
    pub reduction: Option<f64>,
}

/// A whole comparison.
pub(crate) struct Comparison {
    /// What the edit changed in the rules.
    pub edits: Vec<Edit>,
    /// What turns changes into prices.
    pub steepness: Steepness,
    /// How far each force moved over all its cells; `None` for one that met no other.
    pub shifts: Vec<Option<Shift>>,
    /// The cells.
    pub lines: Vec<Line>,
    /// What pairing saved.
    pub pairing: Option<Pairing>,
    /// Ids of the forces.
    pub ids: Vec<String>,
    /// Their names.
    pub names: Vec<String>,
    /// What was told apart.
    pub criteria: Criteria,
    /// Games at each look.
    pub looks: Vec<u64>,
    /// The limits.
    pub tolerance: Tolerance,
    /// Games played in all.
    pub played: u64,
    /// Table and plans in words.
    pub ground: String,
    /// What the rules were held against.
    pub against: String,
    /// Remarks.
    pub notes: Vec<String>,
    /// Rules, data, seed.
    pub footnotes: Vec<String>,
}

impl Comparison {
    /// Cells of a verdict.
    pub(crate) fn count(&self, verdict: Verdict) -> usize {
        self.lines.iter().filter(|line| line.verdict == verdict).count()
    }

    /// Whether any cell changed, however little.
    pub(crate) fn anything_changed(&self) -> bool {
        self.lines.iter().any(|line| line.verdict.is_change())
    }

    /// Cells that break a limit.
    pub(crate) fn broken(&self) -> usize {
        self.lines.iter().filter(|line| line.breach.is_broken()).count()
    }

    /// Cells of which it is open whether they keep their limits.
    pub(crate) fn open_limits(&self) -> usize {
        self.lines.iter().filter(|line| line.breach.is_open()).count()
    }
}

/// The comparison in every shape.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(plan: &Plan, comparison: &Comparison) -> Result<Answer, Failure> {
    let document = page::page(comparison);
    Answer::new(document, &Json::new(plan, comparison), table::table(comparison))
}

#[derive(Serialize)]
struct Json<'c> {
    rules: &'c str,
    against: &'c str,
    edits: Vec<EditJson<'c>>,
    margin: f64,
    least: f64,
    verdicts: std::collections::BTreeMap<&'static str, usize>,
    games: u64,
    variance_reduction: Option<f64>,
    games_of_independent_runs: Option<f64>,
    broken: usize,
    open: usize,
    steepness: SteepnessJson,
    forces: Vec<forces::ForceJson<'c>>,
    cells: Vec<CellJson<'c>>,
}

#[derive(Serialize)]
struct SteepnessJson {
    value: f64,
    standard_error: Option<f64>,
    from: &'static str,
}

#[derive(Serialize)]
struct EditJson<'c> {
    key: &'c str,
    before: Option<&'c str>,
    after: Option<&'c str>,
    place: Option<&'c str>,
}

#[derive(Serialize)]
struct CellJson<'c> {
    row: &'c str,
    column: &'c str,
    verdict: &'static str,
    before: Option<f64>,
    after: Option<f64>,
    change: f64,
    standard_error: f64,
    logits: Option<f64>,
    price: Option<f64>,
    p_adjusted: f64,
    games: u64,
    basis: &'static str,
    games_to_settle: Option<u64>,
    broken: bool,
}

impl<'c> Json<'c> {
    fn new(plan: &'c Plan, comparison: &'c Comparison) -> Json<'c> {
        let edit = |edit: &'c Edit| EditJson {
            key: &edit.key,
            before: edit.before.as_deref(),
            after: edit.after.as_deref(),
            place: edit.spots[1].as_deref(),
        };
        let cell = |line: &'c Line| CellJson {
            row: &comparison.ids[line.pair.0],
            column: &comparison.ids[line.pair.1],
            verdict: line.verdict.word(),
            before: line.before,
            after: line.after,
            change: line.change.change,
            standard_error: line.change.standard_error,
            logits: line.logits(),
            price: line.price(comparison.steepness),
            p_adjusted: line.adjusted,
            games: line.games,
            basis: line.basis,
            games_to_settle: line.to_settle,
            broken: line.breach.is_broken(),
        };
        Json {
            rules: &plan.pack.set,
            against: &comparison.against,
            edits: comparison.edits.iter().map(edit).collect(),
            margin: comparison.criteria.margin,
            least: comparison.criteria.least,
            verdicts: Verdict::ALL.into_iter().map(|one| (one.word(), comparison.count(one))).collect(),
            games: comparison.played,
            variance_reduction: comparison.pairing.and_then(|pairing| pairing.reduction),
            games_of_independent_runs: comparison.pairing.map(|pairing| pairing.independent.round()),
            broken: comparison.broken(),
            open: comparison.open_limits(),
            steepness: SteepnessJson {
                value: comparison.steepness.value(),
                standard_error: comparison.steepness.error(),
                from: comparison.steepness.word(),
            },
            forces: forces::in_json(comparison),
            cells: comparison.lines.iter().map(cell).collect(),
        }
    }
}
