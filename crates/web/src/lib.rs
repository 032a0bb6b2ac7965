//! The door of a page: JSON text in, JSON text out, over the same crates as the command line. It has no logic of games of its own,
//! uses no threads, opens no files, looks at no clock and asks the system for no luck.
//!
//! What can be asked, and what comes back, is in [`protocol`]; the same by example is in the crate's README.
//!
//! ```
//! let mut engine = muster_web::Engine::default();
//! let question = r#"{"ask": "answer", "data": {"rules": "chimera"}, "meet": {"duel": {"a": "light-foot", "b": "light-foot"}}}"#;
//! let answer: serde_json::Value = serde_json::from_str(&engine.ask(question))?;
//! assert_eq!(answer["ok"]["method"], "exact");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod answer;
mod catalogue;
mod data;
pub mod door;
mod engine;
mod files;
mod numbers;
mod price;
mod price_played;
pub mod protocol;
mod settable;
mod sizes;
mod table;
mod told;
mod toml;
mod trouble;
mod units;

pub use engine::Engine;
