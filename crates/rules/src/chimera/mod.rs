//! Featherstone's Chimera: see `README.md` of this folder for the map from the text's sections to these files.

mod battle;
mod battle_matchup;
mod catalogue;
mod compile;
mod duel;
mod duel_matchup;
mod facts;
mod game;
mod melee;
mod morale;
mod numbers;
mod odds;
mod plan;
mod rulings;
mod saves;
mod shooting;
mod story;
mod strike;
mod unit;

pub use game::{Chimera, ChimeraGame};
