//! What the numbers mean. Reads records and counts only; never reaches the rules.

pub mod army_fit;
pub mod audit;
pub mod bradley_terry;
pub mod compare;
mod components;
pub mod formula_fit;
pub mod hodge;
mod logistic;
mod matrix;
pub mod price_fit;
pub mod price_list;
pub mod rounding;
mod summary;

pub use components::components;
pub use matrix::{Cell, PayoffMatrix};
pub use summary::{BoxLine, Standout, Summary, summarise};
