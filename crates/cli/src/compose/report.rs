//! One page of one or several runs, with what stands behind them.

use std::collections::BTreeSet;

use muster_report::{Block, Cell, Column, Document, Table};
use muster_results::{Assumption, RunRecord};
use serde::Serialize;

use crate::exit::Failure;
use crate::kept::{Behind, Kept, Origin};
use crate::output::Answer;

/// Commands in the order in which their pages are read; others follow.
const ORDER: [&str; 12] = [
    "matrix",
    "points",
    "rounded",
    "explained",
    "card",
    "audit",
    "compare",
    "rulings",
    "sweep",
    "even",
    "gauntlet",
    "claims",
];

/// A run on a page.
pub(crate) struct Chapter {
    /// Which command's it is.
    pub page: String,
    /// What it said.
    pub document: Document,
    /// Where it came from and what was assumed.
    pub behind: Behind,
    /// Conditions and plans, where the run knows them.
    pub met: Option<[String; 2]>,
}

impl Chapter {
    /// A stored page.
    pub(crate) fn of(kept: Kept) -> Chapter {
        Chapter { page: kept.page, document: kept.document, behind: kept.behind, met: None }
    }

    /// A matrix with its page.
    pub(crate) fn of_matrix(record: &RunRecord, document: Document) -> Chapter {
        let manifest = &record.manifest;
        let origin = Origin {
            program: manifest.program.clone(),
            randomness: manifest.randomness.clone(),
            rules: manifest.rules.clone(),
            data_hash: manifest.data_hash.clone(),
            changed: manifest.changed.clone(),
            seed: manifest.seed,
            command: manifest.command.clone(),
        };
        Chapter {
            page: "matrix".to_owned(),
            document,
            behind: Behind { origin, assumptions: record.assumptions.clone() },
            met: Some([manifest.conditions.clone(), manifest.plans.clone()]),
        }
    }

    fn rank(&self) -> usize {
        ORDER.iter().position(|page| *page == self.page).unwrap_or(ORDER.len())
    }
}

/// The runs on one page, in reading order: that of a single run as it is, several as chapters with a list of contents. Pictures of one
/// file name are told apart.
pub(crate) fn page(mut runs: Vec<Chapter>, title: Option<&str>) -> Document {
    runs.sort_by_key(Chapter::rank);
    let mut behind = Document::new("");
    write_behind(&mut behind, &runs);
    let mut whole = match <[Chapter; 1]>::try_from(runs) {
        Ok([run]) => run.document,
        Err(runs) => together(runs),
    };
    if let Some(title) = title {
        title.clone_into(&mut whole.title);
    }
    whole.blocks.extend(behind.blocks);
    whole
}

fn together(runs: Vec<Chapter>) -> Document {
    let mut whole = Document::new(format!("Report of {} runs", runs.len()));
    whole.blocks.push(Block::Contents);
    let mut taken = BTreeSet::new();
    for (number, mut run) in (1..).zip(runs) {
        for figure in run.document.figures_mut() {
            if !taken.insert(figure.file_name.clone()) {
                figure.file_name = format!("{number}-{}", figure.file_name);
            }
        }
        whole.chapter(run.document);
    }
    whole
}

/// What stands behind the numbers: rules, seeds and versions, changed and assumed values, and the commands that repeat it all.
fn write_behind(document: &mut Document, runs: &[Chapter]) {
    document.heading(2, "What stands behind these numbers");
    document.table(origins(runs));
    let changed = runs.iter().filter(|run| !run.behind.origin.changed.is_empty());
    document.list(
        changed
            .map(|run| format!("Changed in {}: {}.", run.page, run.behind.origin.changed.join("; ")))
            .collect(),
    );
    document.heading(3, "How to repeat it");
    let commands: Vec<&str> = runs.iter().map(|run| run.behind.origin.command.as_str()).collect();
    document.blocks.push(Block::Verbatim(commands.join("\n")));
    let assumed = assumed(runs);
    if assumed.is_empty() {
        return;
    }
    document.heading(3, "What is assumed");
    document.paragraph(
        "Values of the data that the rules' author did not print, and readings of what the text leaves open, with the reason for each. A run need not have used them all.",
    );
    let of = |list: &str| assumed.iter().filter(|one| list_of(one) == list).copied().collect::<Vec<_>>();
    let others: Vec<&Assumption> =
        assumed.iter().filter(|one| !LISTS.iter().any(|(list, _)| *list == list_of(one))).copied().collect();
    for (title, rows) in
        LISTS.map(|(list, title)| (title, of(list))).into_iter().chain([("Other values", others)])
    {
        if !rows.is_empty() {
            let says = format!("{title}: {}", rows.len());
            document.blocks.push(Block::Folded { says, table: table(&rows) });
        }
    }
}

/// Lists of the data that have a table of their own, with its title.
const LISTS: [(&str, &str); 2] = [("rulings", "Rulings"), ("conditions", "Conditions")];

/// The list of the data that a value stands in.
fn list_of(one: &Assumption) -> &str {
    one.key.split('.').next().unwrap_or_default()
}

/// The assumptions of all runs, each once.
fn assumed(runs: &[Chapter]) -> Vec<&Assumption> {
    let mut seen = BTreeSet::new();
    let all = runs.iter().flat_map(|run| &run.behind.assumptions);
    all.filter(|one| seen.insert((&one.key, &one.value, &one.why))).collect()
}

fn table(rows: &[&Assumption]) -> Table {
    let mut table = Table::new("", ["key", "value", "why"].map(Column::text).to_vec());
    for one in rows {
        table.push(vec![Cell::text(&one.key), Cell::text(&one.value), Cell::text(&one.why)]);
    }
    table
}

fn origins(runs: &[Chapter]) -> Table {
    let heads = ["run", "rules", "data", "conditions", "plans", "seed", "program", "luck"];
    let mut table = Table::new("", heads.map(Column::text).to_vec());
    for run in runs {
        let origin = &run.behind.origin;
        let [conditions, plans] = run.met.clone().unwrap_or_default();
        let hash = origin.data_hash.get(..12).unwrap_or(&origin.data_hash);
        let words = [&run.page, &origin.rules, hash, &conditions, &plans];
        let mut row: Vec<Cell> = words.into_iter().map(Cell::text).collect();
        row.push(Cell::text(origin.seed.to_string()));
        row.extend([&origin.program, &origin.randomness].map(Cell::text));
        table.push(row);
    }
    table
}

#[derive(Serialize)]
struct RunJson<'r> {
    page: &'r str,
    title: &'r str,
    #[serde(flatten)]
    origin: &'r Origin,
}

/// What `report` says of the runs that it found.
///
/// # Errors
/// When it cannot be written as JSON, which is a fault of ours.
pub(crate) fn answer(runs: &[Chapter]) -> Result<Answer, Failure> {
    let columns = ["run", "rules", "seed", "says"].map(Column::text).to_vec();
    let mut table = Table::new("", columns);
    for run in runs {
        let origin = &run.behind.origin;
        let seed = origin.seed.to_string();
        table.push([&run.page, &origin.rules, &seed, &run.document.title].map(Cell::text).to_vec());
    }
    let mut document = Document::new("Stored runs");
    document.table(table.clone());
    let json: Vec<RunJson<'_>> = runs
        .iter()
        .map(|run| RunJson { page: &run.page, title: &run.document.title, origin: &run.behind.origin })
        .collect();
    Answer::new(document, &json, table)
}
