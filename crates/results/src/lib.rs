//! What a run is, in memory and on disk.
//!
//! Two kinds of answer leave the engine: a [`Tally`] of played games (integers only, so that adding two of them
//! never depends on the order) and an [`OutcomeDistribution`] of an exact solution. Both speak of the *first* and the
//! *second* force of a match-up; which of them sat as side A is the *seating*.

mod baseline;
mod distribution;
mod json;
mod letters;
mod outcome;
mod record;
mod tally;

pub use baseline::{
    BASELINE_FORMAT, BASELINE_KIND, BASELINE_MEANS, Baseline, BaselineCell, BaselineError, BaselineFit,
    BaselineLimits, BaselinePrice, BaselineTerms,
};
pub use distribution::{OutcomeDistribution, SeatingLaw};
pub use json::malformed;
pub use outcome::{Cause, Ending, GameEnd, Outcome, Side};
pub use record::{
    Assumption, CellResult, FORMAT_VERSION, Manifest, Method, PackedGames, PlanMix, RecordError, RosterRow,
    RunRecord, SeatingResult, Shown, ToldGame,
};
pub use tally::{Extreme, Extremes, Joint, SeatingTally, Tally};
