//! Arguments of `bench`.

use clap::Args;

use super::values;

/// Arguments of `bench`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster bench                   every job, under a minute
  muster bench melee battle      these jobs alone
  muster bench --growth          how time and memory grow, a few minutes
  muster bench --once melee      a job once, without a clock, for counters of
                                 instructions

Each job is done our way and by a twin: the same work done the plain way. They
take turns, so that what slows the machine slows both, and the ratio stands.")]
pub(crate) struct BenchArgs {
    /// Jobs [default: all]
    #[arg(value_name = "JOB")]
    pub jobs: Vec<String>,
    /// Seconds for each job
    #[arg(long, value_name = "S", default_value_t = 2.0, allow_negative_numbers = true, value_parser = values::seconds)]
    pub seconds: f64,
    /// Measure how time and memory grow with figures, units, boxes and games
    #[arg(long, conflicts_with_all = ["jobs", "seconds"])]
    pub growth: bool,
    /// The most games of one duel in --growth
    #[arg(long, value_name = "N", default_value_t = 100_000_000, allow_negative_numbers = true, value_parser = values::some_games, requires = "growth")]
    pub most_games: u64,
    /// The most figures a side of an exact duel in --growth; 160 take a minute and 2 GB
    #[arg(long, value_name = "N", default_value_t = 80, allow_negative_numbers = true, value_parser = values::most_figures, requires = "growth")]
    pub most_figures: u64,
    /// The two smallest sizes of each series of --growth alone
    #[arg(long, requires = "growth")]
    pub small: bool,
    /// Names of the jobs, one a line
    #[arg(long, conflicts_with_all = ["jobs", "growth", "once", "seconds"])]
    pub list: bool,
    /// Do each job once and print nothing
    #[arg(long, conflicts_with_all = ["growth", "seconds"])]
    pub once: bool,
}
