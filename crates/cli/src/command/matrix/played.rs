//! Which pairs of a matrix are played, and how they are answered.

use muster_resolver::schedule::Meeting;
use muster_resolver::{MethodChoice, PlanPairs, Resolved, RoundRobin, Schedule, StopRule, cell_result};
use muster_results::CellResult;
use muster_rules::{BattleSpec, DuelSpec};

use crate::args::{MatrixArgs, MeetingOptions, MethodWord, Of, PlanChoice};
use crate::command::battle;
use crate::command::encounter::{mixed_cell, run as play};
use crate::exit::Failure;
use crate::files::check_file;
use crate::interrupt::WATCH;
use crate::parquet::{BUILT_IN, missing};
use crate::plan::{Encounter, Plan, battle_spec, is_path, stop_rule};

/// Which pairs are played and how.
pub(super) struct Run {
    /// Ids of the forces, in the order of the roster.
    pub ids: Vec<String>,
    /// Row and column of each cell.
    pub pairs: Vec<(usize, usize)>,
    /// How they meet.
    pub meeting: Meeting,
    /// Every pair of plans, then the best mix of them.
    pub mixed: Option<BattleSpec>,
    /// Exact or sampled.
    pub method: MethodChoice,
    /// How long a cell is played.
    pub stop: StopRule,
}

/// Questions that no data can answer.
///
/// # Errors
/// What they are and what to ask instead.
pub(super) fn refuse(args: &MatrixArgs) -> Result<(), Failure> {
    if let Some(file) = &args.record_battles {
        if !BUILT_IN {
            return Err(missing("--record-battles"));
        }
        check_file(file)?;
    }
    if args.of == Of::Units {
        if args.battle.plans == PlanChoice::Equilibrium {
            let sentence = "plans are those of boxes; units in duels follow their policies\n  leave out --plans, or --of units";
            return Err(Failure::Input(sentence.to_owned()));
        }
        if args.record_battles.is_some() && args.method != MethodWord::Sample {
            let sentence = "units in duels are solved where that is quick, and what is solved is not played\n  add --method sample to record their battles";
            return Err(Failure::Input(sentence.to_owned()));
        }
        if let Some(path) = args.forces.iter().find(|name| is_path(name)) {
            return Err(Failure::Input(format!(
                "\"{path}\" is a file, and units are named by their ids\n  give the file with --units {path} and name units in it"
            )));
        }
    }
    Ok(())
}

/// Chooses forces and pairs: all against all, one against all, or the named ones among themselves.
///
/// # Errors
/// Unknown names, and nothing to play.
pub(super) fn arrange(plan: &Plan, args: &MatrixArgs, mut named: Vec<String>) -> Result<Run, Failure> {
    let mut seen = std::collections::BTreeSet::new();
    named.retain(|id| seen.insert(id.clone()));
    let meeting_options = MeetingOptions { max_turns: args.max_turns, respawn_a: None, respawn_b: None };
    let spec = battle_spec(&args.battle, &meeting_options)?;
    let known: Vec<String> = match args.of {
        Of::Boxes => plan.game.boxes().iter().map(|one| one.id.clone()).collect(),
        Of::Units => plan.game.units().iter().map(|one| one.id.clone()).collect(),
    };
    let meeting = match args.of {
        Of::Boxes => Meeting::Battles(spec.clone()),
        Of::Units => Meeting::Duels(DuelSpec { max_turns: args.max_turns, ..DuelSpec::default() }),
    };
    let gauntlet = named.len() == 1;
    let ids = match named.len() {
        0 => known,
        1 => named.iter().cloned().chain(known.into_iter().filter(|id| !named.contains(id))).collect(),
        _ => named,
    };
    if ids.is_empty() {
        return Err(Failure::Input(
            "there is nothing to play\n  the data hold no force of this kind".to_owned(),
        ));
    }
    // Wrong names are told before the first game.
    for id in &ids {
        Encounter { ids: [id.clone(), id.clone()], meeting: meeting.clone() }.compile(plan.game.as_ref())?;
    }
    let pairs = (0..ids.len())
        .filter(|row| !gauntlet || *row == 0)
        .flat_map(|row| (row..ids.len()).map(move |column| (row, column)))
        .collect();
    let mixed = (args.battle.plans == PlanChoice::Equilibrium).then_some(spec);
    Ok(Run {
        ids,
        pairs,
        meeting,
        mixed,
        method: args.method.choice(),
        stop: stop_rule(&args.sample, battle::HALF_WIDTH),
    })
}

/// Answers every cell.
///
/// # Errors
/// A cell that cannot be answered; Ctrl-C.
pub(super) fn answer(plan: &Plan, run: &Run) -> Result<Vec<CellResult>, Failure> {
    answer_by(plan, run, &mut |schedule, method, sampled| {
        play(plan, schedule, method, run.stop, sampled, false)
    })
}

/// Plays a schedule by a method; says whether it is likely to be sampled.
pub(super) type Player<'p> =
    &'p mut dyn FnMut(&dyn Schedule, MethodChoice, bool) -> Result<Resolved, Failure>;

/// Answers every cell by a player.
///
/// # Errors
/// A cell that cannot be answered; Ctrl-C.
pub(super) fn answer_by(plan: &Plan, run: &Run, play: Player<'_>) -> Result<Vec<CellResult>, Failure> {
    let game = plan.game.as_ref();
    let finished = |resolved: Resolved| {
        if resolved.stopped_early || WATCH.stopped() { Err(WATCH.interrupted()) } else { Ok(resolved) }
    };
    let cells: Option<Vec<CellResult>> = if let Some(spec) = &run.mixed {
        let schedule = PlanPairs::of_pairs(game, run.ids.clone(), spec.clone(), run.pairs.clone());
        let resolved = finished(play(&schedule, MethodChoice::Sample, true)?)?;
        let mixed = run.pairs.iter().enumerate().map(|(pair, at)| mixed_cell(&resolved, pair, *at));
        mixed.collect::<Result<_, _>>()?
    } else {
        let schedule = RoundRobin::of_pairs(game, run.ids.clone(), run.meeting.clone(), run.pairs.clone());
        let sampled = matches!(run.meeting, Meeting::Battles(_)) || run.method == MethodChoice::Sample;
        let resolved = finished(play(&schedule, run.method, sampled)?)?;
        let answers = run.pairs.iter().zip(resolved.answers.iter().zip(&resolved.harmless));
        answers
            .map(|((row, column), (answer, harmless))| {
                cell_result(*row, *column, answer.as_ref()?, *harmless)
            })
            .collect()
    };
    cells.ok_or_else(|| Failure::Fault("a cell was left without an answer".to_owned()))
}
