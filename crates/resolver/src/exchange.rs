//! Exchange rates of all pairs of units: how many figures of one are worth how many of the other, from exact solutions.

use muster_rules::{DuelSpec, Game, UnitFacts, Unsolvable};
use rayon::prelude::*;

use crate::even::{EvenQuery, EvenSize, even_size};
use crate::method::{EXACT_BUDGET, MethodChoice};
use crate::observe::Observer;
use crate::resolve::Fault;

/// A pair's rate. Where a unit's figures differ or serve guns it is counted as a whole, else figure by figure.
#[derive(Clone, Debug, PartialEq)]
pub enum Rate {
    /// ln(figures of the second that are worth one of the first), and logits of score a unit of ln(size).
    Even {
        /// ln of the rate.
        ln_rate: f64,
        /// Its standard error: luck where games were played, else the gap between the two sizes it lies between, taken as anywhere in it.
        error: f64,
        /// Steepness at the even point.
        steepness: f64,
    },
    /// The first is worth at least e to this of the second.
    AtLeast(f64),
    /// The first is worth at most e to this of the second.
    AtMost(f64),
    /// The first is worth at least e to the one and at most e to the other of the second: more is not known, because scores hardly rise
    /// with figures.
    Between(f64, f64),
    /// Scores do not rise with figures: the pair tells no rate.
    Flat,
    /// Neither wins: the pair tells no rate.
    Stalemate,
    /// Neither unit can be resized.
    BothFixed,
    /// Too large to be solved.
    TooLarge,
}

/// The rate of one pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Exchange {
    /// Index of the first unit.
    pub first: usize,
    /// Index of the second.
    pub second: usize,
    /// The rate.
    pub rate: Rate,
    /// Duels solved for it.
    pub solved: u32,
}

/// Limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most figures of the unit that is varied.
    pub most: u32,
    /// Outcomes of dice that one solution may follow.
    pub budget: u64,
    /// Whether pairs are solved whatever it takes (exact), or only those that are quickly solved, the more quickly the more pairs there
    /// are (auto); the others are [`Rate::TooLarge`].
    pub method: MethodChoice,
}

impl Limits {
    /// Most figures of a unit: fewer of the heavy ones.
    #[must_use]
    pub fn most_of(&self, unit: &UnitFacts) -> u32 {
        let points = unit.melee_points.max(unit.firepower) / f64::from(unit.figures.max(1));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
        let most = (MOST_POINTS / points.max(1.0)).floor() as u32;
        most.clamp(1, self.most.max(1))
    }
}

/// The rates of all pairs of `units`. The unit at `hub` meets all others first; what that tells says where to look for the
/// rest, and nothing else: every pair's rate is its own. Stops early, with what it has, when the observer says so.
///
/// # Errors
/// When the game refuses a duel.
pub fn exchange_rates(
    game: &dyn Game,
    units: &[&UnitFacts],
    hub: usize,
    spec: &DuelSpec,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<Vec<Exchange>, Fault> {
    let search = Search {
        game,
        units,
        spec,
        limits,
        observer,
        share: quick_cost(units.len() * units.len().saturating_sub(1) / 2),
    };
    // Before anything is known, whole units as the data has them are taken to be worth the same.
    let whole: Vec<f64> = units.iter().map(|unit| -counted(unit).ln()).collect();
    let first: Vec<(usize, usize)> =
        (0..units.len()).filter(|other| *other != hub).map(|other| (other, hub)).collect();
    let against_hub = search.all(&first, &whole)?;
    let mut known = whole;
    for one in &against_hub {
        if let Rate::Even { ln_rate, .. } | Rate::AtLeast(ln_rate) | Rate::AtMost(ln_rate) = one.rate {
            known[one.first] = known[hub] + ln_rate;
        }
    }
    let rest: Vec<(usize, usize)> = (0..units.len())
        .flat_map(|i| (i + 1..units.len()).map(move |j| (i, j)))
        .filter(|(i, j)| *i != hub && *j != hub)
        .collect();
    let mut rates = against_hub;
    rates.extend(search.all(&rest, &known)?);
    Ok(rates)
}

/// The rates of all other units against the one at `hub`, where `worth` (ln, of what each is counted by) says to look first.
///
/// # Errors
/// When the game refuses a duel.
pub fn rates_against(
    game: &dyn Game,
    units: &[&UnitFacts],
    hub: usize,
    worth: &[f64],
    spec: &DuelSpec,
    limits: Limits,
    observer: &dyn Observer,
) -> Result<Vec<Exchange>, Fault> {
    let search = Search { game, units, spec, limits, observer, share: quick_cost(units.len()) };
    let pairs: Vec<(usize, usize)> =
        (0..units.len()).filter(|other| *other != hub).map(|other| (other, hub)).collect();
    search.all(&pairs, worth)
}

/// Figures that a unit is counted by: 1 where it only comes as a whole.
fn counted(unit: &UnitFacts) -> f64 {
    if unit.alike { f64::from(unit.figures.max(1)) } else { 1.0 }
}

/// Figures with which a unit of so many stands against one of which `ratio` are believed to be worth one of it and at most `most` may
/// come: fewer than its own where that leaves room to either side of the even size, but at least half of them. What a handful is worth
/// is no price of a unit.
#[must_use]
pub fn standing_size(own: u32, ratio: f64, most: u32) -> u32 {
    let own = own.max(1);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
    let room = (f64::from(most) / 2.0 / ratio).floor() as u32;
    own.min(room.max(own.div_ceil(2)))
}

/// Width of an interval over the standard deviation of what lies anywhere in it.
const UNIFORM: f64 = 3.464_101_615_137_754_6;

/// Guesses at the cost of one duel of each pair, added up, that make an affordable price list.
const OF_ALL_PAIRS: f64 = 2e10;

/// Most melee points, and most firepower, of a unit that is varied: sixty riders or thirty elephants are more than one unit.
const MOST_POINTS: f64 = 300.0;

struct Search<'s> {
    game: &'s dyn Game,
    units: &'s [&'s UnitFacts],
    spec: &'s DuelSpec,
    limits: Limits,
    observer: &'s dyn Observer,
    /// Guess at its cost up to which a pair is quickly solved.
    share: f64,
}

/// What one of so many pairs may take for all of them to be solved within seconds to half a minute, as a guess at its cost.
fn quick_cost(pairs: usize) -> f64 {
    (OF_ALL_PAIRS / pairs.max(1) as f64).min(EXACT_BUDGET as f64)
}

impl Search<'_> {
    fn all(&self, pairs: &[(usize, usize)], theta: &[f64]) -> Result<Vec<Exchange>, Fault> {
        let found: Vec<Result<Option<Exchange>, Fault>> =
            pairs.par_iter().map(|pair| self.pair(*pair, theta)).collect();
        found.into_iter().filter_map(Result::transpose).collect()
    }

    fn pair(&self, (i, j): (usize, usize), theta: &[f64]) -> Result<Option<Exchange>, Fault> {
        if self.observer.stopped() {
            return Ok(None);
        }
        let (first, second) = (self.units[i], self.units[j]);
        // The cheaper unit is varied: its sizes lie closer together.
        let vary_first = match (first.alike, second.alike) {
            (false, false) => {
                self.observer.settled(i);
                return Ok(Some(Exchange { first: i, second: j, rate: Rate::BothFixed, solved: 0 }));
            }
            (true, false) => true,
            (false, true) => false,
            (true, true) => theta[i] < theta[j],
        };
        let (varied, fixed) = if vary_first { (i, j) } else { (j, i) };
        let query = self.query(varied, fixed, theta);
        if !self.is_tried(&query)? {
            self.observer.settled(i);
            return Ok(Some(Exchange { first: i, second: j, rate: Rate::TooLarge, solved: 0 }));
        }
        let scale = query.figures.map_or(counted(self.units[fixed]), f64::from).ln();
        let found = match even_size(self.game, &query) {
            Err(Fault::Unsolvable(Unsolvable::TooLarge(_))) => Ok((Rate::TooLarge, 0)),
            Err(fault) => Err(fault),
            Ok(EvenSize::Stalemate) => Ok((Rate::Stalemate, 0)),
            Ok(EvenSize::Even(point)) => {
                let (ln_rate, error) = (point.size.ln() - scale, point.gap() / UNIFORM);
                Ok((Rate::Even { ln_rate, error, steepness: point.steepness }, point.solved))
            }
            Ok(EvenSize::MoreThanMost(_)) => Ok((Rate::AtLeast(f64::from(query.most).ln() - scale), 0)),
            Ok(EvenSize::LessThanOne(_)) => Ok((Rate::AtMost(-scale), 0)),
        };
        self.observer.settled(i);
        let (rate, solved) = found?;
        // The search tells how many of the varied are worth one of the fixed.
        let rate = if varied == j { rate } else { rate.turned() };
        Ok(Some(Exchange { first: i, second: j, rate, solved }))
    }

    /// Whether the pair at its own sizes is one to be solved.
    fn is_tried(&self, query: &EvenQuery<'_>) -> Result<bool, Fault> {
        if self.limits.method == MethodChoice::Exact {
            return Ok(true);
        }
        let spec = DuelSpec { figures: [None, query.figures], ..query.spec.clone() };
        let matchup = self.game.duel(query.varied, query.fixed, &spec).map_err(Fault::Refused)?;
        Ok(matchup.exact_cost().is_some_and(|cost| cost <= self.share))
    }

    /// The fixed unit stands as the data has it, smaller where that would ask for more of the varied one than the limit.
    fn query(&self, varied: usize, fixed: usize, theta: &[f64]) -> EvenQuery<'_> {
        let unit = self.units[fixed];
        let ratio = (theta[fixed] - theta[varied]).exp();
        let most = self.limits.most_of(self.units[varied]);
        let figures = unit.alike.then(|| standing_size(unit.figures, ratio, most));
        let wanted = figures.map_or(1.0, f64::from);
        let policies = [self.spec.policies[0]; 2];
        EvenQuery {
            varied: &self.units[varied].id,
            fixed: &unit.id,
            figures,
            spec: DuelSpec { policies, ..self.spec.clone() },
            guess: wanted * ratio,
            most,
            budget: self.limits.budget,
        }
    }
}

impl Rate {
    /// The rate seen from the other unit.
    #[must_use]
    pub fn turned(self) -> Rate {
        match self {
            Rate::Even { ln_rate, error, steepness } => Rate::Even { ln_rate: -ln_rate, error, steepness },
            Rate::Between(least, most) => Rate::Between(-most, -least),
            Rate::AtLeast(ln_rate) => Rate::AtMost(-ln_rate),
            Rate::AtMost(ln_rate) => Rate::AtLeast(-ln_rate),
            other => other,
        }
    }
}
