//! The door of a page: JSON text in, JSON text out, over the same crates as the command line. It has no logic of games of its own,
//! uses no threads, opens no files, looks at no clock and asks the system for no luck.
//!
//! What can be asked, and what comes back, is in [`protocol`]; the same by example is in the crate's README.

pub mod protocol;
