//! What `duel` and `battle` share: running one pair and gathering what is said of it.

use muster_answers::method;
use muster_dice::Seed;
use muster_report::number;
use muster_resolver::resolve::Fault;
use muster_resolver::schedule::Meeting;
use muster_resolver::{
    Answer, Batches, EXACT_BUDGET, MethodChoice, PlanPairs, Resolved, RoundRobin, Schedule, StopRule,
    cell_result, equilibrium, resolve,
};
use muster_results::{CellResult, Extreme, Method, Tally};
use muster_rules::BattleSpec;
use muster_rules::Matchup;

use crate::compose::encounter::{Contender, Report, Seen};
use crate::compose::survivors::LeftLaw;
use crate::compose::words;
use crate::exit::Failure;
use crate::interrupt::WATCH;
use crate::plan::{Encounter, Plan};
use crate::progress::Progress;

/// Runs a schedule behind a bar.
///
/// # Errors
/// A cell that cannot be compiled or solved; Ctrl-C before the first answer.
pub(crate) fn run(
    plan: &Plan,
    schedule: &dyn Schedule,
    method: MethodChoice,
    stop: StopRule,
    sampled: bool,
    joint: bool,
) -> Result<Resolved, Failure> {
    let progress = Progress::begin(schedule.cells(), stop, sampled, plan.output.quiet);
    let batches = Batches { joint, ..Batches::default() };
    let resolved = resolve(schedule, method, Seed(plan.seed.0), stop, batches, &progress);
    ended(plan, &progress, resolved)
}

/// Plays a schedule behind a bar while every battle is taken down.
///
/// # Errors
/// A cell that cannot be compiled.
#[cfg(feature = "polars")]
pub(crate) fn run_recorded(
    plan: &Plan,
    schedule: &dyn Schedule,
    stop: StopRule,
    recorder: &mut dyn muster_resolver::Recorder,
) -> Result<Resolved, Failure> {
    let progress = Progress::begin(schedule.cells(), stop, true, plan.output.quiet);
    let resolved = muster_resolver::resolve_recorded(schedule, plan.seed, stop, &progress, recorder);
    ended(plan, &progress, resolved)
}

/// Ends the bar and says how much was played.
fn ended(plan: &Plan, progress: &Progress, resolved: Result<Resolved, Fault>) -> Result<Resolved, Failure> {
    let played = progress.finish();
    let resolved = resolved?;
    if let Some(played) = played {
        plan.output.note(&played);
    }
    Ok(resolved)
}

/// One pair as a schedule.
pub(crate) fn single<'g>(plan: &'g Plan, encounter: &Encounter) -> RoundRobin<'g> {
    // The pair stands off the diagonal even when a force meets itself.
    RoundRobin::of_pairs(plan.game.as_ref(), encounter.ids.to_vec(), encounter.meeting.clone(), vec![(0, 1)])
}

/// One pair under all pairs of plans.
pub(crate) fn every_plan<'g>(plan: &'g Plan, ids: &[String; 2], spec: &BattleSpec) -> PlanPairs<'g> {
    PlanPairs::of_pairs(plan.game.as_ref(), ids.to_vec(), spec.clone(), vec![(0, 1)])
}

/// Answers one pair and gives the report, even of a run that was cut short, as long as something was played.
///
/// # Errors
/// See [`run`].
pub(crate) fn answer(
    plan: &Plan,
    encounter: &Encounter,
    method: MethodChoice,
    stop: StopRule,
    described: Description,
) -> Result<(), Failure> {
    let matchup = encounter.compile(plan.game.as_ref())?;
    let schedule = single(plan, encounter);
    let sampled = muster_resolver::choose(method, matchup.as_ref()) == Method::Sample;
    let resolved = run(plan, &schedule, method, stop, sampled, false)?;
    let found = resolved.answers.first().and_then(Option::as_ref);
    let cell = found.and_then(|answer| cell_result(0, same(encounter), answer, matchup.harmless()));
    let (Some(answer), Some(cell)) = (found, cell) else {
        return Err(WATCH.interrupted());
    };
    say_unused(plan, described.sample.as_ref().filter(|_| cell.method == Method::Exact));
    let report = Report {
        plan,
        kind: described.kind,
        sides: contenders(encounter, matchup.as_ref(), &described.plays),
        ground: described.ground,
        left: Some(LeftLaw::of(answer, matchup.start())),
        seen: if let Answer::Sampled(tally) = answer { worth_seeing(tally) } else { Vec::new() },
        method_note: method::note(method, matchup.as_ref(), &cell, EXACT_BUDGET),
        stopped_early: resolved.stopped_early,
        cell,
    };
    give(plan, described.command, &report)
}

/// Answers one pair of boxes whose sides mix their plans as well as they can.
///
/// # Errors
/// See [`run`].
pub(crate) fn answer_equilibrium(
    plan: &Plan,
    encounter: &Encounter,
    spec: &BattleSpec,
    stop: StopRule,
    described: Description,
) -> Result<(), Failure> {
    let matchup = encounter.compile(plan.game.as_ref())?;
    let schedule = every_plan(plan, &encounter.ids, spec);
    let resolved = run(plan, &schedule, MethodChoice::Sample, stop, true, false)?;
    let Some(cell) = mixed_cell(&resolved, 0, (0, same(encounter)))? else {
        return Err(WATCH.interrupted());
    };
    let report = Report {
        plan,
        kind: described.kind,
        sides: contenders(encounter, matchup.as_ref(), &described.plays),
        ground: described.ground,
        left: None,
        seen: Vec::new(),
        method_note:
            "Sampled for every pair of plans; the score is the value of the game between best mixes."
                .to_owned(),
        stopped_early: resolved.stopped_early,
        cell,
    };
    give(plan, described.command, &report)
}

/// The equilibrium of one pair of a run over all pairs of plans; `None` when a pair of plans has no answer.
///
/// # Errors
/// When the linear program fails, which is a fault of ours.
pub(crate) fn mixed_cell(
    resolved: &Resolved,
    pair: usize,
    at: (usize, usize),
) -> Result<Option<CellResult>, Failure> {
    let cells = pair * PlanPairs::PER_CELL..(pair + 1) * PlanPairs::PER_CELL;
    let answered: Option<Vec<CellResult>> = cells
        .map(|cell| {
            let harmless = resolved.harmless.get(cell).copied().unwrap_or(false);
            resolved.answers.get(cell)?.as_ref().and_then(|answer| cell_result(at.0, at.1, answer, harmless))
        })
        .collect();
    let Some(answered) = answered else { return Ok(None) };
    equilibrium(&answered)
        .map_err(|error| Failure::Fault(format!("the game of plans has no solution: {error}")))
}

/// What a command says of its pair.
pub(crate) struct Description {
    /// `duel` or `battle`: the name of its files.
    pub command: &'static str,
    /// The same as a title.
    pub kind: &'static str,
    /// What they meet on.
    pub ground: String,
    /// Policy or plan of both.
    pub plays: [String; 2],
    /// The option that asked for games, as typed, where there may be no games.
    pub sample: Option<String>,
}

/// Says that an option was of no use because everything was solved.
pub(crate) fn say_unused(plan: &Plan, option: Option<&String>) {
    if let Some(option) = option {
        plan.output.note(&format!(
            "warning: {option} changes nothing: the answer is exact and no game is played\n  give --method sample as well to play games"
        ));
    }
}

fn give(plan: &Plan, command: &str, report: &Report<'_>) -> Result<(), Failure> {
    let stopped = report.stopped_early;
    let answer = report.answer()?;
    if stopped {
        // What was found so far is shown, but no file takes its name.
        WATCH.keep(words::games(&report.cell));
        plan.output.print(command, &answer)?;
        return Err(WATCH.interrupted());
    }
    plan.output.give(command, &answer)
}

fn same(encounter: &Encounter) -> usize {
    usize::from(encounter.ids[0] != encounter.ids[1])
}

fn contenders(encounter: &Encounter, matchup: &dyn Matchup, plays: &[String; 2]) -> [Contender; 2] {
    let respawns = match &encounter.meeting {
        Meeting::Duels(spec) => spec.respawns,
        Meeting::Battles(spec) => spec.respawns,
    };
    let (names, start) = (matchup.names(), matchup.start());
    [0, 1].map(|at: usize| Contender {
        id: encounter.ids[at].clone(),
        name: names[at].clone(),
        figures: start[at],
        plays: plays[at].clone(),
        comes_back: respawns[at].is_some_and(|respawns| respawns.pool > 0),
    })
}

fn worth_seeing(tally: &Tally) -> Vec<Seen> {
    let turns = |extreme: Extreme| number::counted(extreme.measure, "turn", "turns");
    let apart = |extreme: Extreme| format!("{} % apart", number::fixed(tally.apart(extreme) * 100.0, 0));
    let extremes = &tally.extremes;
    let found = [
        ("longest", extremes.longest.map(|one| (one, turns(one)))),
        ("shortest", extremes.shortest.map(|one| (one, turns(one)))),
        ("most lopsided", extremes.most_lopsided.map(|one| (one, apart(one)))),
        ("closest", extremes.closest.map(|one| (one, apart(one)))),
    ];
    found
        .into_iter()
        .filter_map(|(what, found)| found.map(|(one, why)| Seen { what, game: one.game, why }))
        .collect()
}
