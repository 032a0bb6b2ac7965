//! Firefight: see `README.md` of this folder for the map from the text's sections to these files.

pub mod arms;
pub mod attack;
pub mod battle;
pub mod battle_matchup;
pub mod doctrine;
mod dominance;
pub mod duel;
pub mod duel_matchup;
pub mod even;
pub mod facts;
mod fingerprint;
pub mod formation;
pub mod game;
pub mod needed;
pub mod numbers;
pub mod odds;
pub mod plan;
pub mod rules;
pub mod rulings;
pub mod steps;
pub mod story;
pub mod unit;
pub mod volley;

pub use game::{Firefight, FirefightGame};

/// What people call the rules.
const NAME: &str = "Firefight";
