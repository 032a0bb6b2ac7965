//! Fits on synthetic data of known truth and against published ones.

mod army_fit;
mod audit;
mod bradley_terry;
mod formula_fit;
mod hodge;
mod order;
mod price_fit;
mod price_list;
mod rates;
mod rounding;
mod support;
