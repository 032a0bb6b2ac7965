//! `muster matrix`: win probabilities of all pairs.

mod played;
mod recorded;
mod told;

use muster_analysis::{PayoffMatrix, Summary, summarise};
use muster_answers::ground;
use muster_report::{number, render};
use muster_resolver::StopRule;
use muster_resolver::schedule::Meeting;
use muster_results::{CellResult, FORMAT_VERSION, Manifest, Method, RosterRow, RunRecord, Shown};
use muster_rules::{BattleSpec, UnitFacts};
use serde::Serialize;

use played::{Run, arrange, refuse};

use super::encounter::say_unused;
use crate::args::{Everywhere, Format, MatrixArgs, Of, PlanChoice};
use crate::compose::matrix::{Layout, terminal};
use crate::compose::report::Chapter;
use crate::compose::{matrix_page, matrix_table};
use crate::exit::Failure;
use crate::files::{File, out_dir};
use crate::interrupt::WATCH;
use crate::output::{Answer, html, pictures, printed};
use crate::plan::{Plan, program};
use crate::values::assumptions;

/// Plays the matrix, writes its files and prints the summary.
pub(crate) fn run(everywhere: &Everywhere, args: &MatrixArgs) -> Result<(), Failure> {
    let out = out_dir(everywhere, "matrix")?;
    refuse(args)?;
    let (plan, ids) = Plan::load_naming(everywhere, &args.forces)?;
    plan.say_warnings();
    let run = arrange(&plan, args, ids)?;
    let (cells, recorded) = match &args.record_battles {
        Some(file) => recorded::answer(&plan, &run, file)?,
        None => (played::answer(&plan, &run)?, None),
    };
    let solved = cells.iter().all(|cell| cell.method == Method::Exact);
    say_unused(&plan, args.sample.given().as_ref().filter(|_| solved));
    let record = record(&plan, args, &run, cells);
    let summary = summarise(&record);
    let matrix = PayoffMatrix::new(&record);
    if let Some(recorded) = recorded {
        WATCH.begin_writing()?;
        plan.output.note(&recorded.keep()?);
    }
    let table = matrix_table::table(&matrix);
    if plan.output.wrote_parquet(&table)? {
        return Ok(());
    }
    let shown = Shown {
        seats: plan.game.seats().map(str::to_owned),
        notes: plan.footnotes(true),
        told: Vec::new(),
        packed: told::stories(&plan, &run, &matrix, &summary)?,
    };
    let files = render_files(&matrix, &shown)?;
    WATCH.begin_writing()?;
    plan.output.write(&out, &files)?;
    if let (Format::Html, Some(page)) = (plan.output.format, files.iter().find(|file| file.name == PAGE)) {
        return printed(&page.bytes);
    }
    let layout = Layout::new(&matrix, &summary, shown.seats);
    let for_people = terminal(&matrix, &summary, &layout, &shown.notes);
    let value = MatrixJson { summary: SummaryJson::new(&matrix, &summary, layout.gauntlet), run: &record };
    plan.output.print("matrix", &Answer::new(for_people, &value, table)?)
}

fn record(plan: &Plan, args: &MatrixArgs, run: &Run, cells: Vec<CellResult>) -> RunRecord {
    let (conditions, plans) = match &run.meeting {
        Meeting::Battles(spec) => (ground::of_battle(plan.game.as_ref(), spec), plans_in_words(args, spec)),
        Meeting::Duels(spec) => {
            (ground::of_duel(&plan.pack, spec), "advance with a ranged weapon, else charge".to_owned())
        }
    };
    let target_half_width =
        if let StopRule::HalfWidth { half_width, .. } = run.stop { Some(half_width) } else { None };
    RunRecord {
        format: FORMAT_VERSION,
        manifest: Manifest {
            program: program(),
            randomness: muster_dice::RANDOMNESS.to_owned(),
            rules: plan.pack.set.clone(),
            data_hash: plan.pack.hash.clone(),
            changed: plan.changed(),
            of: if args.of == Of::Units { "units" } else { "boxes" }.to_owned(),
            conditions,
            plans,
            seed: plan.seed.0,
            target_half_width,
            stopped_early: false,
            command: plan.repeat(&words(args)),
        },
        roster: roster(plan, args.of, &run.ids),
        cells,
        assumptions: assumptions(&plan.pack, if args.of == Of::Boxes { &args.battle.conditions } else { "" }),
        shown: None,
    }
}

fn plans_in_words(args: &MatrixArgs, spec: &BattleSpec) -> String {
    match args.battle.plans {
        PlanChoice::Equilibrium => "equilibrium of all plans".to_owned(),
        PlanChoice::Fixed(_) => format!("{} against {}", spec.plans[0].word(), spec.plans[1].word()),
    }
}

/// The words of the command line that change the answer.
fn words(args: &MatrixArgs) -> Vec<String> {
    let mut words = vec!["matrix".to_owned()];
    words.extend(args.forces.iter().cloned());
    let mut option = |name: &str, value: String| words.extend([format!("--{name}"), value]);
    match args.of {
        Of::Units => {
            option("of", "units".to_owned());
            let method = format!("{:?}", args.method).to_lowercase();
            option("method", method);
        }
        Of::Boxes => {
            option("conditions", args.battle.conditions.clone());
            option("plans", args.battle.plans.word().to_owned());
            args.battle.plan_a.iter().for_each(|plan| option("plan-a", plan.word().to_owned()));
            args.battle.plan_b.iter().for_each(|plan| option("plan-b", plan.word().to_owned()));
        }
    }
    args.max_turns.iter().for_each(|turns| option("max-turns", turns.to_string()));
    args.sample.games.iter().for_each(|games| option("games", games.to_string()));
    args.sample.half_width.iter().for_each(|width| option("half-width", number::exchange(*width)));
    if args.battle.limit_draw {
        words.push("--limit-draw".to_owned());
    }
    words
}

fn roster(plan: &Plan, of: Of, ids: &[String]) -> Vec<RosterRow> {
    let row = |id: &String| -> Option<(RosterRow, String)> {
        let sum =
            |units: &[UnitFacts], value: &dyn Fn(&UnitFacts) -> f64| units.iter().map(value).sum::<f64>();
        let (name, maker, units) = match of {
            Of::Boxes => {
                let one = plan.game.boxes().iter().find(|one| one.id == *id)?;
                (one.name.clone(), one.maker.clone(), one.units.as_slice())
            }
            Of::Units => {
                let unit = plan.game.units().iter().find(|unit| unit.id == *id)?;
                (unit.name.clone(), String::new(), std::slice::from_ref(unit))
            }
        };
        let row = RosterRow {
            id: id.clone(),
            name,
            units: u32::try_from(units.len()).unwrap_or(u32::MAX),
            figures: units.iter().map(|unit| unit.figures).sum(),
            melee_points: sum(units, &|unit| unit.melee_points),
            firepower: sum(units, &|unit| unit.firepower),
        };
        Some((row, maker))
    };
    let rows: Vec<(RosterRow, String)> = ids.iter().filter_map(row).collect();
    let names: Vec<String> = rows.iter().map(|(row, _)| row.name.clone()).collect();
    // Two boxes of one name are told apart by their makers, or else by their ids.
    let told = |(mut row, maker): (RosterRow, String)| {
        if names.iter().filter(|name| **name == row.name).count() > 1 {
            let mark = if maker.is_empty() { &row.id } else { &maker };
            row.name = format!("{} ({mark})", row.name);
        }
        row
    };
    rows.into_iter().map(told).collect()
}

/// The page among the files.
const PAGE: &str = "matrix.html";

/// The files of a run; `shown` goes into its record, so that the page can be made again.
fn render_files(matrix: &PayoffMatrix<'_>, shown: &Shown) -> Result<Vec<File>, Failure> {
    let record = matrix.record();
    let page = matrix_page::document(record, shown)?;
    let kept = RunRecord { shown: Some(shown.clone()), ..record.clone() };
    let run = kept.to_json().map_err(|error| Failure::Fault(format!("run.json: {error}")))?;
    let file = |name: &str, text: String| File { name: name.to_owned(), bytes: text.into_bytes() };
    if WATCH.stopped() {
        return Err(WATCH.interrupted());
    }
    let mut files = vec![
        file("matrix.csv", render::csv(&matrix_table::table(matrix))),
        file("matrix.md", render::markdown(&page)),
        file("run.json", run),
    ];
    files.extend(pictures(&page)?);
    files.push(file(PAGE, html(Chapter::of_matrix(&kept, page))));
    Ok(files)
}

#[derive(Serialize)]
struct MatrixJson<'r> {
    summary: SummaryJson<'r>,
    run: &'r RunRecord,
}

#[derive(Serialize)]
struct SummaryJson<'r> {
    strongest: Option<&'r str>,
    weakest: Option<&'r str>,
    side_a_advantage: f64,
    undecided_pairs: usize,
    pairs: usize,
    games: u64,
    lines: Vec<LineJson<'r>>,
}

#[derive(Serialize)]
struct LineJson<'r> {
    id: &'r str,
    mean: f64,
    best_against: &'r str,
    best: f64,
    worst_against: &'r str,
    worst: f64,
    above_60: usize,
}

impl<'r> SummaryJson<'r> {
    fn new(matrix: &PayoffMatrix<'r>, summary: &Summary, gauntlet: bool) -> SummaryJson<'r> {
        let roster = matrix.roster();
        let id = |row: usize| roster[row].id.as_str();
        SummaryJson {
            strongest: summary.lines.first().filter(|_| !gauntlet).map(|line| id(line.row)),
            weakest: summary.lines.last().filter(|_| !gauntlet).map(|line| id(line.row)),
            side_a_advantage: summary.first_side,
            undecided_pairs: summary.undecided,
            pairs: summary.pairs,
            games: summary.games,
            lines: summary
                .lines
                .iter()
                // Of one force against many only that force has met them all.
                .filter(|line| !gauntlet || line.row == 0)
                .map(|line| LineJson {
                    id: id(line.row),
                    mean: line.mean,
                    best_against: id(line.best.0),
                    best: line.best.1,
                    worst_against: id(line.worst.0),
                    worst: line.worst.1,
                    above_60: line.clear_wins,
                })
                .collect(),
        }
    }
}
