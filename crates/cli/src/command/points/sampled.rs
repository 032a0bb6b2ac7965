//! Rates of pairs from played duels: located together at sizes that are chosen anew each round, then polished pair by pair.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};

use muster_analysis::price_fit::{
    NearEven, Options, Polish, Polished, Probe, SizedResult, fit, locate, next_sizes,
};
use muster_dice::{CellKey, Stream, TableDice};
use muster_resolver::{Exchange, Limits, Observer, Rate, standing_size};
use muster_results::SeatingTally;
use muster_rules::{DiceKind, DuelSpec, Matchup, UnitFacts};
use rayon::prelude::*;

use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;

/// Rounds that locate prices, and how far from even their sizes are drawn: widely at first.
const JITTER: [f64; 6] = [0.5, 0.15, 0.15, 0.15, 0.15, 0.15];
/// Share of the games that locate prices; the rest polishes and probes.
const LOCATING: f64 = 0.25;
/// Share of the rest that is played at each of the sizes that a pair is probed at: two, and the first and last where those do not tell.
const PROBING: f64 = 0.2;
/// Steepness where the located rounds tell none.
const TYPICAL_STEEPNESS: f64 = 6.0;
/// Games of one step of a polish: one in each seating.
const STEP: u64 = 2;
/// Share of games that must be decided.
const DECIDED: f64 = 0.02;
/// Games of one round lie this far from those of the next, so that none is played twice at one size.
const APART: u64 = 1 << 32;

/// Duels that are played for prices.
pub(super) struct Sampler<'s> {
    /// Rules and seed.
    pub plan: &'s Plan,
    /// The units.
    pub units: &'s [&'s UnitFacts],
    /// Most figures.
    pub limits: Limits,
    /// Games of a pair.
    pub games: u64,
    /// Is told of the games and of each pair that has its rate.
    pub progress: &'s dyn Observer,
    /// Games played so far.
    played: AtomicU64,
}

/// Two units, the one whose size is varied last, and the size at which the first stands.
#[derive(Clone, Copy)]
struct Pair {
    fixed: usize,
    varied: usize,
    own: u32,
}

impl<'s> Sampler<'s> {
    /// None is played yet.
    pub(super) fn new(
        plan: &'s Plan,
        units: &'s [&'s UnitFacts],
        limits: Limits,
        games: u64,
        progress: &'s dyn Observer,
    ) -> Sampler<'s> {
        Sampler { plan, units, limits, games, progress, played: AtomicU64::new(0) }
    }

    /// Games played so far.
    pub(super) fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Rates of these pairs. `theta` holds what is believed of ln(points), one a unit; `None` when nothing is.
    ///
    /// # Errors
    /// When the game refuses a duel, or Ctrl-C.
    pub(super) fn rates(
        &self,
        pairs: &[(usize, usize)],
        theta: Option<Vec<f64>>,
    ) -> Result<Vec<Exchange>, Failure> {
        let known = theta.is_some();
        // Before anything is known, whole units as the data has them are taken to be worth the same.
        let mut theta =
            theta.unwrap_or_else(|| self.units.iter().map(|unit| -f64::from(counted(unit)).ln()).collect());
        let mut steepness = TYPICAL_STEEPNESS;
        let mut rows = Vec::new();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a u64")]
        let locating = if known { 0 } else { (self.games as f64 * LOCATING) as u64 };
        for (round, jitter) in JITTER.into_iter().enumerate().filter(|_| !known) {
            let games = even(locating / JITTER.len() as u64);
            let place = |at: usize| round * pairs.len() + at;
            let played: Vec<Result<Option<SizedResult>, Failure>> = (0..pairs.len())
                .into_par_iter()
                .map(|at| self.near_even(pairs[at], &theta, jitter, place(at) as u64, games, round as u64))
                .collect();
            for row in played {
                rows.extend(row?);
            }
            theta = locate(self.units.len(), &rows);
        }
        if let Ok(found) = fit(self.units.len(), &rows, Options::default()) {
            steepness = found.steepness.map_or(steepness, |slope| slope.value);
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a u64")]
        let probing = even(((self.games - locating) as f64 * PROBING) as u64);
        let steps = (self.games - locating).saturating_sub(2 * probing) / STEP;
        let steps = u32::try_from(steps).unwrap_or(u32::MAX).max(3);
        let polish = |(at, pair): (usize, &(usize, usize))| {
            let rate = self.polished(*pair, &theta, steepness, [u64::from(steps), probing]);
            self.progress.settled(at);
            rate
        };
        let found: Vec<Result<Exchange, Failure>> = pairs.par_iter().enumerate().map(polish).collect();
        found.into_iter().collect()
    }

    fn pair(&self, (i, j): (usize, usize), theta: &[f64]) -> Option<Pair> {
        let (fixed, varied) = match (self.units[i].alike, self.units[j].alike) {
            (false, false) => return None,
            (true, false) => (j, i),
            (false, true) => (i, j),
            // The cheaper unit is varied: its sizes lie closer together.
            (true, true) if theta[i] < theta[j] => (j, i),
            (true, true) => (i, j),
        };
        Some(Pair { fixed, varied, own: counted(self.units[fixed]) })
    }

    /// Games at one size near the even point that is believed.
    fn near_even(
        &self,
        pair: (usize, usize),
        theta: &[f64],
        jitter: f64,
        place: u64,
        games: u64,
        round: u64,
    ) -> Result<Option<SizedResult>, Failure> {
        let Some(pair) = self.pair(pair, theta) else { return Ok(None) };
        let mut words =
            TableDice::from_stream(Stream::of_game(self.plan.seed, CellKey::of(&["sizes"]), place));
        let u = (0.3 + 0.7 * uniform(&mut words)) * if uniform(&mut words) < 0.5 { -1.0 } else { 1.0 };
        let choice = NearEven { most: self.limits.most_of(self.units[pair.varied]), jitter };
        let mut sizes = next_sizes(pair.own, [theta[pair.fixed], theta[pair.varied]], u, choice);
        if !self.units[pair.fixed].alike {
            sizes[0] = 1;
        }
        let counts = self.play(self.compile(pair, sizes)?.as_ref(), round * APART, games)?;
        Ok(Some(SizedResult {
            first: pair.fixed,
            second: pair.varied,
            figures: sizes.map(f64::from),
            side: 0.0,
            wins: counts.wins as f64,
            draws: counts.draws as f64,
            losses: counts.losses as f64,
        }))
    }

    /// The pair's own rate, by a search that begins at the even point believed.
    fn polished(
        &self,
        (i, j): (usize, usize),
        theta: &[f64],
        steepness: f64,
        [steps, probing]: [u64; 2],
    ) -> Result<Exchange, Failure> {
        let exchange = |rate: Rate| Exchange { first: i, second: j, rate, solved: 0 };
        let Some(pair) = self.pair((i, j), theta) else { return Ok(exchange(Rate::BothFixed)) };
        let most = self.limits.most_of(self.units[pair.varied]);
        let ratio = (theta[pair.fixed] - theta[pair.varied]).exp();
        let own = if self.units[pair.fixed].alike { standing_size(pair.own, ratio, most) } else { 1 };
        let steps_told = u32::try_from(steps).unwrap_or(u32::MAX);
        let mut polish = Polish::new(f64::from(own) * ratio, steepness, most, steps_told);
        // The same few sizes around the even point come again and again.
        let mut compiled = BTreeMap::new();
        let key = CellKey::of(&["polish", &self.units[i].id, &self.units[j].id]);
        let mut words = TableDice::from_stream(Stream::of_game(self.plan.seed, key, 0));
        let mut decided = 0;
        for step in 0..steps {
            let size = polish.size(uniform(&mut words)).min(most);
            let from = JITTER.len() as u64 * APART + step * STEP;
            let matchup = match compiled.entry(size) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(self.compile(pair, [own, size])?),
            };
            let counts = self.play(matchup.as_ref(), from, STEP)?;
            decided += counts.wins + counts.losses;
            let won = counts.losses as f64 + counts.draws as f64 / 2.0;
            polish.learn(won / STEP as f64);
        }
        if (decided as f64) < DECIDED * (steps * STEP) as f64 {
            return Ok(exchange(Rate::Stalemate));
        }
        let probe = |size: u32| -> Result<Probe, Failure> {
            let from = (JITTER.len() as u64 + 1) * APART;
            let counts = self.play(self.compile(pair, [own, size])?.as_ref(), from, probing)?;
            Ok(Probe { size, wins: counts.losses, draws: counts.draws, losses: counts.wins })
        };
        let Some([low, high]) = polish.beside() else { return Ok(exchange(Rate::Stalemate)) };
        let beside = [probe(low)?, probe(high)?];
        let mut found = polish.found(beside, &[]);
        if matches!(found, Some(Polished::Between { .. })) {
            let ends = [1, most].into_iter().filter(|end| *end != low && *end != high);
            let ends = ends.map(probe).collect::<Result<Vec<Probe>, Failure>>()?;
            found = polish.found(beside, &ends);
        }
        let rate = found.map_or(Rate::Stalemate, |found| rate(found, own, most));
        Ok(exchange(if pair.varied == j { rate } else { rate.turned() }))
    }

    /// A pair at these sizes, the fixed unit first.
    fn compile(&self, pair: Pair, sizes: [u32; 2]) -> Result<Box<dyn Matchup + '_>, Failure> {
        let units = [pair.fixed, pair.varied].map(|unit| self.units[unit]);
        let figures = [0, 1].map(|at: usize| units[at].alike.then_some(sizes[at]));
        let spec = DuelSpec { figures, ..DuelSpec::default() };
        Ok(self.plan.game.duel(&units[0].id, &units[1].id, &spec)?)
    }

    /// Games counted for the fixed unit. Every die is thrown: tables for each of the many sizes would take longer.
    fn play(&self, matchup: &dyn Matchup, from: u64, games: u64) -> Result<SeatingTally, Failure> {
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        self.progress.played(games);
        self.played.fetch_add(games, Ordering::Relaxed);
        Ok(matchup.play(self.plan.seed, from..from + games, DiceKind::Plain, false).total())
    }
}

/// Figures that a unit is counted by: 1 where it only comes as a whole.
fn counted(unit: &UnitFacts) -> u32 {
    if unit.alike { unit.figures.max(1) } else { 1 }
}

/// How many of the varied are worth one of the fixed, of which so many stood.
fn rate(found: Polished, own: u32, most: u32) -> Rate {
    let scale = f64::from(own).ln();
    match found {
        Polished::Even { ln_size, error, steepness } => {
            Rate::Even { ln_rate: ln_size - scale, error, steepness }
        }
        Polished::MoreThanMost => Rate::AtLeast(f64::from(most).ln() - scale),
        Polished::LessThanOne => Rate::AtMost(-scale),
        Polished::Between { more_than, less_than } => match (more_than, less_than) {
            (Some(least), Some(most)) => Rate::Between(least - scale, most - scale),
            (Some(least), None) => Rate::AtLeast(least - scale),
            (None, Some(most)) => Rate::AtMost(most - scale),
            (None, None) => Rate::Flat,
        },
    }
}

fn even(games: u64) -> u64 {
    (games + games % 2).max(2)
}

fn uniform(words: &mut TableDice) -> f64 {
    (words.word() >> 11) as f64 / (1_u64 << 53) as f64
}
