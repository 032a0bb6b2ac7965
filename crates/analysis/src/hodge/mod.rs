//! What one number a unit can say of all pairs, and what it cannot: the Hodge decomposition of pairwise comparisons.
//!
//! Jiang, Lim, Yao and Ye 2011: any set of pairwise comparisons is the sum of a part that differences of single numbers
//! explain (the transitive, or gradient, part) and a cyclic rest, which no price and no rating can take away. The strongest
//! cycle of the rest says how far from even some pair stays whatever the prices are.

mod cycle;
mod decompose;
mod share;
mod test;

pub use cycle::{Cycle, least_worst_lead, strongest_cycle};
pub use decompose::{Comparison, Decomposition, HodgeError, decompose, logit_of_counts};
pub use share::{CyclicShare, cyclic_share};
pub use test::{OneNumberTest, games_to_tell, one_number_test};
