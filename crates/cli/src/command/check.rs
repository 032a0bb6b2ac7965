//! `muster check`: reads all data and files and says what is wrong with them.

use std::path::{Path, PathBuf};

use muster_report::{Cell, Column, Document, Table, number};
use muster_rules::pack::{Node, check_provenance, load, read_text, visit_values};
use muster_rules::rule_set;
use serde::Serialize;

use crate::args::{CheckArgs, Everywhere};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::{output, sources};

#[derive(Serialize)]
struct CheckJson {
    errors: Vec<String>,
    warnings: Vec<String>,
    read: Option<Counts>,
}

/// What was read.
#[derive(Serialize)]
struct Counts {
    boxes: usize,
    units: usize,
    conditions: usize,
    weapons: usize,
    troops: usize,
    rulings: usize,
    rulings_changed: usize,
    values_printed: usize,
    values_inferred: usize,
    values_assumed: usize,
    values_changed: usize,
}

/// What a file is for.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Box,
    Units,
    Variant,
}

/// Checks everything.
pub(crate) fn run(everywhere: &Everywhere, args: &CheckArgs) -> Result<(), Failure> {
    let mut sources = sources(everywhere);
    for file in &args.files {
        let list: &mut Vec<PathBuf> = match kind_of(file) {
            Kind::Box => &mut sources.box_files,
            Kind::Units => &mut sources.unit_files,
            Kind::Variant => &mut sources.variants,
        };
        list.push(file.clone());
    }
    let output = output(everywhere);
    let checked = load(&sources).and_then(|(pack, mut warnings)| {
        warnings.append(check_provenance(&pack));
        let rules = rule_set(&pack.set).map(|rules| rules.read(&pack));
        let game = match rules {
            Some(Ok((game, more))) => {
                warnings.append(more);
                Some(game)
            }
            Some(Err(faults)) => {
                warnings.append(faults);
                None
            }
            None => None,
        };
        if let Err(faults) = super::claims::of_pack(&pack, game.as_deref()) {
            warnings.append(faults);
        }
        warnings.into_result((pack, game))
    });
    match checked {
        Ok(((pack, game), warnings)) => {
            let counts = game.map(|game| {
                let plan_counts = [game.boxes().len(), game.units().len(), game.conditions().len()];
                counts(&pack.root, plan_counts, pack.changed.len())
            });
            let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            output.print("check", &answer(counts, &texts)?)
        }
        Err(complaints) => {
            if matches!(output.format, crate::args::Format::Json) {
                let json = CheckJson {
                    errors: complaints.errors().map(ToString::to_string).collect(),
                    warnings: complaints.warnings().map(ToString::to_string).collect(),
                    read: None,
                };
                output.print("check", &Answer::new(Document::new(""), &json, Table::default())?)?;
            }
            Err(complaints.into())
        }
    }
}

/// What a file is, by its headings; a file that cannot be read is left to the loader to complain about.
fn kind_of(path: &Path) -> Kind {
    let Ok(text) = read_text(path) else { return Kind::Units };
    kind_of_text(&text)
}

fn kind_of_text(text: &str) -> Kind {
    let heading = |wanted: &str| {
        text.lines().any(|line| {
            let bare: String =
                line.split('#').next().unwrap_or("").chars().filter(|c| !c.is_whitespace()).collect();
            bare.trim_start_matches('\u{feff}') == wanted
        })
    };
    let is_table = |line: &str| line.trim_start().starts_with('[') || line.contains('=');
    match (heading("[box]"), heading("[[unit]]")) {
        (true, _) => Kind::Box,
        (false, true) => Kind::Units,
        // A file without any TOML in it was hardly meant as a variant.
        (false, false) if text.lines().any(is_table) => Kind::Variant,
        (false, false) => Kind::Units,
    }
}

fn counts(root: &Node, [boxes, units, conditions]: [usize; 3], values_changed: usize) -> Counts {
    let entries = |key: &str| root.get(key).and_then(Node::as_table).map_or(0, |table| table.len());
    let mut by_status = [0; 3];
    count_statuses(root, &mut by_status);
    let rulings = root.get("rulings").and_then(Node::as_table);
    let changed = rulings.map_or(0, |table| {
        let first = |ruling: &Node| {
            ruling.get("options").and_then(Node::as_array)?.first().map(|option| option.value.show())
        };
        let chosen =
            |ruling: &Node| ruling.get("chosen").map(|chosen| chosen.value.show().replace(['[', ']'], ""));
        table.values().filter(|ruling| ruling.as_table().is_some() && first(ruling) != chosen(ruling)).count()
    });
    Counts {
        boxes,
        units,
        conditions,
        weapons: entries("weapons"),
        troops: entries("troops"),
        rulings: entries("rulings"),
        rulings_changed: changed,
        values_printed: by_status[0],
        values_inferred: by_status[1],
        values_assumed: by_status[2],
        values_changed,
    }
}

/// Counts single values by their status.
fn count_statuses(root: &Node, counts: &mut [usize; 3]) {
    visit_values("", root, &mut |_, node| {
        if let Some(provenance) = &node.provenance {
            counts[provenance.status as usize] += 1;
        }
    });
}

fn answer(counts: Option<Counts>, warnings: &[String]) -> Result<Answer, Failure> {
    let mut document = Document::new("");
    let mut table = Table::new("", vec![Column::text("what"), Column::number("count")]);
    if let Some(read) = &counts {
        let count = |n: usize| number::count(n as u64);
        document.paragraph(format!(
            "Read without an error: {} boxes, {} units, {} conditions, {} weapons, {} troop types.",
            count(read.boxes),
            count(read.units),
            count(read.conditions),
            count(read.weapons),
            count(read.troops)
        ));
        document.paragraph(format!(
            "Of all values {} are printed in a source, {} inferred and {} assumed; rulings that are not the usual reading: {} of {}; values changed by a variant or --set: {}.",
            count(read.values_printed),
            count(read.values_inferred),
            count(read.values_assumed),
            count(read.rulings_changed),
            count(read.rulings),
            count(read.values_changed)
        ));
        for (what, count) in [
            ("boxes", read.boxes),
            ("units", read.units),
            ("weapons", read.weapons),
            ("assumed values", read.values_assumed),
        ] {
            table.push(vec![Cell::text(what), Cell::Count(count as u64)]);
        }
    }
    for warning in warnings {
        document.blocks.push(muster_report::Block::Verbatim(warning.clone()));
    }
    Answer::new(document, &CheckJson { errors: Vec::new(), warnings: warnings.to_vec(), read: counts }, table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_headings() {
        assert_eq!(kind_of_text("\u{feff}[box]\r\nid = \"a\"\r\n[[unit]]\r\n"), Kind::Box);
        assert_eq!(kind_of_text("  [[unit]] # one\nid = \"a\"\n"), Kind::Units);
        assert_eq!(kind_of_text("why = \"melee feels slow\"\nmorale.passes_on = 4\n"), Kind::Variant);
        assert_eq!(kind_of_text("name,move,save\nguards,9,5\n"), Kind::Units);
    }
}
