//! Data that hold no prices, and what to say of them.

/// Why no prices were fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PriceRefusal {
    /// This row names a unit that is not there, one unit twice, or numbers that cannot be.
    BadRow(usize),
    /// Several units and no games.
    NoGames,
    /// Every unit won all or lost all of its games.
    AllSeparated,
    /// No game of any pair had a winner.
    NeverHurt,
    /// More figures win less.
    MoreWinLess,
    /// Sizes were not varied, or made no difference that could be told from chance.
    SteepnessNotIdentified,
    /// The search for the maximum did not arrive.
    NotFitted,
}

impl std::fmt::Display for PriceRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PriceRefusal::BadRow(at) => write!(f, "row {at} cannot be: check its units, figures and counts"),
            PriceRefusal::NoGames => f.write_str("no games, no prices: play the units against each other first"),
            PriceRefusal::AllSeparated => f.write_str(
                "every unit won or lost all of its games: play them at sizes at which either side may win",
            ),
            PriceRefusal::NeverHurt => {
                f.write_str("these never hurt each other: no game had a winner, so no size is even and there are no prices")
            }
            PriceRefusal::MoreWinLess => f.write_str(
                "more figures win less in these games, beyond chance, so a figure more would have to cost less than nothing",
            ),
            PriceRefusal::SteepnessNotIdentified => f.write_str(
                "steepness not identified: the sizes were not varied enough, or the games are too few, so how much a figure \
                 more is worth cannot be told from chance",
            ),
            PriceRefusal::NotFitted => f.write_str("no prices could be fitted to these games"),
        }
    }
}

impl std::error::Error for PriceRefusal {}
