//! Arguments of the commands about how many games are enough.

use clap::{Args, ValueEnum};

use super::play::EncounterOptions;
use super::{numbers, values};

/// What the hypotheses of `sprt` are given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scale {
    /// Percent of score: 50 is even
    Score,
    /// Elo: 0 is even
    Elo,
    /// Normalised Elo: distance from even in standard deviations of a game
    NormalizedElo,
}

/// Arguments of `sprt`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster sprt celts zulus --h0 50 --h1 52          plays until it is decided
  muster sprt --wins 5100 --draws 900 --losses 4800
  muster sprt --pairs 220,980,2100,1010,240
  muster sprt --scale elo --h0 0 --h1 2 --wins 57433 --draws 106593 --losses 57030

Live games come in pairs with exchanged seats; in the second game each side has
the luck that the other had. The test looks at pairs, after every 512 of them.")]
pub(crate) struct SprtArgs {
    /// A box or a unit, to be played
    #[arg(value_name = "A", requires = "b")]
    pub a: Option<String>,
    /// Its enemy
    #[arg(value_name = "B")]
    pub b: Option<String>,
    /// Games won, where counts are given
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::counted, conflicts_with = "a")]
    pub wins: Option<u64>,
    /// Games drawn
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::counted, conflicts_with = "a")]
    pub draws: Option<u64>,
    /// Games lost
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::counted, conflicts_with = "a")]
    pub losses: Option<u64>,
    /// Pairs of games by their sum: 0, 1/2, 1, 1 1/2 and 2 points
    #[arg(long, value_name = "N,N,N,N,N", value_parser = numbers::pairs, conflicts_with_all = ["a", "wins", "draws", "losses"])]
    pub pairs: Option<numbers::Pairs>,
    /// Scale of --h0 and --h1
    #[arg(long, value_enum, default_value = "score")]
    pub scale: Scale,
    /// The null hypothesis [default: even]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = numbers::finite)]
    pub h0: Option<f64>,
    /// The alternative [default: 52 % of score, 5 Elo]
    #[arg(long, value_name = "X", allow_negative_numbers = true, value_parser = numbers::finite)]
    pub h1: Option<f64>,
    /// Chance of taking h1 when h0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true, value_parser = numbers::rate)]
    pub alpha: f64,
    /// Chance of taking h0 when h1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true, value_parser = numbers::rate)]
    pub beta: f64,
    /// The most games to play
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = values::some_games)]
    pub most_games: u64,
    /// Options of live games.
    #[command(flatten)]
    pub options: EncounterOptions,
}

/// Arguments of `power`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster power                      a table of usual differences
  muster power --change 2           games that find a change of 2 points
  muster power --games 5000         the change that 5000 games find
  muster power --change 2 --cells 1035 --pairing 12")]
pub(crate) struct PowerArgs {
    /// Change of score to be found, in percentage points
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = numbers::points_of_score)]
    pub change: Option<f64>,
    /// Games under either rules
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::some_games, conflicts_with = "change")]
    pub games: Option<u64>,
    /// Score about which is asked, in percent
    #[arg(long, value_name = "PERCENT", default_value = "50", allow_negative_numbers = true, value_parser = numbers::percent)]
    pub score: f64,
    /// Share of games drawn, in percent
    #[arg(long, value_name = "PERCENT", default_value = "0", allow_negative_numbers = true, value_parser = numbers::percent)]
    pub draws: f64,
    /// How many times pairing cuts the variance (`compare` prints it); 1 for independent games
    #[arg(long, value_name = "X", default_value_t = 1.0, allow_negative_numbers = true, value_parser = numbers::factor)]
    pub pairing: f64,
    /// Cells that are tested at once
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = values::some_games)]
    pub cells: u64,
    /// Chance of a false alarm over all cells
    #[arg(long, value_name = "P", default_value_t = 0.05, allow_negative_numbers = true, value_parser = numbers::rate)]
    pub alpha: f64,
    /// Chance of finding a change that is there
    #[arg(long, value_name = "P", default_value_t = 0.9, allow_negative_numbers = true, value_parser = numbers::power)]
    pub power: f64,
}

/// Arguments of `claims`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster claims
  muster claims --set morale.passes_on=4     do the remarks still hold?

The remarks are in claims.toml of the data, each with its measure and range.
Ends with 0 whatever comes of them.")]
pub(crate) struct ClaimsArgs {
    /// Ids of claims [default: all]
    #[arg(value_name = "CLAIM")]
    pub named: Vec<String>,
    /// The most games for a claim
    #[arg(long, value_name = "N", default_value_t = 32_768, allow_negative_numbers = true, value_parser = values::some_games)]
    pub most_games: u64,
}
