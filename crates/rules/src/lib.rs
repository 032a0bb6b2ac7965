//! What the rulebooks say: the battle table, and one folder of mechanics a rule set. Data comes from [`pack`].
//!
//! A rule set is found in [`registry`]; [`ruleset`] has the doors that the rest of the program uses. Mechanics are
//! written once, generic over [`muster_dice::Dice`].

pub mod battle;
pub mod blood_and_steel;
pub mod chimera;
mod chooser;
pub mod contents;
pub mod firefight;
pub mod grammar;
mod kept;
pub mod keyed;
pub mod log;
mod mirrored;
mod odds;
pub mod orders;
pub mod play;
pub mod process;
pub mod recorded;
pub mod registry;
pub mod rolls;
pub mod ruleset;
pub mod seated;
pub mod solve;
pub mod table;
pub mod terms;
pub mod walk;

pub use muster_pack as pack;
pub use muster_pack::formula;

pub use keyed::{Fingerprint, KeyedGame, Luck};
pub use mirrored::Mirrored;
pub use recorded::PlayedGame;
pub use registry::{RULE_SETS, rule_set};
pub use ruleset::{
    BOX_UNIT, BattleSpec, BoxFacts, ConditionsFacts, DiceKind, DuelSpec, FormulaFacts, Game, Matchup,
    OddsAnswer, OddsQuery, OddsShape, Refusal, Respawns, Roster, RuleSet, SourceFacts, Story, UnitFacts,
    UnitStep, Unsolvable,
};
