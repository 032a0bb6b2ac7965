//! Prices of armies: random forces near even by the prices believed so far are fought, prices are fitted to the results, and
//! so on; then fresh battles say how good the prices are.

use std::time::Instant;

use muster_analysis::army_fit::{
    ArmyFit, ArmyRow, CurvePoint, EqualPoints, HeldOut, Reversal, calibration_curve, equal_points,
    fit_armies, held_out, in_order, loss_apart,
};
use muster_analysis::price_fit::{Bound, PriceRefusal, Slope, Standing};
use muster_resolver::{ArmyPair, BySeating, Campaign, Lead, Levy, StopRule, fight};
use muster_rules::orders::Plan as BattlePlan;
use muster_rules::{BattleSpec, UnitFacts};
use muster_stats::Record;

use super::price::{Prices, units};
use crate::args::{ArmyOptions, PriceOptions};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Rounds of fighting and fitting: shares of the games.
const ROUNDS: [f64; 3] = [0.1, 0.2, 0.4];
/// How far from even the pairs of the first round are drawn, ln(cost): before anything is known, widely.
const FIRST: Lead = Lead { from: 0.1, to: 0.4 };
/// Greatest distance from even of later pairs, in expected logits: far enough to tell how surely points win.
const LATER: f64 = 1.3;
/// Groups of the calibration curve.
const CURVE: usize = 12;
/// Share of the games that is fought by fresh armies, and how far from even those are.
const FRESH: (f64, Lead) = (0.2, Lead { from: 0.0, to: 0.4 });
/// Share of the games between armies of equal points.
const EQUAL: f64 = 0.1;
/// Pairs of armies of equal points.
const EQUAL_PAIRS: u64 = 50;
/// Games of a pair that prices are fitted to: few, because a second pair tells more than a pair's second game.
const GAMES_FITTED: u64 = 40;
/// Games of a pair that prices are judged by: more, so that luck can be told from what prices get wrong.
const GAMES_JUDGED: u64 = 200;
/// A whole unit is drawn as if it cost at least this share of the median one: one that is worth nothing would cost nothing in any number.
const LEAST_OF_MEDIAN: f64 = 0.05;
/// Pairs predicted to be further from even than this, in logits, are left out of the final fit.
const WINDOW: f64 = 1.5;

/// Prices of armies and how good they are.
pub(crate) struct ArmyPrices {
    /// The fit.
    pub fit: ArmyFit,
    /// Pairs of units of which one is better in every respect.
    pub better: usize,
    /// Of those, the ones that were out of order by luck and now cost the same.
    pub pooled: Vec<(usize, usize)>,
    /// The ones that are out of order beyond luck.
    pub reversed: Vec<Reversal>,
    /// The same on each of the conditions, where it could be made.
    pub by_condition: Vec<(String, Option<ArmyFit>)>,
    /// Quality on fresh battles.
    pub fresh: Option<HeldOut>,
    /// Their scores against the predicted ones, in groups.
    pub curve: Vec<CurvePoint>,
    /// The duel prices' quality on the same battles, at their own best steepness.
    pub fresh_by_duels: Option<HeldOut>,
    /// Log loss a game by which the duel prices foretell them worse.
    pub duels_apart: Option<Slope>,
    /// Battles at equal points.
    pub equal: Option<EqualPoints>,
    /// The two armies of its worst pair.
    pub worst: Option<[String; 2]>,
    /// Id of the conditions.
    pub conditions: String,
    /// Games in all.
    pub games: u64,
    /// Pairs of armies in all.
    pub pairs: u64,
    /// Time it took, seconds.
    pub seconds: f64,
}

/// One stage's battles.
struct Fought {
    pairs: Vec<ArmyPair>,
    /// Counts by pair and condition.
    counts: Vec<Vec<BySeating>>,
}

impl Fought {
    /// The pairs as rows, on all conditions or on one.
    fn rows(&self, part: Option<usize>) -> Vec<ArmyRow> {
        let row = |(pair, counts): (&ArmyPair, &Vec<BySeating>)| ArmyRow {
            sides: [0, 1].map(|side: usize| {
                pair.sides[side].iter().map(|(unit, count)| (*unit, f64::from(*count))).collect()
            }),
            counts: [0, 1].map(|seating: usize| {
                let on = |at: usize| part.is_none_or(|part| part == at);
                let kept = counts.iter().enumerate().filter(|(at, _)| on(*at));
                kept.fold(Record::default(), |sum, (_, counts)| added(sum, counts[seating]))
            }),
        };
        self.pairs.iter().zip(&self.counts).map(row).collect()
    }
}

fn added(a: Record, b: Record) -> Record {
    Record { wins: a.wins + b.wins, draws: a.draws + b.draws, losses: a.losses + b.losses }
}

struct Stages<'s> {
    plan: &'s Plan,
    units: &'s [&'s UnitFacts],
    most: u32,
    spec: BattleSpec,
    parts: Vec<(String, u32)>,
    progress: Progress,
    games: u64,
    pairs: u64,
}

impl Stages<'_> {
    /// Fights and fits, round after round; each begins from what the last one found.
    fn rounds(
        &mut self,
        believed: &mut Vec<f64>,
        rows: &mut Vec<ArmyRow>,
        games: u64,
    ) -> Result<Vec<Fought>, Failure> {
        let mut lead = FIRST;
        let mut rounds = Vec::new();
        for (round, share) in ROUNDS.into_iter().enumerate() {
            let (purpose, pairs) = (format!("round {round}"), pairs_for(share, games, GAMES_FITTED));
            let fought = self.fight(&purpose, believed, pairs, GAMES_FITTED, lead)?;
            rows.extend(fought.rows(None));
            rounds.push(fought);
            // Few battles may not tell yet; the next round then begins from what was believed before.
            if let Ok(fit) = fit_armies(self.units.len(), rows, believed) {
                *believed = fit.believed();
                let to = (LATER / fit.steepness.value).min(FIRST.to);
                lead = Lead { from: to / 8.0, to };
            }
        }
        Ok(rounds)
    }

    /// Draws pairs by the prices believed and fights them.
    fn fight(
        &mut self,
        purpose: &str,
        believed: &[f64],
        pairs: u64,
        games: u64,
        lead: Lead,
    ) -> Result<Fought, Failure> {
        let prices = prices_to_draw_by(self.units, believed);
        let levy = Levy { units: self.units, prices: &prices, most: self.most };
        let drawn: Vec<ArmyPair> =
            (0..pairs).map(|number| levy.pair(self.plan.seed, purpose, number, lead)).collect();
        let campaign = Campaign { spec: self.spec.clone(), parts: &self.parts, games, seed: self.plan.seed };
        let counts = fight(self.plan.game.as_ref(), &levy, &drawn, &campaign, &self.progress)?;
        let counts = counts.ok_or_else(|| WATCH.interrupted())?;
        self.games += pairs * campaign.games_of_pair();
        self.pairs += pairs;
        Ok(Fought { pairs: drawn, counts })
    }
}

/// Fits prices of armies, beginning from the duel prices.
///
/// # Errors
/// Unknown conditions, battles that hold no prices, Ctrl-C.
pub(crate) fn army(
    plan: &Plan,
    prices: &Prices<'_>,
    options: &ArmyOptions,
    games: u64,
) -> Result<ArmyPrices, Failure> {
    let begun = Instant::now();
    let units = prices.units.as_slice();
    let by_duels = start(prices);
    let progress = Progress::begin(1, StopRule::Games(games), true, plan.output.quiet);
    let mut stages = Stages {
        plan,
        units,
        most: prices.most,
        spec: spec(&options.conditions),
        parts: parts(plan, units, &options.conditions)?,
        progress,
        games: 0,
        pairs: 0,
    };
    let (mut believed, mut rows) = (by_duels.clone(), Vec::new());
    let fought = stages.rounds(&mut believed, &mut rows, games)?;
    let wide = fit_armies(units.len(), &rows, &believed).map_err(|refusal| refused(&refusal))?;
    let kept: Vec<ArmyRow> = rows.into_iter().filter(|row| is_near(&wide, row)).collect();
    let fit = fit_armies(units.len(), &kept, &believed).map_err(|refusal| refused(&refusal))?;
    if fit.theta(prices.anchor).is_none() {
        return Err(no_anchor(&fit, units, prices.anchor));
    }
    let better = better_pairs(plan, units);
    let ordered = in_order(fit, &better);
    let fit = ordered.fit;
    believed = fit.believed();
    let by_condition = by_condition(&stages, &fought, &wide, &believed);
    let (share, lead) = FRESH;
    let fresh = stages
        .fight("fresh", &believed, pairs_for(share, games, GAMES_JUDGED), GAMES_JUDGED, lead)?
        .rows(None);
    let even = Lead { from: 0.0, to: 0.0 };
    let games_of_pair = pairs_for(EQUAL, games, EQUAL_PAIRS);
    let at_equal = stages.fight("equal points", &believed, EQUAL_PAIRS, games_of_pair, even)?;
    let equal = equal_points(&at_equal.rows(None));
    stages.progress.finish();
    let levy = Levy { units, prices: &[], most: prices.most };
    let worst = equal
        .map(|equal| at_equal.pairs[equal.worst].sides.each_ref().map(|side| levy.roster(side).to_string()));
    let by_duels = fit.with_costs(&by_duels, &kept);
    Ok(ArmyPrices {
        fresh: held_out(&fit, &fresh),
        curve: calibration_curve(&fit, &fresh, CURVE),
        fresh_by_duels: by_duels.as_ref().and_then(|duels| held_out(duels, &fresh)),
        duels_apart: by_duels.as_ref().and_then(|duels| loss_apart(duels, &fit, &fresh)),
        fit,
        better: better.len(),
        pooled: ordered.pooled,
        reversed: ordered.reversed,
        by_condition,
        equal,
        worst,
        conditions: options.conditions.clone(),
        games: stages.games,
        pairs: stages.pairs,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

/// The same fit from the games of each of the conditions alone.
fn by_condition(
    stages: &Stages<'_>,
    fought: &[Fought],
    wide: &ArmyFit,
    believed: &[f64],
) -> Vec<(String, Option<ArmyFit>)> {
    if stages.parts.len() < 2 {
        return Vec::new();
    }
    let near = |row: &ArmyRow| is_near(wide, row);
    let one = |(part, (id, _)): (usize, &(String, u32))| {
        let rows: Vec<ArmyRow> =
            fought.iter().flat_map(|stage| stage.rows(Some(part))).filter(near).collect();
        (id.clone(), fit_armies(stages.units.len(), &rows, believed).ok())
    };
    stages.parts.iter().enumerate().map(one).collect()
}

/// Pairs of units of which the first is better in every respect that the rules look at.
pub(crate) fn better_pairs(plan: &Plan, units: &[&UnitFacts]) -> Vec<(usize, usize)> {
    let all = (0..units.len()).flat_map(|one| (0..units.len()).map(move |other| (one, other)));
    all.filter(|(one, other)| plan.game.dominates(&units[*one].id, &units[*other].id)).collect()
}

/// Whether a pair is predicted to be near enough to even.
fn is_near(fit: &ArmyFit, row: &ArmyRow) -> bool {
    fit.predict(row).iter().all(|p| (p / (1.0 - p)).ln().abs() <= WINDOW)
}

/// Believed prices, of which none is next to nothing.
fn prices_to_draw_by(units: &[&UnitFacts], believed: &[f64]) -> Vec<f64> {
    let figures = |unit: &UnitFacts| if unit.alike { f64::from(unit.figures.max(1)) } else { 1.0 };
    let mut whole: Vec<f64> =
        units.iter().zip(believed).map(|(unit, theta)| figures(unit) * theta.exp()).collect();
    whole.sort_by(f64::total_cmp);
    let least = LEAST_OF_MEDIAN * whole.get(whole.len() / 2).copied().unwrap_or(0.0);
    units.iter().zip(believed).map(|(unit, theta)| theta.exp().max(least / figures(unit))).collect()
}

/// Pairs that a share of all games is enough for.
fn pairs_for(share: f64, all: u64, games_of_pair: u64) -> u64 {
    whole(share * all as f64 / games_of_pair as f64)
}

/// The anchor has no price; which unit could stand in for it.
fn no_anchor(fit: &ArmyFit, units: &[&UnitFacts], anchor: usize) -> Failure {
    let mut priced = (0..units.len()).filter(|unit| fit.theta(*unit).is_some());
    let first = priced.clone().next();
    let advice = match priced.find(|unit| units[*unit].alike).or(first) {
        Some(other) => format!("name another with --anchor: \"{}\" has a price", units[other].id),
        None => "play more with --games".to_owned(),
    };
    Failure::Input(format!(
        "the anchor \"{}\" has no army price: its side won, or lost, every battle\n  {advice}",
        units[anchor].id
    ))
}

fn spec(conditions: &str) -> BattleSpec {
    BattleSpec {
        conditions: conditions.to_owned(),
        plans: [BattlePlan::Combined; 2],
        max_turns: None,
        limit_is_draw: false,
        respawns: [None; 2],
    }
}

/// Looks the conditions up, before anything long begins.
///
/// # Errors
/// Unknown conditions; an unknown unit.
pub(super) fn check_conditions(plan: &Plan, prices: &PriceOptions, id: &str) -> Result<(), Failure> {
    parts(plan, &units(plan, &prices.named)?, id).map(|_| ())
}

/// The conditions and their weights.
fn parts(plan: &Plan, units: &[&UnitFacts], id: &str) -> Result<Vec<(String, u32)>, Failure> {
    // A wrong name is told by the game, with the nearest right one.
    let one = units.first().map(|unit| (unit.id.clone(), None));
    let roster = muster_rules::Roster { units: one.into_iter().collect() };
    plan.game.battle_of(&roster, &roster, &spec(id))?;
    let facts = plan.game.conditions().iter().find(|facts| facts.id == id);
    let parts = facts.map(|facts| facts.parts.clone()).unwrap_or_default();
    Ok(if parts.is_empty() { vec![(id.to_owned(), 1)] } else { parts })
}

/// What is believed before the first battle: duel prices, limits of duel prices, or points.
fn start(prices: &Prices<'_>) -> Vec<f64> {
    let guess = |unit: &UnitFacts| {
        let figures = if unit.alike { f64::from(unit.figures.max(1)) } else { 1.0 };
        ((unit.melee_points + unit.firepower) / figures).max(0.1).ln()
    };
    let anchor = guess(prices.units[prices.anchor]);
    let of = |(unit, standing): (&&UnitFacts, &Standing)| match standing {
        Standing::Fitted(theta) => *theta,
        Standing::Bounded(Bound::AtLeast(theta) | Bound::AtMost(theta)) => *theta,
        Standing::Unknown => guess(unit) - anchor,
    };
    prices.units.iter().zip(&prices.list.standings).map(of).collect()
}

fn whole(number: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "positive, and casts saturate"
    )]
    let whole = number.round() as u64;
    whole.max(1)
}

fn refused(refusal: &PriceRefusal) -> Failure {
    let advice = match refusal {
        PriceRefusal::SteepnessNotIdentified | PriceRefusal::AllSeparated => {
            "play more with --games, or ask for duel prices alone with --of units"
        }
        _ => "ask for duel prices alone with --of units",
    };
    Failure::Input(format!("battles: {refusal}\n  {advice}"))
}
