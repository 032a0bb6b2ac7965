//! `muster list`: the names of what is in the data.

use std::collections::BTreeMap;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use muster_report::{Block, Cell, Column, Document, Table, number};
use muster_rules::RULE_SETS;
use muster_rules::pack::{Node, Pack, load_over};

use crate::args::{Everywhere, ListArgs, Listed};
use crate::exit::Failure;
use crate::output::Answer;
use crate::plan::Plan;

/// Lists one kind of thing, or how many there are of each.
pub(crate) fn run(everywhere: &Everywhere, args: &ListArgs) -> Result<(), Failure> {
    let plan = Plan::load(everywhere)?;
    plan.say_warnings();
    let listing = match args.what {
        None => Listing::of(overview(&plan)),
        Some(Listed::Boxes) => Listing::without(boxes(&plan), "maker"),
        Some(Listed::Units) => Listing::of(units(&plan)),
        Some(Listed::Conditions) => Listing::in_words(conditions(&plan)),
        Some(Listed::Rulings) => Listing::in_words(rulings(&plan.pack)),
        Some(Listed::Weapons) => Listing::of(weapons(&plan.pack)),
        Some(Listed::Troops) => {
            Listing::in_words(entries(&plan.pack, "troops", &["kind", "moves_as", "armour", "fights_as"]))
        }
        Some(Listed::Doctrines) => {
            Listing::in_words(entries(&plan.pack, "doctrines", &["phases", "target", "effect", "levels"]))
        }
        Some(Listed::Variants) => Listing::in_words(variants(&plan.pack)),
        Some(Listed::Rules) => Listing::of(rule_sets(&plan)),
    };
    let what = args.what.as_ref().and_then(ValueEnum::to_possible_value);
    let what = what.as_ref().map_or("data", PossibleValue::get_name);
    let listing = match listing.table.rows.is_empty() {
        true => {
            Listing { shown: Block::Paragraph(format!("{} has no {what}.", plan.rules_name())), ..listing }
        }
        false => listing,
    };
    plan.output.give("list", &listing.answer()?)
}

/// A list for programs and the form of it that fits a terminal.
struct Listing {
    table: Table,
    shown: Block,
}

impl Listing {
    fn of(table: Table) -> Listing {
        Listing { shown: Block::Table(table.clone()), table }
    }

    /// A table that is too wide with one of its columns.
    fn without(table: Table, heading: &str) -> Listing {
        let mut narrow = table.clone();
        if let Some(at) = table.columns.iter().position(|column| column.heading == heading) {
            narrow.columns.remove(at);
            narrow.rows.iter_mut().filter(|row| row.len() > at).for_each(|row| drop(row.remove(at)));
        }
        narrow.note("`muster show ID` tells more of each.");
        Listing { table, shown: Block::Table(narrow) }
    }

    /// A table of long texts, as one paragraph an entry: id, then the rest.
    fn in_words(table: Table) -> Listing {
        let row = |at: usize| {
            let rest = (1..table.width()).map(|column| {
                let (heading, cell) = (table.heading(column), table.cell(at, column).shown());
                match heading.as_ref() {
                    _ if cell.is_empty() => String::new(),
                    "name" | "says" | "why" | "asks" => cell.into_owned(),
                    heading => format!("{} {cell}", heading.replace('_', " ")),
                }
            });
            let words: Vec<String> = rest.filter(|words| !words.trim().is_empty()).collect();
            (table.cell(at, 0).shown().into_owned(), words.join("; "))
        };
        let terms = (0..table.rows.len()).map(row).collect();
        Listing { shown: Block::Terms(terms), table }
    }

    fn answer(self) -> Result<Answer, Failure> {
        let table = &self.table;
        let heads: Vec<String> =
            (0..table.width()).map(|column| table.heading(column).into_owned()).collect();
        let row = |at: usize| -> BTreeMap<&str, String> {
            let cell = |(column, head)| (head, table.cell(at, column).stored().into_owned());
            heads.iter().map(String::as_str).enumerate().map(cell).collect()
        };
        let rows: Vec<_> = (0..table.rows.len()).map(row).collect();
        let mut document = Document::new("");
        document.blocks.push(self.shown.clone());
        Answer::new(document, &rows, self.table.clone())
    }
}

fn overview(plan: &Plan) -> Table {
    let game = plan.game.as_ref();
    let mut table =
        Table::new("", vec![Column::text("list"), Column::number("entries"), Column::text("what they are")]);
    let mut row = |list: &str, count: usize, what: &str| {
        table.push(vec![Cell::text(list), Cell::Count(count as u64), Cell::text(what)]);
    };
    row("boxes", game.boxes().len(), "what one buyer finds in one box of figures");
    row("units", game.units().len(), "units of the catalogue, for duels");
    row("conditions", game.conditions().len(), "table, terrain and victory of a battle");
    for (list, what) in [
        ("rulings", "questions that the rules text leaves open"),
        ("weapons", "what figures hold, with its values"),
        ("troops", "troop types"),
        ("doctrines", "what leaders may spend activation dice on"),
    ] {
        // Not every rule set has all of them.
        if let Some(entries) = plan.pack.root.get(list).and_then(Node::as_table) {
            row(list, entries.len(), what);
        }
    }
    row("variants", plan.pack.variant_names().len(), "rule edits that come with the data");
    row("rules", RULE_SETS.len(), "rule sets");
    table
}

/// Columns of melee and fire, where the rule set counts them.
fn strength_columns(plan: &Plan) -> Vec<Column> {
    plan.game.strengths().into_iter().flatten().map(Column::number).collect()
}

fn strength_cells(plan: &Plan, melee: f64, fire: f64) -> impl Iterator<Item = Cell> {
    let cell = |value: f64| Cell::number(value, number::fixed(value, 0));
    plan.game.strengths().into_iter().flat_map(move |_| [cell(melee), cell(fire)])
}

fn boxes(plan: &Plan) -> Table {
    let mut columns = vec![
        Column::text("id"),
        Column::text("name"),
        Column::text("maker"),
        Column::number("units"),
        Column::number("figures"),
    ];
    columns.extend(strength_columns(plan));
    let mut table = Table::new("", columns);
    for one in plan.game.boxes() {
        let sum = |value: &dyn Fn(&muster_rules::UnitFacts) -> f64| one.units.iter().map(value).sum::<f64>();
        let (melee, fire) = (sum(&|unit| unit.melee_points), sum(&|unit| unit.firepower));
        let figures: u32 = one.units.iter().map(|unit| unit.figures).sum();
        let mut row = vec![
            Cell::text(&one.id),
            Cell::text(&one.name),
            Cell::text(&one.maker),
            Cell::Count(one.units.len() as u64),
            Cell::Count(u64::from(figures)),
        ];
        row.extend(strength_cells(plan, melee, fire));
        table.push(row);
    }
    table
}

/// Values of units that are listed where the rule set has them.
const OF_UNITS: [&str; 4] = ["move", "save", "quality", "points"];

fn units(plan: &Plan) -> Table {
    let value = |unit: &muster_rules::UnitFacts, name: &str| {
        unit.values.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    };
    let has = |name: &&str| plan.game.units().iter().any(|unit| value(unit, name).is_some());
    let values: Vec<&str> = OF_UNITS.into_iter().filter(has).collect();
    let mut columns = vec![Column::text("id"), Column::text("name"), Column::number("figures")];
    columns.extend(strength_columns(plan));
    columns.extend(values.iter().copied().map(Column::text));
    let mut table = Table::new("", columns);
    for unit in plan.game.units() {
        let mut row =
            vec![Cell::text(&unit.id), Cell::text(&unit.name), Cell::Count(u64::from(unit.figures))];
        row.extend(strength_cells(plan, unit.melee_points, unit.firepower));
        row.extend(values.iter().map(|name| Cell::text(value(unit, name).unwrap_or_default())));
        table.push(row);
    }
    table
}

fn conditions(plan: &Plan) -> Table {
    let mut table = Table::new("", ["id", "name", "says"].into_iter().map(Column::text).collect());
    for one in plan.game.conditions() {
        table.push([&one.id, &one.name, &one.says].into_iter().map(Cell::text).collect());
    }
    table
}

fn rulings(pack: &Pack) -> Table {
    let mut table = Table::new("", ["id", "chosen", "asks"].into_iter().map(Column::text).collect());
    for (id, ruling) in table_of(pack, "rulings") {
        table.push(vec![Cell::text(id), value(ruling, "chosen"), value(ruling, "asks")]);
    }
    table
}

fn entries(pack: &Pack, key: &str, values: &[&str]) -> Table {
    let heads = ["id", "name"].into_iter().chain(values.iter().copied());
    let mut table = Table::new("", heads.map(Column::text).collect());
    for (id, entry) in table_of(pack, key) {
        let mut row = vec![Cell::text(id), value(entry, "name")];
        row.extend(values.iter().map(|key| value(entry, key)));
        table.push(row);
    }
    table
}

/// What weapons of any rule set may have, in the order of the columns; those that no weapon of the pack has are left out.
const OF_WEAPONS: [&str; 11] =
    ["kind", "fp", "die", "firepower", "impact", "rof", "roa", "massive", "ap", "he", "range"];

fn weapons(pack: &Pack) -> Table {
    let has = |key: &str| table_of(pack, "weapons").any(|(_, weapon)| weapon.get(key).is_some());
    let values: Vec<&str> = OF_WEAPONS.into_iter().filter(|key| has(key)).collect();
    entries(pack, "weapons", &values)
}

fn variants(pack: &Pack) -> Table {
    let mut table = Table::new("", ["id", "why", "changes"].into_iter().map(Column::text).collect());
    for name in pack.variant_names() {
        let document = pack.document(&format!("variants/{name}.toml")).ok().flatten();
        let why = document.as_ref().map_or(Cell::Empty, |document| value(document, "why"));
        let changes = match pack.variant_changes(name) {
            Some(Ok(changes)) => changes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Some(Err(_)) => "something that these data do not have: see `muster check`".to_owned(),
            None => String::new(),
        };
        table.push(vec![Cell::text(name), why, Cell::text(changes)]);
    }
    table
}

fn rule_sets(plan: &Plan) -> Table {
    let mut table = Table::new("", ["id", "name"].into_iter().map(Column::text).collect());
    for set in RULE_SETS {
        let name = if set.id() == plan.pack.set { plan.rules_name().to_owned() } else { name_of(set.id()) };
        table.push(vec![Cell::text(set.id()), Cell::text(name)]);
    }
    table
}

/// The name of a rule set that is not the loaded one.
fn name_of(id: &str) -> String {
    let files = muster_rules::pack::builtin_files(id);
    let loaded = load_over(&files, &muster_rules::pack::Sources::of_set(id));
    let name = |pack: &Pack| pack.root.at(&["about", "name"]).and_then(Node::as_text).map(str::to_owned);
    loaded.ok().and_then(|(pack, _)| name(&pack)).unwrap_or_else(|| id.to_owned())
}

fn table_of<'p>(pack: &'p Pack, key: &str) -> impl Iterator<Item = (&'p String, &'p Node)> {
    pack.root
        .get(key)
        .and_then(Node::as_table)
        .into_iter()
        .flatten()
        .filter(|(_, node)| node.as_table().is_some())
}

fn value(node: &Node, key: &str) -> Cell {
    node.get(key).map_or(Cell::Empty, |found| match found.as_text() {
        Some(text) => Cell::text(text),
        None => Cell::text(found.value.show()),
    })
}
