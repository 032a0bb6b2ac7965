//! Battles of two forces on the table: what all rule sets share.
//!
//! A rule set supplies its compiled unit ([`BattleUnit`]), what changes of it during a battle ([`OnTable`]) and the rules
//! ([`BattleRules`]), whose `play_turn` is the turn as its text has it. For that it gets the forces and the field, deployed
//! and laid out anew for every game; the loop over turns and the end of a battle; sight, cover, the nearest and the most
//! promising enemy; moves over the ground; and a [`BattleMatchup`] that plays, tells and mirrors, on one condition or a mix.
//!
//! The mechanics of a rule set are methods of its own on [`Battle`] of its rules.

mod field;
mod force;
mod matchup;
mod moving;
mod near;
mod step;
mod supplied;
mod targets;

pub use field::{Field, members};
pub use force::{Force, MOST_UNITS};
pub use matchup::{BattleMatchup, Contender, Ground};
pub(crate) use matchup::{all_open, blank_going, units_on};
pub(crate) use moving::tell_move;
pub use step::Battle;
pub use supplied::{BattleRules, BattleUnit, FieldOf, ForceOf, OnTable, Reserves};
pub(crate) use targets::{Choice, better};
