//! The door, natively: the questions of a page, asked without one.

mod catalogue;
mod counts;
mod export;
mod faults;
mod oracle;
mod sizes;
mod support;
