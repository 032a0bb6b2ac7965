//! Blood & Steel: see `README.md` of this folder for the map from the text's sections to these files.

pub mod aftermath;
pub mod battle;
pub mod battle_matchup;
pub mod book;
pub mod catalogue;
pub mod confidence;
mod contradictions;
pub mod duel;
pub mod duel_matchup;
pub mod facts;
mod fingerprint;
pub mod formation;
pub mod game;
pub mod melee;
pub mod missile;
pub mod numbers;
mod numbers_read;
pub mod odds;
pub mod panic;
pub mod plan;
pub mod price;
pub mod rules;
pub mod rulings;
mod steps;
pub mod story;
pub mod throw;
pub mod unit;
mod unit_read;

pub use game::{BloodAndSteel, BloodAndSteelGame};

/// What people call it.
const NAME: &str = "Blood & Steel";
