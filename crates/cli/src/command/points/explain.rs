//! `muster points explain`: what makes a unit cost what it costs.

use muster_analysis::formula_fit::{Formula, Priced, fit_product, fit_sum};
use muster_resolver::{EvenQuery, EvenSize, Limits, MethodChoice, even_size, resolve::Fault};
use muster_rules::{DiceKind, DuelSpec, FormulaFacts, Game, UnitFacts, Unsolvable};
use muster_stats::Record;
use rayon::prelude::*;

use super::foes;
use super::price::{self, BUDGET, Prices};
use crate::args::{Everywhere, ExplainArgs, MethodWord, PriceOptions};
use crate::compose::points::{explained, page};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;

/// Blocks that paired games are cut into, to see how much their difference scatters.
const BLOCKS: u64 = 32;
/// Games of a pair, unless told.
const GAMES: u64 = 1000;
/// Scores are kept this far from 0 and 1 before their logits are taken.
const LEAST_SCORE: f64 = 0.01;

/// What a change of the unit is worth.
pub(crate) struct Sensitivity {
    /// Id of the change.
    pub id: String,
    /// What changes.
    pub says: String,
    /// ln(worth after) - ln(worth before), mean over the foes; `None` when no foe tells.
    pub effect: Option<Effect>,
}

/// A mean over foes.
pub(crate) struct Effect {
    /// Mean change of ln(worth).
    pub mean: f64,
    /// Its standard error from luck; 0 when every duel was solved.
    pub error: f64,
    /// Least and greatest over the foes.
    pub range: [f64; 2],
    /// Foes that tell.
    pub foes: usize,
    /// Foes whose duels were played and not solved.
    pub sampled: usize,
}

/// A formula and what it says of the unit.
pub(crate) struct Closest {
    /// The formula.
    pub formula: Formula,
    /// Names of its coefficients.
    pub names: Vec<String>,
    /// Its price of a figure of the unit, `None` where it does not fit the unit.
    pub of_unit: Option<f64>,
}

/// What is explained.
pub(crate) struct Explained<'p> {
    /// Duel prices.
    pub prices: &'p Prices<'p>,
    /// Index of the unit.
    pub unit: usize,
    /// What changes are worth.
    pub sensitivities: Vec<Sensitivity>,
    /// Units that the formulas were fitted to.
    pub fitted: usize,
    /// points = c · (attack · durability)^e.
    pub product: Option<Closest>,
    /// points = a sum of terms.
    pub sum: Option<Closest>,
}

/// One way to have the unit: as it is, with other figures, or in another game.
struct Change {
    id: String,
    says: String,
    game: Option<Box<dyn Game>>,
    figures: Option<u32>,
}

/// Prices the units and takes the price of one apart.
pub(crate) fn run(everywhere: &Everywhere, args: &ExplainArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    if plan.game.units().iter().all(|unit| unit.id != args.unit) {
        plan.game.duel(&args.unit, &args.unit, &DuelSpec::default())?;
    }
    if !args.against.is_empty() && args.against.iter().all(|enemy| *enemy == args.unit) {
        return Err(Failure::Input(format!(
            "\"{}\" cannot be measured against itself alone\n  name other units with --against, or leave it out",
            args.unit
        )));
    }
    let (options, method) = asked(&plan, args)?;
    let prices = price::price_by(&plan, &options, method, args.duels.duel_games)?;
    plan.output.note(&page::effort(&prices));
    let found = prices.units.iter().position(|unit| unit.id == args.unit);
    let unit = found.ok_or_else(|| Failure::Fault(format!("\"{}\" was lost", args.unit)))?;
    let changes = changes(&plan, prices.units[unit])?;
    let panel =
        Panel { plan: &plan, prices: &prices, unit, method, games: args.duels.duel_games.unwrap_or(GAMES) };
    let sensitivities = panel.sensitivities(changes)?;
    let (fitted, product, sum) = formulas(&plan, &prices, unit);
    let found = Explained { prices: &prices, unit, sensitivities, fitted, product, sum };
    plan.output.give("explained", &explained(&plan, &found)?)
}

/// Which units are priced and how: all, or a few near the unit where their duels are slow to solve; those are played.
fn asked(plan: &Plan, args: &ExplainArgs) -> Result<(PriceOptions, MethodWord), Failure> {
    let (mut options, method) = (args.prices(), args.duels.method);
    if method == MethodWord::Exact || !foes::are_slow(plan, &args.unit, &options.named)? {
        return Ok((options, method));
    }
    if options.named.is_empty() {
        let all: Vec<&UnitFacts> = plan.game.units().iter().collect();
        let anchor = &all[price::anchor(&all, &options.anchor)?].id;
        let near = foes::near_even(plan, &args.unit)?;
        options.named = near.iter().map(|unit| unit.id.clone()).collect();
        for id in [anchor, &args.unit] {
            if !options.named.contains(id) {
                options.named.push(id.clone());
            }
        }
        options.anchor.unit = Some(anchor.clone());
        plan.output.note(&format!(
            "Duels of these rules are slow to solve, so {} is measured against the units that it fights most evenly: {}; --against UNIT names others, --method exact solves all",
            args.unit,
            near.iter().map(|unit| unit.id.as_str()).collect::<Vec<_>>().join(", ")
        ));
    }
    Ok((options, MethodWord::Sample))
}

/// One figure more, and every step that the unit's own fields allow.
fn changes(plan: &Plan, unit: &UnitFacts) -> Result<Vec<Change>, Failure> {
    let mut changes = Vec::new();
    if unit.alike {
        let more = unit.figures + 1;
        let says = format!("{more} figures instead of {}", unit.figures);
        changes.push(Change { id: "figure".to_owned(), says, game: None, figures: Some(more) });
    }
    for step in plan.game.steps(&unit.id)? {
        let game = Some(plan.game.stepped(&unit.id, &step.id)?);
        changes.push(Change { id: step.id, says: step.says, game, figures: None });
    }
    Ok(changes)
}

/// The foes that a unit is measured against.
struct Panel<'p> {
    plan: &'p Plan,
    prices: &'p Prices<'p>,
    unit: usize,
    method: MethodWord,
    games: u64,
}

/// How far the worth of a unit moved against one foe.
#[derive(Clone, Copy)]
struct Moved {
    change: f64,
    error: f64,
    sampled: bool,
}

impl Panel<'_> {
    fn sensitivities(&self, changes: Vec<Change>) -> Result<Vec<Sensitivity>, Failure> {
        // A foe must have a price, and figures that can be more or fewer.
        let foes: Vec<usize> = (0..self.prices.units.len())
            .filter(|foe| *foe != self.unit && self.prices.units[*foe].alike)
            .filter(|foe| self.prices.duel_points(*foe).is_some())
            .collect();
        let before: Vec<Result<Option<f64>, Failure>> = foes
            .par_iter()
            .map(|foe| self.even(self.plan.game.as_ref(), *foe, None, self.guess(*foe)))
            .collect();
        let before = before.into_iter().collect::<Result<Vec<_>, _>>()?;
        let one = |change: Change| -> Result<Sensitivity, Failure> {
            let moved: Vec<Result<Option<Moved>, Failure>> = foes
                .par_iter()
                .zip(&before)
                .map(|(foe, before)| self.moved(&change, *foe, *before))
                .collect();
            let moved = moved.into_iter().collect::<Result<Vec<_>, _>>()?;
            let moved: Vec<Moved> = moved.into_iter().flatten().collect();
            Ok(Sensitivity { id: change.id, says: change.says, effect: effect(&moved) })
        };
        changes.into_iter().map(one).collect()
    }

    /// Figures of the foe that the unit's price is worth.
    fn guess(&self, foe: usize) -> f64 {
        let figures = self.prices.units[self.unit].figures;
        let own = if self.prices.units[self.unit].alike { f64::from(figures) } else { 1.0 };
        let worth = self.prices.duel_points(self.unit).map(|points| points * own);
        let price = self.prices.duel_points(foe).unwrap_or(1.0);
        worth.map_or(f64::from(self.prices.units[foe].figures), |worth| worth / price)
    }

    /// ln of the foe's even size against the unit, solved; `None` where there is none, or the duel is to be played.
    fn even(
        &self,
        game: &dyn Game,
        foe: usize,
        figures: Option<u32>,
        guess: f64,
    ) -> Result<Option<f64>, Failure> {
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
        if self.method == MethodWord::Sample {
            return Ok(None);
        }
        let limits = Limits { most: self.prices.most, budget: BUDGET, method: MethodChoice::Auto };
        let [fixed, varied] = [self.unit, foe].map(|unit| &self.prices.units[unit].id);
        let most = limits.most_of(self.prices.units[foe]);
        // Room for what the unit is worth after a step, where the rules have units so large.
        let room = most.saturating_mul(2);
        let large = DuelSpec { figures: [None, Some(room)], ..DuelSpec::default() };
        let most = if self.plan.game.duel(fixed, varied, &large).is_ok() { room } else { most };
        let query =
            EvenQuery { varied, fixed, figures, spec: DuelSpec::default(), guess, most, budget: BUDGET };
        match even_size(game, &query) {
            Ok(EvenSize::Even(point)) => Ok(Some(point.size.ln())),
            Ok(_) | Err(Fault::Unsolvable(Unsolvable::TooLarge(_))) => Ok(None),
            Err(fault) => Err(fault.into()),
        }
    }

    fn moved(&self, change: &Change, foe: usize, before: Option<f64>) -> Result<Option<Moved>, Failure> {
        let game = change.game.as_deref().unwrap_or(self.plan.game.as_ref());
        if let Some(before) = before {
            let after = self.even(game, foe, change.figures, before.exp())?;
            return Ok(after.map(|after| Moved { change: after - before, error: 0.0, sampled: false }));
        }
        if self.method == MethodWord::Exact {
            return Ok(None);
        }
        self.played(game, change.figures, foe)
    }

    /// The same from games before and after that share their dice, at the size where prices have them even.
    fn played(&self, game: &dyn Game, figures: Option<u32>, foe: usize) -> Result<Option<Moved>, Failure> {
        let limits = Limits { most: self.prices.most, budget: BUDGET, method: MethodChoice::Auto };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "casts saturate")]
        let size = (self.guess(foe).round() as u32).clamp(1, limits.most_of(self.prices.units[foe]));
        let ids = [self.unit, foe].map(|unit| &self.prices.units[unit].id);
        let spec = |own: Option<u32>| DuelSpec { figures: [own, Some(size)], ..DuelSpec::default() };
        let before = self.plan.game.duel(ids[0], ids[1], &spec(None))?;
        let after = game.duel(ids[0], ids[1], &spec(figures))?;
        let block = 2 * (self.games / BLOCKS / 2).max(1);
        let (mut sums, mut squares) = ([Record::default(); 2], 0.0);
        let mut differences = Vec::new();
        for number in 0..BLOCKS {
            let games = number * block..(number + 1) * block;
            let scores = [&before, &after].map(|one| {
                let total = one.play(self.plan.seed, games.clone(), DiceKind::Plain, false).total();
                Record { wins: total.wins, draws: total.draws, losses: total.losses }
            });
            for (sum, one) in sums.iter_mut().zip(scores) {
                *sum = Record {
                    wins: sum.wins + one.wins,
                    draws: sum.draws + one.draws,
                    losses: sum.losses + one.losses,
                };
            }
            let [was, is] = scores.map(|one| one.score().unwrap_or(0.5));
            differences.push(is - was);
        }
        let [was, is] = sums.map(|sum| sum.score().unwrap_or(0.5));
        if [was, is].iter().any(|score| !(LEAST_SCORE..=1.0 - LEAST_SCORE).contains(score)) {
            return Ok(None);
        }
        for difference in &differences {
            squares += (difference - (is - was)).powi(2);
        }
        let scatter = (squares / (BLOCKS - 1) as f64 / BLOCKS as f64).sqrt();
        let logit = |score: f64| (score / (1.0 - score)).ln();
        let steepness = self.prices.list.steepness;
        if steepness <= 0.0 {
            return Ok(None);
        }
        let middle = f64::midpoint(was, is);
        Ok(Some(Moved {
            change: (logit(is) - logit(was)) / steepness,
            error: scatter / (middle * (1.0 - middle)) / steepness,
            sampled: true,
        }))
    }
}

fn effect(moved: &[Moved]) -> Option<Effect> {
    let count = moved.len() as f64;
    let changes = moved.iter().map(|one| one.change);
    Some(Effect {
        mean: changes.clone().sum::<f64>() / count,
        error: moved.iter().map(|one| one.error * one.error).sum::<f64>().sqrt() / count,
        range: [changes.clone().reduce(f64::min)?, changes.reduce(f64::max)?],
        foes: moved.len(),
        sampled: moved.iter().filter(|one| one.sampled).count(),
    })
}

/// The closest product and the closest sum over all units of equal figures that have a price.
fn formulas(plan: &Plan, prices: &Prices<'_>, unit: usize) -> (usize, Option<Closest>, Option<Closest>) {
    let facts =
        |unit: usize| plan.game.formula_facts(&prices.units[unit].id).filter(|_| prices.units[unit].alike);
    let known: Vec<(usize, f64, FormulaFacts)> = (0..prices.units.len())
        .filter_map(|unit| Some((unit, prices.duel_points(unit)?, facts(unit)?)))
        .filter(|(_, _, facts)| facts.attack > 0.0)
        .collect();
    let priced = |attributes: &dyn Fn(&FormulaFacts) -> Vec<f64>| -> Vec<Priced> {
        known
            .iter()
            .map(|(unit, points, facts)| Priced {
                ln_points: points.ln(),
                error: prices.list.errors[*unit].unwrap_or(0.0),
                attributes: attributes(facts),
            })
            .collect()
    };
    let product = fit_product(&priced(&|facts| vec![facts.attack, facts.durability])).map(|formula| {
        let of = |facts: FormulaFacts| {
            formula.coefficients[0].exp() * (facts.attack * facts.durability).powf(formula.coefficients[1])
        };
        let of_unit = facts(unit).filter(|facts| facts.attack > 0.0).map(of);
        Closest { formula, names: vec!["scale".to_owned(), "exponent".to_owned()], of_unit }
    });
    // A term that is the same for all of them tells nothing.
    let values = |facts: &FormulaFacts, term: usize| facts.terms.get(term).map_or(0.0, |(_, value)| *value);
    let first = known.first().map(|(_, _, facts)| facts);
    let varies = |term: &usize| {
        let least = known.iter().map(|(_, _, facts)| values(facts, *term)).reduce(f64::min);
        let most = known.iter().map(|(_, _, facts)| values(facts, *term)).reduce(f64::max);
        least < most
    };
    let terms: Vec<usize> = (0..first.map_or(0, |facts| facts.terms.len())).filter(varies).collect();
    let of = |facts: &FormulaFacts| -> Vec<f64> { terms.iter().map(|term| values(facts, *term)).collect() };
    let sum = fit_sum(&priced(&of)).map(|formula| {
        let named = terms.iter().filter_map(|term| Some(first?.terms.get(*term)?.0.clone()));
        let names = std::iter::once("constant".to_owned()).chain(named).collect();
        let of_unit = facts(unit).map(|facts| {
            let weighted = formula.coefficients.iter().skip(1).zip(of(&facts));
            formula.coefficients[0] + weighted.map(|(weight, value)| weight * value).sum::<f64>()
        });
        Closest { formula, names, of_unit }
    });
    (known.len(), product, sum)
}
