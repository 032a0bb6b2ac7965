//! A bar on standard error while a run goes on; silent when that is no terminal.

use std::fmt::Write;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use muster_report::number;
use muster_resolver::{Observer, StopRule};
use muster_stats::Z95;

use crate::interrupt::WATCH;

/// How often the bar may be drawn anew.
const TICK: Duration = Duration::from_millis(100);

/// Counts a run for the bar and for Ctrl-C.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    cells: u64,
    stop: StopRule,
    /// The most games that a cell is likely to need; `None` when cells are solved and not played.
    most: Option<u64>,
    ended: std::sync::Mutex<Ended>,
}

/// Cells that have their answer and the games that went into them.
#[derive(Default)]
struct Ended {
    cells: u64,
    games: u64,
}

impl Progress {
    /// Begins a run of so many cells. `sampled` says whether games are worth counting in the bar.
    pub(crate) fn begin(cells: usize, stop: StopRule, sampled: bool, quiet: bool) -> Progress {
        let cells = cells as u64;
        WATCH.begin(cells);
        let most = sampled.then(|| most_games(stop));
        let length = most.map_or(cells, |most| expected_games(stop, most, cells, 0));
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(length), target);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent} % {msg}{pace}") {
            let pace = move |state: &ProgressState, out: &mut dyn Write| {
                let _ = out.write_str(&pace_in_words(state.pos(), state.per_sec(), state.eta(), sampled));
            };
            bar.set_style(style.with_key("pace", pace));
        }
        bar.enable_steady_tick(TICK);
        Progress { bar, begun: Instant::now(), cells, stop, most, ended: std::sync::Mutex::default() }
    }

    /// Ends the bar; says how much was played in what time, or `None` when nothing was played.
    pub(crate) fn finish(&self) -> Option<String> {
        self.bar.finish_and_clear();
        let (games, seconds) = (WATCH.games(), self.begun.elapsed().as_secs_f64());
        (games > 0).then(|| played_in_words(games, seconds))
    }
}

/// Shorter runs than this are mostly beginning and end: how fast they went says nothing.
const WORTH_A_RATE: f64 = 0.1;

fn played_in_words(games: u64, seconds: f64) -> String {
    let what = if games == 1 { "game" } else { "games" };
    let played = format!("Played {} {what} in {}", number::count(games), number::duration(seconds));
    if seconds < WORTH_A_RATE {
        return played;
    }
    format!("{played} ({} a second)", thousands(games as f64 / seconds))
}

/// A rate, in thousands where that is not nought.
fn thousands(rate: f64) -> String {
    if rate < 10_000.0 {
        number::fixed(rate, 0)
    } else {
        format!("{} thousand", number::fixed(rate / 1000.0, 0))
    }
}

impl Observer for Progress {
    fn played(&self, games: u64) {
        WATCH.played(games);
        if self.most.is_some() {
            self.bar.inc(games);
        }
    }

    fn settled(&self, _cell: usize) {
        WATCH.settled();
        let Ok(mut ended) = self.ended.lock() else { return };
        // All open cells have been played equally often, so the games of this one are its share of the rest.
        let open = self.cells.saturating_sub(ended.cells).max(1);
        ended.games += WATCH.games().saturating_sub(ended.games) / open;
        ended.cells += 1;
        match self.most {
            Some(most) => {
                let rest = expected_games(self.stop, most, self.cells, ended.cells);
                self.bar.set_length(ended.games + rest);
            }
            None => self.bar.inc(1),
        }
        if self.cells > 1 {
            self.bar.set_message(format!("{} of {} cells, ", ended.cells, self.cells));
        }
    }

    fn stopped(&self) -> bool {
        WATCH.stopped()
    }
}

/// Games that the open cells will need. Cells far from even are settled first, so at first a third of the most is
/// expected of each, and more and more as the rest is decided.
fn expected_games(stop: StopRule, most: u64, cells: u64, ended: u64) -> u64 {
    let open = cells.saturating_sub(ended);
    match stop {
        StopRule::Games(_) => open.saturating_mul(most),
        StopRule::HalfWidth { .. } => {
            let share = u128::from(cells + 2 * ended) * u128::from(open) * u128::from(most);
            u64::try_from(share / u128::from(3 * cells.max(1))).unwrap_or(u64::MAX)
        }
    }
}

/// Games that a cell needs at most: those of an even fight without draws.
fn most_games(stop: StopRule) -> u64 {
    match stop {
        StopRule::Games(games) => games,
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive, and casts saturate"
        )]
        StopRule::HalfWidth { half_width, limit } => ((Z95 / (2.0 * half_width)).powi(2) as u64).min(limit),
    }
}

/// How fast a run goes and how long it will go on; before anything is done nobody knows.
fn pace_in_words(done: u64, per_second: f64, rest: Duration, sampled: bool) -> String {
    if done == 0 {
        return "begun".to_owned();
    }
    let rest = HumanDuration(rest);
    if sampled {
        format!("{} games/s, {rest:#} left", thousands(per_second))
    } else {
        format!("{} cells/s, {rest:#} left", number::fixed(per_second, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_has_done_nothing_yet_has_no_pace() {
        let pace = |done, rate| pace_in_words(done, rate, Duration::from_secs(5), true);
        assert_eq!((pace(0, 0.0), pace(900, 300.0)), ("begun".to_owned(), "300 games/s, 5s left".to_owned()));
    }

    #[test]
    fn a_run_is_told_in_words_that_fit_its_size() {
        assert_eq!(played_in_words(1, 0.004), "Played 1 game in 4.0 ms");
        assert_eq!(played_in_words(300, 1.0), "Played 300 games in 1.0 s (300 a second)");
        assert_eq!(
            played_in_words(50_000, 2.0),
            "Played 50\u{202f}000 games in 2.0 s (25 thousand a second)"
        );
    }
}
