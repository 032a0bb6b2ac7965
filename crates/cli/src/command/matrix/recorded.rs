//! A matrix whose battles are taken down.

use std::path::Path;

use muster_results::CellResult;

use super::played::Run;
use crate::exit::Failure;
use crate::parquet::Recording;
use crate::plan::Plan;

/// The cells, and the file of their battles, which has no name yet.
type Answered<'p> = (Vec<CellResult>, Option<Recording<'p>>);

/// A program without Parquet files has said so before.
#[cfg(not(feature = "polars"))]
pub(super) fn answer<'p>(_plan: &'p Plan, _run: &'p Run, _file: &Path) -> Result<Answered<'p>, Failure> {
    Err(crate::parquet::missing("--record-battles"))
}

/// Answers every cell, and takes down every battle.
///
/// # Errors
/// A cell that cannot be answered; a file that cannot be written; Ctrl-C.
#[cfg(feature = "polars")]
pub(super) fn answer<'p>(plan: &'p Plan, run: &'p Run, file: &Path) -> Result<Answered<'p>, Failure> {
    let mut recording =
        Recording::begin(file.to_owned(), origin(plan, run), Box::new(|cell| pairing(plan, run, cell)))?;
    let cells = super::played::answer_by(plan, run, &mut |schedule, _, _| {
        let resolved = crate::command::encounter::run_recorded(plan, schedule, run.stop, &mut recording)?;
        recording.check()?;
        Ok(resolved)
    })?;
    Ok((cells, Some(recording)))
}

/// What the battles of a run have in common. The id hangs on all that a game depends on but for its forces, their plans and its number.
#[cfg(feature = "polars")]
fn origin(plan: &Plan, run: &Run) -> muster_frames::Origin {
    use muster_resolver::schedule::Meeting;
    let meeting = match &run.meeting {
        Meeting::Battles(spec) => {
            let free =
                muster_rules::BattleSpec { plans: [muster_rules::orders::Plan::Combined; 2], ..spec.clone() };
            format!("{free:?}")
        }
        Meeting::Duels(spec) => format!("{spec:?}"),
    };
    let seed = plan.seed.0;
    let key = muster_dice::CellKey::of(&[
        muster_dice::RANDOMNESS,
        &plan.pack.set,
        &plan.pack.hash,
        &seed.to_string(),
        &meeting,
    ]);
    muster_frames::Origin { run: format!("{:016x}", key.0), rules: plan.pack.set.clone(), seed }
}

/// Ids and plans of both forces of a cell.
#[cfg(feature = "polars")]
fn pairing(plan: &Plan, run: &Run, cell: usize) -> ([String; 2], [String; 2]) {
    use muster_resolver::PlanPairs;
    use muster_resolver::schedule::Meeting;
    let pair = if run.mixed.is_some() { cell / PlanPairs::PER_CELL } else { cell };
    let (row, column) = run.pairs[pair];
    let ids = [run.ids[row].clone(), run.ids[column].clone()];
    let plans = match (&run.meeting, &run.mixed) {
        (_, Some(_)) => PlanPairs::plans(cell).map(|plan| plan.word().to_owned()),
        (Meeting::Battles(spec), None) => spec.plans.map(|plan| plan.word().to_owned()),
        (Meeting::Duels(spec), None) => muster_answers::ground::policies(plan.game.as_ref(), &ids, spec),
    };
    (ids, plans)
}
