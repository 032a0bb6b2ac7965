//! Arguments of the commands that compare rules.

use std::path::PathBuf;

use clap::Args;

use super::play::{BattleOptions, MethodWord, Of};
use super::{numbers, values};

/// What meets, and how, in every cell.
#[derive(Args, Clone, Debug)]
pub(crate) struct CellOptions {
    /// What meets
    #[arg(long, value_enum, default_value = "boxes")]
    pub of: Of,
    /// How duels are answered
    #[arg(long, value_enum, default_value = "auto")]
    pub method: MethodWord,
    /// Options of battles.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Turn limit [default: from the data]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::turns)]
    pub max_turns: Option<u32>,
}

/// Limits that a comparison must keep.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits (exit code 1 when broken)")]
pub(crate) struct LimitOptions {
    /// Every score must lie between these percentages, such as 35:65
    #[arg(long, value_name = "LOW:HIGH", value_parser = numbers::band)]
    pub band: Option<[f64; 2]>,
    /// No score may move by more than so many percentage points
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = numbers::points_of_score)]
    pub max_change: Option<f64>,
    /// File with limits for single cells or groups
    #[arg(long, value_name = "FILE")]
    pub tolerance: Option<PathBuf>,
}

/// Arguments of `compare`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster compare --set morale.passes_on=4             what a number does
  muster compare --variant my-edit.toml --of units    what a file of changes does
  muster compare --ruling split_fire=true celts zulus
  muster compare --data my-rules --against old-rules  two copies of the data
  muster compare old/run.json new/run.json            two stored runs
  muster compare --write-baseline reports/baseline/chimera.json
  muster compare --against reports/baseline/chimera.json --band 35:65
  muster compare --rulings                            which open question matters

Both rules play the same games with the same luck. Verdicts: identical,
equivalent (surely less than --margin), changed, changed_negligible (real, and
surely less than --margin), inconclusive. Ends with 1 when a limit is broken.")]
pub(crate) struct CompareArgs {
    /// Boxes (or units) to compare [default: all], or two run.json files
    #[arg(value_name = "FORCE|RUN")]
    pub forces: Vec<String>,
    /// The rules before: a data directory, a variant, a run.json or a baseline
    /// [default: the same data without --variant, --set and --ruling]
    #[arg(long, value_name = "DIR|FILE|NAME")]
    pub against: Option<PathBuf>,
    /// One value of the rules before, such as morale.passes_on=2
    #[arg(long, value_name = "KEY=VALUE")]
    pub against_set: Vec<String>,
    /// One ruling chosen otherwise, such as melee_tie=both_test
    #[arg(long, value_name = "ID=OPTION")]
    pub ruling: Vec<String>,
    /// Try every option of every ruling, one at a time, and rank them
    #[arg(long, conflicts_with_all = ["against", "ruling", "write_baseline"])]
    pub rulings: bool,
    /// Write the answers of the rules in force as a baseline
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    pub write_baseline: Option<PathBuf>,
    /// What meets.
    #[command(flatten)]
    pub cells: CellOptions,
    /// Play every cell exactly so many games [default: 1024, doubled while open]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::games)]
    pub games: Option<u64>,
    /// The most games of a cell
    #[arg(long, value_name = "N", default_value_t = 16_384, allow_negative_numbers = true, value_parser = values::some_games,
          conflicts_with = "games")]
    pub most_games: u64,
    /// Changes surely smaller than so many percentage points count as none
    #[arg(long, value_name = "POINTS", default_value = "2", allow_negative_numbers = true,
          value_parser = numbers::points_of_score)]
    pub margin: f64,
    /// Changes smaller than so many percentage points are never called changed
    #[arg(long, value_name = "POINTS", default_value = "1", allow_negative_numbers = true,
          value_parser = numbers::points_of_score)]
    pub least: f64,
    /// Limits.
    #[command(flatten)]
    pub limits: LimitOptions,
}

/// Arguments of `sweep`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster sweep morale.passes_on 2..5
  muster sweep melee.points_per_die 3,5,8 --of units

Every value plays the same games with the same luck as the rules in force.")]
pub(crate) struct SweepArgs {
    /// A key of the data, such as morale.passes_on
    #[arg(value_name = "KEY")]
    pub key: String,
    /// Its values: 2..5 (both ends), or a list such as 1,2,4
    #[arg(value_name = "VALUES", value_parser = numbers::sweep)]
    pub values: numbers::SweepValues,
    /// Boxes (or units) to compare [default: all]
    #[arg(value_name = "FORCE")]
    pub forces: Vec<String>,
    /// What meets.
    #[command(flatten)]
    pub cells: CellOptions,
    /// Games of a sampled cell
    #[arg(long, value_name = "N", default_value_t = 512, allow_negative_numbers = true, value_parser = values::some_games)]
    pub games: u64,
}

/// Arguments of `gauntlet`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster gauntlet celts                    against every shipped box
  muster gauntlet my-box.toml --games 500
  muster gauntlet celts zulus samurai-infantry    against these only")]
pub(crate) struct GauntletArgs {
    /// The box (or unit) that meets all others
    #[arg(value_name = "BOX")]
    pub force: String,
    /// Its enemies [default: all]
    #[arg(value_name = "ENEMY")]
    pub enemies: Vec<String>,
    /// What meets.
    #[command(flatten)]
    pub cells: CellOptions,
    /// How much to play.
    #[command(flatten)]
    pub sample: super::play::SampleOptions,
}
