//! What a pack holds: units, boxes of them and conditions, read, told of and found by their ids. It serves every rule set.

use crate::battle::MOST_UNITS;
use crate::grammar;
use crate::pack::{Diagnostics, Node, Pack, Reader, Sink, nearest};
use crate::ruleset::{BOX_UNIT, BoxFacts, ConditionsFacts, Refusal, Roster, SourceFacts, UnitFacts};
use crate::table::{Conditions, ConditionsById, Mixes, condition_facts};

/// Reads a pack with everything around it: what the pack says of itself, the tables `elsewhere` that others read, keys that
/// nobody knows. `read` gives nothing when what it needs could not be read.
///
/// # Errors
/// Every complaint about the data. With what was read come the warnings.
pub fn read_pack<T>(
    pack: &Pack,
    elsewhere: &[&str],
    read: impl FnOnce(&Reader<'_>) -> Option<T>,
) -> Result<(T, Diagnostics), Diagnostics> {
    let sink = Sink::default();
    let root = Reader::root(pack, &sink);
    if let Some(about) = root.optional_table("about") {
        about.keys().iter().for_each(|key| about.know(key));
    }
    elsewhere.iter().for_each(|key| root.know(key));
    let Some(read) = read(&root) else { return Err(sink.into_diagnostics()) };
    root.finish();
    let found = sink.into_diagnostics();
    if found.has_errors() { Err(found) } else { Ok((read, found)) }
}

/// A unit of the data.
pub trait UnitOfData: Clone {
    /// Its id.
    fn id(&self) -> &str;

    /// The same unit under another id.
    #[must_use]
    fn renamed(&self, id: String) -> Self;

    /// Its figures.
    fn figures(&self) -> u32;

    /// The units of a box whose `command` nobody answers to.
    fn stray_commands(_units: &[Self]) -> Vec<StrayCommand<'_>> {
        Vec::new()
    }
}

/// A unit of a box, and its command that nobody answers to.
#[derive(Clone, Debug)]
pub struct StrayCommand<'u> {
    /// Place of the unit in the box.
    pub unit: usize,
    /// The command.
    pub command: &'u str,
    /// Those that somebody answers to.
    pub known: Vec<&'u str>,
    /// What the command should be.
    pub expected: &'static str,
    /// What to do where no known one is near.
    pub advice: &'static str,
}

impl StrayCommand<'_> {
    fn complain(&self, unit: &Reader<'_>) {
        let advice = match nearest(self.command, self.known.iter().copied()) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => self.advice.to_owned(),
        };
        unit.complain("command", &format!("\"{}\"", self.command), self.expected, &advice);
    }
}

/// Gives a unit the figures asked for, or says why it cannot have them.
pub type Sizing<'s, U> = dyn Fn(&U, Option<u32>) -> Result<U, Refusal> + 's;

/// A box, or a force that somebody has put together: its facts and units.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxSpec<U> {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Maker and catalogue number, or who has put it together.
    pub maker: String,
    /// Era.
    pub era: String,
    /// Figures as the box counts them.
    pub figures: u32,
    /// Units in list order.
    pub units: Vec<U>,
    /// Where it comes from.
    pub source: Option<SourceFacts>,
}

impl<U: UnitOfData> BoxSpec<U> {
    /// Reads a box file; nothing after a complaint, or where no unit could be read.
    fn read(reader: Reader<'_>, read_unit: &dyn Fn(Reader<'_>) -> Option<U>) -> Option<BoxSpec<U>> {
        let head = reader.table("box")?;
        let id = head.text("id");
        let name = head.optional_name().or_else(|| id.clone());
        let maker = head.optional_line("maker").unwrap_or_default();
        let number = head.optional_line("number").unwrap_or_default();
        let era = head.optional_line("era").unwrap_or_default();
        let counted = head.optional_whole("figures", 1..=100_000).and_then(|n| u32::try_from(n).ok());
        head.know("scale");
        let source = SourceFacts::of(&head, "figures").or_else(|| SourceFacts::of(&head, "id"));
        head.finish();
        let entries = reader.list("unit");
        let written = entries.len();
        let units: Vec<U> = entries.into_iter().filter_map(read_unit).collect();
        if written > MOST_UNITS {
            let expected = format!("at most {MOST_UNITS}");
            reader.complain("unit", &format!("{written} units"), &expected, "split the box in two");
        }
        let fielded: u32 = units.iter().map(UnitOfData::figures).sum();
        if let Some(counted) = counted.filter(|counted| units.len() == written && *counted != fielded) {
            let found = format!(
                "{} in the box and {fielded} in its units",
                grammar::counted(counted, "figure", "figures")
            );
            reader.warn("unit", &found, "the same number", "correct one of the two");
        }
        if units.len() == written {
            let entries = reader.optional_list("unit");
            for stray in U::stray_commands(&units) {
                stray.complain(&entries[stray.unit]);
            }
        }
        reader.finish();
        if units.is_empty() {
            return None;
        }
        Some(BoxSpec {
            id: id?,
            name: name?,
            maker: format!("{maker} {number}").trim().to_owned(),
            era,
            figures: counted.unwrap_or(fielded),
            units,
            source,
        })
    }

    fn facts(&self, facts: &dyn Fn(&U) -> UnitFacts) -> BoxFacts {
        BoxFacts {
            id: self.id.clone(),
            name: self.name.clone(),
            maker: self.maker.clone(),
            era: self.era.clone(),
            figures: self.figures,
            units: self.units.iter().map(facts).collect(),
            source: self.source.clone(),
        }
    }
}

/// Units, boxes and conditions of a pack.
#[derive(Clone, Debug)]
pub struct Contents<U> {
    /// Units of the catalogue, in the order of the file, the user's own last.
    pub units: Vec<U>,
    /// Boxes, likewise.
    pub boxes: Vec<BoxSpec<U>>,
    /// The units of all boxes, under ids such as `zulus:warriors`.
    pub box_units: Vec<U>,
    /// Conditions by id.
    pub conditions: ConditionsById,
    /// Mixes of conditions by id.
    pub mixes: Mixes,
    /// Facts of the units.
    pub unit_facts: Vec<UnitFacts>,
    /// Facts of the boxes.
    pub box_facts: Vec<BoxFacts>,
    /// Facts of the conditions and mixes.
    pub condition_facts: Vec<ConditionsFacts>,
}

impl<U: UnitOfData> Contents<U> {
    /// Reads the tables `units` and `boxes`, unit by unit; the conditions come ready read.
    /// `facts` tells of a unit.
    pub fn read(
        root: &Reader<'_>,
        (conditions, mixes): (ConditionsById, Mixes),
        read_unit: &dyn Fn(Reader<'_>) -> Option<U>,
        facts: &dyn Fn(&U) -> UnitFacts,
    ) -> Contents<U> {
        let units: Vec<U> = entries(root, "units").into_iter().filter_map(read_unit).collect();
        let boxes = entries(root, "boxes").into_iter().filter_map(|entry| BoxSpec::read(entry, read_unit));
        let boxes: Vec<BoxSpec<U>> = boxes.collect();
        let box_units = boxes.iter().flat_map(|spec| {
            spec.units.iter().map(|unit| unit.renamed(format!("{}{BOX_UNIT}{}", spec.id, unit.id())))
        });
        Contents {
            box_units: box_units.collect(),
            unit_facts: units.iter().map(facts).collect(),
            box_facts: boxes.iter().map(|spec| spec.facts(facts)).collect(),
            condition_facts: condition_facts(&conditions, &mixes),
            units,
            boxes,
            conditions,
            mixes,
        }
    }

    /// All units: of the catalogue, then of the boxes.
    pub fn all_units(&self) -> impl Iterator<Item = &U> + Clone {
        self.units.iter().chain(self.boxes.iter().flat_map(|spec| &spec.units))
    }

    /// The same with what the tree of the pack holds of each, for whoever wants to say where it stands.
    pub fn units_in_place<'c>(&'c self, root: &'c Node) -> impl Iterator<Item = (&'c U, Option<&'c Node>)> {
        let catalogued = self.units.iter().map(move |unit| (unit, root.at(&["units", unit.id()])));
        let in_boxes = self.boxes.iter().flat_map(move |spec| {
            let units = root.at(&["boxes", &spec.id, "unit"]);
            spec.units.iter().map(move |unit| (unit, units.and_then(|units| units.get(unit.id()))))
        });
        catalogued.chain(in_boxes)
    }

    /// A unit of the catalogue, or of a box.
    ///
    /// # Errors
    /// An unknown id, with the nearest one, or the id of a box.
    pub fn unit(&self, id: &str) -> Result<&U, Refusal> {
        let of_boxes = self.box_units.iter().filter(|_| id.contains(BOX_UNIT));
        self.units.iter().chain(of_boxes).find(|unit| unit.id() == id).ok_or_else(|| {
            if self.boxes.iter().any(|spec| spec.id == id) {
                let advice = "it is a box, and boxes meet in battles: muster battle BOX BOX".to_owned();
                return Refusal { what: format!("there is no unit \"{id}\""), advice };
            }
            let own = "units of your own are read with --units FILE";
            missing("is no unit", id, self.units.iter().map(UnitOfData::id), "muster list units", own)
        })
    }

    /// A box.
    ///
    /// # Errors
    /// An unknown id, with the nearest one, or the id of a unit.
    pub fn find_box(&self, id: &str) -> Result<&BoxSpec<U>, Refusal> {
        self.boxes.iter().find(|spec| spec.id == id).ok_or_else(|| {
            if self.units.iter().any(|unit| unit.id() == id) {
                let advice = "it is a unit, and units meet in duels: muster duel A B".to_owned();
                return Refusal { what: format!("there is no box \"{id}\""), advice };
            }
            let known = self.boxes.iter().map(|spec| spec.id.as_str());
            missing("is no box", id, known, "muster list boxes", "a box of your own is named by its file")
        })
    }

    /// A box made of a roster; `sized` gives a unit the figures asked for.
    ///
    /// # Errors
    /// No unit or too many, an unknown one, or figures that a unit cannot have.
    pub fn fielded(&self, roster: &Roster, sized: &Sizing<'_, U>) -> Result<BoxSpec<U>, Refusal> {
        let count = roster.units.len();
        if !(1..=MOST_UNITS).contains(&count) {
            let advice = format!("give 1 to {MOST_UNITS}");
            return Err(Refusal { what: format!("a force of {count} units"), advice });
        }
        let units = roster.units.iter().map(|(id, figures)| sized(self.unit(id)?, *figures));
        let units = units.collect::<Result<Vec<U>, Refusal>>()?;
        let name = roster.to_string();
        Ok(BoxSpec {
            id: name.clone(),
            name,
            maker: String::new(),
            era: String::new(),
            figures: units.iter().map(UnitOfData::figures).sum(),
            units,
            source: None,
        })
    }

    /// The conditions that games are played on, each as often as its weight in the mix says.
    ///
    /// # Errors
    /// An unknown id, with the nearest one.
    pub fn conditions_of(&self, id: &str) -> Result<Vec<&Conditions>, Refusal> {
        if let Some(one) = self.conditions.get(id) {
            return Ok(vec![one]);
        }
        if let Some(parts) = self.mixes.get(id) {
            let all = parts.iter().filter_map(|(part, weight)| Some((self.conditions.get(part)?, *weight)));
            return Ok(all.flat_map(|(one, weight)| std::iter::repeat_n(one, weight as usize)).collect());
        }
        let known = self.conditions.keys().chain(self.mixes.keys()).map(String::as_str);
        let own = "your own stand in a variant: --variant FILE --conditions ID";
        Err(missing("are no conditions", id, known, "muster list conditions", own))
    }

    /// Puts a unit in the place of the one of its id in the catalogue.
    pub fn replace(&mut self, unit: U, facts: UnitFacts) {
        if let Some(at) = self.units.iter().position(|one| one.id() == unit.id()) {
            self.unit_facts[at] = facts;
            self.units[at] = unit;
        }
    }
}

fn entries<'a>(root: &Reader<'a>, table: &str) -> Vec<Reader<'a>> {
    let Some(found) = root.table(table) else { return Vec::new() };
    let entries = found.entries().into_iter().map(|(_, entry)| entry).collect();
    found.finish();
    entries
}

fn missing<'k>(
    what: &str,
    id: &str,
    known: impl Iterator<Item = &'k str>,
    command: &str,
    own: &str,
) -> Refusal {
    let advice = match nearest(id, known) {
        Some(near) => format!("did you mean \"{near}\"? `{command}` shows all"),
        None => format!("`{command}` shows all; {own}"),
    };
    Refusal { what: format!("there {what} \"{id}\""), advice }
}

/// Refuses a step that a unit cannot take.
pub fn no_such_step(unit: &str, step: &str) -> Refusal {
    Refusal {
        what: format!("\"{unit}\" with a better \"{step}\""),
        advice: "it has nothing there that could be better".to_owned(),
    }
}
