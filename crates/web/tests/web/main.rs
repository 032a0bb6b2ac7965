//! The door, natively: the questions of a page, asked without one.

mod build_script;
mod catalogue;
mod counts;
mod export;
mod faults;
mod oracle;
mod settable;
mod sizes;
mod support;
