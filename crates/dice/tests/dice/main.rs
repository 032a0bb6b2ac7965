//! What the dice promise: exact laws, fair faces, repeatable streams.

mod brute;
mod chance;
mod exact_dice;
mod extremes;
mod faces;
mod keyed;
mod pools;
mod shelf;
mod streams;
mod sums;
mod tables;
mod value_stability;
