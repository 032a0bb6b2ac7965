//! What a price list has to say.

mod alike;
mod answer;
mod army_page;
mod counted;
mod explained;
mod limits;
pub(crate) mod page;
mod rounded;

pub(crate) use answer::answer;
pub(crate) use army_page::{correlations, effort as army_effort, too_few};
pub(crate) use counted::{CountedPrices, counted};
pub(crate) use explained::explained;
pub(crate) use rounded::{Boxed, Forces, rounded};
