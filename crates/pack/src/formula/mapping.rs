//! A formula applied to the units of another rule set: what each troop type and weapon counts as.
//!
//! `formulas/<formula>.toml` of a data folder says, troop by troop and weapon by weapon, which parts of the formula stand
//! in for them, each with its reason. [`Mapping::unit`] then prices any unit that is written in those names.

use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;

use super::exact::Exact;
use super::model::{Formula, Item, Kind, Part};
use super::price::Working;
use super::read::{known, part};
use crate::{Diagnostic, Diagnostics, Node, Pack, Provenance, Reader, Sink, Status, nearest, read_document};

/// Parts and choices for some of a scheme's terms and factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fragment {
    /// The scheme; `None`: that of the figure.
    scheme: Option<String>,
    parts: BTreeMap<String, Part>,
    choices: BTreeMap<String, String>,
}

/// What a name of the rule set means to the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// It has parts of the formula.
    Counts,
    /// It costs nothing by the formula.
    Nothing,
    /// The formula cannot price it.
    LeftOut,
}

/// A troop type or weapon in the formula's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it means.
    pub meaning: Meaning,
    /// Why it is left out; else empty.
    pub why_left_out: String,
    /// Where the entry comes from, and why.
    pub provenance: Option<Provenance>,
    fragment: Fragment,
}

/// A formula's words for the troops and weapons of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// Troop types.
    pub troops: IndexMap<String, Entry>,
    /// Weapons.
    pub weapons: IndexMap<String, Entry>,
    figure: Fragment,
}

/// Figures, or guns, of one kind in a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedGroup {
    /// The item that stands for one of them.
    pub item: Item,
    /// Its price.
    pub working: Working,
    /// How many of them.
    pub count: i64,
}

/// A unit priced by the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedUnit {
    /// Its figures and guns.
    pub groups: Vec<MappedGroup>,
    /// Price of all of them, above 0.
    pub total: Exact,
    /// Figures.
    pub figures: i64,
}

impl Mapping {
    /// The mapping of a formula to the rule set of a pack: that of a file, or the set's own; `None` when the set has none.
    ///
    /// # Errors
    /// Every complaint about the file: a name that the set or the formula does not know, a value without a reason.
    pub fn load(
        pack: &Pack,
        id: &str,
        formula: &Formula,
        file: Option<&Path>,
    ) -> Result<Option<Mapping>, Diagnostics> {
        let document = match file {
            Some(path) => Some(read_document(path)?),
            None => pack.document(&format!("formulas/{id}.toml"))?,
        };
        let Some(document) = document else { return Ok(None) };
        let sink = Sink::new();
        let mapping = read(&Reader::of_node(&document, &sink), pack, id, formula);
        let (mapping, _) = sink.into_diagnostics().into_result(mapping)?;
        mapping.map(Some).ok_or_else(|| {
            Diagnostic::error(None, "no mapping", "[about], [figure], [troops] and [weapons]", "").into()
        })
    }

    /// A unit of the pack, as its node describes it, priced by the formula.
    ///
    /// # Errors
    /// Why the formula cannot price it, as a sentence without a full stop.
    pub fn unit(&self, formula: &Formula, unit: &Node) -> Result<MappedUnit, String> {
        let (mut groups, mut figures) = (Vec::new(), 0);
        for entry in unit.get("figures").and_then(Node::as_array).unwrap_or_default() {
            let count = count_of(entry);
            figures += count;
            groups.extend(self.figure(formula, entry, count)?);
        }
        for gun in unit.get("guns").and_then(Node::as_array).unwrap_or_default() {
            let name = gun.get("weapon").and_then(Node::as_text);
            let name = name.ok_or("a gun of it is given in numbers, not by a name of the data")?;
            if let Some(fragment) = self.weapon(name)? {
                let alone = Fragment::default();
                groups.push(group(formula, &[&alone, fragment], count_of(gun), name)?);
            }
        }
        let prices = groups.iter().map(|one| one.working.total.times(Exact::whole(one.count)));
        let total = prices.into_iter().try_fold(Exact::ZERO, |sum, price| sum.plus(price?));
        let total = total.ok_or("its price is too large to work out")?;
        if total <= Exact::ZERO {
            return Err("the formula gives it away for nothing".to_owned());
        }
        Ok(MappedUnit { groups, total, figures })
    }

    /// One kind of figure with the best of its weapons, and weapons that are priced beside their bearer.
    fn figure(&self, formula: &Formula, entry: &Node, count: i64) -> Result<Vec<MappedGroup>, String> {
        let troop = entry.get("type").and_then(Node::as_text);
        let troop = troop.ok_or("its figures are given in numbers, not by a troop type of the data")?;
        let Some(own) = fragment(&self.troops, troop, "troop type")? else { return Ok(Vec::new()) };
        let mut best = group(formula, &[&self.figure, own], count, troop)?;
        let mut beside = Vec::new();
        for weapon in entry.get("weapons").and_then(Node::as_array).unwrap_or_default() {
            let name = weapon.as_text();
            let name = name.ok_or("a weapon of it is given in numbers, not by a name of the data")?;
            let Some(fragment) = self.weapon(name)? else { continue };
            if fragment.scheme.is_some() {
                beside.push(group(formula, &[&Fragment::default(), fragment], count, name)?);
                continue;
            }
            let armed = group(formula, &[&self.figure, own, fragment], count, &format!("{troop}, {name}"))?;
            if armed.working.total > best.working.total {
                best = armed;
            }
        }
        beside.insert(0, best);
        Ok(beside)
    }

    fn weapon(&self, name: &str) -> Result<Option<&Fragment>, String> {
        fragment(&self.weapons, name, "weapon")
    }
}

/// What a name counts; `None` when it costs nothing.
fn fragment<'m>(
    entries: &'m IndexMap<String, Entry>,
    name: &str,
    what: &str,
) -> Result<Option<&'m Fragment>, String> {
    let entry = entries.get(name).ok_or_else(|| format!("the mapping has no {what} \"{name}\""))?;
    match entry.meaning {
        Meaning::Counts => Ok(Some(&entry.fragment)),
        Meaning::Nothing => Ok(None),
        Meaning::LeftOut => Err(entry.why_left_out.clone()),
    }
}

fn count_of(entry: &Node) -> i64 {
    match entry.get("count").map(|node| &node.value) {
        Some(crate::Value::Integer(count)) => *count,
        _ => 1,
    }
}

/// The item that fragments make together, later ones over earlier ones.
fn group(formula: &Formula, fragments: &[&Fragment], count: i64, name: &str) -> Result<MappedGroup, String> {
    let mut all = Fragment::default();
    for one in fragments {
        all.scheme = one.scheme.clone().or(all.scheme);
        all.parts.extend(one.parts.clone());
        all.choices.extend(one.choices.clone());
    }
    let scheme = all.scheme.ok_or_else(|| format!("the mapping does not price \"{name}\" by itself"))?;
    let terms = formula.schemes.get(&scheme).map(|scheme| scheme.adds.as_slice()).unwrap_or_default();
    if let Some(term) = terms.iter().find(|term| !all.parts.contains_key(*term)) {
        return Err(format!("the mapping says no {term} of \"{name}\""));
    }
    let item = Item {
        id: name.to_owned(),
        name: name.to_owned(),
        kind: Kind::Unit,
        scheme,
        figures: 1,
        printed: None,
        parts: all.parts,
        choices: all.choices,
        plus: Vec::new(),
        counted: BTreeMap::new(),
        provenance: None,
    };
    let working = formula.price(&item).ok_or("its price is too large to work out")?;
    Ok(MappedGroup { item, working, count })
}

fn read(root: &Reader<'_>, pack: &Pack, id: &str, formula: &Formula) -> Option<Mapping> {
    let about = root.table("about")?;
    if let Some(named) = about.text("formula").filter(|named| named != id) {
        about.complain(
            "formula",
            &format!("\"{named}\""),
            &format!("\"{id}\""),
            "this file maps another formula",
        );
    }
    let rules = about.text("rules");
    if let Some(named) = rules.filter(|named| *named != pack.set) {
        let expected = format!("\"{}\"", pack.set);
        about.complain("rules", &format!("\"{named}\""), &expected, "this file maps to another rule set");
    }
    about.finish();
    let figure = root.table("figure").and_then(|table| {
        let read = read_fragment(formula, &table);
        table.finish();
        read
    });
    let troops = entries(root, pack, "troops", formula);
    let weapons = entries(root, pack, "weapons", formula);
    for key in
        root.keys().iter().filter(|key| !["about", "figure", "troops", "weapons"].contains(&key.as_str()))
    {
        root.complain(key, "an unknown key", "[about], [figure], [troops] or [weapons]", "");
    }
    Some(Mapping { troops, weapons, figure: figure? })
}

/// `[troops.NAME]` or `[weapons.NAME]`; every name must be one of the data.
fn entries(root: &Reader<'_>, pack: &Pack, key: &str, formula: &Formula) -> IndexMap<String, Entry> {
    let Some(table) = root.table(key) else { return IndexMap::new() };
    let names: Vec<&str> = pack
        .root
        .at(&[key])
        .and_then(Node::as_table)
        .map(|table| table.keys().map(String::as_str).collect())
        .unwrap_or_default();
    let mut read = IndexMap::new();
    for (name, reader) in table.entries() {
        if !names.contains(&name.as_str()) {
            let advice = nearest(&name, names.iter().copied())
                .map_or_else(String::new, |near| format!("did you mean \"{near}\"?"));
            table.complain(&name, &format!("\"{name}\""), &format!("a name of {key}.toml"), &advice);
        }
        if let Some(entry) = entry(formula, reader) {
            read.insert(name, entry);
        }
    }
    table.finish();
    read
}

fn entry(formula: &Formula, reader: Reader<'_>) -> Option<Entry> {
    let why_left_out = reader.optional_text("left_out");
    let nothing = reader.flag_or("costs_nothing", false);
    let provenance = ["add", "left_out", "costs_nothing", "times"]
        .into_iter()
        .find_map(|key| reader.provenance(key).filter(|_| reader.has(key)));
    match &provenance {
        None => reader.complain("status", "no provenance", "a source, a status and a reason", ""),
        Some(said) if said.status == Status::Assumed && said.why.is_none() => {
            reader.complain("why", "nothing", "a reason: the value is assumed", "add why = \"...\"");
        }
        Some(_) => {}
    }
    let plain = why_left_out.is_none() && !nothing;
    let fragment = if plain { read_fragment(formula, &reader) } else { Some(Fragment::default()) };
    reader.finish();
    let meaning = match (&why_left_out, nothing) {
        (Some(_), _) => Meaning::LeftOut,
        (None, true) => Meaning::Nothing,
        (None, false) => Meaning::Counts,
    };
    Some(Entry { meaning, why_left_out: why_left_out.unwrap_or_default(), provenance, fragment: fragment? })
}

/// `scheme`, `add` and `times`, as far as they are there.
fn read_fragment(formula: &Formula, reader: &Reader<'_>) -> Option<Fragment> {
    let scheme = reader.optional_text("scheme");
    let scheme = match scheme {
        None => None,
        named => Some(known(reader, "scheme", named, "a scheme", formula.schemes.keys())?),
    };
    let mut fragment = Fragment { scheme, ..Fragment::default() };
    if let Some(table) = reader.optional_table("add") {
        for term in table.keys() {
            let term =
                known(&table, &term, Some(term.clone()), "a term of the formula", formula.values.keys())?;
            fragment.parts.insert(term.clone(), part(formula, &table, &term)?);
        }
        table.finish();
    }
    if let Some(table) = reader.optional_table("times") {
        for factor in table.keys() {
            let factor = known(
                &table,
                &factor,
                Some(factor.clone()),
                "a factor of the formula",
                formula.factors.keys(),
            )?;
            let choices = formula.factors.get(&factor).into_iter().flat_map(IndexMap::keys);
            let expected = format!("a choice of factors.{factor}");
            let choice = known(&table, &factor, table.text(&factor), &expected, choices)?;
            fragment.choices.insert(factor, choice);
        }
        table.finish();
    }
    Some(fragment)
}
