//! Who is told how a run goes, and who may stop it.

/// Listens to a run. Called from any thread.
pub trait Observer: Sync {
    /// Some games more were played.
    fn played(&self, games: u64);
    /// A cell has its answer.
    fn settled(&self, cell: usize);
    /// True when the run should stop at the next chance.
    fn stopped(&self) -> bool;
}

/// Hears nothing and never stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn played(&self, _games: u64) {}
    fn settled(&self, _cell: usize) {}
    fn stopped(&self) -> bool {
        false
    }
}
