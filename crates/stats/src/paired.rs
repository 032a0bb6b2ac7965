//! Two sets of rules compared: how much a score changed, how surely, and whether the change is smaller than matters.
//!
//! Games that are played twice with the same luck differ only where the rules make them differ, so their difference is far
//! less variable than that of two independent runs. McNemar (1947) for the sign test, Schuirmann (1987) for the two
//! one-sided tests.

use statrs::distribution::{Binomial, DiscreteCDF as _};

use crate::Record;
use crate::normal::{quantile, two_sided_tail};

/// Games played under the old and the new rules with the same luck: how many went from which result to which.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedCounts {
    /// By the result before, then after: 0 lost, 1 drawn, 2 won.
    pub counts: [[u64; 3]; 3],
}

impl PairedCounts {
    /// Counts one game by its half points (0 lost, 1 drawn, 2 won) before and after.
    pub fn count(&mut self, before: usize, after: usize) {
        self.counts[before.min(2)][after.min(2)] += 1;
    }

    /// Adds other games of the same cell.
    pub fn merge(&mut self, other: &PairedCounts) {
        for (mine, theirs) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *mine += theirs;
        }
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// The record under the old rules.
    #[must_use]
    pub fn before(&self) -> Record {
        let [losses, draws, wins] = self.counts.map(|row| row.iter().sum());
        Record { wins, draws, losses }
    }

    /// The record under the new rules.
    #[must_use]
    pub fn after(&self) -> Record {
        let [losses, draws, wins] =
            [0, 1, 2].map(|after: usize| self.counts.iter().map(|row| row[after]).sum());
        Record { wins, draws, losses }
    }

    /// Games that went better and games that went worse.
    #[must_use]
    pub fn discordant(&self) -> [u64; 2] {
        let c = &self.counts;
        [c[0][1] + c[0][2] + c[1][2], c[1][0] + c[2][0] + c[2][1]]
    }

    /// Mean difference of the scores; 0 without games.
    #[must_use]
    pub fn change(&self) -> f64 {
        let games = self.games() as f64;
        if games > 0.0 { self.sum(|step| step) / games } else { 0.0 }
    }

    /// Variance of one game's difference; 0 without games.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (games, change) = (self.games() as f64, self.change());
        if games > 0.0 { self.sum(|step| (step - change) * (step - change)) / games } else { 0.0 }
    }

    /// Variance that the difference of two independent games would have: the two variances added up.
    #[must_use]
    pub fn independent_variance(&self) -> f64 {
        self.before().variance().unwrap_or(0.0) + self.after().variance().unwrap_or(0.0)
    }

    fn sum(&self, value: impl Fn(f64) -> f64) -> f64 {
        let cells = self.counts.iter().zip(0i32..).flat_map(|(row, before)| {
            row.iter().zip(0i32..).map(move |(count, after)| (*count, after - before))
        });
        cells
            .filter(|(count, _)| *count > 0)
            .map(|(count, halves)| count as f64 * value(f64::from(halves) / 2.0))
            .sum()
    }
}

/// How much a score changed, and how surely.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Change {
    /// The score after less the score before, -1 to 1.
    pub change: f64,
    /// Standard error of the change; 0 when it is known exactly, or when no game differed.
    pub standard_error: f64,
    /// Chance of a change at least this far from 0 if there were none, either way.
    pub p_value: f64,
    /// Games that it rests on, 0 when it is known exactly.
    pub games: u64,
    /// Smallest step of one game's difference that was seen, where games are paired.
    step: Option<f64>,
}

/// Fewer games than this that differ are judged by the exact sign test.
const FEW: u64 = 25;

impl Change {
    /// A change between two exact scores.
    #[must_use]
    pub fn exact(before: f64, after: f64) -> Change {
        let change = after - before;
        let p_value = if change.abs() > EXACT { 0.0 } else { 1.0 };
        Change { change, standard_error: 0.0, p_value, games: 0, step: None }
    }

    /// A change between games played twice with the same luck.
    #[must_use]
    pub fn paired(counts: &PairedCounts) -> Change {
        let games = counts.games();
        let (change, error) = (counts.change(), standard_error(counts.variance(), games));
        let [better, worse] = counts.discordant();
        let p_value =
            if better + worse < FEW { sign_test(better, worse) } else { two_sided_tail(change / error) };
        let drawn = counts.before().draws + counts.after().draws > 0;
        Change { change, standard_error: error, p_value, games, step: Some(if drawn { 0.5 } else { 1.0 }) }
    }

    /// A change between two records of games of their own luck. A record is never taken to be surer than `1/(4n)` of variance
    /// a game.
    #[must_use]
    pub fn unpaired(before: Record, after: Record) -> Change {
        let one = |record: Record| floored_variance(record) / (record.games() as f64).max(1.0);
        Change::of_samples(
            before.score(),
            after.score(),
            one(before) + one(after),
            before.games().min(after.games()),
        )
    }

    /// A change between an exact score and a record.
    #[must_use]
    pub fn against_exact(before: f64, after: Record) -> Change {
        let variance = floored_variance(after) / (after.games() as f64).max(1.0);
        Change::of_samples(Some(before), after.score(), variance, after.games())
    }

    fn of_samples(before: Option<f64>, after: Option<f64>, variance: f64, games: u64) -> Change {
        let (Some(before), Some(after)) = (before, after) else {
            return Change { change: 0.0, standard_error: 1.0, p_value: 1.0, games: 0, step: None };
        };
        let (change, standard_error) = (after - before, variance.sqrt());
        Change { change, standard_error, p_value: two_sided_tail(change / standard_error), games, step: None }
    }

    /// The same change seen from the other chair, or from the rules after.
    #[must_use]
    pub fn turned(self) -> Change {
        Change { change: -self.change, ..self }
    }

    /// Whether the change is known without error.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.games == 0 && self.standard_error <= 0.0
    }

    /// Two one-sided tests at the standard score `z` (1.645 for 5 %): whether the change lies surely within `margin` of 0.
    ///
    /// If the change were `margin`, then games would differ that often at least, and the error would not be smaller than that
    /// implies: a sample in which hardly a game differs is not taken to be surer.
    #[must_use]
    pub fn is_within(&self, margin: f64, z: f64) -> bool {
        if self.is_exact() {
            return self.change.abs() < margin;
        }
        let error = self.standard_error.max(standard_error(self.least_variance(margin), self.games));
        self.games > 0 && self.change.abs() + z.abs() * error < margin
    }

    /// Games after which [`Change::is_within`] holds in 9 of 10 cases if nothing has changed:
    /// `variance (z + 1.645)² / margin²`. At least 1.
    #[must_use]
    pub fn games_to_settle(&self, margin: f64, z: f64) -> u64 {
        let variance =
            (self.standard_error * self.standard_error * self.games as f64).max(self.least_variance(margin));
        games_within(variance, margin, z)
    }

    /// The change plus and minus `z` standard errors; where no game differed, plus and minus `3/n`.
    #[must_use]
    pub fn interval(&self, z: f64) -> [f64; 2] {
        let half = match self.games {
            0 => z * self.standard_error,
            games if self.standard_error <= 0.0 => crate::rule_of_three(games),
            _ => z * self.standard_error,
        };
        [(self.change - half).max(-1.0), (self.change + half).min(1.0)]
    }

    /// Variance that a game's difference has at least, if the change is `margin`.
    fn least_variance(&self, margin: f64) -> f64 {
        self.step.map_or(0.0, |step| (margin * step - margin * margin).max(0.0))
    }
}

/// Exact scores nearer to each other than this are one.
const EXACT: f64 = 1e-12;

/// Games after which a change of 0 is found to be within `margin` at the standard score `z` in 9 of 10 cases, if one game's
/// difference has this variance.
#[must_use]
pub fn games_within(variance: f64, margin: f64, z: f64) -> u64 {
    let both = z.abs() + quantile(0.95);
    whole(variance * both * both / (margin * margin))
}

/// Games after which a change of this size is found at the two-sided error rate `alpha` with the chance `power`.
#[must_use]
pub fn games_to_detect(variance: f64, change: f64, alpha: f64, power: f64) -> u64 {
    let both = quantile(1.0 - alpha / 2.0) + quantile(power);
    whole(variance * both * both / (change * change))
}

/// The smallest change that so many games find at the two-sided error rate `alpha` with the chance `power`.
#[must_use]
pub fn detectable_change(variance: f64, games: u64, alpha: f64, power: f64) -> f64 {
    (quantile(1.0 - alpha / 2.0) + quantile(power)) * standard_error(variance, games)
}

fn whole(games: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a count")]
    let games = if games.is_nan() { 1 } else { games.ceil().clamp(1.0, 1e18) as u64 };
    games
}

fn standard_error(variance: f64, games: u64) -> f64 {
    if games == 0 { 1.0 } else { (variance.max(0.0) / games as f64).sqrt() }
}

fn floored_variance(record: Record) -> f64 {
    record.variance().unwrap_or(0.25).max(0.25 / (record.games() as f64).max(1.0))
}

/// Chance of so uneven a split of the games that differ, if better and worse are equally likely.
fn sign_test(better: u64, worse: u64) -> f64 {
    let all = better + worse;
    if all == 0 {
        return 1.0;
    }
    Binomial::new(0.5, all).map_or(1.0, |law| (2.0 * law.cdf(better.min(worse))).min(1.0))
}
