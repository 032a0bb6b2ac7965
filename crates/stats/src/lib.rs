//! Numbers about numbers: intervals, tests, small games.
//!
//! This crate knows no rule set and rolls no dice. It answers six questions about counts that somebody else made:
//!
//! * how sure is a score? [`wilson`], [`clopper_pearson`], [`rule_of_three`];
//! * when may sampling stop? [`sequential`];
//! * does a sample agree with a law? [`alarm`] for one number, [`fit_tests`] for a whole distribution,
//!   [`percentile`] for one value within a law;
//! * what did a change of the rules do? [`paired`]; which of two hypotheses holds? [`sprt`];
//! * how do two sides choose between plans? [`zero_sum`].
//!
//! For those who fit models there is [`linear`], the algebra that fits and their errors need.
//!
//! Every function is total: any count gives a number that is not NaN, and the same input always gives the same bits.
//!
//! ```
//! use muster_stats::{Record, Z95, wilson};
//!
//! let record = Record { wins: 60, draws: 10, losses: 30 };
//! let interval = wilson(record, Z95);
//! assert_eq!(record.score(), Some(0.65));
//! assert!(interval.contains(0.65));
//! assert!(interval.half_width() < 0.09);
//! ```

pub mod alarm;
mod false_discovery;
pub mod fit_tests;
mod interval;
pub mod linear;
mod normal;
pub mod paired;
pub mod percentile;
mod proportion;
mod record;
pub mod sequential;
mod simplex;
pub mod sprt;
pub mod zero_sum;

pub use false_discovery::benjamini_hochberg;
pub use interval::Interval;
pub use normal::{Z95, quantile, upper_tail};
pub use proportion::{clopper_pearson, rule_of_three, wilson};
pub use record::Record;
