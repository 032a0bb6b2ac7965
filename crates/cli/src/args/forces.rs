//! Arguments of the commands that put forces together at given points.

use std::path::PathBuf;

use clap::Args;

use super::{PriceOptions, values};

/// Where prices come from and how they are rounded.
#[derive(Args, Clone, Debug)]
pub(crate) struct BookOptions {
    /// Units and scale of the price list.
    #[command(flatten)]
    pub prices: PriceOptions,
    /// Take the prices of this points.csv instead of solving duels
    #[arg(long = "prices", visible_alias = "points-file", value_name = "FILE",
          conflicts_with_all = ["named", "anchor"])]
    pub points_file: Option<PathBuf>,
    /// Round to multiples of this
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = values::amount)]
    pub step: u32,
    /// Keep the scale as it is; without this it is searched within 15 %
    #[arg(long)]
    pub keep_scale: bool,
}

/// Arguments of `muster`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster muster --points 200 --box zulus
  muster muster --points 150                    one force of every box
  muster muster --points 200 --box my-box.toml --prices points.csv

A force costs at most the points asked for, and little less. Units whose figures
are alike may be fielded with fewer of them; all others come whole.")]
pub(crate) struct MusterArgs {
    /// Points of a force
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::amount)]
    pub points: u32,
    /// A box of `list boxes`, or the path of a box file [default: every box]
    #[arg(long = "box", value_name = "BOX")]
    pub boxes: Vec<String>,
    /// Forces of each box [default: 5 of a named box, 1 of each where none is named]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::amount)]
    pub forces: Option<u32>,
    /// Fewest figures that a unit is fielded with
    #[arg(long, value_name = "N", default_value_t = 5, allow_negative_numbers = true, value_parser = values::amount)]
    pub least: u32,
    /// Prices.
    #[command(flatten)]
    pub book: BookOptions,
}

/// Arguments of `points card`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  muster points card --format md > prices.md
  muster points card --date 2026-11-30 --out card

The date is what --date says, or the day of SOURCE_DATE_EPOCH; else the card has
none: the same data and options always give the same bytes.")]
pub(crate) struct CardArgs {
    /// Prices.
    #[command(flatten)]
    pub book: BookOptions,
    /// Date that stands on the card
    #[arg(long, value_name = "TEXT")]
    pub date: Option<String>,
}
