//! Which units are priced, and their prices from solved duels.

use std::time::Instant;

use muster_analysis::price_fit::{Bound, Standing};
use muster_analysis::price_list::PriceList;
use muster_answers::prices;
use muster_report::number;
use muster_resolver::{Exchange, Limits, MethodChoice, Observer, Rate, Silent, StopRule, exchange_rates};
use muster_rules::{DuelSpec, Refusal, UnitFacts};

use super::army::ArmyPrices;
use super::foes::near_even;
use super::sampled::Sampler;
use crate::args::{Anchor, MethodWord, PriceOptions};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Outcomes of dice that one duel may follow: a second's work.
pub(crate) const BUDGET: u64 = 50_000_000;

/// Games of a pair whose duels are played, unless told: fewer where many pairs are, because each unit then has many pairs.
const GAMES_OF_FEW: u64 = 1000;
const GAMES_OF_MANY: u64 = 200;
/// More pairs are many.
const FEW: usize = 300;

/// Prices from solved duels.
pub(crate) struct Prices<'p> {
    /// The priced units.
    pub units: Vec<&'p UnitFacts>,
    /// Index of the anchor.
    pub anchor: usize,
    /// Price of the anchor.
    pub scale: f64,
    /// The prices and what they leave over.
    pub list: PriceList,
    /// Every pair's rate.
    pub rates: Vec<Exchange>,
    /// Most figures that a unit is played with.
    pub most: u32,
    /// Duels that were played and not solved.
    pub played: u64,
    /// Prices of armies, when they were asked for.
    pub army: Option<ArmyPrices>,
    /// Time it took, seconds.
    pub seconds: f64,
}

impl Prices<'_> {
    /// Price of a unit where it has one: of armies when they were asked for, else of duels.
    pub(crate) fn points(&self, unit: usize) -> Option<f64> {
        if self.army.is_some() { self.army_points(unit) } else { self.duel_points(unit) }
    }

    /// Price in duels.
    pub(crate) fn duel_points(&self, unit: usize) -> Option<f64> {
        match self.list.standings[unit] {
            Standing::Fitted(theta) => Some(self.scale * theta.exp()),
            _ => None,
        }
    }

    /// Price in armies.
    pub(crate) fn army_points(&self, unit: usize) -> Option<f64> {
        let (lead, _) = self.army.as_ref()?.fit.ratio(unit, self.anchor)?;
        Some(self.scale * lead.exp())
    }

    /// The price of which it is only known that the unit is worth more, or less.
    pub(crate) fn limit(&self, unit: usize) -> Option<(f64, &'static str)> {
        match &self.army {
            Some(army) => {
                let base = army.fit.theta(self.anchor)?;
                self.limit_of(army.fit.standings[unit], base)
            }
            None => self.duel_limit(unit),
        }
    }

    /// The same of duels.
    pub(crate) fn duel_limit(&self, unit: usize) -> Option<(f64, &'static str)> {
        self.limit_of(self.list.standings[unit], 0.0)
    }

    fn limit_of(&self, standing: Standing, base: f64) -> Option<(f64, &'static str)> {
        match standing {
            Standing::Bounded(Bound::AtLeast(theta)) => Some((self.scale * (theta - base).exp(), "at_least")),
            Standing::Bounded(Bound::AtMost(theta)) => Some((self.scale * (theta - base).exp(), "at_most")),
            _ => None,
        }
    }

    /// Standard error of a unit's ln(price), `None` for the anchor and where there is no price.
    pub(crate) fn error(&self, unit: usize) -> Option<f64> {
        if unit == self.anchor {
            return None;
        }
        match &self.army {
            Some(army) => army.fit.ratio(unit, self.anchor).map(|(_, error)| error),
            None => self.list.errors[unit],
        }
    }

    /// ln of the ratio of two units' prices with its standard error. In duels the errors are taken as independent.
    pub(crate) fn ratio(&self, unit: usize, other: usize) -> Option<(f64, f64)> {
        match &self.army {
            Some(army) => army.fit.ratio(unit, other),
            None => {
                let lead = (self.points(unit)? / self.points(other)?).ln();
                let error = |unit: usize| self.list.errors[unit].unwrap_or(0.0);
                Some((lead, error(unit).hypot(error(other))))
            }
        }
    }

    /// Logits of score a unit of ln(points).
    pub(crate) fn steepness(&self) -> f64 {
        self.army.as_ref().map_or(self.list.steepness, |army| army.fit.steepness.value)
    }
}

/// The units asked for, or all; named once each.
///
/// # Errors
/// An unknown name, or fewer than two units.
pub(crate) fn units<'p>(plan: &'p Plan, named: &[String]) -> Result<Vec<&'p UnitFacts>, Failure> {
    let all = plan.game.units();
    // Wrong names are told by the game, with the nearest right one.
    for name in named.iter().filter(|name| all.iter().all(|unit| unit.id != **name)) {
        plan.game.duel(name, name, &DuelSpec::default())?;
    }
    let chosen: Vec<&UnitFacts> =
        all.iter().filter(|unit| named.is_empty() || named.contains(&unit.id)).collect();
    if chosen.len() < 2 {
        return Err(Failure::Input(
            "prices compare units, and there are not two\n  name two units or more, or none for all"
                .to_owned(),
        ));
    }
    Ok(chosen)
}

/// The anchor's place among the units.
///
/// # Errors
/// An anchor that is not among them.
pub(crate) fn anchor(units: &[&UnitFacts], asked: &Anchor) -> Result<usize, Failure> {
    let found = match &asked.unit {
        Some(id) => units.iter().position(|unit| unit.id == *id),
        None => units.iter().position(|unit| unit.alike).or(Some(0)),
    };
    found.ok_or_else(|| {
        let unit = asked.unit.clone().unwrap_or_default();
        let what = format!("the anchor \"{unit}\" is not among the units to be priced");
        Failure::from(Refusal { what, advice: "name one of them with --anchor UNIT=POINTS".to_owned() })
    })
}

/// Price of an anchor whose text has no formula, where none is given.
pub(crate) const ANCHOR_POINTS: f64 = 5.0;

/// The anchor's price: the one that is given, else that of the formula of the rules' own text, a figure's where figures are alike.
fn anchor_points(plan: &Plan, unit: &UnitFacts, asked: &Anchor) -> f64 {
    let own = || {
        let figures = if unit.alike { unit.figures.max(1) } else { 1 };
        plan.game.own_price(&unit.id).ok().map(|own| own.total.to_f64() / f64::from(figures))
    };
    asked.points.or_else(own).unwrap_or(ANCHOR_POINTS)
}

/// Prices the units by duels, solved where that is quick and else played.
///
/// # Errors
/// Names that cannot be, what the game refuses, Ctrl-C.
pub(crate) fn price<'p>(plan: &'p Plan, options: &PriceOptions) -> Result<Prices<'p>, Failure> {
    price_by(plan, options, MethodWord::Auto, None)
}

/// Prices the units by solved or by played duels: under `auto` those pairs are played that are too large to solve.
///
/// # Errors
/// Names that cannot be, what the game refuses, Ctrl-C.
pub(crate) fn price_by<'p>(
    plan: &'p Plan,
    options: &PriceOptions,
    method: MethodWord,
    games: Option<u64>,
) -> Result<Prices<'p>, Failure> {
    let units = units(plan, &options.named)?;
    let anchor = anchor(&units, &options.anchor)?;
    let begun = Instant::now();
    let pairs = units.len() * (units.len() - 1) / 2;
    // Hundreds of exact duels would take minutes there: what is played says so, and how many games.
    let slow = method == MethodWord::Auto && pairs > FEW && plan.game.plays_slowly();
    let sampled = method == MethodWord::Sample || slow;
    let games_of = |pairs: usize| games.unwrap_or(if pairs > FEW { GAMES_OF_MANY } else { GAMES_OF_FEW });
    let stop = StopRule::Games(if sampled { games_of(pairs) } else { 1 });
    if slow {
        let each = games_of(pairs);
        plan.output.note(&format!(
            "Pricing {} units first, by {each} games of each of {} pairs; name fewer units, or prices that are known with --prices FILE, and it is done sooner",
            units.len(),
            number::count(pairs as u64)
        ));
    }
    let progress = Progress::begin(pairs, stop, sampled, plan.output.quiet);
    let choice = if method == MethodWord::Exact { MethodChoice::Exact } else { MethodChoice::Auto };
    let limits = Limits { most: options.most, budget: BUDGET, method: choice };
    // Where the sample only fills in what could not be solved, its pairs are counted already.
    let watcher: &dyn Observer = if sampled { &progress } else { &Silent };
    let sampler = |pairs: usize| Sampler::new(plan, &units, limits, games_of(pairs), watcher);
    let (mut rates, mut played) = (Vec::new(), 0);
    if sampled {
        let all: Vec<(usize, usize)> =
            (0..units.len()).flat_map(|i| (i + 1..units.len()).map(move |j| (i, j))).collect();
        let sampler = sampler(all.len());
        rates.extend(sampler.rates(&all, None)?);
        played = sampler.played();
    } else {
        let spec = DuelSpec::default();
        rates = exchange_rates(plan.game.as_ref(), &units, anchor, &spec, limits, &progress)?;
    }
    if WATCH.stopped() {
        progress.finish();
        return Err(WATCH.interrupted());
    }
    if method == MethodWord::Auto && !sampled {
        let large = rates.iter().filter(|one| one.rate == Rate::TooLarge).count();
        let sampler = sampler(large);
        replace_too_large(&sampler, anchor, &mut rates)?;
        played = sampler.played();
    }
    progress.finish();
    let list = list(units.len(), anchor, &rates)?;
    let seconds = begun.elapsed().as_secs_f64();
    let (scale, most) = (anchor_points(plan, units[anchor], &options.anchor), options.most);
    Ok(Prices { units, anchor, scale, list, rates, most, played, army: None, seconds })
}

/// Plays the pairs that were too large to solve.
fn replace_too_large(sampler: &Sampler<'_>, anchor: usize, rates: &mut [Exchange]) -> Result<(), Failure> {
    let large: Vec<usize> = (0..rates.len()).filter(|at| rates[*at].rate == Rate::TooLarge).collect();
    if large.is_empty() {
        return Ok(());
    }
    let pairs: Vec<(usize, usize)> = large.iter().map(|at| (rates[*at].first, rates[*at].second)).collect();
    // What the solved pairs say is where the search begins.
    let theta = list(sampler.units.len(), anchor, rates).ok().and_then(|list| {
        list.standings
            .iter()
            .map(|standing| match standing {
                Standing::Fitted(theta) => Some(*theta),
                Standing::Bounded(Bound::AtLeast(theta) | Bound::AtMost(theta)) => Some(*theta),
                Standing::Unknown => None,
            })
            .collect::<Option<Vec<f64>>>()
    });
    for (at, rate) in large.into_iter().zip(sampler.rates(&pairs, theta)?) {
        rates[at] = rate;
    }
    Ok(())
}

/// Rates of one unit against those that it fights most evenly, by played duels, for rules whose duels are slow to solve. With them the
/// enemies; the unit comes after the last.
///
/// # Errors
/// What the game refuses, Ctrl-C.
pub(crate) fn rates_of_one<'p>(
    plan: &'p Plan,
    unit: &'p UnitFacts,
    most: u32,
    watcher: &dyn Observer,
) -> Result<(Vec<&'p UnitFacts>, Vec<Exchange>), Failure> {
    let foes = near_even(plan, &unit.id)?;
    let units: Vec<&UnitFacts> = foes.iter().copied().chain([unit]).collect();
    let pairs: Vec<(usize, usize)> = (0..foes.len()).map(|foe| (foe, foes.len())).collect();
    let limits = Limits { most, budget: BUDGET, method: MethodChoice::Sample };
    let rates = Sampler::new(plan, &units, limits, GAMES_OF_MANY, watcher).rates(&pairs, None)?;
    Ok((foes, rates))
}

/// Prices from rates, those of the anchor as 1.
///
/// # Errors
/// No rate is known.
pub(crate) fn list(units: usize, anchor: usize, rates: &[Exchange]) -> Result<PriceList, Failure> {
    let list = prices::list(units, anchor, rates).map_err(|error| Failure::Fault(error.to_string()))?;
    list.ok_or_else(|| {
        let what = "no pair of these units has an even size, so there are no prices";
        Failure::Input(format!("{what}\n  add units between them, or raise --most"))
    })
}
