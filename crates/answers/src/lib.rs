//! What every door says alike, the command line and the page: who won and how surely ([`words`]), how a told game ended ([`story`]), what
//! was met on ([`ground`]), how the answer was come by ([`method`]), why no number of figures is even ([`even`]), prices from
//! exchange rates ([`prices`]), words of a command line ([`shell`]). It prints nothing and lays nothing out.

pub mod even;
pub mod ground;
pub mod method;
pub mod prices;
pub mod shell;
pub mod story;
pub mod words;
