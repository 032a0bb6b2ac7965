//! `muster even`: what brings two forces to an even fight.

use muster_answers::even::point_or_why;
use muster_answers::ground;
use muster_resolver::schedule::Meeting;
use muster_resolver::{
    Batches, EvenQuery, MethodChoice, RoundRobin, StopRule, cell_result, choose, even_size, even_size_played,
    resolve,
};
use muster_results::{CellResult, Method};
use muster_rules::{DuelSpec, Respawns, UnitFacts};

use super::even_boxes::shrink;
use crate::args::{EvenArgs, Everywhere, PlanChoice};
use crate::compose::even::{Comeback, Found, Sizes, answer};
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::{Encounter, Plan};
use crate::progress::Progress;

/// Outcomes of dice that one duel may follow: some seconds' work.
const BUDGET: u64 = 200_000_000;
/// A score nearer to one half than this needs no help.
const EVEN: f64 = 1e-9;
/// How often units may come back, at most.
const MOST_RESPAWNS: u32 = 6;

/// Looks for figures, points and respawns that make the fight even.
pub(crate) fn run(everywhere: &Everywhere, args: &EvenArgs) -> Result<(), Failure> {
    if args.options.battle.plans == PlanChoice::Equilibrium {
        return Err(Failure::Input(
            "an even fight is looked for under one plan a side\n  name it with --plans".to_owned(),
        ));
    }
    let names = [args.a.clone(), args.b.clone()];
    let (plan, ids) = Plan::load_naming(everywhere, &names)?;
    plan.say_warnings();
    let encounter = plan.encounter(&names, &ids, &args.options)?;
    let sides = encounter.compile(plan.game.as_ref())?.names();
    // Each seating is played alike.
    let games = args.games + args.games % 2;
    let as_they_are = score(&plan, &encounter, MethodChoice::Auto, games)?;
    let (ground, sizes) = match &encounter.meeting {
        Meeting::Duels(spec) => {
            (ground::of_duel(&plan.pack, spec), sizes(&plan, &encounter.ids, spec, args.most, games)?)
        }
        Meeting::Battles(spec) => (ground::of_battle(plan.game.as_ref(), spec), Vec::new()),
    };
    let even = (as_they_are.score - 0.5).abs() < EVEN;
    let boxes = match &encounter.meeting {
        _ if even => None,
        Meeting::Battles(spec) => {
            let stronger = usize::from(as_they_are.score < 0.5);
            shrink(&plan, &encounter.ids, spec, stronger, games)?
        }
        Meeting::Duels(_) => None,
    };
    let comebacks = if even { Vec::new() } else { comebacks(&plan, &encounter, games, &as_they_are)? };
    let found = Found { names: sides, ids: encounter.ids, ground, as_they_are, sizes, boxes, comebacks };
    plan.output.give("even", &answer(&plan, &found)?)
}

/// What the first side scores.
fn score(
    plan: &Plan,
    encounter: &Encounter,
    method: MethodChoice,
    games: u64,
) -> Result<CellResult, Failure> {
    let schedule = RoundRobin::of_pairs(
        plan.game.as_ref(),
        encounter.ids.to_vec(),
        encounter.meeting.clone(),
        vec![(0, 1)],
    );
    // Many short runs: no bar for any of them.
    let stop = StopRule::Games(games);
    let watching = Progress::begin(1, stop, true, true);
    let resolved = resolve(&schedule, method, plan.seed, stop, Batches::default(), &watching)?;
    if WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let answer = resolved.answers.first().and_then(Option::as_ref);
    answer
        .and_then(|answer| cell_result(0, 1, answer, false))
        .ok_or_else(|| Failure::Fault("a cell was left without an answer".to_owned()))
}

/// For each unit that can be resized: how many figures of it are even with the other as it is.
fn sizes(
    plan: &Plan,
    ids: &[String; 2],
    spec: &DuelSpec,
    most: u32,
    games: u64,
) -> Result<Vec<Sizes>, Failure> {
    let facts = |id: &String| plan.game.units().iter().find(|unit| unit.id == *id);
    let mut found = Vec::new();
    for varied in 0..2 {
        let (Some(unit), Some(foe)) = (facts(&ids[varied]), facts(&ids[1 - varied])) else { continue };
        if unit.alike {
            found.push(size(plan, varied, [unit, foe], spec, most, games)?);
        }
    }
    Ok(found)
}

fn size(
    plan: &Plan,
    side: usize,
    [unit, foe]: [&UnitFacts; 2],
    spec: &DuelSpec,
    most: u32,
    games: u64,
) -> Result<Sizes, Failure> {
    let own = |pair: [usize; 2]| pair[side];
    let order = [own([0, 1]), own([1, 0])];
    let query = EvenQuery {
        varied: &unit.id,
        fixed: &foe.id,
        figures: None,
        spec: DuelSpec {
            policies: order.map(|at| spec.policies[at]),
            respawns: order.map(|at| spec.respawns[at]),
            ..spec.clone()
        },
        guess: f64::from(unit.figures),
        most,
        budget: BUDGET,
    };
    // Where one duel of these units is better played than solved, so is the search.
    let as_they_are = plan.game.duel(query.varied, query.fixed, &query.spec)?;
    let solved = choose(MethodChoice::Auto, as_they_are.as_ref()) == Method::Exact;
    let even = if solved {
        even_size(plan.game.as_ref(), &query)?
    } else {
        even_size_played(plan.game.as_ref(), &query, plan.seed, games / 2)?
    };
    if WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let point = point_or_why(even, most);
    let curve = match (&point, &plan.output.out) {
        (Ok(point), Some(_)) if solved => curve(plan, &query, point.size, most)?,
        _ => Vec::new(),
    };
    Ok(Sizes { side, figures: unit.figures, point, games: if solved { 0 } else { games }, curve })
}

/// Exact scores at sizes from half to twice the even one.
fn curve(plan: &Plan, query: &EvenQuery<'_>, even: f64, most: u32) -> Result<Vec<(u32, f64)>, Failure> {
    let mut sizes: Vec<u32> = (0..=12)
        .map(|step| {
            let size = even * 2.0_f64.powf(f64::from(step) / 6.0 - 1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "clamped between two u32"
            )]
            let whole = size.round().clamp(1.0, f64::from(most)) as u32;
            whole
        })
        .collect();
    sizes.dedup();
    let mut curve = Vec::new();
    for size in sizes {
        let spec = DuelSpec { figures: [Some(size), query.figures], ..query.spec.clone() };
        let matchup = plan.game.duel(query.varied, query.fixed, &spec)?;
        // A size that is too large to be solved is left out of the picture.
        if let Ok(law) = matchup.solve(query.budget) {
            curve.push((size, law.score()));
        }
        if WATCH.stopped() {
            return Err(WATCH.interrupted());
        }
    }
    Ok(curve)
}

/// Respawns of the weaker side: for each number of times, the strength to come back with that is nearest to even.
fn comebacks(
    plan: &Plan,
    encounter: &Encounter,
    games: u64,
    as_they_are: &CellResult,
) -> Result<Vec<Comeback>, Failure> {
    let weaker = usize::from(as_they_are.score > 0.5);
    let with = |respawns: Respawns| {
        let mut meeting = encounter.meeting.clone();
        match &mut meeting {
            Meeting::Duels(spec) => spec.respawns[weaker] = Some(respawns),
            Meeting::Battles(spec) => spec.respawns[weaker] = Some(respawns),
        }
        Encounter { ids: encounter.ids.clone(), meeting }
    };
    // Rules that know no respawns refuse them; figures and points are still told.
    if with(Respawns { pool: 1, figures: None }).compile(plan.game.as_ref()).is_err() {
        return Ok(Vec::new());
    }
    let start = encounter.compile(plan.game.as_ref())?.start()[weaker];
    let mut found = Vec::new();
    for times in 1..=MOST_RESPAWNS {
        let attempt = |figures: u32| -> Result<CellResult, Failure> {
            let encounter = with(Respawns { pool: times, figures: Some(figures) });
            score(plan, &encounter, MethodChoice::Sample, games)
        };
        let own = |cell: &CellResult| if weaker == 0 { cell.score } else { 1.0 - cell.score };
        // More figures never do worse, so halving finds the last strength below even; the nearer of it and the next counts.
        let (mut low, mut high) = (0, start.max(1));
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if own(&attempt(middle)?) < 0.5 { low = middle } else { high = middle }
        }
        let mut tried = vec![(high, attempt(high)?)];
        if low > 0 {
            tried.push((low, attempt(low)?));
        }
        let off = |cell: &CellResult| (cell.score - 0.5).abs();
        tried.sort_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
        let enough = own(&tried[0].1) >= 0.5;
        found.extend(tried.into_iter().next().map(|(figures, cell)| Comeback {
            side: weaker,
            times,
            figures,
            cell,
        }));
        // One figure that comes back this often is already enough: more often would be too much.
        if enough && high == 1 {
            break;
        }
    }
    Ok(found)
}
