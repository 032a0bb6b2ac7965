//! How many figures of the stronger of two boxes make an even fight, and what those left in the box are worth.

use muster_analysis::price_fit::Standing;
use muster_analysis::price_list::price_list;
use muster_resolver::{Limits, MethodChoice, StopRule, exchange_rates};
use muster_rules::{BattleSpec, BoxFacts, DiceKind, DuelSpec, Roster, UnitFacts};
use muster_stats::{Record, Z95, wilson};
use rayon::prelude::*;

use super::ladder::{Ladder, id_of, whole};
use super::points::BUDGET;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::Plan;
use crate::progress::Progress;

/// Games that are played without a look at the clock.
const BATCH: u64 = 256;
/// Points of a figure of the anchor, as in `points fit`.
const ANCHOR_POINTS: f64 = 5.0;
/// Most figures that a unit of a box is priced with.
const MOST: u32 = 60;

/// The stronger box with some of its figures left out.
pub(crate) struct Shrunk {
    /// The side whose figures are left out: 0 or 1.
    pub side: usize,
    /// Figures of the box.
    pub figures: u32,
    /// Figures fielded of each unit, with its name and its figures in the box.
    pub units: Vec<(String, u32, u32)>,
    /// Figures left out.
    pub left_out: u32,
    /// Where the score crosses one half, in figures left out: a fraction.
    pub even_at: f64,
    /// Games of A at that strength.
    pub record: Record,
    /// Whether leaving out all that can be left out is still not enough.
    pub not_enough: bool,
    /// Points of both boxes and of what is left out at the even point, where all units of both boxes have a price.
    pub points: Option<Points>,
    /// Every strength that was tried: figures left out, and A's games.
    pub tried: Vec<(u32, Record)>,
}

/// Points by the duel prices of the boxes' own units.
pub(crate) struct Points {
    /// The unit whose price is given.
    pub anchor: String,
    /// Its price.
    pub scale: f64,
    /// Points of both boxes, A's first.
    pub boxes: [f64; 2],
    /// Points of the stronger box left out at the even point.
    pub handicap: f64,
}

impl Shrunk {
    /// A's score and its 95 % interval.
    pub(crate) fn score(&self) -> [f64; 3] {
        let interval = wilson(self.record, Z95);
        [self.record.score().unwrap_or(0.5), interval.low, interval.high]
    }
}

/// Looks for the strength of the stronger box that makes the fight even. `None` when none of its units can be resized.
///
/// # Errors
/// What the game refuses, or Ctrl-C.
pub(crate) fn shrink(
    plan: &Plan,
    ids: &[String; 2],
    spec: &BattleSpec,
    stronger: usize,
    games: u64,
) -> Result<Option<Shrunk>, Failure> {
    let find = |id: &String| plan.game.boxes().iter().find(|one| one.id == *id);
    let (Some(a), Some(b)) = (find(&ids[0]), find(&ids[1])) else { return Ok(None) };
    let boxes = [a, b];
    let ladder = Ladder::of(plan.game.as_ref(), boxes[stronger], spec);
    let most = ladder.steps.len();
    if most == 0 {
        return Ok(None);
    }
    let mut tried: Vec<(u32, Record)> = Vec::new();
    let mut own_score = |left_out: usize| -> Result<f64, Failure> {
        let mut rosters = boxes.map(whole);
        rosters[stronger] = ladder.roster(left_out);
        let record = play(plan, &rosters, spec, games)?;
        tried.push((u32::try_from(left_out).unwrap_or(u32::MAX), record));
        let score = record.score().unwrap_or(0.5);
        Ok(if stronger == 0 { score } else { 1.0 - score })
    };
    // Fewer figures never do better, so halving finds the first strength that is not ahead; the same dice of the same
    // seed serve all strengths.
    let (mut low, mut high) = ((0, own_score(0)?), (most, own_score(most)?));
    let not_enough = high.1 > 0.5;
    while !not_enough && high.0 - low.0 > 1 && low.1 > 0.5 {
        let middle = low.0 + (high.0 - low.0) / 2;
        let score = own_score(middle)?;
        if score > 0.5 { low = (middle, score) } else { high = (middle, score) }
    }
    let nearest = if not_enough {
        high
    } else if low.1 <= 0.5 || (low.1 - 0.5).abs() < (high.1 - 0.5).abs() {
        low
    } else {
        high
    };
    let across = if low.1 > 0.5 && high.1 <= 0.5 {
        low.0 as f64 + (low.1 - 0.5) / (low.1 - high.1) * (high.0 - low.0) as f64
    } else {
        nearest.0 as f64
    };
    let record = tried.iter().find(|one| one.0 as usize == nearest.0).map_or(Record::default(), |one| one.1);
    tried.sort_by_key(|one| one.0);
    Ok(Some(Shrunk {
        side: stronger,
        figures: boxes[stronger].units.iter().map(|unit| unit.figures).sum(),
        units: ladder.fielded(nearest.0),
        left_out: u32::try_from(nearest.0).unwrap_or(u32::MAX),
        even_at: across,
        record,
        not_enough,
        points: points(plan, boxes, &ladder, stronger, across)?,
        tried,
    }))
}

fn play(plan: &Plan, rosters: &[Roster; 2], spec: &BattleSpec, games: u64) -> Result<Record, Failure> {
    let matchup = plan.game.battle_of(&rosters[0], &rosters[1], spec)?;
    let batches: Vec<u64> = (0..games.div_ceil(BATCH)).collect();
    let records: Vec<Record> = batches
        .par_iter()
        .map(|batch| {
            if WATCH.stopped() {
                return Record::default();
            }
            let range = batch * BATCH..((batch + 1) * BATCH).min(games);
            let total = matchup.play(plan.seed, range, DiceKind::Tables, false).total();
            Record { wins: total.wins, draws: total.draws, losses: total.losses }
        })
        .collect();
    if WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let sum = |of: fn(&Record) -> u64| records.iter().map(of).sum();
    Ok(Record { wins: sum(|one| one.wins), draws: sum(|one| one.draws), losses: sum(|one| one.losses) })
}

/// Prices of both boxes' units by exact duels among them and the catalogue's first unit of figures alike.
fn points(
    plan: &Plan,
    boxes: [&BoxFacts; 2],
    ladder: &Ladder<'_>,
    stronger: usize,
    left_out: f64,
) -> Result<Option<Points>, Failure> {
    let Some(anchor) = plan.game.units().iter().find(|unit| unit.alike) else { return Ok(None) };
    let own = boxes.map(|facts| -> Vec<UnitFacts> {
        facts.units.iter().map(|unit| UnitFacts { id: id_of(facts, unit), ..unit.clone() }).collect()
    });
    let units: Vec<&UnitFacts> = std::iter::once(anchor).chain(own.iter().flatten()).collect();
    let progress = Progress::begin(units.len(), StopRule::Games(1), false, true);
    let limits = Limits { most: MOST, budget: BUDGET, method: MethodChoice::Auto };
    let rates = exchange_rates(plan.game.as_ref(), &units, 0, &DuelSpec::default(), limits, &progress)?;
    if WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let known = muster_answers::prices::known_rates(&rates);
    let list = price_list(units.len(), 0, &known, &[]).map_err(|error| Failure::Fault(error.to_string()))?;
    let scale = ANCHOR_POINTS;
    let price = |at: usize| match list.standings[at] {
        Standing::Fitted(theta) => Some(scale * theta.exp()),
        _ => None,
    };
    let first = [1, 1 + own[0].len()];
    let each = |side: usize, unit: usize| price(first[side] + unit);
    let total = |side: usize, figures: &[u32]| -> Option<f64> {
        let costs = own[side].iter().zip(figures).enumerate();
        costs
            .map(|(unit, (facts, figures))| {
                Some(each(side, unit)? * if facts.alike { f64::from(*figures) } else { 1.0 })
            })
            .sum()
    };
    let full = |side: usize| boxes[side].units.iter().map(|unit| unit.figures).collect::<Vec<u32>>();
    let (Some(a), Some(b)) = (total(0, &full(0)), total(1, &full(1))) else { return Ok(None) };
    // Figure by figure down the ladder, the last one in part.
    let mut handicap = 0.0;
    for (step, unit) in ladder.steps.iter().enumerate() {
        let part = (left_out - step as f64).clamp(0.0, 1.0);
        // A unit that is priced as a whole is taken apart in equal parts.
        let facts = &own[stronger][*unit];
        let figures = if facts.alike { 1.0 } else { f64::from(facts.figures.max(1)) };
        handicap += part * each(stronger, *unit).unwrap_or(0.0) / figures;
    }
    Ok(Some(Points { anchor: anchor.name.clone(), scale, boxes: [a, b], handicap }))
}
