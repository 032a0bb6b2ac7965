//! Playing many battles: what to play ([`schedule`]), how long ([`stop`]), by which method ([`resolve()`]), and who is
//! told on the way ([`observe`]). Knows no rule set by name.
//!
//! An answer depends on the seed alone: a cell's games are numbered, a game's dice hang on its number, and a stop rule
//! looks only at whole rounds of games, so neither threads nor batches can move a count.

pub mod armies;
pub mod collect;
pub mod even;
pub mod exchange;
pub mod method;
pub mod observe;
pub mod paired;
pub mod record;
pub mod resolve;
pub mod schedule;
pub mod stop;

pub use armies::{ArmyPair, BySeating, Campaign, Lead, Levy, fight};
pub use collect::{cell_result, equilibrium};
pub use even::{EvenPoint, EvenQuery, EvenSize, even_size, even_size_played};
pub use exchange::{Exchange, Limits, Rate, exchange_rates, rates_against, standing_size};
pub use method::{EXACT_BUDGET, MethodChoice, choose, choose_within};
pub use observe::{Observer, Silent};
pub use paired::{
    Before, ExactSeats, KeptCell, PairedCell, PairedOptions, PairedRun, keep_cells, play_paired,
};
pub use record::{Recorder, resolve_recorded};
pub use resolve::{Answer, Batches, Resolved, resolve};
pub use schedule::{PlanPairs, RoundRobin, Schedule};
pub use stop::StopRule;
