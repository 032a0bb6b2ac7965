//! Arguments as typed. Nothing is looked up here: see [`crate::plan`].

mod bench;
mod compare;
mod forces;
mod frames;
mod numbers;
mod play;
mod points;
mod report;
mod sequential;
mod typed;
mod values;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use bench::BenchArgs;
pub(crate) use compare::{CellOptions, CompareArgs, GauntletArgs, LimitOptions, SweepArgs};
pub(crate) use forces::{BookOptions, CardArgs, MusterArgs};
#[cfg(all(test, feature = "polars"))]
pub(crate) use frames::KEYS;
pub(crate) use frames::SummariseArgs;
pub(crate) use muster_answers::shell::quoted;
pub(crate) use play::{
    BattleArgs, BattleOptions, DuelArgs, DuelOptions, EncounterOptions, LuckArgs, MatrixArgs, OddsArgs, Of,
    ReplayArgs,
};
pub(crate) use play::{MeetingOptions, MethodWord, SampleOptions};
pub(crate) use points::{
    ArmyOptions, EvenArgs, ExplainArgs, FitArgs, PointsArgs, PointsCommand, PriceOptions, RoundArgs,
};
pub(crate) use report::{CompletionsArgs, ManArgs, PlaygroundArgs, ReportArgs};
pub(crate) use sequential::{ClaimsArgs, PowerArgs, Scale, SprtArgs};
pub(crate) use typed::repeatable;
pub(crate) use values::{Anchor, PlanChoice};

/// The rule set that is played when none is named.
pub(crate) const RULES: &str = "chimera";

/// Finds out what toy-soldier units are worth, by exact calculation and by playing.
#[derive(Debug, Parser)]
#[command(
    version,
    max_term_width = 80,
    subcommand_required = true,
    arg_required_else_help = true,
    after_help = "Examples:
  muster matrix                         every box against every other
  muster battle roman-auxiliaries celts
  muster matrix my-box.toml             your own box against all of them

Exit codes: 0 answered; 1 answered, with a finding (see `audit`); 2 bad input;
3 a fault of the program, or a full disk; 130 stopped by Ctrl-C.
Muster is unofficial; the rules belong to their authors."
)]
pub(crate) struct Arguments {
    /// Options of every command.
    #[command(flatten)]
    pub everywhere: Everywhere,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Everywhere {
    /// Rule set
    #[arg(long, global = true, value_name = "SET", default_value = RULES)]
    pub rules: String,
    /// Directory whose files are laid over the data (see `init`)
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Rule edit: a file with changed keys, or a name of `list variants`
    #[arg(long, global = true, value_name = "FILE|NAME")]
    pub variant: Vec<PathBuf>,
    /// One changed value, such as morale.passes_on=4
    #[arg(long, global = true, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// File of your own units
    #[arg(long, global = true, value_name = "FILE")]
    pub units: Vec<PathBuf>,
    /// Seed of all dice [default: 1]
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = values::seed)]
    pub seed: Option<u64>,
    /// Threads [default: all cores]; they never change an answer
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, value_parser = values::threads)]
    pub threads: Option<usize>,
    /// Format of standard output; pictures come with --out
    #[arg(long, global = true, value_name = "FORMAT", default_value = "text", hide_possible_values = false)]
    pub format: Format,
    /// Directory for files: a page (.html), pictures, tables and the stored run; with --format parquet also a file, FILE.parquet
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// No progress, notes or warnings
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// The command line that gives the same answer again; filled in by [`crate::main`].
    #[arg(skip)]
    pub typed: String,
}

impl Everywhere {
    /// The seed in force: the one asked for, or 1.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }
}

/// Formats of standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, 80 columns wide.
    Text,
    /// For programs.
    Json,
    /// For spreadsheets.
    Csv,
    /// Markdown.
    Md,
    /// A page by itself: the one that --out writes.
    Html,
    /// Parquet, of matrices, prices, comparisons and summaries of recorded games, where the program was built with it.
    Parquet,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The exact distribution of one roll
    Odds(OddsArgs),
    /// One unit against one unit, exactly where possible
    Duel(DuelArgs),
    /// One box against one box, played many times
    Battle(BattleArgs),
    /// One game told in words
    Replay(ReplayArgs),
    /// How lucky was the result on your table?
    Luck(LuckArgs),
    /// Win probabilities of all pairs, as tables and pictures
    Matrix(MatrixArgs),
    /// What units should cost
    Points(PointsArgs),
    /// Figures, points or respawns that make an even fight
    Even(EvenArgs),
    /// Fair forces that boxes can field for so many points
    Muster(MusterArgs),
    /// A printed points formula held against its own text and against win rates
    Audit(AuditArgs),
    /// What a rule edit changed, with verdicts
    Compare(CompareArgs),
    /// One number of the rules through its values
    Sweep(SweepArgs),
    /// One force against all others
    Gauntlet(GauntletArgs),
    /// Is the first side better? Decided as soon as it can be
    Sprt(SprtArgs),
    /// How many games for which difference
    Power(PowerArgs),
    /// The designers' and players' remarks, each borne out or not
    Claims(ClaimsArgs),
    /// One page of stored runs, made again without playing
    Report(ReportArgs),
    /// Muster as one page for a browser, engine and all
    Playground(PlaygroundArgs),
    /// Recorded games of many files, counted by groups
    Summarise(SummariseArgs),
    /// How fast this machine plays, each job beside the same work done plainly
    Bench(BenchArgs),
    /// Write the data out for editing
    Init(InitArgs),
    /// Read all data and files and say what is wrong with them
    Check(CheckArgs),
    /// Names of boxes, units, conditions, rulings, weapons, ...
    List(ListArgs),
    /// All about one box, unit, weapon, ruling or value
    Show(ShowArgs),
    /// What a shell needs to complete commands and options
    Completions(CompletionsArgs),
    /// The manual page, for `man`
    Man(ManArgs),
}

/// Arguments of `audit`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster audit --formula blood-and-steel
  muster audit --formula blood-and-steel --rules blood-and-steel --no-play
  muster audit --formula blood-and-steel --rules blood-and-steel militia knights
  muster audit --formula ghost-legions
  muster audit --formula blood-and-steel --mapping my-mapping.toml

Two checks: do the printed prices follow from the formula of their own text, and
do units win as often as their prices say? Units of the formula's own rules are
priced as their data describe them and their duels are played; those of other
rules are read in the formula's words by a mapping and their duels solved.
Ends with 1 when something contradicts the formula or a unit is mispriced
beyond chance, with 0 when nothing is.")]
pub(crate) struct AuditArgs {
    /// Printed formula: the folder of its data [default: that of the rule set's own text]
    #[arg(long, value_name = "NAME")]
    pub formula: Option<String>,
    /// What troops and weapons are in the formula's words [default: that of the rule set]
    #[arg(long, value_name = "FILE")]
    pub mapping: Option<PathBuf>,
    /// Hold the printed prices against the formula and play nothing
    #[arg(long)]
    pub no_play: bool,
    /// Games of a pair of units of the formula's own rules
    #[arg(long, value_name = "N", default_value_t = 1000, allow_negative_numbers = true, value_parser = values::some_games)]
    pub duel_games: u64,
    /// Units that are held against win rates.
    #[command(flatten)]
    pub prices: PriceOptions,
}

/// Arguments of `init`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster init my-rules              writes my-rules/chimera/*.toml
  muster --data my-rules matrix     plays with your edited copy
  muster init my-rules --diff       what your copy changes, key by key")]
pub(crate) struct InitArgs {
    /// Directory that takes the data
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Write nothing; show what the directory changes
    #[arg(long)]
    pub diff: bool,
}

/// Arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster check my-box.toml my-units.toml
  muster check --data my-rules")]
pub(crate) struct CheckArgs {
    /// Files of boxes, units or variants
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Arguments of `list`.
#[derive(Args, Debug)]
#[command(after_help = "Example:
  muster list boxes")]
pub(crate) struct ListArgs {
    /// What to list; without it, how many of each there are
    #[arg(value_enum)]
    pub what: Option<Listed>,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listed {
    /// Boxes.
    Boxes,
    /// Units of the catalogue.
    Units,
    /// Conditions and mixes of them.
    Conditions,
    /// Decided ambiguities.
    Rulings,
    /// Weapons.
    Weapons,
    /// Troop types.
    Troops,
    /// Doctrines, what they do and when.
    Doctrines,
    /// Rule edits that come with the data.
    Variants,
    /// Rule sets.
    Rules,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster show celts
  muster show morale.passes_on")]
pub(crate) struct ShowArgs {
    /// An id of `muster list`, or a dotted key
    #[arg(value_name = "ID")]
    pub id: String,
}
