//! The data of a question: read once, kept for the next.

use std::path::PathBuf;
use std::rc::Rc;

use muster_rules::pack::{Diagnostics, Pack, Ranges, Sources, load, noting_ranges};
use muster_rules::{Game, RuleSet, rule_set};

use crate::protocol::{Data, GivenFile};
use crate::toml;
use crate::trouble::Trouble;

/// How messages name the units that were put together in the page.
const UNITS: &str = "your units";

/// What a file of the user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `[[unit]]` blocks.
    Units,
    /// One `[box]`.
    Box,
    /// Changed keys.
    Variant,
}

impl Kind {
    /// What the headings of a text say it is.
    pub(crate) fn of(text: &str) -> Kind {
        let heading = |wanted: &str| {
            text.lines().any(|line| line.split('#').next().is_some_and(|line| line.trim() == wanted))
        };
        if heading("[box]") {
            Kind::Box
        } else if heading("[[unit]]") {
            Kind::Units
        } else {
            Kind::Variant
        }
    }
}

/// The data of a question, read.
pub(crate) struct Loaded {
    /// As the page gave it.
    pub data: Data,
    /// The merged data.
    pub pack: Pack,
    /// The game that they make.
    pub game: Box<dyn Game>,
    /// Complaints that stop nothing.
    pub warnings: Diagnostics,
    /// What numbers may be, by their keys.
    pub ranges: Ranges,
}

impl Loaded {
    /// Reads the data.
    ///
    /// # Errors
    /// Every complaint about them.
    pub(crate) fn read(data: &Data) -> Result<Rc<Loaded>, Trouble> {
        let (pack, mut warnings) = load(&sources(data)?)?;
        let set = set_of(&pack)?;
        let (read, ranges) = noting_ranges(|| set.read(&pack));
        let (game, more) = read?;
        warnings.append(more);
        Ok(Rc::new(Loaded { data: data.clone(), pack, game, warnings, ranges }))
    }

    /// All that the reading of these data complains about.
    ///
    /// # Errors
    /// Data of which there is nothing to read.
    pub(crate) fn complaints(data: &Data) -> Result<Diagnostics, Trouble> {
        let (pack, _) = load(&sources(data)?)?;
        Ok(match set_of(&pack)?.read(&pack) {
            Ok((_, warnings)) => warnings,
            Err(found) => found,
        })
    }
}

fn set_of(pack: &Pack) -> Result<&'static dyn RuleSet, Trouble> {
    rule_set(&pack.set).ok_or_else(|| Trouble::input(format!("there is no rule set \"{}\"", pack.set)))
}

/// What the program would read: texts under names in place of files.
fn sources(data: &Data) -> Result<Sources, Trouble> {
    let mut sources = Sources::of_set(data.rules.as_str());
    sources.variants.extend(data.variants.iter().map(PathBuf::from));
    for GivenFile { name, text } in &data.files {
        let list = match Kind::of(text) {
            Kind::Units => &mut sources.unit_files,
            Kind::Box => &mut sources.box_files,
            Kind::Variant => &mut sources.variants,
        };
        list.push(PathBuf::from(name));
        add(&mut sources, name, text.clone())?;
    }
    if !data.units.is_empty() {
        sources.unit_files.push(PathBuf::from(UNITS));
        add(&mut sources, UNITS, toml::units(&data.units))?;
    }
    for (at, one) in data.boxes.iter().enumerate() {
        let name = format!("your box {}", at + 1);
        sources.box_files.push(PathBuf::from(&name));
        add(&mut sources, &name, toml::of_box(one))?;
    }
    sources.sets.clone_from(&data.set);
    Ok(sources)
}

fn add(sources: &mut Sources, name: &str, text: String) -> Result<(), Trouble> {
    match sources.texts.insert(PathBuf::from(name), text) {
        None => Ok(()),
        Some(_) => {
            Err(Trouble::input(format!("there are two files \"{name}\"\n  give one of them another name")))
        }
    }
}
