//! What the rulebooks say: data packs, the battle table, and one folder of mechanics a rule set.

pub mod pack;
pub mod table;
