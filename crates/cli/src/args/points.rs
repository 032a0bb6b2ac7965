//! Arguments of the commands about prices.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{MethodWord, Of, values};

/// Arguments of `points`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster points fit                      all units of the data
  muster points explain heavy-foot
  muster points card --out card          a page to print")]
pub(crate) struct PointsArgs {
    /// What about points
    #[command(subcommand)]
    pub command: PointsCommand,
}

/// The commands below `points`.
#[derive(Debug, Subcommand)]
pub(crate) enum PointsCommand {
    /// What each unit should cost, with errors, and what no price can fix
    Fit(FitArgs),
    /// The same in whole numbers, and what rounding does
    Round(RoundArgs),
    /// One page to print: a price list and a card for each unit
    Card(super::CardArgs),
    /// What makes a unit cost what it costs
    Explain(ExplainArgs),
}

/// Which units are priced, and on what scale.
#[derive(Args, Clone, Debug)]
pub(crate) struct PriceOptions {
    /// Units, at least two [default: all of `list units`]
    #[arg(value_name = "UNIT")]
    pub named: Vec<String>,
    /// The unit whose price is given [default: the first whose figures are alike], and that price [default: by the formula of the rules' own text, else 5; an audit takes 5]
    #[arg(long, value_name = "UNIT[=POINTS]", default_value = "", value_parser = values::anchor,
          hide_default_value = true)]
    pub anchor: values::Anchor,
    /// Most figures that a unit is played with
    #[arg(long, value_name = "N", default_value_t = 60, allow_negative_numbers = true, value_parser = values::amount)]
    pub most: u32,
}

/// How duels are answered that prices are made of.
#[derive(Args, Clone, Debug)]
pub(crate) struct DuelPriceOptions {
    /// How duels are answered: auto solves what is quickly solved and plays the rest, exact leaves out what is too large
    #[arg(long, value_enum, default_value = "auto")]
    pub method: MethodWord,
    /// Games of a pair of units whose duels are played [default: 1000; where more than 300 pairs are played, 200]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::some_games)]
    pub duel_games: Option<u64>,
}

/// The battles that prices of armies are fitted to.
#[derive(Args, Clone, Debug)]
pub(crate) struct ArmyOptions {
    /// What prices are of: armies of several units (duel prices stand beside them), or duels alone
    #[arg(long, value_enum, default_value = "boxes")]
    pub of: Of,
    /// Table, terrain and victory of the battles: an id of `list conditions`
    #[arg(long, value_name = "ID", default_value = "mix")]
    pub conditions: String,
    /// Battles in all, those that judge the prices among them [default: 600000; to round them, and where battles take long, 120000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::some_games)]
    pub games: Option<u64>,
    /// Duels.
    #[command(flatten)]
    pub duels: DuelPriceOptions,
}

/// Arguments of `points fit`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster points fit
  muster points fit --anchor light-foot=10
  muster points fit --of units
  muster points fit --results our-games.csv

Points are added up over an army, so the prices are fitted to battles: random
armies of the units, near even by the prices found so far. Beside them stand the
prices of duels at even sizes, solved exactly pair by pair; --of units gives
those alone.
--results fits prices to counted games instead; its columns are unit, foe,
unit_figures, foe_figures, wins, draws, losses.")]
pub(crate) struct FitArgs {
    /// Units and scale.
    #[command(flatten)]
    pub prices: PriceOptions,
    /// Battles.
    #[command(flatten)]
    pub army: ArmyOptions,
    /// Fit to the games of this CSV file instead of to solved duels
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["named", "most", "of", "conditions", "games", "method", "duel_games"])]
    pub results: Option<PathBuf>,
}

/// Arguments of `points round`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster points round
  muster points round --step 5 --anchor light-foot=20
  muster points round --prices muster-out/points/points.csv --step 5
  muster points round --force heavy-foot=12 --force elephants=1
  muster points round --box zulus

Without --prices the prices are worked out first, by fewer battles than
`points fit` plays.")]
pub(crate) struct RoundArgs {
    /// Units and scale.
    #[command(flatten)]
    pub prices: PriceOptions,
    /// Battles.
    #[command(flatten)]
    pub army: ArmyOptions,
    /// Take the prices of this points.csv instead of working them out
    #[arg(long = "prices", visible_alias = "points-file", value_name = "FILE",
          conflicts_with_all = ["named", "anchor", "of", "conditions", "games", "method", "duel_games"])]
    pub points_file: Option<PathBuf>,
    /// Round to multiples of this
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = values::amount)]
    pub step: u32,
    /// Keep the scale as it is; without this it is searched within 15 %
    #[arg(long)]
    pub keep_scale: bool,
    /// A box to add up whole: an id of `list boxes`, or the path of a box file
    #[arg(long = "box", value_name = "BOX")]
    pub boxed: Option<String>,
    /// A force to add up: figures of a unit, or numbers of units that come whole
    #[arg(long, value_name = "UNIT=N", value_parser = values::part)]
    pub force: Vec<(String, u32)>,
}

/// Arguments of `points explain`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster points explain archers
  muster points explain elephants --against light-foot --against heavy-foot

One field of the unit is made one step better at a time: a save, a melee point,
a point of fire, the next range of the data, a step of movement, a figure.
All units are priced for it where their duels are quickly solved; else those few
that the unit fights most evenly, and the anchor.")]
pub(crate) struct ExplainArgs {
    /// The unit
    #[arg(value_name = "UNIT")]
    pub unit: String,
    /// Units that it is measured against; give it twice or more [default: all of `list units`, or a few where duels are slow to solve]
    #[arg(long, value_name = "UNIT")]
    pub against: Vec<String>,
    /// The unit whose price is given [default: the first whose figures are alike], and that price [default: by the formula of the rules' own text, else 5; an audit takes 5]
    #[arg(long, value_name = "UNIT[=POINTS]", default_value = "", value_parser = values::anchor,
          hide_default_value = true)]
    pub anchor: values::Anchor,
    /// Most figures that a unit is played with
    #[arg(long, value_name = "N", default_value_t = 60, allow_negative_numbers = true, value_parser = values::amount)]
    pub most: u32,
    /// Duels.
    #[command(flatten)]
    pub duels: DuelPriceOptions,
}

impl ExplainArgs {
    /// Units and scale of the prices that explain one; all units where no enemy is named.
    pub(crate) fn prices(&self) -> PriceOptions {
        let mut named = self.against.clone();
        if !named.is_empty() && !named.contains(&self.unit) {
            named.push(self.unit.clone());
        }
        PriceOptions { named, anchor: self.anchor.clone(), most: self.most }
    }
}

/// Arguments of `even`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster even light-foot elephants
  muster even zulus british-zulu-war --games 4096

Two units: figures, points and respawns that even a duel, solved exactly where
it can be. Two boxes: figures that the stronger leaves in the box, the points
that they are worth, and respawns of the weaker one, all played. Each says what
is left over.")]
pub(crate) struct EvenArgs {
    /// A unit or a box
    #[arg(value_name = "A")]
    pub a: String,
    /// Its enemy, of the same kind
    #[arg(value_name = "B")]
    pub b: String,
    /// Games of each battle or duel with respawns; an odd number is raised by one, so that each seating counts alike
    #[arg(long, value_name = "N", default_value_t = 4096, allow_negative_numbers = true, value_parser = values::some_games)]
    pub games: u64,
    /// Most figures that a unit is played with
    #[arg(long, value_name = "N", default_value_t = 60, allow_negative_numbers = true, value_parser = values::amount)]
    pub most: u32,
    /// Options of the game.
    #[command(flatten)]
    pub options: super::EncounterOptions,
}
