//! Featherstone's Chimera: see `README.md` of this folder for the map from the text's sections to these files.

pub mod battle;
pub mod battle_matchup;
pub mod catalogue;
pub mod compile;
mod dominance;
pub mod duel;
pub mod duel_matchup;
pub mod facts;
mod fingerprint;
pub mod game;
pub mod melee;
pub mod morale;
pub mod numbers;
pub mod odds;
pub mod plan;
pub mod rulings;
pub mod saves;
pub mod shooting;
mod steps;
pub mod story;
pub mod strike;
pub mod unit;
pub mod weapon;

pub use game::{Chimera, ChimeraGame};
