//! Arguments of the command that reads many recorded battles.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

/// What battles can be grouped by.
pub(crate) const KEYS: [&str; 11] = [
    "run",
    "rules",
    "seed",
    "conditions",
    "row",
    "column",
    "row_plan",
    "column_plan",
    "side_a",
    "ending",
    "force",
];

/// Arguments of `summarise`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster matrix celts zulus --conditions mix --record-battles celts.parquet
  muster summarise celts.parquet --by conditions,row,column
  muster summarise runs/*.parquet --by force --format csv

Reads what `matrix --record-battles` wrote, a part of a file at a time, so that
any number of games needs little memory. `force` counts every game twice, once
from each chair. Needs a program with Parquet files, such as that of a release
archive.")]
pub(crate) struct SummariseArgs {
    /// Parquet files of recorded games
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What the games are grouped by
    #[arg(long, value_name = "KEY,...", value_delimiter = ',', default_value = "row,column",
          value_parser = PossibleValuesParser::new(KEYS))]
    pub by: Vec<String>,
}
