//! Ctrl-C: asks the run to stop, and ends the program within a second if the run is busy with something that cannot be
//! cut short, such as one exact solution.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use muster_report::number;

use crate::exit::Failure;
use crate::say::tell;

/// How long a run may take to stop by itself.
const GRACE: Duration = Duration::from_millis(600);

/// What the run and the Ctrl-C handler tell each other.
pub(crate) struct Watch {
    stop: AtomicBool,
    writing: AtomicBool,
    said: AtomicBool,
    cells: AtomicU64,
    settled: AtomicU64,
    games: AtomicU64,
    /// Games that an answer which was cut short rests on.
    kept: AtomicU64,
    /// A file that is being written and must not outlive the run unfinished.
    unfinished: Mutex<Option<PathBuf>>,
}

/// There is one Ctrl-C a process.
pub(crate) static WATCH: Watch = Watch {
    stop: AtomicBool::new(false),
    writing: AtomicBool::new(false),
    said: AtomicBool::new(false),
    cells: AtomicU64::new(0),
    settled: AtomicU64::new(0),
    games: AtomicU64::new(0),
    kept: AtomicU64::new(u64::MAX),
    unfinished: Mutex::new(None),
};

impl Watch {
    /// A run of so many cells begins; those of a run before it no longer count.
    pub(crate) fn begin(&self, cells: u64) {
        self.settled.store(0, Ordering::Relaxed);
        self.cells.store(cells, Ordering::Relaxed);
    }

    /// Some games more were played.
    pub(crate) fn played(&self, games: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
    }

    /// One cell more has its answer.
    pub(crate) fn settled(&self) {
        self.settled.fetch_add(1, Ordering::Relaxed);
    }

    /// Games played so far.
    pub(crate) fn games(&self) -> u64 {
        self.games.load(Ordering::Relaxed)
    }

    /// True when the user wants to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// From here on the answer is being written: it is finished rather than torn.
    pub(crate) fn begin_writing(&self) -> Result<(), Failure> {
        self.writing.store(true, Ordering::SeqCst);
        if self.stopped() { Err(self.interrupted()) } else { Ok(()) }
    }

    /// What was found so far is shown, and rests on so many games: a round that was cut short counts for nothing.
    pub(crate) fn keep(&self, games: u64) {
        self.kept.store(games, Ordering::Relaxed);
    }

    /// A file is being written beside its place: it is removed when the program ends before [`Watch::unguard`].
    #[cfg(feature = "polars")]
    pub(crate) fn guard(&self, unfinished: &std::path::Path) {
        self.hold(Some(unfinished.to_owned()));
    }

    /// The file has its name now.
    #[cfg(feature = "polars")]
    pub(crate) fn unguard(&self) {
        self.hold(None);
    }

    #[cfg(feature = "polars")]
    fn hold(&self, unfinished: Option<PathBuf>) {
        *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = unfinished;
    }

    /// Removes what was being written, for a program that ends at once.
    pub(crate) fn tidy(&self) {
        let held = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(unfinished) = held {
            // Nothing is left to be done when that fails.
            let _ = std::fs::remove_file(unfinished);
        }
    }

    /// Says once what was done so far.
    pub(crate) fn interrupted(&self) -> Failure {
        if !self.said.swap(true, Ordering::SeqCst) {
            let (settled, cells) = (self.settled.load(Ordering::Relaxed), self.cells.load(Ordering::Relaxed));
            let games = number::counted(self.games(), "game was", "games were");
            let kept = self.kept.load(Ordering::Relaxed);
            let done = match cells {
                _ if kept < u64::MAX => kept_in_words(kept, self.games().saturating_sub(kept)),
                0 => "nothing had been played yet".to_owned(),
                _ if settled == 0 && self.games() == 0 => "no cell had its answer yet".to_owned(),
                1 => format!("{games} played"),
                _ if self.games() == 0 => format!("{settled} of {cells} cells were settled"),
                _ => format!("{settled} of {cells} cells were settled, {games} played"),
            };
            tell(&format!("Stopped: {done}; no file was written."));
        }
        Failure::Interrupted
    }
}

/// The games of an answer that was cut short, and those of its last round.
fn kept_in_words(kept: u64, cut: u64) -> String {
    let kept = number::counted(kept, "game counts", "games count");
    match cut {
        0 => kept,
        cut => format!(
            "{kept}, {} more of a round that was cut short {} not",
            number::count(cut),
            if cut == 1 { "does" } else { "do" }
        ),
    }
}

/// Watches for Ctrl-C (and the signals that ask a program to end).
///
/// # Errors
/// When the system refuses the handler.
pub(crate) fn watch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        WATCH.stop.store(true, Ordering::SeqCst);
        std::thread::sleep(GRACE);
        if !WATCH.writing.load(Ordering::SeqCst) {
            WATCH.interrupted();
            WATCH.tidy();
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::Fault(format!("no handler for Ctrl-C: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_round_that_was_cut_short_are_told_apart() {
        assert_eq!(kept_in_words(2048, 0), "2\u{202f}048 games count");
        assert_eq!(kept_in_words(1, 300), "1 game counts, 300 more of a round that was cut short do not");
    }
}
