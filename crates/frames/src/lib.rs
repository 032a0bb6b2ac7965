//! Large runs as Parquet files: [`BattleWriter`] writes one row a battle while a run is played, [`write_table`] writes any table of results,
//! and [`summarise()`] counts the battles of many files by groups without loading a file whole.
//!
//! All sums are of integers ([`Group`]), so that a summary depends neither on the order of the files nor on how they are cut into batches.
//!
//! The crate is a member of the workspace and no default one: polars takes minutes to build. The command line reaches it by its feature
//! `polars`.

mod battles;
mod counts;
mod error;
mod key;
mod read;
mod summarise;
mod table;

pub use battles::{BattleWriter, Meeting, Origin, ROWS};
pub use counts::{Group, Histogram};
pub use error::FrameError;
pub use key::{Key, Value};
pub use read::being_read;
pub use summarise::{Summary, summarise};
pub use table::{Values, read_table, write_table};
