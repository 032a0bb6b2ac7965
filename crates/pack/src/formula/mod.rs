//! A printed points formula kept as data, and what a text prices by it.
//!
//! [`load`] reads `points.toml` of a data folder into a [`Formula`]: terms that are added, factors that multiply the sum
//! in order, and the items that the text prices. [`Formula::price`] works an item out in exact fractions and keeps the
//! [`Working`] term by term; [`Formula::audit`] holds every printed price against it. Nothing is played, and no rule set
//! is known by name.
//!
//! ```
//! use muster_pack::formula::{load, names};
//! use muster_pack::Sources;
//!
//! assert_eq!(names(), ["blood-and-steel", "ghost-legions"]);
//! let (formula, _, _) = load(&Sources::of_set("blood-and-steel"))?;
//! let ogre = formula.item("ogre").and_then(|ogre| formula.price(ogre));
//! assert_eq!(ogre.map(|working| working.total.to_string()).as_deref(), Some("180"));
//! # Ok::<(), muster_pack::Diagnostics>(())
//! ```

mod audit;
mod exact;
mod mapping;
mod model;
mod price;
mod read;

pub use audit::{Audited, Contradiction};
pub use exact::Exact;
pub use mapping::{Entry, MappedGroup, MappedUnit, Mapping, Meaning};
pub use model::{Die, Exemption, Factor, Formula, Item, Kind, Part, Scheme, Worth};
pub use price::{AddedPrice, Addend, Multiplier, Working};
pub use read::{load, names, read_from};
