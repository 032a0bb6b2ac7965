//! Luck, and nothing about games: dice, exact laws, tables, seeds.
//!
//! A game asks its luck of a [`Dice`], by single faces ([`Dice::die`]) or by whole rolls ([`Dice::resolve`]). A
//! [`Roll`] says the same thing twice: as an exact [`Law`], and die by die as the rulebook puts it. Five kinds of dice
//! run the same text of the rules:
//!
//! | dice | a whole roll | for |
//! |---|---|---|
//! | [`TableDice`] | one random word, looked up in the law | playing many games |
//! | [`KeyedDice`] | one hash of the roll's name, looked up in the law | comparing two sets of rules |
//! | [`PlainDice`] | die by die, at random | holding the laws to the rulebook |
//! | [`ScriptedDice`] | die by die, from a list | worked examples |
//! | [`ForkingDice`] | every outcome in turn, with its weight | exact answers |
//!
//! [`AnyDice`] is one of the random kinds, chosen when the program runs.
//!
//! Laws are [`Pmf`]s over the whole numbers from 0, made by adding, thinning and capping. Random dice start from a
//! [`Stream`], a hash of the user's [`Seed`], a [`CellKey`] made of names, and the number of the game: every game is its
//! own stream, so no result depends on threads or on the order of play.
//!
//! All arithmetic on laws is addition, multiplication and division, which IEEE 754 fixes to the last bit: laws and
//! draws are the same on every platform.

mod algebra;
mod any;
mod dice;
mod die;
mod forking;
mod keyed;
mod law;
mod lemire;
mod philox;
mod pmf;
mod random;
mod scripted;
mod shelf;
mod stream;

pub use any::AnyDice;
pub use dice::{Dice, Roll};
pub use die::Die;
pub use forking::{ForkingDice, Path};
pub use keyed::{KEYED_RANDOMNESS, KeyedDice, RollKind};
pub use law::Law;
pub use lemire::face_of_word;
pub use philox::philox4x32;
pub use pmf::{Pmf, PmfError};
pub use random::{PlainDice, TableDice};
pub use scripted::{ScriptError, ScriptedDice};
pub use shelf::Shelf;
pub use stream::{CellKey, RANDOMNESS, Seed, Stream};
