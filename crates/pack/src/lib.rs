//! Data in: TOML to typed values that remember where they came from.
//!
//! [`load`] merges the layers of a rule set's data to one tree of [`Node`]s, each with its file, line and provenance:
//! the compiled-in files of `datasets/<set>/`, a directory laid over them, units and boxes of the user, variants, and
//! single changes of the command line. A [`Reader`] then reads one table of the tree, typed and with ranges, and
//! gathers all complaints in a [`Sink`] instead of stopping at the first. This room knows TOML, files, lines and
//! provenance; it knows no game.
//!
//! ```
//! use muster_pack::{Reader, Sink, Sources, load_over};
//!
//! let files = [("rules.toml", "[morale]\nsource = \"MORALE\"\nstatus = \"printed\"\npasses_on = 3\n")];
//! let sources = Sources { sets: vec!["morale.passes_on=4".to_owned()], ..Sources::of_set("demo") };
//! let (pack, warnings) = load_over(&files, &sources)?;
//! assert!(warnings.is_empty());
//! assert_eq!(pack.changed[0].before.as_deref(), Some("3"));
//!
//! let sink = Sink::new();
//! let morale = Reader::root(&pack, &sink).table("morale");
//! assert_eq!(morale.and_then(|morale| morale.whole("passes_on", 1..=7)), Some(4));
//! # Ok::<(), muster_pack::Diagnostics>(())
//! ```

mod builtin;
mod data_dir;
mod diagnostic;
mod files;
pub mod formula;
mod hash;
mod ids;
mod load;
mod mount;
mod nearest;
mod new_directories;
mod node;
mod overlay;
mod parse;
mod place;
mod provenance;
mod ranges;
mod reader;
mod replaced;
mod scalars;
mod syntax;
mod user_files;
mod variant;
mod write;

pub use builtin::{builtin_file, builtin_files, builtin_variants, folders_with, sets};
pub use diagnostic::{Diagnostic, Diagnostics, Severity, Sink};
pub use files::read_text;
pub use load::{Pack, Sources, load, load_over, read_document};
pub use mount::{Origin, PackFile};
pub use nearest::nearest;
pub use new_directories::NewDirectories;
pub use node::{Node, Table, Value, visit_values};
pub use place::{Place, Provenance, Status};
pub use provenance::check_provenance;
pub use ranges::{Allowed, Ranges, note_range, noting_ranges};
pub use reader::{NameOrTable, Reader};
pub use variant::Change;
pub use write::{WriteOutError, diff, diff_over, differences, write_atomically, write_out};
